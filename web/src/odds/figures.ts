/** Exact figures as they are read: decimals are the house's own, only their form is made here. */
import { type Book, wagerOf } from "../felt/book";
import { named, t } from "../lib/i18n";
import { money } from "../lib/money";
import type { Figure, SpotShown, WagerShown } from "../protocol";

/** In per cent: two places, or two significant digits of what is rarer. */
export function percent(figure: Figure): string {
  const value = Number(figure.decimal) * 100;
  if (value === 0) return "0 %";
  const small = value !== 0 && Math.abs(value) < 0.1;
  const text = small ? value.toPrecision(2) : value.toFixed(2);
  return `${signed(small && text.includes("e") ? value.toFixed(12).replace(/0+$/, "") : text)} %`;
}

/** How rare something is, as one in so many. */
export function oneIn(figure: Figure): string {
  const value = Number(figure.decimal);
  if (value <= 0) return "–";
  const rarity = 1 / value;
  const whole = Math.abs(rarity - Math.round(rarity)) < 1e-4;
  const places = whole || rarity >= 100 ? 0 : rarity >= 10 ? 1 : 2;
  const text = rarity.toFixed(places).replace(/\B(?=(\d{3})+(?!\d))/g, (at) => `,${at}`);
  return t("odds.one-in", { count: places ? rarity.toFixed(places) : text });
}

export function decimal(text: string, places = 2): string {
  return signed(Number(text).toFixed(places));
}

/** A chance in per cent, as exact as one speaks of it. */
export function share(chance: number): string {
  const value = chance * 100;
  if (value > 0 && value < 0.01) return "< 0.01 %";
  if (value > 99.99 && value < 100) return "> 99.99 %";
  return `${value.toFixed(value < 10 ? 2 : 1)} %`;
}

/** A sum in cents, to the unit where the cents do not matter. */
export function about(amount: number): string {
  const whole = amount === 0 || Math.abs(amount) >= 10_000;
  const text = money(Math.round(whole ? amount / 100 : amount) * (whole ? 100 : 1));
  return whole ? text.slice(0, -3) : text;
}

/** The same of a result, with its sign. */
export function rounded(amount: number): string {
  return `${amount > 0 ? "+" : ""}${about(amount)}`;
}

/** A mean or deviation in cents, as money to the cent. */
export function cents(text: string): string {
  return money(Math.round(Number(text)));
}

/** An exact figure in cents as the same in units. */
export function inUnits({ exact, decimal: text }: Figure): Figure {
  const [above = "0", below = "1"] = exact.split("/");
  const [a, b] = [BigInt(above), BigInt(below) * 100n];
  const common = divisor(a < 0n ? -a : a, b);
  const shown = b / common === 1n ? `${a / common}` : `${a / common}/${b / common}`;
  return { exact: signed(shown), decimal: String(Number(text) / 100) };
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}

/** A net result with its sign. */
export function net(amount: number): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

function signed(text: string): string {
  return text.replace("-", "−");
}

export function nameOf(book: Book, wager: string): string {
  const found = wagerOf(book, wager);
  return found ? named("kind", found.kind, found.name) : wager;
}

/** What tells a wager from the others of its kind. */
export function whichOf(wager: string): string {
  return wager.includes(":") ? wager.slice(wager.indexOf(":") + 1).replaceAll("/", " ") : "";
}

export function paysOf(wager: SpotShown | WagerShown): string {
  if ("pieces" in wager) return t("pieces", { count: wager.piece_count });
  if (typeof wager.pays === "number") return t("pays.to-one", { pays: wager.pays });
  const { plain, bonus, super: all } = wager.pays;
  return t("pays.by-light", { plain, bonus, super: all });
}
