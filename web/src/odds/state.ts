/** What the explorer knows: a book with its exact odds, and the spread that is being built. */
import { computed, effect, signal } from "@preact/signals";
import { type Book, loadBook, piecesIn, spread, wagerOf } from "../felt/book";
import type { Lying } from "../felt/Felt";
import { ApiError, get, post } from "../lib/api";
import { language } from "../lib/i18n";
import type { BookOdds, BookShown, Laid, SpreadShown, WagerOdds } from "../protocol";
import { addressOf, type By, betsIn, bookInPath, byIn } from "./address";

export const books = signal<readonly BookShown[]>([]);
export const book = signal<Book | null>(null);
export const figures = signal<ReadonlyMap<string, WagerOdds>>(new Map());
export const by = signal<By>(byIn(location.search));
export const chip = signal(500);
export const bets = signal<readonly Laid[]>([]);
/** The wager that is looked at, and the last one that was. */
export const pointed = signal<string | null>(null);
export const last = signal<string | null>(null);
/** The number whose result is looked at. */
export const number = signal<string | null>(null);
/** The odds of the spread; those of the spread before stay until the new ones have come. */
export const shown = signal<SpreadShown | null>(null);
export const wrong = signal<ApiError | null>(null);

export const WAGERS_MOST = 200;
const AGAIN_MS = 1500;
const ASK_AFTER_MS = 40;
const UNDO_MOST = 50;

export const lying = computed<ReadonlyMap<string, Lying>>(() => {
  const rules = book.value;
  if (!rules) return new Map();
  const spots = [...spread(rules, bets.value)];
  return new Map(spots.map(([spot, amount]) => [spot, { amount, state: "lies" }]));
});

const loadBooks = () => get<readonly BookShown[]>("/api/books");

export async function start(): Promise<void> {
  try {
    if (!books.value.length) books.value = await loadBooks();
    const id = bookInPath(location.pathname) ?? books.value[0]?.id ?? "";
    const [rules, odds] = await Promise.all([
      loadBook(id),
      get<BookOdds>(`/api/books/${encodeURIComponent(id)}/odds`),
    ]);
    figures.value = new Map(odds.wagers.map((each) => [each.wager, each]));
    bets.value = betsIn(location.search).filter(({ wager, amount }) => {
      const known = wagerOf(rules, wager);
      return known && amount % piecesIn(rules, wager) === 0;
    });
    book.value = rules;
    wrong.value = null;
  } catch (error) {
    wrong.value = error instanceof ApiError ? error : new ApiError(0, "", String(error));
    if (wrong.value.status === 0) setTimeout(() => void start(), AGAIN_MS);
  }
}

// The same book again, in another language.
effect(() => {
  const words = language.value;
  const rules = book.peek();
  if (!rules || rules.language === words) return;
  Promise.all([loadBooks(), loadBook(rules.id)]).then(
    ([all, again]) => {
      books.value = all;
      if (book.peek()?.id === again.id) book.value = again;
    },
    () => undefined,
  );
});

// The spread

const before: (readonly Laid[])[] = [];
export const canUndo = signal(false);

function change(to: readonly Laid[]): void {
  before.push(bets.value);
  if (before.length > UNDO_MOST) before.shift();
  canUndo.value = true;
  bets.value = to;
}

/** One more chip on a wager: on each of its pieces, where it has several. */
export function place(wager: string): void {
  const rules = book.value;
  if (!rules) return;
  last.value = wager;
  const add = chip.value * piecesIn(rules, wager);
  const has = bets.value.some((each) => each.wager === wager);
  if (!has && bets.value.length >= WAGERS_MOST) return;
  change(
    has
      ? bets.value.map((each) =>
          each.wager === wager ? { wager, amount: each.amount + add } : each,
        )
      : [...bets.value, { wager, amount: add }],
  );
}

/** All that lies on a wager goes; on a spot that a call covers nothing lies by itself. */
export function take(wager: string): void {
  if (bets.value.some((each) => each.wager === wager)) {
    change(bets.value.filter((each) => each.wager !== wager));
  }
}

export function clear(): void {
  if (bets.value.length) change([]);
}

export function undo(): void {
  const back = before.pop();
  if (back) bets.value = back;
  canUndo.value = before.length > 0;
}

export function point(wager: string | null): void {
  pointed.value = wager;
  if (wager !== null) last.value = wager;
}

// What the house works out

let asked = 0;

async function ask(id: string, laid: readonly Laid[]): Promise<void> {
  asked += 1;
  const turn = asked;
  try {
    const found = await post<SpreadShown>(`/api/books/${encodeURIComponent(id)}/spread`, {
      wagers: laid,
    });
    if (turn !== asked) return;
    shown.value = found;
    wrong.value = null;
  } catch (error) {
    if (turn !== asked) return;
    wrong.value = error instanceof ApiError ? error : new ApiError(0, "", String(error));
    const passing = wrong.value.status === 0 || wrong.value.status === 429;
    if (passing) setTimeout(() => turn === asked && void ask(id, laid), AGAIN_MS);
  }
}

effect(() => {
  const rules = book.value;
  const laid = bets.value;
  if (!rules) return;
  history.replaceState(null, "", addressOf(rules.id, by.value, laid));
});

effect(() => {
  const rules = book.value;
  const laid = bets.value;
  if (!rules) return;
  if (!laid.length) {
    asked += 1;
    shown.value = null;
    wrong.value = null;
    return;
  }
  const soon = setTimeout(() => void ask(rules.id, laid), ASK_AFTER_MS);
  return () => clearTimeout(soon);
});
