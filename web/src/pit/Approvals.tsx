import { useEffect, useState } from "preact/hooks";
import { Form } from "../console/Form";
import { me, office } from "../console/session";
import { stepName } from "../console/words";
import { get } from "../lib/api";
import { houseNow, tick, timeOfDay } from "../lib/clock";
import { language, named, t } from "../lib/i18n";
import { money } from "../lib/money";
import { refusalWords } from "../lib/refusals";
import type { ApprovalView, EffectShown } from "../protocol";
import { floor, titleOf } from "./state";

export function pendingApprovals(): number {
  return (floor.value?.approvals ?? []).filter((each) => each.verdict === "pending").length;
}

/** What waits for a second person, with what it would do; and what was decided. */
export function Approvals() {
  const all = [...(floor.value?.approvals ?? [])].reverse();
  const pending = all.filter((each) => each.verdict === "pending");
  const decided = all.filter((each) => each.verdict !== "pending");
  return (
    <section class="page" aria-label={t("approvals")}>
      <h2>{t("approvals.pending")}</h2>
      {pending.length ? null : <p class="empty">{t("approvals.none")}</p>}
      <div class="approvals">
        {pending.map((each) => (
          <Pending key={each.id} each={each} />
        ))}
      </div>
      {decided.length ? (
        <>
          <h2>{t("approvals.decided")}</h2>
          <div class="scroll">
            <table class="grid">
              <thead>
                <tr>
                  <th scope="col">{t("audit.when")}</th>
                  <th scope="col">{t("audit.what")}</th>
                  <th scope="col">{t("pit.table")}</th>
                  <th scope="col">{t("approvals.by")}</th>
                  <th scope="col">{t("form.reason")}</th>
                  <th scope="col">{t("approvals.verdict")}</th>
                  <th scope="col">{t("approvals.second")}</th>
                </tr>
              </thead>
              <tbody>
                {decided.map((each) => (
                  <tr key={each.id}>
                    <td data-label={t("audit.when")}>{timeOfDay(each.asked_ms, language.value)}</td>
                    <th scope="row">{stepName(each.command)}</th>
                    <td data-label={t("pit.table")}>{whereOf(each)}</td>
                    <td data-label={t("approvals.by")}>{each.asked_by}</td>
                    <td data-label={t("form.reason")}>{each.reason}</td>
                    <td data-label={t("approvals.verdict")}>
                      {named("approval", each.verdict, each.verdict)}
                      {each.why_not ? ` · ${each.why_not}` : ""}
                    </td>
                    <td data-label={t("approvals.second")}>{each.second ?? "–"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : null}
    </section>
  );
}

function Pending({ each }: { each: ApprovalView }) {
  const own = each.asked_by === me.value?.name;
  tick.value;
  const minutes = Math.max(0, Math.ceil((each.lapses_ms - houseNow()) / 60_000));
  const [effect, look] = useEffectOf(each.id, own);
  const what = stepName(each.command);
  return (
    <article class="card approval" aria-label={what}>
      <header>
        <h3>{what}</h3>
        <p>
          {whereOf(each)} · {asked(each)}
        </p>
        <small>
          {t("approvals.asked", {
            name: each.asked_by,
            position: named("position", each.position ?? "", ""),
            time: timeOfDay(each.asked_ms, language.value),
          })}{" "}
          · {t("approvals.lapses", { minutes })}
        </small>
      </header>
      <p class="why">“{each.reason}”</p>
      {own ? <p class="hint">{t("approvals.own")}</p> : <Effect effect={effect} />}
      <div class={`approval-do ${own ? "is-own" : ""}`}>
        {own ? null : (
          <Form
            fields={
              me.value?.second_factor
                ? [{ name: "code", kind: "count", label: t("factor.code") }]
                : []
            }
            submit={t("approvals.approve")}
            readBack={() => t("approvals.approve.back", { what, name: each.asked_by })}
            disabled={!effect}
            onSubmit={async ({ code = "" }) => {
              const seen = effect?.seen ?? "";
              const asked = { type: "approve" as const, approval: each.id, code, seen };
              const done = await office(asked, t("approvals.approve"));
              look();
              return done;
            }}
          />
        )}
        <Form
          fields={[
            { name: "reason", kind: "text", label: t(own ? "form.reason" : "approvals.why-not") },
          ]}
          submit={t(own ? "approvals.take-back" : "approvals.decline")}
          primary={false}
          onSubmit={(values) =>
            office(
              { type: "decline", approval: each.id, reason: values.reason ?? "" },
              t(own ? "approvals.take-back" : "approvals.decline"),
            )
          }
        />
      </div>
    </article>
  );
}

/** The table that it is for, or the staff. */
function whereOf(each: ApprovalView): string {
  return each.table ? titleOf(each.table) : t("desk.staff");
}

/** The command in a few words. */
function asked(each: ApprovalView): string {
  const what = each.what as Record<string, unknown>;
  const parts: string[] = [];
  if (typeof what.round === "number") parts.push(t("round.number", { round: what.round }));
  if (typeof what.number === "string") parts.push(`→ ${what.number}`);
  if (typeof what.clause === "string") parts.push(t("clause", { clause: what.clause }));
  if (typeof what.player === "string") parts.push(what.player);
  if (typeof what.name === "string") parts.push(what.name);
  if (typeof what.terminal === "string") parts.push(what.terminal);
  if (typeof what.position === "string")
    parts.push(named("position", what.position, what.position));
  if (typeof what.hours === "number") parts.push(t("approvals.hours", { hours: what.hours }));
  if (typeof what.amount === "number") parts.push(money(what.amount));
  if (typeof what.closer === "number") parts.push(money(what.closer));
  return parts.join(" · ");
}

/** What it would do if it were approved now, as the table itself decides it; and to look again. */
function useEffectOf(id: number, own: boolean): [EffectShown | null, () => void] {
  const [effect, setEffect] = useState<EffectShown | null>(null);
  const look = () => {
    if (own) return;
    get<EffectShown>(`/api/approvals/${id}/effect`, "staff").then(setEffect, () => undefined);
  };
  useEffect(look, [id, own, language.value]);
  return [effect, look];
}

function Effect({ effect }: { effect: EffectShown | null }) {
  if (!effect) return <p class="hint">{t("loading")}</p>;
  if (!effect.allowed) {
    return (
      <p class="effect is-refused">
        {refusalWords(effect)}
        {effect.clause ? ` ${t("clause", { clause: effect.clause })}` : ""}
      </p>
    );
  }
  return (
    <div class="effect">
      <h4>{t("approvals.effect")}</h4>
      {effect.says.map((each) => (
        <p key={each}>{each}</p>
      ))}
      {effect.players.length ? (
        <dl class="sums">
          {effect.players.map((each) => (
            <div key={each.player}>
              <dt>{each.player}</dt>
              <dd>
                {money(each.before)} → {money(each.after)}{" "}
                <b>
                  {each.after >= each.before ? "+" : ""}
                  {money(each.after - each.before)}
                </b>
                {each.uncollected ? (
                  <small> {t("approvals.uncollected", { amount: money(each.uncollected) })}</small>
                ) : null}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
