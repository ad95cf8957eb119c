"""The pages know no rule and no geometry: what they show comes from the house, as data."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import books
from croupier.rules.wager import Kind

SRC = Path(__file__).parents[2] / "web" / "src"
CODE = {
    str(path.relative_to(SRC)): path.read_text(encoding="utf-8")
    for path in sorted(SRC.rglob("*.ts*"))
    if path.name != "protocol.ts"
}
LABELS = {label for id_ in books.ids() for label in books.load(id_).pockets}
COLOURS = {colour for id_ in books.ids() for colour in books.load(id_).colours.values()}
KINDS = "|".join(Kind)
ODDS = re.compile(
    r"""\b\d+ to 1\b|["'`]\d+\s*[:/]\s*1["'`]|\b(?:pays|odds|payout)\w*["']?\s*[:=]\s*\d"""
)
LIST = re.compile(r"""\[((?:\s*["'`]?\w+["'`]?\s*,){3,}\s*["'`]?\w+["'`]?\s*,?\s*)\]""")
PAIR = re.compile(r"""["'`]?\b(\w+)["'`]?\s*:\s*["'`](\w+)["'`]""")
WORDS = re.compile(r"""["'`]((?:\w+[ ,/]+){3,}\w+)["'`]""")
NOTATION = re.compile(rf"""["'`](?:{KINDS}):|kind\w* [!=]== ["'](?:{KINDS})["']""")
READS = r"(?:split|match\w*|replace\w*|search|includes|startsWith|endsWith|slice|indexOf)"
PARSED = re.compile(
    rf"message\b[^\n;]{{0,20}}?\.{READS}\(|\.(?:exec|test)\([^)\n]*message|message\s*[!=]=="
)
MAY_NAME_A_KIND = {("felt/Cloth.tsx", "column"), ("terminal/Panels.tsx", "finales")}
"""Where one kind of wager is shown in its own way: columns by what they pay, finales as keys."""
TURNS = {"dealer/ConsoleFelt.tsx", "recall/Replay.tsx", "odds/WheelRing.tsx", "wheel/ball.ts"}
"""Where something turns that is no part of a table: stacks side by side, a chart, the ball."""


def found(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    for name, text in CODE.items():
        yield from ((name, match.group()) for match in pattern.finditer(text))


def test_no_odds() -> None:
    assert list(found(ODDS)) == []


def test_no_list_of_numbers_and_no_order_of_a_wheel() -> None:
    lists = [
        (name, text)
        for pattern in (LIST, WORDS)
        for name, text in found(pattern)
        if is_of_numbers(re.findall(r"\w+", text))
    ]
    assert lists == []


def is_of_numbers(words: list[str]) -> bool:
    """Whether these may be numbers of a wheel: fewer are sizes, or steps of chips."""
    return len(set(words)) > 6 and all(each in LABELS for each in words)


def test_no_table_of_the_numbers_colours() -> None:
    tables = [
        (name, match.group())
        for name, text in CODE.items()
        for match in PAIR.finditer(text)
        if match.group(1) in LABELS and match.group(2) in COLOURS
    ]
    assert tables == []


def test_no_wager_is_named_or_made_up() -> None:
    named = {(name, re.findall(KINDS, text)[-1]) for name, text in found(NOTATION)}
    assert named == MAY_NAME_A_KIND


def test_no_shape_of_a_table_is_worked_out() -> None:
    round_ = {name for name, text in CODE.items() if re.search(r"Math\.(?:sin|cos|atan2)\b", text)}
    assert round_ <= TURNS
    assert not any("stadium" in text.lower() for text in CODE.values())


def test_no_message_is_parsed() -> None:
    assert list(found(PARSED)) == []


@pytest.mark.parametrize(
    ("pattern", "rule"),
    [
        (ODDS, 'const straight = "35 to 1";'),
        (ODDS, "{ pays: 35 }"),
        (LIST, 'const RED = ["1", "3", "5", "7", "9", "12", "14"];'),
        (LIST, "const WHEEL = [0, 32, 15, 19, 4, 21, 2];"),
        (WORDS, 'const order = "0 32 15 19 4 21 2".split(" ");'),
        (PAIR, '{ "32": "red" }'),
        (NOTATION, "const wager = `neighbours:${number}`;"),
        (NOTATION, 'if (spot.kind === "split") return;'),
        (PARSED, 'const [, who] = message.split(" that is for ");'),
        (PARSED, "const phase = /is (\\w+)$/.exec(step.message)?.[1];"),
        (PARSED, 'if (bye.message === "idle") lock();'),
    ],
)
def test_each_of_these_would_be_found(pattern: re.Pattern[str], rule: str) -> None:
    assert pattern.search(rule)
