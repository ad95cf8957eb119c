"""The file of credentials: rights, atomic replacement, argon2id, nothing to be read from it."""

import json
import os
import signal
import stat
from pathlib import Path

import pytest
from argon2 import PasswordHasher, Type, extract_parameters

from croupier.rules.refusal import CroupierError
from croupier.server.people.credentials import Checked, Credentials
from croupier.server.people.password_rules import new_password, weak
from croupier.server.people.sessions import new_token
from tests.server.offices import QUICK

PASSWORD = "correct horse battery"


def made(folder: Path) -> tuple[Credentials, Path, Path]:
    path, data = folder / "credentials.json", folder / "data"
    return Credentials.make(path, data, QUICK), path, data


def test_password_is_kept_as_argon2id_and_comes_back_from_the_file(tmp_path: Path) -> None:
    credentials, path, data = made(tmp_path)
    credentials.keep_password("dora", credentials.hash(PASSWORD))
    kept = path.read_text(encoding="utf-8")
    assert PASSWORD not in kept
    assert json.loads(kept)["staff"]["dora"].startswith("$argon2id$")
    again = Credentials.load(path, data, QUICK)
    assert again.check("dora", PASSWORD) == Checked(True)
    assert again.staff == {"dora"}
    for name, wrong in (("dora", PASSWORD + "!"), ("dora", ""), ("eve", PASSWORD), ("", "")):
        assert again.check(name, wrong) == Checked(False)
    assert "argon2" not in repr(again)


def test_parameters_are_those_that_owasp_names(tmp_path: Path) -> None:
    credentials = Credentials.make(tmp_path / "credentials.json", tmp_path / "data")
    parameters = extract_parameters(credentials.hash("x"))
    assert parameters.type is Type.ID
    assert parameters.memory_cost >= 19 * 1024
    assert parameters.time_cost >= 2


def test_password_is_the_same_from_every_keyboard_and_may_not_be_endless(tmp_path: Path) -> None:
    credentials, _, _ = made(tmp_path)
    credentials.keep_password("dora", credentials.hash("caf\u00e9 au lait 12"))
    assert credentials.check("dora", "cafe\u0301 au lait 12").right
    assert not credentials.check("dora", "\ud800" * 20).right
    assert not credentials.check("dora", "x" * 1_000_000).right


