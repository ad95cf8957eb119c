import { Alerts } from "../console/Frame";
import { t } from "../lib/i18n";
import { Audit } from "./Audit";
import { Rates } from "./Rates";
import { floor } from "./state";

/** What stands, and who acknowledged what does not any more. */
export function AlertsPage() {
  const standing = floor.value?.alerts.length ?? 0;
  return (
    <section class="page" aria-label={t("alerts")}>
      <h2>{t("alerts.standing")}</h2>
      {standing ? <Alerts table={null} /> : <p class="empty">{t("alerts.none")}</p>}
      <Rates />
      <h2>{t("alerts.history")}</h2>
      <Audit key={standing} fixed={{ kinds: "alert" }} />
    </section>
  );
}
