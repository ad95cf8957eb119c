import { cents, Form } from "../console/Form";
import { stepName } from "../console/words";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { Card } from "./Card";
import { act, staff, view } from "./state";

/** Opening, fills and credits; closing with a count that is made without the record's figure. */
export function TableForms() {
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
            <p class="hint">{t("pit.close.what")}</p>
            <Form
              fields={[{ name: "closer", kind: "money", label: t("pit.counted") }]}
              submit={stepName("close-table")}
              readBack={(values) => t("pit.close.back", { amount: money(cents(values, "closer")) })}
              onSubmit={(values) => act({ type: "close-table", closer: cents(values, "closer") })}
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
