import { computed, signal } from "@preact/signals";
import { wagerOf } from "../felt/book";
import { tick } from "../lib/clock";
import { named, t } from "../lib/i18n";
import { money, signed } from "../lib/money";
import { portrait, small } from "../lib/motion";
import type { WagerResult } from "../protocol";
import { callAttendant, clear, double, rebet, take, undo } from "./bets";
import { open } from "./Menu";
import { minutesPlayed } from "./RealityCheck";
import { byClause, nameOf, netOf, titled } from "./speaking";
import * as s from "./state";

const ICONS = {
  undo: "M7 5L3 9L7 13M3 9H12A4 4 0 0 1 12 17H9",
  clear: "M4 6H16M8 6V4H12V6M6 6L7 17H13L14 6",
  double: "M4 14L10 4L16 14M7 14L10 9L13 14",
  rebet: "M15 6A6.5 6.5 0 1 0 16.5 11M16.5 3V7H12.5",
  track:
    "M7 5H13A5 5 0 0 1 13 15H7A5 5 0 0 1 7 5ZM7.5 8H12.5A2 2 0 0 1 12.5 12H7.5A2 2 0 0 1 7.5 8Z",
  felt: "M3 5H17V15H3ZM8 5V15M12.5 5V15M3 10H17",
} as const;

/** Which side of the cloth is shown where there is no room for both. */
export const side = signal<"felt" | "track">("felt");
export const hasSides = computed(() => portrait.value || small.value);

/** Undo, clear, double, rebet; and the way to the racetrack and back. */
export function Actions() {
  const isOpen = s.isOpen.value;
  const isLate = s.isLate.value;
  const has = (s.seat.value?.wagers.length ?? 0) > 0;
  const before = (s.seat.value?.last?.staked ?? 0) > 0;
  const other = side.value === "felt" ? "track" : "felt";
  const all = [
    { name: "undo", run: undo, has },
    { name: "clear", run: clear, has },
    { name: "double", run: double, has },
    { name: "rebet", run: rebet, has: before && !has },
  ] as const;
  return (
    <div class="actions" role="group" aria-label={t("actions")}>
      {all.map(({ name, run, has }) => (
        // Once bets are closed it looks shut, and a press still goes to the house, which refuses it.
        <button
          key={name}
          type="button"
          disabled={!has || !(isOpen || isLate)}
          aria-disabled={isLate}
          onClick={() => run()}
        >
          <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
            <path d={ICONS[name]} />
          </svg>
          <span>{t(`action.${name}`)}</span>
        </button>
      ))}
      {hasSides.value && s.book.value?.racetrack ? (
        <button
          type="button"
          onClick={() => {
            side.value = other;
          }}
        >
          <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
            <path d={ICONS[other]} />
          </svg>
          <span>{t(other)}</span>
        </button>
      ) : null}
    </div>
  );
}

/** Balance, total bet, last win, and every wager of one's own. */
export function Ledger() {
  const own = s.seat.value;
  const last = s.last.value;
  return (
    <>
      <dl class="figures">
        <div class="is-balance">
          <dt>{t("balance")}</dt>
          <dd>
            {money(s.balance.value)}
            {s.held.value > 0 ? (
              <small class="kept">{t("held", { amount: money(s.held.value) })}</small>
            ) : null}
            {own?.marker && own.value !== null ? (
              <small class="marker">{t("marker", { amount: money(own.value) })}</small>
            ) : null}
          </dd>
        </div>
        <div>
          <dt>{t("total-bet")}</dt>
          <dd>
            {money(s.staked.value)}
            {s.pendingTotal.value > 0 ? (
              <small>{t("pending", { amount: money(s.pendingTotal.value) })}</small>
            ) : null}
          </dd>
        </div>
        <div class={last && netOf(last) > 0 ? "is-won" : ""}>
          <dt>{t("last-round")}</dt>
          <dd>
            {last ? signed(netOf(last)) : "–"}
            {last ? (
              <small>
                {t("last-round.of", {
                  won: money(last.winnings),
                  back: money(last.stake_back),
                })}
              </small>
            ) : null}
          </dd>
        </div>
        <Session />
      </dl>
      <Wagers />
      <div class="money-buttons">
        <button type="button" onClick={() => open({ sheet: "money" })}>
          {t("cashier")}
        </button>
        {small.value ? null : <Attendant />}
        {small.value ? (
          <button type="button" onClick={() => open({ sheet: "wagers" })}>
            {t("wagers.short")}
          </button>
        ) : null}
      </div>
    </>
  );
}

function Attendant() {
  return (
    <button type="button" disabled={!s.seat.value?.seated} onClick={() => void callAttendant()}>
      {t("attendant")}
    </button>
  );
}

/** Every wager of one's own, to be taken back; or what became of them. On a phone it is a sheet. */
export function Wagers() {
  const own = s.seat.value;
  const book = s.book.value;
  const results = s.mine.value?.results ?? [];
  return (
    <ul class="wagers" aria-label={t("wagers")}>
      {(own?.wagers ?? []).map(({ wager, amount, chips }) => {
        const found = book ? wagerOf(book, wager) : undefined;
        const which = wager.includes(":") ? wager.slice(wager.indexOf(":") + 1) : "";
        return (
          <li key={`${wager} ${chips}`}>
            <span>
              {found ? nameOf(found) : wager} <i>{which.replaceAll("/", " ")}</i>
            </span>
            <b>{money(amount)}</b>
            <button
              type="button"
              class="quiet"
              disabled={!s.isOpen.value && !s.isLate.value}
              aria-disabled={s.isLate.value}
              onClick={() => take(wager)}
              aria-label={t("take-back", { wager: titled(wager) })}
            >
              <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
                <path d="M5 10H15" />
              </svg>
            </button>
          </li>
        );
      })}
      {own?.wagers.length ? null : results.map((each) => <Became key={each.wager} each={each} />)}
      {own?.wagers.length || results.length ? null : <li class="none">{t("wagers.none")}</li>}
    </ul>
  );
}

/** How long the player has sat here, and what that came to. */
function Session() {
  const session = s.seat.value?.session;
  tick.value;
  if (!session) return null;
  return (
    <div>
      <dt>{t("session")}</dt>
      <dd>
        {signed(netOf(session))}
        <small>
          {t("session.of", {
            minutes: minutesPlayed(session.since_ms),
            rounds: session.rounds,
            staked: money(session.staked),
          })}
        </small>
      </dd>
    </div>
  );
}

/** What became of a wager, and by which clause. */
function Became({ each }: { each: WagerResult }) {
  const back = each.returned - each.winnings;
  const over = each.result === "won" || each.result === "lost" ? each.amount - each.in_play : 0;
  return (
    <li class={`became is-${each.result}`}>
      <span>{titled(each.wager)}</span>
      <b>{money(each.amount)}</b>
      <small>
        {each.winnings
          ? t("won", { amount: money(each.winnings) })
          : named("result", each.result, each.result)}
        {each.clause ? ` · ${byClause(each.clause)}` : ""}
        {over
          ? ` · ${t("over.back", { amount: money(over) })}`
          : back && !each.winnings
            ? ` · ${t("comes-back", { amount: money(back) })}`
            : ""}
      </small>
    </li>
  );
}
