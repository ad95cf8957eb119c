"""A house as its file, ``house.toml``, describes it, and what that comes to for the engine.

The settings before all sections are here, the sections in ``sections``. Nothing here reads a file
or knows whether the settings fit together: ``config_file`` and ``config_checks`` do.
"""

from datetime import UTC, time, tzinfo
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import Meta

from croupier import books
from croupier.house.closing import ClosingHour
from croupier.house.thresholds import Thresholds
from croupier.rules.book import Book
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import CroupierError, refusal
from croupier.rules.wager import Kind
from croupier.server.accounts import Accounts, of_a_demonstration
from croupier.server.sections import (
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
    Times,
    Tls,
    Visitors,
    Vouchers,
)
from croupier.table.dealer import Timetable
from croupier.table.floor import TableSetting

__all__ = [
    "Approvals",
    "CashDevices",
    "Connections",
    "Excluded",
    "GamingDay",
    "HouseConfig",
    "Listen",
    "Oversight",
    "Retention",
    "Seats",
    "Span",
    "Staff",
    "Table",
    "TableLimits",
    "Times",
    "Tls",
    "Visitors",
    "Vouchers",
    "demo_config",
    "limits_of",
    "table_setting",
    "table_settings",
    "timetable",
    "zone_of",
]


class HouseConfig(Section, frozen=True, kw_only=True, rename={"tables": "table"}):
    """A house: what its file says, with paths that no longer depend on where one stands."""

    name: Annotated[Text, Meta(description="The name of the house.", examples=["The Grand"])]
    currency: Annotated[
        Text,
        Meta(
            description="The money that the tables play in, as shown: an ISO code or a word. All "
            "amounts are whole cents of it."
        ),
    ] = "credits"
    data: Annotated[
        Path,
        Meta(
            description="The folder of the record, made 0700. Paths are seen from the house "
            "file's folder."
        ),
    ] = Path("croupier-data")
    secrets: Annotated[
        Path,
        Meta(description="The folder of keys and credentials, outside `data`; made 0700."),
    ] = Path("croupier-secrets")
    demonstration: Annotated[
        bool,
        Meta(
            description="A house without real money, shown as such, that lets visitors in by "
            "itself. Only on this machine.",
        ),
    ] = False
    behind_proxy: Annotated[
        bool,
        Meta(
            description="Whether a proxy in front of the server speaks TLS for it. Nobody else may "
            "reach the port then.",
        ),
    ] = False
    origins: Annotated[
        tuple[str, ...],
        Meta(
            description="The addresses from which pages may act, scheme and port included. "
            "Needed beyond this machine and behind a proxy.",
            examples=[["https://roulette.example.com"]],
        ),
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
    staff: Staff = Staff()
    excluded: tuple[Excluded, ...] = ()
    tables: tuple[Table, ...] = ()

    @property
    def closing(self) -> ClosingHour:
        """When gaming days end."""
        said = self.gaming_day
        return ClosingHour(time.fromisoformat(said.closes), zone_of(said.zone))

    @property
    def accounts(self) -> Accounts:
        """What the house asks of the accounts of its staff."""
        if self.demonstration:
            return of_a_demonstration(self.name)
        wait_ms = self.approvals.new_accounts_wait * 3_600_000
        return Accounts(self.name, wait_ms, second_factor=self.approvals.second_factor)

    @property
    def thresholds(self) -> Thresholds:
        """The amounts above which one person is not enough."""
        said = self.approvals
        return Thresholds(
            buy_in=said.buy_in_above,
            cash_paid=said.cash_above,
            adjustment=said.adjustment_above,
            bill=self.cash_devices.largest_bill,
            ruling=said.ruling_above,
            void=said.void_above,
        )

    def allowed_origins(self, port: int | None = None) -> tuple[str, ...]:
        """The Origins that may act: those named, or this machine's own at the port in use."""
        if self.origins:
            return self.origins
        scheme = "https" if self.tls is not None else "http"
        hosts = dict.fromkeys(("localhost", "127.0.0.1", "[::1]"))
        return tuple(f"{scheme}://{host}:{port or self.listen.port}" for host in hosts)


def zone_of(name: str) -> tzinfo:
    """A time zone by its name; UTC needs no database of them."""
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
    """When the automatic dealer does what."""
    times = table.timetable
    seconds = (times.pause, times.countdown, times.spinning, times.running, times.reading)
    return Timetable(*(round(each * 1000) for each in (*seconds, times.resumed)))


STRAIGHT = Span(min=100, max=20_000)
"""A number alone pays most: a demonstration's limits there are lower."""


def demo_config(data: Path, secrets: Path, port: int = 8000) -> HouseConfig:
    """A house of the five games for this machine alone, dealt by itself."""
    return HouseConfig(
        name="Croupier demonstration",
        data=data.absolute(),
        secrets=secrets.absolute(),
        demonstration=True,
        listen=Listen(port=port),
        tables=tuple(_demo_table(book_id) for book_id in books.ids()),
    )


def _demo_title(book: Book) -> str:
    """What people see: the year tells two versions of one book apart."""
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
