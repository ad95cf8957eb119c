import { useEffect, useState } from "preact/hooks";
import { Form, type Values } from "../console/Form";
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
  "chips",
  "player",
  "day",
  "shift",
] as const;
const LIMIT = 40;
const SUMS = /^(float|balance|maximum-payout|table|day|vouchers?|chips|held)\./;

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
  }, [wanted, language.value]);
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
                kind: "pick",
                list: true,
                optional: true,
                label: t("audit.kinds"),
                options: KINDS.map((each) => ({ value: each, words: t(`kinds.${each}`) })),
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

/** Lines of the trail. */
export function Lines({ lines }: { lines: readonly TrailLine[] }) {
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
                {line.says}
                <small>
                  {line.what}
                  {line.clause ? ` · ${t("clause", { clause: line.clause })}` : ""}
                </small>
              </th>
              <td data-label={t("audit.why")}>{why(line)}</td>
              <td data-label={t("audit.change")} class="change">
                {change(line)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The reason, where it is not the clause or the text that is told already. */
function why({ why, clause, fields }: TrailLine): string {
  return why === null || why === clause || why === fields.text ? "" : why;
}

function change(line: TrailLine): string {
  const [before, after] = [brief(line, line.before), brief(line, line.after)];
  return before === after ? "" : `${before} → ${after}`;
}

/** What somebody has, in all kinds of chips together. */
function owned([name, has]: [string, unknown]): string {
  const amounts = Object.values(has ?? {}).filter((each) => typeof each === "number");
  if (!amounts.length) return `${name} ${typeof has === "number" ? money(has) : String(has)}`;
  return `${name} ${money(amounts.reduce((all, each) => all + each, 0))}`;
}

/** Sums are told as sums; limits as a range; who has what as names and sums. */
function brief(line: TrailLine, value: unknown): string {
  if (value == null) return "–";
  if (typeof value === "number") return SUMS.test(line.what) ? money(value) : String(value);
  if (typeof value !== "object") {
    return named("change", String(value), named("position", String(value), String(value)));
  }
  const range = (value as Partial<LimitsTaken>).table;
  if (!range) return Object.entries(value).map(owned).join(", ") || "–";
  const kinds = Object.keys((value as LimitsTaken).kinds ?? {}).length;
  return `${money(range.min)} – ${money(range.max)}${kinds ? ` (+${kinds})` : ""}`;
}
