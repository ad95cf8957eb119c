import { useState } from "preact/hooks";
import { post } from "../lib/api";
import { houseNow, tick } from "../lib/clock";
import { named, t } from "../lib/i18n";
import { money } from "../lib/money";
import { DrainingLine } from "../parts/Ring";
import { Face, Strip } from "../parts/Strip";
import type { Me, TableView } from "../protocol";
import { books, shown, unenrolled } from "./state";

/** A table as it is now, and the way to it. */
export function TableCard({ table }: { table: TableView }) {
  const [busy, setBusy] = useState(false);
  const colours = books.value.get(table.book)?.colours ?? {};
  const book = books.value.get(table.book);
  const year = book?.effective.slice(0, 4);
  const last = table.results[0] ?? null;
  const open = table.bets_open;
  const address = `/table/${encodeURIComponent(table.table)}`;
  const sit = async () => {
    setBusy(true);
    if (shown.value?.demonstration) await post<Me>("/api/visit", {}, "player").catch(() => null);
    location.assign(`${address}#sit`);
  };
  return (
    <li class={`table-card ${open ? "is-open" : ""}`}>
      <DrainingLine from={open ? table.since_ms : null} until={open ? table.closes_ms : null} />
      <div class="card-felt">
        <img src={`/api/books/${encodeURIComponent(table.book)}/felt.svg`} alt="" />
      </div>
      <div class="card-head">
        <h3>
          <a href={address}>{table.title}</a>
          {year && !table.title.includes(year) ? <small>{year}</small> : null}
        </h3>
        <p>
          {t("card.facts", {
            pockets: book?.pockets.length ?? 0,
            min: money(table.limits.table.min),
            max: money(table.limits.table.max),
          })}
        </p>
      </div>
      <div class="card-last">
        {last ? (
          <Face number={last.outcome} colour={last.outcome ? (colours[last.outcome] ?? "") : ""} />
        ) : (
          <span class="card-new">{t("card.new")}</span>
        )}
        <Strip results={table.results.slice(1)} colours={colours} count={9} />
      </div>
      <div class="card-foot">
        <p class="card-state">
          <b>{state(table, open)}</b>
          <span>{t("players", { count: table.players })}</span>
        </p>
        <a class="card-odds" href={`/odds/${encodeURIComponent(table.book)}`}>
          {t("odds.title")}
          <span class="unseen">{table.title}</span>
        </a>
        {unenrolled.value ? (
          <a class="card-odds" href={address}>
            {t("door.watch")}
            <span class="unseen">{table.title}</span>
          </a>
        ) : (
          <button type="button" class="primary" disabled={busy || !table.is_open} onClick={sit}>
            {t("door.sit")}
          </button>
        )}
      </div>
    </li>
  );
}

function state(table: TableView, open: boolean): string {
  if (!table.is_open) return t("table.closed");
  if (table.waiting !== null) return t("round.held");
  if (open && table.closes_ms !== null) {
    tick.value;
    const left = Math.max(0, Math.ceil((table.closes_ms - houseNow()) / 1000));
    return t("card.open", { seconds: left });
  }
  if (table.phase === null) return t(table.is_idle ? "table.idle" : "round.between");
  return named("words", open ? "open" : "closed", table.words ?? "", { words: table.words ?? "" });
}
