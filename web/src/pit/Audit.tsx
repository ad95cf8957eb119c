import { useEffect, useState } from "preact/hooks";
import { Form, type Values } from "../console/Form";
import { stepName } from "../console/words";
import { get } from "../lib/api";
import { dateAndTime } from "../lib/clock";
import { language, named, t } from "../lib/i18n";
import { money } from "../lib/money";
import type { LimitsTaken, Page, TrailLine } from "../protocol";
import { rows, titleOf } from "./state";

const KINDS = [
  "alert",
  "approval",
  "outcome",
  "round",
  "limits",
  "table",
  "staff",
  "terminal",
  "voucher",
  "player",
  "day",
];
const LIMIT = 40;
const SUMS = /^(float|balance|maximum-payout|table|day)\./;

interface TrailProps {
  /** Which events, where the reader does not choose. */
  fixed?: Values;
}

/** The audit trail, the newest first, page by page. */
export function Audit({ fixed }: TrailProps) {
  const [wanted, setWanted] = useState<Values>(fixed ?? {});
  const [lines, setLines] = useState<readonly TrailLine[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const load = async (place: string | null) => {
    const query = new URLSearchParams({ limit: String(LIMIT) });
    for (const [name, value] of Object.entries(wanted)) if (value) query.set(name, value);
    if (place !== null) query.set("place", place);
    const page = await get<Page>(`/api/audit?${query}`, "staff").catch(() => null);
    if (!page) return;
    setLines((before) => (place === null || !before ? page.lines : [...before, ...page.lines]));
    setNext(page.next);
  };
  useEffect(() => {
    setLines(null);
    void load(null);
  }, [wanted]);
  return (
    <section class="page" aria-label={t("audit")}>
      {fixed ? null : (
        <div class="filters">
          <Form
            fields={[
              {
                name: "table",
                kind: "pick",
                list: true,
                optional: true,
                label: t("pit.table"),
                options: rows.value.map(({ table }) => ({
                  value: table.table,
                  words: table.title,
                })),
              },
              { name: "person", kind: "text", optional: true, label: t("audit.person") },
              {
                name: "kinds",
                kind: "text",
                optional: true,
                label: t("audit.kinds"),
                suggestions: KINDS,
              },
            ]}
            submit={t("audit.find")}
            onSubmit={async (values) => {
              setWanted(values);
              return false;
            }}
          />
        </div>
      )}
      {lines === null ? <p class="hint">{t("loading")}</p> : <Lines lines={lines} />}
      {next === null ? null : (
        <button type="button" class="more" onClick={() => void load(next)}>
          {t("audit.older")}
        </button>
      )}
    </section>
  );
}

function Lines({ lines }: { lines: readonly TrailLine[] }) {
  if (!lines.length) return <p class="hint">{t("audit.none")}</p>;
  return (
    <div class="scroll">
      <table class="grid audit">
        <thead>
          <tr>
            <th scope="col">{t("audit.when")}</th>
            <th scope="col">{t("pit.table")}</th>
            <th scope="col">{t("audit.who")}</th>
            <th scope="col">{t("audit.what")}</th>
            <th scope="col">{t("audit.why")}</th>
            <th scope="col">{t("audit.change")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.stream} ${line.seq}`}>
              <td data-label={t("audit.when")} class="when">
                {dateAndTime(line.at_ms, language.value)}
              </td>
              <td data-label={t("pit.table")}>{titleOf(line.table)}</td>
              <td data-label={t("audit.who")}>
                {line.who ? line.who.name : "–"}
                {line.who?.position ? (
                  <small>{named("position", line.who.position, "")}</small>
                ) : null}
                {line.approver ? <small>+ {line.approver.name}</small> : null}
              </td>
              <th scope="row">
                {told(line)}
                <small>
                  {line.what}
                  {line.clause ? ` · ${t("clause", { clause: line.clause })}` : ""}
                </small>
              </th>
              <td data-label={t("audit.why")}>{line.why ?? ""}</td>
              <td data-label={t("audit.change")} class="change">
                {line.before == null && line.after == null
                  ? ""
                  : `${brief(line, line.before)} → ${brief(line, line.after)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What happened, in the reader's words where there are any for it. */
function told(line: TrailLine): string {
  const values = Object.fromEntries(
    Object.entries(line.fields).map(([name, value]) => [name, value == null ? "–" : String(value)]),
  );
  const asked = values.asked;
  if (asked) values.asked = stepName(asked);
  return named("event", line.what, line.says, values);
}

/** Sums are told as sums; limits as a range. */
function brief(line: TrailLine, value: unknown): string {
  if (value == null) return "–";
  if (typeof value === "number") return SUMS.test(line.what) ? money(value) : String(value);
  if (typeof value !== "object") return named("position", String(value), String(value));
  const range = (value as Partial<LimitsTaken>).table;
  if (!range) return JSON.stringify(value);
  const kinds = Object.keys((value as LimitsTaken).kinds ?? {}).length;
  return `${money(range.min)} – ${money(range.max)}${kinds ? ` (+${kinds})` : ""}`;
}
