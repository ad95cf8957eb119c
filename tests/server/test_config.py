"""A house file: every error at once with its line, every setting in words, and what it comes to."""

import os
import re
import zoneinfo
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from croupier import books
from croupier.house.permissions import Thresholds
from croupier.rules.limits import Range
from croupier.rules.refusal import BookError
from croupier.rules.wager import Kind
from croupier.server.config.checks import doubts, tls_doubts
from croupier.server.config.describe import commented, page, parts
from croupier.server.config.house import (
    HouseConfig,
    demo_config,
    limits_of,
    of_a_demonstration,
    table_settings,
    timetable,
    zone_of,
)
from croupier.server.config.reading import ConfigError, HouseFile, examine, read_house
from croupier.server.config.settings import Approvals, Tls

AMERICAN = Path(__file__).parent.parent / "data" / "american-double-zero.toml"
HOUSE = """\
name = "The Grand"
{before}
[listen]
{listen}
[[table]]
id = "one"
book = "{book}"
{table}
[[table]]
id = "two"
book = "edz-2020"
"""


def house(tmp_path: Path, *, book: str = "racetrack-2012", **parts: str) -> HouseFile:
    """A house of two tables with some lines put in."""
    lines = {"before": "", "listen": "", "table": "", **parts}
    path = tmp_path / "house.toml"
    path.write_text(HOUSE.format(book=book, **lines), encoding="utf-8")
    return examine(path)


def test_a_house_in_order_is_read(tmp_path: Path) -> None:
    config, findings = house(tmp_path, before='data = "record"')
    assert findings == []
    assert config is not None
    assert [table.id for table in config.tables] == ["one", "two"]
    assert (config.data, config.secrets) == (tmp_path / "record", tmp_path / "croupier-secrets")
    assert config.listen.port == 8000
    assert config.allowed_origins()[0] == "http://localhost:8000"
    assert config.tables[0].shown() == "Roulette with Racetrack"


WRONG = [
    ({"before": "nam = 1"}, 2, "config/unknown-setting", "did you mean name?"),
    ({"before": "colour = 1"}, 2, "config/unknown-setting", "those here are name, currency"),
    ({"before": "currency = 3"}, 2, "config/bad-value", 'write currency = "credits"'),
    ({"before": 'tls = "a.pem"'}, 2, "config/bad-value", "write [tls]"),
    ({"before": "excluded = 4"}, 2, "config/bad-value", "write [[excluded]]"),
    ({"before": 'data = ""'}, 2, "config/bad-value", "write data ="),
    ({"before": 'secrets = "croupier-data/keys"'}, 2, "config/secrets-in-data", "beside it"),
    ({"before": "behind_proxy = true"}, 1, "config/origins-needed", "name it in origins"),
    (
        {"before": 'origins = [\n"https://a.example",\n"b.example"]'},
        4,
        "config/bad-origin",
        "https",
    ),
    ({"before": 'origins = ["https://a.example/"]'}, 2, "config/bad-origin", "scheme, host"),
    ({"before": "[visitors]\ncredit = 0"}, 3, "config/bad-value", "write credit = 100000"),
    ({"before": '[gaming_day]\ncloses = "24:00"'}, 3, "config/bad-value", 'closes = "06:00"'),
    ({"before": '[gaming_day]\nzone = "Mars/Base"'}, 3, "config/zone-unknown", "Europe/Madrid"),
    ({"before": '[gaming_day]\nzone = "/etc/passwd"'}, 3, "config/zone-unknown", "/etc/passwd"),
    ({"before": '[gaming_day]\nzone = "Asia"'}, 3, "config/zone-unknown", "a name such as"),
    ({"before": '[tls]\nkey = "k"'}, 2, "config/missing", "write certificate ="),
    (
        {"before": 'excluded = [{player = "a", reason = "x"},\n{player = "a", reason = "y"}]'},
        3,
        "config/excluded-twice",
        "delete one",
    ),
    ({"before": '[[excluded]]\nplayer = "a/b"\nreason = "x"'}, 3, "player/bad-name", "as a name"),
    ({"listen": "port = 70000"}, 4, "config/bad-value", "<= 65535"),
    ({"listen": 'port = "http"'}, 4, "config/bad-value", 'this is "http"; write port = 8000'),
    ({"listen": 'id = "x"\n[[table]]\nbook = "edz-2020"'}, 4, "config/unknown-setting", "host"),
    ({"table": 'deals = "automatic"'}, 5, "config/wheel-not-own", 'set wheel = "own"'),
    ({"table": 'deals = "robot"'}, 8, "config/bad-value", 'write deals = "dealer"'),
    ({"table": 'wheel = "serial"'}, 5, "config/serial-port-missing", "set serial_port"),
    ({"table": 'serial_port = "/dev/x"'}, 8, "config/serial-port-unused", "delete it"),
    ({"table": 'terminal = "standard"'}, 8, "book/unknown-terminal", "it has none"),
    ({"table": "self_service = true"}, 8, "config/self-service", "demonstrations"),
    ({"table": "[table.limits]\nmin = 600\nmax = 500"}, 9, "config/limits-crossed", "raise max"),
    (
        {"table": "[table.limits.kinds]\nstraight = { min = 9, max = 5 }"},
        9,
        "config/limits-crossed",
        "lower min",
    ),
    (
        {"table": "[table.limits.kinds.voisins]\nmin = 1\nmax = 5"},
        8,
        "config/limits-of-unknown",
        "it has them for straight, split",
    ),
    ({"table": "[table.limits]\nkinds = { red = 5 }"}, 9, "config/bad-value", "section"),
    ({"table": "[table.timetable]\ncountdown = -1"}, 9, "config/bad-value", "countdown = 20"),
    ({"table": '[[table]]\nid = "one"\nbook = "edz-2020"'}, 9, "config/table-twice", "its own"),
    ({"table": '[[table]]\nid = "A b"\nbook = "edz-2020"'}, 9, "config/bad-value", "small letters"),
    ({"table": '[[table]]\nid = "three"'}, 8, "config/missing", "write book ="),
    ({"book": "sands-2020"}, 7, "book/unknown", "the books are racetrack-2012"),
    ({"book": "mine.toml"}, 7, "file/unreadable", "mine.toml"),
]


