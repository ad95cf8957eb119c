/** The ways of the arrow keys over what lies on a cloth. */
import type { Box, Point } from "./plan";

export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Lain {
  readonly at: Point;
  /** What it takes up, where it lies in rows. */
  readonly hit?: Box;
}

/** What lies next straight in a direction, or about so where there are no rows; or nothing. */
export function nearest(
  all: ReadonlyMap<string, Lain>,
  from: string,
  [dx, dy]: readonly [number, number],
): string | null {
  const start = all.get(from);
  if (!start) return null;
  const across = dx === 0 ? "x" : "y";
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [wager, to] of all) {
    const along = (to.at.x - start.at.x) * dx + (to.at.y - start.at.y) * dy;
    const aside = Math.abs(to.at[across] - start.at[across]);
    const isStraight =
      start.hit && to.hit
        ? within(start.hit, to.at, across) || within(to.hit, start.at, across)
        : aside <= along * 2;
    const far = along + aside * (start.hit ? 0.5 : 2.5);
    if (along > 1 && isStraight && far < least) {
      least = far;
      best = wager;
    }
  }
  return best;
}

function within(hit: Box, at: Point, across: "x" | "y"): boolean {
  const side = across === "x" ? hit.w : hit.h;
  return at[across] > hit[across] + 1 && at[across] < hit[across] + side - 1;
}
