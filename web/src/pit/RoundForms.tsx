import { wagerName } from "../console/books";
import { Decision } from "../console/Decision";
import { Form } from "../console/Form";
import { rulingFields, rulingOf } from "../console/ruling";
import { chipsName, hasBoth, stacksOf, stakedBy } from "../console/stacks";
import { VoidForm } from "../console/VoidForm";
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
  if (!table) return null;
  const once = (command: Command) => (
    <Form fields={[]} submit={stepName(command.type)} onSubmit={() => act(command)} />
  );
  const leave = (
    <>
      <Card command="grant-standing-leave">{once({ type: "grant-standing-leave" })}</Card>
      <Card command="withdraw-standing-leave">
        <p class="hint">{t("pit.leave.by", { name: staff.value?.standing_leave ?? "" })}</p>
        {once({ type: "withdraw-standing-leave" })}
      </Card>
    </>
  );
  if (table.phase === null) {
    return (
      <>
        <p class="hint">{t("pit.no-round")}</p>
        <div class="cards">{leave}</div>
      </>
    );
  }
  return (
    <div class="cards">
      {leave}
      <Card command="grant-early-close">{once({ type: "grant-early-close" })}</Card>
      <Ruling />
      <Revoking />
      <Card command="decide-referral">
        <Decision
          book={book.value}
          stakes={stakedBy(staff.value?.players ?? [])}
          onSend={(decided) => act({ type: "decide-referral", ...decided })}
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
        <VoidForm
          staff={staff.value}
          onSend={(clause, reason) => act({ type: "void-round", clause, reason })}
        />
      </Card>
      <Card command="declare-interruption">
        <p class="hint">{t("interruption.what")}</p>
        <Form
          fields={[reason()]}
          submit={stepName("declare-interruption")}
          readBack={(values) => t("interruption.back", { reason: values.reason ?? "" })}
          onSubmit={(values) => act({ type: "declare-interruption", reason: values.reason ?? "" })}
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
                {hasBoth(who) ? ` · ${chipsName(each.chips)}` : ""}
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

/** A wager that was placed unclearly or moved: it stands, lies elsewhere, or goes back. */
function Ruling() {
  const stacks = stacksOf(book.value, stakedBy(staff.value?.players ?? []));
  return (
    <Card command="rule-on-wager">
      <Form
        fields={(values) => [...rulingFields(book.value, stacks, values), reason()]}
        submit={stepName("rule-on-wager")}
        readBack={(values) => {
          const { player, wager, ruling, to, amount } = rulingOf(values);
          const found = stacks.find((each) => each.player === player && each.wager === wager);
          const where = to ? ` → ${wagerName(book.value, to)}` : "";
          const of = amount == null ? "" : ` (${money(amount)})`;
          return `${player} · ${found?.words}${of}: ${t(`ruling.${ruling}`)}${where}`;
        }}
        onSubmit={(values) =>
          act({ type: "rule-on-wager", ...rulingOf(values), reason: values.reason ?? "" })
        }
      />
    </Card>
  );
}

/** The rulings of this round that hold: each may be revoked until it is settled. */
function Revoking() {
  const all = (staff.value?.rulings ?? []).map((each) => ({
    value: String(each.number),
    words: [
      `${each.number}`,
      each.player,
      wagerName(book.value, each.wager),
      t(`ruling.${each.ruling as "stands"}`),
      each.to === null ? "" : `→ ${wagerName(book.value, each.to)}`,
      each.amount === null ? "" : money(each.amount),
    ]
      .filter(Boolean)
      .join(" · "),
  }));
  if (!all.length) return null;
  return (
    <Card command="revoke-ruling">
      <Form
        fields={[
          { name: "number", kind: "pick", list: true, label: t("pit.ruling"), options: all },
          reason(),
        ]}
        submit={stepName("revoke-ruling")}
        readBack={(values) => all.find((each) => each.value === values.number)?.words ?? ""}
        onSubmit={(values) =>
          act({
            type: "revoke-ruling",
            number: Number(values.number),
            reason: values.reason ?? "",
          })
        }
      />
    </Card>
  );
}
