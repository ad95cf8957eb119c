/** What is left to pay by hand of the round that has just ended, and what is ticked off as paid. */
import { computed } from "@preact/signals";
import type { Book } from "../felt/book";
import { kept } from "../lib/kept";
import type { WagerResult } from "../protocol";
import { book, last, tableId, view } from "./state";

interface Paid {
  readonly round: number;
  readonly keys: readonly string[];
}

const isPaidList = (value: unknown): value is Paid =>
  typeof value === "object" && value !== null && "round" in value && "keys" in value;
const paid = kept<Paid>(`paid.${tableId}`, { round: 0, keys: [] }, isPaidList);

const keyOf = (each: WagerResult) => `${each.player} ${each.wager}`;

const ticked = computed(() => {
  const round = last.value?.number;
  return new Set(paid.value.round === round ? paid.value.keys : []);
});

export function isPaid(each: WagerResult): boolean {
  return ticked.value.has(keyOf(each));
}

export function tick(all: readonly WagerResult[], on = true): void {
  const keys = new Set(ticked.peek());
  for (const each of all) {
    if (on) keys.add(keyOf(each));
    else keys.delete(keyOf(each));
  }
  paid.value = { round: last.peek()?.number ?? 0, keys: [...keys] };
}

/** What goes to players, spot by spot: what pays least first, straight up last. */
export const due = computed<readonly WagerResult[]>(() =>
  book.value && last.value?.outcome != null ? inOrder(book.value, last.value.results) : [],
);
/** Credits are paid by the house itself. */
const byHand = computed(() => book.value?.stakes.some((each) => each !== "credits") ?? false);
export const unpaid = computed(() =>
  byHand.value && view.value?.phase == null ? due.value.filter((each) => !isPaid(each)) : [],
);

function inOrder(book: Book, results: readonly WagerResult[]): readonly WagerResult[] {
  const rank = (each: WagerResult) => {
    const spot = book.spotOf.get(each.wager);
    const pays = spot ? (typeof spot.pays === "number" ? spot.pays : spot.pays.plain) : 0;
    return { pays, y: spot?.place.y ?? 0, x: spot?.place.x ?? 0 };
  };
  return results
    .filter((each) => each.returned > 0)
    .map((each) => ({ each, at: rank(each) }))
    .sort((a, b) => a.at.pays - b.at.pays || b.at.y - a.at.y || a.at.x - b.at.x)
    .map(({ each }) => each);
}
