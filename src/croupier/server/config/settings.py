"""The sections of a house file: every setting with its default and its help.

With ``house``, which puts them together, this is the one table of settings: name, type, range, help
and default. Reading, ``croupier init`` and the documentation follow from it.
"""

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from croupier import books
from croupier.house.permissions import BILL_MAX
from croupier.rules.book import Book
from croupier.rules.money import AMOUNT_MAX
from croupier.table.dealer import Deals


def between(least: int, most: int) -> Meta:
    """The range of a number."""
    return Meta(ge=least, le=most)


Cents = Annotated[int, between(1, AMOUNT_MAX)]
Days = Annotated[int, between(1, 36_500)]
Percent = Annotated[int, between(1, 100)]
Tally = Annotated[int, between(1, 10_000)]
Count = Annotated[int, between(1, 1_000_000)]
Text = Annotated[str, Meta(min_length=1, max_length=80)]
SECONDS_MAX = 3600
Seconds = Annotated[float, between(0, SECONDS_MAX)]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the file."""


class Listen(Section, frozen=True, kw_only=True):
    """Where the server is found."""

    host: Annotated[
        str,
        Meta(min_length=1),
        "The address that the server listens on. Anything but this machine itself needs `tls` or "
        "`behind_proxy`.",
    ] = "127.0.0.1"
    port: Annotated[
        int,
        between(0, 65535),
        "The port it listens on; 0 takes any that is free.",
    ] = 8000

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


class Tls(Section, frozen=True, kw_only=True):
    """The certificate that the server shows; without this section it speaks plain HTTP."""

    certificate: Annotated[
        Path,
        Meta(examples=["tls/certificate.pem"]),
        "The certificate with its chain, a PEM file.",
    ]
    key: Annotated[
        Path,
        Meta(examples=["tls/key.pem"]),
        "Its private key, a PEM file that others cannot read.",
    ]


class Connections(Section, frozen=True, kw_only=True):
    """How many may be connected, and how much those may ask whom the house does not know."""

    most: Annotated[
        int,
        between(16, 1_000_000),
        "How many connections the house takes in all. Each needs a file descriptor: with fewer of "
        "those it takes fewer, and a start warns.",
    ] = 20_000
    public: Annotated[
        Count,
        "How many WebSockets there may be that are neither a terminal's nor staff's: displays and "
        "onlookers.",
    ] = 5_000
    each: Annotated[
        int,
        between(1, 1_000),
        "How many WebSockets one terminal, or one session of staff, may have.",
    ] = 32
    per_address: Annotated[
        int,
        between(4, 1_000_000),
        "How many connections one address may have that are neither a terminal's nor staff's. "
        "Behind a proxy on this machine, the address that it forwards counts.",
    ] = 1_000
    requests_per_address: Annotated[
        Count,
        "How many requests a second one address may send without the cookie of a terminal or of "
        "staff, and how many connections it may open; ten times as many at once.",
    ] = 100


class Visitors(Section, frozen=True, kw_only=True):
    """What a visitor to a demonstration gets."""

    credit: Annotated[
        Cents,
        "The most that a visitor may buy in for at a time, in cents. Only in a demonstration.",
    ] = 100_000


class Retention(Section, frozen=True, kw_only=True):
    """How long closed gaming days stay in the journal, and their archives on the disk."""

    days: Annotated[
        Days,
        "How many days a closed gaming day stays before it is moved into an archive: by the "
        "running house, once a day, or by `croupier archive --house`.",
    ] = 90
    archive_days: Annotated[
        Days | None,
        Meta(examples=[2_000]),
        "How many days after it was played an archived day is deleted for good, by the running "
        "house, once a day and on record. Without it archives are kept until somebody moves them.",
    ] = None


class Seats(Section, frozen=True, kw_only=True):
    """How long a seat waits for its player; house procedure, not of any book."""

    absent_minutes: Annotated[
        int,
        between(1, 10_080),
        "How many minutes a terminal may be without a connection, and ask nothing, before its "
        "player's seats end; what they own is held for them. A terminal that is connected is not "
        "absent, nor is a player whom a Dealer seated without one.",
    ] = 30
    reality_check_minutes: Annotated[
        int,
        between(5, 1440),
        "After how many minutes at a table, and each time as many again, a terminal interrupts its "
        "player with the time, what they staked and their net; play goes on when they say so.",
    ] = 60


class GamingDay(Section, frozen=True, kw_only=True):
    """When gaming days end; house procedure, not of any book."""

    closes: Annotated[
        str,
        Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$"),
        "The closing hour, as the clock of `zone` shows it, from 00:00 to 23:59. At this hour "
        "each table ends its gaming day, once the round in play has ended, and an open table "
        "begins the next.",
    ] = "06:00"
    zone: Annotated[
        Text,
        "The time zone of the house, by its name in the IANA database: `Asia/Singapore`, "
        "`Europe/Madrid`, `UTC`.",
    ] = "UTC"


class Vouchers(Section, frozen=True, kw_only=True):
    """How long a voucher is good for."""

    days: Annotated[Days, "A voucher is to be redeemed within so many days."] = 90


class Approvals(Section, frozen=True, kw_only=True):
    """How the house keeps its control of two people; house procedure, not of any book."""

    new_accounts_wait: Annotated[
        int,
        between(0, 8_760),
        "For how many hours an account that somebody made or reset at the desk cannot approve. "
        "Not for accounts from the command line, nor in a demonstration.",
    ] = 24
    second_factor: Annotated[
        bool,
        "Whether everyone who can approve, Pit Supervisor or above, needs a second factor: codes "
        "of an authenticator app (TOTP), enrolled at the first sign-in, asked at each sign-in and "
        "for each approval. Not in a demonstration.",
    ] = True
    buy_in_above: Annotated[
        Cents | None,
        Meta(examples=[1_000_000]),
        "Chips sold for more cash than this, in cents, take a second person. Without it no amount "
        "does.",
    ] = None
    cash_above: Annotated[
        Cents | None,
        Meta(examples=[1_000_000]),
        "More cash than this for chips, for what is held or for a voucher, in cents, takes a "
        "second person. Without it no amount does.",
    ] = None
    adjustment_above: Annotated[
        Cents | None,
        Meta(examples=[100_000]),
        "An adjustment takes two people always; of more than this, in cents, the second is a Pit "
        "Manager or above.",
    ] = None
    ruling_above: Annotated[
        Cents | None,
        Meta(examples=[500_000]),
        "Rulings that move more than this, in cents, once the number is known take a second "
        "person. Without it no amount does.",
    ] = None
    void_above: Annotated[
        Cents | None,
        Meta(examples=[500_000]),
        "So does what makes a round void that moves more than this, in cents: no spin, a void by "
        "a clause, a decision. The round waits for up to five minutes.",
    ] = None


class Staff(Section, frozen=True, kw_only=True):
    """How the house assigns its people to tables; house procedure, not of any book."""

    assigned_only: Annotated[
        bool,
        "Whether nobody below a Gaming Shift Manager acts at a table without an assignment to it. "
        "Otherwise only those who have one are kept to it.",
    ] = False


class Oversight(Section, frozen=True, kw_only=True):
    """Who often decides about money once the number is known is named; house procedure."""

    decisions: Annotated[
        Tally,
        "An alert names who made more decisions than this in a gaming day: rulings, no spin, "
        "voids and the like once the ball rests.",
    ] = 10
    moved: Annotated[
        Cents,
        "Decisions that together moved more than this raise it: what changed for each player, "
        "whichever way, in cents.",
    ] = 1_000_000
    share: Annotated[
        Percent,
        "So does a decision, or a void while the ball ran, in more than so many of a hundred "
        "rounds in which the person did anything.",
    ] = 5
    share_from: Annotated[int, between(1, 10_000), "The share counts from so many rounds on."] = 50
    called_off: Annotated[
        Percent,
        "So many of a hundred rounds of an own wheel may be void after their close; what chance "
        "does not explain beyond that raises an alert of the table.",
    ] = 1


class Alerts(Section, frozen=True, kw_only=True):
    """Figures of a table that raise an alert, once in a gaming day; house procedure."""

    void_share: Annotated[
        Percent, "More than so many of a hundred rounds of a gaming day are void or given up."
    ] = 20
    void_from: Annotated[int, between(1, 10_000), "Void rounds count from so many rounds on."] = 5
    hold_least: Annotated[
        int, between(-1_000, 1_000), "The hold, win by drop, is below so many percent."
    ] = -50
    hold_most: Annotated[int, between(-1_000, 1_000), "The hold is above so many percent."] = 60
    hold_from: Annotated[Cents, "The hold counts from so much drop on, in cents."] = 1_000_000
    win: Annotated[
        Cents, "A player wins more than this in one round, the stake taken off, in cents."
    ] = 1_000_000
    terminal_minutes: Annotated[
        int,
        between(1, 10_080),
        "A terminal that was connected since the start has had no connection for so many minutes. "
        "Not in a demonstration.",
    ] = 10


class CashDevices(Section, frozen=True, kw_only=True):
    """What bill validators may report; house procedure, not of any book."""

    largest_bill: Annotated[Cents, "The largest bill that a cash device may report, in cents."] = (
        BILL_MAX
    )


class Excluded(Section, frozen=True, kw_only=True):
    """A player who may not play in this house, a section for each."""

    player: Annotated[
        str,
        Meta(examples=["eve"]),
        "The player's name, as a terminal or the staff give it.",
    ]
    reason: Annotated[Text, Meta(examples=["asked to be excluded"]), "Why, for the record."]
    identity: Annotated[
        Text | None,
        Meta(examples=["S1234567D"]),
        "The number of a document of theirs; the record has only a keyed hash.",
    ] = None


class Span(Section, frozen=True, kw_only=True):
    """Other limits for one kind of wager, a section for each kind that has them."""

    min: Annotated[Cents, Meta(examples=[100]), "The least of one player on one area, in cents."]
    max: Annotated[Cents, Meta(examples=[10_000]), "The most of one player on one area, in cents."]


class TableLimits(Section, frozen=True, kw_only=True):
    """The limits that a table begins with; the pit changes them at the table itself."""

    min: Annotated[Cents, "The least of one player on one area in one round, in cents."] = 500
    max: Annotated[Cents, "The most of one player on one area in one round, in cents."] = 100_000
    kinds: dict[str, Span] = {}


class Times(Section, frozen=True, kw_only=True):
    """The timetable of the automatic dealer, in seconds; ignored for tables that staff deal."""

    pause: Annotated[Seconds, "Between the end of a round and the next."] = 6
    countdown: Annotated[Seconds, "How long bets are open."] = 20
    spinning: Annotated[
        Seconds, "How long the ball runs with bets open, where the book closes then."
    ] = 4
    running: Annotated[Seconds, "How long the ball runs with bets closed."] = 3
    reading: Annotated[Seconds, "How long a step is shown before the next is taken."] = 1
    resumed: Annotated[
        Seconds,
        "How long bets stay open at least, up to the usual time, once a round goes on that was "
        "held or that a failure interrupted.",
    ] = 10


class Table(Section, frozen=True, kw_only=True):
    """A table of the house, a section for each; there must be at least one."""

    id: Annotated[
        str,
        Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", examples=["roulette-1"]),
        "The table's name on record, for good: small letters, digits and hyphens.",
    ]
    title: Annotated[
        str,
        Meta(max_length=80),
        "What people see; empty for the title of its book.",
    ] = ""
    book: Annotated[
        str,
        Meta(min_length=1, examples=["sands-2019"]),
        "The rule book it is run by, for good: an id that `croupier books` lists, or the path of "
        "a book's own file, ending in `.toml`.",
    ]
    deals: Annotated[
        Literal["automatic", "dealer"],
        "Who deals: the server by a timetable, or a Dealer at the console.",
    ] = "dealer"
    deals_when: Annotated[
        Deals,
        "When the server opens rounds by its timetable: `always`, `watched` while somebody has a "
        "seat or looks at the table (a terminal, a display, the front door), or `seated` while "
        "somebody has a seat. A round in play is always finished. Ignored for tables that a "
        "Dealer runs.",
    ] = "watched"
    wheel: Annotated[
        Literal["own", "dealer", "serial"],
        "Where the number comes from: the server's own draw, what the Dealer enters from a wheel "
        "of wood, or that wheel's sensor on a serial line. With the server's own draw a Dealer "
        "may still run the round, but nobody enters its number.",
    ] = "dealer"
    serial_port: Annotated[
        str | None,
        Meta(examples=["/dev/serial/by-id/usb-wheel-1"]),
        'The sensor\'s device, for `wheel = "serial"`. Name it by something that stays, under '
        "`/dev/serial/by-id/`.",
    ] = None
    terminal: Annotated[
        str | None,
        Meta(examples=["standard"]),
        "The make of those player terminals that were enrolled without one, of the makes that the "
        "book names. Without it they offer everything that the book has.",
    ] = None
    maximum_payout: Annotated[
        Cents | None,
        Meta(examples=[50_000_000]),
        "The most that all players together may win in one round, in cents, when the table is "
        "made; the pit changes it later at the table itself.",
    ] = None
    self_service: Annotated[
        bool,
        "Whether players cash out to a voucher, redeem one, collect what is held and change chips "
        "by themselves. Only in a demonstration, where they buy in too, or where the book plays "
        "with credits.",
    ] = False
    opener: Annotated[
        int,
        between(0, AMOUNT_MAX),
        "The float that a table opens with where no person counts it in, in cents.",
    ] = 10_000_000
    limits: TableLimits = TableLimits()
    timetable: Times = Times()

    def rules(self) -> Book:
        """The table's book."""
        return books.load(self.book)

    def shown(self) -> str:
        """Its displayed name."""
        return self.title or self.rules().title