@pytest.mark.parametrize(
    ("parts", "line", "code", "said"), WRONG, ids=[f"{one[2]}-{one[1]}" for one in WRONG]
)
def test_what_is_wrong_has_its_line_and_a_remedy(
    tmp_path: Path, parts: dict[str, str], line: int, code: str, said: str
) -> None:
    config, findings = house(tmp_path, **parts)
    found = {finding.refusal.code: finding for finding in findings}
    assert config is None
    assert code in found, findings
    assert found[code].line == line
    assert said in found[code].refusal.message.replace("an id of its own", "its own")


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    _, findings = house(
        tmp_path,
        before='nam = "x"\ncurrency = 3',
        listen='port = "x"',
        book="sands-2020",
        table='deals = "automatic"\n[table.limits]\nmin = 9\nmax = 8',
    )
    assert [(one.line, one.refusal.code) for one in findings] == [
        (2, "config/unknown-setting"),
        (3, "config/bad-value"),
        (5, "config/bad-value"),
        (6, "config/wheel-not-own"),
        (8, "book/unknown"),
        (11, "config/limits-crossed"),
    ]
    with pytest.raises(ConfigError) as caught:
        read_house(tmp_path / "house.toml")
    assert caught.value.code == "config/bad"
    assert "house.toml: 6" in str(caught.value)
    assert "line 11: the minimum, 0.09" in str(caught.value)


def test_a_value_that_is_not_known_raises_no_second_finding(tmp_path: Path) -> None:
    before = '[tls]\ncertificate = 5\nkey = "k"'
    _, findings = house(tmp_path, before=before, listen='host = "0.0.0.0"')
    assert [one.setting for one in findings] == ["tls.certificate"]
    _, findings = house(tmp_path, table='wheel = "sereal"\nserial_port = "/dev/x"')
    assert [one.setting for one in findings] == ["table.wheel"]


@pytest.mark.parametrize(("text", "line"), [('name = "x"\nport 8', 2), ('name = "x"\nb = [1', 2)])
def test_a_file_that_is_no_toml_has_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    ((at, _, no),) = examine(path).findings
    assert (at, no.code) == (line, "config/bad-syntax")


def test_what_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    for content in (None, b"\xff\xfe"):
        path = tmp_path / "house.toml"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(BookError) as caught:
            examine(path)
        assert caught.value.code == "file/unreadable"


