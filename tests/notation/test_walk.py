"""The walk: each line is one command, the house decides it, and the step tells what came of it."""

import pytest

from croupier import books
from croupier.notation import Step, Walked, read, walk
from croupier.round.base import SYSTEM, ActionRefused, Actor
from croupier.round.opening import RoundOpened
from croupier.round.secret import SecretRevealed
from croupier.rules.positions import Position


def walked(book: str, *lines: str, head: str = "") -> Walked:
    listed = "".join(f"    '''{line}''',\n" for line in lines)
    text = f'format = 1\nbook = "{book}"\ntitle = "x"\n{head}actions = [\n{listed}]\n'
    [one] = walk(read(text))
    return one


def last(book: str, *lines: str, head: str = "") -> Step:
    return walked(book, *lines, head=head).steps[-1]


OPEN = "dealer: place your bets"
SPIN, CLOSE = "dealer: spin", "dealer: no more bets"
CLOSED = {"before-spin": (OPEN, CLOSE, SPIN), "while-ball-spins": (OPEN, SPIN, CLOSE)}
DEALER = Actor("dealer", Position.DEALER)


def closed(book_id: str) -> tuple[str, ...]:
    """A round of the book up to the ball running with bets closed."""
    return CLOSED[books.load(book_id).says.close.when]


@pytest.mark.parametrize("book_id", books.ids())
class TestEveryBook:
    """What holds in every book, by its own clauses."""

    def test_wagers_wait_for_the_opening(self, book_id: str) -> None:
        step = last(book_id, "seat-1: straight:17 500")
        assert (step.kind, step.readings) == ("refused", (12,))

    def test_late_wagers_are_refused_and_the_refusal_is_on_record(self, book_id: str) -> None:
        late = books.load(book_id).says.late
        first, *more = closed(book_id)
        placed = (first, "seat-1: straight:17 500", *more)
        step = last(book_id, *placed, "seat-1: straight:17 500")
        assert (step.kind, step.clause) == ("refused", late.placed.clause)
        [event] = step.events
        assert isinstance(event, ActionRefused)
        assert (event.by, event.code, event.amount) == (Actor("seat-1"), "late/placed", 500)
        step = last(book_id, *placed, "seat-1: withdraws straight:17")
        assert (step.kind, step.clause) == ("refused", late.withdrawn.clause)

    def test_bets_open_once(self, book_id: str) -> None:
        assert last(book_id, OPEN, OPEN).kind == "refused"

    def test_nothing_happens_before_the_opening(self, book_id: str) -> None:
        for line in (SPIN, CLOSE, "dealer: outcome 17", "dealer: void by 5.4"):
            assert last(book_id, line).kind == "refused", line
        assert last(book_id, "power fails").kind == "noted"

    def test_no_outcome_is_recorded_before_the_close(self, book_id: str) -> None:
        step = last(book_id, OPEN, "dealer: outcome 17")
        assert (step.kind, step.readings) == ("refused", (21,))

    def test_the_ball_is_never_spun_again(self, book_id: str) -> None:
        step = last(book_id, *closed(book_id), SPIN)
        assert (step.kind, step.readings) == ("refused", (21,))

    @pytest.mark.parametrize(
        ("report", "clause"),
        [
            ("with the wheel", "5.1"),
            ("ball not spun", "5.2"),
            ("3 revolutions", "5.3"),
            ("against the wheel, 0 revolutions", "5.3"),
            ("foreign object", "5.4"),
            ("no compartment", "5.5"),
            ("ball left wheel", "5.6"),
            ("ball broke", "5.7"),
            ("wheel stopped", "5.8"),
            ("wheel not turning", "5.9"),
            ("interference", "5.10"),
            ("with the wheel, interference", "5.1"),
        ],
    )
    def test_a_bad_spin_voids_by_itself(self, book_id: str, report: str, clause: str) -> None:
        first, *more = closed(book_id)
        lines = (first, "seat-1: straight:17 500", *more, f"spin report: {report}")
        one = walked(book_id, *lines)
        assert (one.steps[-1].kind, one.steps[-1].clause) == ("void", clause)
        assert one.voided_by == clause
        assert one.settlement is not None
        assert one.settlement.players["seat-1"].net == 0

    def test_a_good_spin_is_reported_too(self, book_id: str) -> None:
        spin = books.load(book_id).says.spin
        for report in ("against the wheel", "4 revolutions", "nothing unusual"):
            step = last(book_id, *closed(book_id), f"spin report: {report}")
            assert (step.kind, step.clause) == ("ok", spin.clause)

    def test_a_round_that_is_over_takes_nothing_more(self, book_id: str) -> None:
        for line in (CLOSE, SPIN, "dealer: outcome 17", "seat-1: straight:17 500"):
            step = last(book_id, OPEN, "dealer: void by 5.10", line)
            assert (step.kind, step.readings) == ("refused", (12,)), line

    def test_a_round_that_is_not_over_has_no_settlement(self, book_id: str) -> None:
        assert walked(book_id, *closed(book_id)).settlement is None


