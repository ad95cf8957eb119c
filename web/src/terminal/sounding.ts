/** When something is heard: bets that close, and a win that is on show. */
import { effect } from "@preact/signals";
import { play } from "../lib/sound";
import { house, isOpen, mine } from "./state";

let wasOpen = false;
effect(() => {
  // A link that is lost closes nothing.
  if (house.link.value !== "up") return;
  if (wasOpen && !isOpen.value) play("close");
  wasOpen = isOpen.value;
});

let heard: number | null = null;
effect(() => {
  const last = mine.value;
  if (!last?.winnings) return;
  if (last.round !== heard) play("win");
  heard = last.round;
});
