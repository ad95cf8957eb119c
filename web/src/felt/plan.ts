/**
 * Where a book's felt lies on the page, in pixels. The house draws it, lying and upright; here the
 * drawing is scaled to the room there is, and what is pressed is made large enough for fingers.
 */
import type { Axis, CellShown, FeltDrawn, FeltShown, SpotShown } from "../protocol";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface PlacedCell {
  readonly cell: CellShown;
  readonly box: Box;
  /** The corners round the cell; a number at the end of the head comes to a point. */
  readonly corners: readonly Point[];
  readonly middle: Point;
  readonly head: boolean;
}
export interface PlacedSpot {
  readonly spot: SpotShown;
  readonly at: Point;
  /** What a finger or pointer may touch. */
  readonly hit: Box;
}
export interface Plan {
  readonly upright: boolean;
  readonly width: number;
  readonly height: number;
  /** The radius of a chip. */
  readonly chip: number;
  /** The size of type of the numbers. */
  readonly figure: number;
  readonly cells: ReadonlyMap<string, PlacedCell>;
  readonly spots: ReadonlyMap<string, PlacedSpot>;
  readonly outerLine: readonly [Point, Point] | null;
}

const STRETCH = 2;
/** What a finger needs. */
const TOUCH = 44;
/** How far beside the middle of a box its chip lies, so that the words stay readable. */
const ASIDE = 0.36;
/** What the figures of a number need beside its chip. */
const FIGURE = 20;
/** How much of a number on either side of a line is pressed for the line: it keeps its middle. */
const PART = 0.24;

/** Lay a felt out in the room there is: the drawing, scaled part by part between its lines. */
export function planned(felt: FeltShown, room: { w: number; h: number }, upright: boolean): Plan {
  const drawn = upright ? felt.upright : felt.lying;
  const [w, h] = [room.w / extent(drawn.x), room.h / extent(drawn.y)];
  const x = scaled(drawn.x, Math.min(w, h * STRETCH));
  const y = scaled(drawn.y, Math.min(h, w * STRETCH));
  const at = ([across = 0, down = 0]: readonly number[]) => ({ x: x(across), y: y(down) });
  const cells = new Map(felt.cells.map((cell) => [cell.label, placed(cell, drawn, at)]));
  const plain = [...cells.values()].find(({ cell, head }) => cell.kind === "number" && !head);
  const number = plain?.box ?? { x: 0, y: 0, w: 60, h: 60 };
  const small = Math.min(number.w, number.h);
  const chip = Math.max(11, Math.min(small * 0.27, 24));
  const half = Math.max(9, Math.min(TOUCH / 2, small * PART));
  const spots = felt.spots.flatMap((spot): readonly PlacedSpot[] => {
    const own = spot.cell === null ? undefined : cells.get(spot.cell);
    if (own) return [{ spot, at: beside(own, chip), hit: own.box }];
    const lies = drawn.spots[spot.wager];
    if (!lies) return [];
    const [left, top, right, bottom] = lies;
    const { w, h } = around([at([left, top]), at([right, bottom])]);
    const middle = at([(left + right) / 2, (top + bottom) / 2]);
    return [{ spot, at: middle, hit: grown(square(middle, w / 2, h / 2), half) }];
  });
  return {
    upright,
    width: x(extent(drawn.x)),
    height: y(extent(drawn.y)),
    chip,
    figure: Math.min(small * 0.46, number.w * 0.42),
    cells,
    spots: new Map(apart(spots).map((each) => [each.spot.wager, each])),
    outerLine: drawn.outer_line && [at(drawn.outer_line[0]), at(drawn.outer_line[1])],
  };
}

function placed(
  cell: CellShown,
  drawn: FeltDrawn,
  at: (point: readonly number[]) => Point,
): PlacedCell {
  const { corners = [], middle = [] } = drawn.cells[cell.label] ?? {};
  const points = corners.map(at);
  return { cell, box: around(points), corners: points, middle: at(middle), head: cell.head };
}

function extent({ lines }: Axis): number {
  return lines.at(-1) ?? 1;
}

/** A drawing's units in pixels along one axis: by this much, and each part as a finger needs it. */
function scaled({ lines, shares }: Axis, by: number): (units: number) => number {
  const sizes = shares.map((_, i) => (lines[i + 1] ?? 0) - (lines[i] ?? 0));
  const parts = portions(
    sizes,
    shares.map((share) => share * TOUCH),
    by * sum(sizes),
  );
  const starts = parts.map((_, i) => sum(parts.slice(0, i)));
  return (units) => {
    const next = lines.findIndex((line) => line > units);
    const part = (next < 0 ? lines.length - 1 : next) - 1;
    const within = (units - (lines[part] ?? 0)) / (sizes[part] ?? 1);
    return (starts[part] ?? 0) + within * (parts[part] ?? 0);
  };
}

/** A length cut by sizes, no part under what it needs for as long as others can give. */
function portions(sizes: readonly number[], needs: readonly number[], length: number) {
  const least = needs.map((need) => Math.min(need, (need * length) / sum(needs)));
  const short = new Set<number>();
  for (;;) {
    const rest = length - sum(least.filter((_, i) => short.has(i)));
    const by = rest / sum(sizes.filter((_, i) => !short.has(i)));
    const cut = sizes.map((size, i) => (short.has(i) ? (least[i] ?? 0) : size * by));
    const next = cut.findIndex((part, i) => !short.has(i) && part < (least[i] ?? 0));
    if (next < 0) return cut;
    short.add(next);
  }
}

/** Whether words and chip stand one over the other in a cell, and not one beside the other. */
export function isTall({ w, h }: Box): boolean {
  return h > w * 0.8;
}

/** Where the chip of a cell lies: at the end of a box, in the middle of a number that is large. */
function beside({ cell, box, middle }: PlacedCell, chip: number): Point {
  const tall = isTall(box);
  const half = (tall ? box.h : box.w) / 2;
  const most = half - chip - 3;
  const by = Math.max(
    0,
    Math.min(most, cell.kind === "box" ? half * 2 * ASIDE : FIGURE + chip - half),
  );
  return tall ? { x: middle.x, y: middle.y + by } : { x: middle.x + by, y: middle.y };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

function around(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

function square(at: Point, w: number, h: number): Box {
  return { x: at.x - w, y: at.y - h, w: 2 * w, h: 2 * h };
}

function middleOf(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

/** A line widened, and short of its ends where corners lie; a point is widened all round. */
function grown(box: Box, half: number): Box {
  if (box.w > 0 && box.h > 0) return box;
  const short = (length: number) => (length > 0 ? Math.max(length / 4, length / 2 - half) : half);
  return square(middleOf(box), short(box.w), short(box.h));
}

/** Spots of lines and points, each cut half-way to another that it would overlap. */
function apart(all: readonly PlacedSpot[]): readonly PlacedSpot[] {
  const small = all.filter(({ spot }) => spot.cell === null);
  return all.map((each) => {
    if (each.spot.cell !== null) return each;
    const { x, y } = middleOf(each.hit);
    let [w, h] = [each.hit.w / 2, each.hit.h / 2];
    for (const { hit } of small) {
      const other = middleOf(hit);
      const [dx, dy] = [Math.abs(x - other.x), Math.abs(y - other.y)];
      if (dx + dy < 1 || dx >= w + hit.w / 2 || dy >= h + hit.h / 2) continue;
      if (dx > dy) w = Math.min(w, dx / 2);
      else h = Math.min(h, dy / 2);
    }
    return { ...each, hit: square({ x, y }, w, h) };
  });
}
