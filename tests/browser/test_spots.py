"""Each hot spot of each book lies where the lines of its felt say, and can be touched there.

What is expected is worked out from the cells as they are drawn on the page, never from the plan by
which they were drawn: a split lies in the middle of the line that its two numbers share, a corner
where its four meet, a street on the outer line beside its row.
"""

import re
from collections.abc import Sequence
from typing import cast

import pytest
from playwright.sync_api import expect

from croupier import books
from croupier.protocol.rulebook import SpotShown
from tests.browser.browsing import PHONES, SIZES, Box, Size, Visitors
from tests.browser.seats import Seat, menu, seated
from tests.server.houses import Hosted

NEAR = 1.0
NUMBERS = {str(number) for number in range(1, 37)}
TOUCH = 44
DRAWN = """() => {
  const box = (element) => {
    const { x, y, width, height } = element.getBBox();
    const to = element.getScreenCTM();
    const a = new DOMPoint(x, y).matrixTransform(to);
    const b = new DOMPoint(x + width, y + height).matrixTransform(to);
    return { x: a.x, y: a.y, w: b.x - a.x, h: b.y - a.y };
  };
  const hits = [...document.querySelectorAll(".felt .hit")];
  return {
    cells: [...document.querySelectorAll(".felt .lines path")].map(box),
    hits: hits.map((hit) => ({
      wager: hit.dataset.wager, name: hit.getAttribute("aria-label"), box: box(hit) })),
    page: { w: innerWidth, h: innerHeight, scrolls:
      document.documentElement.scrollHeight > innerHeight ||
      document.documentElement.scrollWidth > innerWidth },
  };
}"""
AT = """(points) => points.map(([x, y]) =>
  document.elementFromPoint(x, y)?.closest("[data-wager]")?.getAttribute("data-wager") ?? null)"""
SETTLED = """(width) => new Promise((done) => {
  let same = 0;
  let last = "";
  const look = () => {
    const drawn = document.querySelector(".felt, .track");
    const { x, y, width: w, height: h } = drawn?.getBoundingClientRect() ?? {};
    const now = [innerWidth, x, y, w, h, drawn?.querySelectorAll("[data-wager]").length].join();
    same = now === last && innerWidth === width ? same + 1 : 0;
    last = now;
    if (same > 6) done();
    else requestAnimationFrame(look);
  };
  look();
})"""
OVERLAP = """() => {
  const parts = [".home", ".menu", ".wheel-room", ".state, .moment", ".cloth-panel", ".strip",
    ".figures", ".money-buttons", ".chip-rail", ".actions"];
  const boxes = parts.map((part) => [part, document.querySelector(part).getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height);
  const wrong = boxes.filter(([, box]) => box.left < 0 || box.top < 0 ||
    box.right > innerWidth || box.bottom > innerHeight).map(([part]) => `${part} is cut off`);
  for (const [a, one] of boxes) for (const [b, two] of boxes) {
    if (a < b && one.left < two.right - 1 && two.left < one.right - 1 &&
        one.top < two.bottom - 1 && two.top < one.bottom - 1) wrong.push(`${a} over ${b}`);
  }
  return wrong;
}"""
SMALL = f"""() => [...document.querySelectorAll(
    "button, a[href], input, select, summary, [role=radio], [role=tab]")]
  .filter((each) => each.checkVisibility({{ visibilityProperty: true }}) && !each.closest("h3"))
  .map((each) => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < {TOUCH} - 0.5 || box.height < {TOUCH} - 0.5))
  .map(([text, box]) => `${{Math.round(box.width)}} x ${{Math.round(box.height)}}: ${{text}}`)"""


def middle(box: Box) -> tuple[float, float]:
    return box["x"] + box["w"] / 2, box["y"] + box["h"] / 2


def common(boxes: Sequence[Box]) -> Box:
    """What boxes share: a line or a point where they touch."""
    left, top = max(b["x"] for b in boxes), max(b["y"] for b in boxes)
    right = min(b["x"] + b["w"] for b in boxes)
    bottom = min(b["y"] + b["h"] for b in boxes)
    assert right > left - NEAR, boxes
    assert bottom > top - NEAR, boxes
    return {"x": left, "y": top, "w": right - left, "h": bottom - top}


def near(found: tuple[float, float], wanted: tuple[float, float]) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(found, wanted, strict=True))


