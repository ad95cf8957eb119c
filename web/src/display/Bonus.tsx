import type { Book } from "../felt/book";
import { t } from "../lib/i18n";
import * as s from "./state";

/** Bonus Numbers as they light up; full links are white-hot. */
export function Bonus({ book }: { book: Book }) {
  const places = Array.from({ length: book.bonus?.count ?? 0 }, (_, i) => s.shownDrawn.value[i]);
  const supers = [...s.lit.value.superLinks];
  return (
    <section class="display-bonus" aria-label={t("fair.bonus")}>
      <h2>
        {t("fair.bonus")}
        {supers.length ? <b>{t("display.super", { links: supers.join(" ") })}</b> : null}
        {s.lit.value.scatter ? <b>{t("bonus.scatter")}</b> : null}
      </h2>
      <ol>
        {places.map((number, i) => (
          <li
            key={i}
            class={
              number === undefined ? "" : s.lit.value.supers.has(number) ? "is-super" : "is-bonus"
            }
          >
            {number ?? ""}
          </li>
        ))}
      </ol>
    </section>
  );
}
