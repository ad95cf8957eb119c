/** Chips: their denominations, and what a stake is made of. */

export interface Denomination {
  readonly cents: number;
  readonly tone: number;
}

const CASH = [100, 500, 1000, 2500, 10_000, 50_000, 100_000, 500_000];
const MULTIPLES = [1, 5, 10, 20, 50, 100];
export const SHOWN_MOST = 5;

/** The chips that can be put down at a table: none above what one area may hold. */
export function denominations(most: number, value: number | null): readonly Denomination[] {
  const all = value === null ? CASH : MULTIPLES.map((count) => count * value);
  const fitting = all.filter((cents) => cents <= most);
  return (fitting.length ? fitting : all.slice(0, 1))
    .slice(0, 6)
    .map((cents, tone) => ({ cents, tone: value === null ? toneOf(cents) : tone }));
}

function toneOf(cents: number): number {
  let tone = 0;
  CASH.forEach((value, i) => {
    if (cents >= value) tone = i;
  });
  return tone;
}

/** The tones of the chips that a stake is stacked of, the lowest first, at most five. */
export function stackOf(amount: number): readonly number[] {
  const tones: number[] = [];
  let rest = amount;
  for (let i = CASH.length - 1; i >= 0 && tones.length < SHOWN_MOST; i -= 1) {
    const value = CASH[i] ?? 0;
    while (rest >= value && tones.length < SHOWN_MOST) {
      tones.push(i);
      rest -= value;
    }
  }
  return tones.length ? tones : [0];
}
