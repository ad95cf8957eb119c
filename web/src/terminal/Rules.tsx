import type { Book } from "../felt/book";
import { named, t } from "../lib/i18n";
import { money } from "../lib/money";
import { nameOf, paysOf } from "./speaking";
import { limitsFor } from "./state";

/** The book, explained by itself: wagers, what voids a round, readings, every clause. */
export function Rules({ book }: { book: Book }) {
  const kinds = new Map(book.felt.spots.map((spot) => [`${spot.kind} ${spot.clause}`, spot]));
  return (
    <div class="rules">
      <p class="lead">
        {book.title}
        {book.version ? ` · ${t("book.version", { version: book.version })}` : ""} ·{" "}
        {book.effective}
      </p>
      <a class="away" href={`/odds/${encodeURIComponent(book.id)}`} target="_blank" rel="noopener">
        {t("rules.odds")}
      </a>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("wager")}</th>
            <th scope="col">{t("pays")}</th>
            <th scope="col">{t("limits.area")}</th>
            <th scope="col">{t("clause.head")}</th>
          </tr>
        </thead>
        <tbody>
          {[...kinds.values()].map((spot) => {
            const limits = limitsFor(spot.kind);
            return (
              <tr key={`${spot.kind} ${spot.clause}`}>
                <th scope="row">{nameOf(spot)}</th>
                <td>{paysOf(spot)}</td>
                <td>{t("limits.range", { min: money(limits.min), max: money(limits.max) })}</td>
                <td>{spot.clause}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {book.calls.length ? (
        <section>
          <h3>{t("track")}</h3>
          <ul>
            {book.calls
              .filter((call) => !call.wager.includes(":"))
              .map((call) => (
                <li key={call.wager}>
                  <b>{named("kind", call.kind, call.name)}</b> ({call.clause}){" "}
                  {call.pieces
                    .map((piece) => `${piece.count > 1 ? `${piece.count} × ` : ""}${piece.wager}`)
                    .join(", ")}
                </li>
              ))}
          </ul>
        </section>
      ) : null}
      <section>
        <h3>{t("voids")}</h3>
        <Clauses items={book.voids.map(({ clause, says }) => ({ number: clause, says }))} />
      </section>
      <details>
        <summary>{t("clauses")}</summary>
        <Clauses items={book.clauses} />
      </details>
      <details>
        <summary>{t("readings")}</summary>
        <p class="hint">{t("readings.what")}</p>
        <dl class="clauses">
          {book.readings.map((reading) => (
            <div key={reading.number}>
              <dt>{reading.number}</dt>
              <dd>
                <b>{reading.title}.</b> {reading.says}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function Clauses({ items }: { items: readonly { number: string; says: string }[] }) {
  return (
    <dl class="clauses" lang="en">
      {items.map(({ number, says }) => (
        <div key={number}>
          <dt>{number}</dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  );
}
