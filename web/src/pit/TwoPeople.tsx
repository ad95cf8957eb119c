import { cents, Form } from "../console/Form";
import { atLeast, office } from "../console/session";
import { stepName } from "../console/words";
import { named, t } from "../lib/i18n";
import { inCents } from "../lib/money";
import { clauses, voidBack } from "./RoundForms";
import { book, chosen, staff, view } from "./state";

/** What one person asks for and another approves. */
export function TwoPeople() {
  if (!atLeast("pit-supervisor")) return <p class="hint">{t("pit.not-yours")}</p>;
  const ended = (view.value?.results ?? []).filter((each) => each.status === "settled");
  const rounds = {
    name: "round",
    kind: "pick",
    list: true,
    label: t("pit.round"),
    options: ended.map((each) => ({
      value: String(each.round),
      words: `${t("round.number", { round: each.round })} · ${each.outcome}`,
    })),
  } as const;
  const reason = { name: "reason", kind: "text", label: t("form.reason") } as const;
  const ask = (command: { type: string; [field: string]: unknown }, why: string) =>
    office(
      { type: "ask", table: chosen.peek() ?? "", command, reason: why },
      t("pit.ask", { what: stepName(command.type) }),
    );
  const stakes = book.value?.stakes ?? [];
  return (
    <>
      <p class="lead">{t("pit.two.what")}</p>
      <div class="cards">
        <section class="card" aria-label={stepName("correct-outcome")}>
          <h3>{stepName("correct-outcome")}</h3>
          <Form
            fields={[
              rounds,
              {
                name: "number",
                kind: "pick",
                list: true,
                label: t("pit.right-number"),
                options: (book.value?.pockets ?? []).map((each) => ({ value: each, words: each })),
              },
              reason,
            ]}
            submit={t("pit.ask.do")}
            readBack={(values) =>
              t("pit.correct.back", { round: values.round ?? "", number: values.number ?? "" })
            }
            onSubmit={({ round, number, reason: why }) =>
              ask({ type: "correct-outcome", round: Number(round), number }, why ?? "")
            }
          />
        </section>
        <section class="card" aria-label={stepName("void-after-outcome")}>
          <h3>{stepName("void-after-outcome")}</h3>
          <Form
            fields={[rounds, { ...clauses(), list: true }, reason]}
            submit={t("pit.ask.do")}
            readBack={(values) =>
              `${t("round.number", { round: values.round ?? "" })}: ${voidBack(values.clause ?? "")}`
            }
            onSubmit={({ round, clause, reason: why }) =>
              ask({ type: "void-after-outcome", round: Number(round), clause }, why ?? "")
            }
          />
        </section>
        <section class="card" aria-label={stepName("adjust-balance")}>
          <h3>{stepName("adjust-balance")}</h3>
          <Form
            fields={[
              {
                name: "player",
                kind: "text",
                label: t("pay.player"),
                suggestions: (staff.value?.players ?? []).map((each) => each.player),
              },
              {
                name: "way",
                kind: "pick",
                label: t("pit.adjust.way"),
                options: [
                  { value: "more", words: t("pit.adjust.more") },
                  { value: "less", words: t("pit.adjust.less") },
                ],
              },
              { name: "amount", kind: "money", label: t("amount") },
              {
                name: "chips",
                kind: "pick",
                label: t("chips"),
                optional: true,
                value: stakes[0],
                options: stakes.map((each) => ({ value: each, words: named("chips", each, each) })),
              },
              reason,
            ]}
            submit={t("pit.ask.do")}
            readBack={(values) =>
              `${values.player}: ${values.way === "less" ? "−" : "+"}${((inCents(values.amount ?? "") ?? 0) / 100).toFixed(2)}`
            }
            onSubmit={(values) => {
              const amount = cents(values) * (values.way === "less" ? -1 : 1);
              const { player, chips, reason: why } = values;
              return ask(
                { type: "adjust-balance", player, amount, reason: why, chips: chips || null },
                why ?? "",
              );
            }}
          />
        </section>
      </div>
    </>
  );
}
