/** What the terminal knows: one table, one seat, one book, and what the visitor does with them. */
import { batch, computed, effect, signal } from "@preact/signals";
import {
  type Book,
  isRead,
  type Lights,
  lights,
  loadBook,
  offered,
  piecesIn,
  spread,
} from "../felt/book";
import { toned } from "../felt/chips";
import type { Lying } from "../felt/Felt";
import { ApiError } from "../lib/api";
import { kept } from "../lib/kept";
import { still } from "../lib/motion";
import { House } from "../lib/socket";
import type { AreaResult, LastRound, Result, SeatView } from "../protocol";

export const tableId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
export const house = new House("player");
export const link = house.table(tableId);
export const view = link.view;
/** What is one's own, as far as it may be shown: never ahead of the ball. */
export const seat = signal<SeatView | null>(null);
export const trouble = signal<ApiError | null>(null);

const whole = signal<Book | null>(null);
/** The kinds of call that this terminal offers; a text, so that the same ones change nothing. */
const calls = computed(() => (link.seat.value?.calls ?? view.value?.calls ?? []).join(" "));
/** The book, with only those calls. */
export const book = computed(() => whole.value && offered(whole.value, calls.value.split(" ")));

effect(() => {
  const id = view.value?.book;
  if (id === undefined || isRead(whole.peek(), id)) return;
  loadBook(id).then(
    (found) => {
      whole.value = found;
    },
    (error: unknown) => {
      if (error instanceof ApiError) trouble.value = error;
    },
  );
});

export const isUp = computed(() => house.link.value === "up");
export const isOpen = computed(() => isUp.value && (view.value?.bets_open ?? false));
/** Bets are closed and the round is on: what is pressed now is late, and the house refuses it. */
export const isLate = computed(
  () => isUp.value && view.value?.phase != null && !view.value?.bets_open,
);

// Money

export function balanceOf(own: SeatView | null): number {
  return Object.values(own?.purse ?? {}).reduce((sum, amount) => sum + amount, 0);
}
export const balance = computed(() => balanceOf(seat.value));
export const staked = computed(() => seat.value?.staked ?? 0);
/** What the house keeps for this player since they left. */
export const held = computed(() => seat.value?.held ?? 0);

/** Which chips the visitor plays with, where they hold more than one kind. */
export const wanted = signal<string | null>(null);
export const chipsKind = computed<string | null>(() => {
  const purse = seat.value?.purse ?? {};
  const held = Object.keys(purse).filter((kind) => (purse[kind] ?? 0) > 0);
  if (wanted.value !== null && held.includes(wanted.value)) return wanted.value;
  return held[0] ?? null;
});
export const racks = computed(() =>
  chipsKind.value === "colour-chips" && seat.value?.chips.length
    ? toned(seat.value.chips, [])
    : toned(view.value?.chips ?? [], whole.value?.chips ?? []),
);
const chosen = kept("chip", 500, (value): value is number => Number.isSafeInteger(value));
export const chip = computed(() => {
  const all = racks.value.map((each) => each.cents);
  return all.includes(chosen.value) ? chosen.value : (all[Math.min(1, all.length - 1)] ?? 500);
});
export function choose(cents: number): void {
  chosen.value = cents;
}

/** What may be staked on one area, by the kind of its wager. */
export function limitsFor(kind: string): { min: number; max: number } {
  const limits = view.value?.limits;
  return limits?.kinds?.[kind] ?? limits?.table ?? { min: 0, max: 0 };
}

// What lies on the felt

export interface Asked {
  readonly wager: string;
  readonly amount: number;
  readonly accepted: boolean;
}

/** Wagers that the house has not told of yet: gone once bets are closed without an answer. */
export const asked = computed<readonly Asked[]>(() =>
  link.pending.value.flatMap(({ command, verdict, round }): readonly Asked[] => {
    const stale = round !== view.value?.round || (!verdict && !view.value?.bets_open);
    if (stale) return [];
    const accepted = verdict !== null;
    if (command.type === "place-wager") {
      return [{ wager: command.wager, amount: command.amount, accepted }];
    }
    if (command.type !== "place-wagers") return [];
    return command.wagers.map(({ wager, amount }) => ({ wager, amount, accepted }));
  }),
);
export const pendingTotal = computed(() => asked.value.reduce((sum, each) => sum + each.amount, 0));

// The moment: what is revealed is never ahead of the ball

