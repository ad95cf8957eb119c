import { useEffect } from "preact/hooks";
import { wagerName } from "../console/books";
import { Held } from "../console/Held";
import { allowed, stepName, unheardOf, whyNot } from "../console/words";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { Sheet } from "../parts/Sheet";
import type { Command } from "../protocol";
import { Asked, roundWaits } from "./Asked";
import { Explain } from "./Explain";
import { enterNumber } from "./entering";
import { Facts } from "./Facts";
import { HoldButton } from "./HoldButton";
import { Keys } from "./Keys";
import { listen } from "./keys";
import { tick, unpaid } from "./paying";
import { counts, isShut, rest } from "./pressing";
import { StepForm } from "./StepForms";
import { act, book, dark, staff, view } from "./state";
import { forbidden, next, nowWords, open, others, PAY } from "./way";

/** Steps that ask for nothing more. */
const AT_ONCE: Readonly<Record<string, Command>> = {
  "open-bets": { type: "open-bets" },
  "spin-ball": { type: "spin-ball" },
  "close-bets": { type: "close-bets" },
  "draw-bonus-numbers": { type: "draw-bonus-numbers" },
  "report-lights": { type: "report-lights", dark: [] },
  "report-rest": { type: "report-rest" },
  "grant-early-close": { type: "grant-early-close" },
  "resume-round": { type: "resume-round" },
};
/** Steps that have a place of their own on the page. */
const ELSEWHERE = new Set<string>(["confirm-outcome", "call-outcome"]);

/** Take a step, or open what it asks for first. */
function take(command: string): void {
  const now = AT_ONCE[command];
  const isOnTheWay = command === next.peek();
  if (command === "call-outcome" && staff.peek()?.own_wheel) void act({ type: "call-outcome" });
  else if (ELSEWHERE.has(command)) goToEntry();
  else if (command === PAY) payNext();
  else if (now && (isOnTheWay || !endsBadly(command))) void act(now);
  else open.value = command;
}

/** Whether a step is read back: the round can have no number after it, or payouts are left. */
function endsBadly(command: string): boolean {
  const step = staff.peek()?.steps.find((each) => each.command === command);
  return (step?.no_outcome ?? false) || (command === "open-bets" && unpaid.peek().length > 0);
}

function payNext(): void {
  tick(unpaid.peek().slice(0, 1));
  rest();
}

/** The entry has its own place: go there. */
function goToEntry(): void {
  document.getElementById("entry")?.scrollIntoView({ block: "nearest" });
  document.querySelector<HTMLInputElement>("#entry input")?.focus({ preventScroll: true });
}

const noSpin = () => void act({ type: "call-no-spin" });

export function Steps() {
  useEffect(
    () =>
      listen({
        next: () => {
          const now = next.peek();
          if (now !== null && !lightsWait(now)) take(now);
        },
        enter: enterNumber,
        noSpin: () => {
          if (staff.peek()?.reason_needed) open.value = "call-no-spin";
          else noSpin();
        },
      }),
    [],
  );
  return (
    <section class="steps" aria-label={t("dealer.steps")}>
      {view.value ? <Held table={view.value} /> : null}
      <Asked />
      <Next />
      {allowed(staff.value, "call-no-spin") ? <NoSpin /> : null}
      <ul class="step-list">
        {others.value.map(({ command }) => (
          <li key={command}>
            <button
              type="button"
              aria-disabled={isShut.value}
              onClick={() => {
                if (counts()) take(command);
              }}
            >
              {stepName(command)}
            </button>
          </li>
        ))}
      </ul>
      <Facts />
      <Forbidden />
      <Keys />
      <Opened />
    </section>
  );
}

/** The step that comes next, in words and as the biggest button of the page. */
function Next() {
  const now = next.value;
  const waits = roundWaits.value && now === "confirm-outcome";
  const isOut = now !== null && endsBadly(now);
  return (
    <div class="next">
      <p class="now" role="status">
        {nowWords()}
      </p>
      {now === "explain-no-spin" ? <Explain /> : null}
      {now === null || now === "explain-no-spin" || now === "call-no-spin" ? null : (
        <button
          type="button"
          class={`step-big ${waits || isOut ? "" : "primary"}`}
          aria-disabled={isShut.value || lightsWait(now)}
          onClick={() => {
            if (!lightsWait(now) && counts()) take(now);
          }}
        >
          {now === PAY ? payWords() : stepName(now)}
        </button>
      )}
      {lightsWait(now) ? (
        <p class="hint" role="status">
          {t("dealer.lights.marked", { numbers: dark.value.join(" ") })}
        </p>
      ) : null}
    </div>
  );
}

/** Lights are not all lit while one is marked as dark. */
function lightsWait(command: string | null): boolean {
  return command === "report-lights" && dark.value.length > 0;
}

function payWords(): string {
  const [first] = unpaid.value;
  if (!first) return "";
  return t(first.winnings ? "dealer.pay.next" : "dealer.return.next", {
    player: first.player,
    wager: wagerName(book.value, first.wager),
    amount: money(first.winnings || first.returned),
  });
}

/** One touch that is held; once the ball rests, its reason comes first. */
function NoSpin() {
  const words = stepName("call-no-spin");
  const ask = () => {
    open.value = "call-no-spin";
  };
  if (!staff.value?.reason_needed) return <HoldButton words={words} onHeld={noSpin} onTap={ask} />;
  return (
    <button
      type="button"
      class="step-hold"
      aria-disabled={isShut.value}
      onClick={() => {
        if (counts()) ask();
      }}
    >
      {words}
    </button>
  );
}

function Opened() {
  const close = () => {
    open.value = null;
  };
  if (open.value === null) return null;
  return (
    <Sheet title={stepName(open.value)} onClose={close}>
      <StepForm command={open.value} onDone={close} />
    </Sheet>
  );
}

/** What may not be done now, and what forbids it. */
function Forbidden() {
  const steps = forbidden.value.filter((each) => !unheardOf(each));
  if (!steps.length) return null;
  return (
    <details class="forbidden">
      <summary>{t("dealer.forbidden", { count: steps.length })}</summary>
      <dl>
        {steps.map((each) => (
          <div key={each.command}>
            <dt>{stepName(each.command)}</dt>
            <dd>
              {whyNot(each)}
              {each.clause ? <b>{t("clause", { clause: each.clause })}</b> : null}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
