/**
 * The place under the spread for what it does over many rounds: the grid keeps the full width for
 * it (`.evening`), and whatever stands here takes the spread from `bets` and the book from `book`.
 */
export function Evening() {
  return null;
}
