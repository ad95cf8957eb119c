"""docs/security.md says what the program does: its keys, algorithms, limits, and every cell."""

import re
from pathlib import Path

import pytest

from croupier.bootstrap import ENDPOINTS
from croupier.protocol.requests import Me
from croupier.server import lab
from croupier.server.api import odds as api_odds
from croupier.server.people import sessions, sign_in
from croupier.server.people.control import SOCKET
from croupier.server.people.credentials import OWASP
from tests.server.houses import configured, hosting
from tests.test_source import CRYPTOGRAPHY

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
SERVER = ROOT / "src" / "croupier" / "server"
SECTIONS = dict(re.findall(r"(?ms)^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE))
NAMED = {
    "hashlib.sha256": "SHA-256",
    "hashlib.blake2b": "BLAKE2b",
    "hmac": "HMAC-SHA-256",
    "pyotp": "HMAC-SHA-1",
    "argon2.PasswordHasher": "Argon2id",
    "cryptography.hazmat.primitives.asymmetric.ed25519.Ed25519PrivateKey": "Ed25519",
    "cryptography.hazmat.primitives.ciphers.aead.ChaCha20Poly1305": "ChaCha20-Poly1305",
}


def rows(section: str) -> list[list[str]]:
    """The cells of a section's table, without its head."""
    _, _, *lines = [line for line in SECTIONS[section].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("section", ["Data", "Ways in", "Connections", "Logs", "What costs much"])
def test_no_cell_is_empty(section: str) -> None:
    assert len(rows(section)) >= 4
    assert all(all(cells) for cells in rows(section))


def test_every_way_in_is_there() -> None:
    """Whatever takes a password, a token or nothing and gives a name, and what reads a header."""
    ways = " ".join(cells[1] for cells in rows("Ways in"))
    addresses = {one.path for one in ENDPOINTS if one.method == "POST" and one.gives is Me}
    addresses -= {"/api/sign-out", "/api/unlock"}
    assert all(address in ways for address in addresses), addresses
    assert len(addresses) >= 3
    header = {path.name for path in SERVER.rglob("*.py") if '"authorization"' in read(path)}
    assert header == {"devices.py", "serving.py", "guard.py"}, "the last only counts by it"
    assert all(address in ways for address in ("`/api/cash`", "`/metrics`"))


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_every_class_of_data_has_its_protection() -> None:
    assert [cells[0] for cells in rows("Data")] == [
        *("secret", "bearer", "personal", "internal", "public")
    ]


def test_the_inventory_has_every_file_of_keys(tmp_path: Path) -> None:
    with hosting(configured(tmp_path)):
        pass
    made = {path.name for path in (tmp_path / "secrets").iterdir()} - {SOCKET}
    named = " ".join(cells[2] for cells in rows("Keys and algorithms"))
    assert made == set(re.findall(r"`([\w-]+\.(?:pem|key|json|heads))`", named))


def test_the_inventory_has_every_algorithm() -> None:
    known = {one for names in CRYPTOGRAPHY.values() for one in names}
    used = {one for one in known if not re.search(r"exceptions|PublicKey|^hashlib$", one)}
    assert used == set(NAMED)
    algorithms = " ".join(cells[1] for cells in rows("Keys and algorithms"))
    assert not [name for name in NAMED.values() if name not in algorithms]
    assert f"{OWASP.memory_cost >> 10} MiB, {OWASP.time_cost} passes" in algorithms


def test_the_figures_are_those_of_the_program() -> None:
    words = {2: "two", 5: "five", 8: "eight", 10: "ten", 12: "twelve"}
    costs = SECTIONS["What costs much"]
    for figure in (
        f"{words[sign_in.HASHING_MAX]} at once, {sign_in.WAITING_MAX} wait",
        f"{words[sessions.IDLE_MS // 60_000]} idle minutes",
        f"{words[sessions.LIFE_MS // 3_600_000]} hours",
        f"{words[sessions.PER_PERSON_MAX]} sessions at most",
    ):
        assert figure in costs, figure
    assert lab.WAITING_MAX <= api_odds.WAITING_MAX, "both are bounded"
    assert "do nothing for five minutes" in OPERATIONS
    assert "signed in eight times at once" in OPERATIONS


def test_the_operator_is_told_what_is_theirs() -> None:
    section = OPERATIONS.partition("## Left to the operator")[2].partition("\n## ")[0]
    topics = re.findall(r"(?m)^- \*\*(.+?)\*\*", section)
    assert len(topics) == len(set(topics)) >= 7
    for severity in ("critical within", "high within", "others with"):
        assert severity in section
