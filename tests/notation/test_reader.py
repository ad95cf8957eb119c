"""What is wrong with a file is said with its place, and with what would be right."""

import pytest

from croupier.notation import read
from croupier.rules.refusal import NotationError

HEAD = 'format = 1\nbook = "sands-2019"\ntitle = "A file"\n'


def _actions(*lines: str, head: str = HEAD) -> str:
    listed = "".join(f'    "{line}",\n' for line in lines)
    return f"{head}actions = [\n{listed}]\n"


def _settlement(*lines: str) -> str:
    listed = "".join(f'    "{line}",\n' for line in lines)
    return f"{_actions()}settlement = [\n{listed}]\n"


BAD_FILES = {
    "not TOML": ("format = \n", "line 1, column 10", "it is not TOML"),
    "another format": (HEAD.replace("1", "2"), "format", "this croupier reads 1"),
    "no format": ('book = "edz-2020"\ntitle = "x"\n', "the file", "`format`"),
    "no book": ('format = 1\ntitle = "x"\n', "the file", "`book`"),
    "no title": ('format = 1\nbook = "edz-2020"\n', "the file", "`title`"),
    "an empty title": (_actions(head=HEAD.replace("A file", " ")), "title", "what the file shows"),
    "an unknown key": (HEAD + "colour = 1\n", "the file", "unknown field `colour`"),
    "an unknown book": (HEAD.replace("2019", "2020"), "book", "the books are racetrack-2012"),
    "no actions": (HEAD, "the file", "give a list of lines, or [[rounds]]"),
    "actions and rounds": (_actions() + "[[rounds]]\nactions = []\n", "rounds", "give either"),
    "no rounds": (HEAD + "rounds = []\n", "rounds", "at least one round"),
    "a round without actions": (HEAD + "[[rounds]]\n", "rounds[0]", "`actions`"),
    "limits out of order": (
        HEAD + "limits = { min = 5, max = 1 }\nactions = []\n",
        "limits",
        "the minimum is above the maximum",
    ),
    "limits that are not whole": (
        HEAD + "limits = { min = 0.5, max = 1 }\n",
        "limits.min",
        "Expected `int`, got `float`",
    ),
    "limits of no kind": (
        HEAD + "limits = { min = 1, max = 5, kinds = { reds = {} } }\n",
        "limits.kinds",
        "Invalid enum value 'reds'",
    ),
    "limits of a multi-piece kind": (
        HEAD + "limits = { min = 1, max = 5, kinds = { tiers = {} } }\nactions = []\n",
        "limits",
        "limits apply to its pieces",
    ),
    "a player without a name": (
        HEAD + 'players."" = {}\nactions = []\n',
        "players",
        "such as seat-1",
    ),
    "a clause that is not the book's": (
        HEAD + 'proves = ["9.9"]\nactions = []\n',
        "proves",
        "sands-2019 has no clause '9.9'",
    ),
    "a round before the first": (HEAD + "number = 0\nactions = []\n", "number", "from 1"),
    "a warned player without a name": (HEAD + 'warned = [""]\nactions = []\n', "warned", "seat-1"),
    "credits at a live table": (
        HEAD + "players.seat-1 = { credits = 5 }\nactions = []\n",
        "players.seat-1",
        "sands-2019 is played with cash-chips and colour-chips, not credits",
    ),
    "less than nothing": (
        HEAD + "players.seat-1 = { cash-chips = -5 }\nactions = []\n",
        "players.seat-1",
        "0 or more",
    ),
    "colour chips without a colour": (
        HEAD + "players.seat-1 = { colour-chips = 5, value = 5 }\nactions = []\n",
        "players.seat-1",
        "all of colour-chips, colour and value",
    ),
    "worthless colour chips": (
        HEAD + 'players.seat-1 = { colour-chips = 5, colour = "blue", value = 0 }\nactions = []\n',
        "players.seat-1",
        "at least 1",
    ),
    "a terminal at a live table": (
        HEAD + 'players.seat-1 = { terminal = "standard" }\nactions = []\n',
        "players.seat-1",
        "has no terminal 'standard': it has none",
    ),
}
BAD_LINES = {
    "deeler: spin": "'deeler: spin' is not understood: the nearest line is 'dealer: spin'",
    "dealer: outcom 17": "the nearest line is 'dealer: outcome 17'",
    "dealer: red 500": "is not understood",
    "seat-1: red": "is not understood",
    "seat-1: red 5.00": "is not understood",
    "seat-1: red 500 => refsued": "is not understood",
    "seat-1: rad 500": "'rad' is not a wager: did you mean red?",
    "seat-1: split:1/3 500": "split:1/3 is not on this layout: 1 and 3 do not touch",
    "seat-1: red 0": "must be at least 0.01",
    "dealer: outcome 37": "'37' is no number of sands-2019",
    "draw: 1 2 MBS": "'MBS' is no number of sands-2019",
    "dealer: void by 5.99": "sands-2019 has no clause '5.99'",
    "seat-1: red 500 => refused by 9.9": "sands-2019 has no clause '9.9'",
    "seat-1: red 500 => refused by reading 24": "sands-2019 has no clause 'reading 24'",
    "pit-manager: sets limits 1 to 5, tiers 1 to 5": "sands-2019 has no tiers wager",
    "terminals: place your bets": "has no terminal profile",
    "spin report: no spin": "is not understood",
    "note: " + "x" * 2000: "is not understood",
}


@pytest.mark.parametrize(("text", "where", "reason"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_says_where_and_why(text: str, where: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text, "bad.round.toml")
    assert caught.value.code == "notation/bad"
    assert str(caught.value).startswith(f"bad.round.toml: {where}")
    assert reason in str(caught.value)


@pytest.mark.parametrize(("line", "reason"), BAD_LINES.items())
def test_a_bad_line_is_named_with_its_place(line: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(_actions("dealer: place your bets", line), "bad.round.toml")
    assert str(caught.value).startswith("bad.round.toml: line 6, action 2: ")
    assert reason in str(caught.value)


def test_the_clause_that_refuses_a_wager_is_kept() -> None:
    with pytest.raises(NotationError) as caught:
        read(_actions("seat-1: split:1/3 500"))
    assert caught.value.clause == "3.4.2"


def test_a_line_that_stands_twice_is_named_by_its_number_alone() -> None:
    with pytest.raises(NotationError, match="round notation: action 1: "):
        read(_actions("seat-1: rad 500", "seat-1: rad 500"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("seat-1: red 500 gained", "the nearest line is"),
        ("settled on 40", "'40' is no number of sands-2019"),
        ("void by 5.99", "no clause '5.99'"),
    ],
)
def test_a_bad_line_of_the_settlement_is_named(line: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(_settlement("house: net +0", line))
    assert "line 8, settlement 2: " in str(caught.value)
    assert reason in str(caught.value)


def test_in_a_shift_the_round_is_named_too() -> None:
    rounds = '[[rounds]]\nactions = []\n[[rounds]]\nactions = ["seat-1: rad 5"]\n'
    with pytest.raises(NotationError, match="line 7, round 2, action 1: "):
        read(HEAD + rounds)
