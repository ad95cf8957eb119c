import { bookOf } from "../console/books";
import { percent, rounded, stateOf } from "../console/words";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { Strip } from "../parts/Strip";
import type { TableRow } from "../protocol";
import { Lately } from "./Lately";
import { Needs } from "./Needs";
import { chosen, floor, rows, theory, today } from "./state";
import { TableDetail } from "./TableDetail";

/** All tables at a glance; one of them closely. */
export function Floor() {
  if (!floor.value) return <p class="console-wait">{t("link.connecting")}</p>;
  return (
    <div class={`floor ${chosen.value === null ? "" : "has-detail"}`}>
      <div class="scroll">
        <table class="grid floor-grid">
          <thead>
            <tr>
              <th scope="col">{t("pit.table")}</th>
              <th scope="col">{t("pit.state")}</th>
              <th scope="col">{t("pit.last")}</th>
              <th scope="col">{t("pit.limits")}</th>
              {(
                [
                  "players",
                  "rounds",
                  "hour",
                  "drop",
                  "turnover",
                  "win",
                  "hold",
                  "theory",
                  "voids",
                  "tray",
                ] as const
              ).map((each) => (
                <th key={each} scope="col" class="num">
                  {t(`pit.${each}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.value.map((row) => (
              <Row key={row.table.table} row={row} />
            ))}
          </tbody>
          <Sum />
        </table>
      </div>
      {chosen.value === null ? (
        <div class="floor-foot">
          <Needs />
          <Lately />
        </div>
      ) : (
        <TableDetail />
      )}
    </div>
  );
}

/** An exact sum of cents, or of none, for reading. */
function cents(fraction: string | undefined): string {
  return fraction === undefined ? "–" : money(Number(rounded(fraction)));
}

/** The whole floor in one line. */
function Sum() {
  const all = rows.value;
  const sum = (of: (row: TableRow) => number) => all.reduce((so, row) => so + of(row), 0);
  const rounds = sum((row) => row.figures.rounds);
  const drop = sum((row) => row.figures.drop);
  const win = sum((row) => row.figures.win);
  const expected = [...theory.value.values()].reduce((so, each) => so + Number(rounded(each)), 0);
  const cells: readonly [string, string][] = [
    [t("pit.players"), String(sum((row) => row.table.players))],
    [t("pit.rounds"), String(rounds)],
    [t("pit.hour"), ""],
    [t("pit.drop"), money(drop)],
    [t("pit.turnover"), money(sum((row) => row.figures.turnover))],
    [t("pit.win"), money(win)],
    [t("pit.hold"), drop ? percent(`${win}/${drop}`) : "–"],
    [t("pit.theory"), theory.value.size ? money(expected) : "–"],
    [t("pit.voids"), rounds ? percent(`${sum((row) => row.figures.voids)}/${rounds}`) : "–"],
    [t("pit.tray"), money(sum((row) => row.tray))],
  ];
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={4}>
          {t("pit.sum", { count: all.length })}
        </th>
        {cells.map(([label, value]) => (
          <td key={label} data-label={label} class="num">
            {value}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

const LAST_SHOWN = 8;

function Row({ row }: { row: TableRow }) {
  const { table, figures } = row;
  const colours = bookOf(table.book)?.colours ?? {};
  const day = today(table.table, table.day);
  const cells: readonly [string, string][] = [
    [t("pit.players"), String(table.players)],
    [t("pit.rounds"), String(figures.rounds)],
    [t("pit.hour"), rounded(day?.rounds_an_hour ?? null)],
    [t("pit.drop"), money(figures.drop)],
    [t("pit.turnover"), money(figures.turnover)],
    [t("pit.win"), money(figures.win)],
    [t("pit.hold"), percent(row.hold)],
    [t("pit.theory"), cents(theory.value.get(table.table))],
    [t("pit.voids"), figures.rounds ? percent(`${figures.voids}/${figures.rounds}`) : "–"],
    [t("pit.tray"), money(row.tray)],
  ];
  return (
    <tr class={chosen.value === table.table ? "is-chosen" : ""}>
      <th scope="row">
        <button
          type="button"
          class="row-pick"
          aria-pressed={chosen.value === table.table}
          onClick={() => {
            chosen.value = chosen.value === table.table ? null : table.table;
          }}
        >
          <b>{table.title}</b>
          <small>
            {table.table}
            <span class="day">
              {" · "}
              {table.day === null ? t("pit.no-day") : t("pit.day", { day: table.day })}
            </span>
          </small>
        </button>
      </th>
      <td data-label={t("pit.state")}>
        <span
          class={`state-chip is-${table.waiting ? "held" : (table.phase ?? (table.is_open ? "between" : "shut"))}`}
        >
          {stateOf(table)}
        </span>
      </td>
      <td data-label={t("pit.last")}>
        {table.results.length ? (
          <Strip results={table.results} colours={colours} count={LAST_SHOWN} />
        ) : (
          "–"
        )}
      </td>
      <td data-label={t("pit.limits")} class="limits">
        {money(table.limits.table.min)} – {money(table.limits.table.max)}
        <small>
          {table.maximum_payout === null
            ? ""
            : t("pit.payout", { amount: money(table.maximum_payout) })}
        </small>
      </td>
      {cells.map(([label, value]) => (
        <td key={label} data-label={label} class="num">
          {value}
        </td>
      ))}
    </tr>
  );
}
