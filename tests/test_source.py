"""What the program's own text shows: dangerous things that it never does (docs/asvs.md)."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "croupier"
PAGES = ROOT / "web" / "src"
MODULES = {path.relative_to(SOURCE).as_posix(): path for path in sorted(SOURCE.rglob("*.py"))}
SCRIPTS = {
    path.relative_to(PAGES).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(PAGES.rglob("*.ts*"))
}
WORKER = {"server/lab.py", "server/lab_worker.py"}
"""The house and its own worker, which it starts and speaks to through pipes."""


@cache
def trees() -> tuple[tuple[str, ast.AST], ...]:
    return tuple(
        (name, ast.parse(path.read_text(encoding="utf-8"))) for name, path in MODULES.items()
    )


@cache
def imported(tree: ast.AST) -> set[str]:
    """Every name that a module imports, with what it comes from."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def importing(*names: str) -> set[str]:
    """The modules that import one of these, or something of it."""
    return {
        module
        for module, tree in trees()
        if any(f"{one}.".startswith(f"{name}.") for one in imported(tree) for name in names)
    }


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a function or method of one of these names."""
    for module, call in every_call():
        if getattr(call.func, "attr", getattr(call.func, "id", "")) in names:
            yield module, call


@cache
def every_call() -> tuple[tuple[str, ast.Call], ...]:
    return tuple(
        (module, node)
        for module, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    )


# Nothing that was sent becomes a program


def test_no_text_is_run_as_a_program() -> None:
    assert [module for module, call in calls("eval", "exec", "__import__", "system", "popen")] == []
    compiled = [ast.unparse(call.func) for _, call in calls("compile")]
    assert set(compiled) <= {"re.compile"}


def test_one_program_is_started_and_it_is_the_houses_own() -> None:
    assert importing("subprocess", "asyncio.subprocess", "pty") == {"server/lab.py"}
    (started,) = [call for _, call in calls("create_subprocess_exec", "create_subprocess_shell")]
    assert ast.unparse(started.func) == "asyncio.create_subprocess_exec"
    assert ast.unparse(started.args[0]) == "*(sys.executable, '-m', WORKER)"


def test_what_was_sent_is_read_as_data_of_a_type() -> None:
    """Pickles go between the house and its own worker alone; XML and YAML are read nowhere."""
    assert importing("pickle") == WORKER
    assert not importing("xml", "lxml", "yaml", "marshal", "shelve", "dill", "jinja2")


SQL = re.compile(r"f\W+(SELECT|INSERT|REPLACE|UPDATE|DELETE|CREATE|DROP|ALTER)\b")


def test_sql_is_never_put_together_from_what_was_sent() -> None:
    """Statements are constants of their modules, and what they are about goes as parameters."""
    assert {m for m, _ in calls("execute", "executemany", "executescript")} <= {
        *("journal/sqlite.py", "journal/sqlite_file.py", "journal/backup.py"),
        *("journal/postgres.py", "journal/postgres_database.py", "journal/postgres_lease.py"),
    }
    for module, tree in trees():
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        within = (node for node in ast.walk(tree) if isinstance(node, kinds))
        parts = [part for function in within for part in ast.walk(function)]
        texts = [ast.unparse(part) for part in parts if isinstance(part, ast.JoinedStr)]
        assert not [text for text in texts if SQL.match(text)], module
    for module, call in calls("execute"):
        for given in call.args[:1]:
            sql = ast.unparse(given)
            constant = isinstance(given, ast.Constant) or sql.partition("[")[0].isupper()
            # Names of schemas and roles are quoted by the driver.
            own = sql in ("sql", "step") or sql.startswith(("f'PRAGMA ", "_of(", "_marked("))
            assert constant or own, f"{module}: {sql}"


def test_patterns_are_the_programs_own() -> None:
    """No pattern comes from anyone else; those of wagers and notation are made of their words."""
    functions = {"compile", "match", "fullmatch", "search", "sub", "findall", "split", "finditer"}
    for module, call in calls(*functions):
        if ast.unparse(call.func).startswith("re."):
            pattern = ast.unparse(call.args[0])
            constant = isinstance(call.args[0], ast.Constant | ast.JoinedStr)
            own = module.partition("/")[0] in ("notation", "rules") or pattern.isupper()
            assert constant or own, f"{module}: {pattern}"


# The house asks nobody


def test_the_house_opens_no_connection() -> None:
    asks = ("httpx", "requests", "urllib.request", "aiohttp", "smtplib", "imaplib", "ftplib")
    assert all(
        module.startswith("client/") for module in importing(*asks, "websockets.asyncio.client")
    )
    assert not importing("ldap3", "telnetlib", "xmlrpc", "pymemcache", "redis")
    assert list(calls("open_connection", "create_connection", "sock_connect")) == []
    assert {module for module, _ in calls("connect")} <= {
        "server/people/control.py",  # the command line, to the socket in the secrets folder
        "journal/backup.py",
        "journal/sqlite_file.py",
        "journal/postgres.py",  # the database that the house file names
        *("journal/postgres_database.py", "journal/postgres_lease.py"),
        *(module for module in MODULES if module.startswith("client/")),
    }


def test_logs_go_to_standard_error_alone() -> None:
    handlers = [
        (m, ast.unparse(c))
        for m, c in calls("StreamHandler", "FileHandler", "addHandler", "Folded")
    ]
    assert handlers == [("server/logs.py", "Folded(sys.stderr)")]
    assert not importing("logging.handlers", "logging.config", "syslog")


# Cryptography

CRYPTOGRAPHY = {
    "hashlib": {"hashlib", "hashlib.sha256", "hashlib.blake2b"},
    "hmac": {"hmac"},
    "pyotp": {"pyotp"},
    "argon2": {
        "argon2.PasswordHasher",
        "argon2.exceptions.InvalidHashError",
        "argon2.exceptions.VerificationError",
    },
    "cryptography": {
        "cryptography.exceptions.InvalidSignature",
        "cryptography.exceptions.InvalidTag",
        "cryptography.exceptions.UnsupportedAlgorithm",
        "cryptography.hazmat.primitives.asymmetric.ed25519.Ed25519PrivateKey",
        "cryptography.hazmat.primitives.asymmetric.ed25519.Ed25519PublicKey",
        "cryptography.hazmat.primitives.ciphers.aead.ChaCha20Poly1305",
    },
}
"""All that the program takes from libraries of cryptography, beside the forms of key files."""


def test_cryptography_is_that_of_libraries_and_of_the_inventory() -> None:
    used = {name for _, tree in trees() for name in imported(tree)}
    for library, known in CRYPTOGRAPHY.items():
        found = {name for name in used if name.split(".")[0] == library}
        keys = {name for name in found if ".serialization." in name}
        assert found - keys == known
    assert not {name.split(".")[0] for name in used} & {"Crypto", "nacl", "jwt", "jose", "md5"}
    named = {ast.unparse(call.args[-1]) for _, call in calls("digest", "new") if call.args}
    assert {name for name in named if name.startswith("'")} == {"'sha256'"}


def test_what_must_not_be_guessed_comes_from_the_system() -> None:
    """The generator of ``random`` is for simulations, scripts and pictures alone."""
    allowed = {"lab", "cli", "scripting.py"}
    assert {module.partition("/")[0] for module in importing("random", "uuid")} <= allowed


# Pages

FORBIDDEN = {
    "markup from text": r"dangerouslySet|innerHTML|outerHTML|insertAdjacentHTML|document\.write",
    "programs from text": r"\beval\(|new Function|javascript:|setTimeout\(\s*[\"'`]",
    "messages of other windows": r"postMessage|addEventListener\(\s*[\"']message",
    "changed prototypes": r"__proto__|Object\.assign\(|\.prototype\b|Object\.setPrototypeOf",
    "other hosts": r"https?://(?!www\.w3\.org/)|wss?://[a-z]",
    "storage of its own": r"sessionStorage|indexedDB|document\.cookie|caches\.open",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_pages_never_do_what_scripts_slip_in_by(what: str) -> None:
    found = [name for name, text in SCRIPTS.items() if re.search(FORBIDDEN[what], text)]
    assert found == []


KEPT = {"chip", "evening.strategy", "evening.bank", "evening.spins", "evening.stop-win"}
KEPT |= {"evening.stop-loss", "sounds", "language", "favourites"}


def test_a_browser_keeps_preferences_and_nothing_else() -> None:
    assert [name for name, text in SCRIPTS.items() if "localStorage" in text] == ["lib/kept.ts"]
    keys = set()
    for text in SCRIPTS.values():
        keys |= set(re.findall(r"\bkept(?:<[^(;=]*>)?\(\s*\"([^\"]+)\"", text))
    assert keys == KEPT


NUMBERS_AND_QUERIES = re.compile(r"query|all|(\w+\.)?(id|round|number)")
"""What needs no encoding: numbers, and what ``URLSearchParams`` made."""


def test_what_goes_into_an_address_is_encoded() -> None:
    bare = []
    for name, text in SCRIPTS.items():
        for address in re.findall(r"`(/[^`]*\$\{[^`]*)`", text):
            places = re.findall(r"\$\{((?:[^{}]|\{[^{}]*\})*)\}", address)
            loose = {place for place in places if "encodeURIComponent(" not in place}
            bare += [(name, one) for one in loose if not NUMBERS_AND_QUERIES.fullmatch(one)]
    assert bare == []


def test_a_password_is_hidden_and_may_be_pasted_or_filled_in() -> None:
    shown = []
    for name, text in SCRIPTS.items():
        for field in re.findall(r"<input\b[^>]*>", text):
            if "password" in field.lower():
                hidden = 'type="password"' in field
                helped = re.search(r"autoComplete=(\"(current|new)-password\"|{complete})", field)
                shown += [] if hidden and helped else [(name, field)]
        assert not re.search(r"onPaste|onBeforeInput", text), name
    assert shown == []
