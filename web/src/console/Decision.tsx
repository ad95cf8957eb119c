import { useState } from "preact/hooks";
import type { Book } from "../felt/book";
import { t } from "../lib/i18n";
import { inCents, money } from "../lib/money";
import type { DecideReferral, Ruling } from "../protocol";
import { wagerName } from "./books";
import { Form } from "./Form";

export interface Staked {
  readonly player: string;
  readonly wager: string;
  readonly amount: number;
}

interface Props {
  book: Book | null;
  stakes: readonly Staked[];
  onSend: (decided: Omit<DecideReferral, "type">) => Promise<unknown>;
}

/** What is decided of a round that was referred, and why: it goes on, is void, or wagers are ruled on. */
export function Decision({ book, stakes, onSend }: Props) {
  const [rulings, setRulings] = useState<readonly Ruling[]>([]);
  const told = (each: Ruling) =>
    [
      each.player,
      wagerName(book, each.wager),
      each.amount == null ? "" : money(each.amount),
      t(`ruling.${each.ruling}`),
      each.to ? `→ ${wagerName(book, each.to)}` : "",
    ]
      .filter(Boolean)
      .join(" · ");
  const decisions = ["resume", "void", ...(rulings.length ? ["rule"] : [])] as const;
  return (
    <>
      {stakes.length ? (
        <Form
          label={t("decision.add")}
          fields={(values) => [
            {
              name: "which",
              kind: "pick",
              list: true,
              label: t("wager"),
              options: stakes.map((each) => ({
                value: `${each.player}\n${each.wager}`,
                words: `${each.player} · ${wagerName(book, each.wager)} · ${money(each.amount)}`,
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
                    options: (book?.felt.spots ?? []).map(({ wager }) => ({
                      value: wager,
                      words: wagerName(book, wager),
                    })),
                  },
                ]
              : []),
            { name: "amount", kind: "money", label: t("player.part"), optional: true },
          ]}
          submit={t("decision.add")}
          primary={false}
          onSubmit={async (values) => {
            const [player = "", wager = ""] = (values.which ?? "").split("\n");
            const ruling = values.ruling as Ruling["ruling"];
            const amount = inCents(values.amount ?? "");
            setRulings((all) => [...all, { player, wager, ruling, to: values.to || null, amount }]);
          }}
        />
      ) : null}
      <ul class="returned">
        {rulings.map((each, i) => (
          <li key={`${i} ${each.wager}`}>
            <span>{told(each)}</span>
            <button
              type="button"
              class="quiet"
              aria-label={t("decision.drop", { ruling: told(each) })}
              onClick={() => setRulings((all) => all.filter((_, at) => at !== i))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <Form
        label={t("form.decision")}
        fields={[
          {
            name: "decision",
            kind: "pick",
            label: t("form.decision"),
            options: decisions.map((each) => ({
              value: each,
              words: t(`decision.${each as "resume"}`),
            })),
          },
          { name: "reason", kind: "text", label: t("form.reason") },
        ]}
        submit={t("decision.do")}
        readBack={(values) =>
          [
            t(`decision.${values.decision as "resume"}`),
            ...(values.decision === "rule" ? rulings.map(told) : []),
          ].join(": ")
        }
        onSubmit={(values) => {
          const decision = values.decision as DecideReferral["decision"];
          const named = decision === "rule" ? rulings : [];
          return onSend({ decision, reason: (values.reason ?? "").trim(), rulings: named });
        }}
      />
    </>
  );
}
