"""Fair draws: a round's secret, its commitment, what is drawn from it, and how anybody checks it.

A secret of kernel randomness is made before bets open, and its commitment (a hash) is shown. The
seed, a hash of all that is on record of the table up to the close of bets, is shown at the close.
The Bonus Numbers, and the pocket of a wheel of the system's own, follow from both. After the round,
void or not, the secret is shown, and ``check`` verifies it against the record.

Randomness, hashes and files come from outside; nothing here knows wagers, players or running
tables. docs/fairness.md has the recipe, and what it shows and does not show.

Sealing (``croupier.fair.sealed``) needs ``cryptography`` and is imported by who stores secrets;
drawing and checking need nothing beside Python and the rules.
"""

from croupier.fair.check import Finding, Record, Verification, check, read_record
from croupier.fair.draw import draw_bonus, draw_pocket
from croupier.fair.secret import Entropy, Secret, commit, new_secret, verify

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
