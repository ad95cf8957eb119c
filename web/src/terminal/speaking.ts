/** What spots and moments are called in words, for tips and for those who do not see the felt. */
import { wagerOf } from "../felt/book";
import { named, t } from "../lib/i18n";
import { money, signed } from "../lib/money";
import type { LastRound, SpotShown, WagerShown } from "../protocol";
import * as s from "./state";

type Wager = SpotShown | WagerShown;

export function nameOf(wager: Wager): string {
  return named("kind", wager.kind, wager.name);
}

export function numbersOf(wager: Wager): string {
  return wager.numbers.join(" · ");
}

export function paysOf(wager: Wager): string {
  if ("pieces" in wager) return t("pieces", { count: wager.piece_count });
  if (typeof wager.pays === "number") return t("pays.to-one", { pays: wager.pays });
  const { plain, bonus, super: all } = wager.pays;
  return t("pays.by-light", { plain, bonus, super: all });
}

function readingOf(source: string): string | undefined {
  return /^reading (\d+)$/.exec(source)?.[1];
}

/** What something rests on: a clause of the book, or a reading where the book has none. */
export function byClause(source: string): string {
  const reading = readingOf(source);
  return reading ? t("recall.reading", { reading }) : t("clause", { clause: source });
}

/** What lies on a wager's spot now, in cents. */
export function mine(wager: string): number {
  return s.lying.value.get(wager)?.amount ?? 0;
}

/** What a dozen or a column is called. */
function boxOf(text: string): string {
  return text.includes(":") ? named("box", text, "") : "";
}

/** A wager by its name and by what tells it from others of its kind. */
export function titled(text: string): string {
  const wager = s.book.value ? wagerOf(s.book.value, text) : undefined;
  const which = text.includes(":") ? text.slice(text.indexOf(":") + 1).replaceAll("/", " ") : "";
  return boxOf(text) || `${wager ? nameOf(wager) : text} ${wager ? which : ""}`.trim();
}

/** A wager in one breath, with what lies on it. */
export function spoken(text: string, lies: number = mine(text)): string {
  const book = s.book.value;
  const wager = book ? wagerOf(book, text) : undefined;
  if (!wager) return text;
  const box = boxOf(text);
  const parts = [box || nameOf(wager)];
  const isShort = wager.numbers.length > 0 && wager.numbers.length <= 8;
  if (text.includes(":") && !box && ("pieces" in wager || !isShort))
    parts.push(text.slice(text.indexOf(":") + 1));
  if (isShort) parts.push(wager.numbers.join(" "));
  parts.push(paysOf(wager));
  if (lies) parts.push(t("yours", { amount: money(lies) }));
  return parts.join(", ");
}

/** The words of the book for this moment, in the visitor's language where we have them. */
export function announced(): string {
  const view = s.view.value;
  const book = s.book.value;
  const link = s.house.link.value;
  if (!view) return "";
  if (link === "lost" || link === "ended") return t(`link.${link}`);
  if (!view.is_open) return t("table.closed");
  if (view.waiting !== null) return t("round.held");
  if (view.phase === null && !s.falling.value) {
    return t(view.is_idle ? "table.idle" : "round.between");
  }
  const kind = view.bets_open ? "open" : "closed";
  const words = s.link.words.value ?? "";
  return named("words", kind, words, { words }) || book?.title || "";
}

/** What a round comes to for its player: what is returned less what was staked. */
export function netOf({ staked, returned }: Pick<LastRound, "staked" | "returned">): number {
  return returned - staked;
}

/** Why a round is void, in the words of the clause or the reading that ended it. */
export function voidReason(source: string | null | undefined): string {
  const book = s.book.value;
  if (!source || !book) return "";
  const reading = readingOf(source);
  if (reading) return book.readings.find((each) => String(each.number) === reading)?.title ?? "";
  return book.voids.find(({ clause }) => clause === source)?.says ?? "";
}

/** What comes next, where the announcement does not say it. */
export function nextWords(secondsLeft: number | null): string {
  const view = s.view.value;
  if (!view || s.house.link.value !== "up") return "";
  if (s.falling.value) return t("next.number");
  if (view.phase === null) return "";
  if (view.waiting !== null) return t("next.held");
  if (view.bets_open) {
    if (view.ball_runs) return t("next.closes");
    return secondsLeft === 0 ? t("next.closing") : "";
  }
  if (!view.ball_runs) return t("next.spin");
  return t(s.book.value?.bonus && !view.bonus_numbers ? "next.bonus" : "next.number");
}

/** What is said aloud when something happens. */
export function wordsNow(): string {
  const shown = s.shown.value;
  if (!shown || s.house.link.value !== "up") return announced();
  if (shown.outcome === null) {
    const reason = voidReason(shown.ended_by);
    return `${t(shown.status === "void" ? "round.void" : "round.abandoned")}. ${reason} ${t("round.returned")}`;
  }
  const colour = s.book.value?.colours[shown.outcome] ?? "";
  const called = t("called", { number: shown.outcome, colour: named("colour", colour, colour) });
  const last = s.mine.value;
  if (!last) return called;
  const { staked, returned } = last;
  const net = signed(netOf(last));
  return `${called}. ${t("spoken.net", { net, staked: money(staked), returned: money(returned) })}`;
}