def lies_right(spot: SpotShown, hit: Box, cells: dict[str, Box], line: Box | None) -> bool:
    """Whether a hot spot is where its numbers' cells say."""
    if spot.cell is not None:
        own = cells[spot.cell]
        return near((hit["x"], hit["y"]), (own["x"], own["y"])) and near(
            (hit["w"], hit["h"]), (own["w"], own["h"])
        )
    covered = [cells[number] for number in spot.numbers]
    if not spot.outer:
        return near(middle(hit), middle(common(covered)))
    assert line is not None
    upright = line["h"] > line["w"]
    across, along = ("x", "y") if upright else ("y", "x")
    x, y = middle(hit)
    at_across, at_along = (x, y) if upright else (y, x)
    edge = _outer_edge(covered, across, line[across])  # type: ignore[literal-required]
    low, high = sorted((edge, line[across]))  # type: ignore[literal-required]
    return (
        low - NEAR <= at_across <= high + NEAR and abs(at_along - _beside(covered, along)) <= NEAR
    )


def _outer_edge(boxes: Sequence[Box], across: str, line: float) -> float:
    """The edge of the numbers that is next to the outer line."""
    side = "w" if across == "x" else "h"
    every: list[dict[str, float]] = [cast("dict[str, float]", box) for box in boxes]
    edges = [box[across] + more for box in every for more in (0, box[side])]
    return min(edges, key=lambda edge: abs(edge - line))


def _beside(boxes: Sequence[Box], along: str) -> float:
    """Half-way along a row; where more are covered, at the line before the last of them."""
    side = "h" if along == "y" else "w"
    every: list[dict[str, float]] = [cast("dict[str, float]", box) for box in boxes]
    rows = sorted({(round(box[along]), round(box[along] + box[side])) for box in every})
    if len(rows) == 1:
        return sum(rows[0]) / 2
    return (rows[-2][1] + rows[-1][0]) / 2


@pytest.mark.parametrize("book", books.ids())
def test_hot_spots_lie_on_the_lines(visitors: Visitors, hosted: Hosted, book: str) -> None:
    """At every size, in a window that changes from one to the next."""
    seat = seated(visitors.come(), hosted, book)
    for width, height in SIZES.values():
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.evaluate(SETTLED, width)
        spots_lie_on_the_lines(seat)


@pytest.mark.parametrize("book", books.ids())
def test_cells_are_large_enough_for_a_finger_on_a_phone(
    visitors: Visitors, hosted: Hosted, book: str
) -> None:
    """Whole and without scrolling; fifteen columns are more than the least of the phones has."""
    seat = seated(visitors.come("phone"), hosted, book)
    for width, height, least in ((390, 844, 44), (360, 740, 44), (844, 390, 44), (667, 375, 42.5)):
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.evaluate(SETTLED, width)
        drawn = seat.page.evaluate(DRAWN)
        assert not drawn["page"]["scrolls"]
        hits: dict[str, Box] = {each["wager"]: each["box"] for each in drawn["hits"]}
        for spot in seat.book.felt.spots:
            hit = hits[spot.wager]
            # Where two zeros meet over one number, five spots lie on its one side.
            lines = 20 if spot.numbers and set(spot.numbers) <= NUMBERS else 11
            side = least if spot.cell is not None else lines
            assert min(hit["w"], hit["h"]) > side - NEAR / 2, (width, spot.wager, hit)
        over = seat.page.evaluate(OVERLAP)
        assert over == [], width


