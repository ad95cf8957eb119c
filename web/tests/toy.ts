/** A felt with two numbers, a line between them and a box: enough to lay out, and of no real game. */
import { type Book, indexed } from "../src/felt/book";
import type { Axis, BookWhole, CellShown, FeltDrawn, SpotShown } from "../src/protocol";

const cell = (label: string, kind: "number" | "box", wager: string): CellShown => ({
  ...{ label, kind, wager, left: 0, top: 0, right: 1, bottom: 1, colour: null, head: false },
});

const spot = (wager: string, numbers: string[], own: string | null): SpotShown => ({
  ...{ wager, numbers, kind: wager, name: wager, pays: 1, wins: "number", clause: "1" },
  ...{ placed: "1", place: { x: 0, y: 0 }, cell: own, outer: false },
});

const drawn = (x: Axis, y: Axis): FeltDrawn => ({
  x,
  y,
  cells: {
    a: { corners: corners(0, 0, 100, 100), middle: [50, 50] },
    b: { corners: corners(100, 0, 200, 100), middle: [150, 50] },
    box: { corners: corners(0, 100, 200, 150), middle: [100, 125] },
  },
  spots: { between: [100, 0, 100, 100], meet: [100, 100, 100, 100] },
  outer_line: null,
});

function corners(left: number, top: number, right: number, bottom: number): [number, number][] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

const across = { lines: [0, 100, 200], shares: [1, 1] };
const down = { lines: [0, 100, 150], shares: [1, 1] };

export const felt = {
  columns: [],
  rows: [],
  number_columns: 1,
  cells: [cell("a", "number", "on-a"), cell("b", "number", "on-b"), cell("box", "box", "box")],
  spots: [
    spot("on-a", ["a"], "a"),
    spot("on-b", ["b"], "b"),
    spot("between", ["a", "b"], null),
    spot("meet", ["a", "b"], null),
    spot("box", ["a", "b"], "box"),
  ],
  outer_line: null,
  lying: drawn(across, down),
  upright: drawn(across, down),
};

export const book: Book = indexed(
  {
    id: "toy",
    felt,
    calls: [
      {
        ...{ wager: "call", kind: "call", name: "Call", numbers: ["a", "b"], clause: "2" },
        pieces: [
          { wager: "on-a", count: 2 },
          { wager: "between", count: 1 },
        ],
        piece_count: 3,
      },
    ],
    racetrack: { tip: 0, fields: [], each_side: null, clause: null },
    bonus: { count: 2, links: [{ name: "L", numbers: ["a", "b"] }], clause: null },
  } as unknown as BookWhole,
  "en",
);
