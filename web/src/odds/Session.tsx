import { type Signal, useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../lib/i18n";
import { inCents } from "../lib/money";
import { errorWords } from "../lib/refusals";
import type { Estimate, SessionShown } from "../protocol";
import { Compared } from "./Compared";
import { about, rounded, share } from "./figures";
import { Fan, Law } from "./SessionCharts";
import * as session from "./session";
import { bets } from "./state";

/** A session of this spread: by which strategy, with what bank, for how many spins. */
export function Session() {
  const shown = session.shown.value;
  if (!bets.value.length) return null;
  return (
    <section class="card evening" aria-labelledby="evening-title">
      <header>
        <h2 id="evening-title">{t("evening.title")}</h2>
        {shown ? <Found shown={shown} /> : null}
      </header>
      <div class="evening-parts">
        <Question />
        <div class="evening-answer" aria-busy={session.busy.value}>
          <Problem />
          {session.asked.value ? null : <p class="hint">{t("evening.incomplete")}</p>}
          {shown ? <Answer shown={shown} /> : null}
          {shown || session.wrong.value || !session.asked.value ? null : (
            <p class="hint">{t("evening.working")}</p>
          )}
        </div>
      </div>
      <Compared />
    </section>
  );
}

function Found({ shown }: { shown: SessionShown }) {
  const evenings = shown.sessions.toLocaleString("en");
  return (
    <small class="found">
      {session.busy.value
        ? t("evening.working")
        : shown.exact
          ? t("evening.exact")
          : t("evening.simulated", { evenings })}
    </small>
  );
}

function Problem() {
  const wrong = session.wrong.value;
  if (!wrong) return null;
  return (
    <p class="banner" role="alert">
      {errorWords(wrong)}
    </p>
  );
}

function Question() {
  return (
    <form class="evening-asked" onSubmit={(event) => event.preventDefault()}>
      <label>
        {t("evening.strategy")}
        <select
          value={session.strategy.value}
          onChange={(event) => {
            session.strategy.value = event.currentTarget.value as session.Strategy;
          }}
        >
          {session.STRATEGIES.map((each) => (
            <option key={each} value={each}>
              {t(`strategy.${each}`)}
            </option>
          ))}
        </select>
        <small>{t(`strategy.${session.strategy.value}.says`)}</small>
      </label>
      <Typed of={session.typed.bank} label={t("evening.bank")} holds={isMoney} />
      <Typed of={session.typed.spins} label={t("evening.spins")} holds={isSpins} mode="numeric" />
      <Typed of={session.typed.stopWin} label={t("evening.stop-win")} holds={isMoneyOrNone} />
      <Typed of={session.typed.stopLoss} label={t("evening.stop-loss")} holds={isMoneyOrNone} />
      <label>
        {t("evening.limits")}
        <select
          value={session.table.value}
          onChange={(event) => {
            session.table.value = event.currentTarget.value;
          }}
        >
          {session.tables.value.map((each) => (
            <option key={each.table} value={each.table}>
              {each.title}
            </option>
          ))}
          <option value="">{t("evening.no-limits")}</option>
        </select>
      </label>
    </form>
  );
}

const isMoney = (text: string) => Boolean(inCents(text));
const isMoneyOrNone = (text: string) => text.trim() === "" || isMoney(text);
const isSpins = (text: string) => session.spinsIn(text) !== undefined;

interface TypedProps {
  of: Signal<string>;
  label: string;
  holds: (text: string) => boolean;
  mode?: "decimal" | "numeric";
}

function Typed({ of, label, holds, mode = "decimal" }: TypedProps) {
  const fits = useComputed(() => holds(of.value));
  return (
    <label>
      {label}
      <input
        inputMode={mode}
        autoComplete="off"
        value={of.value}
        aria-invalid={!fits.value}
        onInput={(event) => {
          of.value = event.currentTarget.value;
        }}
      />
    </label>
  );
}

function Answer({ shown }: { shown: SessionShown }) {
  const asked = session.asked.value;
  return (
    <>
      <p class="evening-told">
        {t("evening.told", {
          low: rounded(shown.results[2] ?? 0),
          high: rounded(shown.results[4] ?? 0),
          worst: rounded(shown.results[1] ?? 0),
          best: rounded(shown.results[5] ?? 0),
        })}
      </p>
      <dl class="evening-figures">
        <Chance name={t("evening.ahead")} of={shown.ahead} />
        <Chance name={t("evening.ruin")} of={shown.ruin} />
        {asked?.stop_win ? <Chance name={t("evening.won")} of={shown.stop_win} /> : null}
        {asked?.stop_loss ? <Chance name={t("evening.lost")} of={shown.stop_loss} /> : null}
        {shown.ever_ahead ? <Chance name={t("evening.doubled")} of={shown.ever_ahead} /> : null}
        <Told name={t("evening.mean")}>{rounded(shown.mean.value)}</Told>
        <Told name={t("evening.staked")}>{about(shown.staked)}</Told>
        <Told name={t("evening.played")}>{shown.spins.value.toFixed(1)}</Told>
      </dl>
      <p class="hint">{t("evening.ruin.says")}</p>
      <div class="evening-charts">
        <Fan shown={shown} />
        <Law shown={shown} />
      </div>
    </>
  );
}

function Told({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Chance({ name, of }: { name: string; of: Estimate }) {
  return (
    <Told name={name}>
      {share(of.value)}
      {of.margin > 0 ? <small> ± {share(of.margin)}</small> : null}
    </Told>
  );
}
