/** How chips are painted, and what the picture of a stake is made of. */

export interface Denomination {
  readonly cents: number;
  readonly tone: number;
}

const SHOWN_MOST = 5;

/** The chips that the house gives out, each in the tone of its place among all of them. */
export function toned(chips: readonly number[], all: readonly number[]): readonly Denomination[] {
  return chips.map((cents, i) => ({ cents, tone: all.includes(cents) ? all.indexOf(cents) : i }));
}

/** The tones of the chips that a stake is stacked of, the lowest first, at most five. */
export function stackOf(amount: number, chips: readonly number[]): readonly number[] {
  const tones: number[] = [];
  let rest = amount;
  for (let i = chips.length - 1; i >= 0; i -= 1) {
    const value = chips[i] ?? 0;
    for (; rest >= value && tones.length < SHOWN_MOST; rest -= value) tones.push(i);
  }
  return tones.length ? tones : [0];
}
