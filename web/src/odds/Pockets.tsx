import { signal } from "@preact/signals";
import type { Book } from "../felt/book";
import { t } from "../lib/i18n";
import { Face } from "../parts/Strip";
import { useSize } from "../parts/useSize";
import type { PocketOdds, SpreadShown, StandingOdds } from "../protocol";
import { fate, short } from "./Distribution";
import { cents, net, percent } from "./figures";
import { number } from "./state";
import { WheelRing } from "./WheelRing";

type Look = "mean" | string;

/** How the winning number stands, or what it brings on the whole. */
const look = signal<Look>("mean");

function keyOf(standing: { grade: string; scatter: boolean }): Look {
  return standing.scatter ? `${standing.grade}+scatter` : standing.grade;
}

/** What a pocket brings as it is looked at; null where it cannot stand so. */
function broughtBy(pocket: PocketOdds, now: Look): number | null {
  const [only, ...others] = pocket.results;
  if (only && !others.length) return only.net;
  if (now === "mean") return Number(pocket.mean.decimal);
  return pocket.results.find((each) => keyOf(each) === now)?.net ?? null;
}

export interface Valued {
  readonly number: string;
  readonly value: number | null;
}

/** Number by number: round the wheel, and as bars. */
export function Pockets({ book, shown }: { book: Book; shown: SpreadShown }) {
  const now = shown.standings.some((each) => keyOf(each) === look.value) ? look.value : "mean";
  const values = shown.pockets.map((pocket) => ({
    number: pocket.number,
    value: broughtBy(pocket, now),
  }));
  const whole = shown.standings.find((each) => keyOf(each) === now)?.mean ?? shown.mean;
  return (
    <section class="card pockets-card" aria-label={t("odds.pockets")}>
      <header>
        <h2>{t("odds.pockets")}</h2>
        {shown.standings.length ? <Standings all={shown.standings} now={now} /> : null}
      </header>
      <div class="pockets">
        <WheelRing book={book} values={values} mean={cents(whole.decimal)} />
        <Bars book={book} values={values} />
      </div>
      <div class="unseen">
        <table>
          <caption>{t("odds.pockets")}</caption>
          <tbody>
            {values.map((each) => (
              <tr key={each.number}>
                <th scope="row">{each.number}</th>
                <td>{each.value === null ? "–" : net(Math.round(each.value))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The ways in which a winning number can be lit, how often, and what that brings. */
function Standings({ all, now }: { all: readonly StandingOdds[]; now: Look }) {
  const choices = [{ key: "mean", of: null }, ...all.map((of) => ({ key: keyOf(of), of }))];
  return (
    <fieldset class="choice standings">
      <legend class="unseen">{t("odds.standings")}</legend>
      {choices.map(({ key, of }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === now}
          onClick={() => {
            look.value = key;
          }}
        >
          {of === null
            ? t("odds.all-standings")
            : [t(`odds.grade.${of.grade}`), of.scatter ? t("bonus.scatter") : ""]
                .filter(Boolean)
                .join(" + ")}
          {of === null ? null : <small>{percent(of.chance)}</small>}
        </button>
      ))}
    </fieldset>
  );
}

const TOP = 22;
const FACE = 34;

function Bars({ book, values }: { book: Book; values: readonly Valued[] }) {
  const { ref, size } = useSize<HTMLDivElement>();
  const byNumber = new Map(values.map((each) => [each.number, each.value]));
  const known = values.flatMap((each) => each.value ?? []);
  const high = Math.max(0, ...known);
  const low = Math.min(0, ...known);
  const rows = size && size.w < 640 ? 2 : 1;
  const perRow = Math.ceil(book.pockets.length / rows);
  return (
    <div class="bars-room" ref={ref} onPointerLeave={() => point(null)}>
      {size
        ? Array.from({ length: rows }, (_, row) => {
            const own = book.pockets.slice(row * perRow, (row + 1) * perRow);
            const room = { w: size.w, h: size.h / rows };
            return <BarRow key={row} book={book} {...{ own, byNumber, room, perRow, high, low }} />;
          })
        : null}
    </div>
  );
}

function point(to: string | null): void {
  number.value = to;
}

interface RowProps {
  book: Book;
  own: readonly string[];
  byNumber: ReadonlyMap<string, number | null>;
  room: { w: number; h: number };
  perRow: number;
  high: number;
  low: number;
}

function BarRow({ book, own, byNumber, room, perRow, high, low }: RowProps) {
  const each = room.w / perRow;
  const foot = low < 0 ? 18 : 4;
  const free = room.h - TOP - foot - FACE;
  const scale = high - low > 0 ? free / (high - low) : 0;
  const zero = TOP + high * scale;
  const size = Math.max(8, Math.min(12, each * 0.34));
  return (
    <div class="bar-row" style={{ height: `${room.h}px` }} aria-hidden="true">
      <svg width={room.w} height={room.h - FACE} aria-hidden="true">
        {own.map((label, i) => {
          const value = byNumber.get(label) ?? null;
          const x = i * each;
          const tall = value === null ? 0 : Math.max(1.5, Math.abs(value) * scale);
          const up = (value ?? 0) >= 0;
          const isSaid = value !== null && (each >= 24 || value > 0);
          return (
            <g
              key={label}
              class={`${value === null ? "is-none" : fate(Math.round(value))} ${number.value === label ? "is-pointed" : ""}`}
              onPointerEnter={() => point(label)}
            >
              <rect class="catch" x={x} y="0" width={each} height={room.h - FACE} />
              <rect
                x={x + each * 0.16}
                y={up ? zero - tall : zero}
                width={each * 0.68}
                height={tall}
                rx="1.5"
              />
              {isSaid ? (
                <text x={x + each / 2} y={up ? zero - tall - 6 : zero + tall + 12} font-size={size}>
                  {short(Math.round(value))}
                </text>
              ) : null}
            </g>
          );
        })}
        <line class="axis" x1="0" x2={each * own.length} y1={zero} y2={zero} />
      </svg>
      <ol>
        {own.map((label) => (
          <li key={label} style={{ width: `${each}px` }} onPointerEnter={() => point(label)}>
            <Face number={label} colour={book.colours[label] ?? ""} />
          </li>
        ))}
      </ol>
    </div>
  );
}
