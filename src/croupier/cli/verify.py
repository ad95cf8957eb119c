"""``croupier verify``: a house's record, checked from its first entry to its last."""

import sys
from collections.abc import Iterator
from json import JSONDecoder
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer
from rich.text import Text

from croupier.cli.commands import JsonOption
from croupier.cli.data import BookOption, DataArgument, known_books, opened
from croupier.cli.printing import print_json
from croupier.cli.progress import Watched, progress
from croupier.cli.screen import screen
from croupier.house.ledger import VOUCHERS
from croupier.journal.archive import pruned_through
from croupier.journal.backup import ARCHIVES
from croupier.journal.check import Followed, promised
from croupier.journal.errors import JournalError
from croupier.journal.heads import HEADS, SEAL, WORD, SignedHead
from croupier.journal.store import Record
from croupier.journal.walk import Finding, What
from croupier.protocol.requests import HeadShown
from croupier.rules.refusal import BookError, refusal
from croupier.table.promises import check_promised
from croupier.table.verifying import Verified
from croupier.table.verifying import verify as replay
from croupier.words import in_units

BROKEN = 1
"""How it ends: something does not hold, or only what was accepted."""
HEAD = (
    f"--head takes a file of what GET /api/heads gave, or of lines {WORD} …, or - for standard "
    "input, or one such line"
)


def verify(
    data: DataArgument,
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="HEX", help="The public key that you kept: it must sign."),
    ] = None,
    head: Annotated[
        list[str] | None,
        typer.Option(
            "--head", metavar="LINE", help="A signed head that you kept, or its file, or -."
        ),
    ] = None,
    archives: Annotated[
        Path | None,
        typer.Option("--archives", metavar="FOLDER", help="The archives, if not DATA/archives."),
    ] = None,
    book: BookOption = None,
    json: JsonOption = False,
) -> None:
    """Check a house's journal: its chain, every round, every balance. Exit 0 only if all holds.

    Damage that was accepted, when the record was restored or by croupier accept-loss, is listed
    apart, and still exits 1.
    """
    public = _key(key)
    heads = [one for given in head or () for one in _kept(given)]
    file = promised((data,))  # before the record, which may grow meanwhile
    with opened(data, archives) as found_here, progress("verifying") as report:
        record = Watched(found_here, report, passes=2)
        chain = check_promised(record, file, heads, public)
        chain.report.findings.extend(missing(record, archives or data / ARCHIVES))
        verified = replay(record, known_books(book or ()))
    chain.accepted.findings |= verified.accepted
    found, known = chain.accepted.split([*chain.report.findings, *verified.findings])
    known += chain.covered
    verdict = Verdict(chain.report.streams, verified, len(heads), len(file.heads), found, known)
    if json:
        print_json(_as_json(verdict))
    else:
        _show(verdict)
    if found or known:
        raise typer.Exit(BROKEN)


class Verdict(NamedTuple):
    """The result of verifying a record."""

    streams: list[Followed]
    verified: Verified
    heads: int
    file_heads: int
    found: list[Finding]
    known: list[Finding]


def missing(record: Record, folder: Path) -> Iterator[Finding]:
    """Findings for archives that should be here and are missing."""
    for stream in record.streams():
        if (seq := record.base(stream).seq) > pruned_through(record, stream):
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
    """The heads of a file in the form of GET /api/heads: one answer, or several appended."""
    try:
        for answer in _answers(text):
            for head in msgspec.convert(answer, list[HeadShown]):
                digest, signature = bytes.fromhex(head.hash), bytes.fromhex(head.signature)
                yield SignedHead(head.stream, head.seq, digest, head.key_id, signature)
    except (ValueError, RecursionError) as error:
        reason = f"{file} does not hold what GET /api/heads gave, {error}: {HEAD}"
        raise BookError(refusal("usage/bad-arguments", reason=reason)) from None


def _answers(text: str) -> Iterator[object]:
    decode, at = JSONDecoder().raw_decode, 0
    while at < len(text):
        answer, at = decode(text, at)
        yield answer
        while text[at : at + 1].isspace():
            at += 1


def _kept(given: str) -> list[SignedHead]:
    """The given heads: at least one, or nothing would be compared."""
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
            text = sys.stdin.read() if given == "-" else Path(given).read_text(encoding="utf-8-sig")
            lines = text.splitlines()
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
            reason = f"{given} cannot be read: {why}: {HEAD}"
            raise BookError(refusal("usage/bad-arguments", reason=reason)) from None
    if (text := "\n".join(lines).strip()).startswith("["):
        yield from _carried(given, text)
        return
    for line in filter(str.strip, lines):
        if line.startswith(f"{SEAL} "):
            continue  # the last line of a heads file: its heads are signed one by one
        try:
            yield SignedHead.parse(line.strip())
        except JournalError:
            reason = f"{line!r} is no signed head: {HEAD}"
            raise BookError(refusal("usage/bad-arguments", reason=reason)) from None


def _as_json(verdict: Verdict) -> dict[str, object]:
    return {
        "holds": not (verdict.found or verdict.known),
        "entries": verdict.verified.entries,
        "rounds": verdict.verified.rounds,
        "heads": verdict.heads,
        "heads_file": verdict.file_heads,
        "streams": msgspec.to_builtins(verdict.streams),
        "findings": msgspec.to_builtins(verdict.found),
        "accepted": msgspec.to_builtins(verdict.known),
        "balances": {
            table: dict(sorted(state.ledger.accounts.items()))
            for table, state in sorted(verdict.verified.tables.items())
        },
    }


def _show(verdict: Verdict) -> None:
    shown, verified = screen(), verdict.verified
    for followed in verdict.streams:
        signed = f"signed up to {followed.signed_seq}" if followed.signed_seq else "not signed yet"
        line = f": {followed.seq} entries, chained, {signed}"
        shown.print(Text.assemble((followed.stream, "dim"), line))
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
    if verdict.file_heads:
        shown.print(f"{HEADS} compared with the record: {verdict.file_heads} streams")
    if count := verdict.heads:
        shown.print(f"{count} signed {'head' if count == 1 else 'heads'} compared with the record")
    for finding in verdict.found:
        shown.print(Text.assemble(("broken", "bold"), f" {finding}"))
    for finding in verdict.known:
        shown.print(Text.assemble(("accepted", "bold"), f" {finding}"))
    if verdict.found:
        shown.print(Text("it does not hold", "bold"))
    elif verdict.known:
        shown.print(Text("it does not hold, by damage that was accepted", "bold"))
    else:
        shown.print(Text("all of it holds", "bold green"))
