"""A house as its file, ``house.toml``, describes it, and what that comes to for the engine.

The settings before all sections are here, the sections in ``settings``. ``reading`` reads the file,
``checks`` decides whether its settings fit together, and ``describe`` documents them.
"""

from datetime import UTC, time, tzinfo
from pathlib import Path
from typing import Annotated, NamedTuple
from zoneinfo import ZoneInfo

from msgspec import Meta

from croupier import books
from croupier.house.day import ClosingHour
from croupier.house.permissions import Thresholds
from croupier.journal.places import SQLITE
from croupier.office.approvals import NEW_WAIT_MS
from croupier.rules.book import Book
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import CroupierError, refusal
from croupier.rules.wager import Kind
from croupier.server.config.settings import (
    Alerts,
    Approvals,
    CashDevices,
    Connections,
    Excluded,
    GamingDay,
    Listen,
    Oversight,
    Retention,
    Seats,
    Section,
    Span,
    Staff,
    Table,
    TableLimits,
    Text,
    Tls,
    Visitors,
    Vouchers,
)
from croupier.table.dealer import Timetable
from croupier.table.floor import TableSetting


class Accounts(NamedTuple):
    """A house's rules for accounts; a demonstration, which prints its passwords, has none."""

    house: str = ""
    """The name of the house, which no password may contain."""
    new_wait_ms: int = NEW_WAIT_MS
    """How long a created or reset account cannot approve."""
    own_password: bool = True
    """Whether a password chosen by somebody else must be changed first."""
    two_people: bool = True
    """Whether adding, moving and resetting people who can approve takes two people."""
    second_factor: bool = False
    """Whether people who can approve need a second factor, at sign-in and for each approval."""


def of_a_demonstration(house: str) -> Accounts:
    """Relaxations for a house without real money."""
    return Accounts(house, new_wait_ms=0, own_password=False, two_people=False)


USUAL = Accounts()
"""Of a house that sets nothing."""


class HouseConfig(Section, frozen=True, kw_only=True, rename={"tables": "table"}):
    """A house as its file describes it, with absolute paths."""

    name: Annotated[Text, Meta(examples=["The Grand"]), "The name of the house."]
    currency: Annotated[
        Text,
        "The money that the tables play in, as shown: an ISO code or a word. All amounts are "
        "whole cents of it.",
    ] = "credits"
    data: Annotated[
        Path,
        "The folder of the record, made 0700. Paths are seen from the house file's folder.",
    ] = Path("croupier-data")
    store: Annotated[
        Text,
        Meta(examples=["postgresql://croupier@db.example.com/house"]),
        "Where the record is: `sqlite`, a file in `data`, or the address of a PostgreSQL database, "
        "without a password. `croupier move` moves a record that is there.",
    ] = SQLITE
    secrets: Annotated[
        Path,
        "The folder of keys and credentials, outside `data`; made 0700.",
    ] = Path("croupier-secrets")
    demonstration: Annotated[
        bool,
        "A house without real money, shown as such, that lets visitors in by itself. Only on this "
        "machine.",
    ] = False
    behind_proxy: Annotated[
        bool,
        "Whether a proxy in front of the server speaks TLS for it. Nobody else may reach the port "
        "then.",
    ] = False
    origins: Annotated[
        tuple[str, ...],
        Meta(examples=[["https://roulette.example.com"]]),
        "The addresses from which pages may act, scheme and port included. Needed beyond this "
        "machine and behind a proxy.",
    ] = ()
    listen: Listen = Listen()
    tls: Tls | None = None
    connections: Connections = Connections()
    gaming_day: GamingDay = GamingDay()
    seats: Seats = Seats()
    visitors: Visitors = Visitors()
    retention: Retention = Retention()
    voucher: Vouchers = Vouchers()
    approvals: Approvals = Approvals()
    cash_devices: CashDevices = CashDevices()
    oversight: Oversight = Oversight()
    alerts: Alerts = Alerts()
    staff: Staff = Staff()
    excluded: tuple[Excluded, ...] = ()
    tables: tuple[Table, ...] = ()

    @property
    def closing(self) -> ClosingHour:
        """When gaming days end."""
        settings = self.gaming_day
        return ClosingHour(time.fromisoformat(settings.closes), zone_of(settings.zone))

    @property
    def accounts(self) -> Accounts:
        """The house's rules for accounts of staff."""
        if self.demonstration:
            return of_a_demonstration(self.name)
        wait_ms = self.approvals.new_accounts_wait * 3_600_000
        return Accounts(self.name, wait_ms, second_factor=self.approvals.second_factor)

    @property
    def thresholds(self) -> Thresholds:
        """The amounts above which a second person is needed."""
        settings = self.approvals
        return Thresholds(
            buy_in=settings.buy_in_above,
            cash_paid=settings.cash_above,
            adjustment=settings.adjustment_above,
            bill=self.cash_devices.largest_bill,
            ruling=settings.ruling_above,
            void=settings.void_above,
        )

    @property
    def secure(self) -> bool:
        """Whether browsers reach the house by TLS."""
        return self.tls is not None or self.behind_proxy

    def allowed_origins(self, port: int | None = None) -> tuple[str, ...]:
        """The allowed origins: those configured, or this machine's own."""
        if self.origins:
            return self.origins
        scheme = "https" if self.tls is not None else "http"
        hosts = dict.fromkeys(("localhost", "127.0.0.1", "[::1]"))
        return tuple(f"{scheme}://{host}:{port or self.listen.port}" for host in hosts)


