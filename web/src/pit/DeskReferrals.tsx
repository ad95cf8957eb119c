import { HeldFor } from "../console/Held";
import { stateOf } from "../console/words";
import { t } from "../lib/i18n";
import { Lately } from "./Lately";
import { chosen, referrals, rows } from "./state";
import { lookAt, TableDetail } from "./TableDetail";

/** Rounds that wait for the Gaming Shift Manager, and others that are held. */
export function DeskReferrals() {
  const held = rows.value.filter(({ table }) => table.waiting !== null);
  const settled = referrals.value;
  return (
    <section class="page" aria-label={t("desk.referrals")}>
      {held.length + settled.length ? null : <p class="empty">{t("desk.referrals.none")}</p>}
      <ul class="people">
        {held.map(({ table }) => (
          <li key={table.table}>
            <button
              type="button"
              aria-pressed={chosen.value === table.table}
              onClick={() => lookAt(table.table, "round")}
            >
              <b>{table.title}</b>
              <span>{stateOf(table)}</span>
              <small>{t("round.number", { round: table.round })}</small>
              <HeldFor table={table.table} round={table.round} />
            </button>
          </li>
        ))}
        {settled.map(({ table, round }) => (
          <li key={`${table.table} ${round}`}>
            <button
              type="button"
              aria-pressed={chosen.value === table.table}
              onClick={() => lookAt(table.table, "two")}
            >
              <b>{table.title}</b>
              <span>{t("needs.referral")}</span>
              <small>{t("round.number", { round })}</small>
              <HeldFor table={table.table} round={round} />
            </button>
          </li>
        ))}
      </ul>
      {[...held, ...settled].some(({ table }) => table.table === chosen.value) ? (
        <TableDetail />
      ) : (
        <Lately kinds="round.referred,referral,round.suspended,round.resumed,round.interrupted" />
      )}
    </section>
  );
}
