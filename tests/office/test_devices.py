"""Cash devices and their terminals, as decisions and on record."""

from croupier.office import devices, terminals
from croupier.office.state import from_plain, to_plain
from croupier.office.terminals import TerminalWithdrawn
from tests.office.desk import MANAGER, Desk, code


def equipped() -> Desk:
    desk = Desk()
    desk.do(terminals.enrol(desk.state, "kiosk", MANAGER))
    desk.do(devices.enrol(desk.state, "acceptor", "kiosk", MANAGER))
    return desk


def test_a_device_goes_with_its_terminal_and_does_not_come_back_with_it() -> None:
    desk = equipped()
    gone = desk.do(terminals.withdraw(desk.state, "kiosk", MANAGER, "stolen"))
    assert [event.name for event in gone] == ["terminal.withdrawn", "device.withdrawn"]
    desk.do(terminals.enrol(desk.state, "kiosk", MANAGER))
    no = devices.out_of_use(desk.state, "acceptor")
    assert no is not None
    assert no.code == "device/withdrawn"
    assert desk.state.serves("acceptor") is None
    assert code(devices.withdraw(desk.state, "acceptor", MANAGER, "why")) == "device/withdrawn"
    desk.do(devices.enrol(desk.state, "acceptor", "kiosk", MANAGER))
    assert desk.state.serves("acceptor") == "kiosk"


def test_an_older_record_without_the_devices_withdrawal_says_the_same() -> None:
    desk = equipped()
    desk.do([TerminalWithdrawn(terminal="kiosk", reason="stolen", by=MANAGER)])
    assert not desk.state.cash_devices["acceptor"].enrolled


def test_an_older_snapshot_of_it_says_the_same() -> None:
    desk = equipped()
    plain = to_plain(desk.state)
    plain["terminals"]["kiosk"]["enrolled"] = False
    desk.state = from_plain(plain)
    assert devices.out_of_use(desk.state, "acceptor") is not None
    desk.do(terminals.enrol(desk.state, "kiosk", MANAGER))
    assert devices.out_of_use(desk.state, "acceptor") is not None
