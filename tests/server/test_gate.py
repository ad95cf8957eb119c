"""The gate: who has a place, who gives theirs up, and how time is counted."""

import pytest

from croupier.server.config.settings import Connections
from croupier.server.live.gate import DEADLINES_S, ENDED_AT_ONCE, FINE, STALE_S, Gate, Slot, Stage
from croupier.server.live.rates import BEAT_S, LATE_S, Bucket, Pace

FEW = Connections(most=20, public=5, each=3, per_address=6, requests_per_address=1000)


class Time:
    """A clock that a test moves, and the beat by it."""

    def __init__(self) -> None:
        self.now = 100.0
        self.pace = Pace(lambda: self.now)

    def pass_(self, seconds: float) -> None:
        """Time goes by and the loop comes round as it should."""
        for _ in range(round(seconds / BEAT_S)):
            self.now += BEAT_S
            self.beat()

    def stall(self, seconds: float) -> None:
        """The loop is held up for so long."""
        self.now += seconds
        self.beat()

    def beat(self) -> None:
        self.pace.beat()
        for each in self.pace.on_beat:
            each()


def gate(time: Time, limits: Connections = FEW, *, behind_proxy: bool = False) -> Gate:
    return Gate(limits, time.pace, behind_proxy=behind_proxy)


def admitted(gate: Gate, peer: str, cut: list[Slot] | None = None) -> Slot:
    slot = gate.admit(peer)
    assert slot is not None
    if cut is not None:
        slot.cut = lambda: cut.append(slot)
    return slot


@pytest.mark.parametrize("stage", DEADLINES_S)
def test_every_stage_has_its_deadline(stage: Stage) -> None:
    time, cut = Time(), list[Slot]()
    slot = admitted(gate(time), "10.0.0.1", cut)
    slot.wait(stage)
    time.pass_(DEADLINES_S[stage])
    assert cut == []
    time.pass_(2 * BEAT_S)
    assert cut == [slot]


def test_of_many_who_are_late_some_are_ended_at_a_time() -> None:
    time, cut = Time(), list[Slot]()
    crowd = 3 * ENDED_AT_ONCE + 1
    limits = Connections(per_address=1000)
    one = gate(time, limits)
    for _ in range(crowd):
        admitted(one, "10.0.0.1", cut).wait("idle")
    time.pass_(DEADLINES_S["idle"])
    ends = []
    while len(one.slots):
        before = len(cut)
        time.pass_(BEAT_S)
        ends.append(len(cut) - before)
    assert max(ends) == ENDED_AT_ONCE
    assert len(cut) == len({*cut}) == crowd


def test_time_in_which_nobody_was_read_does_not_count() -> None:
    time, cut = Time(), list[Slot]()
    slot = admitted(gate(time), "10.0.0.1", cut)
    slot.wait("idle")
    for _ in range(10):
        time.stall(60)
        assert cut == []
    time.pass_(DEADLINES_S["idle"])
    assert cut == [slot]


def test_a_deadline_that_passes_in_a_stall_leaves_time_to_read_what_came() -> None:
    time, cut = Time(), list[Slot]()
    slot = admitted(gate(time), "10.0.0.1", cut)
    slot.wait("idle")
    time.pass_(DEADLINES_S["idle"] - BEAT_S)
    time.stall(60)
    assert cut == [], "the loop may call timers before it reads"


def test_who_is_not_read_or_is_being_answered_has_no_deadline() -> None:
    time, cut = Time(), list[Slot]()
    one = gate(time)
    paused, busy = admitted(one, "10.0.0.1", cut), admitted(one, "10.0.0.1", cut)
    paused.paused = lambda: True
    paused.wait("body")
    busy.wait("body")
    busy.busy()
    time.pass_(10 * DEADLINES_S["body"])
    assert cut == []


def test_an_address_has_a_most_and_the_longest_idle_gives_way() -> None:
    time, cut = Time(), list[Slot]()
    one = gate(time)
    slots = [admitted(one, "10.0.0.1", cut) for _ in range(FEW.per_address)]
    for slot in slots:
        slot.wait("idle")
    assert one.admit("10.0.0.1") is None, "nobody is stale yet"
    assert one.admit("10.0.0.2") is not None
    time.pass_(STALE_S + 2 * BEAT_S)
    assert one.admit("10.0.0.1") is not None
    assert cut == slots[:1]
    slots[1].busy()
    assert one.admit("10.0.0.1") is not None
    assert cut == [slots[0], slots[2]], "not those who are being answered"


def test_a_network_of_one_device_is_one_address() -> None:
    one = gate(Time())
    for n in range(FEW.per_address):
        assert one.admit(f"2001:db8::{n}") is not None
    assert one.admit("2001:db8::ffff") is None
    assert one.admit("2001:db8:0:1::1") is not None


def test_a_full_house_takes_whoever_comes_for_whoever_is_idle() -> None:
    time, cut = Time(), list[Slot]()
    one = gate(time)
    for n in range(FEW.most):
        admitted(one, f"10.0.0.{n}", cut).wait("idle")
    assert one.admit("10.0.1.0") is None
    time.pass_(STALE_S + 2 * BEAT_S)
    assert one.admit("10.0.1.0") is not None
    assert len(cut) == 1
    assert len(one.slots) == FEW.most


def test_nobody_gives_way_whom_the_house_itself_does_not_read() -> None:
    """Their body may lie in the socket: it is the house that keeps them waiting."""
    time, cut = Time(), list[Slot]()
    one = gate(time)
    unread, idle = admitted(one, "10.0.0.1", cut), admitted(one, "10.0.0.1", cut)
    unread.paused = lambda: True
    for slot in (unread, idle):
        slot.wait("body")
    time.pass_(STALE_S + 2 * BEAT_S)
    assert one.spare()
    assert cut == [idle]
    assert not one.spare()


