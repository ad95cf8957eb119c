/**
 * A wheel in motion as animations, which the browser's compositor runs by itself: no script, style
 * or paint is needed while it turns.
 */
import type { Ball, Frame } from "./ball";

const BALL_RUNS = 83;
const BALL_RESTS = 50;
/** How long the ball slows down on the rim: from then on it runs evenly. */
const SLOWING_MS = 12_000;
const STEP_MS = 1000 / 60;

export function rotorAt({ rotor }: Frame): string {
  return `rotate(${rotor}turn)`;
}

export function ballAt({ ball }: Frame): string {
  if (!ball) return "none";
  const far = BALL_RESTS + (BALL_RUNS - BALL_RESTS) * ball.out;
  return `rotate(${ball.turn}turn) translateY(${-far / 2}%)`;
}

/** Set rotor and ball going as they are from now on; what went before is over. */
export function go(rotor: Element, dot: Element, ball: Ball, now: number): void {
  const before = [...rotor.getAnimations(), ...dot.getAnimations()];
  const first = ball.frame(now);
  const begin = (element: Element, shown: Keyframe[], options: KeyframeAnimationOptions) => {
    element.animate(shown, options).startTime = now;
  };
  const round = { duration: 1000 / ball.speed, iterations: Number.POSITIVE_INFINITY };
  const further = { rotor: first.rotor + 1, ball: null };
  begin(rotor, [{ transform: rotorAt(first) }, { transform: rotorAt(further) }], round);
  if (ball.mode === "resting" && first.ball) {
    const next = { rotor: 0, ball: { turn: first.ball.turn + 1, out: 0 } };
    begin(dot, [{ transform: ballAt(first) }, { transform: ballAt(next) }], round);
  }
  if (ball.mode === "landing" || ball.mode === "running") {
    const duration = ball.mode === "landing" ? ball.landing_ms : SLOWING_MS;
    begin(dot, sampled(ball, now, duration), { duration, fill: "forwards" });
  }
  if (ball.mode === "running") {
    const [from, to] = [ball.frame(now + SLOWING_MS), ball.frame(now + 2 * SLOWING_MS)];
    const even = { duration: SLOWING_MS, iterations: Number.POSITIVE_INFINITY };
    begin(dot, wholly(from, to), { ...even, delay: SLOWING_MS });
  }
  for (const each of before) each.cancel();
}

function sampled(ball: Ball, now: number, duration: number): Keyframe[] {
  const steps = Math.ceil(duration / STEP_MS);
  return Array.from({ length: steps + 1 }, (_, i) => ({
    transform: ballAt(ball.frame(now + (i * duration) / steps)),
  }));
}

/** As many whole turns as come nearest, so that it goes on where it began. */
function wholly(from: Frame, to: Frame): Keyframe[] {
  const begins = from.ball?.turn ?? 0;
  const turns = Math.round((to.ball?.turn ?? 0) - begins);
  const ends = { rotor: 0, ball: { turn: begins + turns, out: 1 } };
  return [{ transform: ballAt(from) }, { transform: ballAt(ends) }];
}
