"""A secret at rest opens only unchanged, for its round, under its key; the key file is guarded."""

import os
from pathlib import Path

import pytest

from croupier.fair.sealed import SealError, SealingKey, seal, unseal
from croupier.fair.secret import Secret
from croupier.journal.keys import make_key_file, read_key_file
from croupier.rules.refusal import CroupierError

SECRET = Secret(bytes(range(32)))
KEY = SealingKey(bytes(range(100, 132)))


def nonce(size: int) -> bytes:
    return bytes(range(7, 7 + size))


SEALED = seal(SECRET, KEY, "fast-1", 42, nonce)


def test_it_opens_for_its_round() -> None:
    assert unseal(SEALED, KEY, "fast-1", 42) == SECRET
    assert SECRET.reveal() not in SEALED
    assert SEALED == (
        "1:0708090a0b0c0d0e0f1011129256b0f1cbafdd09bd978c8315e4da20a1a1954c2f99f04833e754611f8f0af1b3712f1928cd35311dd600a3d1fa4ad2"
    )


@pytest.mark.parametrize(("table", "number"), [("fast-2", 42), ("fast-1", 43), ("fast-14", 2)])
def test_it_opens_for_no_other_round(table: str, number: int) -> None:
    with pytest.raises(SealError, match="does not open"):
        unseal(SEALED, KEY, table, number)


def test_it_opens_under_no_other_key() -> None:
    with pytest.raises(SealError):
        unseal(SEALED, SealingKey(bytes(32)), "fast-1", 42)


def test_any_changed_bit_is_found() -> None:
    sealed = bytes.fromhex(SEALED.removeprefix("1:"))
    for at in range(len(sealed) * 8):
        changed = bytearray(sealed)
        changed[at // 8] ^= 1 << at % 8
        with pytest.raises(SealError):
            unseal("1:" + changed.hex(), KEY, "fast-1", 42)


@pytest.mark.parametrize("text", ["", "1:", "1:00", "2:" + SEALED[2:], SEALED[2:], SEALED + "00"])
def test_what_is_no_sealed_secret_is_refused(text: str) -> None:
    with pytest.raises(SealError) as caught:
        unseal(text, KEY, "fast-1", 42)
    assert caught.value.__cause__ is None


def test_a_key_shows_itself_to_nobody() -> None:
    assert str(KEY) == repr(KEY) == "SealingKey(hidden)"
    assert not hasattr(KEY, "__dict__")


def test_a_key_file_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    path = tmp_path / "seal.key"
    made = make_key_file(path, data, nonce)
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_key_file(path, data) == made
    with pytest.raises(CroupierError, match="cannot be written: File exists"):
        make_key_file(path, data, nonce)
    assert read_key_file(path, data) == made
    with pytest.raises(ValueError, match="32 random bytes were asked for and 3 came"):
        make_key_file(tmp_path / "other.key", data, lambda size: b"abc")
    assert not (tmp_path / "other.key").exists()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o610, 0o666, 0o620])
def test_a_key_file_that_others_have_rights_to_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "seal.key"
    make_key_file(path, tmp_path / "data", nonce)
    path.chmod(mode)
    with pytest.raises(CroupierError, match="chmod 600 it"):
        read_key_file(path, tmp_path / "data")


def test_a_key_inside_the_data_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with pytest.raises(CroupierError, match="must lie outside the data folder"):
        make_key_file(data / "deep" / "seal.key", data, nonce)
    (tmp_path / "seal.key").write_text("", encoding="utf-8")
    with pytest.raises(CroupierError, match="must lie outside the data folder"):
        read_key_file(data / ".." / "data" / "seal.key", data)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.symlink_to(data)
    with pytest.raises(CroupierError, match="must lie outside the data folder"):
        make_key_file(elsewhere / "seal.key", data, nonce)


def test_what_is_no_key_file_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    path = tmp_path / "seal.key"
    with pytest.raises(CroupierError, match="No such file"):
        read_key_file(path, data)
    for content in ("", "00" * 31, "00" * 33, "xx" * 32, "\N{GREEK SMALL LETTER PI}" * 32):
        path.write_text(content, encoding="utf-8")
        path.chmod(0o600)
        with pytest.raises(CroupierError, match="not a key of 32 bytes"):
            read_key_file(path, data)
    link = tmp_path / "link.key"
    link.symlink_to(path)
    with pytest.raises(CroupierError, match="symbolic links"):
        read_key_file(link, data)
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(CroupierError, match="not a plain file"):
        read_key_file(tmp_path / "pipe", data)
    with pytest.raises(CroupierError, match="cannot be written"):
        make_key_file(tmp_path / "nowhere" / "seal.key", data, nonce)
