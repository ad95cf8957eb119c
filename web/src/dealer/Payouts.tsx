import { wagerName } from "../console/books";
import { Dot } from "../console/Dot";
import type { Book } from "../felt/book";
import { named, t } from "../lib/i18n";
import { money } from "../lib/money";
import { Face } from "../parts/Strip";
import type { Recalled, WagerResult } from "../protocol";
import { due as allDue, isPaid as isTicked, tick, unpaid } from "./paying";
import { last, players } from "./state";

/** What to pay and give back after the outcome, spot by spot: what pays least first, straight up last. */
export function Payouts({ book }: { book: Book }) {
  const round = last.value;
  if (!round) return null;
  if (round.outcome === null) {
    return (
      <section class="payouts" aria-label={t("pay")}>
        <header>
          <Face number={null} colour="" />
          <h2>
            {named("status", round.status, round.status)}
            {round.ended_by ? ` · ${t("clause", { clause: round.ended_by })}` : ""}
          </h2>
        </header>
        <Returned round={round} book={book} />
      </section>
    );
  }
  const due = allDue.value;
  const total = due.reduce((all, each) => all + each.winnings, 0);
  const back = due.reduce((all, each) => all + (each.winnings ? 0 : each.returned), 0);
  return (
    <section class="payouts" aria-label={t("pay")}>
      <header>
        <Face number={round.outcome} colour={book.colours[round.outcome] ?? ""} />
        <h2>
          {t("pay.total", { amount: money(total) })}
          {back ? ` · ${t("comes-back", { amount: money(back) })}` : ""}
        </h2>
        <p>
          {t("pay.taken", { count: round.results.filter((each) => each.result === "lost").length })}
        </p>
        {unpaid.value.length > 1 ? (
          <button type="button" onClick={() => tick(unpaid.value)}>
            {t("pay.all")}
          </button>
        ) : null}
      </header>
      {round.under_minimum.map((each) => (
        <p class="hint" role="status" key={each.player}>
          <Dot colour={players.value.find((one) => one.player === each.player)?.colour ?? null} />{" "}
          <b>{each.player}</b> {t(`under-minimum.${each.was}`)}
          <b> {t("clause", { clause: each.clause })}</b>
        </p>
      ))}
      {due.length ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("pay.paid")}</th>
              <th scope="col">{t("wager")}</th>
              <th scope="col">{t("pay.player")}</th>
              <th scope="col" class="num">
                {t("stake")}
              </th>
              <th scope="col" class="num">
                {t("pay")}
              </th>
              <th scope="col" class="num">
                {t("pay.back")}
              </th>
              <th scope="col">{t("clause.head")}</th>
            </tr>
          </thead>
          <tbody>
            {due.map((each) => (
              <Row key={`${each.player} ${each.wager}`} each={each} book={book} />
            ))}
          </tbody>
        </table>
      ) : (
        <p class="hint">{t("pay.none")}</p>
      )}
    </section>
  );
}

function Row({ each, book }: { each: WagerResult; book: Book }) {
  const isPaid = isTicked(each);
  const colour = players.value.find((one) => one.player === each.player)?.colour ?? null;
  const name = wagerName(book, each.wager);
  return (
    <tr class={isPaid ? "is-paid" : ""}>
      <td>
        <label class="tick">
          <input
            type="checkbox"
            checked={isPaid}
            aria-label={t("pay.tick", { wager: name, player: each.player })}
            onChange={(event) => tick([each], event.currentTarget.checked)}
          />
        </label>
      </td>
      <th scope="row">{name}</th>
      <td>
        <Dot colour={colour} /> {each.player}
      </td>
      <td class="num">{money(each.amount)}</td>
      <td class="num">
        {each.winnings ? <b>{money(each.winnings)}</b> : named("result", each.result, each.result)}
      </td>
      <td class="num">{money(each.returned)}</td>
      <td>{each.clause}</td>
    </tr>
  );
}

function Returned({ round, book }: { round: Recalled; book: Book }) {
  if (!round.results.length) return <p class="hint">{t("round.returned")}</p>;
  return (
    <ul class="returned">
      {round.results.map((each) => (
        <li key={`${each.player} ${each.wager}`}>
          <span>
            {wagerName(book, each.wager)} · {each.player}
          </span>
          <b>{money(each.returned)}</b>
        </li>
      ))}
    </ul>
  );
}
