/** The colours of colour chips, as tones of the chips that are drawn. */

export const COLOURS = [
  "blue",
  "pink",
  "yellow",
  "brown",
  "lilac",
  "lime",
  "orange",
  "turquoise",
  "white",
  "grey",
] as const;

const FIRST = 20;

/** The tone of a player's colour; a colour of the house's own gets one that stays the same. */
export function toneOf(colour: string): number {
  const at = COLOURS.indexOf(colour as (typeof COLOURS)[number]);
  if (at >= 0) return FIRST + at;
  let sum = 0;
  for (const sign of colour) sum += sign.charCodeAt(0);
  return FIRST + (sum % COLOURS.length);
}