def test_each_line_is_one_command_by_whoever_it_names() -> None:
    lines = (
        OPEN,
        "pit-manager Ben: spin",
        CLOSE,
        "ball: rests",
        "spin report by dealer: ball broke, because a splinter lies on the felt",
    )
    one = walked("sands-2019", *lines)
    by = [getattr(event, "by", None) for event in one.events]
    assert by == [DEALER, Actor("Ben", Position.PIT_MANAGER), DEALER, SYSTEM, DEALER, DEALER]


def test_the_terminals_call_where_the_book_says_so() -> None:
    [event] = last("edz-2020", "terminals: place your bets").events
    assert isinstance(event, RoundOpened)
    assert event.by == Actor("terminals", Position.DEALER)


def test_a_commitment_is_public_with_the_opening_and_the_secret_after_the_end() -> None:
    opening = f"{OPEN}, commitment {'5e' * 32}, sealed 1:5e5e"
    secret = f"secret of round 1: {'a1' * 32}"
    one = walked("edz-2020", opening, "dealer: void by 5.10", secret)
    opened, *_, revealed = one.events
    assert isinstance(opened, RoundOpened)
    assert (opened.commitment, opened.sealed) == ("5e" * 32, "1:5e5e")
    assert isinstance(revealed, SecretRevealed)
    assert last("edz-2020", opening, secret).kind == "refused"


def test_all_that_a_player_puts_on_a_wager_is_settled_as_one() -> None:
    lines = (OPEN, "seat-1: red 500", "seat-2: red 50", "seat-1: red 300")
    end = (CLOSE, SPIN, "dealer: outcome 1", "dealer: confirms 1")
    one = walked("edz-2020", *lines, "seat-1: withdraws 400 of red", *end)
    assert one.settlement is not None
    settled = [(bet.player, bet.amount, made.returned) for bet, made, _ in one.settlement.bets]
    assert settled == [("seat-1", 400, 800), ("seat-2", 50, 100)]
    assert one.steps[3].says == "3.00 more: 8.00 on Red"


def test_a_second_person_without_a_name_is_another_one() -> None:
    lines = (*CLOSED["before-spin"], "dealer: outcome 1", "dealer: confirms 1")
    correct = "pit-supervisor: corrects round 1 to 2, approved by pit-supervisor"
    assert last("edz-2020", *lines, correct).kind == "ok"
    same = "pit-supervisor Ana: corrects round 1 to 2, approved by pit-supervisor Ana"
    assert last("edz-2020", *lines, same).readings == (19,)


def test_the_ball_may_rest_before_the_close_but_no_outcome_follows() -> None:
    one = walked("sands-2017", OPEN, SPIN, "ball: rests", "dealer: outcome 17")
    assert [step.kind for step in one.steps[2:]] == ["ok", "refused"]
    assert one.steps[2].readings == (21,)


def test_a_failure_does_what_the_book_says() -> None:
    running = (OPEN, CLOSE, SPIN, "power fails")
    assert last("edz-2020", *running).clause == "5.13"
    assert last("edz-2020", *running, head="own-wheel = true\n").clause == "5.13.1"
    assert last("sands-2019", OPEN, "power fails").clause == "5.11.2"
    assert last("sands-2017", OPEN, "power fails").readings == (16,)
    assert last("sands-2017", OPEN, "power fails", "power returns").kind == "noted"


