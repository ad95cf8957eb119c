import { HeldFor } from "../console/Held";
import { stateOf, stepName } from "../console/words";
import { named, t } from "../lib/i18n";
import { FirstSteps } from "./FirstSteps";
import { floor, referrals, rows, titleOf } from "./state";
import { lookAt } from "./TableDetail";

/** What does not go on by itself: rounds that are held, what waits for a second person, alerts. */
export function Needs() {
  const held = rows.value.filter(({ table }) => table.waiting !== null);
  const pending = (floor.value?.approvals ?? []).filter((each) => each.verdict === "pending");
  const alerts = floor.value?.alerts ?? [];
  const settled = referrals.value;
  const count = held.length + settled.length + pending.length + alerts.length;
  return (
    <section class="needs" aria-label={t("needs")}>
      <h2>{t("needs")}</h2>
      <FirstSteps />
      {count ? null : <p class="empty">{t("needs.none")}</p>}
      <ul class="people">
        {held.map(({ table }) => (
          <li key={table.table}>
            <button type="button" onClick={() => lookAt(table.table, "round")}>
              <b>{stateOf(table)}</b>
              <span>{table.title}</span>
              <small>{t("round.number", { round: table.round })}</small>
              <HeldFor table={table.table} round={table.round} />
            </button>
          </li>
        ))}
        {settled.map(({ table, round }) => (
          <li key={`${table.table} ${round}`}>
            <button type="button" onClick={() => lookAt(table.table, "two")}>
              <b>{t("needs.referral")}</b>
              <span>{table.title}</span>
              <small>{t("round.number", { round })}</small>
              <HeldFor table={table.table} round={round} />
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
