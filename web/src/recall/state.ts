/** What is recalled: who asks, which round of which table, and where in it the reader is. */
import { batch, computed, effect, signal } from "@preact/signals";
import { gate, me } from "../console/session";
import { type Book, loadBook } from "../felt/book";
import { ApiError, type As, get } from "../lib/api";
import { language } from "../lib/i18n";
import type { HouseShown, Me, Recalled, RoundShown, TableView } from "../protocol";
import { framesOf } from "./frames";

const [, , tablePart, roundPart] = location.pathname.split("/");
export const tableId = tablePart ? decodeURIComponent(tablePart) : null;
export const round = roundPart ? Number(roundPart) : null;
const asked = new URLSearchParams(location.search).get("as");

export const as = signal<As>("staff");
export const tables = signal<readonly TableView[]>([]);
export const table = computed(
  () => tables.value.find((each) => each.table === tableId) ?? tables.value[0] ?? null,
);
export const record = signal<Recalled | null>(null);
export const book = signal<Book | null>(null);
export const list = signal<readonly RoundShown[] | null>(null);
export const more = signal(false);
export const wrong = signal<ApiError | null>(null);
/** Rounds beside this one that may be recalled. */
export const before = signal<number | null>(null);
export const after = signal<number | null>(null);

export const at = signal(0);
export const playing = signal(false);
/** Whose chips alone are shown. */
export const player = signal<string | null>(null);
export const pointed = signal<string | null>(null);

export const frames = computed(() => (record.value ? framesOf(record.value) : []));
export const step = computed(() => record.value?.steps[at.value] ?? null);

const AGAIN_MS = 2000;
const OWN_MOST = 500;
const PAGE = 50;

/** The address of a round, as the same reader sees it. */
export function addressOf(id: string, number?: number): string {
  const path = `/recall/${encodeURIComponent(id)}${number === undefined ? "" : `/${number}`}`;
  return as.value === "player" ? `${path}?as=player` : path;
}

/** Staff see everything; somebody at a terminal what was theirs; others a door. */
export function start(): void {
  void look();
}

async function look(): Promise<void> {
  try {
    const staff = asked === "player" ? null : await get<Me>("/api/me", "staff");
    if (staff?.position) {
      batch(() => {
        as.value = "staff";
        me.value = staff;
        gate.value = staff.locked ? "locked" : "in";
      });
      return;
    }
    const own = await get<Me>("/api/me", "player");
    as.value = own.terminal ? "player" : "staff";
    gate.value = own.terminal ? "in" : "out";
  } catch {
    setTimeout(() => void look(), AGAIN_MS);
  }
}

// Whoever comes in, now or later, gets what they may see.
effect(() => {
  if (gate.value === "in") void load();
});

// A round that is shown is told again in another language.
effect(() => {
  const words = language.value;
  const shown = record.peek();
  if (shown && book.peek()?.language !== words) loadRound(shown.table, shown.number).catch(fail);
});

async function load(): Promise<void> {
  try {
    tables.value = (await get<HouseShown>("/api/house")).tables;
    const id = table.value?.table;
    if (id === undefined) return;
    if (round === null) await loadList(id);
    else await loadRound(id, round);
    wrong.value = null;
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const found = error instanceof ApiError ? error : new ApiError(0, "", String(error));
  if (found.status === 401) {
    void look();
    return;
  }
  wrong.value = found;
  if (found.status === 0) setTimeout(() => void load(), AGAIN_MS);
}

const path = (id: string) => `/api/tables/${encodeURIComponent(tableId ?? id)}`;

async function loadRound(id: string, number: number): Promise<void> {
  const found = await get<Recalled>(`${path(id)}/rounds/${number}`, as.value);
  const rules = await loadBook(found.book);
  batch(() => {
    book.value = rules;
    if (record.peek() === null) at.value = Math.max(0, found.steps.length - 1);
    record.value = found;
  });
  void loadBeside(id, number);
}

async function loadBeside(id: string, number: number): Promise<void> {
  try {
    if (as.value === "player") {
      const own = await get<readonly RoundShown[]>(
        `${path(id)}/played?limit=${OWN_MOST}`,
        "player",
      );
      const numbers = own.map((each) => each.round);
      before.value = Math.max(0, ...numbers.filter((each) => each < number)) || null;
      const later = numbers.filter((each) => each > number);
      after.value = later.length ? Math.min(...later) : null;
      return;
    }
    const [newest] = await get<readonly RoundShown[]>(`${path(id)}/rounds?limit=1`);
    before.value = number > 1 ? number - 1 : null;
    after.value = newest && newest.round > number ? number + 1 : null;
  } catch {
    // Without its neighbours the round is shown all the same.
  }
}

export async function loadList(id: string): Promise<void> {
  const last = list.value?.at(-1)?.round;
  const from = last === undefined ? "" : `&before=${last}`;
  const what = as.value === "player" ? "played" : "rounds";
  try {
    const rules = book.value ?? (await loadBook(table.value?.book ?? ""));
    const found = await get<readonly RoundShown[]>(
      `${path(id)}/${what}?limit=${PAGE}${from}`,
      as.value,
    );
    batch(() => {
      book.value = rules;
      list.value = [...(list.value ?? []), ...found];
      more.value = found.length === PAGE;
    });
  } catch (error) {
    fail(error);
  }
}

// Playing it

const STEP_MS = 900;

export function go(to: number): void {
  const most = Math.max(0, (record.value?.steps.length ?? 1) - 1);
  at.value = Math.min(most, Math.max(0, to));
}

export function play(): void {
  const most = (record.value?.steps.length ?? 1) - 1;
  if (!playing.value && at.value >= most) at.value = 0;
  playing.value = !playing.value;
}

effect(() => {
  if (!playing.value) return;
  const now = at.value;
  const most = (record.value?.steps.length ?? 1) - 1;
  const next = setTimeout(() => {
    if (now >= most) playing.value = false;
    else at.value = now + 1;
  }, STEP_MS);
  return () => clearTimeout(next);
});
