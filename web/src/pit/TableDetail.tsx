import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Held } from "../console/Held";
import { Tabs } from "../console/Tabs";
import { stateOf } from "../console/words";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { LimitsForms } from "./LimitsForms";
import { PlayersHere } from "./PlayersHere";
import { RoundForms } from "./RoundForms";
import { chosen, staff, view } from "./state";
import { TableForms } from "./TableForms";
import { TwoPeople } from "./TwoPeople";

type Tab = "round" | "table" | "limits" | "two";
const tab = signal<Tab>("round");

/** Look at one table closely, and there at one thing. */
export function lookAt(table: string, at: Tab): void {
  chosen.value = table;
  tab.value = at;
}

/** One table closely: its round, its float, its limits, and what takes two people. */
export function TableDetail() {
  const table = view.value;
  const shown = useRef<HTMLElement>(null);
  const isThere = table !== null && staff.value !== null;
  useEffect(() => {
    if (isThere) shown.current?.scrollIntoView({ block: "nearest" });
  }, [isThere, table?.table]);
  if (!table || !staff.value) return <p class="hint pick-one">{t("loading")}</p>;
  const id = encodeURIComponent(table.table);
  const last = table.results[0];
  return (
    <section ref={shown} class="detail" aria-label={table.title}>
      <header>
        <h2>{table.title}</h2>
        <p>
          {stateOf(table)} · {t("round.number", { round: table.round })} ·{" "}
          {t("dealer.tray", { amount: money(staff.value.tray) })}
        </p>
        <nav>
          <a href={`/dealer/${id}`}>{t("console.dealers")}</a>
          <a href={`/display/${id}`}>{t("console.display")}</a>
          {last ? <a href={`/recall/${id}/${last.round}`}>{t("pit.recall-last")}</a> : null}
        </nav>
        <button
          type="button"
          class="quiet"
          aria-label={t("close")}
          onClick={() => {
            chosen.value = null;
          }}
        >
          <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
            <path d="M5 5L15 15M15 5L5 15" />
          </svg>
        </button>
      </header>
      <Held table={table} />
      <Tabs
        label={table.title}
        now={tab}
        tabs={(["round", "table", "limits", "two"] as const).map((id) => ({
          id,
          words: t(`pit.tab.${id}`),
        }))}
      />
      <div class="detail-body" key={`${table.table} ${tab.value}`}>
        {tab.value === "round" ? <RoundForms /> : null}
        {tab.value === "round" ? <PlayersHere /> : null}
        {tab.value === "table" ? <TableForms /> : null}
        {tab.value === "limits" ? <LimitsForms /> : null}
        {tab.value === "two" ? <TwoPeople /> : null}
      </div>
    </section>
  );
}
