/** When something is heard: bets that close, and a win that is on show. */
import { effect } from "@preact/signals";
import { play } from "../lib/sound";
import { house, isOpen, lastWin, shown } from "./state";

let wasOpen = false;
effect(() => {
  // A link that is lost closes nothing.
  if (house.link.value !== "up") return;
  if (wasOpen && !isOpen.value) play("close");
  wasOpen = isOpen.value;
});

let heard: number | null = null;
effect(() => {
  const last = lastWin.value;
  if (!last?.known || last.won === 0 || last.round !== shown.value?.round) return;
  if (last.round !== heard) play("win");
  heard = last.round;
});
