"""Bytes to packets: every form of the protocol, and any noise between."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.wheels.slingshot.packets import (
    LONGEST,
    Answer,
    BareNumber,
    Garbled,
    Packet,
    PacketParser,
    State,
    Status,
    Warnings,
)

EXAMPLE = b"*X;5;011;25;0;165;1"
READ = Status(State.WINNING_NUMBER, 11, "25", Warnings.NONE, 165, counter_clockwise=True)


def parse(data: bytes) -> list[Packet]:
    return PacketParser().feed(data)


def test_status() -> None:
    assert parse(EXAMPLE + b"\r\n") == [READ]
    [packet] = parse(b"*X;3;146; 9;a;  5;0\r\n")
    assert packet == Status(
        State.BALL_IN_RIM,
        146,
        " 9",
        Warnings.BALL_WITH_WHEEL | Warnings.LAUNCH_FAILED,
        5,
        counter_clockwise=False,
    )


@pytest.mark.parametrize("end", [b"\r\n", b"\n\r", b"\r", b"\n", b"\r\r\n"])
def test_either_order_of_the_line_end(end: bytes) -> None:
    assert parse(EXAMPLE + end + b"25" + end + EXAMPLE + end) == [READ, BareNumber("25"), READ]


@pytest.mark.parametrize("line", [b"25", b" 9", b"9 ", b"00", b" 0"])
def test_bare_numbers_padded_with_spaces(line: bytes) -> None:
    assert parse(line + b"\r\n") == [BareNumber(line.decode())]


def test_a_bare_number_right_before_a_packet() -> None:
    assert parse(b"25" + EXAMPLE + b"\r\n") == [BareNumber("25"), READ]


def test_after_a_corrupt_burst_the_next_whole_packet_is_read() -> None:
    packets = parse(b"*X;4;14*X;*X;4;146; 9;0;158;0\r\n")
    assert packets == [
        Garbled(b"*X;4;14"),
        Garbled(b"*X;"),
        Status(State.NO_MORE_BETS, 146, " 9", Warnings.NONE, 158, counter_clockwise=False),
    ]


@pytest.mark.parametrize("line", [b"*P OK", b"*X", b"*T z 37", b"*u 1", b"*F 0"])
def test_echoes_and_answers(line: bytes) -> None:
    assert parse(line + b"\r\n") == [Answer(line.decode())]


@pytest.mark.parametrize(
    "line",
    [
        b"*X;7;011;25;0;165;1",
        b"*X;0;011;25;0;165;1",
        b"*X;5;11;25;0;165;1",
        b"*X;5;0 1;25;0;165;1",
        b"*X;5;011;2;0;165;1",
        b"*X;5;011;255;0;165;1",
        b"*X;5;011;25;G;165;1",
        b"*X;5;011;25;0;16;1",
        b"*X;5;011;25;0;165;2",
        b"*X;5;011;25;0;165;",
        b"*X;5;011;25;0;165;1 ",
        b"*X;5;011;25;0;165;1\x00",
        b"X;5;011;25;0;165;1",
        b"*x5;\xff",
        b"5",
        b"  ",
        b"255",
        b"OK",
        b"\xb2\xb5",
        "٢٥".encode(),
        b"*",
    ],
)
def test_what_fits_no_form_exactly_is_garbled(line: bytes) -> None:
    assert parse(line + b"\r\n") == [Garbled(line)]


def test_a_line_without_end_takes_no_more_memory_than_a_line() -> None:
    parser = PacketParser()
    assert parser.feed(b"x" * 1_000_000) == []
    [garbled] = parser.feed(b"\r\n")
    assert garbled == Garbled(b"x" * (LONGEST + 1))
    # A line that is too long is never cut down to one that would fit.
    assert parse(b" " * LONGEST + EXAMPLE + b"0" * LONGEST + b"\r\n")[-1] != READ


def test_forgets_an_unfinished_line() -> None:
    parser = PacketParser()
    parser.feed(b"2")
    parser.reset()
    assert parser.feed(b"5\r\n") == [Garbled(b"5")]


noise = st.lists(
    st.one_of(
        st.binary(max_size=8),
        st.sampled_from([EXAMPLE + b"\r\n", b"25\r\n", b" 9\n\r", b"*X;4;14", b"*", b"\r"]),
    ),
    max_size=12,
).map(b"".join)


@given(noise, st.lists(st.integers(0, 60), max_size=12))
def test_any_cut_of_the_same_bytes_gives_the_same_packets(data: bytes, sizes: list[int]) -> None:
    parser, packets, at = PacketParser(), [], 0
    for size in [*sizes, len(data)]:
        packets += parser.feed(data[at : at + size])
        at += size
    assert packets == parse(data)


@given(noise)
def test_a_whole_packet_is_read_after_any_noise(data: bytes) -> None:
    assert parse(data + EXAMPLE + b"\r\n")[-1] == READ


@given(st.binary())
def test_any_bytes_are_read_without_a_crash(data: bytes) -> None:
    for packet in parse(data + b"\r\n"):
        if isinstance(packet, Garbled):
            assert len(packet.content) <= LONGEST + 1
