import { signal } from "@preact/signals";
import { type Key, t } from "../lib/i18n";
import { Languages } from "../parts/Languages";

export type Shown =
  | { sheet: "money" | "rules" | "numbers" | "history" | "favourites" | "more" }
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
  name: "favourites" | "numbers" | "history" | "rules";
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
];

export function Menu() {
  return (
    <nav class="menu" aria-label={t("menu")}>
      {ENTRIES.map(({ name, words, icon }) => (
        <button key={name} type="button" class="quiet" onClick={() => open({ sheet: name })}>
          <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
            <path d={icon} />
          </svg>
          <span>{t(words)}</span>
        </button>
      ))}
      <Languages />
    </nav>
  );
}
