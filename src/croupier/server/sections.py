"""The sections of a house file: every setting with its default and what it is for.

With ``config``, which puts them together, this is the one table of settings: what ``croupier init``
writes and what the documentation says is made from it, through ``settings``.
"""

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from croupier import books
from croupier.house.thresholds import BILL_MAX
from croupier.rules.book import Book
from croupier.rules.money import AMOUNT_MAX
from croupier.table.dealer import Deals

Cents = Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]
Text = Annotated[str, Meta(min_length=1, max_length=80)]
SECONDS_MAX = 3600
Seconds = Annotated[float, Meta(ge=0, le=SECONDS_MAX)]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the file."""


class Listen(Section, frozen=True, kw_only=True):
    """Where the server is found."""

    host: Annotated[
        str,
        Meta(
            min_length=1,
            description="The address that the server listens on. Anything but this machine itself "
            "needs `tls` or `behind_proxy`.",
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int, Meta(ge=0, le=65535, description="The port it listens on; 0 takes any that is free.")
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
        Meta(
            description="The certificate with its chain, a PEM file.",
            examples=["tls/certificate.pem"],
        ),
    ]
    key: Annotated[
        Path,
        Meta(
            description="Its private key, a PEM file that others cannot read.",
            examples=["tls/key.pem"],
        ),
    ]


class Connections(Section, frozen=True, kw_only=True):
    """How many may be connected, and how much those may ask whom the house does not know."""

    most: Annotated[
        int,
        Meta(
            ge=16,
            le=1_000_000,
            description="How many connections the house takes in all. Each needs a file "
            "descriptor: with fewer of those it takes fewer, and a start warns.",
        ),
    ] = 20_000
    public: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            description="How many WebSockets there may be that are neither a terminal's nor "
            "staff's: displays and onlookers.",
        ),
    ] = 5_000
    each: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000,
            description="How many WebSockets one terminal, or one session of staff, may have.",
        ),
    ] = 32
    per_address: Annotated[
        int,
        Meta(
            ge=4,
            le=1_000_000,
            description="How many connections one address may have that are neither a terminal's "
            "nor staff's. Behind a proxy on this machine, the address that it forwards counts.",
        ),
    ] = 1_000
    requests_per_address: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            description="How many requests a second one address may send without the cookie of a "
            "terminal or of staff, and how many connections it may open; ten times as many at "
            "once.",
        ),
    ] = 100


class Visitors(Section, frozen=True, kw_only=True):
    """What a visitor to a demonstration gets."""

    credit: Annotated[
        Cents,
        Meta(description="What a visitor has to play with, in cents. Only in a demonstration."),
    ] = 100_000


class Retention(Section, frozen=True, kw_only=True):
    """How long closed gaming days stay in the journal, and their archives on the disk."""

    days: Annotated[
        int,
        Meta(
            ge=1,
            le=36_500,
            description="How many days a closed gaming day stays before it is moved into an "
            "archive: by the running house, once a day, or by `croupier archive --house`.",
        ),
    ] = 90
    archive_days: Annotated[
        Annotated[int, Meta(ge=1, le=36_500)] | None,
        Meta(
            description="How many days after it was played an archived day is deleted for good, "
            "by the running house, once a day and on record. Without it archives are kept until "
            "somebody moves them.",
            examples=[2_000],
        ),
    ] = None


class Seats(Section, frozen=True, kw_only=True):
    """How long a seat waits for its player; house procedure, not of any book."""

    absent_minutes: Annotated[
        int,
        Meta(
            ge=1,
            le=10_080,
            description="How many minutes a terminal may be without a connection, and ask nothing, "
            "before its player's seats end; what they own is held for them. A terminal that is "
            "connected is not absent, nor is a player whom a Dealer seated without one.",
        ),
    ] = 30


class GamingDay(Section, frozen=True, kw_only=True):
    """When gaming days end; house procedure, not of any book."""

    closes: Annotated[
        str,
        Meta(
            pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$",
            description="The closing hour, as the clock of `zone` shows it, from 00:00 to 23:59. "
            "At this hour each table ends its gaming day, once the round in play has ended, and an "
            "open table begins the next.",
        ),
    ] = "06:00"
    zone: Annotated[
        Text,
        Meta(
            description="The time zone of the house, by its name in the IANA database: "
            "`Asia/Singapore`, `Europe/Madrid`, `UTC`.",
        ),
    ] = "UTC"


class Vouchers(Section, frozen=True, kw_only=True):
    """How long a voucher is good for."""

    days: Annotated[
        int, Meta(ge=1, le=36_500, description="A voucher is to be redeemed within so many days.")
    ] = 90


class Approvals(Section, frozen=True, kw_only=True):
    """How the house keeps its control of two people; house procedure, not of any book."""

    new_accounts_wait: Annotated[
        int,
        Meta(
            ge=0,
            le=8_760,
            description="For how many hours an account that somebody made or reset at the desk "
            "cannot approve. Not for accounts from the command line, nor in a demonstration.",
        ),
    ] = 24
    second_factor: Annotated[
        bool,
        Meta(
            description="Whether everyone who can approve, Pit Supervisor or above, needs a second "
            "factor: codes of an authenticator app (TOTP), enrolled at the first sign-in, asked at "
            "each sign-in and for each approval. Not in a demonstration.",
        ),
    ] = True
    buy_in_above: Annotated[
        Cents | None,
        Meta(
            description="Chips sold for more cash than this, in cents, take a second person. "
            "Without it no amount does.",
            examples=[1_000_000],
        ),
    ] = None
    cash_above: Annotated[
        Cents | None,
        Meta(
            description="More cash than this for chips, for what is held or for a voucher, in "
            "cents, takes a second person. Without it no amount does.",
            examples=[1_000_000],
        ),
    ] = None
    adjustment_above: Annotated[
        Cents | None,
        Meta(
            description="An adjustment takes two people always; of more than this, in cents, the "
            "second is a Pit Manager or above.",
            examples=[100_000],
        ),
    ] = None
    ruling_above: Annotated[
        Cents | None,
        Meta(
            description="Rulings that move more than this, in cents, once the number is known take "
            "a second person. Without it no amount does.",
            examples=[500_000],
        ),
    ] = None
    void_above: Annotated[
        Cents | None,
        Meta(
            description="So does what makes a round void that moves more than this, in cents: no "
            "spin, a void by a clause, a decision. The round waits for up to five minutes.",
            examples=[500_000],
        ),
    ] = None


class Staff(Section, frozen=True, kw_only=True):
    """How the house assigns its people to tables; house procedure, not of any book."""

    assigned_only: Annotated[
        bool,
        Meta(
            description="Whether nobody below a Gaming Shift Manager acts at a table without an "
            "assignment to it. Otherwise only those who have one are kept to it."
        ),
    ] = False


class Oversight(Section, frozen=True, kw_only=True):
    """Who often decides about money once the number is known is named; house procedure."""

    decisions: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000,
            description="An alert names whoever made more decisions than this in a gaming day: "
            "rulings, no spin, voids and the like once the ball rests.",
        ),
    ] = 10
    moved: Annotated[
        Cents,
        Meta(
            description="Decisions that together moved more than this raise it: what changed for "
            "each player, whichever way, in cents."
        ),
    ] = 1_000_000
    share: Annotated[
        int,
        Meta(
            ge=1,
            le=100,
            description="So does a decision, or a void while the ball ran, in more than so many of "
            "a hundred rounds in which the person did anything.",
        ),
    ] = 5
    share_from: Annotated[
        int, Meta(ge=1, le=10_000, description="The share counts from so many rounds on.")
    ] = 50
    called_off: Annotated[
        int,
        Meta(
            ge=1,
            le=100,
            description="So many of a hundred rounds of an own wheel may be void after their "
            "close; what chance does not explain beyond that raises an alert of the table.",
        ),
    ] = 1


class CashDevices(Section, frozen=True, kw_only=True):
    """What bill validators may report; house procedure, not of any book."""

    largest_bill: Annotated[
        Cents,
        Meta(description="The largest bill that a cash device may report, in cents."),
    ] = BILL_MAX


class Excluded(Section, frozen=True, kw_only=True):
    """A player who may not play in this house, a section for each."""

    player: Annotated[
        str,
        Meta(
            description="The player's name, as a terminal or the staff give it.", examples=["eve"]
        ),
    ]
    reason: Annotated[
        Text, Meta(description="Why, for the record.", examples=["asked to be excluded"])
    ]
    identity: Annotated[
        Text | None,
        Meta(
            description="The number of a document of theirs; the record has only a keyed hash.",
            examples=["S1234567D"],
        ),
    ] = None


class Span(Section, frozen=True, kw_only=True):
    """Other limits for one kind of wager, a section for each kind that has them."""

    min: Annotated[
        Cents,
        Meta(description="The least of one player on one area, in cents.", examples=[100]),
    ]
    max: Annotated[
        Cents, Meta(description="The most of one player on one area, in cents.", examples=[10_000])
    ]


class TableLimits(Section, frozen=True, kw_only=True):
    """The limits that a table begins with; the pit changes them at the table itself."""

    min: Annotated[
        Cents, Meta(description="The least of one player on one area in one round, in cents.")
    ] = 500
    max: Annotated[
        Cents, Meta(description="The most of one player on one area in one round, in cents.")
    ] = 100_000
    kinds: dict[str, Span] = {}


class Times(Section, frozen=True, kw_only=True):
    """How the automatic dealer keeps time, in seconds; nothing to tables that staff deal."""

    pause: Annotated[Seconds, Meta(description="Between the end of a round and the next.")] = 6
    countdown: Annotated[Seconds, Meta(description="How long bets are open.")] = 20
    spinning: Annotated[
        Seconds,
        Meta(description="How long the ball runs with bets open, where the book closes then."),
    ] = 4
    running: Annotated[Seconds, Meta(description="How long the ball runs with bets closed.")] = 3
    reading: Annotated[
        Seconds, Meta(description="How long a step is shown before the next is taken.")
    ] = 1
    resumed: Annotated[
        Seconds,
        Meta(
            description="How long bets stay open at least, up to the usual time, once a round goes "
            "on that was held or that a failure interrupted."
        ),
    ] = 10


class Table(Section, frozen=True, kw_only=True):
    """A table of the house, a section for each; there must be at least one."""

    id: Annotated[
        str,
        Meta(
            pattern=r"^[a-z0-9][a-z0-9-]{0,39}$",
            description="The table's name on record, for good: small letters, digits and hyphens.",
            examples=["roulette-1"],
        ),
    ]
    title: Annotated[
        str,
        Meta(max_length=80, description="What people see; empty for the title of its book."),
    ] = ""
    book: Annotated[
        str,
        Meta(
            min_length=1,
            description="The rule book it is run by, for good: an id that `croupier books` lists, "
            "or the path of a book's own file, ending in `.toml`.",
            examples=["sands-2019"],
        ),
    ]
    deals: Annotated[
        Literal["automatic", "dealer"],
        Meta(description="Who deals: the server by a timetable, or a Dealer at the console."),
    ] = "dealer"
    deals_when: Annotated[
        Deals,
        Meta(
            description="When the server opens rounds by its timetable: `always`, `watched` while "
            "somebody has a seat or looks at the table (a terminal, a display, the front door), or "
            "`seated` while somebody has a seat. A round in play is always finished. Ignored for "
            "tables that a Dealer runs.",
        ),
    ] = "watched"
    wheel: Annotated[
        Literal["own", "dealer", "serial"],
        Meta(
            description="Where the number comes from: the server's own draw, what the Dealer "
            "enters from a wheel of wood, or that wheel's sensor on a serial line. With the "
            "server's own draw a Dealer may still run the round, but nobody enters its number.",
        ),
    ] = "dealer"
    serial_port: Annotated[
        str | None,
        Meta(
            description='The sensor\'s device, for `wheel = "serial"`. Name it by something that '
            "stays, under `/dev/serial/by-id/`.",
            examples=["/dev/serial/by-id/usb-wheel-1"],
        ),
    ] = None
    terminal: Annotated[
        str | None,
        Meta(
            description="The make of those player terminals that were enrolled without one, of the "
            "makes that the book names. Without it they offer everything that the book has.",
            examples=["standard"],
        ),
    ] = None
    maximum_payout: Annotated[
        Cents | None,
        Meta(
            description="The most that all players together may win in one round, in cents, "
            "when the table is made; the pit changes it later at the table itself.",
            examples=[50_000_000],
        ),
    ] = None
    self_service: Annotated[
        bool,
        Meta(
            description="Whether players cash out to a voucher, redeem one, collect what is held "
            "and change chips by themselves. Only in a demonstration, where they buy in too, or "
            "where the book plays with credits.",
        ),
    ] = False
    opener: Annotated[
        int,
        Meta(
            ge=0,
            le=AMOUNT_MAX,
            description="The float that a table opens with where no person counts it in, in cents.",
        ),
    ] = 10_000_000
    limits: TableLimits = TableLimits()
    timetable: Times = Times()

    def rules(self) -> Book:
        """The book that the table is run by."""
        return books.load(self.book)

    def shown(self) -> str:
        """What people see as its name."""
        return self.title or self.rules().title
