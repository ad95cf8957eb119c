import { type Signal, signal } from "@preact/signals";

/** Whether a media query holds, as it changes. */
function matching(query: string): Signal<boolean> {
  const media = matchMedia(query);
  const found = signal(media.matches);
  media.addEventListener("change", () => {
    found.value = media.matches;
  });
  return found;
}

/** Whether the visitor wants things to stand still. */
export const still = matching("(prefers-reduced-motion: reduce)");

/** Whether the window is higher than wide, so that the felt stands upright. */
export const portrait = matching("(max-aspect-ratio: 1/1)");

/** Whether the window is a phone's, either way round. */
export const small = matching("(max-width: 640px), (max-height: 500px)");
