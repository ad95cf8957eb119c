"""The secret of an ended round: revealed, so that anyone can check the draw, or lost."""

from typing import ClassVar

from croupier.round.base import Actor, Decision, Line, Permission, RoundCommand, RoundEvent
from croupier.round.permissions import dealer
from croupier.round.phases import ENDED
from croupier.round.state import RoundState


class SecretRevealed(RoundEvent, frozen=True, kw_only=True):
    """The secret of an ended round is public."""

    name: ClassVar[str] = "secret.revealed"
    seen_by = "everybody"
    in_trail = "never"
    round: int
    secret: str

    def change(self, state: RoundState) -> None:
        state.revealed = self.secret


class SecretLost(RoundEvent, frozen=True, kw_only=True):
    """The secret of a round can no longer be opened, as the owner of the house declared: nobody
    can check what was drawn from it."""

    name: ClassVar[str] = "secret.lost"
    seen_by = "everybody"
    round: int
    by: Actor
    reason: str

    def change(self, state: RoundState) -> None:
        state.lost = True


class RevealSecret(RoundCommand, frozen=True, kw_only=True, tag="reveal-secret"):
    """Reveal the secret of an ended round, for anyone to check against its commitment."""

    allowed = Permission(dealer, ENDED, held=True, house=True)
    lines = (Line("secret of round {round}: {secret}", f"secret of round 1: {'a1' * 32}"),)
    leads_to = SecretRevealed
    house_fields = ("secret",)
    round: int
    secret: str = ""
    """Filled in by the server."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Void rounds' secrets are revealed too; never before the round has ended."""
        return [SecretRevealed(round=state.number, secret=self.secret)]
