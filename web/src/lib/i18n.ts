import { effect } from "@preact/signals";
import en from "../words/en.json";
import zh from "../words/zh.json";
import { kept } from "./kept";

export type Key = keyof typeof en;
export type Language = "en" | "zh";

const WORDS: Record<Language, Partial<Record<string, string>>> = { en, zh };
export const LANGUAGES: readonly { id: Language; name: string; tag: string }[] = [
  { id: "en", name: en["language.name"], tag: "en" },
  { id: "zh", name: zh["language.name"], tag: "zh-Hans" },
];

const first: Language = navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
export const language = kept<Language>(
  "language",
  first,
  (value): value is Language => value === "en" || value === "zh",
);

effect(() => {
  document.documentElement.lang = LANGUAGES.find((each) => each.id === language.value)?.tag ?? "en";
});

type Values = Record<string, string | number>;

/** The words for something in the visitor's language; `{name}` is filled in. */
export function t(key: Key, values: Values = {}): string {
  return filled(WORDS[language.value][key] ?? en[key], values);
}

/** The words for a name that the house gives, or the given words where there are none. */
export function named(group: string, name: string, otherwise: string, values: Values = {}): string {
  const words = WORDS[language.value][`${group}.${name}`];
  return words === undefined ? otherwise : filled(words, values);
}

function filled(words: string, values: Values): string {
  return words.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
