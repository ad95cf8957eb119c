/** What the display knows: one table as everybody may see it, never ahead of the ball. */
import { computed, effect, signal } from "@preact/signals";
import { bookOf } from "../console/books";
import { type Lights, lights } from "../felt/book";
import { get } from "../lib/api";
import { still } from "../lib/motion";
import { House } from "../lib/socket";
import type { Result, Statistics } from "../protocol";

const LIGHT_EVERY_MS = 350;

export const tableId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
export const house = new House("public");
export const link = house.table(tableId);
export const view = link.view;
export const book = computed(() => bookOf(view.value?.book));
export const isOpen = computed(() => house.link.value === "up" && (view.value?.bets_open ?? false));
export const running = computed(() => view.value?.ball_runs ?? false);

/** Up to which round the results are shown: a ball that still falls is waited for. */
const revealed = signal<number | null>(null);
const newest = computed<Result | null>(() => view.value?.results[0] ?? null);
export const results = computed<readonly Result[]>(() =>
  (view.value?.results ?? []).filter((each) => each.round <= (revealed.value ?? 0)),
);
export const falling = computed(() => {
  const last = newest.value;
  return last !== null && revealed.value !== null && last.round > revealed.value ? last : null;
});

effect(() => {
  const now = view.value;
  if (!now) return;
  const last = newest.value;
  if (revealed.peek() === null) revealed.value = last?.round ?? 0;
  const over = last && (last.outcome === null || now.phase !== null);
  if (over && last.round > (revealed.peek() ?? 0)) revealed.value = last.round;
});

export function reveal(): void {
  const last = newest.peek();
  if (last) revealed.value = last.round;
}

/** What the last rounds showed, none of them before its ball has landed here. */
export const statistics = signal<Statistics | null>(null);
effect(() => {
  const upTo = revealed.value;
  if (upTo === null) return;
  const address = `/api/tables/${encodeURIComponent(tableId)}/statistics?rounds=100`;
  get<Statistics>(address).then(
    (found) => {
      if (upTo === revealed.peek() && (found.last ?? 0) <= upTo) statistics.value = found;
    },
    // The last ones stay.
    () => undefined,
  );
});

/** The Bonus Numbers of this round, or of the last until bets open again. */
export const drawn = computed<readonly string[]>(() => {
  const now = view.value;
  if (now?.bonus_numbers) return now.bonus_numbers;
  return now?.phase == null ? (newest.value?.bonus_numbers ?? []) : [];
});
const count = signal(0);
effect(() => {
  const all = drawn.value.length;
  if (all === 0) count.value = 0;
  else if (still.value || view.value?.phase !== "running") count.value = all;
  else if (count.value < all) {
    const next = setTimeout(() => {
      count.value = Math.min(all, count.peek() + 1);
    }, LIGHT_EVERY_MS);
    return () => clearTimeout(next);
  }
  return undefined;
});
export const shownDrawn = computed(() => drawn.value.slice(0, count.value));
export const lit = computed<Lights>(() =>
  lights(book.value, drawn.value, view.value?.lights, count.value),
);
