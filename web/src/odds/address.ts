/** What is looked at, as an address that can be passed on: the book, the colours and the spread. */
import type { Laid } from "../protocol";

export type By = "hit" | "edge" | "variance" | "none";
export const WAYS: readonly By[] = ["hit", "edge", "variance", "none"];

const WAGERS_MOST = 200;
const AMOUNT_MOST = 100_000_000;

export function bookInPath(path: string): string | null {
  const [, , id] = path.split("/");
  return id ? decodeURIComponent(id) : null;
}

/** The spread of a query such as ?bets=straight:17~500,red~1000, as far as it can be read. */
export function betsIn(query: string): Laid[] {
  const text = new URLSearchParams(query).get("bets") ?? "";
  return text
    .split(",")
    .map((each) => each.split("~"))
    .map(([wager = "", amount = ""]) => ({ wager, amount: Number(amount) }))
    .filter(({ wager, amount }) => wager && Number.isInteger(amount))
    .filter(({ amount }) => amount > 0 && amount <= AMOUNT_MOST)
    .slice(0, WAGERS_MOST);
}

export function byIn(query: string): By {
  const by = new URLSearchParams(query).get("by");
  return WAYS.find((each) => each === by) ?? "hit";
}

/** The address of a page that shows the same. */
export function addressOf(book: string, by: By, bets: readonly Laid[]): string {
  const parts = by === "hit" ? [] : [`by=${by}`];
  if (bets.length) {
    const text = bets.map(({ wager, amount }) => `${wager}~${amount}`).join(",");
    parts.push(`bets=${encodeURIComponent(text).replace(/%(3A|2F|2C|7E)/g, decodeURIComponent)}`);
  }
  const path = `/odds/${encodeURIComponent(book)}`;
  return parts.length ? `${path}?${parts.join("&")}` : path;
}
