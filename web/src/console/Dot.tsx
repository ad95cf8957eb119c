import { toneOf } from "./colours";

/** A player's colour as a small chip. */
export function Dot({ colour }: { colour: string | null }) {
  return <i class={`dot ${colour === null ? "is-plain" : `tone-${toneOf(colour)}`}`} />;
}
