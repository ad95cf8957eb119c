/** A book indexed for the page, and what lies on its felt. */

import { get } from "../lib/api";
import type { BookWhole, CallShown, SpotShown, WagerView } from "../protocol";

export interface Book extends BookWhole {
  readonly spotOf: ReadonlyMap<string, SpotShown>;
  readonly callOf: ReadonlyMap<string, CallShown>;
}

export async function loadBook(id: string): Promise<Book> {
  return indexed(await get<BookWhole>(`/api/books/${encodeURIComponent(id)}`));
}

export function indexed(book: BookWhole): Book {
  return {
    ...book,
    spotOf: new Map(book.felt.spots.map((spot) => [spot.wager, spot])),
    callOf: new Map(book.calls.map((call) => [call.wager, call])),
  };
}

/** The book with only those kinds of call that a terminal offers. */
export function offered(book: Book, kinds: readonly string[]): Book {
  const calls = book.calls.filter((call) => kinds.includes(call.kind));
  const has = (wager: string) => calls.some((call) => call.wager === wager);
  const fields = book.racetrack?.fields.filter((field) => has(field.wager)) ?? [];
  const racetrack = book.racetrack && calls.length ? { ...book.racetrack, fields } : null;
  return indexed({ ...book, calls, racetrack });
}

/** A wager of the book, of one piece or of several. */
export function wagerOf(book: Book, wager: string): SpotShown | CallShown | undefined {
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

/** What drawn numbers light up, by the links that the book gives. */
export function lights(book: Book, drawn: readonly string[]): Lights {
  const lit = new Set(drawn);
  const links = book.bonus?.links ?? [];
  const full = links.filter((link) => link.numbers.every((number) => lit.has(number)));
  return {
    lit,
    supers: new Set(full.flatMap((link) => link.numbers)),
    superLinks: new Set(full.map((link) => link.name)),
    scatter: links.length > 0 && links.every((link) => link.numbers.some((n) => lit.has(n))),
  };
}
