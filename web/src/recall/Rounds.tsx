import { dateAndTime } from "../lib/clock";
import { language, named, t } from "../lib/i18n";
import { money } from "../lib/money";
import { Face } from "../parts/Strip";
import type { RoundShown } from "../protocol";
import * as s from "./state";

/** The rounds of a table, the newest first, each a way to its recall. */
export function Rounds() {
  const table = s.table.value;
  const list = s.list.value;
  if (!table) return <p class="hint waiting">{s.wrong.value ? "" : t("loading")}</p>;
  return (
    <main class="rounds">
      <nav class="tables-nav" aria-label={t("door.tables")}>
        {s.tables.value.map((each) => (
          <a
            key={each.table}
            href={s.addressOf(each.table)}
            aria-current={each.table === table.table ? "page" : undefined}
          >
            {each.title}
          </a>
        ))}
      </nav>
      <form
        class="go-to"
        onSubmit={(event) => {
          event.preventDefault();
          const number = Number(new FormData(event.currentTarget).get("round"));
          if (number > 0) location.assign(s.addressOf(table.table, number));
        }}
      >
        <label>
          {t("recall.go-to")}
          <input name="round" type="number" inputMode="numeric" min={1} required />
        </label>
        <button type="submit">{t("recall.show")}</button>
      </form>
      {list === null ? (
        <p class="hint">{t("loading")}</p>
      ) : list.length ? (
        <ol class="round-list">
          {list.map((each) => (
            <Row key={each.round} table={table.table} round={each} />
          ))}
        </ol>
      ) : (
        <p class="hint">{t(s.as.value === "player" ? "history.none" : "recall.no-rounds")}</p>
      )}
      {s.more.value ? (
        <button type="button" onClick={() => void s.loadList(table.table)}>
          {t("recall.older")}
        </button>
      ) : null}
    </main>
  );
}

function Row({ table, round }: { table: string; round: RoundShown }) {
  const colour = round.outcome === null ? "" : (s.book.value?.colours[round.outcome] ?? "");
  return (
    <li>
      <a href={s.addressOf(table, round.round)}>
        <Face number={round.outcome} colour={colour} />
        <b>{t("round.number", { round: round.round })}</b>
        <span class="state">
          {named("status", round.status, round.status)}
          {round.ended_by ? ` · ${t("clause", { clause: round.ended_by })}` : ""}
          {round.corrected ? ` · ${t("recall.corrected")}` : ""}
        </span>
        {!round.staked ? null : (
          <span class="sums">
            {t("recall.staked", { staked: money(round.staked), back: money(round.returned ?? 0) })}
          </span>
        )}
        <time>{dateAndTime(round.opened_ms, language.value)}</time>
      </a>
    </li>
  );
}