def spots_lie_on_the_lines(seat: Seat) -> None:
    drawn = seat.page.evaluate(DRAWN)
    felt = seat.book.felt
    assert not drawn["page"]["scrolls"], "the felt is the page: nothing scrolls"
    cells = {cell.label: drawn["cells"][at] for at, cell in enumerate(felt.cells)}
    line = drawn["cells"][-1] if felt.outer_line is not None else None
    hits: dict[str, Box] = {each["wager"]: each["box"] for each in drawn["hits"]}
    assert set(hits) == {spot.wager for spot in felt.spots}
    wrong = [s.wager for s in felt.spots if not lies_right(s, hits[s.wager], cells, line)]
    assert not wrong
    names = [each["name"] for each in drawn["hits"]]
    assert len(set(names)) == len(names), "two spots are called the same"

    # Every spot is touched in its middle, and a cell all over its own middle part.
    points = {wager: [middle(box)] for wager, box in hits.items()}
    for spot in felt.spots:
        x, y = middle(hits[spot.wager])
        part = 0.22 if spot.cell is not None else 0.3
        w, h = hits[spot.wager]["w"] * part, hits[spot.wager]["h"] * part
        points[spot.wager] += [(x + dx * w, y + dy * h) for dx in (-1, 1) for dy in (-1, 1)]
    flat = [(wager, point) for wager, each in points.items() for point in each]
    found = seat.page.evaluate(AT, [point for _, point in flat])
    missed = {w: other for (w, _), other in zip(flat, found, strict=True) if w != other}
    assert not missed

    # Those on lines and points keep off each other's middles and stay on the page.
    small = {s.wager: hits[s.wager] for s in felt.spots if s.cell is None}
    for wager, box in small.items():
        assert min(box["w"], box["h"]) >= 12, wager
        assert box["x"] >= 0
        assert box["x"] + box["w"] <= drawn["page"]["w"]
        inside = [
            other
            for other, theirs in small.items()
            if other != wager
            and 0 < middle(theirs)[0] - box["x"] < box["w"]
            and 0 < middle(theirs)[1] - box["y"] < box["h"]
        ]
        assert not inside, wager


@pytest.mark.parametrize("book", ["racetrack-2012", "edz-2020"])
def test_the_racetrack_is_touched_where_its_words_stand(
    visitors: Visitors, hosted: Hosted, book: str
) -> None:
    seat = seated(visitors.come(), hosted, book)
    for size, (width, height) in SIZES.items():
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.evaluate(SETTLED, width)
        shows = seat.page.locator(".actions").get_by_role("button", name="Racetrack", exact=True)
        if size in PHONES and shows.count():
            shows.click()
        track_is_touched(seat)


def track_is_touched(seat: Seat) -> None:
    expect(seat.page.locator(".track")).to_be_visible()
    track = seat.page.locator(".track [data-wager]")
    wagers = [each.get_attribute("data-wager") for each in track.all()]
    places = seat.page.evaluate(
        """() => [...document.querySelectorAll(".track [data-wager]")].map((each) => {
          const box = (each.querySelector("text, .figure") ?? each).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        })"""
    )
    assert seat.page.evaluate(AT, places) == wagers
    offered = seat.hosted.http("GET", f"/api/tables/{seat.table}").json["calls"]
    shown = set(wagers) | {
        each.get_attribute("data-wager") for each in seat.page.locator(".finales button").all()
    }
    assert shown == {call.wager for call in seat.book.calls if call.kind in offered}
    assert seat.page.evaluate(SMALL) == []


@pytest.mark.parametrize("size", SIZES)
def test_what_is_pressed_is_large_enough_for_a_finger(
    visitors: Visitors, hosted: Hosted, size: Size
) -> None:
    page = visitors.come(size)
    page.goto("/")
    expect(page.locator(".table-card")).to_have_count(5)
    page.locator("summary").click()
    assert page.evaluate(SMALL) == []
    seat = seated(page, hosted, "edz-2020")
    seat.open_bets()
    seat.press("red")
    seat.shows(total=500)
    seat.settle("1")
    assert page.evaluate(SMALL) == []
    for at in range(5):
        if at < 4:
            menu(page, at)
        else:
            page.get_by_role("button", name="Cashier", exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert page.evaluate(SMALL) == [], at
        page.keyboard.press("Escape")


@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_a_phone_lists_the_wagers_and_takes_one_back(
    visitors: Visitors, hosted: Hosted, size: Size
) -> None:
    seat = seated(visitors.come(size), hosted, "sands-2017")
    seat.open_bets()
    for wager in ("red", "dozen:2"):
        seat.tap(wager)
    seat.shows(total=1000)
    seat.page.get_by_role("button", name="Bets", exact=True).click()
    sheet = seat.page.get_by_role("dialog", name="Your wagers", exact=True)
    rows = sheet.get_by_role("listitem")
    expect(rows).to_have_text([re.compile(r"Red.*5\.00"), re.compile(r"Dozen.*5\.00")])
    sheet.get_by_role("button", name="Take back Red", exact=True).click()
    expect(rows).to_have_count(1)
    seat.page.keyboard.press("Escape")
    seat.shows(total=500)
    seat.settle("0")
