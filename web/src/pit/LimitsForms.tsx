import { useState } from "preact/hooks";
import { cents, Form } from "../console/Form";
import { stepName } from "../console/words";
import { named, t } from "../lib/i18n";
import { inCents, money } from "../lib/money";
import type { RangeTaken } from "../protocol";
import { Card } from "./Card";
import { act, book, view } from "./state";

const shown = (amount: number) => (amount / 100).toFixed(2);

/** Limits of the rounds to come, and the most that one may pay. */
export function LimitsForms() {
  const table = view.value;
  if (!table) return null;
  const now = table.limits;
  return (
    <div class="cards">
      <Card command="set-limits">
        <Form
          fields={[
            { name: "min", kind: "money", label: t("pit.min"), value: shown(now.table.min) },
            { name: "max", kind: "money", label: t("pit.max"), value: shown(now.table.max) },
            { name: "reason", kind: "text", label: t("form.reason"), optional: true },
          ]}
          submit={stepName("set-limits")}
          readBack={(values) =>
            t("pit.limits.back", { min: values.min ?? "", max: values.max ?? "" })
          }
          onSubmit={(values) =>
            act({
              type: "set-limits",
              limits: {
                table: { min: cents(values, "min"), max: cents(values, "max") },
                kinds: now.kinds ?? {},
              },
              reason: values.reason || null,
            })
          }
        />
      </Card>
      <Card command="set-limits" title={t("pit.kinds")}>
        <Kinds />
      </Card>
      <Card command="set-maximum-payout">
        <p class="hint">
          {table.maximum_payout === null
            ? t("pit.payout.none")
            : t("pit.payout", { amount: money(table.maximum_payout) })}
        </p>
        <Form
          fields={[
            { name: "amount", kind: "money", label: t("pit.payout.new"), optional: true },
            { name: "reason", kind: "text", label: t("form.reason"), optional: true },
          ]}
          submit={stepName("set-maximum-payout")}
          readBack={(values) =>
            values.amount ? t("pit.payout", { amount: values.amount }) : t("pit.payout.none")
          }
          onSubmit={(values) =>
            act({
              type: "set-maximum-payout",
              amount: inCents(values.amount ?? ""),
              reason: values.reason || null,
            })
          }
        />
      </Card>
    </div>
  );
}

/** Limits that differ by kind of wager. */
function Kinds() {
  const limits = view.value?.limits;
  const spots = book.value?.felt.spots ?? [];
  const kinds = [...new Map(spots.map((each) => [each.kind, each.name])).entries()];
  const [dropped, setDropped] = useState<string | null>(null);
  if (!limits) return null;
  const own: Record<string, RangeTaken> = limits.kinds ?? {};
  const send = (changed: Record<string, RangeTaken>) =>
    act({ type: "set-limits", limits: { table: limits.table, kinds: changed } });
  return (
    <>
      <ul class="returned">
        {Object.entries(own).map(([kind, range]) => (
          <li key={kind}>
            <span>
              {named("kind", kind, kind)} · {money(range.min)} – {money(range.max)}
            </span>
            <button
              type="button"
              disabled={dropped !== null}
              onClick={async () => {
                setDropped(kind);
                const { [kind]: _, ...rest } = own;
                await send(rest);
                setDropped(null);
              }}
            >
              {t("pit.kind.drop")}
            </button>
          </li>
        ))}
      </ul>
      <Form
        fields={[
          {
            name: "kind",
            kind: "pick",
            label: t("wager"),
            options: kinds.map(([kind, name]) => ({
              value: kind,
              words: named("kind", kind, name),
            })),
          },
          { name: "min", kind: "money", label: t("pit.min") },
          { name: "max", kind: "money", label: t("pit.max") },
        ]}
        submit={t("pit.kind.set")}
        primary={false}
        onSubmit={(values) =>
          send({
            ...own,
            [values.kind ?? ""]: { min: cents(values, "min"), max: cents(values, "max") },
          })
        }
      />
    </>
  );
}
