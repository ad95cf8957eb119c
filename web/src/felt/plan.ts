/**
 * Where a book's felt lies on the page, in pixels, from the grid that the book gives.
 *
 * The grid stands upright, zeros at the head. Lying down, the head is at the left and the rows
 * become columns. Nothing here knows a rule: cells and spots are where the house says.
 */
import type { CellShown, FeltShown, SpotShown } from "../protocol";

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
  readonly double: number;
}

const LYING = { number: 80, across: 104, head: 82, crown: 112, foot: 78, band: 66 };
const UPRIGHT = { number: 62, across: 92, head: 62, crown: 78, foot: 66, band: 60 };
const STRETCH = 2;
/** What a finger needs. */
const TOUCH = 44;
/** How far beside the middle of a box its chip lies, so that the words stay readable. */
const ASIDE = 0.36;
/** What the figures of a number need beside its chip. */
const FIGURE = 20;
/** How much of a number on either side of a line is pressed for the line: it keeps its middle. */
const PART = 0.24;

/** Lay a felt out in the room there is. */
export function planned(felt: FeltShown, room: { w: number; h: number }, upright: boolean): Plan {
  const sizes = upright ? UPRIGHT : LYING;
  const columns = felt.columns.map((line) =>
    line === "number" ? sizes.across / felt.number_columns : sizes.band,
  );
  const rows = felt.rows.map((line) => (line === "band" ? sizes.band : sizes[line]));
  const [wide, long] = upright ? [room.w, room.h] : [room.h, room.w];
  const byAcross = Math.min(wide / sum(columns), (long / sum(rows)) * STRETCH);
  const byAlong = Math.min(long / sum(rows), byAcross * STRETCH);
  const double = Math.max(5, byAcross * sum(columns) * 0.013);
  const touch = felt.columns.map((line, i) => {
    const outer = felt.outer_line && i + 1 === felt.outer_line[0] ? double : 0;
    return line === "number" ? TOUCH / felt.number_columns : TOUCH + outer;
  });
  const across = portions(columns, touch, byAcross * sum(columns));
  const along = portions(
    rows,
    rows.map(() => TOUCH),
    byAlong * sum(rows),
  );
  return new Planner(felt, lines(across), lines(along), double, upright).plan();
}

/** A length cut by sizes, no part under what it needs for as long as others can give. */
function portions(sizes: readonly number[], needs: readonly number[], length: number) {
  const least = needs.map((need) => Math.min(need, (need * length) / sum(needs)));
  const short = new Set<number>();
  for (;;) {
    const rest = length - sum(least.filter((_, i) => short.has(i)));
    const by = rest / sum(sizes.filter((_, i) => !short.has(i)));
    const cut = sizes.map((size, i) => (short.has(i) ? at(least, i) : size * by));
    const next = cut.findIndex((part, i) => !short.has(i) && part < at(least, i));
    if (next < 0) return cut;
    short.add(next);
  }
}

class Planner {
  constructor(
    private readonly felt: FeltShown,
    private readonly across: readonly number[],
    private readonly along: readonly number[],
    private readonly double: number,
    private readonly upright: boolean,
  ) {}

  plan(): Plan {
    const cells = new Map(this.felt.cells.map((cell) => [cell.label, this.cell(cell)]));
    const number = this.numberBox(cells);
    const small = Math.min(number.w, number.h);
    const chip = Math.max(11, Math.min(small * 0.27, 24));
    const placed = this.felt.spots.map((spot) => this.spot(spot, cells, number, chip));
    const spots = new Map(apart(placed).map((each) => [each.spot.wager, each]));
    const wide = at(this.across, this.across.length - 1);
    const long = at(this.along, this.along.length - 1);
    return {
      upright: this.upright,
      width: this.upright ? wide : long,
      height: this.upright ? long : wide,
      chip,
      figure: Math.min(small * 0.46, number.w * 0.42),
      cells,
      spots,
      outerLine: this.outerLine(),
      double: this.double,
    };
  }

  private turned(across: number, along: number): Point {
    if (this.upright) return { x: across, y: along };
    return { x: along, y: at(this.across, this.across.length - 1) - across };
  }

