"""A secret shows itself to nobody who did not ask by name."""

import copy
import dataclasses
import json
import logging
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.fair.sealed import SealingKey
from croupier.fair.secret import Secret, commit, new_secret, verify

MATERIAL = bytes(range(200, 232))
SECRET = Secret(MATERIAL)
TRACES = (MATERIAL.hex(), repr(MATERIAL)[2:20], str(list(MATERIAL))[1:20])
SOURCE = Path(__file__).parent.parent.parent / "src" / "croupier"


@dataclasses.dataclass
class Holder:
    secret: Secret


SHOWN: list[Callable[[Secret], object]] = [
    repr,
    str,
    "{}".format,
    "{:>40}".format,
    "{!r}".format,
    "{!a}".format,
    lambda secret: f"{secret}",
    lambda secret: "%s %r" % (secret, secret),  # noqa: UP031
    lambda secret: [secret],
    lambda secret: {"secret": secret},
    Holder,
    dir,
    lambda secret: json.dumps({"secret": secret}, default=str),
    lambda secret: SealingKey(secret.expose()),
]
REFUSED: list[Callable[[Any], object]] = [
    json.dumps,
    msgspec.json.encode,
    msgspec.msgpack.encode,
    msgspec.to_builtins,
    lambda secret: msgspec.json.encode({"round": secret}),
    pickle.dumps,
    lambda secret: pickle.dumps(Holder(secret)),
    lambda secret: secret.__getstate__(),
    copy.copy,
    copy.deepcopy,
    lambda secret: dataclasses.asdict(Holder(secret)),
    vars,
    bytes,
    hash,
    list,
    len,
]


@pytest.mark.parametrize("show", SHOWN)
def test_nothing_shows_it(show: Callable[[Secret], object]) -> None:
    shown = str(show(SECRET))
    assert not any(trace in shown for trace in TRACES)


@pytest.mark.parametrize("encode", REFUSED)
def test_nothing_encodes_or_copies_it(encode: Callable[[Secret], object]) -> None:
    with pytest.raises(TypeError) as caught:
        encode(SECRET)
    assert not any(trace in str(caught.value) for trace in TRACES)


def test_no_log_shows_it(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("croupier.test")
    try:
        raise RuntimeError(SECRET)
    except RuntimeError:
        logger.exception("round %s %r", SECRET, {"secret": SECRET}, extra={"secret": SECRET})
    assert "Secret(hidden)" in caplog.text
    assert not any(trace in caplog.text for trace in TRACES)


def test_only_by_name_are_the_bytes_given() -> None:
    assert SECRET.reveal() == MATERIAL.hex()
    assert SECRET.expose() == MATERIAL
    assert Secret.revealed(SECRET.reveal()) == SECRET
    assert Secret(bytes(32)) != SECRET
    assert SECRET != MATERIAL


def test_only_drawing_committing_and_sealing_ask_for_the_bytes() -> None:
    asking = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if ".expose" in path.read_text(encoding="utf-8")
    }
    assert asking == {"fair/draw.py", "fair/sealed.py", "fair/secret.py"}


def test_a_new_secret_is_32_bytes_of_the_randomness_given() -> None:
    asked: list[int] = []

    def entropy(size: int) -> bytes:
        asked.append(size)
        return MATERIAL[:size]

    assert new_secret(entropy) == SECRET
    assert asked == [32]
    with pytest.raises(ValueError, match="a secret has 32 bytes, and this has 31"):
        new_secret(lambda size: bytes(size - 1))


def test_commitment_vectors() -> None:
    """sha256sum of the three lines and the 32 bytes, made once with coreutils."""
    secret = Secret(bytes(range(32)))
    made = commit(secret, "edz-1", 42)
    assert made == "6eae5844ef0781b158208fe2b9dbcd1b54d914676bf79521691bdfabf70b8cdc"


def test_a_commitment_fits_its_secret_table_and_round_only() -> None:
    made = commit(SECRET, "edz-1", 42)
    assert verify(made, SECRET, "edz-1", 42)
    assert verify(made.upper(), SECRET, "edz-1", 42)
    assert not verify(made, Secret(bytes(32)), "edz-1", 42)
    assert not verify(made, SECRET, "edz-2", 42)
    assert not verify(made, SECRET, "edz-1", 43)
    assert not verify(made[:-1], SECRET, "edz-1", 42)
    assert not verify("é" * 64, SECRET, "edz-1", 42)
    assert not verify(commit(SECRET, "edz-1", 4), SECRET, "edz-14", 2)
