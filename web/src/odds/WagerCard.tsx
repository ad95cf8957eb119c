import { type Book, wagerOf } from "../felt/book";
import { t } from "../lib/i18n";
import type { Figure } from "../protocol";
import { decimal, nameOf, oneIn, paysOf, percent, whichOf } from "./figures";
import { figures, last, pointed } from "./state";

/** The exact figures of the wager that is looked at. */
export function WagerCard({ book }: { book: Book }) {
  const id = pointed.value ?? last.value ?? book.felt.spots[0]?.wager ?? "";
  const wager = wagerOf(book, id);
  const odds = figures.value.get(id);
  if (!wager || !odds) return null;
  const clause = book.clauses.find((each) => each.number === wager.clause);
  return (
    <section class="card wager-card" aria-label={t("odds.wager")}>
      <header>
        <h2>
          {nameOf(book, id)} <i>{whichOf(id)}</i>
        </h2>
        <b>{paysOf(wager)}</b>
      </header>
      <dl class="exact">
        <Row name={t("odds.hit")} figure={odds.hit} reads={percent(odds.hit)}>
          {oneIn(odds.hit)}
        </Row>
        <Row name={t("odds.edge")} figure={odds.edge} reads={percent(odds.edge)} />
        <Row name={t("odds.returns")} figure={odds.returns} reads={percent(odds.returns)} />
        <Row
          name={t("odds.variance")}
          figure={odds.variance}
          reads={decimal(odds.variance.decimal, 3)}
        >
          {t("odds.deviation-of", { deviation: decimal(odds.deviation, 3) })}
        </Row>
      </dl>
      {clause ? (
        <p class="card-clause">
          <b>{clause.number}</b> {clause.says}
        </p>
      ) : null}
    </section>
  );
}

interface RowProps {
  name: string;
  figure: Figure;
  reads: string;
  children?: string;
}

function Row({ name, figure, reads, children }: RowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{reads}</b>
        <small class="fraction">{figure.exact}</small>
        {children ? <small>{children}</small> : null}
      </dd>
    </div>
  );
}
