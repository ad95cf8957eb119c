/** Amounts are whole cents; nothing here divides into fractions. */

const GROUPS = /\B(?=(\d{3})+$)/g;

/** Cents as units with two places: 123450 is "1,234.50". */
export function money(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.abs(cents);
  const rest = whole % 100;
  const units = String((whole - rest) / 100).replace(GROUPS, ",");
  return `${sign}${units}.${String(rest).padStart(2, "0")}`;
}

/** A gain or a loss: with its sign, but for nothing. */
export function signed(cents: number): string {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/** As short as it can be said exactly, for the face of a chip: 5, 2.50, 1.5k, 20k. */
export function compact(cents: number): string {
  if (cents >= 100_000 && cents % 10_000 === 0) {
    const hundreds = cents / 10_000;
    const tenth = hundreds % 10;
    return `${(hundreds - tenth) / 10}${tenth ? `.${tenth}` : ""}k`;
  }
  const rest = cents % 100;
  const units = String((cents - rest) / 100);
  return rest ? `${units}.${String(rest).padStart(2, "0")}` : units;
}

/** What somebody typed, in cents; null where it is no amount. */
export function inCents(text: string): number | null {
  const match = /^\s*(\d{1,9})(?:[.,](\d{1,2}))?\s*$/.exec(text.replace(/(\d),(?=\d{3}\b)/g, "$1"));
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0") || "0");
}
