/** What a ruling on a wager says: about which, what becomes of it, and of how much. */
import type { Book } from "../felt/book";
import { t } from "../lib/i18n";
import { inCents } from "../lib/money";
import type { Ruling } from "../protocol";
import { wagerName } from "./books";
import type { Field, Values } from "./Form";
import type { Stack } from "./stacks";

export function rulingFields(
  book: Book | null,
  stacks: readonly Stack[],
  values: Values,
): readonly Field[] {
  const spots = (book?.felt.spots ?? []).map(({ wager }) => ({
    value: wager,
    words: wagerName(book, wager),
  }));
  return [
    {
      name: "which",
      kind: "pick",
      list: true,
      label: t("wager"),
      options: stacks.map((each) => ({
        value: each.value,
        words: `${each.player} · ${each.words}`,
      })),
    },
    {
      name: "ruling",
      kind: "pick",
      label: t("pit.ruling"),
      options: (["stands", "moved", "returned"] as const).map((each) => ({
        value: each,
        words: t(`ruling.${each}`),
      })),
    },
    ...(values.ruling === "moved"
      ? [
          {
            name: "to",
            kind: "pick" as const,
            list: true,
            label: t("pit.ruling.to"),
            options: spots,
          },
        ]
      : []),
    {
      name: "amount",
      kind: "money",
      label: t("player.part"),
      optional: true,
      most: stacks.find((each) => each.value === values.which)?.amount,
    },
  ];
}

export function rulingOf(values: Values): Ruling {
  const [player = "", wager = ""] = (values.which ?? "").split("\n");
  return {
    player,
    wager,
    ruling: values.ruling as Ruling["ruling"],
    to: values.to || null,
    amount: inCents(values.amount ?? ""),
  };
}
