"""A client of one house: a visitor, a terminal, a member of staff, or a display."""

import asyncio
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from croupier.client.link import PATIENCE_S, Link
from croupier.client.table import Refused, Table
from croupier.client.web import Web, WebError
from croupier.protocol import frames, requests, views

RENEW_EVERY_S = 6 * 3600
REFUSED = {403, 404, 409}
"""The HTTP API refuses with these what was asked; with others, the request or who makes it."""


class Client:
    """A client of a house."""

    def __init__(
        self, address: str, *, patience_s: float = PATIENCE_S, kept: Path | None = None
    ) -> None:
        """``kept`` is a file in which a terminal keeps its key, to ``resume`` with after a stop."""
        self.web = Web(address, kept)
        self.link = Link(self.web, self._receive, self._ended, patience_s)
        self.tables: dict[str, Table] = {}
        self.floor: views.FloorView | None = None
        self.bye: frames.Bye | None = None
        self.problems: list[frames.Problem] = []
        self._renewing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        await self.link.close()

    @property
    def player(self) -> str:
        """The player that this terminal plays as."""
        hello = self.link.hello
        assert hello is not None, "visit, enrol or sign in first"
        assert hello.you.name is not None, "a display plays as nobody"
        return hello.you.name

    # Coming in

    async def visit(self) -> requests.Me:
        """Enter a demo as a visitor."""
        me = await self.web.post("/api/visit", requests.Nothing(), requests.Me)
        await self._open_as_terminal()
        return me

    async def enrol(self, token: str) -> requests.Me:
        """Become the terminal that a token was made for; a token works once."""
        me = await self.web.post("/api/enrol", requests.Enrol(token=token), requests.Me)
        await self._open_as_terminal()
        return me

    async def resume(self) -> requests.Me:
        """Become the terminal whose key was kept."""
        me = await self.web.get("/api/me?as=player", requests.Me)
        if me.terminal is None:
            raise LookupError("no key of a terminal is kept: enrol with a token first")
        await self._open_as_terminal()
        return me

    async def _open_as_terminal(self) -> None:
        await self.link.open()
        if self._renewing is None:
            self._renewing = asyncio.ensure_future(self._renew())

    async def _renew(self) -> None:
        """Renew the key now and then: the house changes it every day."""
        while True:
            await asyncio.sleep(RENEW_EVERY_S)
            with suppress(OSError, WebError):
                await self.web.get("/api/me?as=player", requests.Me)

    async def sign_in(self, name: str, password: str, code: str = "") -> requests.Me:
        """Sign in as staff, with a code of the second factor if there is one."""
        body = requests.SignIn(name=name, password=password, code=code)
        me = await self.web.post("/api/sign-in", body, requests.Me)
        await self.link.open()
        return me

    async def look(self) -> None:
        """Watch without signing in, as a public display does."""
        await self.link.open()

    # Looking

    async def table(self, id_: str) -> Table:
        """A table, kept up to date from now on."""
        self.link.require()
        table = self.tables.get(id_)
        hello = self.link.hello
        if hello is not None and id_ not in hello.tables:
            raise LookupError(f"there is no table {id_}: there are {', '.join(hello.tables)}")
        if table is None:
            self.tables[id_] = table = Table(self, id_)
            await self.link.watch(id_)
        await table.until(lambda: table._now is not None)
        return table

    # Two people

    async def ask_approval(self, table: str, command: object, reason: str) -> int:
        """Ask a second person for approval; the number of the request."""
        body = {"table": table, "command": command, "reason": reason}
        verdict = await self._asked("/api/approvals", body)
        if verdict.approval is None:
            raise Refused(verdict)
        return verdict.approval

    async def approve(self, approval: int, code: str = "") -> frames.Verdict:
        """Approve a request of another person; the verdict may be a refusal."""
        return await self._asked(f"/api/approvals/{approval}/approve", requests.Approved(code=code))

    async def _asked(self, path: str, body: object) -> frames.Verdict:
        """The answer of the office, which may be a refusal."""
        try:
            return await self.web.post(path, body, frames.Verdict)
        except WebError as no:
            if no.status not in REFUSED:
                raise
            return frames.Verdict(
                accepted=False, code=no.code, clause=no.clause, message=no.message
            )

    def _receive(self, message: frames.FromServer) -> None:
        match message:
            case frames.Now() | frames.TableFrame():
                self._tell(message.table.table, message)
            case frames.SeatFrame() | frames.StaffFrame():
                self._tell(message.table, message)
            case frames.FloorFrame():
                self.floor = message.floor
            case frames.Bye():
                self.bye = message
            case frames.Problem():
                self.problems.append(message)

    def _ended(self) -> None:
        for table in self.tables.values():
            table.wake()

    def _tell(
        self,
        id_: str,
        message: frames.Now | frames.TableFrame | frames.SeatFrame | frames.StaffFrame,
    ) -> None:
        if (table := self.tables.get(id_)) is not None:
            table.take(message)