def test_new_limits_hold_from_the_next_opening() -> None:
    head = "limits = { min = 500, max = 1000 }\n"
    change = "pit-manager: sets limits 100 to 1000"
    assert last("edz-2020", change, OPEN, "seat-1: red 100", head=head).kind == "ok"
    assert last("edz-2020", OPEN, change, "seat-1: red 100", head=head).kind == "refused"
    of_red = "pit-manager: sets limits 500 to 1000, red 100 to 1000"
    assert last("edz-2020", of_red, OPEN, "seat-1: red 100", head=head).kind == "ok"
    step = last("edz-2020", of_red, OPEN, "seat-1: odd 100", head=head)
    assert (step.kind, step.readings) == ("refused", (13, 14))
    assert last("edz-2020", "dealer: sets limits 1 to 5").kind == "refused"


class TestMoney:
    """What a file says of money, the house holds it to."""

    HEAD = "players.ada = { cash-chips = 1000 }\n"

    def test_nobody_wagers_what_they_have_not_got(self) -> None:
        first, second = (OPEN, "ada: red 600"), "ada: black 600"
        assert last("sands-2019", *first, head=self.HEAD).kind == "ok"
        step = last("sands-2019", *first, second, head=self.HEAD)
        assert step.kind == "refused"
        assert "4.00 available" in step.says

    def test_where_players_are_listed_nobody_else_plays_before_sitting_down(self) -> None:
        assert last("sands-2019", OPEN, "bob: red 500", head=self.HEAD).kind == "refused"
        comes = ("bob: sits down", "bob: buys in 500 cash chips", OPEN, "bob: red 500")
        assert [step.kind for step in walked("sands-2019", *comes).steps] == ["ok"] * 4
        assert last("sands-2019", *comes, head=self.HEAD).kind == "ok"

    def test_who_is_not_counted_has_more_than_enough(self) -> None:
        for chips in ("", " in colour chips"):
            assert last("sands-2019", OPEN, f"ada: red 999999999999{chips}").kind == "ok"
        assert last("edz-2020", OPEN, "ada: red 500 in credits").kind == "ok"

    def test_money_passes_through_the_hands_that_the_house_gives_it_to(self) -> None:
        buy = "bob: buys in 500 cash chips"
        [bought] = last("sands-2019", "bob: sits down", buy).events
        assert bought.by == DEALER  # type: ignore[attr-defined]
        [bought] = last("edz-2020", "bob: sits down", "bob: buys in 500 credits").events
        assert bought.by == DEALER  # type: ignore[attr-defined]

    def test_colour_chips_have_a_value_and_a_marker_above_the_minimum(self) -> None:
        head = "limits = { min = 500, max = 100000 }\n"
        for value, marker in ((500, False), (2500, True)):
            buy = f"bob: buys in 5000 colour chips, blue at {value}"
            step = last("sands-2019", "bob: sits down", buy, head=head)
            assert (step.kind, step.clause) == ("ok", "1.1.1")
            assert ("marker" in step.says) is marker
        assert last("edz-2020", "bob: sits down", "bob: buys in 500 cash chips").clause == "3.3"

    def test_a_voucher_leaves_and_comes_back(self) -> None:
        number, until = "00041061050R3GG28A1C60T3GF", "2020-04-18T00:00:00.000+00:00"
        out = f"ada: cashes out to voucher {number} until {until}"
        back = f"ada: buys in with voucher {number}"
        head = "players.ada = { credits = 700 }\n"
        one = walked("edz-2020", out, back, back, head=head)
        assert [step.kind for step in one.steps] == ["ok", "ok", "refused"]
        assert one.steps[1].says == "7.00 in credits for a voucher"

    def test_who_leaves_has_their_winnings_held(self) -> None:
        lines = (OPEN, "ada: red 1000", "ada: leaves", SPIN, CLOSE)
        end = ("dealer: outcome 1", "dealer: confirms 1", "ada: collects what is held")
        step = last("sands-2019", *lines, *end, head=self.HEAD)
        assert step.says == "20.00 that was held is paid in cash"

    def test_a_day_of_the_table(self) -> None:
        lines = (
            "gaming-shift-manager: starts the day 2020-03-18",
            "pit-supervisor: opens the table with 100000",
            "pit-supervisor: fills the float by 5000",
            "pit-supervisor: closes the table with 105000",
            "gaming-shift-manager: ends the day",
        )
        one = walked("sands-2019", *lines, head='house = { open = false, day = "" }\n')
        assert [step.kind for step in one.steps] == ["ok"] * 5
        assert one.steps[-1].says == "the gaming day ends with 0.00 in the box"


