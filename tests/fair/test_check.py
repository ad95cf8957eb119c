"""A revealed round is checked from its record alone, and any change to it is found."""

import json
from typing import Any

import msgspec
import pytest

from croupier import books
from croupier.cli import fair as command
from croupier.fair.check import Record, check, read_record
from croupier.fair.draw import draw_bonus, draw_pocket
from croupier.fair.secret import Secret, commit
from croupier.rules.refusal import RoundError

FAST = books.load("fast-action-2020")
EDZ = books.load("edz-2020")
SECRET = Secret(bytes(range(32)))
FAST_ROUND: dict[str, Any] = {
    "book": "fast-action-2020",
    "table": "fast-1",
    "round": 42,
    "status": "settled",
    "commitment": commit(SECRET, "fast-1", 42),
    "secret": SECRET.reveal(),
    "pockets": list(FAST.pockets),
    "bonus_numbers": list(draw_bonus(SECRET, "fast-1", 42, FAST.pockets, 10)),
    "pocket": draw_pocket(SECRET, "fast-1", 42, FAST.wheel.order),
}
EDZ_ROUND: dict[str, Any] = {
    "book": "edz-2020",
    "table": "edz-1",
    "round": 7,
    "commitment": commit(SECRET, "edz-1", 7),
    "secret": SECRET.reveal(),
    "pockets": list(EDZ.wheel.order),
    "pocket": draw_pocket(SECRET, "edz-1", 7, EDZ.wheel.order),
}
SEED = "5e" * 32
SEEDED: dict[str, Any] = {
    **FAST_ROUND,
    "scheme": 2,
    "seed": SEED,
    "commitment": commit(SECRET, "fast-1", 42, 2),
    "bonus_numbers": list(draw_bonus(SECRET, "fast-1", 42, FAST.pockets, 10, SEED)),
    "pocket": draw_pocket(SECRET, "fast-1", 42, FAST.wheel.order, SEED),
}
VOID_ROUND: dict[str, Any] = {
    **{key: FAST_ROUND[key] for key in ("book", "table", "round", "commitment", "secret")},
    "pockets": list(FAST.pockets),
    "status": "void",
}


def record(**fields: Any) -> Record:
    return read_record(json.dumps(fields).encode(), "record.json")


def codes(**fields: Any) -> list[str]:
    book = books.load(fields["book"])
    return [finding.code for finding in check(record(**fields), book).findings]


def test_rounds_that_were_drawn_as_committed_hold() -> None:
    assert check(record(**FAST_ROUND), FAST).holds
    assert check(record(**FAST_ROUND), FAST).checked == (
        "commitment",
        "book",
        "bonus_numbers",
        "pocket",
    )
    assert check(record(**EDZ_ROUND)).checked == ("commitment", "pocket")
    assert check(record(**EDZ_ROUND), EDZ).holds


def test_a_void_round_holds_with_and_without_its_draw() -> None:
    assert check(record(**VOID_ROUND), FAST).holds
    assert codes(**VOID_ROUND, bonus_numbers=FAST_ROUND["bonus_numbers"]) == []
    assert codes(**VOID_ROUND, bonus_numbers=FAST_ROUND["bonus_numbers"][::-1]) == [
        "fair/bonus-numbers"
    ]


