/** The books of the tables that are looked at, each asked for once. */
import { signal } from "@preact/signals";
import { type Book, isRead, loadBook, wagerOf } from "../felt/book";
import { language, named } from "../lib/i18n";

const known = signal<ReadonlyMap<string, Book>>(new Map());
const asked = new Set<string>();
const AGAIN_MS = 2000;

/** A book, once it has come. */
export function bookOf(id: string | null | undefined): Book | null {
  if (!id) return null;
  const found = known.value.get(id);
  const wanted = `${language.value} ${id}`;
  if (!isRead(found, id) && !asked.has(wanted)) {
    asked.add(wanted);
    loadBook(id).then(
      (book) => {
        known.value = new Map([...known.peek(), [id, book]]);
        asked.delete(wanted);
      },
      () => setTimeout(() => asked.delete(wanted), AGAIN_MS),
    );
  }
  return found ?? null;
}

/** A wager by its name and what tells it from others of its kind. */
export function wagerName(book: Book | null, wager: string): string {
  const found = book ? wagerOf(book, wager) : undefined;
  const kind = found ? named("kind", found.kind, found.name) : wager.split(":")[0];
  const which = wager.includes(":") ? wager.slice(wager.indexOf(":") + 1) : "";
  return which ? `${kind} ${which}` : `${kind}`;
}

/** What voids a round, in the reader's words where there are any. */
export function voidName(what: string, says: string): string {
  return named("void", what, says);
}
