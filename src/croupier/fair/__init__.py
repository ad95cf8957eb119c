"""Fair draws: a round's secret, its commitment, what is drawn from it, and how anybody checks it.

A secret of kernel randomness is made before bets open, and its commitment (a hash) is shown. The
Bonus Numbers, and the pocket of a wheel of the system's own, follow from the secret alone. After
the round, void or not, the secret is shown, and ``check`` tells from the record whether all fits.

Randomness and files come from outside; nothing here knows wagers, players or running tables. What
this proves: the draw was fixed before the bets. What it cannot prove: that the house kept the first
secret it made. The battery, over many rounds, is what speaks against such a choice.

Sealing (``croupier.fair.sealed``) needs ``cryptography`` and is imported by who stores secrets;
drawing and checking need nothing beside Python and the rules.
"""

from croupier.fair.check import Finding, Record, Verification, check, read_record
from croupier.fair.commitment import commit, verify
from croupier.fair.draw import draw_bonus, draw_pocket
from croupier.fair.secret import Entropy, Secret, new_secret

__all__ = [
    "Entropy",
    "Finding",
    "Record",
    "Secret",
    "Verification",
    "check",
    "commit",
    "draw_bonus",
    "draw_pocket",
    "new_secret",
    "read_record",
    "verify",
]
