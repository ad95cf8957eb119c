/** The size of type at which words fit a length; wide signs count double. */
export function fitted(words: string, length: number, most: number): number {
  let ems = 0;
  for (const sign of words) ems += sign > "\u2e7f" ? 1.05 : 0.56;
  return Math.min(most, length / Math.max(1, ems));
}
