/** A book's racetrack, drawn by the house in the shape that there is room for, and scaled here. */
import { useEffect, useState } from "preact/hooks";
import { get } from "../lib/api";
import type { TrackDrawn } from "../protocol";
import type { Point } from "./plan";

export interface TrackPlan {
  readonly drawn: TrackDrawn;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** What brings an outline of the drawing onto the page. */
  readonly transform: string;
  readonly at: (of: Point) => Point;
}

interface Size {
  readonly w: number;
  readonly h: number;
}

/** What a finger needs of the lane, and how much of the track it may take, in hundredths. */
const TOUCH = 44;
const LANE = { least: 25, most: 30 };
const AGAIN_MS = 2000;
const RESIZED_MS = 80;

/** The shape to ask for, in hundredths of how deep the track is. */
export function shapeFor({ w, h }: Size, upright: boolean): URLSearchParams {
  const [depth, length] = upright ? [w, h] : [h, w];
  const lane = Math.max(LANE.least, Math.min(LANE.most, Math.ceil((100 * TOUCH) / depth)));
  const hundredths = Math.floor((100 * length) / depth);
  return new URLSearchParams({ length: `${hundredths}`, lane: `${lane}` });
}

/** A drawing in the room there is; it lies as it is drawn, or stands with its right end up. */
export function scaled(drawn: TrackDrawn, { w, h }: Size, upright: boolean): TrackPlan {
  const [depth, length] = upright ? [w, h] : [h, w];
  const s = Math.min(length / drawn.width, depth / drawn.height);
  const [long, deep] = [drawn.width * s, drawn.height * s];
  return {
    drawn,
    width: upright ? deep : long,
    height: upright ? long : deep,
    scale: s,
    transform: upright ? `matrix(0 ${-s} ${s} 0 0 ${long})` : `scale(${s})`,
    at: upright
      ? ({ x, y }) => ({ x: y * s, y: long - x * s })
      : ({ x, y }) => ({ x: x * s, y: y * s }),
  };
}

const drawings = new Map<string, Promise<TrackDrawn>>();

function drawing(address: string): Promise<TrackDrawn> {
  const known = drawings.get(address);
  if (known) return known;
  const asked = get<TrackDrawn>(address);
  drawings.set(address, asked);
  asked.catch(() => drawings.delete(address));
  return asked;
}

/** The racetrack for this room; while another shape is asked for, the one before is scaled. */
export function useTrack(book: string, size: Size | null, upright: boolean): TrackPlan | null {
  const [drawn, setDrawn] = useState<TrackDrawn | null>(null);
  const query = size && shapeFor(size, upright).toString();
  useEffect(() => {
    if (!query) return;
    let timer = 0;
    let isOver = false;
    const ask = () =>
      drawing(`/api/books/${encodeURIComponent(book)}/racetrack?${query}`).then(
        (found) => {
          if (!isOver) setDrawn(found);
        },
        () => {
          if (!isOver) timer = window.setTimeout(ask, AGAIN_MS);
        },
      );
    if (drawn) timer = window.setTimeout(ask, RESIZED_MS);
    else void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [book, query]);
  return drawn && size && scaled(drawn, size, upright);
}