def test_a_house_needs_a_table(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('name = "x"', encoding="utf-8")
    assert [one.refusal.code for one in examine(path).findings] == ["config/no-table"]


def test_who_can_reach_the_server(tmp_path: Path) -> None:
    origins = 'origins = ["https://a.example"]'

    def codes(before: str, host: str) -> list[str]:
        findings = house(tmp_path, before=before, listen=f'host = "{host}"').findings
        return [one.refusal.code for one in findings]

    for host in ("127.0.0.1", "127.1.2.3", "::1", "localhost"):
        assert codes("", host) == []
    for host in ("0.0.0.0", "::", "192.168.1.5", "roulette.example"):
        assert codes(origins, host) == ["config/open-to-others"]
        assert codes(f"{origins}\nbehind_proxy = true", host) == []
        assert codes(f"{origins}\nbehind_proxy = true\ndemonstration = true", host) == [
            "config/demonstration-open"
        ]
    assert codes("demonstration = true", "127.0.0.1") == []


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for this machine and its key, in files."""
    key = Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=1))
        .sign(key, None)
    )
    files = tmp_path / "certificate.pem", tmp_path / "key.pem"
    files[0].write_bytes(made.public_bytes(Encoding.PEM))
    files[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    files[1].chmod(0o600)
    return files


def test_a_certificate_must_be_there_and_fit_its_key(
    tmp_path: Path, certificate: tuple[Path, Path]
) -> None:
    before = 'origins = ["https://a.example"]\n[tls]\ncertificate = "certificate.pem"\nkey = "{}"'
    listen = 'host = "0.0.0.0"'
    config, findings = house(tmp_path, before=before.format("key.pem"), listen=listen)
    assert findings == []
    assert config is not None
    assert config.tls is not None
    assert (config.tls.certificate, config.tls.key) == certificate
    for wrong, line in (("nowhere.pem", 5), ("certificate.pem", 3)):
        _, findings = house(tmp_path, before=before.format(wrong), listen=listen)
        assert [(one.line, one.refusal.code) for one in findings] == [(line, "config/tls-unusable")]


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o602, 0o660, 0o610])
def test_a_key_that_others_have_rights_to_is_refused(
    tmp_path: Path, certificate: tuple[Path, Path], mode: int
) -> None:
    before = (
        'origins = ["https://a.example"]\n[tls]\ncertificate = "certificate.pem"\nkey = "key.pem"'
    )
    certificate[1].chmod(mode)
    (finding,) = house(tmp_path, before=before, listen='host = "0.0.0.0"').findings
    assert (finding.line, finding.refusal.code) == (5, "config/tls-key-open")
    certificate[1].chmod(0o400)
    assert house(tmp_path, before=before, listen='host = "0.0.0.0"').findings == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")
def test_a_group_may_read_the_key_of_root_alone(
    tmp_path: Path, certificate: tuple[Path, Path]
) -> None:
    tls = Tls(certificate=certificate[0], key=certificate[1])
    tls.key.chmod(0o640)
    assert list(tls_doubts(tls)) == []
    os.chown(tls.key, 65534, -1)
    (doubt,) = tls_doubts(tls)
    assert doubt.refusal.code == "config/tls-key-open"


def test_a_sensor_needs_a_wheel_that_it_knows(tmp_path: Path) -> None:
    serial = 'wheel = "serial"\nserial_port = "/dev/serial/by-id/a"'
    fits = {book: house(tmp_path, book=book, table=serial).findings for book in books.ids()}
    assert [book for book, found in fits.items() if not found] == ["racetrack-2012", "edz-2020"]
    assert {one.refusal.code for found in fits.values() for one in found} == {"config/sensor-unfit"}
    again = f'{serial}\n[[table]]\nid = "three"\nbook = "edz-2020"\n{serial}'
    (finding,) = house(tmp_path, table=again).findings
    assert (finding.line, finding.refusal.code) == (14, "config/serial-port-taken")


def test_players_serve_themselves_with_credits_or_in_a_demonstration(tmp_path: Path) -> None:
    by_themselves = "self_service = true"
    assert house(tmp_path, book="edz-2020", table=by_themselves).findings == []
    shown = house(tmp_path, before="demonstration = true", table=by_themselves)
    assert shown.findings == []


def test_a_book_of_the_houses_own(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_bytes(AMERICAN.read_bytes())
    config, findings = house(tmp_path, book="own.toml")
    assert findings == []
    assert config is not None
    assert config.tables[0].rules().sha256 == books.load_file(AMERICAN).sha256
    path = Path(books.__file__).parent / "sands-2019.toml"
    (tmp_path / "changed.toml").write_bytes(path.read_bytes() + b"\n# changed\n")
    (finding,) = house(tmp_path, book="changed.toml").findings
    assert (finding.line, finding.refusal.code) == (7, "config/book-id-taken")


def test_every_setting_is_documented() -> None:
    names = set()
    for part in parts():
        assert re.fullmatch(r"[A-Z].*\.", part.help), part.name
        for setting in part.settings:
            names.add(f"{part.name}.{setting.name}".lstrip("."))
            assert re.fullmatch(r"[A-Z].*\.", setting.help), f"{part.name}.{setting.name}"
            assert "None" not in setting.shown, f"{part.name}.{setting.name} needs an example"
            assert f"| `{setting.name}` |" in page()
            assert f"{setting.shown}\n" in commented()
    assert {"name", "listen.port", "table.limits.kinds.straight.min", "excluded.reason"} <= names


def test_the_commented_file_is_in_order_and_so_is_all_that_it_shows(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(commented(), encoding="utf-8")
    assert examine(path).findings == []
    path.write_text(re.sub(r"(?m)^#(?=\[|[a-z])", "", commented()), encoding="utf-8")
    assert {one.refusal.code for one in examine(path).findings} == {
        "config/tls-unusable",  # there are no such files
        "config/serial-port-unused",
        "book/unknown-terminal",
    }


def test_the_closing_hour_is_that_of_the_file(tmp_path: Path) -> None:
    text = '[gaming_day]\ncloses = "04:30"\nzone = "Asia/Singapore"'
    read = house(tmp_path, before=text).config
    assert read is not None
    assert read.closing.begins_ms(date(2026, 11, 19)) == 1_795_033_800_000


def test_a_machine_without_a_time_zone_database_knows_the_zones() -> None:
    """The package tzdata has them, and UTC needs neither."""
    zoneinfo.reset_tzpath(to=())
    ZoneInfo.clear_cache()
    try:
        assert zone_of("Asia/Singapore").utcoffset(datetime(2026, 1, 1)) == timedelta(hours=8)
        assert zone_of("UTC") is UTC
    finally:
        zoneinfo.reset_tzpath()


def test_demonstration_is_in_order() -> None:
    config = demo_config(Path("data"), Path("secrets"))
    assert list(doubts(config)) == []
    assert [table.book for table in config.tables] == list(books.ids())
    assert (config.demonstration, config.listen.host, config.listen.port) == (
        True,
        "127.0.0.1",
        8000,
    )
    assert config.data.is_absolute()
    assert config.accounts == of_a_demonstration(config.name)
    assert HouseConfig(name="x").accounts.new_wait_ms == 24 * 3_600_000
    assert all(table.deals == "automatic" and table.self_service for table in config.tables)


def test_thresholds_are_those_of_the_file_and_none_by_default() -> None:
    assert HouseConfig(name="x").thresholds == Thresholds()
    said = Approvals(buy_in_above=1, cash_above=2, adjustment_above=3)
    expected = Thresholds(buy_in=1, cash_paid=2, adjustment=3)
    assert HouseConfig(name="x", approvals=said).thresholds == expected


def test_tables_as_the_engine_takes_them(tmp_path: Path) -> None:
    config, _ = house(
        tmp_path,
        table='wheel = "own"\n[table.limits]\nmin = 5\nkinds = {red = {min = 1, max = 2}}\n'
        "[table.timetable]\npause = 0.25",
    )
    assert config is not None
    one = config.tables[0]
    assert timetable(one) == (250, 20_000, 4_000, 3_000, 1_000, 10_000)
    assert limits_of(one).table == Range(5, 100_000)
    assert limits_of(one).kinds == {Kind.RED: Range(1, 2)}
    settings = table_settings(config)
    assert [setting.own_wheel for setting in settings.values()] == [True, False]
    assert settings["two"].book is books.load("edz-2020")
    assert HouseConfig(name="x").tables == ()
