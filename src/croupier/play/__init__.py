"""A table for scripts: whole rounds on the house's own engine, without a server.

>>> import croupier
>>> table = croupier.Table("racetrack-2012", seed=7)
>>> table.buy_in(20_000)
>>> table.bet("17/20", 500)
<Wager split:17/20 of racetrack-2012>
>>> table.spin("20")
<Round 1 of racetrack-2012: settled on 20, 1 wager, house -85.00>
>>> table.balance()
28500
"""

from croupier.play.rounds import Round
from croupier.play.table import PLAYER, Table

__all__ = ["PLAYER", "Round", "Table"]