def test_a_record_as_it_is_published_reads_back() -> None:
    given = record(**FAST_ROUND)
    assert read_record(msgspec.json.encode(given), "again") == given


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"commitment": "0" * 64}, ["fair/commitment"]),
        ({"secret": "0" * 64}, ["fair/commitment", "fair/bonus-numbers", "fair/pocket"]),
        ({"round": 43}, ["fair/commitment", "fair/bonus-numbers", "fair/pocket"]),
        ({"table": "fast-2"}, ["fair/commitment", "fair/bonus-numbers", "fair/pocket"]),
        ({"pocket": "nonsense"}, ["fair/pocket"]),
        ({"pockets": list(FAST.pockets[1:])}, ["fair/pockets", "fair/bonus-numbers"]),
        ({"bonus_numbers": FAST_ROUND["bonus_numbers"][:9]}, ["fair/bonus-count"]),
        ({"bonus_numbers": FAST_ROUND["bonus_numbers"][::-1]}, ["fair/bonus-numbers"]),
        ({"bonus_numbers": ["1"] * 41}, ["fair/bonus-count", "fair/bonus-numbers"]),
        ({"bonus_numbers": []}, ["fair/bonus-count"]),
        ({"bonus_numbers": None}, ["fair/bonus-count"]),
        ({"book": "edz-2020"}, ["fair/pockets", "fair/bonus-count"]),
    ],
)
def test_any_change_is_found(change: dict[str, Any], found: list[str]) -> None:
    given = codes(**{**FAST_ROUND, **change})
    # With another set of pockets the drawn pocket may or may not change with them.
    assert [code for code in given if code in found or "pockets" not in change] == found


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({}, []),
        ({"seed": SEED.upper()}, []),
        ({"seed": SEED[:-1] + "f"}, ["fair/bonus-numbers", "fair/pocket"]),
        ({"secret": "0" * 64}, ["fair/commitment", "fair/bonus-numbers", "fair/pocket"]),
        ({"bonus_numbers": FAST_ROUND["bonus_numbers"]}, ["fair/bonus-numbers"]),
        ({"pocket": FAST_ROUND["pocket"]}, ["fair/pocket"]),
        ({"commitment": FAST_ROUND["commitment"]}, ["fair/commitment"]),
        (
            {"scheme": 1, "seed": None},
            ["fair/commitment", "fair/bonus-numbers", "fair/pocket"],
        ),
    ],
)
def test_a_round_with_a_seed_holds_and_any_change_is_found(
    change: dict[str, Any], found: list[str]
) -> None:
    """What a draw by the secret alone would have given is a change too."""
    assert codes(**{**SEEDED, **change}) == found


@pytest.mark.parametrize("change", [{"seed": None}, {"seed": "00"}, {"scheme": 1}, {"scheme": 3}])
def test_a_round_has_the_seed_of_its_scheme(change: dict[str, Any]) -> None:
    with pytest.raises(RoundError) as caught:
        record(**{**SEEDED, **change})
    assert caught.value.code == "input/bad-shape"


def test_the_order_in_which_a_record_lists_the_pockets_changes_nothing() -> None:
    assert codes(**{**FAST_ROUND, "pockets": sorted(FAST.pockets)}) == []


@pytest.mark.parametrize(
    "change",
    [
        {"secret": "00"},
        {"secret": "g" * 64},
        {"commitment": "0" * 65},
        {"secret": "0" * 64 + "\n"},
        {"round": -1},
        {"round": "42"},
        {"round": True},
        {"table": ""},
        {"table": "two\nlines"},
        {"pockets": []},
        {"pockets": ["1", "1"]},
        {"pockets": None},
        {"status": "open"},
        {"bonus_number": ["1"]},
    ],
)
def test_what_is_no_record_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(RoundError) as caught:
        record(**{**FAST_ROUND, **change})
    assert caught.value.code == "input/bad-shape"


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b'{"book": "\xff"}'])
def test_what_is_no_json_is_refused(content: bytes) -> None:
    with pytest.raises(RoundError) as caught:
        read_record(content, "x")
    assert caught.value.code == "input/bad-json"


class TestCommand:
    """``croupier fair check``."""

    def run(self, tmp_path: Any, fields: dict[str, Any], *options: str) -> int:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(fields), encoding="utf-8")
        code = command.fair(["check", str(path), *options], standalone_mode=False)
        return code or 0

    def test_holds(self, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(tmp_path, FAST_ROUND, "--json") == 0
        printed = json.loads(capsys.readouterr().out)
        assert printed == {
            "book": "fast-action-2020",
            "table": "fast-1",
            "round": 42,
            "holds": True,
            "checked": ["commitment", "book", "bonus_numbers", "pocket"],
            "findings": [],
        }
        assert self.run(tmp_path, {**FAST_ROUND, "book": "another"}) == 0
        assert "holds" in capsys.readouterr().out

    def test_does_not_hold(self, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
        broken = {**FAST_ROUND, "pocket": "[red]", "table": "[bold]x"}
        assert self.run(tmp_path, broken, "--json") == 1
        findings = json.loads(capsys.readouterr().out)["findings"]
        assert [each["code"] for each in findings] == [
            "fair/commitment",
            "fair/bonus-numbers",
            "fair/pocket",
        ]
        assert self.run(tmp_path, broken) == 1
        shown = capsys.readouterr().out
        assert "does not hold" in shown
        assert "[red]" in shown
        assert "Table [bold]x" in shown

    def test_unreadable(self, tmp_path: Any) -> None:
        with pytest.raises(RoundError):
            self.run(tmp_path, {})
        with pytest.raises(RoundError, match="cannot be read"):
            command.fair(["check", str(tmp_path / "none")], standalone_mode=False)
