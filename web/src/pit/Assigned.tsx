import { chosen, Form, type Option } from "../console/Form";
import { posted } from "../console/session";
import { dateAndTime, houseNow, timeOfDay } from "../lib/clock";
import { language, t } from "../lib/i18n";
import type { AssignmentShown, StaffShown } from "../protocol";
import { rows, titleOf } from "./state";

const HOUR_MS = 3_600_000;
const SHIFT_HOURS = "8";

interface Props {
  one: StaffShown;
  of: { list: readonly AssignmentShown[] | null; again: () => Promise<void> };
}

/** At which tables someone acts, and when; made and ended here. */
export function Assigned({ one, of: { list, again } }: Props) {
  const theirs = (list ?? []).filter(({ staff }) => staff === one.name);
  const send = async (path: string, body: object, what: string) => {
    const done = await posted(path, body, what);
    if (done) await again();
    return done;
  };
  const reason = { name: "reason", kind: "text", label: t("form.reason") } as const;
  return (
    <section class="card" aria-label={t("desk.tables-of", { name: one.name })}>
      <h3>{t("desk.tables-of", { name: one.name })}</h3>
      {theirs.length ? null : <p class="empty">{t("desk.assigned.none")}</p>}
      {theirs.map((each) => (
        <Form
          key={each.id}
          label={words(each)}
          fields={[reason]}
          submit={t("desk.assign.end", { what: words(each) })}
          primary={false}
          onSubmit={(values) =>
            send(`/api/assignments/${each.id}/withdraw`, values, t("desk.assign.ended"))
          }
        />
      ))}
      {one.position === "gaming-shift-manager" ? (
        <p class="hint">{t("desk.assign.whole")}</p>
      ) : (
        <Form
          key="assign"
          label={t("desk.assign")}
          fields={[
            { name: "tables", kind: "several", label: t("desk.assign.tables"), options: tables() },
            { name: "in", kind: "count", label: t("desk.assign.in"), value: "0" },
            { name: "hours", kind: "count", label: t("desk.hours"), value: SHIFT_HOURS },
            reason,
          ]}
          submit={t("desk.assign")}
          primary={false}
          onSubmit={(values) =>
            send(
              `/api/staff/${encodeURIComponent(one.name)}/assign`,
              {
                tables: chosen(values.tables ?? ""),
                hours: Number(values.hours),
                from_ms: Number(values.in) ? houseNow() + Number(values.in) * HOUR_MS : null,
                reason: values.reason,
              },
              t("desk.assign"),
            )
          }
        />
      )}
    </section>
  );
}

const tables = (): readonly Option[] =>
  rows.value.map(({ table }) => ({ value: table.table, words: table.title }));

/** A time, with its date where that is another day than one knows of. */
function near(ms: number, known: number): string {
  const day = (one: number) => new Date(one).toDateString();
  return (day(ms) === day(known) ? timeOfDay : dateAndTime)(ms, language.value);
}

function words(each: AssignmentShown): string {
  const at = each.tables.map(titleOf).join(", ");
  const from = near(each.from_ms, houseNow());
  const until = near(each.until_ms, each.from_ms);
  return `${at} · ${from}–${until}`;
}
