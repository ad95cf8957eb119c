/** Three soft sounds, made here and heard only by who has switched them on. */
import { kept } from "./kept";

/** Whether this visitor wants to hear anything. */
export const sounds = kept(
  "sounds",
  false,
  (value): value is boolean => typeof value === "boolean",
);

export type Sound = "chip" | "close" | "win";

/** Each sound as its notes: pitch in hertz, and after how many seconds it begins and is gone. */
const NOTES: Record<Sound, readonly (readonly [hertz: number, from: number, until: number])[]> = {
  chip: [[1900, 0, 0.06]],
  close: [
    [330, 0, 0.2],
    [247, 0.2, 0.5],
  ],
  win: [
    [523, 0, 0.16],
    [659, 0.16, 0.32],
    [784, 0.32, 0.9],
  ],
};
const LOUD = 0.07;
const QUIET = 0.0001;
const RISES_S = 0.008;

let context: AudioContext | null = null;

/** Play a sound, once the visitor has touched the page: browsers are silent before. */
export function play(sound: Sound): void {
  const active = navigator.userActivation?.hasBeenActive ?? true;
  if (!sounds.peek() || !active || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const level = context.createGain();
  let end = now;
  for (const [hertz, from, until] of NOTES[sound]) {
    end = now + until;
    tone.frequency.setValueAtTime(hertz, now + from);
    level.gain.setValueAtTime(QUIET, now + from);
    level.gain.exponentialRampToValueAtTime(LOUD, now + from + RISES_S);
    level.gain.exponentialRampToValueAtTime(QUIET, end);
  }
  tone.connect(level).connect(context.destination);
  tone.start(now);
  tone.stop(end);
}
