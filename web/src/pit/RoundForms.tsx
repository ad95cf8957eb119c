import { voidName, wagerName } from "../console/books";
import { Form } from "../console/Form";
import { stepName } from "../console/words";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import type { Command } from "../protocol";
import { Card } from "./Card";
import { act, book, staff, view } from "./state";

const reason = () => ({ name: "reason", kind: "text", label: t("form.reason") }) as const;

/** What the pit does to the round in play. */
export function RoundForms() {
  const table = view.value;
  if (!table || table.phase === null) return <p class="hint">{t("pit.no-round")}</p>;
  const once = (command: Command) => (
    <Form fields={[]} submit={stepName(command.type)} onSubmit={() => act(command)} />
  );
  return (
    <div class="cards">
      <Card command="grant-early-close">{once({ type: "grant-early-close" })}</Card>
      <Ruling />
      <Card command="decide-referral">
        <Form
          fields={[
            {
              name: "decision",
              kind: "pick",
              label: t("form.decision"),
              options: [
                { value: "resume", words: t("decision.resume") },
                { value: "void", words: t("decision.void") },
              ],
            },
            reason(),
          ]}
          submit={stepName("decide-referral")}
          readBack={(values) => t(values.decision === "void" ? "decision.void" : "decision.resume")}
          onSubmit={(values) =>
            act({
              type: "decide-referral",
              decision: values.decision === "void" ? "void" : "resume",
              reason: values.reason ?? "",
            })
          }
        />
      </Card>
      <Card command="refer">
        <Form
          fields={[reason()]}
          submit={stepName("refer")}
          onSubmit={(values) => act({ type: "refer", reason: values.reason ?? "" })}
        />
      </Card>
      <Card command="call-no-spin">
        <Form
          fields={[reason()]}
          submit={stepName("call-no-spin")}
          readBack={(values) => t("dealer.no-spin.back", { reason: values.reason ?? "" })}
          onSubmit={(values) => act({ type: "call-no-spin", reason: values.reason ?? "" })}
        />
      </Card>
      <Card command="void-round">
        <Form
          fields={[clauses()]}
          submit={stepName("void-round")}
          readBack={(values) => voidBack(values.clause ?? "")}
          onSubmit={(values) => act({ type: "void-round", clause: values.clause ?? "" })}
        />
      </Card>
      <Card command="suspend-round">
        <Form
          fields={[reason()]}
          submit={stepName("suspend-round")}
          primary={false}
          onSubmit={(values) => act({ type: "suspend-round", reason: values.reason ?? "" })}
        />
      </Card>
      <Card command="resume-round">{once({ type: "resume-round" })}</Card>
      <OnTheFelt />
      <Card command="abandon-round">
        <Form
          fields={[reason()]}
          submit={stepName("abandon-round")}
          readBack={(values) => t("dealer.abandon.back", { reason: values.reason ?? "" })}
          onSubmit={(values) => act({ type: "abandon-round", reason: values.reason ?? "" })}
        />
      </Card>
    </div>
  );
}

/** Whose wagers lie: what is decided is decided about these. */
function OnTheFelt() {
  const players = (staff.value?.players ?? []).filter((who) => who.wagers.length);
  return (
    <section class="card" aria-label={t("player.wagers")}>
      <h3>{t("player.wagers")}</h3>
      <ul class="returned">
        {players.flatMap((who) =>
          who.wagers.map((each) => (
            <li key={`${who.player} ${each.wager} ${each.chips}`}>
              <span>
                {who.player} · {wagerName(book.value, each.wager)}
              </span>
              <b>{money(each.amount)}</b>
            </li>
          )),
        )}
        {players.length ? null : <li class="none">{t("player.no-wagers")}</li>}
      </ul>
    </section>
  );
}

/** The book's own list of what voids a round. */
export function clauses() {
  return {
    name: "clause",
    kind: "pick",
    label: t("dealer.void.clause"),
    options: (book.value?.voids ?? []).map((each) => ({
      value: each.clause,
      words: `${each.clause} · ${voidName(each.what, each.says)}`,
    })),
  } as const;
}

export function voidBack(clause: string): string {
  const found = book.value?.voids.find((each) => each.clause === clause);
  return t("dealer.void.back", { clause, what: found ? voidName(found.what, found.says) : "" });
}

/** A wager that was placed unclearly or moved: it stands, lies elsewhere, or goes back. */
function Ruling() {
  const all = (staff.value?.players ?? []).flatMap((who) =>
    who.wagers.map((each) => ({
      value: `${who.player}\n${each.wager}`,
      words: `${who.player} · ${wagerName(book.value, each.wager)} · ${money(each.amount)}`,
    })),
  );
  const spots = (book.value?.felt.spots ?? []).map((each) => ({
    value: each.wager,
    words: wagerName(book.value, each.wager),
  }));
  return (
    <Card command="rule-on-wager">
      <Form
        fields={[
          { name: "which", kind: "pick", label: t("wager"), options: all, list: true },
          {
            name: "ruling",
            kind: "pick",
            label: t("pit.ruling"),
            options: (["stands", "moved", "returned"] as const).map((each) => ({
              value: each,
              words: t(`ruling.${each}`),
            })),
          },
          { name: "to", kind: "pick", label: t("pit.ruling.to"), optional: true, options: spots },
          reason(),
        ]}
        submit={stepName("rule-on-wager")}
        readBack={(values) => {
          const found = all.find((each) => each.value === values.which)?.words ?? "";
          const to = values.to ? ` → ${wagerName(book.value, values.to)}` : "";
          return `${found}: ${t(`ruling.${values.ruling as "stands"}`)}${to}`;
        }}
        onSubmit={(values) => {
          const [player = "", wager = ""] = (values.which ?? "").split("\n");
          const ruling = (values.ruling ?? "stands") as "stands" | "moved" | "returned";
          const to = ruling === "moved" ? values.to || null : null;
          const why = values.reason ?? "";
          return act({ type: "rule-on-wager", player, wager, ruling, to, reason: why });
        }}
      />
    </Card>
  );
}
