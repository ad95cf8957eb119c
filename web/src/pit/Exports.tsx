import { useState } from "preact/hooks";
import { type Key, language, t } from "../lib/i18n";
import { meters, rows } from "./state";

const FORMATS = ["csv", "parquet", "jsonl"] as const;

/** The record for other programs: rounds, wagers, and round notation. */
export function Exports() {
  const first = rows.value[0]?.table.table ?? "";
  const [picked, setTable] = useState<string | null>(null);
  const [day, setDay] = useState("");
  const table = picked ?? first;
  const days = meters.value.get(table)?.days ?? [];
  const link = (query: Record<string, string>) => {
    const all = new URLSearchParams({ ...query, ...(day ? { day } : {}), as: "staff" });
    return `/api/tables/${encodeURIComponent(table)}/export?${all}`;
  };
  return (
    <section class="page" aria-label={t("exports")}>
      <div class="fields is-wide">
        <label>
          {t("pit.table")}
          <select
            value={table}
            onChange={(event) => {
              setTable(event.currentTarget.value);
              setDay("");
            }}
          >
            {rows.value.map(({ table: each }) => (
              <option key={each.table} value={each.table}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("pit.gaming-day")}
          <select value={day} onChange={(event) => setDay(event.currentTarget.value)}>
            <option value="">{t("exports.all")}</option>
            {days.map((each) => (
              <option key={each.day} value={each.day}>
                {each.day}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Range />
      <ul class="exports">
        {(["rounds", "wagers"] as const).map((what) => (
          <li key={what} class="card">
            <h2>{t(`exports.${what}`)}</h2>
            <p class="hint">{t(`exports.${what}.what`)}</p>
            {FORMATS.map((format) => (
              <a key={format} href={link({ format, what })} download>
                {t(`exports.${format}` as Key)}
              </a>
            ))}
          </li>
        ))}
        <li class="card">
          <h2>{t("exports.notation")}</h2>
          <p class="hint">{t("exports.notation.what")}</p>
          {day ? (
            <a href={link({ format: "notation" })} download>
              {t("exports.day", { day })}
            </a>
          ) : (
            <p class="empty">{t("exports.pick-day")}</p>
          )}
        </li>
        <li class="card">
          <h2>{t("console.recall")}</h2>
          <p class="hint">{t("exports.recall")}</p>
          <a href={`/recall/${encodeURIComponent(table)}`}>{t("recall.show")}</a>
        </li>
      </ul>
    </section>
  );
}

const RANGED = ["meters", "audit"] as const;

/** The meters of every table, and the audit trail, from one day to another. */
function Range() {
  const [since, setSince] = useState("");
  const [until, setUntil] = useState("");
  const link = (what: string, format: string) => {
    const span = { ...(since ? { since } : {}), ...(until ? { until } : {}) };
    const all = new URLSearchParams({ ...span, format, language: language.value, as: "staff" });
    if (what !== "audit") all.delete("language");
    return `/api/${encodeURIComponent(what)}/export?${all}`;
  };
  return (
    <section aria-label={t("exports.range")}>
      <h2>{t("exports.range")}</h2>
      <div class="fields is-wide">
        <label>
          {t("exports.since")}
          <input type="date" value={since} onInput={(e) => setSince(e.currentTarget.value)} />
        </label>
        <label>
          {t("exports.until")}
          <input type="date" value={until} onInput={(e) => setUntil(e.currentTarget.value)} />
        </label>
      </div>
      <ul class="exports">
        {RANGED.map((what) => (
          <li key={what} class="card">
            <h3>{t(`exports.${what}`)}</h3>
            <p class="hint">{t(`exports.${what}.what`)}</p>
            {FORMATS.map((format) => (
              <a key={format} href={link(what, format)} download>
                {t(`exports.${format}` as Key)}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
