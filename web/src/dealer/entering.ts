/** The number of a round: entered, and read back by entering it once more. */
import { signal } from "@preact/signals";
import { act, typed, view } from "./state";

/** Whether the number that was entered is entered anew, and not read back. */
export const again = signal(false);

export function isReadBack(): boolean {
  return view.value?.phase === "called" && !again.value;
}

export function enterNumber(number: string): void {
  typed.value = "";
  const type = isReadBack() ? "confirm-outcome" : "call-outcome";
  again.value = false;
  void act({ type, number });
}
