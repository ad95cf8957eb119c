/** What the house remembers: statistics, past rounds, and what proves them. */
import { effect, signal } from "@preact/signals";
import { get } from "../lib/api";
import type { Shown } from "../lib/fair";
import type { Recalled, RoundShown, Statistics } from "../protocol";
import { tableId, view } from "./state";

const at = `/api/tables/${encodeURIComponent(tableId)}`;

export const statistics = signal<Statistics | null>(null);

export async function loadStatistics(rounds = 500): Promise<void> {
  try {
    statistics.value = await get<Statistics>(`${at}/statistics?rounds=${rounds}`);
  } catch {
    // The last numbers are shown all the same.
  }
}

export const ownRounds = () => get<readonly RoundShown[]>(`${at}/played?limit=50`, "player");
export const recalled = (round: number) => get<Recalled>(`${at}/rounds/${round}`, "player");

/** What this page was shown of the last rounds while they were in play, to hold the proof against. */
const shown = new Map<number, Shown>();
const SHOWN_MAX = 200;
effect(() => {
  const { round, commitment, seed } = view.value ?? {};
  if (round === undefined || !commitment) return;
  const before = shown.get(round);
  // The first that was shown counts: another one later would not be what was committed to.
  shown.set(round, {
    commitment: before?.commitment ?? commitment,
    seed: before?.seed ?? seed ?? null,
  });
  for (const old of shown.keys()) if (shown.size > SHOWN_MAX) shown.delete(old);
});
export const shownOf = (round: number): Shown | null => shown.get(round) ?? null;

/** What proves a round, as `croupier fair` reads it. */
export interface Fair {
  readonly commitment: string;
  /** Null where the house declared it lost. */
  readonly secret: string | null;
  readonly seed?: string | null;
  readonly [key: string]: unknown;
}
export const fairRecord = (round: number) => get<Fair>(`${at}/rounds/${round}/fair`);
