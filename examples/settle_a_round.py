"""Settle a round of Sands Roulette and see who won what, and by which clause."""

import croupier


def main() -> None:
    """Three players, one number."""
    book = croupier.load("sands-2019")
    limits = croupier.Limits(croupier.Range(500, 100_000))
    bets = [
        ("Ada", "split:0/00", 1000),
        ("Ben", "Top Line", 600),
        ("Eve", "red", 100),  # under the minimum: honoured once
    ]
    settlement = croupier.settle(book, bets, outcome="0", limits=limits)
    for bet, settled, _ in settlement.bets:
        clause = book.clause(settled.clause)
        print(f"{bet.player}: {bet.wager} {settled.result}, {settled.returned} cents back")
        print(f"  {clause.number}: {clause.summary}")
    print(f"house: {settlement.house_net} cents")


if __name__ == "__main__":
    main()
