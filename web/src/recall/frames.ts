/** The felt after each entry of a round, from what each entry changed. */
import type { Book } from "../felt/book";
import { hasWon, type Lights } from "../felt/book";
import type { Recalled } from "../protocol";

export interface Stake {
  readonly player: string;
  readonly amount: number;
}
/** What lies on each area, by player. */
export type Frame = ReadonlyMap<string, readonly Stake[]>;

export function framesOf(record: Recalled): readonly Frame[] {
  let lies: ReadonlyMap<string, readonly Stake[]> = new Map();
  return record.steps.map((step) => {
    const changed = Object.entries(step.lies);
    if (changed.length) {
      const next = new Map(lies);
      for (const [player, areas] of changed) {
        for (const [area, amount] of Object.entries(areas)) {
          const others = (next.get(area) ?? []).filter((each) => each.player !== player);
          const now = amount ? [...others, { player, amount }] : others;
          if (now.length) next.set(area, now);
          else next.delete(area);
        }
      }
      lies = next;
    }
    return lies;
  });
}

/** Everybody who had a wager, in the order of their first. */
export function playersOf(record: Recalled): readonly string[] {
  const named = [
    ...record.steps.flatMap((step) => Object.keys(step.lies)),
    ...record.results.map((each) => each.player),
  ];
  return [...new Set(named)];
}

const FIRST_TONE = 20;
const TONES = 10;

/** The colour of a player's chips; one alone has chips by their value. */
export function toneOf(players: readonly string[], player: string): number | undefined {
  const at = players.indexOf(player);
  return players.length < 2 || at < 0 ? undefined : FIRST_TONE + (at % TONES);
}

/** How a chip is drawn once the number has come. */
export function fateOf(book: Book, area: string, outcome: string | null, light: Lights) {
  const spot = book.spotOf.get(area);
  if (outcome === null || !spot || hasWon(spot, outcome, light)) return "lies";
  return "pending";
}
