import { useEffect, useState } from "preact/hooks";
import { lights } from "../felt/book";
import { houseNow, tick } from "../lib/clock";
import { changeTold, correctionTold } from "../lib/corrections";
import { named, t } from "../lib/i18n";
import { money, signed } from "../lib/money";
import { small, still } from "../lib/motion";
import { refusalWords } from "../lib/refusals";
import type { CorrectionView, LastRound, RangeTaken } from "../protocol";
import { notice } from "./bets";
import { announced, byClause, nameOf, netOf, nextWords, voidReason } from "./speaking";
import * as s from "./state";

const COUNTS_MS = 700;
const TOLD_MS = 20_000;

/** The words of the book and the seconds that are left; or the number that was called. */
export function State() {
  const view = s.view.value;
  if (s.shown.value) return <Moment />;
  const closes = s.isOpen.value ? (view?.closes_ms ?? null) : null;
  tick.value;
  const left = closes === null ? null : Math.max(0, Math.ceil((closes - houseNow()) / 1000));
  return (
    <div class={`state ${s.isOpen.value ? "is-open" : ""}`}>
      <p class="announced">{announced()}</p>
      <p class="seconds" aria-hidden="true">
        {left === null ? "" : left}
      </p>
      <Under left={left} />
    </div>
  );
}

/** What comes next; or the round's number, and what may be staked in it. */
function Under({ left }: { left: number | null }) {
  const next = nextWords(left);
  if (next) return <p class="round-no">{next}</p>;
  const round = s.view.value?.round ?? 0;
  const parts = [...(round ? [t("round.number", { round })] : []), ...limitsTold()];
  return (
    <p class="round-no">
      {parts.map((each, i) => [i ? " · " : "", <span key={each}>{each}</span>])}
    </p>
  );
}

/** The table's limits, and those of the kinds that have their own: few are told, of more only that they are. */
function limitsTold(): readonly string[] {
  const limits = s.view.value?.limits;
  if (!limits) return [];
  const range = ({ min, max }: RangeTaken) =>
    t("limits.range", { min: money(min), max: money(max) });
  const kinds = Object.entries(limits.kinds ?? {}).flatMap(([kind, own]) => {
    const spot = s.book.value?.felt.spots.find((each) => each.kind === kind);
    return spot ? [`${nameOf(spot)} ${range(own)}`] : [];
  });
  return [
    range(limits.table),
    ...(kinds.length > (small.value ? 1 : 2) ? [t("limits.some")] : kinds),
  ];
}

/** The number that was called, and what it brought. */
function Moment() {
  const shown = s.shown.value;
  const book = s.book.value;
  if (!shown || !book) return null;
  const light = lights(book, shown.bonus_numbers, s.view.value?.lights);
  const mine = s.mine.value;
  if (shown.outcome === null) {
    return (
      <div class="moment is-void">
        <b>{t(shown.status === "void" ? "round.void" : "round.abandoned")}</b>
        <p>
          {voidReason(shown.ended_by)} {shown.ended_by ? `(${byClause(shown.ended_by)})` : ""}
        </p>
        <p>{mine ? t("void.back", { amount: money(mine.returned) }) : t("round.returned")}</p>
      </div>
    );
  }
  const colour = book.colours[shown.outcome] ?? "";
  return (
    <div class="moment">
      <b class={`called face is-${colour}`}>{shown.outcome}</b>
      <p class="colour">
        {named("colour", colour, colour)}
        {light.supers.has(shown.outcome)
          ? ` · ${t("bonus.super")}`
          : light.lit.has(shown.outcome)
            ? ` · ${t("bonus.number")}`
            : ""}
        {light.scatter ? ` · ${t("bonus.scatter")}` : ""}
      </p>
      {mine && mine.staked > 0 ? <Came key={shown.round} to={mine} /> : null}
    </div>
  );
}

/** What the round came to: a net loss is never dressed up as a win. */
function Came({ to }: { to: LastRound }) {
  const net = netOf(to);
  return (
    <p class={net > 0 ? `won ${size(net, to.staked)}` : "lost"}>
      <span class="net">{net > 0 ? <Won amount={net} /> : t("net", { net: signed(net) })}</span>
      <small>{t("net.of", { staked: money(to.staked), returned: money(to.returned) })}</small>
    </p>
  );
}

/** How large a win is, against what was staked for it. */
function size(net: number, staked: number): "is-fair" | "is-good" | "is-great" {
  if (net < 2 * staked) return "is-fair";
  return net < 10 * staked ? "is-good" : "is-great";
}

/** A win that counts up; heard as what it comes to. */
function Won({ amount }: { amount: number }) {
  const [counted, setCounted] = useState(still.peek() ? amount : 0);
  useEffect(() => {
    const begun = performance.now();
    let request = 0;
    const count = () => {
      const part = still.peek() ? 1 : Math.min(1, (performance.now() - begun) / COUNTS_MS);
      setCounted(part < 1 ? Math.floor(amount * part) : amount);
      if (part < 1) request = requestAnimationFrame(count);
    };
    count();
    return () => cancelAnimationFrame(request);
  }, [amount]);
  return (
    <>
      <span aria-hidden="true">{t("net", { net: signed(counted) })}</span>
      <span class="unseen">{t("net", { net: signed(amount) })}</span>
    </>
  );
}

/** The newest correction of one's own money, for as long as it takes to read. */
function useCorrection(): CorrectionView | null {
  const [newest] = s.seat.value?.corrections ?? [];
  const key = newest ? JSON.stringify(newest) : "";
  const [read, setRead] = useState("");
  useEffect(() => {
    if (!key) return;
    const done = setTimeout(() => setRead(key), TOLD_MS);
    return () => clearTimeout(done);
  }, [key]);
  return newest && read !== key ? newest : null;
}

/** What the house said no to or warns of; and the link, when it is lost. */
export function Notices() {
  const link = s.house.link.value;
  const now = notice.value;
  const warning = s.mine.value?.under_minimum;
  const correction = useCorrection();
  return (
    <>
      {link === "lost" || link === "ended" ? (
        <div class="banner" role="alert">
          <b>{t(link === "lost" ? "link.lost" : "link.ended")}</b>
          <span>{t(link === "lost" ? "link.lost.more" : "link.ended.more")}</span>
        </div>
      ) : null}
      {correction && !now ? (
        <div class="notice" role="alert">
          <p>
            {correctionTold(correction)}
            <b> {correction.changes.map(changeTold)}</b>
          </p>
        </div>
      ) : null}
      {warning && !now && !correction ? (
        <div class="notice" role="alert">
          <p>
            {t(`under-minimum.${warning.was}`)}
            <b> {byClause(warning.clause)}</b>
          </p>
        </div>
      ) : null}
      {now ? (
        <div class="notice" role="alert">
          <p>
            {refusalWords(now)}
            {now.clause ? <b> {t("clause", { clause: now.clause })}</b> : null}
          </p>
        </div>
      ) : null}
    </>
  );
}
