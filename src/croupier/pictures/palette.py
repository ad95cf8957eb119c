"""The colours of the house, each defined once, and the ink for each ground.

Brass is the one accent: it marks what is active. Amber and white are light: they mark Bonus Numbers
and full links. Every ink reads at least 4.5 to 1 on its ground.
"""

from collections.abc import Mapping

FELT = "#0d3b40"
FELT_EDGE = "#041517"
IVORY = "#f3ead7"
RED = "#a5191f"
BLACK = "#15171a"
EMERALD = "#1a704c"
BRASS = "#c9a24d"
BRASS_LIGHT = "#e9cf8f"
BRASS_DARK = "#7c5c1f"
AMBER = "#ffb02e"
WHITE_HOT = "#fff6e2"
INK = "#1a140a"

WOOD = "#5a2e19"
WOOD_LIGHT = "#8a5230"
WOOD_DARK = "#24100a"

PLAYERS = ("#2c5f9e", "#e8b33f", "#7a3b8f", "#d9d2c3", "#b4531f", "#3f8f86", "#c25b86", "#6f7f2f")
"""The colours of players' chips, one after the other."""

LINE_OPACITY = 0.7
WASH_OPACITY = 0.2

OF_COLOUR: Mapping[str, str] = {"red": RED, "black": BLACK, "green": EMERALD}
"""The paint of each colour that a book names."""


def mixed(over: str, under: str, opacity: float) -> str:
    """The colour of one laid over another.

    >>> mixed("#ffffff", "#000000", 0.5)
    '#808080'
    """
    shares = (
        round(int(over[i : i + 2], 16) * opacity + int(under[i : i + 2], 16) * (1 - opacity))
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{share:02x}" for share in shares)


SET_BACK: Mapping[str, str] = {paint: mixed(INK, paint, 0.5) for paint in (RED, BLACK, EMERALD)}
"""The paint of numbers that a shown wager does not cover."""

FELT_COVERED = mixed(BRASS, FELT, WASH_OPACITY)
"""The felt under a brass wash."""

INK_ON: Mapping[str, str] = {
    FELT: IVORY,
    FELT_EDGE: IVORY,
    FELT_COVERED: IVORY,
    RED: IVORY,
    BLACK: IVORY,
    EMERALD: IVORY,
    BRASS: INK,
    BRASS_LIGHT: INK,
    AMBER: INK,
    WHITE_HOT: INK,
    **dict.fromkeys(SET_BACK.values(), IVORY),
    **dict.fromkeys((PLAYERS[0], PLAYERS[2], PLAYERS[4]), "#ffffff"),
    **dict.fromkeys((PLAYERS[1], PLAYERS[3], *PLAYERS[5:]), "#000000"),
}
"""The ink for each ground."""


def of_player(at: int) -> str:
    """The colour of a player's chips, by their place among the players."""
    return PLAYERS[at % len(PLAYERS)]
