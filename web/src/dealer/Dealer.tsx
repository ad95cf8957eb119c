import { computed, effect } from "@preact/signals";
import { bookOf } from "../console/books";
import { Frame } from "../console/Frame";
import { house } from "../console/session";
import { stateOf } from "../console/words";
import { named, t } from "../lib/i18n";
import { money } from "../lib/money";
import { portrait } from "../lib/motion";
import { Strip } from "../parts/Strip";
import { ConsoleFelt, type Stake } from "./ConsoleFelt";
import { Corrections } from "./Corrections";
import { Entry, LightsReport } from "./Entry";
import { placeFor } from "./FeltForms";
import { Payouts } from "./Payouts";
import { Players } from "./Players";
import { Steps } from "./Steps";
import * as s from "./state";
import { WheelHint } from "./WheelHint";

effect(() => {
  document.title = `${s.view.value?.title ?? t("console.dealers")} · croupier`;
});

/** Everybody's wagers now, or after the outcome those that lay. */
const stakes = computed<readonly Stake[]>(() => {
  const colours = new Map(s.players.value.map((each) => [each.player, each.colour]));
  const now = s.players.value.flatMap((each) =>
    each.wagers.map(({ wager, amount, chips }) => ({
      player: each.player,
      wager,
      amount,
      colour: chips === "colour-chips" ? each.colour : null,
    })),
  );
  if (s.view.value?.phase != null || now.length) return now;
  return (s.last.value?.areas ?? []).map(({ player, area, amount, result }) => ({
    player,
    wager: area,
    amount,
    colour: colours.get(player) ?? null,
    won: result === "won",
  }));
});

export function Dealer() {
  if (s.tableId === null) return <Choose />;
  const view = s.view.value;
  const book = s.book.value;
  if (!view || !book) {
    return (
      <Frame title={t("console.dealers")} class="dealer">
        <p class="console-wait" role="status">
          {t("link.connecting")}
        </p>
      </Frame>
    );
  }
  const placing = s.placing.value;
  const player = s.player.value;
  const total = stakes.value.reduce((all, each) => all + each.amount, 0);
  return (
    <Frame title={view.title} table={s.tableId} class="dealer" state={<Where />}>
      <main class="dealer-main">
        <Steps />
        <div class="middle">
          <section
            class={`console-felt ${portrait.value ? "is-upright" : ""} ${placing === null ? "" : "is-placing"}`}
            aria-label={t("felt")}
          >
            <ConsoleFelt
              book={book}
              upright={portrait.value}
              lights={s.lit.value}
              stakes={stakes.value}
              dolly={s.last.value?.outcome ?? null}
              player={s.chosen.value}
              onPlace={
                placing !== null && player ? (wager) => placeFor(player, wager, placing) : undefined
              }
            />
            <p class="felt-total">
              <span>{t("dealer.on-felt", { amount: money(total) })}</span>
              <span>
                {t("limits.range", {
                  min: money(view.limits.table.min),
                  max: money(view.limits.table.max),
                })}
              </span>
              <span>{t("dealer.tray", { amount: money(s.staff.value?.tray ?? 0) })}</span>
            </p>
          </section>
          <LightsReport book={book} />
          <Entry book={book} />
          <Corrections />
          <Payouts book={book} />
        </div>
        <Players />
      </main>
    </Frame>
  );
}

/** Where the round is, what is announced, and what came last. */
function Where() {
  const view = s.view.value;
  const book = s.book.value;
  if (!view || !book) return null;
  const words = view.words
    ? named("words", view.words === book.opens.words[0] ? "open" : "closed", view.words, {
        words: view.words,
      })
    : null;
  return (
    <>
      <p class={`phase ${view.waiting ? "is-held" : ""}`}>
        <b>{stateOf(view)}</b>
        <small>
          {t("round.number", { round: view.round })}
          {words ? ` · ${words}` : ""}
        </small>
      </p>
      <WheelHint />
      <Strip results={view.results} colours={book.colours} count={10} />
    </>
  );
}

/** Which table is dealt at. */
function Choose() {
  const rows = house.floor.value?.tables ?? [];
  const only = rows.length === 1 ? rows[0] : undefined;
  if (only) location.replace(`/dealer/${encodeURIComponent(only.table.table)}`);
  return (
    <Frame title={t("console.dealers")} class="dealer">
      <main class="choose">
        <h2>{t("dealer.choose")}</h2>
        <ul>
          {rows.map(({ table }) => (
            <li key={table.table}>
              <a href={`/dealer/${encodeURIComponent(table.table)}`}>
                <b>{table.title}</b>
                <span>{stateOf(table)}</span>
                <small>
                  {t("players", { count: table.players })} ·{" "}
                  {t("limits.range", {
                    min: money(table.limits.table.min),
                    max: money(table.limits.table.max),
                  })}
                </small>
                <Strip
                  results={table.results}
                  colours={bookOf(table.book)?.colours ?? {}}
                  count={7}
                />
              </a>
            </li>
          ))}
        </ul>
      </main>
    </Frame>
  );
}
