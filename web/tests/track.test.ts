import { expect, test } from "vitest";
import { scaled, shapeFor } from "../src/felt/track";

const drawn = { width: 400, height: 100, lane: 25, pocket: 20, pockets: [], fields: [] };

test("the shape that is asked for is the room's, in hundredths of its depth", () => {
  expect(`${shapeFor({ w: 1000, h: 200 }, false)}`).toBe("length=500&lane=25");
  expect(`${shapeFor({ w: 200, h: 1000 }, true)}`).toBe("length=500&lane=25");
});

test("a shallow track has a wider lane, for fingers", () => {
  expect(shapeFor({ w: 800, h: 160 }, false).get("lane")).toBe("28");
  expect(shapeFor({ w: 500, h: 100 }, false).get("lane")).toBe("30");
});

test("a drawing is scaled as it lies", () => {
  const plan = scaled(drawn, { w: 800, h: 300 }, false);
  expect([plan.width, plan.height, plan.scale]).toEqual([800, 200, 2]);
  expect(plan.at({ x: 10, y: 20 })).toEqual({ x: 20, y: 40 });
  expect(plan.transform).toBe("scale(2)");
});

test("standing, its right end is up", () => {
  const plan = scaled(drawn, { w: 200, h: 800 }, true);
  expect([plan.width, plan.height]).toEqual([200, 800]);
  expect(plan.at({ x: 400, y: 0 })).toEqual({ x: 0, y: 0 });
  expect(plan.at({ x: 0, y: 100 })).toEqual({ x: 200, y: 800 });
  expect(plan.transform).toBe("matrix(0 -2 2 0 0 800)");
});
