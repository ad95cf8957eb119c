import { voidName } from "../console/books";
import { cents, Form } from "../console/Form";
import { atLeast, office } from "../console/session";
import { stepName } from "../console/words";
import { named, t } from "../lib/i18n";
import { inCents } from "../lib/money";
import { SettledReferrals } from "./SettledReferrals";
import { book, chosen, staff, view } from "./state";

type Ask = (command: { type: string; [field: string]: unknown }, why: string) => Promise<unknown>;

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
  const ask: Ask = (command, why) =>
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
        <VoidSettled ask={ask} />
        <SettledReferrals ended={ended} ask={ask} />
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

/** A settled round turns out to have been void: by a clause that could have been at work in it. */
function VoidSettled({ ask }: { ask: Ask }) {
  const all = staff.value?.may_void_settled ?? [];
  const nameOf = (clause: string | undefined) => {
    const found = all.find((each) => each.clause === clause);
    return found ? voidName(found.what, found.says) : "";
  };
  const title = stepName("void-after-outcome");
  const rounds = (view.value?.results ?? []).filter((each) =>
    all.some((one) => one.rounds.includes(each.round)),
  );
  return (
    <section class="card" aria-label={title}>
      <h3>{title}</h3>
      {rounds.length ? (
        <Form
          fields={(values) => [
            {
              name: "round",
              kind: "pick",
              list: true,
              label: t("pit.round"),
              options: rounds.map((each) => ({
                value: String(each.round),
                words: `${t("round.number", { round: each.round })} · ${each.outcome}`,
              })),
            },
            {
              name: "clause",
              kind: "pick",
              list: true,
              label: t("dealer.void.clause"),
              options: all
                .filter((each) => each.rounds.includes(Number(values.round)))
                .map(({ clause }) => ({ value: clause, words: `${clause} · ${nameOf(clause)}` })),
            },
            { name: "reason", kind: "text", label: t("form.reason") },
          ]}
          submit={t("pit.ask.do")}
          readBack={({ round, clause }) =>
            `${t("round.number", { round: round ?? "" })}: ${t("dealer.void.back", {
              clause: clause ?? "",
              what: nameOf(clause),
            })}`
          }
          onSubmit={({ round, clause, reason: why }) =>
            ask({ type: "void-after-outcome", round: Number(round), clause }, why ?? "")
          }
        />
      ) : (
        <p class="hint">{t("pit.void-settled.none")}</p>
      )}
    </section>
  );
}
