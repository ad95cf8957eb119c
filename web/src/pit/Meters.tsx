import { percent, rounded } from "../console/words";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import type { DayMeters } from "../protocol";
import { Hours } from "./Hours";
import { loadMeters, meters, rows, theoretical, titleOf } from "./state";
import { useUncounted, VoucherSums } from "./VoucherSums";

/** Every gaming day of every table, and how often each dealer's rounds were void. */
export function MetersPage() {
  const days = rows.value.flatMap(({ table }) => meters.value.get(table.table)?.days ?? []);
  const dealers = rows.value.flatMap(({ table }) =>
    (meters.value.get(table.table)?.dealers ?? []).map((each) => ({ ...each, table: table.table })),
  );
  const uncounted = useUncounted(rows.value.map(({ table }) => table.round).join());
  return (
    <section class="page" aria-label={t("pit.meters")}>
      <p class="row-of">
        <button
          type="button"
          aria-pressed={theoretical.value}
          onClick={() => {
            theoretical.value = !theoretical.value;
            void loadMeters();
          }}
        >
          {t("pit.theoretical")}
        </button>
        <button type="button" onClick={() => print()}>
          {t("desk.print")}
        </button>
      </p>
      <div class="scroll">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">{t("pit.table")}</th>
              <th scope="col">{t("pit.gaming-day")}</th>
              {(
                ["rounds", "hour", "drop", "turnover", "win", "hold", "theory", "voids"] as const
              ).map((each) => (
                <th key={each} scope="col" class="num">
                  {t(`pit.${each}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((each) => (
              <Day key={`${each.table} ${each.day}`} each={each} />
            ))}
          </tbody>
        </table>
      </div>
      <h2>{t("pit.by-hour")}</h2>
      <Hours />
      <h2>{t("pit.vouchers")}</h2>
      {uncounted ? <VoucherSums of={uncounted} /> : <p class="hint">{t("loading")}</p>}
      <h2>{t("pit.by-dealer")}</h2>
      <div class="scroll">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">{t("position.dealer")}</th>
              <th scope="col">{t("pit.table")}</th>
              <th scope="col" class="num">
                {t("pit.rounds")}
              </th>
              <th scope="col" class="num">
                {t("pit.void-rounds")}
              </th>
              <th scope="col" class="num">
                {t("pit.voids")}
              </th>
            </tr>
          </thead>
          <tbody>
            {dealers.map((each) => (
              <tr key={`${each.table} ${each.dealer}`}>
                <th scope="row">{each.dealer}</th>
                <td data-label={t("pit.table")}>{titleOf(each.table)}</td>
                <td data-label={t("pit.rounds")} class="num">
                  {each.rounds}
                </td>
                <td data-label={t("pit.void-rounds")} class="num">
                  {each.voids}
                </td>
                <td data-label={t("pit.voids")} class="num">
                  {percent(each.void_rate)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Day({ each }: { each: DayMeters }) {
  const { figures } = each;
  const theory = each.theoretical_win === null ? "–" : money(Number(rounded(each.theoretical_win)));
  const cells: readonly [string, string][] = [
    [t("pit.rounds"), String(figures.rounds)],
    [t("pit.hour"), rounded(each.rounds_an_hour)],
    [t("pit.drop"), money(figures.drop)],
    [t("pit.turnover"), money(figures.turnover)],
    [t("pit.win"), money(figures.win)],
    [t("pit.hold"), percent(each.hold)],
    [t("pit.theory"), theory],
    [t("pit.voids"), percent(each.void_rate)],
  ];
  return (
    <tr>
      <th scope="row">{titleOf(each.table)}</th>
      <td data-label={t("pit.gaming-day")}>{each.day}</td>
      {cells.map(([label, value]) => (
        <td key={label} data-label={label} class="num">
          {value}
        </td>
      ))}
    </tr>
  );
}
