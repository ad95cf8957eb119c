/** Which step comes next, as the house allows it. */
import { computed, signal } from "@preact/signals";
import { allowed, stepOf } from "../console/words";
import { named } from "../lib/i18n";
import type { StepView } from "../protocol";
import { roundWaits } from "./Asked";
import { unpaid } from "./paying";
import { staff, view } from "./state";

/** The way of a round, the most urgent first. */
const WAY = [
  "explain-no-spin",
  "confirm-outcome",
  "open-bets",
  "draw-bonus-numbers",
  "report-lights",
  "close-bets",
  "spin-ball",
  "report-rest",
  "call-outcome",
] as const;
/** What a held round waits for. */
const ENDS_THE_WAIT = ["state-ball", "decide-referral", "resume-round"] as const;
/** What ends a round that can have no number any more. */
const WAYS_OUT = ["call-no-spin", "void-round", "refer", "abandon-round"] as const;
/** What is done beside the way, and what goes wrong. */
const BESIDE = [
  ...ENDS_THE_WAIT,
  "open-bets",
  "close-bets",
  "report-rest",
  "grant-early-close",
  "report-spin",
  "void-round",
  "refer",
  "suspend-round",
  "declare-interruption",
  "abandon-round",
] as const;

/** The payout that is next, which is no command. */
export const PAY = "pay";
/** The step whose form is open. */
export const open = signal<string | null>(null);

/** Whether a step was taken already in this round and need not be again. */
function isDone(command: string): boolean {
  if (command === "draw-bonus-numbers") return staff.value?.drawn != null;
  return command === "report-lights" && (staff.value?.lit ?? false);
}

function leads(command: string): boolean {
  const step = stepOf(staff.value, command);
  return !!step?.allowed && !step.no_outcome && !isDone(command);
}

/** The one step that comes next, if any does. */
export const next = computed<string | null>(() => {
  const isOut = (each: string) => allowed(staff.value, each);
  if (view.value?.waiting != null) return ENDS_THE_WAIT.find(isOut) ?? null;
  if (unpaid.value.length && leads("open-bets")) return PAY;
  const found = WAY.find(leads);
  return found ?? (view.value?.phase == null ? null : (WAYS_OUT.find(isOut) ?? null));
});

/** What else may be done now. */
export const others = computed<readonly StepView[]>(() =>
  BESIDE.map((each) => stepOf(staff.value, each)).filter(
    (each): each is StepView =>
      !!each?.allowed && each.command !== next.value && !isDone(each.command),
  ),
);

/** What may not be done now. */
export const forbidden = computed<readonly StepView[]>(() =>
  [...new Set([...WAY, ...BESIDE, "call-no-spin"])]
    .filter((each) => !isDone(each))
    .map((each) => stepOf(staff.value, each))
    .filter((each): each is StepView => each !== null && !each.allowed),
);

/** What to do now, in words. */
export function nowWords(): string {
  const table = view.value;
  const now = next.value;
  if (roundWaits.value && now === "confirm-outcome") return named("approval", "awaited", "");
  const without = table?.waiting != null ? "held" : table?.is_open ? "none" : "closed";
  const isDrawn = now === "call-outcome" && staff.value?.own_wheel;
  return named("now", isDrawn ? "draw" : (now ?? without), "", { count: unpaid.value.length });
}
