/** A session of the spread: what the house is asked, and its answer. */
import { computed, effect, signal } from "@preact/signals";
import { ApiError, get, post } from "../lib/api";
import { kept } from "../lib/kept";
import { inCents } from "../lib/money";
import type { HouseShown, SessionAsked, SessionShown, TableView } from "../protocol";
import { bets, book } from "./state";

export type Strategy = NonNullable<SessionAsked["strategy"]>;

export const STRATEGIES: readonly Strategy[] = [
  "flat",
  "martingale",
  "grand-martingale",
  "paroli",
  "fibonacci",
  "dalembert",
  "reverse-dalembert",
  "labouchere",
  "reverse-labouchere",
  "oscars-grind",
  "1-3-2-6",
];

const isText = (value: unknown): value is string => typeof value === "string";
const isStrategy = (value: unknown): value is Strategy => STRATEGIES.some((each) => each === value);

export const strategy = kept<Strategy>("evening.strategy", "flat", isStrategy);
/** As they were typed; what cannot be read is not asked. */
export const typed = {
  bank: kept("evening.bank", "500", isText),
  spins: kept("evening.spins", "200", isText),
  stopWin: kept("evening.stop-win", "", isText),
  stopLoss: kept("evening.stop-loss", "", isText),
};
/** The tables of this book, and the one whose limits hold: "" for none. */
export const tables = signal<readonly TableView[]>([]);
export const table = signal("");

export const shown = signal<SessionShown | null>(null);
export const wrong = signal<ApiError | null>(null);
export const busy = signal(false);
/** The others beside it, once they are asked for, as they come in. */
export const compared = signal<ReadonlyMap<Strategy, SessionShown | ApiError> | null>(null);

export const SPINS_MOST = 10_000;
const ASK_AFTER_MS = 250;
const AGAIN_MS = 1500;

function optional(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  return inCents(text) || undefined;
}

export function spinsIn(text: string): number | undefined {
  const spins = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : 0;
  return spins >= 1 && spins <= SPINS_MOST ? spins : undefined;
}

/** The question as it stands; null while it is not whole. */
export const asked = computed<SessionAsked | null>(() => {
  const bank = optional(typed.bank.value);
  const spins = spinsIn(typed.spins.value);
  const stopWin = optional(typed.stopWin.value);
  const stopLoss = optional(typed.stopLoss.value);
  if (!bets.value.length || !bank || !spins) return null;
  if (stopWin === undefined || stopLoss === undefined) return null;
  return {
    wagers: bets.value,
    strategy: strategy.value,
    bank,
    spins,
    table: table.value || null,
    stop_win: stopWin,
    stop_loss: stopLoss,
    ahead: bank,
  };
});

effect(() => {
  const id = book.value?.id;
  if (!id) return;
  get<HouseShown>("/api/house").then(
    (house) => {
      tables.value = house.tables.filter((each) => each.book === id);
      table.value = tables.value[0]?.table ?? "";
    },
    () => {
      tables.value = []; // Without tables there are no limits to choose from.
    },
  );
});

function failure(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, "", String(error));
}

function askHouse(question: SessionAsked): Promise<SessionShown> {
  const id = encodeURIComponent(book.peek()?.id ?? "");
  return post<SessionShown>(`/api/books/${id}/session`, question);
}

let turn = 0;

async function find(question: SessionAsked): Promise<void> {
  turn += 1;
  const own = turn;
  busy.value = true;
  try {
    const found = await askHouse(question);
    if (own !== turn) return;
    shown.value = found;
    wrong.value = null;
  } catch (error) {
    if (own !== turn) return;
    wrong.value = failure(error);
    const passing = wrong.value.status === 0 || wrong.value.status === 429;
    if (passing) setTimeout(() => own === turn && void find(question), AGAIN_MS);
    else shown.value = null;
  }
  if (own === turn) busy.value = false;
}

effect(() => {
  const question = asked.value;
  turn += 1;
  compared.value = null;
  if (!question) {
    busy.value = false;
    if (!bets.value.length) shown.value = null;
    return;
  }
  const soon = setTimeout(() => void find(question), ASK_AFTER_MS);
  return () => clearTimeout(soon);
});

/** Ask for every strategy, one after the other; another question ends it. */
export async function compare(): Promise<void> {
  const question = asked.value;
  if (!question) return;
  const found = new Map<Strategy, SessionShown | ApiError>();
  compared.value = found;
  for (const each of STRATEGIES) {
    const result = await askHouse({ ...question, strategy: each }).catch(failure);
    if (asked.value !== question) return;
    found.set(each, result);
    compared.value = new Map(found);
  }
}
