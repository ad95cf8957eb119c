/**
 * The ball's way: round the rim while it runs, and into the pocket that the record names once the
 * record names one. Angles are in turns, clockwise; the rotor turns one way and the ball the other.
 */

export type Mode = "idle" | "running" | "landing" | "resting";

export const LANDING_MS = 1900;
const ROTOR = 0.055;
const ROTOR_IDLE = 0.012;
const BALL = -0.78;
const RIM = 1;

export interface Frame {
  /** How far the rotor is turned. */
  readonly rotor: number;
  /** Where the ball is, and how far out: 1 on the rim, 0 in a pocket. */
  readonly ball: { readonly turn: number; readonly out: number } | null;
}

/** A wheel in motion: told what happens, asked where things are. */
export class Ball {
  mode: Mode = "idle";
  private rotor = 0;
  private rotorAt = 0;
  private speed = ROTOR_IDLE;
  private turn = 0;
  private since = 0;
  private from = 0;
  private by = 0;
  private pocket = 0;

  /** The ball is sent round. */
  run(now: number): void {
    if (this.mode === "running") return;
    this.steady(now, ROTOR);
    this.mode = "running";
    this.since = now;
    this.turn = this.turn % 1;
  }

  /** The record names a pocket, as a part of the wheel: the ball falls into it. */
  land(pocket: number, now: number): void {
    const ball = this.frame(now).ball;
    this.steady(now, ROTOR);
    this.from = ball?.turn ?? 0;
    this.pocket = pocket;
    const ends = this.rotorOf(now + LANDING_MS) + pocket;
    // As far as a ball that slows down evenly would still go, and then to the pocket.
    const goes = (BALL * LANDING_MS) / 1000 / 2;
    this.by = ends - this.from + Math.round(goes - (ends - this.from));
    this.mode = "landing";
    this.since = now;
  }

  /** The ball lies where it fell, or is shown there at once. */
  rest(pocket: number | null, now: number): void {
    this.steady(now, ROTOR_IDLE);
    this.mode = pocket === null ? "idle" : "resting";
    this.pocket = pocket ?? 0;
  }

  frame(now: number): Frame {
    const rotor = this.rotorOf(now);
    switch (this.mode) {
      case "idle":
        return { rotor, ball: null };
      case "running":
        return {
          rotor,
          ball: { turn: this.turn + (BALL * (now - this.since)) / 1000, out: RIM },
        };
      case "landing": {
        const part = Math.min(1, (now - this.since) / LANDING_MS);
        const eased = 1 - (1 - part) * (1 - part);
        return { rotor, ball: { turn: this.from + this.by * eased, out: fall(part) } };
      }
      case "resting":
        return { rotor, ball: { turn: rotor + this.pocket, out: 0 } };
    }
  }

  /** The same where nothing may move: the ball lies in its pocket or is not shown. */
  still(): Frame {
    return { rotor: 0, ball: this.mode === "resting" ? { turn: this.pocket, out: 0 } : null };
  }

  private rotorOf(now: number): number {
    return this.rotor + (this.speed * (now - this.rotorAt)) / 1000;
  }

  private steady(now: number, speed: number): void {
    this.rotor = this.rotorOf(now) % 1;
    this.rotorAt = now;
    this.speed = speed;
  }
}

/** How far out the ball is while it falls: along the rim, down the slope, two small leaps. */
function fall(part: number): number {
  if (part < 0.45) return RIM;
  const down = (part - 0.45) / 0.55;
  const slope = Math.max(0, 1 - down * 1.5);
  const leap =
    down > 0.66
      ? 0.16 * Math.abs(Math.sin(((down - 0.66) / 0.34) * Math.PI * 2)) * (1 - down) * 3
      : 0;
  return Math.min(1, slope * slope + leap);
}
