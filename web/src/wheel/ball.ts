/**
 * The ball's way: round the rim, slower and slower, while it runs; and once the record names a
 * pocket, off the rim, against a deflector, over some pockets and into that one. Angles are in
 * turns, clockwise; the rotor turns one way and the ball the other.
 */

export type Mode = "idle" | "running" | "landing" | "resting";

const ROTOR = 0.13;
const ROTOR_IDLE = 0.02;
/** How fast the ball runs when it is sent round, in turns a second, and how fast it gets. */
const SENT = -1.8;
const RUNS = -1.05;
/** How long it takes to lose most of the difference. */
const SLOWS_MS = 2200;
/** About how long it takes to land; the way to its pocket makes that longer or shorter. */
const LANDING_MS = 2800;
export const DEFLECTORS = 8;
/** The part of its landing in which it meets a deflector, and for how long before it is off the rim. */
const HITS_FROM = 0.5;
const HITS_UNTIL = 0.68;
const FALLS = 0.12;

export interface Frame {
  /** How far the rotor is turned. */
  readonly rotor: number;
  /** Where the ball is, and how far out: 1 on the rim, 0 in a pocket. */
  readonly ball: { readonly turn: number; readonly out: number } | null;
}

/** A wheel in motion: told what happens, asked where things are. */
export class Ball {
  mode: Mode = "idle";
  /** How long this landing takes. */
  landing_ms = 0;
  /** How fast the rotor turns. */
  speed = ROTOR_IDLE;
  private rotor = 0;
  private rotorAt = 0;
  private turn = 0;
  private since = 0;
  /** On the rotor: where a landing begins, how far it goes, and the part in which it is deflected. */
  private from = 0;
  private by = 0;
  private hit = HITS_FROM;
  private pocket = 0;

  /** The ball is sent round. Nobody knows where to. */
  run(now: number): void {
    if (this.mode === "running") return;
    this.steady(now, ROTOR);
    this.mode = "running";
    this.since = now;
    this.turn = this.turn % 1;
  }

  /** The record names a pocket, as a part of the wheel: the ball falls into it. */
  land(pocket: number, now: number): void {
    const at = this.frame(now);
    const slowed = this.mode === "running" ? Math.exp((this.since - now) / SLOWS_MS) : 0;
    this.steady(now, ROTOR);
    this.from = (at.ball?.turn ?? 0) - at.rotor;
    this.pocket = pocket;
    // Slowing down evenly from its speed, it goes as far as the pocket in about the usual time.
    const speed = RUNS + (SENT - RUNS) * slowed - ROTOR;
    const usual = (speed * LANDING_MS) / 2000;
    const ends = pocket - this.from;
    this.by = ends + Math.round(usual - ends);
    this.landing_ms = (2000 * this.by) / speed;
    this.mode = "landing";
    this.since = now;
    this.hit = this.deflected();
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
        return { rotor, ball: { turn: this.turn + ran(now - this.since), out: 1 } };
      case "landing": {
        const part = Math.min(1, (now - this.since) / this.landing_ms);
        const turn = rotor + this.along(part) + scattered(part, this.hit);
        return { rotor, ball: { turn, out: fallen(part, this.hit) } };
      }
      case "resting":
        return { rotor, ball: { turn: rotor + this.pocket, out: 0 } };
    }
  }

  /** The same where nothing may move: the ball lies in its pocket or is not shown. */
  still(): Frame {
    return { rotor: 0, ball: this.mode === "resting" ? { turn: this.pocket, out: 0 } : null };
  }

  /** On the rotor, without what the deflector does to it. */
  private along(part: number): number {
    return this.from + this.by * (1 - (1 - part) * (1 - part));
  }

  /** The part of its landing in which it passes a deflector, about when it is off the rim. */
  private deflected(): number {
    const past = (part: number) => {
      const turn = this.rotorOf(this.since + part * this.landing_ms) + this.along(part);
      return Math.floor(turn * DEFLECTORS - 0.5);
    };
    const first = past(HITS_FROM);
    for (let part = HITS_FROM; part < HITS_UNTIL; part += 0.005) {
      if (past(part) !== first) return part;
    }
    return HITS_UNTIL;
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

/** How far the ball has run after a time. */
function ran(ms: number): number {
  const slowed = SLOWS_MS * (1 - Math.exp(-ms / SLOWS_MS));
  return (RUNS * ms + (SENT - RUNS) * slowed) / 1000;
}

/** How far aside the deflector and the pockets' walls throw the ball, less and less. */
function scattered(part: number, hit: number): number {
  if (part <= hit) return 0;
  const gone = (part - hit) / (1 - hit);
  return 0.045 * Math.sin(gone * 5 * Math.PI) * (1 - gone) * (1 - gone);
}

/** How far out the ball is: on the rim, down the slope, up from the deflector, and in small leaps. */
function fallen(part: number, hit: number): number {
  const leaves = hit - FALLS;
  if (part < leaves) return 1;
  if (part < hit) return 1 - 0.3 * ((part - leaves) / FALLS) ** 2;
  const gone = (part - hit) / (1 - hit);
  if (gone < 0.35) {
    const down = gone / 0.35;
    return 0.7 + 0.2 * Math.sin(down * Math.PI) * (1 - down) - 0.6 * down * down;
  }
  const left = 1 - (gone - 0.35) / 0.65;
  return 0.1 * left + 0.2 * Math.abs(Math.sin(left * 3 * Math.PI)) * left * left;
}
