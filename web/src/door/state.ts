/** What the front door knows: the house, its tables, and whether somebody of the staff is in. */
import { computed, signal } from "@preact/signals";
import { ApiError, get, post } from "../lib/api";
import { House } from "../lib/socket";
import type { TableLink } from "../lib/table_link";
import type { BookShown, HouseShown, Me } from "../protocol";

export const link = new House("public");
export const shown = signal<HouseShown | null>(null);
export const books = signal<ReadonlyMap<string, BookShown>>(new Map());
export const staff = signal<Me | null>(null);
export const failed = signal(false);
/** Whether a real house does not know this device yet. */
export const unenrolled = signal(false);

const watched = signal<readonly TableLink[]>([]);
/** The tables as they are now. */
export const tables = computed(() => {
  const first = shown.value?.tables ?? [];
  return first.map((table, i) => watched.value[i]?.view.value ?? table);
});

export async function start(): Promise<void> {
  try {
    const [house, all] = await Promise.all([
      get<HouseShown>("/api/house"),
      get<readonly BookShown[]>("/api/books"),
    ]);
    shown.value = house;
    books.value = new Map(all.map((book) => [book.id, book]));
    watched.value = house.tables.map((table) => link.table(table.table));
    link.open();
  } catch {
    failed.value = true;
    setTimeout(() => void start(), 2000);
    return;
  }
  failed.value = false;
  const me = await get<Me>("/api/me", "staff").catch(() => null);
  staff.value = me?.position ? me : null;
  if (shown.peek()?.demonstration) return;
  const player = await get<Me>("/api/me", "player").catch(() => null);
  unenrolled.value = player !== null && player.terminal === null;
}

export async function signIn(
  name: string,
  password: string,
  code: string,
): Promise<ApiError | null> {
  try {
    staff.value = await post<Me>("/api/sign-in", { name, password, code }, "staff");
    return null;
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError(0, "", String(error));
  }
}

export async function signOut(): Promise<void> {
  await post<Me>("/api/sign-out", {}, "staff").catch(() => null);
  staff.value = null;
}
