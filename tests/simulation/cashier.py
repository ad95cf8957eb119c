"""The model's money, seats and hours: a yes or no to each thing asked, and a few sums."""

from collections.abc import Mapping
from datetime import date

from croupier.house.adjustment import AdjustBalance
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn, ChangeChips, RedeemVoucher
from croupier.house.day import EndDay, EndShift, StartDay, StartShift
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, CreditFloat, FillFloat, OpenTable
from croupier.round.base import Actor, Command
from tests.simulation.model import Judge, Person, Slip, Table, colour_free, good_name, whole
from tests.simulation.staff import approves

# Days, shifts and the tray


def start_day(table: Table, who: Actor, asked: StartDay, now: int) -> bool:
    try:
        day = date.fromisoformat(asked.day).isoformat()
    except ValueError:
        return False
    if table.day is not None or (table.last_day is not None and day <= table.last_day):
        return False
    table.day = table.last_day = day
    table.honoured = {}
    table.at_day = table.counts.copy()
    table.handle.clear()
    return True


def end_day(table: Table, who: Actor, asked: EndDay, now: int) -> bool:
    if table.day is None or table.round is not None or table.shift is not None:
        return False
    table.day, table.box = None, 0
    return True


def start_shift(table: Table, who: Actor, asked: StartShift, now: int) -> bool:
    if table.day is None or table.shift is not None or not good_name(asked.shift):
        return False
    table.shift, table.at_shift = asked.shift, table.counts.copy()
    return True


def end_shift(table: Table, who: Actor, asked: EndShift, now: int) -> bool:
    running, table.shift = table.shift is not None, None
    return running


def open_table(table: Table, who: Actor, asked: OpenTable, now: int) -> bool:
    if table.is_open or table.day is None or not (asked.opener == 0 or whole(asked.opener)):
        return False
    table.is_open = True
    table.tray += asked.opener
    table.counts["opener"] += asked.opener
    return True


def fill(table: Table, who: Actor, asked: FillFloat, now: int) -> bool:
    if not table.plays or not whole(asked.amount):
        return False
    table.tray += asked.amount
    table.counts["fills"] += asked.amount
    return True


def credit(table: Table, who: Actor, asked: CreditFloat, now: int) -> bool:
    if not table.plays or not whole(asked.amount) or asked.amount > table.tray:
        return False
    table.tray -= asked.amount
    table.counts["credits"] += asked.amount
    return True


def close_table(table: Table, who: Actor, asked: CloseTable, now: int) -> bool:
    counted, second = asked.closer, asked.approver
    if not table.plays or table.round or any(each.seated for each in table.people.values()):
        return False
    if counted != 0 and not whole(counted):
        return False
    if counted != table.tray and (second is None or not approves(who, second)):
        return False
    table.counts["closer"] += counted
    table.counts["variance"] += table.tray - counted
    table.is_open, table.tray = False, 0
    return True


# Seats and chips


def take_seat(table: Table, who: Actor, asked: TakeSeat, now: int) -> bool:
    name = asked.player
    barred = not table.plays or name in table.house.excluded
    if barred or not good_name(name) or table.seated(name):
        return False
    back_to_chips = name in table.gone and table.colour_out(name)
    before = table.people.get(name)
    if back_to_chips and before is not None:
        if asked.colour not in (None, before.colour):
            return False
    else:
        if asked.colour is not None and not colour_free(table, name, asked.colour):
            return False
        table.person(name).colour, table.person(name).value = asked.colour, None
    table.person(name).seated = True
    table.gone.discard(name)
    return True


def leave_seat(table: Table, who: Actor, asked: LeaveSeat, now: int) -> bool:
    if not table.seated(asked.player):
        return False
    person = table.people[asked.player]
    person.held += person.chips.total()
    person.chips.clear()
    person.seated = False
    if table.round is not None:
        table.gone.add(asked.player)
    return True


def _may_have(
    table: Table, asked: BuyIn | RedeemVoucher | ChangeChips, chips: str, amount: int
) -> bool:
    """Whether a player may have these chips for this; of colour chips, note colour and value."""
    if chips not in table.paper.chips:
        return False
    if chips != "colour-chips":
        return True
    person, name = table.people[asked.player], asked.player
    colour = person.colour if asked.colour is None else asked.colour
    value = person.value if asked.value is None else asked.value
    out = table.colour_out(name)
    if colour is None or value is None or not whole(value) or amount % value:
        return False
    if colour != person.colour and (out or not colour_free(table, name, colour)):
        return False
    return value == person.value or person.value is None or not out


def _note_colour(person: Person, asked: BuyIn | RedeemVoucher | ChangeChips, chips: str) -> None:
    if chips == "colour-chips":
        person.colour = person.colour if asked.colour is None else asked.colour
        person.value = person.value if asked.value is None else asked.value


