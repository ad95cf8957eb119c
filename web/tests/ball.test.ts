import { expect, test } from "vitest";
import { Ball, DEFLECTORS } from "../src/wheel/ball";

const POCKETS = Array.from({ length: 38 }, (_, i) => i / 38);
const FRAME_MS = 1000 / 60;
const part = (turns: number) => ((turns % 1) + 1) % 1;

/** A ball that has run for a while and lands. */
function landing(pocket: number, ran = 4000): Ball {
  const ball = new Ball();
  ball.run(0);
  ball.land(pocket, ran);
  return ball;
}

test("the ball comes to rest in its pocket, with no step at the end", () => {
  for (const pocket of POCKETS) {
    const ball = landing(pocket);
    const ends = 4000 + ball.landing_ms;
    const { rotor, ball: at } = ball.frame(ends);
    expect(at?.out).toBeCloseTo(0, 6);
    const aside = part((at?.turn ?? 0) - rotor - pocket);
    expect(Math.min(aside, 1 - aside)).toBeLessThan(1e-6);
    ball.rest(pocket, ends);
    expect(part(ball.frame(ends).ball?.turn ?? 0)).toBeCloseTo(part(at?.turn ?? 0), 6);
  }
});

test("it lands in two to four seconds, whatever the pocket and however long it has run", () => {
  for (const pocket of POCKETS) {
    for (const ran of [200, 3000, 60_000]) {
      const { landing_ms } = landing(pocket, ran);
      expect(landing_ms).toBeGreaterThan(1800);
      expect(landing_ms).toBeLessThan(4000);
    }
  }
});

test("while it runs it knows no pocket, slows down and stays on the rim", () => {
  const ball = new Ball();
  ball.run(0);
  const turns = [0, 1000, 2000, 3000, 9000, 10_000].map((now) => ball.frame(now).ball?.turn ?? 0);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = turns;
  expect(a - b).toBeGreaterThan(b - c);
  expect(b - c).toBeGreaterThan(c - d);
  expect(c - d).toBeGreaterThan(e - f);
  expect(ball.frame(5000).ball?.out).toBe(1);
});

test("it never jumps: from its run to its rest each frame is near the one before", () => {
  for (const pocket of POCKETS) {
    const ball = landing(pocket);
    const run = new Ball();
    run.run(0);
    let before = run.frame(4000 - FRAME_MS).ball;
    for (let now = 4000; now < 4000 + ball.landing_ms; now += FRAME_MS) {
      const at = ball.frame(now).ball;
      expect(Math.abs((at?.turn ?? 0) - (before?.turn ?? 0))).toBeLessThan(0.04);
      expect(Math.abs((at?.out ?? 0) - (before?.out ?? 0))).toBeLessThan(0.12);
      before = at;
    }
  }
});

test("it is thrown up by a deflector that it passes", () => {
  let met = 0;
  for (const pocket of POCKETS) {
    const ball = landing(pocket);
    for (let now = 4000; now < 4000 + ball.landing_ms; now += 4) {
      const [at, next] = [ball.frame(now).ball, ball.frame(now + 4).ball];
      if (!at || !next || at.out < 0.68 || next.out <= at.out) continue;
      const along = part(at.turn * DEFLECTORS - 0.5);
      if (Math.min(along, 1 - along) < 0.12) met += 1;
      break;
    }
  }
  expect(met).toBeGreaterThan(POCKETS.length * 0.8);
});
