import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { floor } from "./state";

/** How often people decide about money once the number is known, in this gaming day. */
export function Rates() {
  const rates = floor.value?.rates ?? [];
  return (
    <>
      <h2>{t("oversight")}</h2>
      <p class="hint">{t("oversight.hint")}</p>
      {rates.length ? (
        <div class="scroll">
          <table class="grid" aria-label={t("oversight")}>
            <thead>
              <tr>
                <th scope="col">{t("staff.name")}</th>
                {(["decisions", "moved", "rounds", "share", "early"] as const).map((each) => (
                  <th key={each} scope="col" class="num">
                    {t(`oversight.${each}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rates.map((each) => (
                <tr key={each.name}>
                  <th scope="row">{each.name}</th>
                  <td class="num">{each.decisions}</td>
                  <td class="num">{money(each.moved)}</td>
                  <td class="num">{each.rounds}</td>
                  <td class="num">{share(each.decisions, each.rounds)}</td>
                  <td class="num">{each.early}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p class="empty">{t("oversight.none")}</p>
      )}
    </>
  );
}

function share(decisions: number, rounds: number): string {
  return rounds ? `${((decisions * 100) / rounds).toFixed(1)} %` : "–";
}
