import { stateOf, stepName } from "../console/words";
import { named, t } from "../lib/i18n";
import { chosen, floor, rows, titleOf } from "./state";

/** What does not go on by itself: rounds that are held, what waits for a second person, alerts. */
export function Needs() {
  const held = rows.value.filter(({ table }) => table.waiting !== null);
  const pending = (floor.value?.approvals ?? []).filter((each) => each.verdict === "pending");
  const alerts = floor.value?.alerts ?? [];
  return (
    <section class="needs" aria-label={t("needs")}>
      <h2>{t("needs")}</h2>
      {held.length + pending.length + alerts.length ? null : <p class="empty">{t("needs.none")}</p>}
      <ul class="people">
        {held.map(({ table }) => (
          <li key={table.table}>
            <button
              type="button"
              onClick={() => {
                chosen.value = table.table;
              }}
            >
              <b>{stateOf(table)}</b>
              <span>{table.title}</span>
              <small>{t("round.number", { round: table.round })}</small>
            </button>
          </li>
        ))}
        {pending.map((each) => (
          <li key={each.id}>
            <a href="#approvals">
              <b>{stepName(each.command)}</b>
              <span>{titleOf(each.table)}</span>
              <small>{each.asked_by}</small>
            </a>
          </li>
        ))}
        {alerts.map((each) => (
          <li key={each.id}>
            <a href="#alerts">
              <b>{named("alert", each.kind, each.kind)}</b>
              <span>{titleOf(each.table)}</span>
              <small>{t("alerts")}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
