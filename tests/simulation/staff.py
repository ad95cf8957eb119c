"""Who may do what, as a plain table: positions, books, players for themselves."""

from croupier.round.base import Actor, Command
from tests.simulation.papers import Paper

RANK = {"dealer": 0, "pit-supervisor": 1, "pit-manager": 2, "gaming-shift-manager": 3}
DEALER, SUPERVISOR, MANAGER, SHIFT = RANK

STANDING = ("grant-standing-leave", "withdraw-standing-leave")
BY_THE_BOOK = {
    **dict.fromkeys(("open-bets", "spin-ball", "close-bets", "report-rest"), DEALER),
    **dict.fromkeys(("call-outcome", "confirm-outcome", "state-ball"), DEALER),
    **dict.fromkeys(("draw-bonus-numbers", "report-lights"), DEALER),
    **dict.fromkeys(("grant-early-close", *STANDING), MANAGER),
    "decide-referral": SHIFT,
}
"""One position each; a higher one only where the book lets it act for a lower."""

FROM_UP = {
    **dict.fromkeys(("report-spin", "void-round", "declare-interruption"), DEALER),
    **dict.fromkeys(("place-for-player", "call-no-spin", "refer"), DEALER),
    **dict.fromkeys(("take-back-for-player", "record-wager", "record-withdrawal"), DEALER),
    **dict.fromkeys(("rule-on-wager", "revoke-ruling"), SUPERVISOR),
    **dict.fromkeys(("suspend-round", "resume-round", "reveal-secret"), DEALER),
    **dict.fromkeys(("correct-outcome", "void-after-outcome"), SUPERVISOR),
    "abandon-round": MANAGER,
    **dict.fromkeys(("take-seat", "leave-seat", "buy-in", "redeem-voucher"), DEALER),
    **dict.fromkeys(("change-chips", "cash-out", "collect-held"), DEALER),
    **dict.fromkeys(("open-table", "fill-float", "credit-float", "close-table"), SUPERVISOR),
    **dict.fromkeys(("cash-voucher", "adjust-balance"), SUPERVISOR),
    **dict.fromkeys(("set-limits", "set-maximum-payout", "start-shift", "end-shift"), MANAGER),
    "exclude-player": MANAGER,
    **dict.fromkeys(("readmit-player", "lapse-vouchers", "start-day", "end-day"), SHIFT),
}
"""A position and all above it, whatever the book."""

AT_THE_FELT = ("record-wager", "record-withdrawal")
WHERE_STAFFED = ("place-for-player", "take-back-for-player", "grant-early-close")
WHERE_RULED = ("rule-on-wager", "revoke-ruling")
WHERE_HIGHER_MAY = ("call-no-spin", "refer", "decide-referral")
WHERE_BONUS = ("draw-bonus-numbers", "report-lights")

PLAYERS_ONLY = {"place-wager", "withdraw-wager", "place-wagers", "double-wagers", "rebet"}
PLAYERS_ONLY |= {"clear-wagers", "undo-wager"}
FOR_THEMSELVES = ("take-seat", "leave-seat")


def name_of(command: Command) -> str:
    """What a command is called."""
    return str(type(command).__struct_config__.tag)


def may(paper: Paper, who: Actor, command: Command) -> bool:
    """Whether this person may ask for this at all."""
    asked = name_of(command)
    if asked in PLAYERS_ONLY:
        return who.position is None
    if who.position is None:
        return _player_may(paper, who.name, asked, command)
    if (
        (asked in (*WHERE_STAFFED, *WHERE_RULED, *STANDING) and not paper.staffed)
        or (asked in AT_THE_FELT and "credits" in paper.chips)
        or (asked in WHERE_HIGHER_MAY and not paper.higher_may)
        or (asked in WHERE_BONUS and not paper.bonus)
        or (asked == "abandon-round" and paper.higher_may)
    ):
        return False
    if asked in FROM_UP:
        return RANK[who.position] >= RANK[FROM_UP[asked]]
    least = BY_THE_BOOK[asked]
    return who.position == least or (paper.higher_may and RANK[who.position] > RANK[least])


def _player_may(paper: Paper, name: str, asked: str, command: Command) -> bool:
    """Players ask for themselves, and never for money."""
    return getattr(command, "player", None) == name and asked in FOR_THEMSELVES


def approves(who: Actor, second: Actor) -> bool:
    """Whether a second person's word counts: someone else, Pit Supervisor or above."""
    if second.position is None or second.name == who.name:
        return False
    return RANK[second.position] >= RANK[SUPERVISOR]