def _get(table: Table, asked: BuyIn | RedeemVoucher, amount: int) -> bool:
    chips = asked.chips or table.plain
    if not _may_have(table, asked, chips, amount) or table.sold_out(amount):
        return False
    person = table.people[asked.player]
    _note_colour(person, asked, chips)
    person.chips[chips] += amount
    table.gives(amount)
    table.box += amount
    table.counts["drop"] += amount
    return True


def buy_in(table: Table, who: Actor, asked: BuyIn, now: int) -> bool:
    return table.welcome(asked.player) and whole(asked.amount) and _get(table, asked, asked.amount)


def redeem(table: Table, who: Actor, asked: RedeemVoucher, now: int) -> bool:
    slip = table.house.slips.get(asked.voucher)
    if slip is None or slip.used or now >= slip.expires_ms or not table.welcome(asked.player):
        return False
    if not _get(table, asked, slip.amount):
        return False
    slip.used = True
    table.vouchers -= slip.amount
    table.counts["vouchers_in"] += slip.amount
    return True


def change(table: Table, who: Actor, asked: ChangeChips, now: int) -> bool:
    out_of = table.plain if asked.into == "colour-chips" else "colour-chips"
    if not table.welcome(asked.player) or not whole(asked.amount):
        return False
    if out_of not in table.paper.chips or not _may_have(table, asked, asked.into, asked.amount):
        return False
    person = table.people[asked.player]
    if person.chips[out_of] < asked.amount:
        return False
    if out_of == "colour-chips" and asked.amount % (person.value or 1):
        return False
    _note_colour(person, asked, asked.into)
    person.chips[out_of] -= asked.amount
    person.chips[asked.into] += asked.amount
    return True


def _paid(table: Table, asked: CashOut | CollectHeld, amount: int, now: int) -> bool:
    """Cash into the hand, or a voucher on the house's list."""
    if asked.paid == "cash":
        table.counts["cash_out"] += amount
    if asked.paid != "voucher":
        return True
    number, expires = asked.voucher, asked.expires_ms
    if number is None or expires is None or len(number) != 26 or expires <= now:
        return False
    if number in table.house.slips:
        return False
    table.house.slips[number] = Slip(amount, expires)
    table.vouchers += amount
    table.counts["vouchers_out"] += amount
    return True


def cash_out(table: Table, who: Actor, asked: CashOut, now: int) -> bool:
    if not table.seated(asked.player):
        return False
    person, chips = table.people[asked.player], asked.chips
    if chips is not None and chips not in table.paper.chips:
        return False
    if asked.amount is not None:
        given = {chips or table.plain: asked.amount}
        colour = (chips or table.plain) == "colour-chips"
        if not whole(asked.amount) or (colour and asked.amount % (person.value or 1)):
            return False
    else:
        given = {kind: there for kind, there in person.chips.items() if chips in (None, kind)}
    total = sum(given.values())
    short = any(person.chips[kind] < amount for kind, amount in given.items())
    if short or not total or not _paid(table, asked, total, now):
        return False
    person.chips.subtract(given)
    return True


def collect(table: Table, who: Actor, asked: CollectHeld, now: int) -> bool:
    amount = table.people[asked.player].held if asked.player in table.people else 0
    if asked.paid == "chips" and not table.welcome(asked.player):
        return False
    if not amount or not _paid(table, asked, amount, now):
        return False
    table.people[asked.player].held = 0
    if asked.paid == "chips":
        table.people[asked.player].chips[table.plain] += amount
    return True


def adjust(table: Table, who: Actor, asked: AdjustBalance, now: int) -> bool:
    chips, amount = asked.chips or table.plain, asked.amount
    sound = table.plays and approves(who, asked.approver) and bool(asked.reason.strip())
    if not sound or chips not in table.paper.chips or not good_name(asked.player):
        return False
    if not whole(abs(amount)):
        return False
    person = table.people.get(asked.player) or Person()
    there = person.chips[chips] if person.seated else person.held
    cut = asked.chips == "colour-chips" and (not person.value or amount % person.value)
    if there + amount < 0 or (person.seated and cut) or table.sold_out(amount):
        return False
    person = table.person(asked.player)
    if person.seated:
        person.chips[chips] += amount
    else:
        person.held += amount
    table.gives(amount)
    table.counts["adjustments"] += amount
    return True


CASHIER: Mapping[type[Command], Judge] = {
    StartDay: start_day,
    EndDay: end_day,
    StartShift: start_shift,
    EndShift: end_shift,
    OpenTable: open_table,
    FillFloat: fill,
    CreditFloat: credit,
    CloseTable: close_table,
    TakeSeat: take_seat,
    LeaveSeat: leave_seat,
    BuyIn: buy_in,
    RedeemVoucher: redeem,
    ChangeChips: change,
    CashOut: cash_out,
    CollectHeld: collect,
    AdjustBalance: adjust,
}
