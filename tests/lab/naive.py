"""The distribution of a session the slow way, in fractions: each state and bank by itself."""

from collections import defaultdict
from collections.abc import Hashable
from fractions import Fraction

from croupier.lab import Session, Spin


def law_of(asked: Session) -> tuple[dict[int, Fraction], dict[str, Fraction]]:
    """The chance of each net result in cents, and of each end."""
    nets, chances = asked.ticket.nets, asked.ticket.chances
    at: dict[tuple[Hashable, int], Fraction] = {(asked.strategy.start(), 0): Fraction(1)}
    distribution: dict[int, Fraction] = defaultdict(Fraction)
    ends: dict[str, Fraction] = defaultdict(Fraction)
    for spin in range(asked.spins + 1):
        after: dict[tuple[Hashable, int], Fraction] = defaultdict(Fraction)
        for (state, won), chance in at.items():
            stake = min(asked.strategy.stake(state), asked.most)
            end = end_of(asked, won, stake) or ("spins" if spin == asked.spins else None)
            if end is not None:
                distribution[won] += chance
                ends[end] += chance
                continue
            for net, often in zip(nets, chances, strict=True):
                pays = Fraction(net, asked.ticket.cost)
                then = asked.strategy.after(state, Spin(stake, pays, asked.most))
                after[then, won + stake * net] += chance * often
        at = after
    return dict(distribution), dict(ends)


def end_of(asked: Session, won: int, stake: int) -> str | None:
    if asked.stop_win is not None and won >= asked.stop_win:
        return "stop-win"
    if asked.stop_loss is not None and won <= -asked.stop_loss:
        return "stop-loss"
    return "ruin" if asked.bank + won < stake * asked.ticket.cost else None
