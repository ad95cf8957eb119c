"""What a round pays, by the model's own arithmetic: a few lines that anyone can check by hand."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from tests.simulation.papers import PAYS, RED, Paper

LINKS = [{"0", "00", "S", "MBS"}, *({str(n + k) for k in range(4)} for n in range(1, 37, 4))]


@dataclass
class Lying:
    """A wager on the felt."""

    player: str
    wager: str
    amount: int
    chips: str
    act: int = 0
    """Which act of anyone's laid it, counted within the round."""
    by_staff: bool = False


@dataclass(frozen=True)
class Bounds:
    """The least and the most of one player on one area, and other bounds for some kinds."""

    table: tuple[int, int]
    kinds: tuple[tuple[str, tuple[int, int]], ...] = ()

    def of(self, area: str) -> tuple[int, int]:
        """The bounds of an area."""
        return dict(self.kinds).get(area.split(":")[0], self.table)


@dataclass
class Paid:
    """What goes back for each wager, and who was honoured under the minimum."""

    back: list[int] = field(default_factory=list)
    honoured: set[str] = field(default_factory=set)


def covers(area: str, number: str) -> bool:
    """Whether an area wins on a number, in the books without Bonus Numbers."""
    kind, _, rest = area.partition(":")
    if kind == "green":
        return number in ("S", "0", "00")
    if kind == "top-line":
        return number in ("S", "0", "00", "1", "2", "3")
    if kind in ("straight", "split", "street", "corner", "six-line"):
        return number in rest.split("/")
    if number in ("S", "MBS", "0", "00"):
        return False
    n = int(number)
    return {
        "column": str((n - 1) % 3 + 1) == rest,
        "dozen": str((n - 1) // 12 + 1) == rest,
        "low": n <= 18,
        "high": n > 18,
        "red": number in RED,
        "black": number not in RED,
        "odd": n % 2 == 1,
        "even": n % 2 == 0,
    }[kind]


def pays(area: str, number: str, drawn: Collection[str] | None) -> int | None:
    """What an area pays to one on a number, or nothing if it loses."""
    kind = area.split(":")[0]
    if drawn is None:
        return PAYS[kind] if covers(area, number) else None
    full = any(number in link and link <= set(drawn) for link in LINKS)
    wins = {
        "straight": area == f"straight:{number}",
        "bonus-win": number in drawn,
        "super-bonus-win": full,
        "scatter-bonus": all(link & set(drawn) for link in LINKS),
    }[kind]
    if kind == "straight" and wins:
        return 80 if full else 40 if number in drawn else 35
    return PAYS[kind] if wins else None


def most(area: str, *, bonus: bool) -> int:
    """The most that an area could pay to one."""
    return 80 if bonus and area.startswith("straight") else PAYS[area.split(":")[0]]


def pay(
    paper: Paper,
    lying: Iterable[Lying],
    number: str,
    drawn: Collection[str] | None,
    bounds: Bounds,
    warned: Collection[str],
) -> Paid:
    """Every wager of a round, area by area, in the order in which it was placed."""
    wagers, paid = list(lying), Paid()
    on: Counter[tuple[str, str]] = Counter()
    for each in wagers:
        areas = paper.wagers[each.wager]
        for area in areas:
            on[each.player, area] += each.amount // len(areas)
    left = {at: bounds.of(at[1])[1] for at in on}
    for each in wagers:
        areas, back = paper.wagers[each.wager], 0
        for area in areas:
            stake, at = each.amount // len(areas), (each.player, area)
            playing = stake
            if paper.outside_limits == "honoured once and capped":
                playing = min(stake, left[at])
                left[at] -= playing
                if on[at] < bounds.of(area)[0]:
                    playing = 0 if each.player in warned else stake
                    paid.honoured |= {each.player} - set(warned)
            to_one = pays(area, number, drawn)
            back += stake - playing + (0 if to_one is None else playing * (to_one + 1))
        paid.back.append(back)
    return paid


def could_pay(paper: Paper, lying: Iterable[Lying], number: str) -> int:
    """The most that wagers could win on a number, whatever Bonus Numbers are drawn."""
    total = 0
    for each in lying:
        areas = paper.wagers[each.wager]
        for area in areas:
            on_draw = paper.bonus and not area.startswith("straight")
            if on_draw or covers(area, number):
                total += each.amount // len(areas) * most(area, bonus=paper.bonus)
    return total
