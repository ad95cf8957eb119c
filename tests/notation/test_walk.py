"""The walk: what each line does in the order that the book's data asks for, and by which clause."""

import pytest

from croupier import books
from croupier.notation import Step, Walked, read, walk
from croupier.notation.grammar import ACTIONS
from croupier.notation.walk import NOT_ENFORCED, PLAYED


def _walked(book: str, *lines: str, head: str = "") -> Walked:
    listed = "".join(f"    '''{line}''',\n" for line in lines)
    text = f'format = 1\nbook = "{book}"\ntitle = "x"\n{head}actions = [\n{listed}]\n'
    [walked] = walk(read(text))
    return walked


def _last(book: str, *lines: str, head: str = "") -> Step:
    return _walked(book, *lines, head=head).steps[-1]


OPEN = "dealer: place your bets"
SPIN, CLOSE = "dealer: spin", "dealer: no more bets"
CLOSED = {"before-spin": (OPEN, CLOSE, SPIN), "while-ball-spins": (OPEN, SPIN, CLOSE)}


@pytest.mark.parametrize("book_id", books.ids())
class TestEveryBook:
    """What holds in every book, by its own clauses."""

    def test_wagers_wait_for_the_opening(self, book_id: str) -> None:
        step = _last(book_id, "seat-1: straight:17 500")
        assert (step.kind, step.clause) == ("refused", books.load(book_id).says.open.clause)

    def test_late_wagers_are_refused(self, book_id: str) -> None:
        says = books.load(book_id).says
        closed = CLOSED[says.close.when]
        placed = (closed[0], "seat-1: straight:17 500", *closed[1:])
        step = _last(book_id, *placed, "seat-1: straight:18 500")
        assert (step.kind, step.clause) == ("refused", says.late.placed.clause)
        step = _last(book_id, *placed, "seat-1: straight:17 +500")
        assert (step.kind, step.clause) == ("refused", says.late.placed.clause)
        step = _last(book_id, *placed, "seat-1: withdraws straight:17")
        assert (step.kind, step.clause) == ("refused", says.late.withdrawn.clause)

    def test_bets_open_once(self, book_id: str) -> None:
        assert _last(book_id, OPEN, OPEN).kind == "refused"

    def test_nothing_happens_before_the_opening(self, book_id: str) -> None:
        for line in (SPIN, CLOSE, "dealer: outcome 17", "dealer: void by 5.4"):
            assert _last(book_id, line).kind == "refused", line

    def test_no_outcome_is_recorded_before_the_close(self, book_id: str) -> None:
        step = _last(book_id, OPEN, "dealer: outcome 17")
        assert (step.kind, step.readings) == ("refused", (21,))

    def test_no_outcome_comes_without_a_spin(self, book_id: str) -> None:
        leave = "pit-manager: leave to close early"
        walked = _walked(book_id, OPEN, leave, CLOSE, "dealer: outcome 17")
        assert walked.steps[-1].kind == "refused"

    def test_an_outcome_is_confirmed_as_it_was_entered(self, book_id: str) -> None:
        closed = CLOSED[books.load(book_id).says.close.when]
        assert _last(book_id, *closed, "dealer: confirms 17").kind == "refused"

    def test_the_ball_is_never_spun_again(self, book_id: str) -> None:
        closed = CLOSED[books.load(book_id).says.close.when]
        step = _last(book_id, *closed, SPIN)
        assert (step.kind, step.readings) == ("refused", (21,))

    @pytest.mark.parametrize(
        ("report", "clause"),
        [
            ("with the wheel", "5.1"),
            ("ball not spun", "5.2"),
            ("3 revolutions", "5.3"),
            ("0 revolutions", "5.3"),
            ("foreign object", "5.4"),
            ("no compartment", "5.5"),
            ("ball left wheel", "5.6"),
            ("ball broke", "5.7"),
            ("wheel stopped", "5.8"),
            ("wheel not turning", "5.9"),
            ("interference", "5.10"),
        ],
    )
    def test_a_bad_spin_voids_by_itself(self, book_id: str, report: str, clause: str) -> None:
        closed = CLOSED[books.load(book_id).says.close.when]
        lines = (closed[0], "seat-1: straight:17 500", *closed[1:], f"spin report: {report}")
        walked = _walked(book_id, *lines)
        assert (walked.steps[-1].kind, walked.steps[-1].clause) == ("void", clause)
        assert walked.voided_by == clause
        assert walked.settlement is not None
        assert walked.settlement.players["seat-1"].net == 0

    def test_a_good_spin_is_reported_too(self, book_id: str) -> None:
        spin = books.load(book_id).says.spin
        closed = CLOSED[books.load(book_id).says.close.when]
        for report in ("against the wheel", f"{spin.revolutions_min} revolutions"):
            step = _last(book_id, *closed, f"spin report: {report}")
            assert (step.kind, step.clause) == ("ok", spin.clause)
        assert _last(book_id, OPEN, "spin report: with the wheel").kind == "refused"

    def test_only_clauses_that_void_make_a_round_void(self, book_id: str) -> None:
        for clause in books.load(book_id).clauses:
            step = _last(book_id, OPEN, f"dealer: void by {clause}")
            expected = "void" if clause in books.load(book_id).voids else "refused"
            assert step.kind == expected, clause

    def test_a_round_that_is_over_takes_nothing_more(self, book_id: str) -> None:
        for line in (OPEN, CLOSE, SPIN, "dealer: outcome 17", "seat-1: straight:17 500"):
            assert _last(book_id, OPEN, "dealer: void by 5.4", line).kind == "refused", line
        step = _last(book_id, OPEN, "dealer: void by 5.4", "dealer: void by 5.5")
        assert (step.kind, step.readings) == ("refused", (18,))

    def test_what_needs_the_state_machine_is_recorded_and_not_pretended(self, book_id: str) -> None:
        book = books.load(book_id)
        lines = [
            "pit-supervisor: rules seat-1 straight:17 returned",
            "pit-supervisor: rules seat-1 straight:17 moved to straight:18",
            "dealer: refers, a guest fainted",
            "gaming-shift-manager: decides void",
            "pit-supervisor A: corrects outcome to 0, approved by pit-manager B",
            "power fails",
            "dealer: states the ball rests",
            "dealer: suspends, it is dark",
            "pit-manager: abandons, the wheel is broken",
            "seat-1: buys in 5000 credits",
            "seat-1: leaves",
        ]
        walked = _walked(book.id, OPEN, "seat-1: straight:17 500", *lines)
        for step in walked.steps[2:]:
            assert (step.kind, step.says) == ("noted", NOT_ENFORCED), step.line
        assert walked.settlement is None


