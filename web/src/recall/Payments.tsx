import { wagerName } from "../console/books";
import type { Book } from "../felt/book";
import { named, t } from "../lib/i18n";
import { money } from "../lib/money";
import type { Recalled, WagerResult } from "../protocol";
import * as s from "./state";

/** What became of every wager, by player, and what goes back. */
export function Payments({ book, record }: { book: Book; record: Recalled }) {
  const chosen = s.player.value;
  const results = record.results.filter((each) => chosen === null || each.player === chosen);
  const sum = (of: (each: WagerResult) => number) =>
    results.reduce((all, each) => all + of(each), 0);
  const many = new Set(record.results.map((each) => each.player)).size > 1;
  return (
    <section class="panel payments" aria-label={t("recall.payments")}>
      <h2>{t("recall.payments")}</h2>
      {results.length ? (
        <div class="payments-table" role="group" aria-label={t("recall.payments")} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("wager")}</th>
                <th scope="col">{t("stake")}</th>
                <th scope="col">{t("winnings")}</th>
                <th scope="col">{t("recall.back")}</th>
              </tr>
            </thead>
            <tbody>
              {results.map((each) => (
                <tr
                  key={`${each.player} ${each.wager}`}
                  class={`is-${each.result}`}
                  onPointerEnter={() => {
                    s.pointed.value = each.wager;
                  }}
                  onPointerLeave={() => {
                    s.pointed.value = null;
                  }}
                >
                  <th scope="row">
                    {wagerName(book, each.wager)}
                    <small>
                      {many ? `${each.player} · ` : ""}
                      {named("result", each.result, each.result)}
                      {each.clause ? ` · ${t("clause", { clause: each.clause })}` : ""}
                      {each.in_play !== each.amount
                        ? ` · ${t("recall.in-play", { amount: money(each.in_play) })}`
                        : ""}
                    </small>
                  </th>
                  <td>{money(each.amount)}</td>
                  <td>{each.winnings ? money(each.winnings) : "–"}</td>
                  <td>{money(each.returned)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t("recall.sum")}</th>
                <td>{money(sum((each) => each.amount))}</td>
                <td>{money(sum((each) => each.winnings))}</td>
                <td>{money(sum((each) => each.returned))}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      ) : (
        <p class="hint">
          {t(record.status === "in-play" ? "recall.in-progress" : "recall.no-wagers")}
        </p>
      )}
      {record.commitment ? (
        <details class="sealed">
          <summary>{t("fair")}</summary>
          <dl>
            <dt>{t("fair.commitment")}</dt>
            <dd>
              <code>{record.commitment}</code>
            </dd>
            {record.secret || record.lost ? (
              <>
                <dt>{t("fair.secret")}</dt>
                <dd>{record.secret ? <code>{record.secret}</code> : <b>{t("fair.lost")}</b>}</dd>
              </>
            ) : null}
            {record.seed ? (
              <>
                <dt>{t("fair.seed")}</dt>
                <dd>
                  <code>{record.seed}</code>
                </dd>
              </>
            ) : null}
          </dl>
        </details>
      ) : null}
    </section>
  );
}
