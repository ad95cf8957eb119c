"""The shift manager's desk: staff, devices, gaming day, excluded players, referrals."""

import re

from playwright.sync_api import expect

from croupier.house.day import day_after
from croupier.round.opening import OpenBets
from croupier.round.void import VoidRound
from tests.browser.axe import violations
from tests.browser.browsing import Visitors
from tests.browser.working import at, card, confirm, form, last, listed, said, signs_in
from tests.duties import presses
from tests.server.houses import DEALER, MANAGER, SHIFT, SUPERVISOR, Hosted

TABLE = "edz-2020"
"""Its book has referrals."""
PASSWORDS = "a-first-pass-phrase", "another-pass-phrase", "of-her-own-choice"


def test_someone_joins_is_out_and_comes_back(visitors: Visitors, hosted: Hosted) -> None:
    visitors.may_refuse = visitors.may_break = True
    desk = at(visitors, hosted, SHIFT, "/desk#staff")
    joins = card(desk, "Add to the staff")
    joins.get_by_label("Name", exact=True).fill("nina")
    joins.get_by_role("combobox", name="Position", exact=True).select_option("dealer")
    joins.get_by_label(re.compile("^First password")).fill(PASSWORDS[0])
    joins.locator("button[type=submit]").click()
    said(desk, "Add to the staff")

    nina = visitors.come()
    nina.goto("/dealer")
    signs_in(nina, "nina", PASSWORDS[0])
    expect(nina.get_by_text("Which table do you deal at?", exact=True)).to_be_visible()

    listed(desk, "nina").click()
    hers = card(desk, "nina")
    out = form(hers, "Disable")
    out.get_by_label("Reason", exact=True).fill("Keys handed in")
    out.get_by_role("button", name="Disable", exact=True).click()
    expect(out.get_by_role("alert")).to_contain_text("nina is out at once")
    confirm(out)
    expect(listed(desk, "nina")).to_contain_text("disabled")
    signs_in(nina, "nina", PASSWORDS[0])
    expect(nina.get_by_role("dialog").get_by_role("alert")).to_be_visible()

    again = form(hers, "Enable")
    again.get_by_label("Reason", exact=True).fill("Back from leave")
    again.get_by_role("button", name="Enable", exact=True).click()
    confirm(again)
    expect(listed(desk, "nina")).not_to_contain_text("disabled")
    anew = form(hers, "Set the password")
    anew.get_by_label(re.compile("^New password")).fill(PASSWORDS[1])
    anew.get_by_role("button", name="Set the password", exact=True).click()
    said(desk, "New password")
    moved = form(hers, "Change position")
    moved.get_by_role("combobox", name="Position", exact=True).select_option("pit-supervisor")
    moved.get_by_label("Reason", exact=True).fill("Promoted")
    moved.get_by_role("button", name="Change position", exact=True).click()
    expect(listed(desk, "nina")).to_contain_text("Pit Supervisor")

    signs_in(nina, "nina", PASSWORDS[1])
    expect(nina.get_by_role("dialog")).to_have_count(0)
    nina.get_by_role("button", name=re.compile("^nina")).click()
    own = nina.get_by_role("dialog", name="Change your password", exact=True)
    assert not violations(nina, "password")
    own.get_by_label("Password now", exact=True).first.fill(PASSWORDS[1])
    own.get_by_label(re.compile("^New password")).fill(PASSWORDS[2])
    own.get_by_role("button", name="Set the password", exact=True).click()
    expect(nina.get_by_role("dialog", name="Staff only", exact=True)).to_be_visible()
    signs_in(nina, "nina", PASSWORDS[2])
    expect(nina.get_by_role("dialog")).to_have_count(0)
    nina.get_by_role("link", name="Pit", exact=True).click()
    expect(nina.get_by_role("tab", name="Tables", exact=True)).to_be_visible()
    lately = desk.get_by_role("region", name="Recent activity", exact=True)
    expect(lately).to_contain_text("Keys handed in")
    expect(lately).not_to_contain_text(PASSWORDS[0])