def test_kinds_and_names_have_a_most() -> None:
    one = gate(Time())
    places = [admitted(one, f"10.0.0.{n}") for n in range(FEW.most)]
    said = [one.name(slot, "player", "t-1") for slot in places[:4]]
    assert said == [None, None, None, "rate/connections"]
    said = [one.name(slot, "public", f"10.0.0.{n}") for n, slot in enumerate(places[4:10])]
    assert said == [None] * FEW.public + ["house/full"]
    places[0].leave()
    places[0].leave()
    assert one.name(places[11], "player", "t-1") is None, "once it has left, another may come"
    assert one.name(places[12], "player", "t-1") == "rate/connections"
    places[4].leave()
    assert one.name(places[13], "public", "10.0.0.13") is None, "nor does it count for its kind"
    assert one.name(places[14], "public", "10.0.0.14") == "house/full"


def test_terminals_do_not_count_against_their_address() -> None:
    one = gate(Time())
    for n in range(2 * FEW.per_address):
        assert one.name(admitted(one, "10.0.0.1"), "player", f"t-{n}") is None
    for _ in range(FEW.per_address):
        admitted(one, "10.0.0.1")
    assert one.admit("10.0.0.1") is None


def test_a_proxy_is_believed_only_where_the_house_has_one() -> None:
    behind, open_ = gate(Time(), behind_proxy=True), gate(Time())
    for _ in range(FEW.per_address):
        admitted(behind, "127.0.0.1")
        admitted(behind, "10.0.0.1")
        admitted(open_, "127.0.0.1")
    assert behind.admit("127.0.0.1") is not None, "everybody comes from the proxy"
    assert behind.admit("10.0.0.1") is None
    assert open_.admit("127.0.0.1") is None
    place = behind.admit("127.0.0.1")
    assert place is not None
    said = [behind.name(place, "public", "203.0.113.9") for _ in range(FEW.public)]
    assert said == [None] * FEW.public
    assert behind.name(place, "public", "203.0.113.9") == "house/full"


def test_arrivals_of_an_address_have_a_rate() -> None:
    time = Time()
    one = gate(time, Connections(per_address=10, requests_per_address=2))
    for _ in range(10):
        admitted(one, "10.0.0.1").leave()
    assert one.admit("10.0.0.1") is None
    assert one.admit("10.0.0.2") is not None
    time.pass_(1)
    assert one.admit("10.0.0.1") is not None


def test_no_address_takes_the_last_descriptors() -> None:
    one = gate(Time(), Connections())
    one.within(160)
    assert (one.limits.most, one.limits.per_address, one.limits.public) == (160, 120, 80)
    one.within(-50)
    assert one.limits.most > 0


def test_what_piled_up_in_a_stall_is_within_the_rate() -> None:
    time = Time()
    bucket = Bucket(60, 20, time.pace)
    time.pass_(10)
    time.stall(10)
    sent = 20 * 10 + 60
    assert all(bucket.take() for _ in range(sent))
    assert not bucket.take()
    time.pass_(10)
    assert sum(bucket.take() for _ in range(500)) == 60, "and no more once the loop keeps up"


def test_a_pace_that_is_kept_is_not_held_up() -> None:
    time = Time()
    time.pass_(5)
    assert time.pace.held_up() == 0
    time.stall(LATE_S + 1)
    assert time.pace.held_up() == LATE_S + 1


def test_who_sends_what_is_no_request_is_soon_not_let_in() -> None:
    time = Time()
    limits = Connections(most=2000, per_address=100, requests_per_address=10)
    guarded = gate(time, limits)
    for _ in range(100 // FINE):
        admitted(guarded, "10.0.0.1").fine()
    assert guarded.admit("10.0.0.1") is None
    admitted(guarded, "10.0.0.2")
    time.now += 1.0
    admitted(guarded, "10.0.0.1")


def test_what_is_no_request_stays_dear_once_nothing_is_left() -> None:
    """Else each arrival that comes back would let in another that must be read."""
    time = Time()
    a_second, seconds, let_in = 10, 20, 0
    guarded = gate(time, Connections(most=2000, per_address=100, requests_per_address=a_second))
    while (slot := guarded.admit("10.0.0.1")) is not None:
        slot.fine()
    for _ in range(round(seconds / BEAT_S)):
        time.pass_(BEAT_S)
        if (slot := guarded.admit("10.0.0.1")) is not None:
            slot.fine()
            let_in += 1
    assert 0 < let_in <= seconds * a_second / FINE


def test_a_request_in_pieces_costs_as_much_as_arrivals() -> None:
    time = Time()
    guarded = gate(time, Connections(per_address=10, requests_per_address=2))
    cut = list[Slot]()
    slot = admitted(guarded, "10.0.0.1", cut)
    assert [slot.goes_on() for _ in range(10)] == [True] * 9 + [False]
    time.beat()
    assert cut == [slot]
    assert guarded.admit("10.0.0.1") is None
    assert admitted(guarded, "10.0.0.2").goes_on()
    behind = admitted(gate(time, Connections(), behind_proxy=True), "127.0.0.1")
    assert all(behind.goes_on() for _ in range(2000)), "the proxy waits for requests to be whole"


def test_nobody_behind_a_proxy_pays_for_another() -> None:
    guarded = gate(Time(), FEW, behind_proxy=True)
    for _ in range(3):
        admitted(guarded, "127.0.0.1").fine()
    admitted(guarded, "127.0.0.1")
