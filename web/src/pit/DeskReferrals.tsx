import { stateOf } from "../console/words";
import { t } from "../lib/i18n";
import { Lately } from "./Lately";
import { chosen, rows } from "./state";
import { TableDetail } from "./TableDetail";

/** Rounds that wait for the Gaming Shift Manager, and others that are held. */
export function DeskReferrals() {
  const held = rows.value.filter(({ table }) => table.waiting !== null);
  return (
    <section class="page" aria-label={t("desk.referrals")}>
      {held.length ? null : <p class="empty">{t("desk.referrals.none")}</p>}
      <ul class="people">
        {held.map(({ table }) => (
          <li key={table.table}>
            <button
              type="button"
              aria-pressed={chosen.value === table.table}
              onClick={() => {
                chosen.value = table.table;
              }}
            >
              <b>{table.title}</b>
              <span>{stateOf(table)}</span>
              <small>{t("round.number", { round: table.round })}</small>
            </button>
          </li>
        ))}
      </ul>
      {held.some(({ table }) => table.table === chosen.value) ? (
        <TableDetail />
      ) : (
        <Lately kinds="round.referred,referral,round.suspended,round.resumed,round.interrupted" />
      )}
    </section>
  );
}
