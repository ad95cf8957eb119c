import { cents, Form } from "../console/Form";
import { office } from "../console/session";
import { stepName } from "../console/words";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { Card } from "./Card";
import { act, chosen, staff, view } from "./state";

/** Opening and closing with counts, fills and credits. */
export function TableForms() {
  const tray = staff.value?.tray ?? 0;
  const figures = staff.value?.figures;
  const amount = { name: "amount", kind: "money", label: t("amount") } as const;
  return (
    <div class="cards">
      {view.value?.is_open ? (
        <>
          <Card command="fill-float">
            <Form
              fields={[amount]}
              submit={stepName("fill-float")}
              onSubmit={(values) => act({ type: "fill-float", amount: cents(values) })}
            />
          </Card>
          <Card command="credit-float">
            <Form
              fields={[amount]}
              submit={stepName("credit-float")}
              onSubmit={(values) => act({ type: "credit-float", amount: cents(values) })}
            />
          </Card>
          <Card command="close-table">
            <p class="hint">{t("pit.close.what", { amount: money(tray) })}</p>
            <Form
              fields={[{ name: "closer", kind: "money", label: t("pit.counted") }]}
              submit={stepName("close-table")}
              readBack={(values) => closing(cents(values, "closer"), tray)}
              onSubmit={(values) => close(cents(values, "closer"), tray)}
            />
          </Card>
        </>
      ) : (
        <Card command="open-table">
          <Form
            fields={[{ name: "opener", kind: "money", label: t("pit.opener") }]}
            submit={stepName("open-table")}
            onSubmit={(values) => act({ type: "open-table", opener: cents(values, "opener") })}
          />
        </Card>
      )}
      {figures ? (
        <section class="card" aria-label={t("pit.today")}>
          <h3>{t("pit.today")}</h3>
          <dl class="sums">
            {(
              [
                "opener",
                "fills",
                "credits",
                "drop",
                "bills",
                "desk",
                "cash_out",
                "vouchers_in",
                "vouchers_out",
                "turnover",
                "win",
                "adjustments",
                "variance",
                "count_variance",
              ] as const
            ).map((each) => (
              <div key={each}>
                <dt>{t(`figure.${each}`)}</dt>
                <dd>{money(figures[each])}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </div>
  );
}

function closing(closer: number, tray: number): string {
  if (closer === tray) return t("pit.close.same", { amount: money(closer) });
  return t("pit.close.differs", { amount: money(closer), by: money(closer - tray) });
}

/** A count that differs from the record goes to a second person. */
function close(closer: number, tray: number): Promise<boolean> {
  if (closer === tray) return act({ type: "close-table", closer });
  return office(
    {
      type: "ask",
      table: chosen.peek() ?? "",
      command: { type: "close-table", closer },
      reason: t("pit.close.reason", { by: money(closer - tray) }),
    },
    stepName("close-table"),
  );
}
