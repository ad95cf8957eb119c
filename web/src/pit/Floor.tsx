import { bookOf } from "../console/books";
import { percent, rounded, stateOf } from "../console/words";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { Face } from "../parts/Strip";
import type { TableRow } from "../protocol";
import { chosen, floor, rows, today } from "./state";
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
        </table>
      </div>
      {chosen.value === null ? <p class="hint pick-one">{t("pit.pick")}</p> : <TableDetail />}
    </div>
  );
}

function Row({ row }: { row: TableRow }) {
  const { table, figures } = row;
  const last = table.results[0];
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
          <small>{t("pit.day", { day: table.day ?? "–" })}</small>
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
        {last ? (
          <Face
            number={last.outcome}
            colour={last.outcome === null ? "" : (colours[last.outcome] ?? "")}
          />
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
