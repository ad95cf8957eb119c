import type { ComponentChildren } from "preact";
import { timeOfDay } from "../lib/clock";
import { language, named, t, told } from "../lib/i18n";
import { money } from "../lib/money";
import { refusalWords } from "../lib/refusals";
import { Languages } from "../parts/Languages";
import type { Alert } from "../protocol";
import { Gate } from "./Gate";
import { Nav } from "./Nav";
import { dismiss, house, me, notices, office } from "./session";
import { OwnPassword, Who } from "./Who";

interface Props {
  title: string;
  /** What stands beside the title: the state of a table, a clock. */
  state?: ComponentChildren;
  /** The table whose alerts are shown, or all of them. */
  table?: string | null;
  class: string;
  children: ComponentChildren;
}

/** What every console has: a bar, alerts that stay, verdicts, and the door over it. */
export function Frame({ title, state, table = null, class: name, children }: Props) {
  return (
    <div class={`console ${name}`}>
      <header class="console-bar">
        <a class="home" href="/">
          <span class="unseen">{t("door.back")}</span>
          <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
            <path d="M12.5 4L6.5 10L12.5 16" />
          </svg>
        </a>
        <h1>{title}</h1>
        <div class="console-state">
          {state}
          <Verdicts />
        </div>
        <Nav />
        <Languages />
        <Who />
      </header>
      <Lost />
      <Alerts table={table} />
      {children}
      <OwnPassword />
      <Gate />
    </div>
  );
}

function Lost() {
  const link = house.link.value;
  if (link !== "lost" && link !== "ended") return null;
  return (
    <p class="banner is-lost" role="alert">
      <b>{t(link === "lost" ? "link.lost" : "link.ended")}</b>
      <span>{t("console.lost")}</span>
    </p>
  );
}

/** What somebody must look at: it stays until someone says that they have. */
export function Alerts({ table }: { table: string | null }) {
  const all = house.floor.value?.alerts ?? [];
  const titles = new Map(
    house.floor.value?.tables.map((row) => [row.table.table, row.table.title]),
  );
  const shown = all.filter((each) => table === null || each.table === null || each.table === table);
  if (!shown.length) return null;
  return (
    <section class="alerts" aria-label={t("alerts.standing")}>
      {shown.map((each) => (
        <div key={each.id} class="banner" role="alert">
          <b>{named("alert", each.kind, each.kind)}</b>
          <span>
            {each.table ? `${titles.get(each.table) ?? each.table} · ` : ""}
            {told(each.says)}
          </span>
          <Results of={each} />
          <small>{timeOfDay(each.at_ms, language.value)}</small>
          {each.about.includes(me.value?.name ?? "") ? (
            <small>{t("alert.own")}</small>
          ) : (
            <button
              type="button"
              onClick={() =>
                void office({ type: "acknowledge", alert: each.id }, t("alert.acknowledge"))
              }
            >
              {t("alert.acknowledge")}
            </button>
          )}
        </div>
      ))}
    </section>
  );
}

/** What a decision changed for players and for the house. */
function Results({ of: { results } }: { of: Alert }) {
  if (!results.length) return null;
  return (
    <dl class="results" aria-label={t("oversight.results")}>
      {results.map((each) => (
        <div key={each.player ?? ""}>
          <dt>{each.player ?? t("oversight.house")}</dt>
          <dd>
            {money(each.without)} → <b>{money(each.now)}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Verdicts() {
  return (
    <div class="verdicts" role="status" aria-live="polite">
      {notices.value.map(({ id, what, verdict }) => (
        <div key={id} class={`verdict ${verdict.accepted ? "is-done" : "is-refused"}`}>
          <p>
            <b>
              {verdict.accepted ? "✓" : "×"} {what}
            </b>
            {verdict.accepted
              ? verdict.approval
                ? t("verdict.waits")
                : t("verdict.done")
              : refusalWords(verdict)}
            {verdict.clause ? (
              <span class="clause">{t("clause", { clause: verdict.clause })}</span>
            ) : null}
          </p>
          <button type="button" class="quiet" aria-label={t("close")} onClick={() => dismiss(id)}>
            <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
              <path d="M5 5L15 15M15 5L5 15" />
            </svg>
          </button>
        </div>
      ))}
    </div>
  );
}
