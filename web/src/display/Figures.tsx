import type { Book } from "../felt/book";
import { named, t } from "../lib/i18n";
import { Face } from "../parts/Strip";
import type { Count } from "../protocol";
import { statistics } from "./state";

const SHOWN = 4;
/** Of fewer rounds no number came often. */
const ROUNDS_LEAST = 10;

/** What the last rounds showed: shares of colours and sectors, and which numbers came most and least. */
export function Figures({ book }: { book: Book }) {
  const found = statistics.value;
  if (!found?.settled) return null;
  const share = (count: number) => `${Math.round((count * 100) / found.settled)} %`;
  const counts = new Map(found.numbers.map((each) => [each.what, each.count]));
  const sectors = (book.racetrack?.fields ?? []).flatMap(({ wager }) => {
    const call = book.callOf.get(wager);
    const count = call?.numbers.reduce((all, each) => all + (counts.get(each) ?? 0), 0) ?? 0;
    return call ? [{ name: named("kind", call.kind, call.name), count }] : [];
  });
  return (
    <section class="display-figures" aria-label={t("numbers.over", { rounds: found.settled })}>
      <h2>{t("numbers.over", { rounds: found.settled })}</h2>
      <dl>
        {found.colours.map(({ what, count }) => (
          <div key={what}>
            <dt>
              <i class={`is-${what}`} /> {named("colour", what, what)}
            </dt>
            <dd>{share(count)}</dd>
          </div>
        ))}
        {sectors.map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{share(count)}</dd>
          </div>
        ))}
        {found.settled < ROUNDS_LEAST ? null : (
          <>
            <Came words={t("numbers.hot")} all={found.hot} book={book} />
            <Came words={t("numbers.cold")} all={found.cold} book={book} />
          </>
        )}
      </dl>
    </section>
  );
}

function Came({ words, all, book }: { words: string; all: readonly Count[]; book: Book }) {
  return (
    <div class="came">
      <dt>{words}</dt>
      <dd>
        {all.slice(0, SHOWN).map(({ what, count }) => (
          <span key={what}>
            <Face number={what} colour={book.colours[what] ?? ""} />
            <small>{count}</small>
          </span>
        ))}
      </dd>
    </div>
  );
}