export const revealed = signal<number | null>(null);
export const newest = computed<Result | null>(() => view.value?.results[0] ?? null);
export const results = computed<readonly Result[]>(() =>
  (view.value?.results ?? []).filter((each) => each.round <= (revealed.value ?? 0)),
);
/** A number that has come and whose ball is still falling. */
export const falling = computed(() => {
  const last = newest.value;
  return last !== null && revealed.value !== null && last.round > revealed.value ? last : null;
});
export const running = computed(() => view.value?.ball_runs ?? false);

effect(() => {
  const last = newest.value;
  if (!view.value) return;
  if (revealed.peek() === null) revealed.value = last?.round ?? 0;
  // A round without a number has no ball to wait for; a new round ends the old one's show.
  const over = last && (last.outcome === null || view.value.phase !== null);
  if (over && last.round > (revealed.peek() ?? 0)) revealed.value = last.round;
});

effect(() => {
  const now = link.seat.value;
  const ahead = (now?.last?.round ?? 0) > (revealed.value ?? Number.POSITIVE_INFINITY);
  if (!ahead || seat.peek() === null) seat.value = now;
});

export function reveal(): void {
  const last = newest.peek();
  if (last) revealed.value = last.round;
}

/** The result that is on show: after the ball has fallen and until bets open or the table waits. */
export const shown = computed<Result | null>(() => {
  const last = newest.value;
  if (!last || view.value?.phase != null || last.round !== revealed.value) return null;
  if (view.value?.is_idle) return null;
  return last.round === view.value?.round ? last : null;
});

// Bonus Numbers, one by one

const LIGHT_EVERY_MS = 280;
export const litCount = signal(0);
const drawn = computed(() => {
  const now = view.value;
  if (now?.bonus_numbers) return now.bonus_numbers;
  const last = shown.value ?? falling.value;
  return last?.bonus_numbers ?? [];
});
effect(() => {
  const all = drawn.value.length;
  if (all === 0) litCount.value = 0;
  else if (still.value || view.value?.phase !== "running") litCount.value = all;
  else if (litCount.value < all) {
    const next = setTimeout(() => {
      litCount.value = Math.min(all, litCount.peek() + 1);
    }, LIGHT_EVERY_MS);
    return () => clearTimeout(next);
  }
  return undefined;
});
export const lit = computed<Lights>(() =>
  lights(book.value, drawn.value, view.value?.lights, litCount.value),
);

export const dolly = computed(() => shown.value?.outcome ?? null);

/** The last round of one's own, once its ball has fallen: what it came to is the house's word. */
export const last = computed<LastRound | null>(() => {
  const ended = seat.value?.last;
  return ended && ended.round <= (revealed.value ?? 0) ? ended : null;
});
/** The same while it is on show: with what became of each wager. */
export const mine = computed(() =>
  last.value && last.value.round === shown.value?.round ? last.value : null,
);

const DRAWN: Readonly<Record<AreaResult["result"], Lying["state"]>> = {
  won: "won",
  lost: "lost",
  returned: "lies",
  void: "lies",
};

/** Every stake on the felt as it is drawn now. */
export const lying = computed<ReadonlyMap<string, Lying>>(() => {
  const rules = book.value;
  const drawnNow = new Map<string, Lying>();
  if (!rules) return drawnNow;
  const own = seat.value?.wagers ?? [];
  for (const [spot, amount] of spread(rules, own)) drawnNow.set(spot, { amount, state: "lies" });
  for (const { area, amount, result } of own.length ? [] : (mine.value?.areas ?? [])) {
    drawnNow.set(area, { amount, state: DRAWN[result] });
  }
  for (const accepted of [true, false]) {
    const part = asked.value.filter((each) => each.accepted === accepted);
    for (const [spot, amount] of spread(rules, part)) {
      const before = drawnNow.get(spot)?.amount ?? 0;
      drawnNow.set(spot, { amount: before + amount, state: accepted ? "lies" : "pending" });
    }
  }
  return drawnNow;
});

/** How many pieces one chip of a wager comes to. */
export function pieces(wager: string): number {
  return book.value ? piecesIn(book.value, wager) : 1;
}

/** Whoever does not want to see the ball fall presses anything. */
function skip(): void {
  if (falling.peek()) reveal();
}

export function start(): void {
  addEventListener("pointerdown", skip);
  addEventListener("keydown", skip);
  batch(() => house.open());
}
