/**
 * When a press counts. After every change of step there is a dead time, so that a second tap, or one
 * that was aimed at what stood there before, does nothing; more taps make it longer.
 */
import { computed, signal } from "@preact/signals";
import { isBusy, last, staff, view } from "./state";

const DEAD_MS = 600;
/** Reading back is a look at the wheel, not an echo. */
const LOOK_AGAIN_MS = 900;
const BURST_MS = 400;

export const isResting = signal(false);
/** Whether no step is taken now. */
export const isShut = computed(() => isBusy.value || isResting.value);
let until = 0;
let timer = 0;

export function rest(ms = DEAD_MS): void {
  const end = performance.now() + ms;
  if (end <= until) return;
  until = end;
  isResting.value = true;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    isResting.value = false;
  }, ms);
}

/** Whether a press made now counts. */
export function counts(): boolean {
  if (isBusy.peek()) return false;
  if (!isResting.peek()) return true;
  rest(BURST_MS);
  return false;
}

const step = computed(() => {
  const { round, phase, waiting, is_open } = view.value ?? {};
  const { called, drawn, lit } = staff.value ?? {};
  return [round, phase, waiting, is_open, called, drawn, lit, last.value?.number].join();
});
step.subscribe(() => rest(view.peek()?.phase === "called" ? LOOK_AGAIN_MS : DEAD_MS));
isBusy.subscribe((busy) => {
  if (!busy) rest();
});
