"""The moment itself: a press is on screen in the same frame, no number is ahead of the close."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from croupier.round.outcome import CallOutcome, ConfirmOutcome
from tests.browser.browsing import Visitors
from tests.browser.seats import BUY_IN, UNIT, seated
from tests.server.houses import Hosted, closing

TABLE = "sands-2019"
MEASURED_FRAMES = 90
BUDGET_MS = 1000 / 60

PRESSES = """() => {
  window.pressed = [];
  addEventListener("pointerup", () => {
    const at = performance.now();
    requestAnimationFrame(() => window.pressed.push({
      ms: performance.now() - at,
      pending: document.querySelectorAll(".stack.is-pending").length,
      lying: document.querySelectorAll(".stack").length,
    }));
  }, true);
}"""
FRAMES = """(count) => new Promise((resolve) => {
  const at = [];
  const frame = (now) => {
    at.push(now);
    if (at.length > count) resolve(at);
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
WATCHES = """() => {
  window.seen = [];
  let last = "";
  const look = () => {
    const text = (what) => document.querySelector(what)?.textContent ?? null;
    const now = {
      ball: document.querySelector(".ball").dataset.is,
      wheel: document.querySelector(".wheel").getAttribute("aria-label"),
      words: text(".announced"),
      called: text(".moment .called"),
      said: text("[aria-live]"),
      strip: [...document.querySelectorAll(".strip li")].length,
      dolly: document.querySelectorAll(".felt :is(.dolly, .won-cell)").length,
      figures: [...document.querySelectorAll(".figures dd")].map((each) => each.textContent),
      wagers: document.querySelectorAll(".wagers li b").length,
      dim: document.querySelectorAll(".felt-room.is-dim").length,
      counted: text(".moment .won [aria-hidden]"),
      won: text(".moment .won .unseen"),
    };
    if (JSON.stringify(now) !== last) window.seen.push(now);
    last = JSON.stringify(now);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_a_press_is_on_screen_in_the_same_frame(visitors: Visitors, hosted: Hosted) -> None:
    seat = seated(visitors.come(still=False), hosted, TABLE)
    seat.open_bets()
    seat.choose(UNIT)
    seat.page.evaluate(PRESSES)
    wagers = ("red", "straight:17", "split:17/20", "corner:1/2/4/5", "dozen:2")
    for wager in wagers:
        seat.press(wager)
    seat.shows(total=len(wagers) * UNIT)
    pressed: list[dict[str, float]] = seat.page.evaluate("window.pressed")
    # A slow frame shows what was pressed by then, which may be more than the press it answers.
    assert all(each["lying"] >= nth for nth, each in enumerate(pressed, 1)), pressed
    assert len(pressed) == len(wagers)
    print("\na press is on screen after", [f"{each['ms']:.1f} ms" for each in pressed])
    seat.settle("0")


@pytest.mark.parametrize("table", [TABLE, "fast-action-2020"])
def test_frames_while_the_wheel_turns(
    visitors: Visitors, hosted: Hosted, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Measured and told; asserted is only the page's own work, which a busy machine leaves."""
    seat = seated(visitors.come(still=False), hosted, table)
    seat.open_bets()
    seat.press("straight:17")
    seat.shows(total=500)
    seat.close_bets()
    expect(seat.page.locator('.ball[data-is="running"]')).to_be_attached()
    # The numbers of a bonus book light up one by one meanwhile.
    wire = seat.page.context.new_cdp_session(seat.page)
    wire.send("Performance.enable", {"timeDomain": "threadTicks"})
    begun = _seconds(wire.send("Performance.getMetrics"))
    at: list[float] = seat.page.evaluate(FRAMES, MEASURED_FRAMES)
    work_ms = 1000 * (_seconds(wire.send("Performance.getMetrics")) - begun) / MEASURED_FRAMES
    rate = 1000 * (len(at) - 1) / (at[-1] - at[0])
    steps = sorted(b - a for a, b in pairwise(at))
    with capsys.disabled():
        print(
            f"\n{table}: {rate:.1f} frames a second while the wheel turns, "
            f"p99 {steps[int(len(steps) * 0.99)]:.1f} ms, {work_ms:.2f} ms of work a frame"
        )
    assert work_ms < BUDGET_MS
    seat.call("17")
    expect(seat.page.locator(".moment .called")).to_have_text("17")


def _seconds(metrics: dict[str, Any]) -> float:
    """How long the page's main thread has worked."""
    return next(float(m["value"]) for m in metrics["metrics"] if m["name"] == "TaskDuration")


@pytest.mark.parametrize("table", ["racetrack-2012", "edz-2020"])
def test_no_number_is_shown_before_the_close(
    visitors: Visitors, hosted: Hosted, table: str
) -> None:
    """Where bets stay open while the ball runs, and where they close before it does."""
    seat = seated(visitors.come(still=False), hosted, table)
    page = seat.page
    seat.open_bets()
    seat.press("black")
    seat.shows(total=500)
    page.evaluate(WATCHES)
    for step in closing(table):
        hosted.run(hosted.must(table, step))
    expect(page.locator('.ball[data-is="running"]')).to_be_attached()
    expect(page.locator(".state.is-open")).to_have_count(0)
    before: list[dict[str, Any]] = page.evaluate("window.seen")
    hosted.run(hosted.must(table, CallOutcome(number="17")))
    page.evaluate(FRAMES, 3)
    assert page.evaluate("window.seen.at(-1).ball") == "running", "called, and not yet confirmed"
    hosted.run(hosted.must(table, ConfirmOutcome(number="17")))
    expect(page.locator('.ball[data-is="landing"]')).to_be_attached()
    expect(page.locator(".moment .called")).to_have_text("17")
    expect(page.locator('.ball[data-is="resting"]')).to_be_attached()
    seen: list[dict[str, Any]] = page.evaluate("window.seen")
    for each in before:
        assert each["ball"] in ("idle", "resting", "running")
    for each in seen:
        if each["ball"] in ("idle", "running", "landing"):
            told = (each["called"], each["strip"], each["dolly"])
            assert told == (None, seen[0]["strip"], 0), each
            assert each["wheel"] == seen[0]["wheel"], each
            assert "17" not in (each["said"] or ""), each
    assert [each["ball"] for each in seen].index("landing") > len(before) - 1
    assert seen[-1]["wheel"] == "Roulette wheel, last number 17"
    assert seen[-1]["dolly"] == 1


ANNOUNCED = """() => {
  window.seen = [];
  const look = () => {
    window.seen.push({
      ball: document.querySelector(".ball").dataset.is,
      words: document.querySelector(".announced").textContent,
    });
    requestAnimationFrame(look);
  };
  look();
}"""


def test_nothing_gives_the_number_away_while_the_ball_falls(
    visitors: Visitors, hosted: Hosted
) -> None:
    table = "sands-2017"
    room = visitors.come(still=False)
    room.goto(f"/display/{table}")
    seat = seated(visitors.come(still=False), hosted, table)
    page = seat.page
    seat.open_bets()
    seat.press("straight:17")
    seat.shows(total=500)
    seat.close_bets()
    expect(page.locator(".felt-room.is-dim")).to_be_attached()
    expect(room.locator('.ball[data-is="running"]')).to_be_attached()
    page.evaluate(WATCHES)
    room.evaluate(ANNOUNCED)
    seat.call("17")
    expect(page.locator('.ball[data-is="landing"]')).to_be_attached()
    expect(page.locator(".moment .called")).to_have_text("17")
    seat.shows(balance=BUY_IN + 35 * 500, total=0)
    expect(page.locator(".moment .won [aria-hidden]")).to_have_text("Net +175.00")
    seen: list[dict[str, Any]] = page.evaluate("window.seen")
    before = [each for each in seen if each["called"] is None]
    assert "landing" in {each["ball"] for each in before}
    kept = ("words", "said", "figures", "wagers", "dim")
    for each in before:
        assert {name: each[name] for name in kept} == {name: seen[0][name] for name in kept}, each
    assert (before[0]["wagers"], before[0]["dim"]) == (1, 1)
    counted = [each["counted"] for each in seen if each["counted"]]
    assert len(counted) > 2, "it counts up"
    assert {each["won"] for each in seen} == {None, "Net +175.00"}, "told at once as it is"
    expect(room.locator('.ball[data-is="resting"]')).to_be_attached()
    told: list[dict[str, str]] = room.evaluate("window.seen")
    assert "landing" in {each["ball"] for each in told}
    assert {each["words"] for each in told if each["ball"] != "resting"} == {told[0]["words"]}


def test_whoever_does_not_want_to_wait_presses_anything(visitors: Visitors, hosted: Hosted) -> None:
    seat = seated(visitors.come(still=False), hosted, "sands-2017")
    seat.open_bets()
    seat.close_bets()
    seat.call("00")
    expect(seat.page.locator('.ball[data-is="landing"]')).to_be_attached()
    expect(seat.page.locator(".moment .called")).to_have_count(0)
    seat.page.keyboard.press("Shift")
    expect(seat.page.locator('.ball[data-is="resting"]')).to_be_attached()
    expect(seat.page.locator(".moment .called")).to_have_text("00")


def test_who_wants_things_still_sees_them_still(visitors: Visitors, hosted: Hosted) -> None:
    turning = "getComputedStyle(document.querySelector('.rotor')).transform"
    angles = {}
    for still in (True, False):
        seat = seated(visitors.come(still=still), hosted, "sands-2017")
        seat.open_bets()
        seat.close_bets()
        expect(seat.page.locator('.ball[data-is="running"]')).to_be_attached()
        first = seat.page.evaluate(turning)
        seat.page.evaluate(FRAMES, 5)
        angles[still] = (first, seat.page.evaluate(turning))
        if still:
            assert seat.page.locator(".ball").evaluate("(ball) => ball.style.opacity") == "0"
            longest = seat.page.evaluate(
                "Math.max(0, ...document.getAnimations().map("
                "(each) => each.effect.getComputedTiming().endTime))"
            )
            assert longest < 1000
        seat.call("00")
        expect(seat.page.locator(".moment .called")).to_have_text("00")
    assert angles[True][0] == angles[True][1]
    assert angles[False][0] != angles[False][1]
