import { Form } from "../console/Form";
import { posted } from "../console/session";
import { named, t, told } from "../lib/i18n";
import { staff, tableId } from "./state";

const ORDERS = ["start-game", "restart", "self-test"] as const;

/** A wheel with a sensor: what it hears, what it suggests, and what it can be told to do. */
export function WheelHint() {
  const wheel = staff.value?.wheel;
  if (!wheel) return null;
  return (
    <details class={`wheel-hint is-${wheel.state}`}>
      <summary>
        <b>{named("wheel-state", wheel.state, wheel.state)}</b>
        {wheel.hint.length ? <span>{told(wheel.hint)}</span> : null}
      </summary>
      <div class="wheel-orders">
        {wheel.fault.length ? <p>{told(wheel.fault)}</p> : null}
        <Form
          fields={[
            {
              name: "order",
              kind: "pick",
              label: t("wheel.order"),
              options: ORDERS.map((each) => ({
                value: each,
                words: named("wheel-order", each, each),
              })),
            },
            { name: "reason", kind: "text", label: t("form.reason"), optional: true },
          ]}
          submit={t("form.do")}
          readBack={(values) => named("wheel-order", values.order ?? "", "")}
          onSubmit={(values) =>
            posted(
              `/api/tables/${encodeURIComponent(tableId ?? "")}/wheel`,
              { order: values.order, reason: values.reason || null },
              t("wheel.order"),
            )
          }
        />
      </div>
    </details>
  );
}