  private cell(cell: CellShown): PlacedCell {
    const left = at(this.across, cell.left);
    let right = at(this.across, cell.right);
    const top = at(this.along, cell.top);
    const bottom = at(this.along, cell.bottom);
    const line = this.felt.outer_line;
    if (cell.kind === "box" && line && cell.right === line[0]) right -= this.double;
    const row = this.felt.rows[cell.top];
    const head = cell.kind === "number" && (row === "crown" || row === "head");
    const crown = cell.kind === "number" && row === "crown";
    const depth = crown ? Math.min(0.14 * (right - left), 0.38 * (bottom - top)) : 0;
    const corners = crown
      ? [
          [(left + right) / 2, top],
          [right, top + depth],
          [right, bottom],
          [left, bottom],
          [left, top + depth],
        ]
      : [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ];
    const middle = this.turned((left + right) / 2, (top + bottom) / 2 + depth / 4);
    return {
      cell,
      box: around(this.turned(left, top), this.turned(right, bottom)),
      corners: corners.map(([x, y]) => this.turned(x ?? 0, y ?? 0)),
      middle,
      head,
    };
  }

  private numberBox(cells: ReadonlyMap<string, PlacedCell>): Box {
    const plain = [...cells.values()].find((each) => each.cell.kind === "number" && !each.head);
    return plain?.box ?? { x: 0, y: 0, w: 60, h: 60 };
  }

  private spot(
    spot: SpotShown,
    cells: ReadonlyMap<string, PlacedCell>,
    number: Box,
    chip: number,
  ): PlacedSpot {
    const own = spot.cell === null ? undefined : cells.get(spot.cell);
    if (own) return { spot, at: beside(own, chip), hit: own.box };
    const half = Math.max(9, Math.min(TOUCH / 2, Math.min(number.w, number.h) * PART));
    const pair = spot.numbers.length === 2 ? spot.numbers.map((n) => cells.get(n)?.box) : [];
    const edge = pair[0] && pair[1] ? shared(pair[0], pair[1]) : null;
    if (edge) return { spot, at: middleOf(edge), hit: grown(edge, half) };
    const place = this.turned(
      between(this.across, spot.place.x),
      between(this.along, spot.place.y),
    );
    if (!spot.outer) return { spot, at: place, hit: square(place, half, half) };
    // On the outer line: from the second line to a little within the row.
    const reach = (this.upright ? number.h : number.w) * 0.25;
    const line = this.felt.outer_line?.[0] ?? 0;
    const band = at(this.across, line) - at(this.across, line - 1);
    const out = Math.min(half, band * 0.22) + this.double / 2;
    const middle = this.upright
      ? { x: place.x - this.double / 2, y: place.y }
      : { x: place.x, y: place.y + this.double / 2 };
    const hit = this.upright ? square(middle, out, reach) : square(middle, reach, out);
    return { spot, at: middle, hit };
  }

  private outerLine(): readonly [Point, Point] | null {
    const line = this.felt.outer_line;
    if (!line) return null;
    const x = at(this.across, line[0]) - this.double;
    return [this.turned(x, at(this.along, line[1])), this.turned(x, at(this.along, line[2]))];
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

function lines(sizes: readonly number[]): readonly number[] {
  let total = 0;
  return [0, ...sizes.map((size) => (total += size))];
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}

/** A position in half squares: on a line, or half-way between two. */
function between(values: readonly number[], halves: number): number {
  const square = Math.floor(halves / 2);
  return (at(values, square) + at(values, square + (halves % 2))) / 2;
}

function around(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    w: Math.abs(a.x - b.x),
    h: Math.abs(a.y - b.y),
  };
}

function square(at: Point, w: number, h: number): Box {
  return { x: at.x - w, y: at.y - h, w: 2 * w, h: 2 * h };
}

/** The line that two boxes share, as a box without width or without height. */
function shared(a: Box, b: Box): Box | null {
  const left = Math.max(a.x, b.x);
  const right = Math.min(a.x + a.w, b.x + b.w);
  const top = Math.max(a.y, b.y);
  const bottom = Math.min(a.y + a.h, b.y + b.h);
  if (right < left - 1 || bottom < top - 1) return null;
  const [w, h] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  if (Math.min(w, h) > 1 || Math.max(w, h) < 2) return null;
  return { x: left, y: top, w, h };
}

function middleOf(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

/** A line widened, and short of its ends where corners lie. */
function grown(edge: Box, half: number): Box {
  const { x, y } = middleOf(edge);
  const length = Math.max(edge.w, edge.h);
  const long = Math.max(length / 4, length / 2 - half);
  return edge.w > edge.h ? square({ x, y }, long, half) : square({ x, y }, half, long);
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
