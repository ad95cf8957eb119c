import { type Signal, useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { named, t } from "../lib/i18n";
import { inCents } from "../lib/money";
import type { Estimate, EveningShown } from "../protocol";
import { Compared } from "./Compared";
import { Fan, Law } from "./EveningCharts";
import * as e from "./evening";
import { about, rounded, share } from "./figures";
import { bets } from "./state";

/** What an evening of this spread looks like: by which strategy, with how much, for how long. */
export function Evening() {
  const shown = e.shown.value;
  if (!bets.value.length) return null;
  return (
    <section class="card evening" aria-labelledby="evening-title">
      <header>
        <h2 id="evening-title">{t("evening.title")}</h2>
        {shown ? <Found shown={shown} /> : null}
      </header>
      <div class="evening-parts">
        <Question />
        <div class="evening-answer" aria-busy={e.busy.value}>
          <Problem />
          {e.asked.value ? null : <p class="hint">{t("evening.incomplete")}</p>}
          {shown ? <Answer shown={shown} /> : null}
          {shown || e.wrong.value || !e.asked.value ? null : (
            <p class="hint">{t("evening.working")}</p>
          )}
        </div>
      </div>
      <Compared />
    </section>
  );
}

function Found({ shown }: { shown: EveningShown }) {
  const evenings = shown.sessions.toLocaleString("en");
  return (
    <small class="found">
      {e.busy.value
        ? t("evening.working")
        : shown.exact
          ? t("evening.exact")
          : t("evening.simulated", { evenings })}
    </small>
  );
}

function Problem() {
  const wrong = e.wrong.value;
  if (!wrong) return null;
  return (
    <p class="banner" role="alert">
      {wrong.status === 0 ? t("link.lost") : named("refusal", wrong.code, wrong.message)}
    </p>
  );
}

function Question() {
  return (
    <form class="evening-asked" onSubmit={(event) => event.preventDefault()}>
      <label>
        {t("evening.strategy")}
        <select
          value={e.strategy.value}
          onChange={(event) => {
            e.strategy.value = event.currentTarget.value as e.Strategy;
          }}
        >
          {e.STRATEGIES.map((each) => (
            <option key={each} value={each}>
              {t(`strategy.${each}`)}
            </option>
          ))}
        </select>
        <small>{t(`strategy.${e.strategy.value}.says`)}</small>
      </label>
      <Typed of={e.typed.bank} label={t("evening.bank")} holds={isMoney} />
      <Typed of={e.typed.spins} label={t("evening.spins")} holds={isSpins} mode="numeric" />
      <Typed of={e.typed.stopWin} label={t("evening.stop-win")} holds={isMoneyOrNone} />
      <Typed of={e.typed.stopLoss} label={t("evening.stop-loss")} holds={isMoneyOrNone} />
      <label>
        {t("evening.limits")}
        <select
          value={e.table.value}
          onChange={(event) => {
            e.table.value = event.currentTarget.value;
          }}
        >
          {e.tables.value.map((each) => (
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
const isSpins = (text: string) => e.spinsIn(text) !== undefined;

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

function Answer({ shown }: { shown: EveningShown }) {
  const asked = e.asked.value;
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
