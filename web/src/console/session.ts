/** Who of the staff is at this page, what they ask of the house, and what it answered. */
import { computed, effect, signal } from "@preact/signals";
import { ApiError, get, post } from "../lib/api";
import { t } from "../lib/i18n";
import { House, type ToOffice } from "../lib/socket";
import type { Command, FactorShown, Me, Position, Verdict } from "../protocol";

/** What someone new has to do before anything else. */
type First = NonNullable<Me["first"]>;

export type Gate = "checking" | "in" | "locked" | "out" | First;

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
  gate.value = !found.position ? "out" : found.locked ? "locked" : (found.first ?? "in");
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

export const signIn = (name: string, password: string, code = "") =>
  tried(post<Me>("/api/sign-in", { name, password, code }, "staff"));
export const unlock = (password: string) => tried(post<Me>("/api/unlock", { password }, "staff"));

const refusedBy = ({ code, message, clause, figures }: Verdict) =>
  new ApiError(409, code ?? "", message ?? "", clause, figures);

const failed = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError(0, "", String(error));

/** The secret of a second factor, for whoever gives their password again. */
export function beginFactor(password: string): Promise<FactorShown | ApiError> {
  return post<FactorShown>("/api/second-factor", { password }, "staff").catch(failed);
}

/** The device shows the right code: from now on it is asked for. */
export async function enrolFactor(code: string): Promise<ApiError | null> {
  try {
    const done = await post<Verdict>("/api/second-factor/enrol", { code }, "staff");
    if (!done.accepted) return refusedBy(done);
    enter(await get<Me>("/api/me", "staff"));
    return null;
  } catch (error) {
    return failed(error);
  }
}

/** One's own password instead of the first one, and in again with it. */
export async function choosePassword(old: string, password: string): Promise<ApiError | null> {
  try {
    const done = await post<Verdict>("/api/password", { old, password }, "staff");
    if (!done.accepted) return refusedBy(done);
  } catch (error) {
    return failed(error);
  }
  return signIn(me.value?.name ?? "", password);
}

export async function signOut(): Promise<void> {
  gate.value = "checking";
  await post<Me>("/api/sign-out", {}, "staff").catch(() => null);
  location.assign("/");
}

/** The session is over: the page begins anew, so that nothing of it is left in the browser. */
function ended(): void {
  if (gate.peek() === "in") location.reload();
  else gate.value = "out";
}

effect(() => {
  const bye = house.bye.value;
  if (bye?.code !== "session/ended") return;
  if (bye.figures?.why === "idle") gate.value = "locked";
  else ended();
});
effect(() => {
  // After a restart of the house nobody is signed in any more.
  if (house.hello.value && !house.hello.value.you.position) ended();
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
  readonly verdict: Pick<
    Verdict,
    "accepted" | "code" | "clause" | "message" | "figures" | "approval"
  >;
}

/** A count that differs from the record, which nobody is shown before they have counted. */
const DIFFERS = "float/count-differs";
/** Refusals of what a second person could still approve. */
const TAKES_TWO = new Set<string>([
  "approval/above",
  "approval/above-together",
  "approval/unweighed",
  DIFFERS,
]);
/** What voids a round by what is reported: its clause is what a second person approves. */
const REPORTS = new Set<string>(["report-spin", "report-lights"]);

const DONE_MS = 3500;
const REFUSED_MS = 15_000;
export const notices = signal<readonly Notice[]>([]);
/** How many things were done from here: what shows the record looks again. */
export const acted = signal(0);
let count = 0;

export function dismiss(id: number): void {
  notices.value = notices.value.filter((each) => each.id !== id);
}

function tell(what: string, verdict: Notice["verdict"]): void {
  count += 1;
  const id = count;
  if (verdict.accepted) acted.value += 1;
  // What was refused stays to be read until something is done; of that only the newest is shown.
  const refused = verdict.accepted ? [] : notices.value.filter((each) => !each.verdict.accepted);
  notices.value = [...refused.slice(-2), { id, what, verdict }];
  setTimeout(() => dismiss(id), verdict.accepted ? DONE_MS : REFUSED_MS);
}

/** Do something at a table, and show the one verdict; what was done may have other words. */
export async function act(
  table: string,
  command: Command,
  what: string,
  done = what,
): Promise<boolean> {
  const verdict = await house.act(table, command);
  if (TAKES_TWO.has(verdict.code ?? "") && !REPORTS.has(command.type)) {
    const own = "reason" in command ? command.reason : null;
    const why = t(verdict.code === DIFFERS ? "pit.close.reason" : "approval.above.reason");
    return office({ type: "ask", table, command, reason: own || why }, what);
  }
  tell(verdict.accepted ? done : what, verdict);
  return verdict.accepted;
}

const JUST_MS = 1000;
const under = new Map<string, Promise<unknown>>();

/** The same again, while it is under way or just done, is a second tap: it has the first's answer. */
function once<T>(asked: object, ask: () => Promise<T>): Promise<T> {
  const key = JSON.stringify(asked);
  const before = under.get(key);
  if (before) return before as Promise<T>;
  const now = ask();
  under.set(key, now);
  void now.then((done) => setTimeout(() => under.delete(key), done ? JUST_MS : 0));
  return now;
}

/** Ask something of the office over the same link. */
export function office(message: ToOffice, what: string): Promise<boolean> {
  return once(message, () => asked(message, what));
}

async function asked(message: ToOffice, what: string): Promise<boolean> {
  const verdict = await house.askOffice(message);
  const waits = message.type === "ask" ? verdict?.approval : null;
  const lost = { accepted: false, code: "link/lost", message: "" };
  tell(what, verdict ? { ...verdict, approval: waits } : lost);
  return verdict?.accepted ?? false;
}

/** Post something to the desk, and show what came of it; null where it was refused. */
export function posted<T>(path: string, body: object, what: string): Promise<T | null> {
  return once({ path, body }, () => told<T>(path, body, what));
}

async function told<T>(path: string, body: object, what: string): Promise<T | null> {
  const given = await lookedUp<T>(path, body, what);
  if (given === null) return null;
  const verdict = given as Partial<Verdict>;
  tell(what, { ...verdict, accepted: verdict.accepted ?? true });
  return verdict.accepted === false ? null : given;
}

/** The same for what is only looked up: nothing is told unless it was refused. */
export async function lookedUp<T>(path: string, body: object, what: string): Promise<T | null> {
  try {
    return await post<T>(path, body, "staff");
  } catch (error) {
    const wrong = failed(error);
    const { code, clause, message, figures } = wrong;
    tell(what, { accepted: false, code, clause, message, figures });
    return null;
  }
}
