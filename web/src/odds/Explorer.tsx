import { effect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { type Book, DARK, wagerOf } from "../felt/book";
import { Felt } from "../felt/Felt";
import { Racetrack } from "../felt/Racetrack";
import { language, named, t } from "../lib/i18n";
import { money } from "../lib/money";
import { portrait } from "../lib/motion";
import { refusalWords } from "../lib/refusals";
import { Languages } from "../parts/Languages";
import { WAYS } from "./address";
import { nameOf, paysOf, percent, whichOf } from "./figures";
import { Ground, Legend, Points } from "./Heat";
import { steps } from "./heat";
import { Pockets } from "./Pockets";
import { Results } from "./Results";
import { Session } from "./Session";
import * as s from "./state";
import { Tray } from "./Tray";
import { WagerCard } from "./WagerCard";

effect(() => {
  document.title = `${t("odds.title")} · ${s.book.value?.title ?? "croupier"}`;
});

/** The odds of a book: its felt in colours, and what a spread of chips brings. */
export function Explorer() {
  const book = s.book.value;
  const shown = s.shown.value;
  return (
    <div class={`odds ${portrait.value ? "is-tall" : "is-wide"}`}>
      <Bar />
      <Problem />
      {book ? (
        <main class={book.racetrack && !portrait.value ? "has-track" : ""}>
          <Cloth book={book} />
          <aside aria-label={t("odds.figures")}>
            <WagerCard book={book} />
            <Results book={book} />
          </aside>
          {shown ? <Pockets book={book} shown={shown} /> : null}
          <Session />
        </main>
      ) : (
        <p class="hint waiting">{s.wrong.value ? "" : t("loading")}</p>
      )}
    </div>
  );
}

function Bar() {
  const now = s.book.value?.id;
  return (
    <header class="bar">
      <a class="home" href="/">
        <span class="unseen">{t("door.back")}</span>
        <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
          <path d="M12.5 4L6.5 10L12.5 16" />
        </svg>
      </a>
      <h1>{t("odds.title")}</h1>
      <label class="book-choice">
        <span class="unseen">{t("odds.book")}</span>
        <select
          value={now}
          onChange={(event) =>
            location.assign(`/odds/${encodeURIComponent(event.currentTarget.value)}`)
          }
        >
          {s.books.value.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title} · {each.effective.slice(0, 4)}
            </option>
          ))}
        </select>
      </label>
      <Languages />
    </header>
  );
}

function Problem() {
  const wrong = s.wrong.value;
  if (!wrong) return null;
  return (
    <p class="banner" role="alert">
      <b>{wrong.status === 0 ? t("link.lost") : t("odds.refused")}</b>
      {refusalWords(wrong)}
    </p>
  );
}

function Cloth({ book }: { book: Book }) {
  const by = s.by.value;
  const figures = s.figures.value;
  const heat = useMemo(
    () => (by === "none" ? [] : steps(book, figures, by)),
    [book, figures, by, language.value],
  );
  const lying = s.lying.value;
  const taken = useMemo(() => new Set(lying.keys()), [lying]);
  const spoken = (wager: string) => {
    const odds = figures.get(wager);
    const found = wagerOf(book, wager);
    const lies = lying.get(wager)?.amount ?? 0;
    return [
      named("box", wager, `${nameOf(book, wager)} ${whichOf(wager)}`.trim()),
      found ? paysOf(found) : "",
      odds ? `${t("odds.hit")} ${percent(odds.hit)}` : "",
      odds ? `${t("odds.edge")} ${percent(odds.edge)}` : "",
      lies ? t("yours", { amount: money(lies) }) : "",
    ]
      .filter(Boolean)
      .join(", ");
  };
  const touching = { spoken, onPlace: s.place, onTake: s.take, onPoint: s.point };
  const track = (
    <Racetrack
      book={book}
      upright={portrait.value}
      pointed={s.pointed}
      label={t("track.label")}
      dolly={s.number.value}
      {...touching}
    />
  );
  return (
    <section class={`cloth-panel ${by === "none" ? "" : "is-heat"}`} aria-label={t("felt")}>
      <div class="cloth-head">
        <fieldset class="choice">
          <legend>{t("odds.colour-by")}</legend>
          {WAYS.map((way) => (
            <button
              key={way}
              type="button"
              aria-pressed={by === way}
              onClick={() => {
                s.by.value = way;
              }}
            >
              {t(`odds.${way}`)}
            </button>
          ))}
        </fieldset>
        <Legend steps={heat} />
      </div>
      <Felt
        book={book}
        upright={portrait.value}
        lights={DARK}
        lying={lying}
        dolly={s.number.value}
        pointed={s.pointed}
        label={t("felt.label")}
        under={(plan) => <Ground plan={plan} steps={heat} />}
        over={(plan) => <Points plan={plan} steps={heat} taken={taken} />}
        {...touching}
      />
      {book.racetrack && !portrait.value ? track : null}
      <Tray book={book} />
      {book.racetrack && portrait.value ? (
        <details class="track-fold">
          <summary>{t("track")}</summary>
          {track}
        </details>
      ) : null}
    </section>
  );
}
