"""The files of the secrets folder: created at the first start and required from then on.

A lost key is never silently replaced. It is restored from a copy or declared lost (``croupier
lost``), which is recorded together with what is lost.
"""

import os
from pathlib import Path
from typing import NamedTuple

from croupier.fair.sealed import SealingKey
from croupier.house import HouseState
from croupier.journal.disk import make_folder
from croupier.journal.heads import HEADS
from croupier.journal.keys import SigningKey, make_key_file, read_key_file
from croupier.journal.places import is_there
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.config.house import HouseConfig
from croupier.server.floor.vouchers import VoucherKey, need_key
from croupier.server.people.credentials import Credentials
from croupier.table.floor import Floor
from croupier.table.lost import unopened

SIGNING, SEALING, CREDENTIALS = "signing.pem", "sealing.key", "credentials.json"
VOUCHER_KEY, METRICS_TOKEN = "voucher.key", "metrics.token"


class Secrets(NamedTuple):
    """The secrets that are not in the record."""

    signing: SigningKey
    sealing: SealingKey
    credentials: Credentials


def has_record(config: HouseConfig) -> bool:
    """Whether the house was opened before; its record may be missing since."""
    files = (config.data / HEADS, config.secrets / HEADS)
    return is_there(config.data) or any(file.exists() for file in files)


def secrets_of(config: HouseConfig, lost: str | None = None) -> Secrets:
    """The keys and credentials of a house, created at its first start or after a loss."""
    folder, data = config.secrets, config.data
    signing, sealing, kept = (folder / name for name in (SIGNING, SEALING, CREDENTIALS))
    key = signing_key(config) if has_record(config) else None
    for file in (sealing, kept):
        if key is not None and file.name != lost and not file.exists():
            raise CroupierError(
                refusal(
                    "house/sealing-key-missing" if file is sealing else "house/credentials-missing",
                    file=str(file),
                )
            )
    make_folder(folder)
    if key is None:
        key = (SigningKey.load if signing.exists() else SigningKey.make)(signing, data)
    if not sealing.exists():
        make_key_file(sealing, data, os.urandom)
    opened = Credentials.load if kept.exists() else Credentials.make
    return Secrets(key, SealingKey(read_key_file(sealing, data)), opened(kept, data))


def has_people(config: HouseConfig) -> bool:
    """Whether anybody has a credential of this house."""
    file = config.secrets / CREDENTIALS
    return file.exists() and not Credentials.load(file, config.data).is_empty


def signing_key(config: HouseConfig) -> SigningKey:
    """The key of a house with a record; no other key fits."""
    signing = config.secrets / SIGNING
    if not signing.exists():
        no = refusal("house/keys-missing", folder=str(config.secrets), data=str(config.data))
        raise CroupierError(no)
    return SigningKey.load(signing, config.data)


def require_opening(config: HouseConfig, floor: Floor, sealing: SealingKey) -> None:
    """Check that all unrevealed secrets can be decrypted with this key."""
    if shut := unopened(floor, sealing):
        file = config.secrets / SEALING
        raise CroupierError(refusal("house/sealing-key-other", file=str(file), count=len(shut)))


def voucher_key(config: HouseConfig, house: HouseState, lost: str | None = None) -> VoucherKey:
    """The key of voucher numbers and of excluded players' documents, created if no outstanding
    voucher and no document depends on an earlier one."""
    file, out, people = config.secrets / VOUCHER_KEY, need_key(house), house.identities
    if not file.exists():
        if (out or people) and lost != VOUCHER_KEY:
            raise CroupierError(
                refusal(
                    "house/voucher-key-missing",
                    file=str(file),
                    count=len(out),
                    people=len(people),
                )
            )
        make_key_file(file, config.data, os.urandom)
    return VoucherKey(read_key_file(file, config.data), os.urandom)


def metrics_token(config: HouseConfig) -> str | None:
    """The token that lets another machine read the metrics, if the operator created it."""
    file: Path = config.secrets / METRICS_TOKEN
    return read_key_file(file, config.data).hex() if file.exists() else None
