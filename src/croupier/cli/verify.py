"""``croupier verify``: a house's record, checked from its first entry to its last."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from croupier.cli.data import BookOption, DataArgument, known_books, opened
from croupier.cli.screen import JsonOption, print_json, screen
from croupier.house.ledger import VOUCHERS
from croupier.journal.backup import ARCHIVES
from croupier.journal.check import Report, check
from croupier.journal.errors import JournalError
from croupier.journal.heads import WORD, SignedHead
from croupier.journal.store import Record
from croupier.journal.walk import Finding, What
from croupier.protocol.requests import HeadShown
from croupier.rules.money import in_units
from croupier.rules.refusal import BookError, refusal
from croupier.table.verifying import Verified
from croupier.table.verifying import verify as replay

BROKEN = 1
"""How it ends: something does not hold, or only what was accepted when the record was restored."""
HEAD = f"--head takes a file of what GET /api/heads gave, or of lines {WORD} …, or one such line"


def verify(
    data: DataArgument,
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="HEX", help="The public key that you kept: it must sign."),
    ] = None,
    head: Annotated[
        list[str] | None,
        typer.Option("--head", metavar="LINE", help="A signed head that you kept, or its file."),
    ] = None,
    archives: Annotated[
        Path | None,
        typer.Option("--archives", metavar="FOLDER", help="The archives, if not DATA/archives."),
    ] = None,
    book: BookOption = None,
    json: JsonOption = False,
) -> None:
    """Check a house's journal: its chain, every round, every balance. Exit 0 only if all holds.

    Damage that was accepted when the record was restored is listed apart, and still exits 1.
    """
    public = _key(key)
    heads = [one for given in head or () for one in _kept(given)]
    with opened(data, archives) as record:
        report = check(record, public, heads)
        report.findings.extend(missing(record, archives or data / ARCHIVES))
        verified = replay(record, known_books(book or ()))
    if json:
        print_json(_as_json(report, verified, len(heads)))
    else:
        _show(report, verified, len(heads))
    if report.findings or verified.findings:
        raise typer.Exit(BROKEN)


def split(
    findings: Iterable[Finding], accepted: Collection[Finding]
) -> tuple[list[Finding], list[Finding]]:
    """Damage that is new, and damage that somebody accepted when the record was restored."""
    all_ = list(findings)
    return [one for one in all_ if one not in accepted], [one for one in all_ if one in accepted]


def missing(record: Record, folder: Path) -> Iterator[Finding]:
    """The parts of a record that were archived, and whose archives are not here."""
    for stream in record.streams():
        if seq := record.base(stream).seq:
            detail = (
                f"entries 1 to {seq} are archived, and not in {folder}: put the archives there, or "
                "name their folder with --archives"
            )
            yield Finding(stream, 1, What.ARCHIVE_MISSING, detail)


def _key(text: str | None) -> bytes | None:
    try:
        return None if text is None else bytes.fromhex(text)
    except ValueError:
        reason = f"{text!r} is not a public key in hexadecimal"
        raise BookError(refusal("usage/bad-arguments", reason=reason)) from None


def _carried(file: str, text: str) -> Iterator[SignedHead]:
    """The heads of a file as GET /api/heads gave them."""
    try:
        for head in msgspec.json.decode(text, type=list[HeadShown]):
            digest, signature = bytes.fromhex(head.hash), bytes.fromhex(head.signature)
            yield SignedHead(head.stream, head.seq, digest, head.key_id, signature)
    except (msgspec.DecodeError, ValueError) as error:
        reason = f"{file} does not hold what GET /api/heads gave, {error}: {HEAD}"
        raise BookError(refusal("usage/bad-arguments", reason=reason)) from None


def _kept(given: str) -> list[SignedHead]:
    """The heads that were kept: at least one, or nothing would be compared."""
    if heads := list(_heads(given)):
        return heads
    reason = f"{given or 'an empty --head'} holds no head: {HEAD}"
    raise BookError(refusal("usage/bad-arguments", reason=reason))


def _heads(given: str) -> Iterator[SignedHead]:
    """The heads of a file, one a line, or the one that was given itself."""
    if given.startswith(f"{WORD} "):
        lines = [given]
    else:
        try:
            lines = Path(given).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
            reason = f"{given} cannot be read: {why}: {HEAD}"
            raise BookError(refusal("usage/bad-arguments", reason=reason)) from None
    if lines and lines[0].startswith("["):
        yield from _carried(given, "\n".join(lines))
        return
    for line in filter(str.strip, lines):
        try:
            yield SignedHead.parse(line.strip())
        except JournalError:
            reason = f"{line!r} is no signed head: {HEAD}"
            raise BookError(refusal("usage/bad-arguments", reason=reason)) from None


def _as_json(report: Report, verified: Verified, heads: int) -> dict[str, object]:
    found, known = split([*report.findings, *verified.findings], verified.accepted)
    return {
        "holds": not (found or known),
        "entries": verified.entries,
        "rounds": verified.rounds,
        "heads": heads,
        "streams": msgspec.to_builtins(report.streams),
        "findings": msgspec.to_builtins(found),
        "accepted": msgspec.to_builtins(known),
        "balances": {
            table: dict(sorted(state.ledger.accounts.items()))
            for table, state in sorted(verified.tables.items())
        },
    }


def _show(report: Report, verified: Verified, heads: int) -> None:
    shown = screen()
    for followed in report.streams:
        signed = f"signed up to {followed.signed_seq}" if followed.signed_seq else "not signed yet"
        said = f": {followed.seq} entries, chained, {signed}"
        shown.print(Text.assemble((followed.stream, "dim"), said))
    players = sum(
        cents
        for state in verified.tables.values()
        for account, cents in state.ledger.accounts.items()
        if account.startswith(("player/", "held/"))
    )
    vouchers = verified.house.ledger.balance(VOUCHERS)
    shown.print(
        f"{verified.rounds} rounds replayed, {len(verified.tables)} tables, "
        f"{in_units(players)} owed to players, {in_units(vouchers)} in vouchers not yet redeemed"
    )
    if heads:
        shown.print(f"{heads} signed {'head' if heads == 1 else 'heads'} compared with the record")
    findings, known = split([*report.findings, *verified.findings], verified.accepted)
    for finding in findings:
        shown.print(Text.assemble(("broken", "bold"), f" {finding}"))
    for finding in known:
        shown.print(Text.assemble(("accepted", "bold"), f" {finding}"))
    if findings:
        shown.print(Text("it does not hold", "bold"))
    elif known:
        shown.print(Text("it does not hold, by damage that was accepted at a restore", "bold"))
    else:
        shown.print(Text("all of it holds", "bold green"))
