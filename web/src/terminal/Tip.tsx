import { effect, signal } from "@preact/signals";
import { wagerOf } from "../felt/book";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { take } from "./bets";
import { mine, nameOf, numbersOf, paysOf, titled } from "./speaking";
import { book, chip, isOpen, limitsFor, pieces, seat } from "./state";

/** The wager that is looked at: its numbers are lit wherever they are shown. */
export const pointed = signal<string | null>(null);
/** What is told; kept until something else is pressed where a held wager can be taken back. */
const tip = signal<{ wager: string; at: DOMRect; kept: boolean } | null>(null);

const OVER_MS = 550;
let opens = 0;

/** Something is pointed at, held or focused; the words come when one stays. */
export function tipFor(wager: string | null, how: "over" | "held" | "focus", at: DOMRect | null) {
  if (wager === pointed.peek() && how === "over") return;
  if (tip.peek()?.kept && (how === "over" || (how === "focus" && wager === null))) return;
  clearTimeout(opens);
  pointed.value = wager;
  tip.value = null;
  if (wager === null || !at) return;
  const show = () => {
    tip.value = { wager, at, kept: how === "held" && canTake(wager) };
  };
  if (how === "held") show();
  else opens = window.setTimeout(show, how === "focus" ? 150 : OVER_MS);
}

/** A chip was put down: the words give way until something else is pointed at. */
export function hush(): void {
  clearTimeout(opens);
  tip.value = null;
}

export function hide(): void {
  tipFor(null, "held", null);
}

function canTake(wager: string): boolean {
  return isOpen.value && (seat.value?.wagers.some((each) => each.wager === wager) ?? false);
}

effect(() => {
  if (tip.value?.kept && !canTake(tip.value.wager)) hide();
});
addEventListener(
  "pointerdown",
  (event) => {
    const isWithin = event.target instanceof Element && event.target.closest(".tip");
    if (tip.peek()?.kept && !isWithin) hide();
  },
  { capture: true },
);

const WIDTH = 300;
const GAP = 14;
/** Where a window is lower there is no room for the words over or under what they tell of. */
const LOW = 500;

/** All about a wager: its numbers, odds, limits and clause. */
export function Tip() {
  const now = tip.value;
  const rules = book.value;
  const wager = now && rules ? wagerOf(rules, now.wager) : undefined;
  if (!now || !rules || !wager) return null;
  const limits = limitsFor(
    "pieces" in wager ? (rules.spotOf.get(wager.pieces[0]?.wager ?? "")?.kind ?? "") : wager.kind,
  );
  const clause = rules.clauses.find((each) => each.number === wager.clause);
  const lies = mine(now.wager);
  const said = (
    <>
      <p class="tip-name">
        {nameOf(wager)}
        <b>{paysOf(wager)}</b>
      </p>
      {wager.numbers.length ? <p class="tip-numbers">{numbersOf(wager)}</p> : null}
      <dl>
        <dt>{t("limits.area")}</dt>
        <dd>{t("limits.range", { min: money(limits.min), max: money(limits.max) })}</dd>
        {pieces(now.wager) > 1 ? (
          <>
            <dt>{t("chip.each")}</dt>
            <dd>{t("chip.times", { count: pieces(now.wager), chip: money(chip.value) })}</dd>
          </>
        ) : (
          <>
            <dt>{t("limits.left")}</dt>
            <dd>{money(Math.max(0, limits.max - lies))}</dd>
          </>
        )}
      </dl>
      {clause ? (
        <p class="tip-clause">
          <b>{clause.number}</b> {clause.says}
        </p>
      ) : null}
    </>
  );
  if (!now.kept) {
    return (
      <div class="tip" role="tooltip" style={placed(now.at)}>
        {said}
      </div>
    );
  }
  const name = titled(now.wager);
  return (
    <section class="tip is-kept" aria-label={name} style={placed(now.at)}>
      {said}
      <button
        type="button"
        onClick={() => {
          take(now.wager);
          hide();
        }}
      >
        {t("take-back", { wager: name })}
      </button>
    </section>
  );
}

/** Under what is looked at or over it; on a low page beside it, where there is more room. */
function placed({ left, right, top, bottom, width }: DOMRect): Record<string, string> {
  const shown = { width: `${WIDTH}px` };
  if (innerHeight < LOW) {
    const x = left > innerWidth - right ? left - GAP - WIDTH : right + GAP;
    return { ...shown, left: `${Math.max(8, Math.min(innerWidth - WIDTH - 8, x))}px`, top: "8px" };
  }
  const x = Math.max(8, Math.min(innerWidth - WIDTH - 8, left + width / 2 - WIDTH / 2));
  return top < innerHeight * 0.45
    ? { ...shown, left: `${x}px`, top: `${bottom + GAP}px` }
    : { ...shown, left: `${x}px`, bottom: `${innerHeight - top + GAP}px` };
}
