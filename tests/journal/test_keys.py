"""Keys: files that nobody else reads, outside the data, and signatures that hold."""

import os
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from croupier.journal.events import KeyRotated
from croupier.journal.keys import SigningKey, key_id, rotation, verify
from croupier.rules.refusal import CroupierError
from tests.journal.rotation import key_rotated
from tests.journal.samples import KEY, NEXT_KEY, THIEF


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def test_a_key_is_made_for_its_owner_alone_and_loaded_again(tmp_path: Path, data: Path) -> None:
    path = tmp_path / "journal.key"
    old = os.umask(0)
    try:
        made = SigningKey.make(path, data)
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    loaded = SigningKey.load(path, data)
    assert (loaded.public, loaded.id) == (made.public, made.id)
    assert verify(made.public, b"message", loaded.sign(b"message"))


def test_two_keys_are_different(tmp_path: Path, data: Path) -> None:
    keys = [SigningKey.make(tmp_path / name, data) for name in ("a", "b")]
    assert keys[0].public != keys[1].public
    assert keys[0].id != keys[1].id


def test_a_key_file_is_never_written_over(tmp_path: Path, data: Path) -> None:
    path = tmp_path / "journal.key"
    SigningKey.make(path, data)
    content = path.read_bytes()
    with pytest.raises(CroupierError, match="cannot be written"):
        SigningKey.make(path, data)
    assert path.read_bytes() == content


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o610, 0o601, 0o620])
def test_a_key_file_that_others_can_use_is_refused(tmp_path: Path, data: Path, mode: int) -> None:
    path = tmp_path / "journal.key"
    SigningKey.make(path, data)
    path.chmod(mode)
    with pytest.raises(CroupierError, match="chmod 600"):
        SigningKey.load(path, data)


def test_a_key_file_in_the_data_folder_is_refused(tmp_path: Path, data: Path) -> None:
    inside = data / "deep" / "journal.key"
    inside.parent.mkdir()
    with pytest.raises(CroupierError, match="must lie outside the data folder"):
        SigningKey.make(inside, data)
    assert not inside.exists()
    outside = tmp_path / "journal.key"
    SigningKey.make(outside, data)
    outside.rename(inside)
    with pytest.raises(CroupierError, match="must lie outside the data folder"):
        SigningKey.load(inside, data)
    outside.symlink_to(inside)
    with pytest.raises(CroupierError, match="must lie outside the data folder"):
        SigningKey.load(outside, data)
    with pytest.raises(CroupierError, match="must lie outside the data folder"):
        SigningKey.load(data / ".." / "data" / "deep" / "journal.key", data)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"-----BEGIN PRIVATE KEY-----\n"])
def test_a_file_without_a_key_is_refused(tmp_path: Path, data: Path, content: bytes) -> None:
    path = tmp_path / "journal.key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(CroupierError, match="not an Ed25519 key"):
        SigningKey.load(path, data)


def test_a_key_of_another_kind_is_refused(tmp_path: Path, data: Path) -> None:
    path = tmp_path / "journal.key"
    other = X25519PrivateKey.generate()
    path.write_bytes(other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    path.chmod(0o600)
    with pytest.raises(CroupierError, match="not an Ed25519 key"):
        SigningKey.load(path, data)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path, data: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(CroupierError):
            SigningKey.load(path, data)


def test_the_private_half_is_not_shown() -> None:
    assert repr(KEY) == f"<SigningKey {KEY.id}>"
    assert KEY.id == key_id(KEY.public)


def test_a_signature_is_of_one_key_and_one_message() -> None:
    signature = KEY.sign(b"message")
    assert verify(KEY.public, b"message", signature)
    assert not verify(KEY.public, b"messagf", signature)
    assert not verify(THIEF.public, b"message", signature)
    assert not verify(KEY.public, b"message", signature[:-1])
    assert not verify(b"short", b"message", signature)


def test_a_rotation_is_signed_by_the_old_key_and_by_the_new_one() -> None:
    genuine = key_rotated(KEY, NEXT_KEY)
    assert genuine.is_genuine()
    message = rotation(KEY.public, NEXT_KEY.public)
    stolen = THIEF.sign(message)
    for forged in (
        KeyRotated(KEY.public, NEXT_KEY.public, stolen, genuine.accepted),
        KeyRotated(KEY.public, NEXT_KEY.public, genuine.signature, stolen),
        KeyRotated(KEY.public, THIEF.public, genuine.signature, stolen),
        KeyRotated(THIEF.public, NEXT_KEY.public, stolen, genuine.accepted),
    ):
        assert not forged.is_genuine()
