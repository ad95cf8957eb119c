import type { Book } from "../felt/book";
import { named, t } from "../lib/i18n";
import { money } from "../lib/money";
import type { SpotShown, TableView } from "../protocol";

const MOST = 9;

/** What each kind of wager pays, the most first, and beside each its own limits where it has any. */
export function Paid({ book, view }: { book: Book; view: TableView }) {
  const kinds = [...new Map(book.felt.spots.map((each) => [each.kind, each])).values()];
  const shown = grouped(kinds).slice(0, MOST);
  return (
    <dl class="display-paid">
      {shown.map(({ pays, spots }) => (
        <div key={pays}>
          <dt>
            {spots.map(({ kind, name }) => {
              const own = view.limits.kinds?.[kind];
              return (
                <span key={kind}>
                  {named("kind", kind, name)}
                  {own ? (
                    <small>
                      {money(own.min)} – {money(own.max)}
                    </small>
                  ) : null}
                </span>
              );
            })}
          </dt>
          <dd>{pays}</dd>
        </div>
      ))}
    </dl>
  );
}

function words(spot: SpotShown): string {
  if (typeof spot.pays === "number") return t("display.pays", { pays: spot.pays });
  const { plain, bonus, super: all } = spot.pays;
  return t("display.pays-lit", { plain, bonus, super: all });
}

function grouped(kinds: readonly SpotShown[]) {
  const groups = new Map<string, SpotShown[]>();
  const worth = (each: SpotShown) => (typeof each.pays === "number" ? each.pays : each.pays.super);
  for (const each of [...kinds].sort((a, b) => worth(b) - worth(a))) {
    const pays = words(each);
    groups.set(pays, [...(groups.get(pays) ?? []), each]);
  }
  return [...groups].map(([pays, spots]) => ({ pays, spots }));
}
