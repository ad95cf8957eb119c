"""Round notation: whole rounds and shifts as text, read, written and walked line by line.

The format is described in docs/round-notation.md. It must not know of stores, servers or screens.

>>> shift = read('''
... format = 1
... book = "racetrack-2012"
... title = "Red wins"
... actions = [
...     "dealer: place your bets",
...     "seat-1: red 500",
...     "dealer: spin",
...     "dealer: no more bets",
...     "dealer: outcome 3",
...     "dealer: confirms 3",
... ]
... ''')
>>> [walked] = walk(shift)
>>> walked.settlement.players["seat-1"].net
500
"""

from croupier.notation.actions import Action, Asked, Verdict
from croupier.notation.export import export
from croupier.notation.reader import read
from croupier.notation.settlement_lines import ResultLine, differences, settlement_lines
from croupier.notation.shift import FORMAT, House, Player, Round, Shift
from croupier.notation.step import Step
from croupier.notation.walk import Walked, walk
from croupier.notation.writer import write

__all__ = [
    "FORMAT",
    "Action",
    "Asked",
    "House",
    "Player",
    "ResultLine",
    "Round",
    "Shift",
    "Step",
    "Verdict",
    "Walked",
    "differences",
    "export",
    "read",
    "settlement_lines",
    "walk",
    "write",
]