def test_every_line_is_either_played_or_said_not_to_be_enforced() -> None:
    """The list of what is still to come; the round's state machine will empty it."""
    recorded = {form.line.__name__ for form in ACTIONS if form.line not in PLAYED}
    assert recorded == {
        *("Abandonment", "Arrival", "BallStatement", "BuyIn", "CashOut", "Commitment"),
        *("Correction", "Decision", "Departure", "Disclosure", "Failure", "LateVoid"),
        *("MoveRuling", "Referral", "Restoration", "Resumption", "Ruling", "Suspension"),
        *("TerminalFailure", "TerminalRestoration"),
    }


def test_the_ball_may_rest_before_the_close_but_no_outcome_follows() -> None:
    walked = _walked("sands-2017", OPEN, SPIN, "ball: rests in 17", "dealer: outcome 17")
    assert [step.kind for step in walked.steps[2:]] == ["noted", "refused"]
    assert walked.steps[2].readings == (21,)


def test_terminals_call_only_where_the_book_says_so() -> None:
    assert _last("sands-2019", "terminals: place your bets").kind == "refused"
    assert _last("edz-2020", "terminals: place your bets").kind == "ok"
    assert _last("edz-2020", "dealer: place your bets").kind == "ok"


def test_an_increase_needs_a_wager_to_add_to() -> None:
    step = _last("edz-2020", OPEN, "seat-1: red +500")
    assert (step.kind, step.clause) == ("refused", "3.4.11")


def test_nobody_withdraws_what_is_not_there() -> None:
    assert _last("edz-2020", OPEN, "seat-1: withdraws red").kind == "refused"
    over = (OPEN, "seat-1: red 500", "seat-1: withdraws 600 of red")
    assert _last("edz-2020", *over).kind == "refused"


def test_a_withdrawal_takes_from_the_latest_wager_first() -> None:
    lines = (OPEN, "seat-1: red 500", "seat-2: red 50", "seat-1: red 300")
    end = (CLOSE, SPIN, "dealer: outcome 1", "dealer: confirms 1")
    walked = _walked("edz-2020", *lines, "seat-1: withdraws 400 of red", *end)
    assert walked.settlement is not None
    amounts = [(bet.player, bet.amount) for bet, _, _ in walked.settlement.bets]
    assert amounts == [("seat-1", 400), ("seat-2", 50)]


