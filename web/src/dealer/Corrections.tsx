import { Dot } from "../console/Dot";
import { changeTold, correctionTold } from "../lib/corrections";
import { t } from "../lib/i18n";
import { players, staff } from "./state";

/** The last rounds that were corrected: what is taken back of whom, and what is still to be paid. */
export function Corrections() {
  const all = staff.value?.corrections ?? [];
  if (!all.length) return null;
  return (
    <section class="payouts corrections" aria-label={t("corrections")}>
      {all.map((each) => (
        <div key={each.round} role="status">
          <h2>{correctionTold(each)}</h2>
          <ul class="returned">
            {each.changes.map((change) => (
              <li key={change.player}>
                <span>
                  <Dot
                    colour={
                      players.value.find((one) => one.player === change.player)?.colour ?? null
                    }
                  />{" "}
                  {change.player}
                </span>
                <b>{changeTold(change)}</b>
              </li>
            ))}
            {each.changes.length ? null : <li class="none">{t("correction.nobody")}</li>}
          </ul>
        </div>
      ))}
    </section>
  );
}
