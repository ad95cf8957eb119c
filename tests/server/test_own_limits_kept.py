"""Time that players set themselves, kept by the house while nobody presses anything; and kept by a
start that comes in between."""

from pathlib import Path

from croupier.house.own_limits import SetOwnLimits
from croupier.house.seats import TakeSeat
from croupier.house.state import TableState
from croupier.server.config.house import HouseConfig
from tests.server.houses import STAFF, Hosted, configured, dealt, hosting

TABLE = "edz-2020"
MINUTE_MS = 60_000
BEGUN_MS = 1_763_000_000_000


class Clock:
    """A clock that stands still until the test moves it."""

    now_ms = BEGUN_MS

    def __call__(self) -> int:
        return self.now_ms


def one_table(folder: Path) -> HouseConfig:
    return configured(folder, [dealt(TABLE, self_service=True)])


def table_of(hosted: Hosted) -> TableState:
    return hosted.house.floor.tables[TABLE].state


def test_a_players_time_ends_their_seat_and_an_hour_later_they_may_sit_again(
    tmp_path: Path,
) -> None:
    clock = Clock()
    with hosting(one_table(tmp_path), clock=clock) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.enrolled("t1", "t2"))
        hosted.run(hosted.open(TABLE, "t1", "t2"))
        hosted.run(hosted.must(TABLE, SetOwnLimits(player="t1", minutes=30)))
        clock.now_ms += 29 * MINUTE_MS
        hosted.run(hosted.house.watch.keep_own_limits())
        assert set(table_of(hosted).seats) == {"t1", "t2"}
    with hosting(one_table(tmp_path), clock=clock) as hosted:
        clock.now_ms += MINUTE_MS
        for _ in range(2):
            hosted.run(hosted.house.watch.keep_own_limits())
        table = table_of(hosted)
        assert set(table.seats) == {"t2"}, "a start in between begins no new time"
        assert table.house.time_outs == {"t1": clock.now_ms + 60 * MINUTE_MS}
        again = TakeSeat(player="t1")
        assert hosted.run(hosted.ask(TABLE, again)).code == "player/time-out"
        clock.now_ms += 60 * MINUTE_MS
        hosted.run(hosted.house.watch.keep_own_limits())
        assert not table.house.time_outs
        hosted.run(hosted.must(TABLE, again))
