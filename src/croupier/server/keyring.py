"""The files of the secrets folder: made at the first start, and missed from then on.

A key that is lost is never replaced in silence. Each of them is put back from a copy, or is
declared lost (``croupier lost``), which is on record and says what is lost with it.
"""

import os
from pathlib import Path
from typing import NamedTuple

from croupier.fair.sealed import SealingKey
from croupier.house import HouseState
from croupier.journal.disk import make_folder
from croupier.journal.heads_file import HEADS
from croupier.journal.key_file import make_key_file, read_key_file
from croupier.journal.keys import SigningKey
from croupier.journal.sqlite_file import FILE
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.config import HouseConfig
from croupier.server.credentials import Credentials
from croupier.server.vouchers import VoucherKey, need_key
from croupier.table.floor import Floor
from croupier.table.lost import unopened

SIGNING, SEALING, CREDENTIALS = "signing.pem", "sealing.key", "credentials.json"
VOUCHER_KEY, METRICS_TOKEN = "voucher.key", "metrics.token"
MAY_BE_LOST = (SEALING, VOUCHER_KEY, CREDENTIALS)
"""Those without which a house can go on by a recorded decision."""


class Secrets(NamedTuple):
    """What a house knows that its record does not show."""

    signing: SigningKey
    sealing: SealingKey
    credentials: Credentials


def has_record(config: HouseConfig) -> bool:
    """Whether the house was opened before; its record may be gone since."""
    files = (config.data / FILE, config.data / HEADS, config.secrets / HEADS)
    return any(file.exists() for file in files)


def secrets_of(config: HouseConfig, lost: str | None = None) -> Secrets:
    """The keys and credentials of a house, made at its first start, or where one was lost."""
    folder, data = config.secrets, config.data
    signing, sealing, kept = (folder / name for name in (SIGNING, SEALING, CREDENTIALS))
    key = signing_key(config) if has_record(config) else None
    for file, code in ((sealing, "house/sealing-key-missing"), (kept, "house/credentials-missing")):
        if key is not None and file.name != lost and not file.exists():
            raise CroupierError(refusal(code, file=file))
    make_folder(folder)
    if key is None:
        key = (SigningKey.load if signing.exists() else SigningKey.make)(signing, data)
    if not sealing.exists():
        make_key_file(sealing, data, os.urandom)
    opened = Credentials.load if kept.exists() else Credentials.make
    return Secrets(key, SealingKey(read_key_file(sealing, data)), opened(kept, data))


def signing_key(config: HouseConfig) -> SigningKey:
    """The key of a house that has a record; another would not fit it."""
    signing = config.secrets / SIGNING
    if not signing.exists():
        no = refusal("house/keys-missing", folder=config.secrets, data=config.data)
        raise CroupierError(no)
    return SigningKey.load(signing, config.data)


def require_opening(config: HouseConfig, floor: Floor, sealing: SealingKey) -> None:
    """Whether every secret that is still to be shown can be: by another key it cannot."""
    if shut := unopened(floor, sealing):
        file = config.secrets / SEALING
        raise CroupierError(refusal("house/sealing-key-other", file=file, count=len(shut)))


def voucher_key(config: HouseConfig, house: HouseState, lost: str | None = None) -> VoucherKey:
    """The key of the vouchers' numbers, made where nothing depends on an earlier one."""
    file, out = config.secrets / VOUCHER_KEY, need_key(house)
    if not file.exists():
        if out and lost != VOUCHER_KEY:
            no = refusal("house/voucher-key-missing", count=len(out), file=file)
            raise CroupierError(no)
        make_key_file(file, config.data, os.urandom)
    return VoucherKey(read_key_file(file, config.data), os.urandom)


def metrics_token(config: HouseConfig) -> str | None:
    """What lets another machine read the metrics, where the operator has made it."""
    file: Path = config.secrets / METRICS_TOKEN
    return read_key_file(file, config.data).hex() if file.exists() else None
