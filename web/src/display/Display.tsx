import { effect } from "@preact/signals";
import type { Book } from "../felt/book";
import { houseNow, tick } from "../lib/clock";
import { named, t } from "../lib/i18n";
import { money } from "../lib/money";
import { Wheel } from "../wheel/Wheel";
import { Bonus } from "./Bonus";
import { Figures } from "./Figures";
import { Paid } from "./Paid";
import * as s from "./state";

const COLUMN = 15;

effect(() => {
  document.title = s.view.value ? `${s.view.value.title} · croupier` : "croupier";
});

/** The table for the room: the wheel, the number, the numbers before it, limits and odds. */
export function Display() {
  const view = s.view.value;
  const book = s.book.value;
  if (!view || !book) {
    return (
      <div class="display-wait" role="status">
        {t("link.connecting")}
      </div>
    );
  }
  // A void round is told until the next one begins; then the last number stands again.
  const numbered = s.results.value.find((each) => each.outcome !== null);
  const last = (view.phase === null ? s.results.value[0] : numbered) ?? null;
  const colour = last?.outcome ? (book.colours[last.outcome] ?? "") : "";
  return (
    <main class={`display ${book.bonus ? "has-bonus" : ""} ${s.isOpen.value ? "is-open" : ""}`}>
      <header>
        <h1>{view.title}</h1>
        <p class="announced" role="status">
          {announced(book)}
        </p>
        <Seconds />
      </header>
      <section class="display-wheel" aria-label={t("wheel")}>
        <Wheel
          book={book}
          running={s.running.value}
          outcome={s.falling.value?.outcome ?? last?.outcome ?? null}
          atOnce={s.falling.value === null}
          label={t("wheel.label", { number: last?.outcome ?? "–" })}
          onLanded={s.reveal}
        />
      </section>
      <section
        class={`display-number is-${last?.outcome ? colour : "void"}`}
        aria-label={t("display.last")}
      >
        {last ? (
          <h2>{`${t("display.last")} · ${t("round.number", { round: last.round })}`}</h2>
        ) : null}
        <b>{last ? (last.outcome ?? "–") : ""}</b>
        <span>
          {last
            ? last.outcome
              ? named("colour", colour, colour)
              : named("status", last.status, "")
            : t("display.first")}
        </span>
      </section>
      {book.bonus ? <Bonus book={book} /> : null}
      <Figures book={book} />
      <ol class="display-column" aria-label={t("display.column")}>
        {s.results.value.slice(0, COLUMN).map((each) => {
          const paint = each.outcome ? (book.colours[each.outcome] ?? "") : "void";
          return (
            <li key={each.round} class={`at-${paint}`}>
              <b class={`is-${paint}`}>{each.outcome ?? "–"}</b>
            </li>
          );
        })}
      </ol>
      <section class="display-limits" aria-label={t("pit.limits")}>
        <h2>{t("pit.limits")}</h2>
        <p class="range">
          {money(view.limits.table.min)} <i>–</i> {money(view.limits.table.max)}
        </p>
        <Paid book={book} view={view} />
      </section>
      <footer>
        {s.house.link.value === "lost" ? <b class="lost">{t("link.lost")}</b> : null}
        <p>
          {t("display.informs")}
          {book.displays ? ` (${t("clause", { clause: book.displays.number })})` : ""}
        </p>
      </footer>
    </main>
  );
}

function announced(book: Book): string {
  const view = s.view.value;
  if (!view) return "";
  if (s.house.link.value === "lost") return t("link.lost");
  if (!view.is_open) return t("table.closed");
  if (view.waiting !== null) return t("round.held");
  if (view.phase === null && !s.falling.value) {
    return t(view.is_idle ? "table.idle" : "round.between");
  }
  const words = s.link.words.value ?? "";
  const kind = words === book.opens.words[0] ? "open" : "closed";
  return named("words", kind, words, { words });
}

function Seconds() {
  const closes = s.isOpen.value ? (s.view.value?.closes_ms ?? null) : null;
  tick.value;
  const left = closes === null ? null : Math.max(0, Math.ceil((closes - houseNow()) / 1000));
  return (
    <p class="display-seconds" aria-hidden="true">
      {left ?? ""}
    </p>
  );
}
