/** Chips for cash: what is filled in for them, at the table and at the cash desk. */
import type { Book } from "../felt/book";
import { named, t } from "../lib/i18n";
import { inCents } from "../lib/money";
import type { BuyIn, PlayerView } from "../protocol";
import { COLOURS } from "./colours";
import { cents, type Field, type Values } from "./Form";
import type { Chips } from "./stacks";

const kindsOf = (book: Book | null) => (book?.stakes ?? []) as readonly Chips[];

export function colourFields(
  who: PlayerView | null,
  players: readonly PlayerView[],
): readonly Field[] {
  const taken = new Set(players.map((each) => each.colour));
  const free = COLOURS.filter((each) => each === who?.colour || !taken.has(each));
  return [
    {
      name: "value",
      kind: "money",
      label: t("chip.value"),
      value: who?.value == null ? "" : (who.value / 100).toFixed(2),
      optional: true,
    },
    {
      name: "colour",
      kind: "pick",
      label: t("player.colour"),
      value: who?.colour ?? "",
      optional: true,
      options: free.map((each) => ({ value: each, words: named("chip-colour", each, each) })),
    },
  ];
}

/** Of colour chips, what one is worth and which they are. */
export function terms(values: Values) {
  return { value: inCents(values.value ?? ""), colour: values.colour || null };
}

export function buyFields(
  book: Book | null,
  who: PlayerView | null,
  players: readonly PlayerView[],
): readonly Field[] {
  const kinds = kindsOf(book);
  const coloured = kinds.includes("colour-chips");
  const pick: Field = {
    name: "chips",
    kind: "pick",
    label: t("chips"),
    value: who?.colour && coloured ? "colour-chips" : kinds[0],
    options: kinds.map((each) => ({ value: each, words: named("chips", each, each) })),
  };
  return [
    { name: "amount", kind: "money", label: t("player.cash") },
    ...(kinds.length > 1 ? [pick] : []),
    ...(coloured ? colourFields(who, players) : []),
  ];
}

export function bought(book: Book | null, player: string, values: Values): BuyIn {
  const chips = (values.chips as Chips | undefined) ?? kindsOf(book)[0] ?? "cash-chips";
  const of = chips === "colour-chips" ? terms(values) : {};
  return { type: "buy-in", player, amount: cents(values), chips, ...of };
}