def zone_of(name: str) -> tzinfo:
    """A time zone by name; UTC needs no database."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, no name at all, or a folder of zones
        raise CroupierError(refusal("config/zone-unknown", zone=name)) from None


def limits_of(table: Table) -> Limits:
    """A table's limits as the rules know them."""
    spans = table.limits.kinds.items()
    kinds = {Kind(kind): Range(span.min, span.max) for kind, span in spans}
    return Limits(Range(table.limits.min, table.limits.max), kinds)


def table_setting(table: Table) -> TableSetting:
    """A table as a start makes it."""
    own = table.wheel == "own"
    unattended = table.deals == "automatic"
    return TableSetting(table.id, table.rules(), limits_of(table), own, table.terminal, unattended)


def table_settings(config: HouseConfig) -> dict[str, TableSetting]:
    """Every table of a house, by its id."""
    return {table.id: table_setting(table) for table in config.tables}


def timetable(table: Table) -> Timetable:
    """The timetable of the automatic dealer."""
    times = table.timetable
    seconds = (times.pause, times.countdown, times.spinning, times.running, times.reading)
    return Timetable(*(round(each * 1000) for each in (*seconds, times.resumed)))


STRAIGHT = Span(min=100, max=20_000)
"""A number alone pays most: a demonstration's limits there are lower."""


def demo_config(data: Path, secrets: Path, port: int = 8000) -> HouseConfig:
    """A local demonstration of the five games with an automatic dealer."""
    return HouseConfig(
        name="Croupier demonstration",
        data=data.absolute(),
        secrets=secrets.absolute(),
        demonstration=True,
        listen=Listen(port=port),
        tables=tuple(_demo_table(book_id) for book_id in books.ids()),
    )


def _demo_title(book: Book) -> str:
    """The displayed title; the year distinguishes two versions of one book."""
    same = [other for other in books.ids() if books.load(other).title == book.title]
    return book.title if len(same) == 1 else f"{book.title} {book.effective.year}"


def _demo_table(book_id: str) -> Table:
    return Table(
        id=book_id,
        title=_demo_title(books.load(book_id)),
        book=book_id,
        deals="automatic",
        wheel="own",
        self_service=True,
        limits=TableLimits(kinds={Kind.STRAIGHT.value: STRAIGHT}),
    )
