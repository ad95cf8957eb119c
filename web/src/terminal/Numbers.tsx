import { useEffect } from "preact/hooks";
import { type Book, wagerOf } from "../felt/book";
import { named, t } from "../lib/i18n";
import { Face } from "../parts/Strip";
import { loadStatistics, statistics } from "./records";
import { nameOf } from "./speaking";

/** How often each number came, and each group that the book names. */
export function Numbers({ book }: { book: Book }) {
  useEffect(() => {
    void loadStatistics();
  }, []);
  const found = statistics.value;
  if (!found) return <p class="hint">{t("loading")}</p>;
  const most = Math.max(1, ...found.numbers.map((each) => each.count));
  return (
    <div class="numbers">
      <p class="lead">{t("numbers.over", { rounds: found.settled })}</p>
      <ol class="bars">
        {found.numbers.map(({ what, count }) => (
          <li key={what} title={t("times", { count })}>
            <svg viewBox="0 0 10 60" preserveAspectRatio="none" aria-hidden="true">
              <rect
                class={`is-${book.colours[what]}`}
                x="0"
                width="10"
                y={60 - (60 * count) / most}
                height={(60 * count) / most}
              />
            </svg>
            <Face number={what} colour={book.colours[what] ?? ""} />
            <small>{count}</small>
          </li>
        ))}
      </ol>
      <div class="groups">
        {found.groups.map(({ what, count }) => {
          const wager = wagerOf(book, what);
          const which = what.includes(":") ? what.slice(what.indexOf(":") + 1) : "";
          return (
            <p key={what}>
              <span>
                {wager ? nameOf(wager) : named("kind", what, what)} {which}
              </span>
              <b>{count}</b>
            </p>
          );
        })}
      </div>
      <p>{t("numbers.called-off", { off: found.called_off, closed: found.closed })}</p>
      <p class="hint">{t("numbers.hint")}</p>
    </div>
  );
}
