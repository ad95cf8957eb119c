import { t } from "../lib/i18n";
import { atLeast } from "./session";

/** The other consoles, as far as one's position goes. */
export function Nav() {
  return (
    <nav class="console-nav" aria-label={t("console.consoles")}>
      <a href="/dealer">{t("console.dealers")}</a>
      {atLeast("pit-supervisor") ? <a href="/pit">{t("console.pit")}</a> : null}
      {atLeast("pit-supervisor") ? <a href="/desk">{t("console.desk")}</a> : null}
      <a href="/recall">{t("console.recall")}</a>
    </nav>
  );
}
