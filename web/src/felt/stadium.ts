/**
 * A stadium: two straights joined by half circles, the shape of a racetrack. Its middle line is
 * measured from the right tip, clockwise; lines beside it follow the same measure.
 */
import type { Point } from "./plan";

export class Stadium {
  readonly perimeter: number;

  constructor(
    readonly straight: number,
    readonly radius: number,
    readonly centre: Point,
    readonly upright: boolean,
  ) {
    this.perimeter = 2 * straight + 2 * Math.PI * radius;
  }

  point(mark: number, beside = 0): Point {
    const quarter = (Math.PI * this.radius) / 2;
    const out = this.radius + beside;
    const half = this.straight / 2;
    const m = modulo(mark, this.perimeter);
    if (m < quarter) return this.bent(half, out, m / this.radius);
    if (m < quarter + this.straight) return this.turned(half - (m - quarter), out);
    if (m < 3 * quarter + this.straight) {
      return this.bent(-half, out, (m - this.straight) / this.radius);
    }
    if (m < 3 * quarter + 2 * this.straight) {
      return this.turned(m - 3 * quarter - this.straight - half, -out);
    }
    return this.bent(half, out, (m - 2 * this.straight) / this.radius);
  }

  /** A path along the line from one mark to another, without its first point. */
  stretch(start: number, end: number, beside = 0): string {
    let from = start;
    let path = "";
    for (const mark of [...this.bends(start, end), end]) {
      const to = this.point(mark, beside);
      const out = fixed(this.radius + beside);
      path += this.isBent((from + mark) / 2)
        ? `A${out} ${out} 0 0 ${end > start ? 1 : 0} ${text(to)}`
        : `L${text(to)}`;
      from = mark;
    }
    return path;
  }

  private bends(start: number, end: number): number[] {
    const quarter = (Math.PI * this.radius) / 2;
    const turns = [
      quarter,
      quarter + this.straight,
      3 * quarter + this.straight,
      3 * quarter + 2 * this.straight,
    ];
    const low = Math.min(start, end);
    const high = Math.max(start, end);
    const marks: number[] = [];
    for (let lap = Math.floor(low / this.perimeter); lap * this.perimeter <= high; lap += 1) {
      marks.push(...turns.map((turn) => lap * this.perimeter + turn));
    }
    const within = marks.filter((mark) => mark > low && mark < high);
    return start <= end ? within : within.reverse();
  }

  private isBent(mark: number): boolean {
    const quarter = (Math.PI * this.radius) / 2;
    const m = modulo(mark, this.perimeter);
    const bottom = quarter <= m && m < quarter + this.straight;
    const top = 3 * quarter + this.straight <= m && m < 3 * quarter + 2 * this.straight;
    return !bottom && !top;
  }

  private bent(about: number, out: number, angle: number): Point {
    return this.turned(about + out * Math.cos(angle), out * Math.sin(angle));
  }

  private turned(x: number, y: number): Point {
    if (this.upright) return { x: this.centre.x + y, y: this.centre.y - x };
    return { x: this.centre.x + x, y: this.centre.y + y };
  }
}

export function fixed(value: number): string {
  return value.toFixed(2);
}

export function text(point: Point): string {
  return `${fixed(point.x)} ${fixed(point.y)}`;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
