import { effect, signal } from "@preact/signals";
import { useId } from "preact/hooks";
import { t } from "../lib/i18n";
import { counts, isShut, rest } from "./pressing";

const HOLD_MS = 700;

/** Whether "no spin" is being held down; where it was held long enough, what it does. */
export const holding = signal(false);
let timer = 0;
let held = false;

/** The finger or the key is down: held for long enough, it is done. */
export function hold(onHeld: () => void): void {
  held = false;
  if (holding.peek() || !counts()) return;
  holding.value = true;
  timer = window.setTimeout(() => {
    held = true;
    letGo();
    rest();
    onHeld();
  }, HOLD_MS);
}

export function letGo(): void {
  clearTimeout(timer);
  holding.value = false;
}

effect(() => {
  document.documentElement.style.setProperty("--hold", `${HOLD_MS}ms`);
});

interface Props {
  words: string;
  onHeld: () => void;
  /** A press that was let go at once: it is read back. */
  onTap: () => void;
}

/** A button that acts when it is held down, and asks first when it is only touched. */
export function HoldButton({ words, onHeld, onTap }: Props) {
  const hint = useId();
  const tapped = () => {
    if (!held && counts()) onTap();
  };
  return (
    <div class="hold">
      <button
        type="button"
        class={`step-hold ${holding.value ? "is-held" : ""}`}
        aria-describedby={hint}
        aria-disabled={isShut.value}
        onPointerDown={(event) => {
          if (event.button === 0) hold(onHeld);
        }}
        onPointerUp={letGo}
        onPointerLeave={letGo}
        onPointerCancel={letGo}
        onContextMenu={(event) => event.preventDefault()}
        onClick={tapped}
      >
        {words}
      </button>
      <p id={hint} class="hint">
        {t("dealer.no-spin.hold")}
      </p>
    </div>
  );
}
