/** The colours of the felt by a figure: one step of the scale for each value that there is. */
import type { Book } from "../felt/book";
import { named } from "../lib/i18n";
import type { Figure, WagerOdds } from "../protocol";
import type { By } from "./address";

export interface Step {
  readonly figure: Figure;
  readonly colour: string;
  /** What wagers have this value, each kind once. */
  readonly kinds: readonly string[];
  readonly wagers: readonly string[];
}

// From low to high; ivory stays readable on every one of them.
const SCALE: readonly (readonly [number, number, number])[] = [
  [24, 62, 110],
  [16, 94, 112],
  [33, 104, 72],
  [104, 96, 26],
  [143, 84, 18],
];

/** Where on the scale a value stands that every wager has. */
const ALONE = 0.2;

export function steps(
  book: Book,
  figures: ReadonlyMap<string, WagerOdds>,
  by: Exclude<By, "none">,
): readonly Step[] {
  const groups = new Map<string, { figure: Figure; wagers: string[]; kinds: Set<string> }>();
  for (const spot of book.felt.spots) {
    const figure = figures.get(spot.wager)?.[by];
    if (!figure) continue;
    const group = groups.get(figure.exact) ?? { figure, wagers: [], kinds: new Set() };
    group.wagers.push(spot.wager);
    group.kinds.add(named("kind", spot.kind, spot.name));
    groups.set(figure.exact, group);
  }
  const sorted = [...groups.values()].sort(
    (a, b) => Number(a.figure.decimal) - Number(b.figure.decimal),
  );
  return sorted.map(({ figure, wagers, kinds }, i) => ({
    figure,
    wagers,
    kinds: [...kinds],
    colour: colour(sorted.length > 1 ? i / (sorted.length - 1) : ALONE),
  }));
}

function colour(part: number): string {
  const at = part * (SCALE.length - 1);
  const low = Math.min(Math.floor(at), SCALE.length - 2);
  const mixed = [0, 1, 2].map((i) => {
    const [a, b] = [SCALE[low]?.[i] ?? 0, SCALE[low + 1]?.[i] ?? 0];
    return Math.round(a + (b - a) * (at - low));
  });
  return `rgb(${mixed.join(" ")})`;
}
