import { type Signal, useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { useSize } from "../parts/useSize";
import { type Book, type Lights, wagerOf } from "./book";
import { Stack } from "./Chip";
import { Cloth, outline } from "./Cloth";
import { Hits, type Touching } from "./Hits";
import { isTall, type PlacedCell, type Plan, type Point, planned } from "./plan";

/** A stake on a spot as it is drawn. */
export interface Lying {
  readonly amount: number;
  readonly state: "lies" | "pending" | "won" | "lost";
  readonly tone?: number;
}

export interface FeltProps extends Touching {
  book: Book;
  upright: boolean;
  lights: Lights;
  lying: ReadonlyMap<string, Lying>;
  /** The number that has come: the dolly stands on it, or it is highlighted, as the book has it. */
  dolly: string | null;
  /** The wager that is looked at, so that its numbers are lit. */
  pointed: Signal<string | null>;
  label: string;
  dim?: boolean;
  /** Something more that is drawn by the plan: on the bare cloth, or over the chips. */
  under?: ((plan: Plan) => ComponentChildren) | undefined;
  over?: ((plan: Plan) => ComponentChildren) | undefined;
  /** Spots beside those with a stake that figures make room on. */
  room?: readonly string[] | undefined;
}

const Printed = memo(Cloth);
const MARGIN = 3;

/** A book's felt in the room it is given. */
export function Felt(props: FeltProps) {
  const { ref, size } = useSize<HTMLDivElement>();
  const { book, upright } = props;
  const plan = useMemo(
    () =>
      size && size.w > 40 && size.h > 40
        ? planned(book.felt, { w: size.w - 2 * MARGIN, h: size.h - 2 * MARGIN }, upright)
        : null,
    [book, size, upright],
  );
  return (
    <div ref={ref} class={`felt-room ${props.dim ? "is-dim" : ""}`}>
      {plan ? <Drawn {...props} plan={plan} /> : null}
    </div>
  );
}

function Drawn(props: FeltProps & { plan: Plan }) {
  const { plan, book, lying, dolly, lights } = props;
  const focus = useSignal(book.felt.spots[0]?.wager ?? "");
  const left = [...lying].flatMap(([wager, { state }]) => (state === "lost" ? [] : [wager]));
  const won = dolly === null ? undefined : plan.cells.get(dolly);
  const isDolly = book.shown_by === "dolly";
  const stands = won && dollyAt(plan, won, left);
  const spots = [...left, ...(props.room ?? []), won?.cell.wager].join(" ");
  const taken = useMemo(() => new Set(spots.split(" ")), [spots]);
  const [w, h] = [plan.width + 2 * MARGIN, plan.height + 2 * MARGIN];
  return (
    <svg
      class="felt"
      width={w}
      height={h}
      viewBox={`${-MARGIN} ${-MARGIN} ${w} ${h}`}
      role="group"
      aria-label={props.label}
    >
      {props.under?.(plan)}
      <Printed book={book} plan={plan} lights={lights} taken={taken} />
      <Lit book={book} plan={plan} pointed={props.pointed} />
      {won && !isDolly ? <path class="won-cell" d={outline(won.corners)} /> : null}
      <g class="stakes" aria-hidden="true">
        {[...lying].map(([wager, stake]) => {
          const placed = plan.spots.get(wager);
          return placed ? (
            <Stack
              key={wager}
              on={wager}
              {...stake}
              chips={book.chips}
              r={plan.chip}
              x={placed.at.x}
              y={placed.at.y}
            />
          ) : null;
        })}
      </g>
      {props.over?.(plan)}
      {stands && isDolly ? <Dolly {...stands} /> : null}
      <Hits {...props} focus={focus} />
    </svg>
  );
}

/** The numbers that the pointed wager covers, and the spot itself. */
function Lit({ book, plan, pointed }: { book: Book; plan: Plan; pointed: Signal<string | null> }) {
  const wager = useComputed(() =>
    pointed.value === null ? undefined : wagerOf(book, pointed.value),
  ).value;
  if (!wager) return null;
  const cells = wager.numbers.flatMap((number) => plan.cells.get(number) ?? []);
  const spots = "pieces" in wager ? wager.pieces.map((piece) => piece.wager) : [wager.wager];
  return (
    <g class="lit" aria-hidden="true">
      {cells.map((cell) => (
        <path key={cell.cell.label} d={outline(cell.corners)} />
      ))}
      {spots.map((spot) => {
        const placed = plan.spots.get(spot);
        if (!placed) return null;
        const own = placed.spot.cell === null ? undefined : plan.cells.get(placed.spot.cell);
        if (own?.cell.kind === "box") return <path key={spot} d={outline(own.corners)} />;
        // A number alone is lit already.
        return own && spots.length === 1 ? null : (
          <circle key={spot} cx={placed.at.x} cy={placed.at.y} r={plan.chip * 0.55} />
        );
      })}
    </g>
  );
}

/** Where the dolly stands: on the number; or smaller, beside the chip that won there and others. */
function dollyAt(plan: Plan, { cell, box }: PlacedCell, lie: readonly string[]) {
  const at = plan.spots.get(cell.wager)?.at;
  const r = plan.chip;
  if (!at || !lie.includes(cell.wager)) return at && { ...at, r };
  const chips = lie.flatMap((wager) => plan.spots.get(wager)?.at ?? []);
  const places = [
    ...(at.y + r * 2.6 < box.y + box.h ? [{ x: at.x, y: at.y + r * 2.1 }] : []),
    { x: at.x + r * 1.5, y: at.y },
    isTall(box) ? { x: at.x - r * 1.5, y: at.y } : { x: at.x, y: at.y - r * 1.25 },
  ];
  const isFree = ({ x, y }: Point) =>
    chips.every((chip) => Math.hypot(chip.x - x, chip.y - y) > r * 1.2);
  return { ...(places.find(isFree) ?? places[0] ?? at), r: r * 0.75 };
}

/** What stands on the winning number. */
function Dolly({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <g class="dolly" transform={`translate(${x} ${y})`} aria-hidden="true">
      <g class="dolly-move">
        <ellipse cx="0" cy={r * 0.55} rx={r * 0.95} ry={r * 0.42} class="chip-shadow" />
        <path
          d={`M${-r * 0.62} ${r * 0.5}Q${-r * 0.62} ${r * 0.2} ${-r * 0.26} ${-r * 0.1}L${-r * 0.2} ${-r * 0.75}A${r * 0.34} ${r * 0.34} 0 1 1 ${r * 0.2} ${-r * 0.75}L${r * 0.26} ${-r * 0.1}Q${r * 0.62} ${r * 0.2} ${r * 0.62} ${r * 0.5}Z`}
        />
      </g>
    </g>
  );
}
