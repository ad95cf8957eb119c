"""The closing hour: whatever the zone and the date, days follow each other and none overlap."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.house.day import DAY, ClosingHour, day_after

ZONES = [
    "UTC",
    "Asia/Singapore",
    "Europe/Madrid",
    "America/New_York",
    "America/St_Johns",  # put back at a minute past midnight until 2011: an evening twice over
    "Australia/Lord_Howe",  # half an hour
    "Pacific/Apia",  # left a whole day out, 2011-12-30
    "Africa/Casablanca",
    "Asia/Kathmandu",
]
HOURS = st.times().map(lambda at: at.replace(second=0, microsecond=0, fold=0))
CLOSINGS = st.builds(ClosingHour, HOURS, st.sampled_from([ZoneInfo(zone) for zone in ZONES]))
MOMENTS = st.integers(0, 4_000_000_000_000)
MINUTE_MS, HOUR_MS = 60_000, 3_600_000


def ms(text: str) -> int:
    """A moment of UTC."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def closing(at: str, zone: str) -> ClosingHour:
    return ClosingHour(time.fromisoformat(at), ZoneInfo(zone))


@given(CLOSINGS, MOMENTS)
def test_a_moment_belongs_to_the_day_that_began_last(hour: ClosingHour, now_ms: int) -> None:
    day = hour.day_at(now_ms)
    assert hour.begins_ms(day) <= now_ms < hour.begins_ms(day + DAY)


@given(CLOSINGS, MOMENTS, st.integers(0, 3 * 24 * HOUR_MS))
def test_days_never_go_back_while_the_time_goes_on(
    hour: ClosingHour, now_ms: int, later_ms: int
) -> None:
    """Not even where the clock on the wall does."""
    assert hour.day_at(now_ms) <= hour.day_at(now_ms + later_ms)


@given(CLOSINGS, MOMENTS)
def test_a_day_begins_when_the_wall_clock_shows_the_hour(hour: ClosingHour, now_ms: int) -> None:
    """Or, where that hour is left out, so much later."""
    begins_ms = hour.begins_ms(hour.day_at(now_ms))
    shown = datetime.fromtimestamp(begins_ms / 1000, hour.zone)
    meant = datetime.combine(hour.day_at(now_ms), hour.at)
    assert shown.replace(tzinfo=None, fold=0) - meant in (
        *(timedelta(), timedelta(minutes=30), timedelta(hours=1), DAY),
    )
    assert shown.fold == 0


def wall(hour: ClosingHour, day: date) -> Iterator[int]:
    """Every minute of two days at which the clock on the wall shows the hour, or later that day."""
    begin_ms = ms(day.isoformat()) - 24 * HOUR_MS
    for now_ms in range(begin_ms, begin_ms + 72 * HOUR_MS, MINUTE_MS):
        shown = datetime.fromtimestamp(now_ms / 1000, hour.zone)
        if shown.date() == day and shown.time() >= hour.at:
            yield now_ms


@pytest.mark.parametrize(
    ("at", "zone", "day"),
    [
        ("02:30", "Europe/Madrid", "2026-10-25"),  # comes twice
        ("00:00", "America/St_Johns", "2010-11-07"),  # comes once, and the evening before again
        ("01:45", "Australia/Lord_Howe", "2026-04-05"),
        ("06:00", "America/New_York", "2026-03-08"),
        ("06:00", "Asia/Singapore", "2026-11-18"),
        ("23:59", "Africa/Casablanca", "2026-02-15"),
    ],
)
def test_a_day_begins_the_first_time_that_somebody_reads_the_hour(
    at: str, zone: str, day: str
) -> None:
    """Against a model that looks at the wall every minute."""
    hour = closing(at, zone)
    first = next(wall(hour, date.fromisoformat(day)))
    assert hour.begins_ms(date.fromisoformat(day)) == first
    assert hour.day_at(first) == date.fromisoformat(day)
    assert hour.day_at(first - 1) == date.fromisoformat(day) - DAY
    # Whatever is shown again after that is of the same day.
    later = range(first, first + 23 * HOUR_MS, MINUTE_MS)
    assert {hour.day_at(now_ms) for now_ms in later} == {date.fromisoformat(day)}


