import { useEffect, useState } from "preact/hooks";
import type { Book } from "../felt/book";
import { pressed } from "../felt/held";
import { dateAndTime } from "../lib/clock";
import { language, t } from "../lib/i18n";
import { money } from "../lib/money";
import { Face } from "../parts/Strip";
import { busy, place, sitDown } from "./bets";
import { open } from "./Menu";
import { loadStatistics, statistics } from "./records";
import { spoken } from "./speaking";
import * as s from "./state";
import { pointed, tipFor } from "./Tip";

/** The last digits, where finales are offered. */
export function Finales({ book }: { book: Book }) {
  const finales = book.calls.filter((call) => call.kind === "finales");
  if (!finales.length) return null;
  return (
    <div class="finales" role="group" aria-label={t("finales")}>
      <span>{t("finales")}</span>
      {finales.map((call) => (
        <button
          key={call.wager}
          type="button"
          data-wager={call.wager}
          class={pointed.value === call.wager ? "is-lit" : ""}
          aria-label={spoken(call.wager)}
          {...pressed(
            (at) => tipFor(call.wager, "held", at),
            () => place(call.wager),
          )}
          onPointerEnter={(event) =>
            tipFor(call.wager, "over", event.currentTarget.getBoundingClientRect())
          }
          onPointerLeave={() => tipFor(null, "over", null)}
        >
          {call.wager.slice(call.wager.indexOf(":") + 1)}
        </button>
      ))}
    </div>
  );
}

/** The numbers that came most and least. */
export function HotAndCold({ book }: { book: Book }) {
  const round = s.revealed.value;
  useEffect(() => {
    if (round !== null) void loadStatistics();
  }, [round]);
  const found = statistics.value;
  if (!found || found.settled < 10) return null;
  const row = (words: string, numbers: readonly { what: string; count: number }[]) => (
    <div>
      <dt>{words}</dt>
      <dd>
        {numbers.slice(0, 5).map(({ what, count }) => (
          <span key={what} title={t("times", { count })}>
            <Face number={what} colour={book.colours[what] ?? ""} />
          </span>
        ))}
      </dd>
    </div>
  );
  return (
    <dl class="hot-and-cold">
      {row(t("hot"), found.hot)}
      {row(t("cold"), found.cold)}
    </dl>
  );
}

const BUY_IN = 20_000;

/** How chips are got here, where nobody buys in by themselves. */
export function waysIn(): string {
  return t(s.view.value?.self_service ? "buy-in.staff" : "buy-in.dealer");
}

/** What the house holds for this player, and the way to it. */
function Held() {
  if (s.held.value === 0) return null;
  return (
    <>
      <p>{t("held", { amount: money(s.held.value) })}</p>
      <button type="button" onClick={() => open({ sheet: "money" })}>
        {t("cashier")}
      </button>
    </>
  );
}

/** What keeps this player from the table; or that they only watch. */
function whyNotPlaying(): string {
  const own = s.seat.value;
  if (own?.excluded) return t("excluded");
  if (!own?.time_out_ms) return t("welcome");
  return t("timeout.until", { time: dateAndTime(own.time_out_ms, language.value) });
}

/** For whoever is not seated yet: one press; and for whoever is and has nothing to play with. */
export function Welcome() {
  const [read, setRead] = useState(false);
  const own = s.seat.value;
  const demonstration = s.house.hello.value?.demonstration ?? false;
  const isSeated = own?.seated ?? false;
  const wants = location.hash === "#sit" && demonstration;
  useEffect(() => {
    if (wants && s.house.hello.value && !isSeated) {
      history.replaceState(null, "", location.pathname);
      void sitDown(BUY_IN);
    }
  }, [wants, isSeated]);
  if (s.house.link.value !== "up") return null;
  if (isSeated) {
    const needsNothing = demonstration && s.held.value === 0;
    if (needsNothing || read || s.balance.value + s.staked.value > 0) return null;
    return (
      <section class="welcome" aria-label={t("seated")}>
        <p>
          {t("seated")} {demonstration ? null : waysIn()}
        </p>
        <Held />
        <button type="button" onClick={() => setRead(true)}>
          {t("close")}
        </button>
      </section>
    );
  }
  const buys = demonstration && s.held.value === 0;
  return (
    <section class="welcome" aria-label={t("welcome")}>
      <p>{whyNotPlaying()}</p>
      <Held />
      {own?.excluded || own?.time_out_ms || (!own && !demonstration) ? null : (
        <button
          type="button"
          class="primary"
          disabled={busy.value}
          onClick={() => void sitDown(buys ? BUY_IN : 0)}
        >
          {buys ? t("sit-down", { amount: money(BUY_IN) }) : t("door.sit")}
        </button>
      )}
      {demonstration ? <small>{t("demonstration")}</small> : null}
    </section>
  );
}
