import { cents, Form, type Values } from "../console/Form";
import { office } from "../console/session";
import { stepName } from "../console/words";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import type { CountDay, DayUncounted } from "../protocol";
import { floor, rows, titleOf } from "./state";
import { useUncounted, VoucherSums } from "./VoucherSums";

const PARTS = ["cash", "bills", "vouchers", "desk", "paid"] as const;

/** What ended gaming days left, entered as counted without being told; a second person approves. */
export function DeskCount() {
  const asked = (floor.value?.approvals ?? []).filter((each) => each.command === "count-day");
  const days = rows.value.map(({ table }) => table.day ?? "");
  const news = [...days, ...asked.map((each) => `${each.id} ${each.verdict}`)].join();
  const shown = useUncounted(news);
  const waits = ({ table, day }: DayUncounted) =>
    asked.find(
      (each) => each.verdict === "pending" && each.table === table && dayOf(each.what) === day,
    );
  return (
    <section class="card" aria-label={t("desk.count")}>
      <h3>{t("desk.count")}</h3>
      {shown?.days.length === 0 ? <p class="hint">{t("desk.count.none")}</p> : null}
      {(shown?.days ?? []).map((each) => (
        <div key={`${each.table} ${each.day}`}>
          <h4>{`${titleOf(each.table)} · ${each.day}`}</h4>
          {waits(each) ? (
            <p class="hint">{t("desk.count.waits", { name: waits(each)?.asked_by ?? "" })}</p>
          ) : (
            <Form
              label={`${titleOf(each.table)} · ${each.day}`}
              fields={PARTS.map((name) => ({ name, kind: "money", label: t(`count.${name}`) }))}
              submit={stepName("count-day")}
              primary={false}
              readBack={readBack}
              onSubmit={(values) => counted(each, values)}
            />
          )}
        </div>
      ))}
      {shown ? <VoucherSums of={shown} /> : null}
    </section>
  );
}

function dayOf(what: unknown): unknown {
  return (what as Record<string, unknown>).day;
}

function readBack(values: Values): string {
  const found = PARTS.map((each) => `${t(`count.${each}`)} ${money(cents(values, each))}`);
  return t("desk.count.back", { found: found.join(", ") });
}

function counted(day: DayUncounted, values: Values): Promise<boolean> {
  const found = Object.fromEntries(PARTS.map((each) => [each, cents(values, each)]));
  const command = { type: "count-day" as const, day: day.day, ...found } as CountDay;
  const reason = t("desk.count.reason", { day: day.day });
  return office({ type: "ask", table: day.table, command, reason }, stepName("count-day"));
}