def test_an_hour_that_is_left_out_counts_as_much_later_as_the_clocks_jumped() -> None:
    hour = closing("02:30", "Europe/Madrid")  # 2026-03-29: from 02:00 to 03:00, which is 01:00 UTC
    assert hour.begins_ms(date(2026, 3, 29)) == ms("2026-03-29T01:30")
    assert hour.begins_ms(date(2026, 3, 30)) == ms("2026-03-30T00:30")


def test_a_date_that_a_country_leaves_out_is_a_gaming_day_of_no_length() -> None:
    hour = closing("06:00", "Pacific/Apia")
    assert hour.begins_ms(date(2011, 12, 30)) == hour.begins_ms(date(2011, 12, 31))
    begins = hour.begins_ms(date(2011, 12, 31))
    assert (hour.day_at(begins - 1), hour.day_at(begins)) == (
        date(2011, 12, 29),
        date(2011, 12, 31),
    )


AT_SIX = ClosingHour(time(6), UTC)
SIX, LATER = ms("2026-11-19T06:00"), ms("2026-11-21T15:00")


@pytest.mark.parametrize(
    ("day", "since", "now_ms", "over"),
    [
        ("2026-11-18", "2026-11-18T06:00", SIX - 1, False),
        ("2026-11-18", "2026-11-18T06:00", SIX, True),
        ("2026-11-18", "2026-11-18T06:00", LATER, True),  # two days later
        ("2026-11-19", "2026-11-19T05:00", SIX, False),  # begun before its hour
        ("2026-11-19", "2026-11-19T05:00", LATER, True),
        ("2026-11-17", "2026-11-18T07:00", SIX - 1, False),  # begun after its hour
        ("2026-11-17", "2026-11-18T07:00", SIX, True),
        ("2027-11-18", "2026-11-18T07:00", SIX - 1, False),  # named by a clock that was wrong
        ("2027-11-18", "2026-11-18T07:00", SIX, True),
        ("2026-11-20", "2026-11-18T07:00", SIX, False),  # named for tomorrow
        ("2026-11-20", "2026-11-18T07:00", LATER, True),
        ("2026-11-19", "2026-11-19T06:00", SIX - 1, False),  # put back by a moment
    ],
)
def test_a_day_is_over_at_the_closing_hour_that_follows_it(
    day: str, since: str, now_ms: int, over: bool
) -> None:
    assert AT_SIX.is_over(day, ms(since), now_ms) is over


@given(CLOSINGS, MOMENTS, st.integers(0, 30 * 24 * HOUR_MS))
def test_the_day_that_begins_is_not_over_and_no_day_begins_twice(
    hour: ClosingHour, began_ms: int, later_ms: int
) -> None:
    """Turning a day as soon as it is over: once an hour passes, and never twice at one moment."""
    day, now_ms = hour.next_day(None, began_ms), began_ms + later_ms
    assert not hour.is_over(day, began_ms, began_ms)
    if hour.is_over(day, began_ms, now_ms):
        following = hour.next_day(day, now_ms)
        assert following == hour.day_at(now_ms).isoformat() > day
        assert not hour.is_over(following, now_ms, now_ms)
    else:
        assert hour.day_at(now_ms).isoformat() == day


def test_the_next_day_is_the_clocks_or_the_one_after_the_last() -> None:
    assert AT_SIX.next_day("2026-11-18", SIX) == "2026-11-19"
    assert AT_SIX.next_day("2026-11-16", LATER) == "2026-11-21", "days missed are not invented"
    assert AT_SIX.next_day("2027-11-18", SIX) == "2027-11-19"
    assert day_after("2026-12-31") == date(2027, 1, 1)
