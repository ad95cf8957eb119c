/** Who of the staff is at this page, what they ask of the house, and what it answered. */
import { computed, effect, signal } from "@preact/signals";
import { ApiError, get, post } from "../lib/api";
import { House, type ToOffice } from "../lib/socket";
import type { Command, Me, Position, Verdict } from "../protocol";

export type Gate = "checking" | "in" | "locked" | "out";

export const house = new House("staff");
export const me = signal<Me | null>(null);
/** Whether the page may be used: whoever is locked or out sees the door over it. */
export const gate = signal<Gate>("checking");

const LOOK_AGAIN_MS = 1500;
const AWAKE_MS = 120_000;
const ORDER: readonly Position[] = [
  "dealer",
  "pit-supervisor",
  "pit-manager",
  "gaming-shift-manager",
];

/** The position that whoever is here acts in: for a shift it may be a higher one than their own. */
export const acting = computed(() => house.floor.value?.acting?.[me.value?.name ?? ""] ?? null);
const position = computed(() => acting.value ?? me.value?.position ?? null);

/** Whether whoever is here has a position or a higher one. */
export function atLeast(least: Position): boolean {
  const mine = position.value;
  return mine != null && ORDER.indexOf(mine) >= ORDER.indexOf(least);
}

let touched = Date.now();
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => {
    touched = Date.now();
  });
}

/** Whether somebody used this page of late: what is only looked up must not keep it unlocked. */
export function awake(): boolean {
  return Date.now() - touched < AWAKE_MS;
}

// Coming in

async function look(): Promise<void> {
  try {
    enter(await get<Me>("/api/me", "staff"));
  } catch {
    setTimeout(() => void look(), LOOK_AGAIN_MS);
  }
}

function enter(found: Me): void {
  me.value = found;
  gate.value = !found.position ? "out" : found.locked ? "locked" : "in";
  if (gate.value === "in") house.open();
}

async function tried(asked: Promise<Me>): Promise<ApiError | null> {
  try {
    enter(await asked);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "sign-in/needed") gate.value = "out";
    return error instanceof ApiError ? error : new ApiError(0, "", String(error));
  }
}

export const signIn = (name: string, password: string) =>
  tried(post<Me>("/api/sign-in", { name, password }, "staff"));
export const unlock = (password: string) => tried(post<Me>("/api/unlock", { password }, "staff"));

export async function signOut(): Promise<void> {
  await post<Me>("/api/sign-out", {}, "staff").catch(() => null);
  location.assign("/");
}

effect(() => {
  const bye = house.bye.value;
  if (bye?.code === "session/ended") gate.value = bye.message === "idle" ? "locked" : "out";
});
effect(() => {
  // After a restart of the house nobody is signed in any more.
  if (house.hello.value && !house.hello.value.you.position) gate.value = "out";
});

export function start(): void {
  house.watchFloor();
  void look();
}

// What is asked, and its verdict

export interface Notice {
  readonly id: number;
  /** What was asked, in words. */
  readonly what: string;
  readonly verdict: Pick<Verdict, "accepted" | "code" | "clause" | "message" | "approval">;
}

const DONE_MS = 3500;
const REFUSED_MS = 15_000;
export const notices = signal<readonly Notice[]>([]);
/** How many things were done from here: what shows the record looks again. */
export const acted = signal(0);
let told = 0;

export function dismiss(id: number): void {
  notices.value = notices.value.filter((each) => each.id !== id);
}

function tell(what: string, verdict: Notice["verdict"]): void {
  told += 1;
  const id = told;
  if (verdict.accepted) acted.value += 1;
  // Of what was done only the newest is told; what was refused stays to be read.
  const refused = notices.value.filter((each) => !each.verdict.accepted).slice(-2);
  notices.value = [...refused, { id, what, verdict }];
  setTimeout(() => dismiss(id), verdict.accepted ? DONE_MS : REFUSED_MS);
}

/** Do something at a table, and show the one verdict. */
export async function act(table: string, command: Command, what: string): Promise<boolean> {
  const verdict = await house.act(table, command);
  tell(what, verdict);
  return verdict.accepted;
}

/** Ask something of the office over the same link. */
export async function office(message: ToOffice, what: string): Promise<boolean> {
  const verdict = await house.askOffice(message);
  const waits = message.type === "ask" ? verdict?.approval : null;
  const lost = { accepted: false, code: "link/lost", message: "" };
  tell(what, verdict ? { ...verdict, approval: waits } : lost);
  return verdict?.accepted ?? false;
}

/** Post something to the desk, and show what came of it; null where it was refused. */
export async function posted<T>(path: string, body: object, what: string): Promise<T | null> {
  try {
    const given = await post<T>(path, body, "staff");
    const verdict = given as Partial<Verdict>;
    tell(what, { ...verdict, accepted: verdict.accepted ?? true });
    return verdict.accepted === false ? null : given;
  } catch (error) {
    const wrong = error instanceof ApiError ? error : new ApiError(0, "", String(error));
    tell(what, { accepted: false, code: wrong.code, clause: wrong.clause, message: wrong.message });
    return null;
  }
}