def test_part_of_a_call_bet_is_withdrawn_only_in_whole_pieces() -> None:
    lines = (OPEN, "seat-1: tiers 600", "seat-1: withdraws 100 of tiers")
    assert _last("edz-2020", *lines).kind == "refused"
    assert _last("edz-2020", *lines, "seat-1: withdraws 300 of tiers").kind == "ok"


def test_only_positions_that_the_book_names_place_for_a_player() -> None:
    assert _last("sands-2019", OPEN, "dealer for seat-1: red 500").clause == "3.5"
    assert _last("edz-2020", OPEN, "dealer for seat-1: red 500").kind == "refused"
    acting = "gaming-shift-manager Eva as pit-manager for seat-1: red +500"
    lines = (OPEN, "seat-1: red 500")
    assert _last("sands-2019", *lines, acting).kind == "ok"


def test_no_spin_is_for_those_whom_the_book_names_or_higher() -> None:
    for by in ("dealer", "pit-supervisor", "pit-manager", "gaming-shift-manager"):
        step = _last("fast-action-2020", OPEN, f"{by}: no spin, a coin on the rim")
        assert (step.kind, step.clause) == ("void", "5.13")
    assert _last("racetrack-2012", OPEN, "dealer: no spin, a coin").kind == "refused"


def test_a_draw_needs_a_book_with_bonus_numbers_and_ten_different_ones() -> None:
    closed = (OPEN, SPIN, CLOSE)
    assert _last("sands-2019", *closed, "draw: 1 2 3").kind == "refused"
    assert _last("fast-action-2020", *closed, "draw: 1 2 3").kind == "refused"
    twice = "draw: 1 1 2 3 4 5 6 7 8 9"
    assert _last("fast-action-2020", *closed, twice).kind == "refused"


DRAW = "draw: 33 29 25 21 17 13 9 5 1 S"


@pytest.mark.parametrize(
    ("lines", "kind", "clause"),
    [
        ((DRAW, "lights: all lit"), "ok", "1.1.1"),
        ((DRAW, "lights by dealer: 29 S dark"), "void", "5.11"),
        ((DRAW, "lights: 30 dark"), "refused", None),
        (("lights: all lit",), "refused", None),
    ],
)
def test_the_drawn_numbers_must_light_up(
    lines: tuple[str, ...], kind: str, clause: str | None
) -> None:
    step = _last("fast-action-2020", OPEN, SPIN, CLOSE, *lines)
    assert (step.kind, step.clause) == (kind, clause)


def test_new_limits_hold_from_the_next_opening() -> None:
    head = "limits = { min = 500, max = 1000 }\n"
    change = "pit-manager: sets limits 100 to 1000"
    assert _last("edz-2020", change, OPEN, "seat-1: red 100", head=head).kind == "ok"
    assert _last("edz-2020", OPEN, change, "seat-1: red 100", head=head).kind == "refused"
    of_red = "pit-manager: sets limits of red 100 to 1000"
    assert _last("edz-2020", of_red, OPEN, "seat-1: red 100", head=head).kind == "ok"
    assert _last("edz-2020", of_red, OPEN, "seat-1: odd 100", head=head).kind == "refused"


def test_limits_are_not_checked_again_on_what_is_left() -> None:
    """A street that three call bets now hold up was accepted piece by piece (reading 14)."""
    head = "limits = { min = 100, max = 9000, kinds = { street = { min = 500 } } }\n"
    calls = ["seat-1: voisins 900"] * 3
    walked = _walked(
        "racetrack-2012",
        *(OPEN, "seat-1: street:0/2/3 500", *calls, "seat-1: withdraws street:0/2/3"),
        *(SPIN, CLOSE, "dealer: outcome 2", "dealer: confirms 2"),
        head=head,
    )
    assert walked.settlement is not None
    assert walked.settlement.players["seat-1"].net == 3 * (12 * 200 - 900)


def test_the_next_round_waits_for_the_one_before() -> None:
    text = 'format = 1\nbook = "edz-2020"\ntitle = "x"\n'
    text += f'[[rounds]]\nactions = ["{OPEN}"]\n' * 2
    first, second = walk(read(text))
    assert first.steps[-1].kind == "ok"
    assert (second.steps[-1].kind, second.steps[-1].readings) == ("refused", (12,))


def test_a_remark_changes_nothing() -> None:
    step = _last("edz-2020", "note: a quiet evening")
    assert (step.kind, step.says) == ("noted", "a quiet evening")