def test_unknown_name_is_hashed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No timing tells whether a name exists: each attempt verifies one hash of equal cost."""
    credentials, _, _ = made(tmp_path)
    credentials.keep_password("dora", credentials.hash(PASSWORD))
    verified: list[str] = []
    honest = PasswordHasher.verify

    def counting(self: PasswordHasher, hash: str, password: bytes) -> bool:  # noqa: A002
        verified.append(hash)
        return honest(self, hash, password)

    monkeypatch.setattr(PasswordHasher, "verify", counting)
    for name in ("dora", "nobody"):
        credentials.check(name, "wrong password")
    credentials.check("dora", "x" * 5000)
    assert len(verified) == 3
    assert len({str(extract_parameters(each)) for each in verified}) == 1


def test_old_parameters_are_noticed_and_the_hash_is_made_anew(tmp_path: Path) -> None:
    credentials, path, data = made(tmp_path)
    credentials.keep_password("dora", credentials.hash(PASSWORD))
    stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    newer = Credentials.load(path, data, stronger)
    assert newer.check("dora", PASSWORD) == Checked(True, stale=True)
    newer.rehash("dora", PASSWORD)
    assert newer.check("dora", PASSWORD) == Checked(True)
    assert Credentials.load(path, data, stronger).check("dora", PASSWORD) == Checked(True)


def test_rehash_does_not_bring_back_a_password_that_changed_meanwhile(tmp_path: Path) -> None:
    credentials, _, _ = made(tmp_path)
    credentials.keep_password("dora", credentials.hash(PASSWORD))
    late = credentials.hash(PASSWORD)
    credentials.keep_password("dora", credentials.hash("another password"))
    credentials.keep_password("dora", late, instead_of="the hash that was checked")
    assert not credentials.check("dora", PASSWORD).right


def test_key_of_a_terminal_is_kept_as_its_hash(tmp_path: Path) -> None:
    credentials, path, data = made(tmp_path)
    tokens = {name: new_token() for name in ("seat-1", "seat-2")}
    credentials.keep_keys(tokens, 5)
    kept = path.read_text(encoding="utf-8")
    again = Credentials.load(path, data, QUICK)
    for name, token in tokens.items():
        assert token not in kept
        assert again.terminal_of(token, 9) == name
    assert again.terminal_of("", 9) is None
    assert again.terminal_of(json.loads(kept)["devices"]["seat-1"]["key"], 9) is None
    again.forget_device("seat-1")
    assert again.terminal_of(tokens["seat-1"], 9) is None
    assert again.terminal_of(tokens["seat-2"], 9) == "seat-2"


def test_file_is_for_its_owner_alone_however_it_was_written(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        credentials, path, data = made(tmp_path)
        credentials.keep_tokens({"seat-1": new_token()}, 5)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o640)
    with pytest.raises(CroupierError, match="chmod 600"):
        Credentials.load(path, data, QUICK)


def test_file_outside_the_data_a_plain_one_and_no_other(tmp_path: Path) -> None:
    _, path, data = made(tmp_path)
    data.mkdir()
    with pytest.raises(CroupierError, match="outside"):
        Credentials.make(data / "credentials.json", data, QUICK)
    with pytest.raises(CroupierError, match="already"):
        Credentials.make(path, data, QUICK)
    (tmp_path / "link").symlink_to(path)
    for wrong in ("link", "data", "missing"):
        with pytest.raises(CroupierError):
            Credentials.load(tmp_path / wrong, data, QUICK)
    for text in ("", "[]", '{"staff":{},"more":1}', '{"format":2}'):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(CroupierError):
            Credentials.load(path, data, QUICK)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_failure_while_writing_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    credentials, path, _ = made(tmp_path)
    credentials.keep_password("dora", credentials.hash(PASSWORD))
    before = path.read_bytes()

    def fails(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*((os, "fsync", fails) if step == "fsync" else (Path, "replace", fails)))
    with pytest.raises(CroupierError, match="No space left"):
        credentials.keep_password("eve", credentials.hash(PASSWORD))
    assert path.read_bytes() == before
    assert not credentials.check("eve", PASSWORD).right, "memory is what the file is"


def test_kill_between_write_and_rename_leaves_the_old_file_and_the_next_write_works(
    tmp_path: Path,
) -> None:
    credentials, path, data = made(tmp_path)
    credentials.keep_password("dora", credentials.hash(PASSWORD))
    before = path.read_bytes()
    child = os.fork()
    if child == 0:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Path, "replace", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
            credentials.keep_password("eve", credentials.hash(PASSWORD))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 2, "killed with the new file beside the old one"
    assert path.read_bytes() == before
    again = Credentials.load(path, data, QUICK)
    assert again.staff == {"dora"}
    again.keep_password("eve", again.hash(PASSWORD))
    assert Credentials.load(path, data, QUICK).staff == {"dora", "eve"}


def test_synced_before_it_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    credentials, path, _ = made(tmp_path)
    order: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def synced(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        order.append("folder synced" if is_folder else "file synced")
        fsync(descriptor)

    def replaced(self: Path, target: Path) -> Path:
        order.append(f"{target.name} replaced")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    credentials.keep_tokens({"seat-1": new_token()}, 5)
    assert order == ["file synced", "credentials.json replaced", "folder synced"]
    assert [each.name for each in tmp_path.iterdir()] == ["credentials.json"]
    assert path.is_file()


def test_weak_passwords_are_refused_and_made_ones_are_not() -> None:
    for bad in ("", "short", "x" * 129, "aaaaaaaaaaaaaaaa", "abababababab", "My-DORAEMI-2026"):
        no = weak(bad, "doraemi")
        assert no is not None, bad
        assert no.code == "staff/weak-password"
        assert not bad or bad not in no.message
    passwords = {new_password() for _ in range(100)}
    assert len(passwords) == 100
    assert all(weak(password, "d") is None for password in passwords)
