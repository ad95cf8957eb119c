"""What the world outside heard: a line for everything asked, durable, told, and stopped.

asked TABLE TERMINAL ID JSON            the actor and the command, before anyone decides
durable STREAM SEQ [STREAM SEQ ...]     said by the thread that writes, before any answer
told TERMINAL ID STREAMS SEQ yes|no CODE
                                        the answer that the terminal got, on one of the streams
stopped REASON
done                                    the process came to its end
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from croupier.house import AnyCommand
from croupier.house.vouchers import CashVoucher
from croupier.round.base import Action, Actor
from croupier.table.answers import Answer, digest
from croupier.table.core import HOUSE_STREAM, Request, table_stream

Note = Callable[[str], None]
DONE = "done"
_BODY = msgspec.json.Decoder(tuple[Actor, AnyCommand])


class Asked(NamedTuple):
    """Something that was asked of a table."""

    table: str
    request: Request

    @property
    def action(self) -> Action:
        """The action, as the record names it."""
        request = self.request
        assert request.terminal is not None
        return Action(request.terminal, request.id, digest(request.actor, request.command))


class Told(NamedTuple):
    """An answer that a terminal got; no sequence, if it is not on record."""

    terminal: str
    id: int
    streams: list[str]
    seq: int
    accepted: bool
    code: str


class Heard(NamedTuple):
    """Everything that was heard of a run."""

    asked: list[Asked]
    told: list[Told]
    early: list[Told]
    """Answers that were told before the thread that writes said that they are durable."""
    stopped: list[str]
    ends: int
    """How many processes came to their end."""
    durable: dict[str, int]
    """How far each stream is durable, as the thread that writes has said."""


def writer(path: Path) -> Note:
    """A file that is appended to line by line, from any thread; the kernel keeps the order."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(line: str) -> None:
        os.write(descriptor, line.encode() + b"\n")

    return note


def asked(table: str, request: Request) -> str:
    body = msgspec.json.encode((request.actor, request.command), order="deterministic")
    return f"asked {table} {request.terminal} {request.id} {body.decode()}"


def durable(heads: Mapping[str, int]) -> str:
    return "durable " + " ".join(f"{stream} {seq}" for stream, seq in heads.items())


def told(table: str, request: Request, answer: Answer) -> str:
    verdict = "yes" if answer.accepted else "no"
    streams = table_stream(table)
    if isinstance(request.command, CashVoucher):
        streams += f",{HOUSE_STREAM}"  # what is asked of the whole house may be on its stream
    return f"told {request.terminal} {request.id} {streams} {answer.seq} {verdict} {answer.code}"


def stopped(reason: str) -> str:
    return "stopped " + reason.replace("\n", " ")


def heard(text: str) -> Heard:
    """The lines of one run, or of several one after the other."""
    reached: dict[str, int] = {}
    all_ = Heard([], [], [], [], text.splitlines().count(DONE), reached)
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "asked":
            table, terminal, id_, body = rest.split(" ", 3)
            actor, command = _BODY.decode(body)
            all_.asked.append(Asked(table, Request(actor, command, terminal, int(id_))))
        elif word == "durable":
            pairs = rest.split()
            reached.update(zip(pairs[::2], map(int, pairs[1::2]), strict=True))
        elif word == "told":
            one = _told(rest)
            all_.told.append(one)
            if one.seq > max(reached.get(stream, 0) for stream in one.streams):
                all_.early.append(one)
        elif word == "stopped":
            all_.stopped.append(rest)
    return all_


def _told(rest: str) -> Told:
    terminal, id_, streams, seq, verdict, code = rest.split(" ")
    return Told(terminal, int(id_), streams.split(","), int(seq), verdict == "yes", code)
