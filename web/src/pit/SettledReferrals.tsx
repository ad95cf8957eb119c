import { useEffect, useState } from "preact/hooks";
import { Decision } from "../console/Decision";
import { Form } from "../console/Form";
import { HeldFor } from "../console/Held";
import { atLeast } from "../console/session";
import { get } from "../lib/api";
import { t } from "../lib/i18n";
import type { Recalled, Result } from "../protocol";
import { act, book, chosen, staff } from "./state";

type Ask = (command: { type: string; [field: string]: unknown }, why: string) => Promise<unknown>;

/** Something of a settled round that the book does not cover: it is referred, and decided. */
export function SettledReferrals({ ended, ask }: { ended: readonly Result[]; ask: Ask }) {
  const waiting = staff.value?.referred ?? [];
  const open = ended.filter((each) => !waiting.includes(each.round));
  return (
    <>
      {open.length ? (
        <section class="card" aria-label={t("pit.refer-settled")}>
          <h3>{t("pit.refer-settled")}</h3>
          <Form
            fields={[
              {
                name: "round",
                kind: "pick",
                list: true,
                label: t("pit.round"),
                options: open.map((each) => ({
                  value: String(each.round),
                  words: `${t("round.number", { round: each.round })} · ${each.outcome}`,
                })),
              },
              { name: "reason", kind: "text", label: t("form.reason") },
            ]}
            submit={t("pit.refer-settled")}
            onSubmit={({ round, reason }) =>
              act({ type: "refer", round: Number(round), reason: reason ?? "" })
            }
          />
        </section>
      ) : null}
      {waiting.map((round) => (
        <Waiting key={round} round={round} ask={ask} />
      ))}
    </>
  );
}

/** The decision on one of them; where it changes what was paid, a second person approves it. */
function Waiting({ round, ask }: { round: number; ask: Ask }) {
  const [record, setRecord] = useState<Recalled | null>(null);
  useEffect(() => {
    const address = `/api/tables/${encodeURIComponent(chosen.peek() ?? "")}/rounds/${round}`;
    get<Recalled>(address, "staff").then(setRecord, () => undefined);
  }, [round]);
  const title = t("pit.decide-settled", { round });
  return (
    <section class="card" aria-label={title}>
      <h3>{title}</h3>
      <HeldFor table={chosen.value ?? ""} round={round} />
      {atLeast("gaming-shift-manager") ? (
        <Decision
          book={book.value}
          stakes={record?.results ?? []}
          onSend={(decided) =>
            decided.decision === "resume"
              ? act({ type: "decide-referral", ...decided, round })
              : ask({ type: "decide-referral", ...decided, round }, decided.reason ?? "")
          }
        />
      ) : (
        <p class="hint">{t("pit.decide-settled.waits")}</p>
      )}
    </section>
  );
}