def test_a_terminal_offers_what_its_make_offers() -> None:
    head = 'players.ada = { terminal = "rapid-select" }\n'
    step = last("edz-2020", OPEN, "ada: finales:4 400", head=head)
    assert (step.kind, step.clause) == ("refused", "App. I")
    [event] = step.events
    assert isinstance(event, ActionRefused)
    assert event.code == "wager/not-offered-here"
    assert last("edz-2020", OPEN, "ada: tiers 600", head=head).kind == "ok"


def test_the_next_round_waits_for_the_one_before() -> None:
    text = 'format = 1\nbook = "edz-2020"\ntitle = "x"\n'
    text += f'[[rounds]]\nactions = ["{OPEN}"]\n' * 2
    first, second = walk(read(text))
    assert first.steps[-1].kind == "ok"
    assert (second.steps[-1].kind, second.steps[-1].clause) == ("refused", "3.1")
    assert second.settlement is None


def test_a_refusal_on_record_is_told_and_changes_nothing() -> None:
    line = "refused seat-1: place-wager 500 on red:1, wager/selection-not-wanted, red is whole"
    step = last("edz-2020", line)
    assert step.kind == "refused"
    [event] = step.events
    assert isinstance(event, ActionRefused)
    assert (event.wager, event.amount, event.by) == ("red:1", 500, Actor("seat-1"))


def test_a_remark_changes_nothing() -> None:
    step = last("edz-2020", "note: a quiet evening")
    assert (step.kind, step.says, step.events) == ("noted", "a quiet evening", ())


TEN = "players.seat-1 = { cash-chips = 1000 }\n"
CASHED_OUT = (
    *(OPEN, "seat-1: straight:17 1000", SPIN, CLOSE, "dealer: outcome 17", "dealer: confirms 17"),
    "seat-1: cashes out",
)
BY_TWO = ", approved by pit-manager Ben"


@pytest.mark.parametrize(
    ("asked", "given", "lost"),
    [
        ("corrects round 1 to 0", "0 instead of 17: 0.00 taken back; 0.00 paid out", "360.00"),
        ("voids settled round 1 by 5.4", "10.00 taken back; 10.00 returned as stakes", "350.00"),
    ],
)
def test_a_correction_tells_what_it_could_not_collect(asked: str, given: str, lost: str) -> None:
    """Reading 19: what was cashed out is not taken back, and nobody is told that it was."""
    line = f"pit-supervisor Ana: {asked}{BY_TWO}"
    if "voids" in asked:
        line += ", the film shows a coin in the wheel"
    step = last("sands-2019", *CASHED_OUT, line, head=TEN)
    assert given in step.says
    assert step.says.endswith(f"{lost} not collected from seat-1: the house’s loss")


def test_a_correction_tells_from_whom_it_collects_an_earlier_loss() -> None:
    lines = (
        *CASHED_OUT,
        f"pit-supervisor Ana: corrects round 1 to 0{BY_TWO}",
        "seat-1: buys in 50000 cash chips",
        f"pit-supervisor Ana: corrects round 1 to 3{BY_TWO}",
    )
    step = last("sands-2019", *lines, head=TEN)
    assert step.says.startswith("3 instead of 0: 360.00 taken back; 0.00 paid out")
    assert "360.00 collected from seat-1 that an earlier correction could not" in step.says
