import { signal } from "@preact/signals";
import { Held } from "../console/Held";
import { allowed, stepName, stepOf, unheardOf, whyNot } from "../console/words";
import { t } from "../lib/i18n";
import { Sheet } from "../parts/Sheet";
import type { Command, StepView } from "../protocol";
import { Asked, roundWaits } from "./Asked";
import { Facts } from "./Facts";
import { StepForm } from "./StepForms";
import { act, dark, isBusy, staff, view } from "./state";

/** The way of a round, the most urgent first: whatever is allowed of these is next. */
const WAY = [
  "confirm-outcome",
  "open-bets",
  "draw-bonus-numbers",
  "report-lights",
  "close-bets",
  "spin-ball",
  "report-rest",
  "call-outcome",
] as const;
/** What is said beside the way, and what goes wrong. */
const BESIDE = [
  "grant-early-close",
  "report-spin",
  "resume-round",
  "state-ball",
  "decide-referral",
  "call-no-spin",
  "void-round",
  "declare-interruption",
  "refer",
  "suspend-round",
  "abandon-round",
] as const;
/** Steps that say nothing more than that they are taken. */
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

const ENDS_THE_WAIT = ["state-ball", "decide-referral", "resume-round"] as const;
/** What is only spoken of while the round is held. */
const WHEN_HELD = new Set<string>([
  "resume-round",
  "state-ball",
  "decide-referral",
  "abandon-round",
]);

/** The step whose form is open. */
const open = signal<string | null>(null);

export function take(command: string): void {
  const ready = AT_ONCE[command];
  if (ready) void act(ready);
  else if (ELSEWHERE.has(command)) enterNumber();
  else open.value = command;
}

/** The entry has its own place: go there. */
function enterNumber(): void {
  document.getElementById("entry")?.scrollIntoView({ block: "nearest" });
  document.querySelector<HTMLInputElement>("#entry input")?.focus({ preventScroll: true });
}

/** Whether a step was taken already in this round and need not be again. */
function isDone(command: string): boolean {
  if (command === "draw-bonus-numbers") return staff.value?.drawn != null;
  return command === "report-lights" && (staff.value?.lit ?? false);
}

function next(): readonly string[] {
  // A held round waits for one thing first.
  const ends = ENDS_THE_WAIT.filter((each) => allowed(staff.value, each));
  if (view.value?.waiting != null && ends.length) return ends;
  const can = WAY.filter((each) => allowed(staff.value, each) && !isDone(each));
  // A number that is entered again is no step of its own while it waits to be read back.
  return can.includes("confirm-outcome") ? ["confirm-outcome"] : can;
}

export function Steps() {
  const now = next();
  const isHeld = view.value?.waiting != null;
  const waits = roundWaits.value;
  const [readBack, ...way] = WAY;
  const later = [...way, readBack]
    .filter((each) => !now.includes(each) && !isDone(each))
    .map((each) => stepOf(staff.value, each))
    .filter((each): each is StepView => each !== null && !unheardOf(each));
  const beside = BESIDE.map((each) => stepOf(staff.value, each)).filter(
    (each): each is StepView =>
      each !== null && !unheardOf(each) && (each.allowed || isHeld || !WHEN_HELD.has(each.command)),
  );
  return (
    <section class="steps" aria-label={t("dealer.steps")}>
      {view.value ? <Held table={view.value} /> : null}
      <Asked />
      <div class="next">
        {now.map((command, i) => (
          <button
            key={command}
            type="button"
            class={`step-big ${i === 0 && !(waits && command === readBack) ? "primary" : ""}`}
            disabled={isBusy.value || (command === "report-lights" && dark.value.length > 0)}
            onClick={() => take(command)}
          >
            {stepName(command)}
          </button>
        ))}
        {waits && now.includes(readBack) ? (
          <p class="hint" role="status">
            {t("approval.awaited")}
          </p>
        ) : null}
        {now.includes("report-lights") && dark.value.length ? (
          <p class="hint" role="status">
            {t("dealer.lights.marked", { numbers: dark.value.join(" ") })}
          </p>
        ) : null}
        {now.length === 0 && !isHeld ? <p class="step-none">{t("dealer.none")}</p> : null}
      </div>
      <ul class="step-list">
        {beside
          .filter((each) => each.allowed && !now.includes(each.command))
          .map((each) => (
            <li key={each.command}>
              <button type="button" disabled={isBusy.value} onClick={() => take(each.command)}>
                {stepName(each.command)}
              </button>
            </li>
          ))}
      </ul>
      <Forbidden
        steps={[...later.filter((each) => !each.allowed), ...beside.filter((e) => !e.allowed)]}
      />
      <Facts />
      {open.value === null ? null : (
        <Sheet
          title={stepName(open.value)}
          onClose={() => {
            open.value = null;
          }}
        >
          <StepForm
            command={open.value}
            onDone={() => {
              open.value = null;
            }}
          />
        </Sheet>
      )}
    </section>
  );
}

/** What may not be done now, and what forbids it. */
function Forbidden({ steps }: { steps: readonly StepView[] }) {
  if (!steps.length) return null;
  return (
    <section class="forbidden" aria-label={t("dealer.forbidden")}>
      <h2>{t("dealer.forbidden")}</h2>
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
    </section>
  );
}
