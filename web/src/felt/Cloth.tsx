import { named, t } from "../lib/i18n";
import type { Book, Lights } from "./book";
import { Figure } from "./Figure";
import { fitted } from "./fitted";
import type { Box, PlacedCell, Plan, Point } from "./plan";
import { text } from "./stadium";

/** The outline of a cell as a path. */
export function outline(corners: readonly Point[]): string {
  return `M${corners.map(text).join("L")}Z`;
}

const NONE: ReadonlySet<string> = new Set();

interface Props {
  book: Book;
  plan: Plan;
  lights: Lights;
  /** The spots that chips lie on, so that figures make room. */
  taken?: ReadonlySet<string>;
}

/** The cloth as it is printed: cells, lines, links and their lights. */
export function Cloth({ book, plan, lights, taken = NONE }: Props) {
  const cells = [...plan.cells.values()];
  return (
    <g class="cloth" aria-hidden="true">
      {cells.map((placed) => (
        <Cell
          key={placed.cell.label}
          book={book}
          plan={plan}
          placed={placed}
          lights={lights}
          isTaken={taken.has(placed.cell.wager)}
        />
      ))}
      <g class="lines">
        {cells.map((placed) => (
          <path key={placed.cell.label} d={outline(placed.corners)} />
        ))}
        {plan.outerLine ? <path d={`M${plan.outerLine.map(text).join("L")}`} /> : null}
      </g>
      <Links book={book} plan={plan} lights={lights} />
    </g>
  );
}

interface CellProps {
  book: Book;
  plan: Plan;
  lights: Lights;
  placed: PlacedCell;
  isTaken: boolean;
}

function Cell({ book, plan, placed, lights, isTaken }: CellProps) {
  const { cell } = placed;
  if (cell.kind === "box") {
    return <BoxCell book={book} plan={plan} placed={placed} isTaken={isTaken} />;
  }
  const light = lights.supers.has(cell.label)
    ? "is-super"
    : lights.lit.has(cell.label)
      ? "is-bonus"
      : "";
  const { x, y, size, rx, ry } = setting(plan, placed, isTaken);
  return (
    <g class={`number ${placed.head ? "is-head" : ""} ${light}`} data-number={cell.label}>
      <path d={outline(placed.corners)} class="ground" />
      {placed.head ? null : (
        <ellipse class={`lozenge is-${cell.colour}`} cx={x} cy={y} rx={rx} ry={ry} />
      )}
      {light ? <Pips box={placed.box} /> : null}
      <Figure label={cell.label} x={x} y={y} size={size} />
    </g>
  );
}

/** Where a number's figures stand: in the middle, or above or beside the chip that lies there. */
function setting(plan: Plan, { box: { w, h }, middle, head }: PlacedCell, isTaken: boolean) {
  const full = head ? Math.min(plan.figure * 1.25, Math.max(w, h) * 0.4) : plan.figure;
  if (!isTaken) {
    const [rx, ry] = [Math.min(w * 0.36, full * 1.3), Math.min(h * 0.41, full * 1.05)];
    return { ...middle, size: full, rx, ry };
  }
  const free = Math.max(6, Math.max(w, h) / 2 - plan.chip);
  const aside = Math.min(plan.chip + free / 2, plan.chip + full * 0.75);
  const size = Math.max(9, Math.min(full * 0.9, free * 0.66));
  const [rx, ry] =
    h > w
      ? [Math.min(w * 0.34, size * 1.25), Math.max(free * 0.44, size * 0.7)]
      : [Math.min(free * 0.47, size), h * 0.4];
  return h > w
    ? { x: middle.x, y: middle.y - aside, size, rx, ry }
    : { x: middle.x - aside, y: middle.y, size, rx, ry };
}

/** Diamonds in the corners of a lit number, for those who do not see its colour. */
function Pips({ box }: { box: Box }) {
  const d = 4;
  const [l, r, a, b] = [box.x + 10, box.x + box.w - 10, box.y + 10, box.y + box.h - 10];
  return (
    <path
      class="pips"
      d={[l, r]
        .flatMap((x) =>
          [a, b].map((y) => `M${x} ${y - d}L${x + d} ${y}L${x} ${y + d}L${x - d} ${y}Z`),
        )
        .join("")}
    />
  );
}

function BoxCell({ book, plan, placed, isTaken }: Omit<CellProps, "lights">) {
  const { cell, box, middle } = placed;
  const spot = book.spotOf.get(cell.wager);
  if (!spot) return null;
  const turned = box.h > box.w * 1.1;
  const [long, short] = turned ? [box.h, box.w] : [box.w, box.h];
  const turn = turned ? -90 : 0;
  const words = boxWords(cell.wager, spot.kind, spot.name, spot.pays);
  if (cell.colour) {
    const half = { a: Math.min(long * 0.42, short * 1.25), b: Math.min(short * 0.38, long * 0.24) };
    const size = fitted(words, half.a * 1.1, half.b * 0.82);
    return (
      <g transform={`translate(${middle.x} ${middle.y}) rotate(${turn})`} data-box={cell.wager}>
        <path
          class={`lozenge is-${cell.colour}`}
          d={`M0 ${-half.b}L${half.a} 0L0 ${half.b}L${-half.a} 0Z`}
        />
        <text class="words" font-size={size} dy="0.36em">
          {words}
        </text>
      </g>
    );
  }
  const shift = isTaken ? long * (turned ? 0.12 : -0.12) : 0;
  const hasOdds = spot.numbers.length === 0 && typeof spot.pays === "number";
  const size = fitted(words, long * 0.88, Math.min(plan.figure * 0.8, short * 0.34, 26));
  return (
    <g transform={`translate(${middle.x} ${middle.y}) rotate(${turn})`} data-box={cell.wager}>
      <text class="words" x={shift} font-size={size} dy={hasOdds ? "-0.2em" : "0.36em"}>
        {words}
      </text>
      {hasOdds ? (
        <text class="words is-odds" x={shift} font-size={size * 0.84} dy="1.05em">
          {t("pays.to-one", { pays: Number(spot.pays) })}
        </text>
      ) : null}
    </g>
  );
}

function boxWords(wager: string, kind: string, name: string, pays: unknown): string {
  if (kind === "column") return t("pays.to-one", { pays: Number(pays) });
  return named("box", wager, named("box", kind, name));
}

/** The links of a bonus book: an outline round each, and its letter beside it. */
function Links({ book, plan, lights }: Omit<Props, "taken">) {
  return (book.bonus?.links ?? []).map((link) => {
    const boxes = link.numbers.flatMap((number) => plan.cells.get(number)?.box ?? []);
    const x = Math.min(...boxes.map((box) => box.x));
    const y = Math.min(...boxes.map((box) => box.y));
    const w = Math.max(...boxes.map((box) => box.x + box.w)) - x;
    const h = Math.max(...boxes.map((box) => box.y + box.h)) - y;
    const full = lights.superLinks.has(link.name);
    return (
      <g key={link.name} class={`link ${full ? "is-super" : ""}`}>
        <rect x={x} y={y} width={w} height={h} />
        <text
          font-size={Math.max(9, plan.figure * 0.42)}
          x={plan.upright ? x + w - 5 : x + 5}
          y={plan.upright ? y + 12 : y + h - 6}
          class={plan.upright ? "at-end" : ""}
        >
          {full ? t("bonus.super") : link.name}
        </text>
      </g>
    );
  });
}
