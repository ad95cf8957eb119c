/**
 * Words in the reader's language, from the catalogues that the house has too (croupier.words). A page
 * loads those of one language, before anything is shown.
 */

import { CATALOGUES, type Catalogues, OWN } from "virtual:words";
import { computed, effect, signal } from "@preact/signals";
import type pages from "../../../src/croupier/words/en/pages.json";
import type terms from "../../../src/croupier/words/en/terms.json";
import type { Message } from "../protocol";
import { dateAndTime } from "./clock";
import { kept } from "./kept";
import { money } from "./money";

export type Key = keyof typeof pages | keyof typeof terms;
/** The code of a language, which is the name of its folder. */
export type Language = string;

/** Every language that has a folder, each by its own name. */
export const LANGUAGES = Object.entries(OWN).map(([id, own]) => ({ id, ...own }));

async function read(id: Language): Promise<Catalogues> {
  const found = CATALOGUES[id];
  if (!found) throw new Error(`no words in ${id}`);
  return (await found()).default;
}

const isKnown = (id: unknown): id is Language => LANGUAGES.some((each) => each.id === id);
const asked = navigator.language.toLowerCase().split("-")[0];
/** The language that the reader has chosen; what is shown follows once its words are here. */
export const chosen = kept<Language>("language", isKnown(asked) ? asked : "en", isKnown);
const shown = signal({ id: chosen.peek(), words: await read(chosen.peek()) });

effect(() => {
  const id = chosen.value;
  if (id === shown.peek().id) return;
  void read(id).then((words) => {
    if (chosen.peek() === id) shown.value = { id, words };
  });
});
effect(() => {
  const { id } = shown.value;
  document.documentElement.lang = LANGUAGES.find((each) => each.id === id)?.tag ?? "en";
});

/** The language that the page is in. */
export const language = computed(() => shown.value.id);

export type Value = string | number | readonly string[];
export type Values = Readonly<Record<string, Value>>;

/** The words for something in the reader's language, with its holes filled. */
export function t(key: Key, values: Values = {}): string {
  const { pages, terms } = shown.value.words;
  return filled(pages[key] ?? terms[key] ?? key, values);
}

/** The words for a name that the house gives, on pages or everywhere; else the given ones. */
export function named(group: string, name: string, otherwise: string, values: Values = {}): string {
  const { pages, terms } = shown.value.words;
  return whole(pages[`${group}.${name}`] ?? terms[`${group}.${name}`], values) ?? otherwise;
}

/** The words for a refusal, if all figures that they show are there. */
export function refused(code: string, figures: Values): string | null {
  const { refusals } = shown.value.words;
  const said = whole(refusals[code], figures);
  if (said === null || !("nth" in figures)) return said;
  const several = figures.bet ? "of-several" : "of-several-unnamed";
  return whole(refusals[several], { ...figures, said });
}

/** What an alert or a hint says: messages one after the other; a colon leads to the next. */
export function told(messages: readonly Message[]): string {
  const { alerts, terms } = shown.value.words;
  let words = "";
  for (const { id, values = {} } of messages) {
    if (words.endsWith(":")) words += " ";
    else if (words && !words.endsWith("：")) words += terms["between.messages"];
    words += filled(alerts[id] ?? id, values);
  }
  return words;
}

function whole(words: string | undefined, values: Values): string | null {
  const lacks = [...(words ?? "").matchAll(HOLES)].some(([, hole = ""]) => !(hole in values));
  return words === undefined || lacks ? null : filled(words, values);
}

const HOLES = /\{(\w+)(?::([\w-]+))?\}/g;

function filled(words: string, values: Values): string {
  return words.replace(HOLES, (_, name: string, kind?: string) =>
    asKind(values[name] ?? "", kind, values),
  );
}

/** A value by its kind: money, a moment, or one of the terms; the same as in croupier.words. */
function asKind(value: Value, kind: string | undefined, values: Values): string {
  const { terms } = shown.value.words;
  if (typeof value === "object") {
    const all = value.map((each) => asKind(each, kind, values));
    const last = all.pop() ?? terms.none ?? "";
    const between = terms[`between.${kind}`] ?? terms.between;
    return [...(all.length ? [all.join(terms.between)] : []), last].join(between);
  }
  if (typeof value === "number") {
    if (kind === "money") return money(value);
    return kind === "moment" ? dateAndTime(value, shown.value.id) : String(value);
  }
  const words = terms[`${kind}.${value}`];
  if (words !== undefined) return filled(words, values);
  const [head = "", ...rest] = value.split(":");
  const wager = terms[`${kind}.${head}`];
  return wager === undefined ? value : `${wager} ${rest.join(":")}`;
}
