/**
 * The console by a keyboard or a numeric pad, for a dealer whose eyes are on the wheel. What is typed
 * in a field, and what is pressed in a sheet, stays there.
 */
import { computed } from "@preact/signals";
import { gate } from "../console/session";
import { allowed } from "../console/words";
import { hold, letGo } from "./HoldButton";
import { counts } from "./pressing";
import { book, staff, typed } from "./state";

/** Keys of a numeric pad that stand for the pockets whose labels are no digits, in order. */
const SIGNS = ["*", "/"];
const CLEARS = new Set(["Backspace", "Delete", ".", ",", "Escape"]);
const NO_SPIN = "-";

/** The key that types each pocket without digits. */
export const signs = computed<readonly (readonly [string, string])[]>(() =>
  (book.value?.pockets ?? [])
    .filter((label) => !/\d/.test(label))
    .flatMap((label, i) => (SIGNS[i] ? [[SIGNS[i], label] as const] : [])),
);

/** What is typed after one more key: nothing, where no pocket begins like that. */
export function typedWith(before: string, key: string): string {
  const sign = signs.peek().find(([each]) => each === key)?.[1];
  if (sign) return sign;
  const text = `${before}${key}`.toUpperCase();
  const pockets = book.peek()?.pockets ?? [];
  return pockets.some((label) => label.toUpperCase().startsWith(text)) ? text : "";
}

export function pocketOf(text: string): string | undefined {
  const wanted = text.trim().toUpperCase();
  return book.value?.pockets.find((label) => label.toUpperCase() === wanted);
}

interface Doings {
  /** Takes the next step. */
  next: () => void;
  /** Enters the number that was typed. */
  enter: (number: string) => void;
  noSpin: () => void;
}

export function listen({ next, enter, noSpin }: Doings): () => void {
  const down = (event: KeyboardEvent) => {
    const at = event.target as HTMLElement;
    const elsewhere = at.closest("input, textarea, select, dialog, [role=tablist], [role=group]");
    if (gate.value !== "in" || elsewhere || document.querySelector("dialog[open]")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, code, repeat } = event;
    if (key === "Enter") {
      // On a button that has the focus Enter presses it; the pad's own always takes the next step.
      const isOther = at.closest("button, a, summary") && code !== "NumpadEnter";
      if (isOther && !repeat) return;
      event.preventDefault();
      const number = pocketOf(typed.peek());
      if (repeat || !counts()) return;
      if (number && entering()) enter(number);
      else if (!typed.peek()) next();
    } else if (key === NO_SPIN) {
      event.preventDefault();
      if (!repeat && allowed(staff.peek(), "call-no-spin")) hold(noSpin);
    } else if (CLEARS.has(key)) typed.value = "";
    else if (key.length === 1 && entering()) {
      event.preventDefault();
      typed.value = typedWith(typed.peek(), key);
    }
  };
  const up = ({ key }: KeyboardEvent) => {
    if (key === NO_SPIN) letGo();
  };
  addEventListener("keydown", down);
  addEventListener("keyup", up);
  return () => {
    removeEventListener("keydown", down);
    removeEventListener("keyup", up);
  };
}

function entering(): boolean {
  const now = staff.peek();
  if (now?.own_wheel) return false;
  return allowed(now, "call-outcome") || allowed(now, "confirm-outcome");
}