def test_a_device_is_enrolled_used_and_withdrawn(visitors: Visitors, hosted: Hosted) -> None:
    visitors.may_refuse = visitors.may_break = True
    desk = at(visitors, hosted, SHIFT, "/desk#terminals")
    enrols = card(desk, "Enrol a terminal")
    enrols.get_by_label("Name of the terminal", exact=True).fill("t-42")
    make = enrols.get_by_role("combobox", name="Make of terminal", exact=True)
    expect(make.locator("option:not([value=''])")).to_have_text(["Standard", "Rapid Select"])
    make.select_option("Rapid Select")
    enrols.locator("button[type=submit]").click()
    token = enrols.locator("code")
    expect(token).to_have_text(re.compile(r"\S{20,}"))
    enrols.get_by_role("button", name="This device is it", exact=True).dblclick()
    expect(enrols.locator("code")).to_have_count(0)
    said(desk, "This device is it")
    expect(desk.locator(".verdict.is-refused")).to_have_count(0)
    device = desk.context.new_page()
    device.goto(f"/table/{TABLE}")
    expect(device.locator(".felt").first).to_be_visible()
    me = device.evaluate("fetch('/api/me?as=player').then((answer) => answer.json())")
    assert me["terminal"] == "t-42"

    desk.reload()
    expect(desk.locator("code")).to_have_count(0)
    expect(listed(desk, "t-42")).to_contain_text("rapid-select")
    listed(desk, "t-42").click()
    gone = desk.locator("details").filter(has_text="t-42")
    gone.get_by_label("Reason", exact=True).fill("Broken glass")
    gone.get_by_role("button", name="Withdraw", exact=True).click()
    confirm(gone)
    expect(listed(desk, "t-42")).to_contain_text("withdrawn")
    me = device.evaluate("fetch('/api/me?as=player').then((answer) => answer.json())")
    assert me["terminal"] is None


def test_a_cash_device_is_bound_to_an_enrolled_terminal(visitors: Visitors, hosted: Hosted) -> None:
    hosted.run(hosted.enrolled("t-7"))
    desk = at(visitors, hosted, SHIFT, "/desk#terminals")
    devices = card(desk, "Cash devices")
    devices.get_by_label("Device's name", exact=True).fill("bills-7")
    terminal = devices.get_by_role("combobox", name="Name of the terminal", exact=True)
    terminal.select_option("t-7")
    devices.get_by_role("button", name="Enrol a cash device", exact=True).click()
    told = devices.get_by_role("alert")
    expect(told).to_contain_text("stays good until the device is withdrawn")
    expect(listed(desk, "bills-7")).to_contain_text("t-7")


@presses("start-shift", "desk", "Begin the shift")
@presses("end-shift", "desk", "End the shift")
@presses("start-day", "desk", "Begin the gaming day")
@presses("end-day", "desk", "End the gaming day")
@presses("count-day", "desk", "Enter the count")
def test_a_shift_and_a_gaming_day_end_and_begin(visitors: Visitors, hosted: Hosted) -> None:
    desk = at(visitors, hosted, SHIFT, "/desk#day")
    tick = desk.get_by_role("row").filter(
        has=desk.get_by_role("checkbox", name=re.compile(f"{TABLE}$"))
    )
    expect(tick.get_by_role("checkbox")).to_be_checked()
    for box in desk.get_by_role("checkbox").all():
        box.uncheck()
    tick.get_by_role("checkbox").check()
    shift = card(desk, "Shift")
    shift.get_by_label("Name of the shift", exact=True).fill("Night")
    shift.get_by_role("button", name="Begin the shift", exact=True).click()
    said(desk, "Begin the shift")
    expect(tick).to_contain_text("Night")
    day = card(desk, "Gaming day")
    proposed, closes = hosted.house.days.hours()
    expect(day.get_by_label("Gaming day", exact=True)).to_have_value(proposed)
    expect(desk.locator(".lead")).to_contain_text(f"end by themselves at {closes}")
    day.get_by_role("button", name="End the gaming day", exact=True).click()
    confirm(day)
    expect(desk.locator(".verdict.is-refused")).to_contain_text("Night")
    shift.get_by_role("button", name="End the shift", exact=True).click()
    confirm(shift)
    said(desk, "End the shift")
    day.get_by_role("button", name="End the gaming day", exact=True).click()
    expect(day.get_by_role("alert")).to_contain_text("drop box")
    confirm(day)
    said(desk, "End the gaming day")
    expect(tick).to_contain_text("No gaming day")
    state = hosted.house.floor.tables[TABLE].state
    ((ended, left),) = state.to_count.items()
    count = card(desk, "The count")
    parts = {"Cash in the box": left.cash, "Bills in devices": left.bills}
    parts |= {"Vouchers in the box": left.vouchers, "Cash taken at the desk": left.desk}
    for label, amount in (parts | {"Cash paid out": left.paid}).items():
        count.get_by_label(label, exact=True).fill(f"{amount / 100:.2f}")
    count.get_by_role("button", name="Enter the count", exact=True).click()
    expect(count.get_by_role("alert")).to_contain_text("A second person looks at it")
    expect(count).not_to_contain_text("on record")
    confirm(count)
    expect(count).to_contain_text(f"The count of {SHIFT.name} waits for a second person")
    second = at(visitors, hosted, MANAGER, "/pit#approvals")
    asked = second.get_by_role("article", name="Enter the count", exact=True)
    expect(asked).to_contain_text("is counted: cash")
    asked.get_by_role("button", name="Approve", exact=True).click()
    confirm(asked)
    expect(count).to_contain_text("No gaming day waits")
    assert ended not in state.to_count
    begun = day_after(ended).isoformat()
    day.get_by_label("Gaming day", exact=True).fill(begun)
    day.get_by_role("button", name="Begin the gaming day", exact=True).click()
    said(desk, "Begin the gaming day")
    expect(tick).to_contain_text(begun)
    assert hosted.house.floor.tables[TABLE].state.day == begun


