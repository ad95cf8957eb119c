/** What steps and states are called, and why something may not be done. */
import { type Key, named, t } from "../lib/i18n";
import { refusalWords } from "../lib/refusals";
import type { StaffView, StepView, TableView } from "../protocol";

export function stepName(command: string): string {
  return named("step", command, command.replaceAll("-", " "));
}

export function stepOf(staff: StaffView | null, command: string): StepView | null {
  return staff?.steps.find((each) => each.command === command) ?? null;
}

export function allowed(staff: StaffView | null, command: string): boolean {
  return stepOf(staff, command)?.allowed ?? false;
}

/** Why a step is none at all: the book has no such power, or there is nothing it could be about. */
const NONE = new Set<string>([
  "position/no-such-power",
  "round/not-suspended",
  "round/not-interrupted",
  "referral/nothing-referred",
  "abandon/book-has-a-way",
  "abandon/can-go-on",
  "close/leave-stands",
  "close/no-standing-leave",
]);

export function unheardOf(step: StepView | null): boolean {
  return step === null || NONE.has(step.code ?? "");
}

export function whyNot(step: StepView | null): string {
  return step ? refusalWords(step) : "";
}

/** Where a table is, in a word or two. */
export function stateOf(table: TableView): string {
  if (table.waiting) return named("waiting", table.waiting, table.waiting);
  if (!table.is_open) return t("table.closed.short");
  if (table.is_idle) return t("table.idle");
  return t(`phase.${table.phase ?? "between"}` as Key);
}

/** An exact fraction such as 1/37 in percent, for reading only. */
export function percent(fraction: string | null): string {
  if (fraction === null) return "–";
  const [above = "0", below = "1"] = fraction.split("/");
  return `${((Number(above) * 100) / Number(below)).toFixed(1).replace("-", "−")} %`;
}

export function rounded(fraction: string | null, places = 0): string {
  if (fraction === null) return "–";
  const [above = "0", below = "1"] = fraction.split("/");
  return (Number(above) / Number(below)).toFixed(places);
}
