/** What the house remembers: statistics, past rounds, and what proves them. */
import { signal } from "@preact/signals";
import { get } from "../lib/api";
import type { Recalled, RoundShown, Statistics } from "../protocol";
import { tableId } from "./state";

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

/** What proves a round, as `croupier fair` reads it. */
export interface Fair {
  readonly commitment: string;
  readonly secret: string;
  readonly [key: string]: unknown;
}
export const fairRecord = (round: number) => get<Fair>(`${at}/rounds/${round}/fair`);
