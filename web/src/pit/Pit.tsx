import { effect, signal } from "@preact/signals";
import { Frame } from "../console/Frame";
import { Tabs } from "../console/Tabs";
import { t } from "../lib/i18n";
import { AlertsPage } from "./AlertsPage";
import { Approvals, pendingApprovals } from "./Approvals";
import { Audit } from "./Audit";
import { DeskDay } from "./DeskDay";
import { DeskHeads, DeskPlayers } from "./DeskHouse";
import { DeskPeople } from "./DeskPeople";
import { DeskReferrals } from "./DeskReferrals";
import { DeskTerminals } from "./DeskTerminals";
import { Exports } from "./Exports";
import { Floor } from "./Floor";
import { MetersPage } from "./Meters";
import { floor, isDesk, referrals, rows } from "./state";

const OF_PIT = ["floor", "approvals", "alerts", "meters", "audit", "exports"] as const;
const OF_DESK = [
  "referrals",
  "approvals",
  "day",
  "staff",
  "terminals",
  "players",
  "heads",
] as const;
type Tab = (typeof OF_PIT)[number] | (typeof OF_DESK)[number];

const all: readonly Tab[] = isDesk ? OF_DESK : OF_PIT;
const named = (): Tab | undefined => all.find((each) => `#${each}` === location.hash);
const tab = signal<Tab>(named() ?? all[0] ?? "floor");
addEventListener("hashchange", () => {
  tab.value = named() ?? tab.value;
});

effect(() => {
  history.replaceState(null, "", `#${tab.value}`);
  document.title = `${t(isDesk ? "console.desk" : "console.pit")} · croupier`;
});

/** The pit, or the shift manager's desk: the same floor with other things at hand. */
export function Pit() {
  const held = rows.value.filter(({ table }) => table.waiting === "referral").length;
  const count: Partial<Record<Tab, number>> = {
    approvals: pendingApprovals(),
    alerts: floor.value?.alerts.length ?? 0,
    referrals: held + referrals.value.length,
  };
  return (
    <Frame
      title={t(isDesk ? "console.desk" : "console.pit")}
      class={isDesk ? "pit desk" : "pit"}
      table={tab.value === "alerts" ? "" : null}
    >
      <nav class="tabs-land" aria-label={t(isDesk ? "console.desk" : "console.pit")}>
        <Tabs
          label={t(isDesk ? "console.desk" : "console.pit")}
          now={tab}
          tabs={all.map((id) => ({ id, words: t(`tab.${id}`), count: count[id] ?? 0 }))}
        />
      </nav>
      <main class="pit-main" key={tab.value}>
        <Shown />
      </main>
    </Frame>
  );
}

function Shown() {
  switch (tab.value) {
    case "floor":
      return <Floor />;
    case "approvals":
      return <Approvals />;
    case "alerts":
      return <AlertsPage />;
    case "meters":
      return <MetersPage />;
    case "audit":
      return <Audit />;
    case "exports":
      return <Exports />;
    case "referrals":
      return <DeskReferrals />;
    case "day":
      return <DeskDay />;
    case "staff":
      return <DeskPeople />;
    case "terminals":
      return <DeskTerminals />;
    case "players":
      return <DeskPlayers />;
    case "heads":
      return <DeskHeads />;
  }
}
