/** What the dealer's console knows: one table, its book, and whose chips are in hand. */
import { computed, effect, signal } from "@preact/signals";
import { bookOf } from "../console/books";
import { awake, house, act as sent } from "../console/session";
import type { Chips } from "../console/stacks";
import { stepName } from "../console/words";
import { type Lights, lights } from "../felt/book";
import { get } from "../lib/api";
import type { Command, PlayerView, Recalled } from "../protocol";

const path = location.pathname.split("/")[2] ?? "";
export const tableId = path ? decodeURIComponent(path) : null;
const link = tableId === null ? null : house.table(tableId);

export const view = computed(() => link?.view.value ?? null);
export const staff = computed(() => link?.staff.value ?? null);
export const book = computed(() => bookOf(view.value?.book));
export const isBusy = computed(() => (link?.pending.value ?? []).some((each) => !each.verdict));

export function act(command: Command): Promise<boolean> {
  return sent(tableId ?? "", command, stepName(command.type));
}

// Players

export const players = computed<readonly PlayerView[]>(() => staff.value?.players ?? []);
export const chosen = signal<string | null>(null);
export const player = computed(
  () => players.value.find((each) => each.player === chosen.value) ?? null,
);
/** What a touch of the felt places for the chosen player, in cents; null while it only looks. */
export const placing = signal<number | null>(null);
/** Whose placing it is: the staff's, for the player (3.5); or the player's own, which is recorded. */
export type Placing = "place-for-player" | "record-wager";
export const placingAs = signal<Placing>("record-wager");
/** Of which chips, where the player has more than one kind. */
export const placingChips = signal<Chips | null>(null);

effect(() => {
  if (placing.value !== null && !player.value) placing.value = null;
});
chosen.subscribe(() => {
  placingChips.value = null;
});

export function sum(purse: Readonly<Record<string, number>>): number {
  return Object.values(purse).reduce((all, amount) => all + amount, 0);
}

/** What is typed of a number, in the entry's field or by keys. */
export const typed = signal("");

// Lights and the last round

/** The drawn numbers that are marked as dark and not reported yet: those of this draw alone. */
export const dark = signal<readonly string[]>([]);
const draw = computed(() => `${view.value?.round} ${staff.value?.drawn}`);
draw.subscribe(() => {
  dark.value = [];
});

export const lit = computed<Lights>(() => {
  const last = view.value?.phase == null ? view.value?.results[0]?.bonus_numbers : null;
  return lights(book.value, staff.value?.drawn ?? last, view.value?.lights);
});

/** The round that has just ended, as the record has it. */
export const last = signal<Recalled | null>(null);
const wanted = computed(() => {
  const now = view.value;
  const newest = now?.results[0];
  return now && now.phase === null && newest?.round === now.round ? newest : null;
});
let asked = 0;

effect(() => {
  const round = wanted.value?.round;
  if (round === undefined || tableId === null) {
    last.value = null;
    return;
  }
  if (!awake()) return;
  asked += 1;
  const mine = asked;
  const address = `/api/tables/${encodeURIComponent(tableId)}/rounds/${round}`;
  get<Recalled>(address, "staff").then(
    (found) => {
      // A later question has a later answer, whichever comes first.
      if (mine === asked && wanted.peek()?.round === round) last.value = found;
    },
    () => undefined,
  );
});
