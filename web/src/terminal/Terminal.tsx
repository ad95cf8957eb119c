import { effect } from "@preact/signals";
import { Felt } from "../felt/Felt";
import { Racetrack } from "../felt/Racetrack";
import { t } from "../lib/i18n";
import { portrait, small } from "../lib/motion";
import { Strip } from "../parts/Strip";
import { Wheel } from "../wheel/Wheel";
import { place, take, told } from "./bets";
import { ChipRail } from "./ChipRail";
import { CloseCall } from "./CloseCall";
import { Actions, hasSides, Ledger, side } from "./Ledger";
import { Menu, open, sheet } from "./Menu";
import { Notices, State } from "./Moment";
import { Finales, HotAndCold, Welcome } from "./Panels";
import { RealityCheck } from "./RealityCheck";
import { Sheets } from "./Sheets";
import { spoken, wordsNow } from "./speaking";
import * as s from "./state";
import { hush, pointed, Tip, tipFor } from "./Tip";

effect(() => {
  told.value = wordsNow();
});
effect(() => {
  document.title = s.view.value ? `${s.view.value.title} · croupier` : "croupier";
});

export function Terminal() {
  const book = s.book.value;
  const view = s.view.value;
  if (!book || !view) return <Waiting />;
  const upright = portrait.value;
  const isRound = view.phase !== null || s.falling.value !== null;
  const dim = isRound && !s.isOpen.value && s.shown.value === null;
  const touching = {
    onPlace: (wager: string) => {
      hush();
      place(wager);
    },
    onTake: take,
    onPoint: tipFor,
    spoken: (wager: string) => spoken(wager),
  };
  const isTrack = hasSides.value && side.value === "track";
  const track = book.racetrack ? (
    <section class="track-panel" aria-label={t("track")}>
      <Racetrack
        book={book}
        upright={upright}
        pointed={pointed}
        label={t("track.label")}
        dolly={s.dolly.value}
        {...touching}
      />
      <Finales book={book} />
    </section>
  ) : null;
  const isTurning = s.falling.value !== null || (s.running.value && !s.isOpen.value);
  const shape = `${isTurning ? "is-turning" : ""} ${upright ? "is-upright" : "is-lying"} ${small.value ? "is-small" : ""}`;
  return (
    <div class={`terminal ${shape} ${track && !hasSides.value ? "has-track" : ""}`}>
      <header class="bar">
        <a class="home" href="/">
          <span class="unseen">{t("door.back")}</span>
          <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
            <path d="M12.5 4L6.5 10L12.5 16" />
          </svg>
        </a>
        <h1>{view.title}</h1>
        <Menu />
      </header>
      <section class="wheel-panel" aria-label={t("wheel")}>
        <div class="wheel-room">
          <Wheel
            book={book}
            running={s.running.value}
            outcome={s.falling.value?.outcome ?? s.results.value[0]?.outcome ?? null}
            atOnce={s.falling.value === null}
            label={t("wheel.label", { number: s.results.value[0]?.outcome ?? "–" })}
            onLanded={s.reveal}
          />
        </div>
        <State />
        <Strip
          results={s.results.value}
          colours={book.colours}
          count={20}
          onPick={(round) => open({ sheet: "round", round })}
        />
        <HotAndCold book={book} />
      </section>
      <main class="cloth-panel">
        {isTrack && track ? null : (
          <Felt
            book={book}
            upright={upright}
            lights={s.lit.value}
            lying={s.lying.value}
            dolly={s.dolly.value}
            pointed={pointed}
            label={t("felt.label")}
            dim={dim}
            {...touching}
          />
        )}
        {isTrack || !hasSides.value ? track : null}
        <CloseCall />
      </main>
      <aside class="rail" aria-label={t("rail")}>
        <Ledger />
      </aside>
      <footer class="thumb">
        <ChipRail />
        <Actions />
      </footer>
      <Tip />
      {sheet.value ? null : <Notices />}
      <Welcome />
      <Sheets book={book} />
      {sheet.value ? null : <RealityCheck />}
      <p class="unseen" role="status" aria-live="polite">
        {told.value}
      </p>
    </div>
  );
}

function Waiting() {
  const trouble = s.trouble.value;
  return (
    <div class="waiting" role="status">
      <svg viewBox="0 0 64 64" class="waiting-chip" aria-hidden="true">
        <circle cx="32" cy="32" r="24" />
      </svg>
      <p>{trouble ? trouble.message : t("link.connecting")}</p>
      {trouble ? <a href="/">{t("door.back")}</a> : null}
    </div>
  );
}
