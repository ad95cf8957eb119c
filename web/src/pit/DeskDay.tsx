import { useState } from "preact/hooks";
import { Form } from "../console/Form";
import { atLeast } from "../console/session";
import { stateOf, stepName } from "../console/words";
import { houseNow } from "../lib/clock";
import { t } from "../lib/i18n";
import type { Command, TableRow } from "../protocol";
import { act, rows } from "./state";

/** Gaming day and shift, of all tables or of some. */
export function DeskDay() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const on = rows.value.filter(({ table }) => !left.has(table.table));
  const all = async (command: Command) => {
    let done = true;
    for (const { table } of on) done = (await act(command, table.table)) && done;
    return done;
  };
  const none = on.length === 0;
  const today = new Date(houseNow()).toISOString().slice(0, 10);
  return (
    <section class="page" aria-label={t("tab.day")}>
      <h2 class="unseen">{t("tab.day")}</h2>
      <p class="lead">{t("desk.day.what")}</p>
      <ul class="tick-list">
        {rows.value.map((row) => (
          <Tick
            key={row.table.table}
            row={row}
            on={!left.has(row.table.table)}
            onTick={(is) => {
              const next = new Set(left);
              if (is) next.delete(row.table.table);
              else next.add(row.table.table);
              setLeft(next);
            }}
          />
        ))}
      </ul>
      <div class="cards">
        <section class="card" aria-label={t("desk.day")}>
          <h3>{t("desk.day")}</h3>
          {atLeast("gaming-shift-manager") ? (
            <>
              <Form
                key="start"
                fields={[{ name: "day", kind: "date", label: t("pit.gaming-day"), value: today }]}
                submit={stepName("start-day")}
                disabled={none}
                onSubmit={(values) => all({ type: "start-day", day: values.day ?? "" })}
              />
              <Form
                key="end"
                fields={[]}
                submit={stepName("end-day")}
                primary={false}
                disabled={none}
                readBack={() => t("desk.end-day.back", { count: on.length })}
                onSubmit={() => all({ type: "end-day" })}
              />
            </>
          ) : (
            <p class="hint">{t("desk.for-gsm")}</p>
          )}
        </section>
        <section class="card" aria-label={t("desk.shift")}>
          <h3>{t("desk.shift")}</h3>
          <Form
            key="start"
            fields={[{ name: "shift", kind: "text", label: t("desk.shift.name") }]}
            submit={stepName("start-shift")}
            disabled={none}
            onSubmit={(values) => all({ type: "start-shift", shift: (values.shift ?? "").trim() })}
          />
          <Form
            key="end"
            fields={[]}
            submit={stepName("end-shift")}
            primary={false}
            disabled={none}
            onSubmit={() => all({ type: "end-shift" })}
          />
        </section>
      </div>
    </section>
  );
}

function Tick({ row, on, onTick }: { row: TableRow; on: boolean; onTick: (on: boolean) => void }) {
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <b>{row.table.title}</b>
        <span>{t("pit.day", { day: row.table.day ?? "–" })}</span>
        <span>{stateOf(row.table)}</span>
      </label>
    </li>
  );
}
