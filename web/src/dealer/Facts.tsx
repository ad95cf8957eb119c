import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { staff, view } from "./state";

/** What holds at this table today. */
export function Facts() {
  const table = view.value;
  const now = staff.value;
  if (!table || !now) return null;
  const { min, max } = table.limits.table;
  const most = table.maximum_payout;
  const facts: readonly [string, string][] = [
    [t("pit.gaming-day"), table.day ?? t("pit.no-day")],
    [t("desk.shift"), now.shift ?? "–"],
    [t("pit.limits"), t("limits.range", { min: money(min), max: money(max) })],
    [t("dealer.most"), most === null ? t("dealer.most.none") : money(most)],
    [t("pit.rounds"), String(now.figures.rounds)],
    [t("pit.void-rounds"), String(now.figures.voids)],
    [t("pit.tray"), money(now.tray)],
  ];
  return (
    <section class="facts" aria-label={t("pit.today")}>
      <h2>{t("pit.today")}</h2>
      <dl class="sums">
        {facts.map(([what, is]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