@presses("exclude-player", "desk", "Exclude a player")
@presses("readmit-player", "desk", "Readmit")
def test_an_excluded_player_is_named_and_readmitted(visitors: Visitors, hosted: Hosted) -> None:
    desk = at(visitors, hosted, SHIFT, "/desk#players")
    out = card(desk, "Exclude a player")
    out.get_by_label("Player", exact=True).fill("mallory")
    out.get_by_label("Reason", exact=True).fill("Asked for it")
    out.locator("button[type=submit]").click()
    confirm(out)
    shown = card(desk, "Excluded players")
    expect(shown).to_contain_text("mallory")
    expect(shown).to_contain_text("Asked for it")
    shown.get_by_role("button", name="Readmit", exact=True).click()
    confirm(shown)
    expect(shown).to_contain_text("Nobody is excluded")


def test_what_is_done_first_on_a_new_page_counts_on(visitors: Visitors, hosted: Hosted) -> None:
    desk = at(visitors, hosted, SHIFT, "/desk#players")
    void = VoidRound(clause="5.10", reason="for the count")
    for name in ("trent", "victor"):
        out = card(desk, "Exclude a player")
        out.get_by_label("Player", exact=True).fill(name)
        out.get_by_label("Reason", exact=True).fill("Asked for it")
        out.locator("button[type=submit]").click()
        confirm(out)
        said(desk, "Exclude a player")
        expect(card(desk, "Excluded players")).to_contain_text(name)
        for table in hosted.house.floor.tables:  # so that no table knows the first answers still
            for _ in range(2):
                hosted.run(hosted.must(table, OpenBets()))
                hosted.run(hosted.must(table, void, by=MANAGER))
        desk.reload()


@presses("refer", "dealer", "Refer")
@presses("decide-referral", "desk", "Decide")
def test_what_was_referred_is_decided_by_the_shift_manager(
    visitors: Visitors, hosted: Hosted
) -> None:
    hosted.run(hosted.must(TABLE, OpenBets()))
    dealer = at(visitors, hosted, DEALER, f"/dealer/{TABLE}")
    pit = at(visitors, hosted, MANAGER, "/pit")
    desk = at(visitors, hosted, SHIFT, "/desk")
    for decision, why in (("The round goes on", "A lamp went out"), ("The round is void", "Smoke")):
        dealer.locator(".steps").get_by_role("button", name="Refer", exact=True).click()
        sheet = dealer.get_by_role("dialog", name="Refer", exact=True)
        sheet.get_by_label("Reason", exact=True).fill(why)
        sheet.locator("button[type=submit]").click()
        expect(dealer.locator(".phase")).to_contain_text("Held: referred")
        expect(dealer.locator(".held")).to_contain_text(why)
        expect(dealer.locator(".forbidden")).to_contain_text("Gaming Shift Manager")
        expect(card(pit, "Needs attention")).to_contain_text("Held: referred")

        expect(desk.get_by_role("tab", name=re.compile("^Referrals"))).to_contain_text("1")
        listed(desk, "Electronic Double Zero").click()
        expect(desk.locator(".held")).to_contain_text(why)
        expect(desk.locator(".held")).to_contain_text(DEALER.name)
        assert not violations(desk, why)
        decides = card(desk, "Decide the referral")
        decides.get_by_role("radio", name=decision, exact=True).click()
        decides.get_by_role("textbox", name="Reason", exact=True).fill("seen on the film")
        decides.get_by_role("button", name="Decide", exact=True).click()
        expect(decides.get_by_role("alert")).to_contain_text(decision)
        confirm(decides)
        expect(desk.get_by_text("No round waits for a decision.", exact=True)).to_be_visible()
        expect(dealer.locator(".held")).to_have_count(0)
    expect(dealer.locator(".payouts")).to_contain_text("Void")
    assert last(hosted, TABLE)[0] == "void"


