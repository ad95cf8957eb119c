"""How much is going on is for the operator: it tells of others' wagers before the close."""

from pathlib import Path

import pytest

from croupier.house.seats import TakeSeat
from croupier.protocol import frames as f
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from tests.server.houses import closing, configured, dealt, hosting

TABLE = "edz-2020"
ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}
TOKEN = "ab" * 32


@pytest.mark.parametrize("made", [False, True])
def test_metrics_are_for_this_machine_or_for_who_has_the_token(tmp_path: Path, made: bool) -> None:
    config = configured(tmp_path, [dealt(TABLE)], behind_proxy=True)
    if made:
        config.secrets.mkdir(mode=0o700)
        file = config.secrets / "metrics.token"
        file.write_text(TOKEN, encoding="ascii")
        file.chmod(0o600)
    with hosting(config) as hosted:

        def status(**headers: str) -> int:
            return hosted.http("GET", "/metrics", headers=headers).status

        assert status() == 200
        elsewhere = hosted.http("GET", "/metrics", headers=ELSEWHERE)
        assert (elsewhere.status, elsewhere.code) == (403, "metrics/not-here")
        assert b"croupier_verdicts" not in elsewhere.content
        wrong = ("", "x", f"Basic {TOKEN}", "Bearer ", "Bearer None", f"Bearer {TOKEN[:-1]}")
        for token in wrong:
            assert status(**ELSEWHERE, Authorization=token) == 403
        right = status(**ELSEWHERE, Authorization=f"Bearer {TOKEN}")
        assert right == (200 if made else 403)
        assert hosted.http("GET", "/healthz", headers=ELSEWHERE).status == 200


@pytest.mark.parametrize("table", ["edz-2020", "racetrack-2012"])
def test_the_public_counts_no_wagers_before_the_close(tmp_path: Path, table: str) -> None:
    with hosting(configured(tmp_path, [dealt(table)])) as hosted:
        hosted.run(hosted.open(table, "ada"))
        hosted.run(hosted.must(table, OpenBets()))
        opened = hosted.head()[f"table-{table}"]
        wire = hosted.run(hosted.wire())

        hosted.run(hosted.enrolled("eve"))

        async def looked() -> set[int]:
            """Every number of an entry that the public, or a terminal, is shown just now."""
            seqs = {one.table.seq for one in wire.heard(f.TableFrame)[-1:]}
            for who in (None, "eve"):
                other = await hosted.wire(who)
                now = await other.ask(f.Watch(table=table), f.Now)
                seqs |= {now.table.seq} | ({now.seq} - {0})
            return seqs

        def shown() -> set[int]:
            hosted.head()
            row = hosted.http("GET", f"/api/tables/{table}").json["seq"]
            listed = hosted.http("GET", "/api/house").json["tables"][0]["seq"]
            return hosted.run(looked()) | {row, listed}

        hosted.run(wire.ask(f.Watch(table=table), f.Now))
        seen = [shown()]
        for n in range(3):
            wager = PlaceWager(wager="red", amount=500)
            hosted.run(hosted.must(table, wager, by=Actor("ada")))
            seen.append(shown())
            hosted.run(hosted.must(table, TakeSeat(player=f"guest-{n}")))
            seen.append(shown())
        assert {seq for each in seen for seq in each} == {opened}
        hosted.run(hosted.must(table, *closing(table)))
        after = hosted.head()[f"table-{table}"]
        assert max(shown()) == after > opened
