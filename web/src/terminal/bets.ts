/** What a visitor does: each is asked of the house, and the house decides. */
import { computed, signal } from "@preact/signals";
import { ApiError, post } from "../lib/api";
import { t } from "../lib/i18n";
import { kept } from "../lib/kept";
import { play } from "../lib/sound";
import type { Bet, Command, Me, Verdict } from "../protocol";
import {
  balance,
  book,
  chip,
  chipsKind,
  held,
  house,
  isLate,
  isOpen,
  isUp,
  link,
  pieces,
  seat,
  tableId,
} from "./state";

/** What the house said no to, for the visitor to read. */
export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly clause: string | null;
  readonly figures: Verdict["figures"];
  readonly at: number;
}
export const notice = signal<Notice | null>(null);
/** Told to those who hear the page rather than see it. */
export const told = signal("");

const SHOWN_MS = 6000;
let hides = 0;

export function say({ code, message, clause, figures }: Partial<Verdict>): void {
  notice.value = {
    code: code ?? "",
    message: message ?? "",
    clause: clause ?? null,
    figures: figures ?? null,
    at: Date.now(),
  };
  clearTimeout(hides);
  hides = window.setTimeout(() => {
    notice.value = null;
  }, SHOWN_MS);
}

type Chips = NonNullable<Bet["chips"]>;

async function act(command: Command): Promise<Verdict> {
  const verdict = await link.act(command);
  if (!verdict.accepted) say(verdict);
  return verdict;
}

/** Something that puts chips down: heard once the house has them. */
async function lay(command: Command): Promise<void> {
  if ((await act(command)).accepted) play("chip");
}

function kindOf(): { chips?: Chips } {
  const kind = chipsKind.value;
  return kind === null ? {} : { chips: kind as Chips };
}

/**
 * Whether a press is for the house. A late one is too: the books want the attempt on record, and the
 * house says by which clause it is refused (5.11 to 5.15). Until it has, no other late one is sent.
 */
function isForTheHouse(): boolean {
  return isOpen.value || (isLate.value && !link.isWaiting());
}

/** Say why a press is not for the house, where nothing on the page says it already. */
function sayWhyNot(): void {
  if (!isUp.value || isLate.value) return;
  say({ message: t(seat.value?.seated ? "not-now.between" : "not-now.seat") });
}

/** Put the chosen chip on a wager, one for each of its pieces. */
export function place(wager: string): void {
  if (!seat.value?.seated || !isForTheHouse()) {
    sayWhyNot();
    return;
  }
  void lay({ type: "place-wager", wager, amount: chip.value * pieces(wager), ...kindOf() });
}

export function placeAll(bets: readonly Bet[]): void {
  if (isForTheHouse() && bets.length) {
    void lay({ type: "place-wagers", wagers: bets.map((bet) => ({ ...bet, ...kindOf() })) });
  }
}

/** Take a wager back from a spot. */
export function take(wager: string): void {
  const lies = seat.value?.wagers.some((each) => each.wager === wager);
  if (isForTheHouse() && lies) void act({ type: "withdraw-wager", wager });
}

export const undo = () => isForTheHouse() && void act({ type: "undo-wager" });
export const clear = () => isForTheHouse() && void act({ type: "clear-wagers" });
export const double = () => isForTheHouse() && void lay({ type: "double-wagers" });
export const rebet = () => isForTheHouse() && void lay({ type: "rebet" });

// Coming, going, money

export const busy = signal(false);

/** Be somebody, sit down, and buy in if there is nothing to play with and nothing held: one press. */
export async function sitDown(amount: number): Promise<void> {
  if (busy.value) return;
  busy.value = true;
  try {
    if (!house.hello.value?.you.name) {
      await post<Me>("/api/visit", {}, "player");
      house.open();
      await until(() => seat.value !== null);
    }
    const player = house.hello.value?.you.name ?? "";
    if (!seat.value?.seated) await act({ type: "take-seat", player });
    const hasNothing = balance.value + held.value === 0;
    if (hasNothing && amount > 0) await act({ type: "buy-in", player, amount });
  } catch (error) {
    if (error instanceof ApiError) say(error);
    else if (error instanceof Error) say({ message: error.message });
  } finally {
    busy.value = false;
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !holds(); i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function me(): string {
  return house.hello.value?.you.name ?? "";
}

export function buyIn(
  amount: number,
  chips: Chips | null,
  value: number | null,
  colour: string | null,
) {
  return act({
    type: "buy-in",
    player: me(),
    amount,
    ...(chips ? { chips } : {}),
    ...(value !== null ? { value } : {}),
    ...(colour !== null ? { colour } : {}),
  });
}

/** Give up so much for a voucher, or all that there is. */
export async function cashOut(part: number | null): Promise<void> {
  for (const [chips, there] of Object.entries(seat.value?.purse ?? {})) {
    const terms = part === null ? {} : { amount: part };
    if (there > 0) {
      await act({
        type: "cash-out",
        player: me(),
        paid: "voucher",
        chips: chips as Chips,
        ...terms,
      });
    }
  }
}
export const redeem = (voucher: string) => act({ type: "redeem-voucher", player: me(), voucher });
export const collect = () => act({ type: "collect-held", player: me(), paid: "chips" });
export const leave = () => act({ type: "leave-seat", player: me() });

/** Ask the pit to send somebody; it is told until somebody there says that they have seen it. */
export async function callAttendant(): Promise<void> {
  try {
    await post<Verdict>(`/api/tables/${encodeURIComponent(tableId)}/attendant`, {}, "player");
    say({ message: t("attendant.called") });
  } catch (error) {
    if (error instanceof ApiError) say(error);
  }
}

interface Limits {
  loss: number | null;
  stake: number | null;
  minutes: number | null;
}
export const setOwnLimits = (limits: Limits) =>
  act({ type: "set-own-limits", player: me(), ...limits });
export const takeTimeOut = (minutes: number) =>
  act({ type: "take-time-out", player: me(), minutes });
export const excludeSelf = () => act({ type: "exclude-self", player: me() });

// Favourites: patterns that this browser keeps, by book

export interface Favourite {
  readonly name: string;
  readonly bets: readonly { wager: string; amount: number }[];
}
const all = kept<Record<string, readonly Favourite[]>>(
  "favourites",
  {},
  (value): value is Record<string, readonly Favourite[]> =>
    typeof value === "object" && value !== null && !Array.isArray(value),
);
export const favourites = computed(() => all.value[book.value?.id ?? ""] ?? []);

export function keep(name: string): void {
  const id = book.value?.id;
  const bets = (seat.value?.wagers ?? []).map(({ wager, amount }) => ({ wager, amount }));
  if (id && bets.length) {
    all.value = { ...all.value, [id]: [...favourites.value, { name, bets }].slice(-12) };
  }
}
export function forget(index: number): void {
  const id = book.value?.id;
  if (id) all.value = { ...all.value, [id]: favourites.value.filter((_, i) => i !== index) };
}

export const here = tableId;
