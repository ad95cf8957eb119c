import { useState } from "preact/hooks";
import { Form } from "../console/Form";
import { atLeast, house } from "../console/session";
import { stateOf, stepName } from "../console/words";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import type { Command, TableRow } from "../protocol";
import { Theirs } from "./Card";
import { DeskCount } from "./DeskCount";
import { Lately } from "./Lately";
import { act, floor, rows } from "./state";

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
  const count = on.length;
  return (
    <section class="page" aria-label={t("tab.day")}>
      <h2 class="unseen">{t("tab.day")}</h2>
      <p class="lead">
        {t("desk.day.what")} {t("desk.day.closes", { closes: floor.value?.closes ?? "" })}
      </p>
      <div class="two">
        <div class="scroll">
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">{t("pit.table")}</th>
                <th scope="col">{t("pit.state")}</th>
                <th scope="col">{t("pit.gaming-day")}</th>
                <th scope="col">{t("desk.shift")}</th>
                {(["rounds", "drop", "win"] as const).map((each) => (
                  <th key={each} scope="col" class="num">
                    {t(`pit.${each}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.value.map((row) => (
                <Row
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
            </tbody>
          </table>
        </div>
        <div class="cards is-narrow">
          <section class="card" aria-label={t("desk.day")}>
            <h3>{t("desk.day")}</h3>
            {atLeast("gaming-shift-manager") ? (
              <>
                <Form
                  key="start"
                  fields={[
                    {
                      name: "day",
                      kind: "date",
                      label: t("pit.gaming-day"),
                      value: floor.value?.gaming_day,
                    },
                  ]}
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
                  readBack={() => t("desk.end-day.back", { count })}
                  onSubmit={() => all({ type: "end-day" })}
                />
              </>
            ) : (
              <p class="hint">{t("desk.for-gsm")}</p>
            )}
          </section>
          <section class="card" aria-label={t("desk.shift")}>
            <h3>{t("desk.shift")}</h3>
            <Theirs command="start-shift">
              <Form
                key="start"
                fields={[{ name: "shift", kind: "text", label: t("desk.shift.name") }]}
                submit={stepName("start-shift")}
                disabled={none}
                onSubmit={({ shift = "" }) => all({ type: "start-shift", shift: shift.trim() })}
              />
              <Form
                key="end"
                fields={[]}
                submit={stepName("end-shift")}
                primary={false}
                disabled={none}
                readBack={() => t("desk.end-shift.back", { count })}
                onSubmit={() => all({ type: "end-shift" })}
              />
            </Theirs>
          </section>
          <DeskCount />
        </div>
      </div>
      <Lately kinds="day,shift,table" />
    </section>
  );
}

function Row({ row, on, onTick }: { row: TableRow; on: boolean; onTick: (on: boolean) => void }) {
  const { table, figures } = row;
  const shift = house.table(table.table).staff.value?.shift;
  return (
    <tr>
      <th scope="row">
        <label class="tick">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => onTick(event.currentTarget.checked)}
          />
          <span>
            {table.title}
            <small>{table.table}</small>
          </span>
        </label>
      </th>
      <td data-label={t("pit.state")}>{stateOf(table)}</td>
      <td data-label={t("pit.gaming-day")}>{table.day ?? t("pit.no-day")}</td>
      <td data-label={t("desk.shift")}>{shift ?? "–"}</td>
      <td data-label={t("pit.rounds")} class="num">
        {figures.rounds}
      </td>
      <td data-label={t("pit.drop")} class="num">
        {money(figures.drop)}
      </td>
      <td data-label={t("pit.win")} class="num">
        {money(figures.win)}
      </td>
    </tr>
  );
}
