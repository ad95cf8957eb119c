"""The lines that tie a hash, a draw or a seal to its purpose, its table and its round."""


def framed(purpose: str, table: str, round_number: int) -> bytes:
    r"""Purpose, table and round, a line each, so that no two ever make the same bytes.

    >>> framed("croupier/commitment/1", "edz-1", 42)
    b'croupier/commitment/1\nedz-1\n42\n'
    """
    if not table or not table.isprintable():
        raise ValueError(f"a table's name is one printable line, not {table!r}")
    if round_number < 0:
        raise ValueError(f"rounds are counted from 0 up, and {round_number} is below")
    return f"{purpose}\n{table}\n{round_number}\n".encode()
