/** A book indexed for the page, and what lies on its felt. */

import { get } from "../lib/api";
import { type Language, language } from "../lib/i18n";
import type { BookWhole, Lights as Full, SpotShown, WagerShown, WagerView } from "../protocol";

export interface Book extends BookWhole {
  readonly spotOf: ReadonlyMap<string, SpotShown>;
  readonly callOf: ReadonlyMap<string, WagerShown>;
  /** Of its clauses and readings. */
  readonly language: Language;
}

export async function loadBook(id: string): Promise<Book> {
  return indexed(await get<BookWhole>(`/api/books/${encodeURIComponent(id)}`), language.peek());
}

/** Whether a book is the one of this id, in the reader's language. */
export function isRead(book: Book | null | undefined, id: string): boolean {
  return book?.id === id && book.language === language.value;
}

export function indexed(book: BookWhole, language: Language): Book {
  return {
    ...book,
    language,
    spotOf: new Map(book.felt.spots.map((spot) => [spot.wager, spot])),
    callOf: new Map(book.calls.map((call) => [call.wager, call])),
  };
}

/** The book with only those kinds of call that a terminal offers. */
export function offered(book: Book, kinds: readonly string[]): Book {
  const calls = book.calls.filter((call) => kinds.includes(call.kind));
  const racetrack = calls.length ? book.racetrack : null;
  return indexed({ ...book, calls, racetrack }, book.language);
}

/** A wager of the book, of one piece or of several. */
export function wagerOf(book: Book, wager: string): SpotShown | WagerShown | undefined {
  return book.spotOf.get(wager) ?? book.callOf.get(wager);
}

export function piecesIn(book: Book, wager: string): number {
  return book.callOf.get(wager)?.piece_count ?? 1;
}

/** What wagers come to, spot by spot. */
export function spread(book: Book, wagers: Iterable<Pick<WagerView, "wager" | "amount">>) {
  const lying = new Map<string, number>();
  const add = (spot: string, amount: number) => lying.set(spot, (lying.get(spot) ?? 0) + amount);
  for (const { wager, amount } of wagers) {
    const call = book.callOf.get(wager);
    if (!call) add(wager, amount);
    else {
      const unit = amount / call.piece_count;
      for (const piece of call.pieces) add(piece.wager, unit * piece.count);
    }
  }
  return lying;
}

export interface Lights {
  readonly lit: ReadonlySet<string>;
  readonly supers: ReadonlySet<string>;
  readonly superLinks: ReadonlySet<string>;
  readonly scatter: boolean;
}

export const DARK: Lights = {
  lit: new Set(),
  supers: new Set(),
  superLinks: new Set(),
  scatter: false,
};

/** What the first of the drawn numbers light up, or all of them, as the house says. */
export function lights(
  book: Book | null,
  drawn: readonly string[] | null | undefined,
  full: Full | null | undefined,
  count = drawn?.length ?? 0,
): Lights {
  if (!book || !drawn || !count) return DARK;
  const superLinks = new Set(
    Object.entries(full?.super_links ?? {}).flatMap(([name, after]) =>
      after <= count ? [name] : [],
    ),
  );
  const links = book.bonus?.links.filter(({ name }) => superLinks.has(name)) ?? [];
  return {
    lit: new Set(drawn.slice(0, count)),
    supers: new Set(links.flatMap((link) => link.numbers)),
    superLinks,
    scatter: full?.scatter != null && full.scatter <= count,
  };
}
