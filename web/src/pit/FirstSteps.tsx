import { t } from "../lib/i18n";
import { rows } from "./state";
import { lookAt } from "./TableDetail";

/** What to do first, where no table is open. */
export function FirstSteps() {
  const all = rows.value;
  if (!all.length || all.some(({ table }) => table.is_open)) return null;
  const begun = all.some(({ table }) => table.day !== null);
  return (
    <section class="first-steps" aria-label={t("pit.first")}>
      <h2>{t("pit.first")}</h2>
      <ol>
        <li class={begun ? "is-done" : ""}>
          <a href="/desk#day">{t("pit.first.day")}</a>
        </li>
        <li>
          {t("pit.first.open")}
          <p class="row-of">
            {all.map(({ table }) => (
              <button key={table.table} type="button" onClick={() => lookAt(table.table, "table")}>
                {table.title}
              </button>
            ))}
          </p>
        </li>
        <li>
          <a href="/desk#staff">{t("pit.first.assign")}</a>
        </li>
      </ol>
    </section>
  );
}
