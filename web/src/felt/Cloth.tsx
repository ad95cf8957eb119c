import { named, t } from "../lib/i18n";
import type { Book, Lights } from "./book";
import { Figure } from "./Figure";
import { fitted } from "./fitted";
import { type Box, isTall, type PlacedCell, type Plan, type Point } from "./plan";
import { Words } from "./Words";

function text({ x, y }: Point): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

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
function setting(plan: Plan, { cell, box, middle, head }: PlacedCell, isTaken: boolean) {
  const { w, h } = box;
  const full = head ? Math.min(plan.figure * 1.25, Math.max(w, h) * 0.4) : plan.figure;
  const chip = plan.spots.get(cell.wager)?.at;
  if (!isTaken || !chip) {
    const [rx, ry] = [Math.min(w * 0.36, full * 1.3), Math.min(h * 0.41, full * 1.05)];
    return { ...middle, size: full, rx, ry };
  }
  const tall = isTall(box);
  const free = Math.max(6, (tall ? chip.y - box.y : chip.x - box.x) - plan.chip);
  const aside = plan.chip + Math.min(free / 2, full * 0.75);
  const size = Math.max(9, Math.min(full * 0.9, free * 0.66));
  const [rx, ry] = tall
    ? [Math.min(w * 0.34, size * 1.25), Math.max(free * 0.44, size * 0.7)]
    : [Math.min(free * 0.47, size), h * 0.4];
  return tall
    ? { x: chip.x, y: chip.y - aside, size, rx, ry }
    : { x: chip.x - aside, y: chip.y, size, rx, ry };
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
  const turned = box.h > box.w * 1.3;
  const [wide, high] = turned ? [box.h, box.w] : [box.w, box.h];
  const chip = isTaken ? plan.spots.get(cell.wager)?.at : undefined;
  // What the chip leaves: the part before it of a long box, and that above it of a square one.
  const over = !turned && isTall(box);
  const end = chip ? (isTall(box) ? chip.y - box.y : chip.x - box.x) - plan.chip : 0;
  const long = chip && !over ? end : wide;
  const short = chip && over ? end : high;
  const shift = (wide - long) / 2;
  const at = turned
    ? `translate(${middle.x} ${middle.y - shift})`
    : `translate(${middle.x - shift} ${middle.y - (high - short) / 2})`;
  const words = boxWords(cell.wager, spot.kind, spot.name, spot.pays);
  if (cell.colour) {
    const half = { a: Math.min(long * 0.46, short * 1.25), b: Math.min(short * 0.38, wide * 0.24) };
    const size = fitted(words, half.a * 1.1, half.b * 0.82);
    return (
      <g transform={at} data-box={cell.wager}>
        <path
          class={`lozenge is-${cell.colour}`}
          d={`M0 ${-half.b}L${half.a} 0L0 ${half.b}L${-half.a} 0Z`}
          transform={turned ? "rotate(-90)" : undefined}
        />
        <Words size={size} turned={turned}>
          {words}
        </Words>
      </g>
    );
  }
  const hasOdds = spot.numbers.length === 0 && typeof spot.pays === "number";
  const size = fitted(words, long * 0.88, Math.min(plan.figure * 0.8, high * 0.34, 26));
  return (
    <g transform={at} data-box={cell.wager}>
      <Words size={size} turned={turned} drop={hasOdds ? -0.56 : 0}>
        {words}
      </Words>
      {hasOdds ? (
        <Words
          class="words is-odds"
          size={size * (turned ? 0.7 : 0.84)}
          turned={turned}
          drop={turned ? 0.8 : 0.69}
        >
          {t("pays.to-one", { pays: Number(spot.pays) })}
        </Words>
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
