import { expect, test } from "vitest";
import { planned } from "../src/felt/plan";
import { felt } from "./toy";

const TOUCH = 44;

test("a felt fills the room and keeps its proportions", () => {
  const plan = planned(felt, { w: 400, h: 300 }, false);
  expect([plan.width, plan.height]).toEqual([400, 300]);
  expect(plan.cells.get("b")?.box).toEqual({ x: 200, y: 0, w: 200, h: 200 });
  expect(plan.cells.get("box")?.box).toEqual({ x: 0, y: 200, w: 400, h: 100 });
});

test("it is not stretched more than twice one way", () => {
  const plan = planned(felt, { w: 2000, h: 150 }, false);
  expect(plan.height).toBe(150);
  expect(plan.width).toBe(400);
});

test("a narrow part is given the room that a finger needs", () => {
  const plan = planned(felt, { w: 160, h: 120 }, false);
  expect(plan.cells.get("box")?.box.h).toBe(TOUCH);
  expect(plan.height).toBe(120);
});

test("a chip between two numbers lies on their line, and its hit stops short of the ends", () => {
  const plan = planned(felt, { w: 400, h: 300 }, false);
  const spot = plan.spots.get("between");
  expect(spot?.at).toEqual({ x: 200, y: 100 });
  expect(spot?.hit).toEqual({ x: 178, y: 22, w: 44, h: 156 });
});

test("spots on lines and points do not lie over one another", () => {
  const plan = planned(felt, { w: 400, h: 300 }, false);
  const [line, point] = [plan.spots.get("between")?.hit, plan.spots.get("meet")?.hit];
  expect(line && point && line.y + line.h).toBeLessThanOrEqual(point?.y ?? 0);
});

test("the chip of a box lies beside its words", () => {
  const plan = planned(felt, { w: 400, h: 300 }, false);
  const box = plan.cells.get("box");
  expect(plan.spots.get("box")?.at.x).toBeGreaterThan(box?.middle.x ?? 400);
});
