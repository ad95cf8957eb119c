/** Where a book's racetrack lies on the page: the lane of numbers, and the fields of call bets. */
import type { BookWhole, FieldShown } from "../protocol";
import type { Point } from "./plan";
import { Stadium, text } from "./stadium";

export interface PlacedPocket {
  readonly number: string;
  readonly path: string;
  readonly at: Point;
}
export interface PlacedField {
  readonly wager: string;
  readonly path: string;
  /** The middle of what is not covered by a field within, and how much room there is for words. */
  readonly at: Point;
  readonly room: number;
}
export interface TrackPlan {
  readonly width: number;
  readonly height: number;
  readonly lane: number;
  /** How long one pocket of the lane is. */
  readonly pocket: number;
  readonly pockets: readonly PlacedPocket[];
  readonly fields: readonly PlacedField[];
}

const SAMPLES = 12;

export function trackPlan(
  book: BookWhole,
  size: { w: number; h: number },
  upright: boolean,
): TrackPlan | null {
  return book.racetrack ? new Track(book, size, upright).plan() : null;
}

class Track {
  private readonly oval: Stadium;
  private readonly lane: number;

  constructor(
    private readonly book: BookWhole,
    private readonly size: { w: number; h: number },
    private readonly upright: boolean,
  ) {
    const depth = upright ? size.w : size.h;
    const length = upright ? size.h : size.w;
    this.lane = Math.max(depth * 0.25, Math.min(44, depth * 0.3));
    const middle = { x: size.w / 2, y: size.h / 2 };
    this.oval = new Stadium(length - depth, (depth - this.lane) / 2, middle, upright);
  }

  plan(): TrackPlan {
    const fields = [...(this.book.racetrack?.fields ?? [])];
    const numbers = (field: FieldShown) => field.runs.reduce((sum, run) => sum + run.count, 0);
    fields.sort((a, b) => numbers(b) - numbers(a));
    return {
      width: this.size.w,
      height: this.size.h,
      lane: this.lane,
      pocket: this.oval.perimeter / this.book.wheel.length,
      pockets: this.book.wheel.map((number, at) => ({
        number,
        path: this.pocket(at),
        at: this.corner(at, 0),
      })),
      fields: fields.map((field) => this.field(field, fields)),
    };
  }

  private mark(place: number): number {
    const tip = this.book.racetrack?.tip ?? 0;
    return ((place - tip) * this.oval.perimeter) / this.book.wheel.length;
  }

  private corner(place: number, beside: number): Point {
    return this.oval.point(this.mark(place), beside);
  }

  private pocket(at: number): string {
    const half = this.lane / 2;
    const [before, after] = [at - 0.5, at + 0.5];
    return (
      `M${text(this.corner(before, half))}` +
      this.oval.stretch(this.mark(before), this.mark(after), half) +
      `L${text(this.corner(after, -half))}` +
      `${this.oval.stretch(this.mark(after), this.mark(before), -half)}Z`
    );
  }

  /** Along each run of the field's numbers in turn, and straight across to the next. */
  private outline(field: FieldShown): string {
    let path = "";
    for (const run of field.runs) {
      const [start, end] = [run.first - 0.5, run.first + run.count - 0.5];
      path += `${path ? "L" : "M"}${text(this.corner(start, -this.lane / 2))}`;
      path += this.oval.stretch(this.mark(start), this.mark(end), -this.lane / 2);
    }
    return `${path}Z`;
  }

  private field(field: FieldShown, all: readonly FieldShown[]): PlacedField {
    let [low, high] = this.extent(field);
    const own = this.covered(field);
    for (const other of all) {
      const theirs = this.covered(other);
      if (other === field || theirs.size >= own.size) continue;
      if (![...theirs].every((place) => own.has(place))) continue;
      const within = this.extent(other);
      [low, high] = within[0] - low < high - within[1] ? [within[1], high] : [low, within[0]];
    }
    const middle = (low + high) / 2;
    const at = this.upright ? { x: this.size.w / 2, y: middle } : { x: middle, y: this.size.h / 2 };
    return { wager: field.wager, path: this.outline(field), at, room: high - low };
  }

  private covered(field: FieldShown): Set<number> {
    const size = this.book.wheel.length;
    const places = field.runs.flatMap((run) =>
      Array.from({ length: run.count }, (_, i) => (run.first + i) % size),
    );
    return new Set(places);
  }

  /** How far a field reaches along the long axis of the track, measured on that axis. */
  private extent(field: FieldShown): [number, number] {
    const corners = field.runs.flatMap((run) =>
      Array.from({ length: SAMPLES + 1 }, (_, i) =>
        this.corner(run.first - 0.5 + (run.count * i) / SAMPLES, -this.lane / 2),
      ),
    );
    const level = this.upright ? this.size.w / 2 : this.size.h / 2;
    const points = corners.map((p) => (this.upright ? [p.y, p.x - level] : [p.x, p.y - level]));
    const crossings: number[] = [];
    points.forEach(([a = 0, da = 0], i) => {
      const [b = 0, db = 0] = points[(i + 1) % points.length] ?? [];
      if ((da <= 0 && db > 0) || (db <= 0 && da > 0))
        crossings.push(a + ((b - a) * -da) / (db - da));
    });
    return [Math.min(...crossings), Math.max(...crossings)];
  }
}
