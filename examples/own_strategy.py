"""A strategy of one's own, as a class and as a function, on the lab's own machinery.

Needs the lab: pip install 'croupier[lab]'.
"""

from croupier import books, lab


class RestAfterThree:
    """Double after a loss, but after three losses in a row take them and start again."""

    def start(self) -> int:
        return 0

    def stake(self, losses: int) -> int:
        return (1, 2, 4)[losses]

    def after(self, losses: int, spin: lab.Spin) -> int:
        return (losses + 1) % 3 if spin.lost else 0


@lab.progression
def up_and_halve(units: int, spin: lab.Spin) -> int:
    """A unit more after a loss, half as much after a win."""
    return max(1, units // 2) if spin.won else min(units + 1, spin.most)


def main() -> None:
    book = books.load("sands-2019")
    limits = lab.Limits(lab.Range(500, 50_000))
    for strategy in (RestAfterThree(), up_and_halve):
        session = lab.session(
            book, "red", strategy, unit=500, bank=100_000, spins=300, limits=limits
        )
        found = lab.answer(session, ahead=(20_000,))
        print(type(strategy).__name__, "-", found.why)
        print(f"  costs {found.loss / 100:.2f} on average, ruin {found.ruin:.4%},")
        print(f"  ever 200.00 ahead: {found.ahead[20_000]:.2%}")
        played = lab.simulate(session, 20_000, seed=7)
        low, high = played.interval("mean")
        print(f"  played 20,000 times it costs between {-high / 100:.2f} and {-low / 100:.2f}")


if __name__ == "__main__":
    main()
