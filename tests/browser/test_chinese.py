"""Every page in Chinese has no Latin sentence: names, notation and symbols alone are Latin."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.words.message import alert
from tests.browser.browsing import Visitors
from tests.browser.seats import by_hand, demonstration
from tests.browser.working import at
from tests.server.houses import SHIFT, STAFF, SUPERVISOR, Hosted
from tests.web.test_fonts import bundled

TABLE = "sands-2019"
SENTENCE = re.compile(r"[A-Za-z][a-z’']+(?:[ ,]+[A-Za-z][a-z’']*){2,}")
"""Three words or more on end."""
TEXTS = """body => {
    const found = [];
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        if (!walker.currentNode.parentElement.closest("noscript, script, style"))
            found.push(walker.currentNode.data);
    }
    return found.join("\\n");
}"""
EAST_ASIAN = "\u2e80"
"""Where the characters begin that a bare kiosk has no font for."""
NAMES = ("Sands Roulette", "The Test House")
STAFF_PAGES = {
    "/pit": ("赌台", "审批", "警报", "报表", "审计记录", "导出"),
    "/desk": ("上报事项", "营业日与班次", "员工", "终端", "玩家与票券", "签名摘要"),
    f"/dealer/{TABLE}": (),
    f"/recall/{TABLE}/1": (),
    f"/recall/{TABLE}": (),
}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A house with a round behind it, a round that waits for a decision, and an alert."""
    with demonstration(tmp_path_factory.mktemp("chinese"), [by_hand(TABLE)]) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.must(TABLE, OpenBets()))
        hosted.run(hosted.close_bets(TABLE))
        hosted.run(hosted.must(TABLE, CallOutcome(number="7"), ConfirmOutcome(number="7")))
        says = (alert("wheel.round", round=1), alert("wheel.silent"))
        hosted.run(hosted.house.office.raise_alert(TABLE, "wheel/silence", *says))
        yield hosted


def latin(page: Page) -> list[str]:
    """The Latin sentences of a page, closed parts included; no character of it is a box."""
    text: str = page.locator("body").evaluate(TEXTS)
    assert not {each for each in text if each >= EAST_ASIAN} - bundled("400")
    for name in NAMES:
        text = text.replace(name, "")
    return SENTENCE.findall(text)


def test_what_is_looked_for_is_there_in_english(visitors: Visitors, hosted: Hosted) -> None:
    page = at(visitors, hosted, SUPERVISOR, f"/recall/{TABLE}/1")
    expect(page.locator(".journal")).to_contain_text("the bets are closed")
    assert latin(page)


@pytest.mark.parametrize("path", ["/", f"/table/{TABLE}", f"/display/{TABLE}", f"/odds/{TABLE}"])
def test_a_page_for_everybody_is_chinese_throughout(
    visitors: Visitors, hosted: Hosted, path: str
) -> None:
    page = visitors.come("kiosk", "zh")
    page.goto(path)
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.wait_for_load_state("networkidle")
    assert not latin(page)


def test_the_rules_are_chinese_throughout(visitors: Visitors, hosted: Hosted) -> None:
    page = visitors.come("kiosk", "zh")
    page.goto(f"/table/{TABLE}#sit")
    page.get_by_role("button", name="规则", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("球破裂")
    assert not latin(page)


@pytest.mark.parametrize("path", STAFF_PAGES)
def test_a_page_of_staff_is_chinese_throughout(
    visitors: Visitors, hosted: Hosted, path: str
) -> None:
    who = SHIFT if path == "/desk" else SUPERVISOR
    page = at(visitors, hosted, who, path, language="zh")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.wait_for_load_state("networkidle")
    assert not latin(page)
    for tab in STAFF_PAGES[path]:
        page.get_by_role("tab", name=re.compile(f"^{tab}")).click()
        page.wait_for_timeout(600)
        assert not latin(page), tab


def test_a_reader_who_changes_the_language_is_told_again(
    visitors: Visitors, hosted: Hosted
) -> None:
    page = at(visitors, hosted, SUPERVISOR, f"/recall/{TABLE}/1", language="zh")
    journal = page.locator(".journal")
    expect(journal).to_contain_text("投注截止")
    page.get_by_role("button", name="English", exact=True).click()
    expect(journal).to_contain_text("the bets are closed")
