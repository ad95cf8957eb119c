/** What a player has on one wager: rulings and withdrawals concern all of it, whatever its chips. */
import type { Book } from "../felt/book";
import { named } from "../lib/i18n";
import { money } from "../lib/money";
import type { PlayerView, RecordWager } from "../protocol";
import { wagerName } from "./books";

export type Chips = NonNullable<RecordWager["chips"]>;

export interface Staked {
  readonly player: string;
  readonly wager: string;
  readonly amount: number;
  readonly chips?: string;
}

export interface Stack {
  /** Player and wager, as a list names them. */
  readonly value: string;
  readonly player: string;
  readonly wager: string;
  readonly amount: number;
  /** The wager, its amount, and of which chips where there are several kinds. */
  readonly words: string;
}

export function stakedBy(players: readonly PlayerView[]): readonly Staked[] {
  return players.flatMap((who) => who.wagers.map((each) => ({ ...each, player: who.player })));
}

export function chipsName(chips: string): string {
  return named("chips", chips, chips);
}

/** Whether a player has more than one kind of chips: then a wager does not say which it is. */
export function hasBoth(who: PlayerView): boolean {
  const held = Object.entries(who.purse).filter(([, amount]) => amount);
  return new Set([...held.map(([kind]) => kind), ...who.wagers.map(({ chips }) => chips)]).size > 1;
}

export function stacksOf(book: Book | null, staked: readonly Staked[]): readonly Stack[] {
  const lots = new Map<string, Staked[]>();
  for (const each of staked) {
    const value = `${each.player}\n${each.wager}`;
    lots.set(value, [...(lots.get(value) ?? []), each]);
  }
  return [...lots].map(([value, all]) => {
    const [player = "", wager = ""] = value.split("\n");
    const amount = all.reduce((sum, each) => sum + each.amount, 0);
    const kinds = all.map((each) => `${money(each.amount)} ${chipsName(each.chips ?? "")}`);
    const of = all.length > 1 ? ` (${kinds.join(", ")})` : "";
    return {
      value,
      player,
      wager,
      amount,
      words: `${wagerName(book, wager)} · ${money(amount)}${of}`,
    };
  });
}
