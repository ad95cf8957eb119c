/** What the pit and the desk know: every table at a glance, and one that is looked at closely. */
import { computed, effect, signal } from "@preact/signals";
import { bookOf } from "../console/books";
import { awake, gate, house, act as sent } from "../console/session";
import { stepName } from "../console/words";
import { get } from "../lib/api";
import type { Command, DayMeters, TableMeters, TableRow } from "../protocol";

export const isDesk = location.pathname.startsWith("/desk");
export const floor = computed(() => house.floor.value);
export const rows = computed<readonly TableRow[]>(() => floor.value?.tables ?? []);

/** Settled rounds that were referred and wait for a decision, table by table. */
export const referrals = computed(() =>
  rows.value.flatMap(({ table, referred = [] }) => referred.map((round) => ({ table, round }))),
);

export const chosen = signal<string | null>(null);
const link = computed(() => (chosen.value === null ? null : house.table(chosen.value)));
export const view = computed(() => link.value?.view.value ?? null);
export const staff = computed(() => link.value?.staff.value ?? null);
export const book = computed(() => bookOf(view.value?.book));

/** What concerns the whole house is asked of any of its tables. */
export const first = computed(() => {
  const table = rows.value[0]?.table.table;
  return table === undefined ? null : house.table(table);
});

export function titleOf(table: string | null): string {
  if (table === null) return "";
  return rows.value.find((each) => each.table.table === table)?.table.title ?? table;
}

export function act(command: Command, table = chosen.peek() ?? ""): Promise<boolean> {
  return sent(table, command, `${stepName(command.type)} · ${titleOf(table)}`);
}

// Meters: asked for while somebody is at the page, never to keep it awake

const EVERY_MS = 20_000;
export const meters = signal<ReadonlyMap<string, TableMeters>>(new Map());
export const theoretical = signal(false);

export async function loadMeters(): Promise<void> {
  if (gate.peek() !== "in") return;
  const query = theoretical.peek() ? "?theoretical=yes" : "";
  await Promise.all(
    rows.peek().map(async ({ table: { table } }) => {
      const path = `/api/tables/${encodeURIComponent(table)}/meters${query}`;
      const found = await get<TableMeters>(path, "staff").catch(() => null);
      if (found) meters.value = new Map([...meters.peek(), [table, found]]);
    }),
  );
}

/**
 * The theoretical win of each table's gaming day. Every wager is read for it, so it is asked for
 * seldom, and of one table after the other.
 */
export const theory = signal<ReadonlyMap<string, string>>(new Map());
const THEORY_EVERY = 15;

async function loadTheory(): Promise<void> {
  for (const { table } of rows.peek()) {
    if (gate.peek() !== "in" || table.day === null) continue;
    const query = `theoretical=yes&day=${table.day}`;
    const path = `/api/tables/${encodeURIComponent(table.table)}/meters?${query}`;
    const found = await get<TableMeters>(path, "staff").catch(() => null);
    const win = found?.days[0]?.theoretical_win;
    if (win != null) theory.value = new Map([...theory.peek(), [table.table, win]]);
  }
}

/** The meters of a table's gaming day. */
export function today(table: string, day: string | null): DayMeters | null {
  const days = meters.value.get(table)?.days ?? [];
  return days.find((each) => each.day === day) ?? days[days.length - 1] ?? null;
}

const known = computed(() => rows.value.length);
effect(() => {
  if (!known.value || gate.value !== "in") return;
  void loadMeters();
  if (!isDesk) void loadTheory();
});
let looks = 0;
setInterval(() => {
  if (!awake()) return;
  looks += 1;
  void loadMeters();
  if (!isDesk && looks % THEORY_EVERY === 0) void loadTheory();
}, EVERY_MS);
