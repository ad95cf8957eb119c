import { expect, test } from "vitest";
import { lights, offered, piecesIn, spread, wagerOf } from "../src/felt/book";
import { stackOf, toned } from "../src/felt/chips";
import { fitted } from "../src/felt/fitted";
import { ARROWS, nearest } from "../src/felt/ways";
import { book } from "./toy";

test("a call is shown on the pieces that the house gives it", () => {
  expect(piecesIn(book, "call")).toBe(3);
  expect(piecesIn(book, "on-a")).toBe(1);
  const lies = spread(book, [
    { wager: "call", amount: 300 },
    { wager: "on-a", amount: 50 },
  ]);
  expect([...lies]).toEqual([
    ["on-a", 250],
    ["between", 100],
  ]);
});

test("what a terminal does not offer is not in its book", () => {
  const less = offered(book, []);
  expect([less.calls, less.racetrack, wagerOf(less, "call")]).toEqual([[], null, undefined]);
  expect(offered(book, ["call"]).racetrack).not.toBeNull();
});

test("numbers light as they come, and a link once the house says that it is full", () => {
  const full = { super_links: { L: 2 }, scatter: 1 };
  const first = lights(book, ["a", "b"], full, 1);
  expect([...first.lit]).toEqual(["a"]);
  expect([first.supers.size, first.scatter]).toEqual([0, true]);
  expect([...lights(book, ["a", "b"], full).supers]).toEqual(["a", "b"]);
  expect(lights(book, ["a", "b"], null).superLinks.size).toBe(0);
  expect(lights(book, null, full).lit.size).toBe(0);
});

test("a stake is a stack of the largest chips, five at most", () => {
  expect(stackOf(1600, [100, 500, 1000])).toEqual([2, 1, 0]);
  expect(stackOf(9000, [100, 500, 1000])).toEqual([2, 2, 2, 2, 2]);
  expect(stackOf(30, [100])).toEqual([0]);
});

test("a chip has the tone of its place among the house's chips", () => {
  expect(toned([500], [100, 500])).toEqual([{ cents: 500, tone: 1 }]);
  expect(toned([70, 350], [])).toEqual([
    { cents: 70, tone: 0 },
    { cents: 350, tone: 1 },
  ]);
});

test("type shrinks until words fit, and wide signs count double", () => {
  expect(fitted("ab", 1000, 20)).toBe(20);
  expect(fitted("大小", 21, 20)).toBeCloseTo(10);
});

test("arrow keys go to what lies next in their direction", () => {
  const all = new Map([
    ["left", { at: { x: 0, y: 0 } }],
    ["right", { at: { x: 50, y: 5 } }],
    ["below", { at: { x: 0, y: 60 } }],
  ]);
  expect(nearest(all, "left", ARROWS.ArrowRight ?? [0, 0])).toBe("right");
  expect(nearest(all, "left", ARROWS.ArrowDown ?? [0, 0])).toBe("below");
  expect(nearest(all, "left", ARROWS.ArrowUp ?? [0, 0])).toBeNull();
  expect(nearest(all, "nothing", ARROWS.ArrowUp ?? [0, 0])).toBeNull();
});
