import { useEffect, useState } from "preact/hooks";
import { cents, Form } from "../console/Form";
import { office } from "../console/session";
import { stepName } from "../console/words";
import { get } from "../lib/api";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import type { CountShown, DayToCount } from "../protocol";
import { act, rows, titleOf } from "./state";

const PARTS = ["cash", "bills", "vouchers", "desk", "paid"] as const;
const VOUCHERS = ["issued", "redeemed", "cashed", "lapsed", "outstanding"] as const;

/** What ended gaming days left, entered as counted; what differs goes to a second person. */
export function DeskCount() {
  const [shown, setShown] = useState<CountShown | null>(null);
  const again = async () =>
    setShown(await get<CountShown>("/api/count", "staff").catch(() => null));
  const days = rows.value.map(({ table }) => table.day ?? "").join();
  useEffect(() => {
    void again();
  }, [days]);
  return (
    <section class="card" aria-label={t("desk.count")}>
      <h3>{t("desk.count")}</h3>
      {shown?.days.length === 0 ? <p class="hint">{t("desk.count.none")}</p> : null}
      {(shown?.days ?? []).map((each) => (
        <div key={`${each.table} ${each.day}`}>
          <h4>{`${titleOf(each.table)} · ${each.day}`}</h4>
          <Form
            label={`${titleOf(each.table)} · ${each.day}`}
            fields={PARTS.map((name) => ({ name, kind: "money", label: t(`count.${name}`) }))}
            submit={stepName("count-day")}
            primary={false}
            readBack={(values) => differs(each, values) ?? t("desk.count.same")}
            onSubmit={async (values) => {
              const done = await counted(each, values);
              await again();
              return done;
            }}
          />
        </div>
      ))}
      {shown ? (
        <dl class="sums">
          {VOUCHERS.map((each) => (
            <div key={each}>
              <dt>{t(`count.vouchers.${each}`)}</dt>
              <dd>{money(shown[each])}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}

type Values = Readonly<Record<string, string>>;

function differs({ expected }: DayToCount, values: Values): string | null {
  const apart = PARTS.filter((each) => cents(values, each) !== (expected[each] ?? 0));
  if (apart.length === 0) return null;
  const by = apart
    .map((each) => `${t(`count.${each}`)} ${money(cents(values, each) - (expected[each] ?? 0))}`)
    .join(", ");
  return t("desk.count.differs", { by });
}

function counted(day: DayToCount, values: Values): Promise<boolean> {
  const command = {
    type: "count-day" as const,
    day: day.day,
    cash: cents(values, "cash"),
    bills: cents(values, "bills"),
    vouchers: cents(values, "vouchers"),
    desk: cents(values, "desk"),
    paid: cents(values, "paid"),
  };
  const reason = differs(day, values);
  if (reason === null) return act(command, day.table);
  return office({ type: "ask", table: day.table, command, reason }, stepName("count-day"));
}