def test_a_dealer_is_assigned_to_tables_and_freed(visitors: Visitors, hosted: Hosted) -> None:
    desk = at(visitors, hosted, MANAGER, "/desk#staff")
    dealer = at(visitors, hosted, DEALER, f"/dealer/{TABLE}")
    opens = dealer.locator(".steps").get_by_role("button", name="Open bets", exact=True)
    expect(opens).to_be_enabled()
    listed(desk, "dora").click()
    hers = card(desk, "Tables of dora")
    assign = form(hers, "Assign to tables")
    expect(assign.get_by_role("button", name="Assign to tables", exact=True)).to_be_disabled()
    assign.get_by_role("checkbox", name="Roulette with Racetrack", exact=True).check()
    assign.get_by_label("Reason", exact=True).fill("Late shift")
    assert not violations(desk, "assign")
    assign.get_by_role("button", name="Assign to tables", exact=True).click()
    said(desk, "Assign to tables")
    expect(listed(desk, "dora")).to_contain_text("assigned")
    expect(card(desk, "Recent activity")).to_contain_text(
        re.compile(r"Dora is assigned to [\w-]+, \d{4}-\d\d-\d\d \d\d:\d\d UTC to ", re.IGNORECASE)
    )
    later = form(hers, "Assign to tables")
    later.get_by_role("checkbox", name="Sands Fast Action Roulette", exact=True).check()
    later.get_by_label("Begins in so many hours", exact=True).fill("48")
    later.get_by_label("Reason", exact=True).fill("The day after")
    later.get_by_role("button", name="Assign to tables", exact=True).click()
    ends = hers.get_by_role("form").filter(has_text="End: Sands Fast Action Roulette")
    expect(ends).to_contain_text(re.compile(r"Roulette · \w+ \d+, \d{4}, \d\d:\d\d–"))
    ends.get_by_label("Reason", exact=True).fill("Needed elsewhere")
    ends.get_by_role("button", name=re.compile("^End: Sands Fast Action Roulette")).click()
    said(desk, "Assignment ended")
    expect(ends).to_have_count(0)
    expect(opens).to_have_count(0)
    expect(dealer.locator(".steps")).to_contain_text(
        "is assigned to racetrack-2012 now, not to edz-2020"
    )

    ends = hers.get_by_role("form").filter(has_text="End: Roulette with Racetrack")
    ends.get_by_label("Reason", exact=True).fill("Needed elsewhere")
    ends.get_by_role("button", name=re.compile("^End: Roulette with Racetrack")).click()
    said(desk, "Assignment ended")
    expect(opens).to_be_enabled()
    expect(hers.get_by_text("Assigned to no table in particular.", exact=True)).to_be_visible()


def test_those_below_see_what_is_not_theirs(visitors: Visitors, hosted: Hosted) -> None:
    desk = at(visitors, hosted, MANAGER, "/desk#staff")
    expect(desk.get_by_text("This is for the Gaming Shift Manager.", exact=True)).to_be_visible()
    expect(card(desk, "Add to the staff")).to_have_count(0)
    sue = at(visitors, hosted, SUPERVISOR, "/pit")
    sue.get_by_role("link", name="Shift desk", exact=True).click()
    for tab, shut in (
        ("Players and vouchers", "Exclude a player"),
        ("Day and shift", "Shift"),
        ("Terminals", "Enrol a terminal"),
        ("Terminals", "Cash devices"),
    ):
        sue.get_by_role("tab", name=tab, exact=True).click()
        expect(card(sue, shut)).to_contain_text("Only a Pit Manager may")
        expect(card(sue, shut).locator("form")).to_have_count(0)
    sue.get_by_role("tab", name="Players and vouchers", exact=True).click()
    expect(card(sue, "Pay a voucher in cash").locator("form")).to_be_visible()
    dora = at(visitors, hosted, DEALER, f"/dealer/{TABLE}")
    expect(dora.get_by_role("link", name="Recall", exact=True)).to_be_visible()
    expect(dora.get_by_role("link", name="Shift desk", exact=True)).to_have_count(0)
