import { signal } from "@preact/signals";

const asked = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the visitor wants things to stand still. */
export const still = signal(asked.matches);
asked.addEventListener("change", () => {
  still.value = asked.matches;
});

const tall = matchMedia("(max-aspect-ratio: 1/1)");

/** Whether the window is higher than wide, so that the felt stands upright. */
export const portrait = signal(tall.matches);
tall.addEventListener("change", () => {
  portrait.value = tall.matches;
});
