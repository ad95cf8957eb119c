import { signal } from "@preact/signals";
import { type Key, t } from "../lib/i18n";
import { small } from "../lib/motion";
import { play, sounds } from "../lib/sound";
import { Languages } from "../parts/Languages";
import { callAttendant } from "./bets";

export type Shown =
  | {
      sheet:
        | "money"
        | "rules"
        | "numbers"
        | "history"
        | "favourites"
        | "limits"
        | "wagers"
        | "more";
    }
  | { sheet: "round"; round: number };

/** What is open over the felt. */
export const sheet = signal<Shown | null>(null);
export function open(what: Shown): void {
  sheet.value = what;
}
export function close(): void {
  sheet.value = null;
}

const ENTRIES: readonly {
  name: "favourites" | "numbers" | "history" | "rules" | "limits";
  words: Key;
  icon: string;
}[] = [
  {
    name: "favourites",
    words: "favourites",
    icon: "M10 3L12.2 7.6L17 8.2L13.5 11.6L14.4 16.6L10 14.2L5.6 16.6L6.5 11.6L3 8.2L7.8 7.6Z",
  },
  { name: "numbers", words: "menu.numbers", icon: "M4 16V10M10 16V4M16 16V8" },
  {
    name: "history",
    words: "menu.history",
    icon: "M10 3A7 7 0 1 1 3.5 7.5M10 6V10L13 12M3 3V7.5H7.5",
  },
  {
    name: "rules",
    words: "menu.rules",
    icon: "M4 4H9A2 2 0 0 1 10 6V17A2 2 0 0 0 9 15H4ZM16 4H11A2 2 0 0 0 10 6V17A2 2 0 0 1 11 15H16Z",
  },
  {
    name: "limits",
    words: "menu.limits",
    icon: "M10 3A7 7 0 1 1 9.9 3M10 6V10M10 13V13.5",
  },
];
const SPEAKER = "M3 8H6L10 4.5V15.5L6 12H3Z";
const SOUNDS = {
  on: `${SPEAKER}M13 7.5A4 4 0 0 1 13 12.5M15.5 5A7.5 7.5 0 0 1 15.5 15`,
  off: `${SPEAKER}M13.5 8L17.5 12M17.5 8L13.5 12`,
};

/** The ways to everything beside the felt: all in the bar, or on a phone behind one button. */
export function Menu() {
  return (
    <nav class="menu" aria-label={t("menu")}>
      {small.value ? (
        <button type="button" class="quiet" onClick={() => open({ sheet: "more" })}>
          <Icon d="M3 5.5H17M3 10H17M3 14.5H17" />
          <span class="unseen">{t("menu")}</span>
        </button>
      ) : (
        <>
          <Entries />
          <Languages />
        </>
      )}
    </nav>
  );
}

/** The same one under the other, over the felt. */
export function MenuList() {
  return (
    <div class="menu-list">
      <button
        type="button"
        class="quiet"
        onClick={() => {
          close();
          void callAttendant();
        }}
      >
        <Icon d="M4 15H16M5 15A5 5 0 0 1 15 15M10 7V10M8.5 6.5H11.5" />
        <span>{t("attendant")}</span>
      </button>
      <Entries />
      <Languages />
    </div>
  );
}

function Entries() {
  const isOn = sounds.value;
  return (
    <>
      {ENTRIES.map(({ name, words, icon }) => (
        <button key={name} type="button" class="quiet" onClick={() => open({ sheet: name })}>
          <Icon d={icon} />
          <span>{t(words)}</span>
        </button>
      ))}
      <button
        type="button"
        class="quiet sounds"
        role="switch"
        aria-checked={isOn}
        onClick={() => {
          sounds.value = !isOn;
          play("chip");
        }}
      >
        <Icon d={isOn ? SOUNDS.on : SOUNDS.off} />
        <span>{t("menu.sounds")}</span>
        <i aria-hidden="true" />
      </button>
    </>
  );
}

function Icon({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
