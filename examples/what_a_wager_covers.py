"""Ask a book about a wager: what it covers, what it pays, and what is wrong with a bad one."""

import croupier


def main() -> None:
    """A call bet, its pieces, and a split that does not exist."""
    book = croupier.load("edz-2020")
    wager = book.wager("Grand Series")
    print(f"{wager.notation} covers {', '.join(wager.numbers)}")
    for piece in wager.pieces:
        print(f"  {piece.count} x {piece.wager}, pays {piece.wager.pays} to 1")
    try:
        book.wager("split:1/36")
    except croupier.WagerError as error:
        print(f"{error.code} (clause {error.clause}): {error}")


if __name__ == "__main__":
    main()
