import { percent } from "../console/words";
import { timeOfDay } from "../lib/clock";
import { language, t } from "../lib/i18n";
import { money } from "../lib/money";
import type { HourMeters } from "../protocol";
import { meters, rows } from "./state";

/** What all tables together came to hour by hour, with a bar for the turnover. */
export function Hours() {
  const hours = new Map<number, HourMeters>();
  for (const { table } of rows.value) {
    for (const each of meters.value.get(table.table)?.hours ?? []) {
      hours.set(each.at_ms, sum(hours.get(each.at_ms), each));
    }
  }
  const all = [...hours.values()].sort((a, b) => b.at_ms - a.at_ms);
  const most = Math.max(1, ...all.map((each) => each.staked));
  if (!all.length) return <p class="hint">{t("pit.by-hour.none")}</p>;
  return (
    <div class="scroll">
      <table class="grid hours">
        <thead>
          <tr>
            <th scope="col">{t("pit.hour-from")}</th>
            <th scope="col" class="num">
              {t("pit.rounds")}
            </th>
            <th scope="col" class="num">
              {t("pit.voids")}
            </th>
            <th scope="col" class="num">
              {t("pit.turnover")}
            </th>
            <th scope="col" class="num">
              {t("pit.win")}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {all.map((each) => (
            <tr key={each.at_ms}>
              <th scope="row">{timeOfDay(each.at_ms, language.value)}</th>
              <td data-label={t("pit.rounds")} class="num">
                {each.rounds}
              </td>
              <td data-label={t("pit.voids")} class="num">
                {percent(`${each.voids}/${each.rounds}`)}
              </td>
              <td data-label={t("pit.turnover")} class="num">
                {money(each.staked)}
              </td>
              <td data-label={t("pit.win")} class="num">
                {money(each.win)}
              </td>
              <td class="bar">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(100 * each.staked) / most} height="10" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sum(so: HourMeters | undefined, each: HourMeters): HourMeters {
  if (!so) return each;
  return {
    at_ms: each.at_ms,
    rounds: so.rounds + each.rounds,
    voids: so.voids + each.voids,
    staked: so.staked + each.staked,
    win: so.win + each.win,
  };
}
