import { signal } from "@preact/signals";

/** How far the house's clock is ahead of this browser's, in milliseconds. */
let ahead = 0;

export function setHouseTime(now_ms: number): void {
  ahead = now_ms - Date.now();
}

export function houseNow(): number {
  return Date.now() + ahead;
}

/** How long until the next full turn, of so many that have gone by: a whole one at the start, also
 * where this browser is a moment behind the house. */
export function untilNext(gone_ms: number, every_ms: number): number {
  return every_ms - (Math.max(0, gone_ms) % every_ms);
}

/** The house's time, told four times a second. */
export const tick = signal(Date.now());
setInterval(() => {
  tick.value = houseNow();
}, 250);

/** Something at an hour and minute of the visitor's own place. */
export function timeOfDay(ms: number, tag: string): string {
  return new Intl.DateTimeFormat(tag, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(ms);
}
export function dateAndTime(ms: number, tag: string): string {
  return new Intl.DateTimeFormat(tag, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  }).format(ms);
}
