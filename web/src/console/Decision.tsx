import { useState } from "preact/hooks";
import type { Book } from "../felt/book";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import type { DecideReferral, Ruling } from "../protocol";
import { wagerName } from "./books";
import { Form } from "./Form";
import { rulingFields, rulingOf } from "./ruling";
import { type Staked, stacksOf } from "./stacks";

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
  const stacks = stacksOf(book, stakes);
  // Rulings that were added are the decision: each is dropped by its own button, or made.
  const decisions = rulings.length ? (["rule"] as const) : (["resume", "void"] as const);
  return (
    <>
      {stakes.length ? (
        <Form
          label={t("decision.add")}
          fields={(values) => rulingFields(book, stacks, values)}
          submit={t("decision.add")}
          primary={false}
          onSubmit={async (values) => setRulings((all) => [...all, rulingOf(values)])}
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
              words: t(`decision.${each}`),
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
