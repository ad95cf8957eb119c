/** The felt after each entry of a round, from what each entry changed. */
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

/** How a player's chip on an area is drawn once the number has come that the round was settled on. */
export type Fates = (player: string, area: string) => "lies" | "pending";

export function fatesOf(record: Recalled, outcome: string | null): Fates {
  const isFinal = outcome !== null && outcome === record.outcome;
  const lost = new Set(
    (isFinal ? record.areas : [])
      .filter((each) => each.result === "lost")
      .map((each) => `${each.player}\n${each.area}`),
  );
  return (player, area) => (lost.has(`${player}\n${area}`) ? "pending" : "lies");
}
