import type { Book } from "../felt/book";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import type { Figure, SpreadShown } from "../protocol";
import { Distribution } from "./Distribution";
import { cents, inUnits, nameOf, percent, whichOf } from "./figures";
import * as s from "./state";

/** What the chips on the felt bring together. */
export function Results({ book }: { book: Book }) {
  const shown = s.shown.value;
  if (!shown || !s.bets.value.length) return <Nothing book={book} />;
  return (
    <>
      <section class="card spread-card" aria-label={t("odds.spread")}>
        <header>
          <h2>{t("odds.spread")}</h2>
          <b>{money(shown.staked)}</b>
        </header>
        <Fates shown={shown} />
        <dl class="exact is-pairs">
          <Sum
            name={t("odds.mean")}
            figure={inUnits(shown.mean)}
            reads={cents(shown.mean.decimal)}
          />
          <div>
            <dt>{t("odds.deviation")}</dt>
            <dd>
              <b>± {cents(shown.deviation)}</b>
              <small>{t("odds.a-round")}</small>
            </dd>
          </div>
          <Sum name={t("odds.edge")} figure={shown.edge} reads={percent(shown.edge)} />
          <Sum name={t("odds.any")} figure={shown.hit} reads={percent(shown.hit)} />
        </dl>
        <Laid book={book} />
      </section>
      <Distribution shown={shown} />
    </>
  );
}

function Sum({ name, figure, reads }: { name: string; figure: Figure; reads: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{reads}</b>
        <small class="fraction">{figure.exact}</small>
      </dd>
    </div>
  );
}

/** Ahead, even or behind after one round, as a line in parts. */
function Fates({ shown }: { shown: SpreadShown }) {
  const all = [
    { name: "ahead", figure: shown.ahead },
    { name: "even", figure: shown.even },
    { name: "behind", figure: shown.behind },
  ] as const;
  let x = 0;
  return (
    <div class="fates">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        {all.map(({ name, figure }) => {
          const w = Number(figure.decimal) * 1000;
          const at = x;
          x += w;
          return <rect key={name} class={`is-${name}`} x={at} y="0" width={w} height="10" />;
        })}
      </svg>
      <dl>
        {all.map(({ name, figure }) => (
          <div key={name} class={`is-${name}`}>
            <dt>{t(`odds.${name}`)}</dt>
            <dd>
              <b>{percent(figure)}</b>
              <small class="fraction">{figure.exact}</small>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The wagers of the spread, each to be taken off again. */
function Laid({ book }: { book: Book }) {
  return (
    <ul class="laid" aria-label={t("odds.laid")}>
      {s.bets.value.map(({ wager, amount }) => (
        <li key={wager} onPointerEnter={() => s.point(wager)} onPointerLeave={() => s.point(null)}>
          <span>
            {nameOf(book, wager)} <i>{whichOf(wager)}</i>
          </span>
          <b>{money(amount)}</b>
          <button
            type="button"
            class="quiet"
            aria-label={t("take-back", { wager: `${nameOf(book, wager)} ${whichOf(wager)}` })}
            onClick={() => s.take(wager)}
          >
            <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
              <path d="M5 10H15" />
            </svg>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Nothing({ book }: { book: Book }) {
  const one = () => {
    const kinds = new Map(book.felt.spots.map((spot) => [spot.kind, spot.wager]));
    for (const wager of kinds.values()) s.place(wager);
  };
  return (
    <section class="card nothing" aria-label={t("odds.spread")}>
      <h2>{t("odds.spread")}</h2>
      <p>{t("odds.nothing")}</p>
      <button type="button" onClick={one}>
        {t("odds.try")}
      </button>
    </section>
  );
}
