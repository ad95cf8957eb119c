import { afterEach, expect, test, vi } from "vitest";
import { ApiError, get, post } from "../src/lib/api";
import { untilNext } from "../src/lib/clock";
import { changeTold, correctionTold } from "../src/lib/corrections";
import { proven } from "../src/lib/fair";
import { chosen, language, named, t } from "../src/lib/i18n";
import { kept } from "../src/lib/kept";
import { compact, inCents, money } from "../src/lib/money";
import { refusalWords } from "../src/lib/refusals";
import { TableLink } from "../src/lib/table_link";
import type { Now, SeatView, TableView } from "../src/protocol";

async function speak(id: "en" | "zh") {
  chosen.value = id;
  await vi.waitFor(() => expect(language.value).toBe(id));
}

afterEach(async () => {
  await speak("en");
  vi.unstubAllGlobals();
});

test("money is whole cents, grouped, with a true minus", () => {
  expect([money(123450), money(5), money(-100)]).toEqual(["1,234.50", "0.05", "−1.00"]);
  expect([500, 250, 150_000, 2_000_000].map(compact)).toEqual(["5", "2.50", "1.5k", "20k"]);
  expect(["1,234.5", "7", "0.05", "x", "1.234"].map(inCents)).toEqual([123450, 700, 5, null, null]);
});

test("words are filled in, and without a value the given words stand", () => {
  expect(named("void", "revolutions", "as sent", { turns: 2 })).toBe("Revolutions counted: 2");
  expect(named("void", "revolutions", "as sent")).toBe("as sent");
  expect(named("no", "such", "as sent")).toBe("as sent");
  expect(t("won", { amount: "5.00" })).toContain("5.00");
});

test("a refusal is worded from its figures, by their kinds, and never from its message", async () => {
  const figures = { action: "spin-ball", who: ["dealer", "pit-manager"] };
  const no = { code: "position/not-allowed", message: "unread", figures };
  const more = { max: 100_000, area: "dozen:1", total: 120_000 };
  const limit = { code: "limits/over-maximum", message: "unread", figures: more };
  expect(refusalWords(no)).toBe("Only a Dealer or Pit Manager may spin the ball.");
  expect(refusalWords(limit)).toBe(
    "The maximum on dozen:1 is 1,000.00: this would make it 1,200.00.",
  );
  await speak("zh");
  expect(refusalWords(no)).toBe("只有荷官或巡场经理可以转球。");
  expect(refusalWords(limit)).toBe("打注 1的上限为 1,000.00：此注将使其达到 1,200.00。");
  expect(refusalWords({ ...limit, figures: { ...more, nth: 2, nths: 3, bet: "red" } })).toMatch(
    /^第 2 注（共 3 注），红：打注 1的上限/,
  );
});

test("a refusal that an earlier program put on record has its message alone", async () => {
  await speak("zh");
  expect(refusalWords({ code: "round/not-now", message: "as it was written" })).toBe(
    "As it was written.",
  );
});

test("what is kept is read again, and what is not such a value is not", () => {
  localStorage.setItem("croupier.test", "7");
  const isNumber = (value: unknown): value is number => typeof value === "number";
  expect(kept("test", 1, isNumber).value).toBe(7);
  localStorage.setItem("croupier.test", '"seven"');
  expect(kept("test", 1, isNumber).value).toBe(1);
});

test("an error of the house keeps its code, clause and figures", async () => {
  const error = { code: "a/b", message: "No", clause: "3.1", figures: { id: 7 } };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ error }), { status: 409 }));
  await expect(get("/api/x")).rejects.toMatchObject({ status: 409, ...error });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await expect(post("/api/x", {})).rejects.toEqual(new ApiError(0, "link/lost", ""));
});

test("a correction is told with what it did to one's money", () => {
  expect(changeTold({ player: "p", before: 500, after: 0, uncollected: 0 })).toContain("5.00");
  const told = correctionTold({
    ...{ round: 3, was: "1", status: "settled", outcome: "2", changes: [] },
  });
  expect(told).toMatch(/3.*2/);
});

/** The worked example of docs/fairness.md. */
const example = {
  ...{ table: "fast-1", round: 42, scheme: 2, pocket: "20" },
  bonus_numbers: "24 21 16 6 20 11 35 4 S 14".split(" "),
  pockets: [...Array.from({ length: 36 }, (_, i) => `${i + 1}`), "0", "00", "S", "MBS"],
  secret: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  seed: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
  commitment: "a94f001e4b964b328547db9cae7c678bf35cea630bdd2826054a1e7640ede342",
};

test("a proof is worked out as the documentation does", async () => {
  const holds = { commitment: true, seen: null, pocket: true, bonus: true };
  expect(await proven(example)).toEqual(holds);
  expect(await proven({ ...example, pocket: "21" })).toEqual({ ...holds, pocket: false });
  expect((await proven({ ...example, round: 43 }))?.commitment).toBe(false);
  expect(await proven({ ...example, secret: null })).toBeNull();
});

test("a proof is of what this page was shown in time", async () => {
  const { commitment, seed } = example;
  expect((await proven(example, { commitment, seed }))?.seen).toBe(true);
  expect((await proven(example, { commitment, seed: "00" }))?.seen).toBe(false);
});

const seen = (view: Partial<TableView>, last_id: number): Now => ({
  type: "now",
  table: { table: "t", round: 1, words: null, bets_open: true, ...view } as TableView,
  seat: { last_id } as SeatView,
  staff: null,
  seq: 0,
});

test("an action counts on from the house's count and has one answer", async () => {
  const sent: unknown[] = [];
  const link = new TableLink("t", (message) => sent.push(message));
  link.now(seen({}, 4));
  const answer = link.act({ type: "undo-wager" });
  expect(sent).toEqual([{ type: "act", table: "t", id: 5, command: { type: "undo-wager" } }]);
  expect(link.isWaiting()).toBe(true);
  link.answered(5, { type: "verdict", accepted: true, seq: 9 });
  expect(await answer).toMatchObject({ accepted: true });
  expect(link.pending.value).toHaveLength(1);
  link.seated({ last_id: 5 } as SeatView, 9);
  expect(link.pending.value).toEqual([]);
});

test("after a break a wager is not sent into another round", async () => {
  const link = new TableLink("t", () => undefined);
  link.now(seen({}, 0));
  const answer = link.act({ type: "clear-wagers" });
  link.now(seen({ round: 2 }, 0));
  expect(await answer).toMatchObject({ accepted: false, code: "link/too-late" });
});

test("a reality check is due after whole spans, and never at once", () => {
  expect(untilNext(0, 3600)).toBe(3600);
  expect(untilNext(3500, 3600)).toBe(100);
  expect(untilNext(3600, 3600)).toBe(3600);
  expect(untilNext(-300, 3600)).toBe(3600);
});
