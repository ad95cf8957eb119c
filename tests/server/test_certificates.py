"""A certificate is taken anew on SIGHUP, and nobody is cut off by it."""

import os
import signal
import ssl
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlsplit

import pytest

from croupier.protocol import frames as f
from croupier.server.config.settings import Tls
from tests.server.houses import Hosted, configured, dealt, hosting
from tests.server.test_guarding import self_signed

TABLE = "edz-2020"
PATIENCE_S = 60
SERVES = """
import asyncio, sys
from pathlib import Path
from croupier.bootstrap import run
from croupier.server.config.settings import Tls
from tests.server.houses import configured, dealt
folder = Path(sys.argv[1])
tls = Tls(certificate=folder / "certificate.pem", key=folder / "key.pem")
config = configured(folder, [dealt("edz-2020")], tls=tls)
asyncio.run(run(config, lambda house, address, _: print(address, flush=True)))
"""


def closed_key(folder: Path) -> Tls:
    tls = self_signed(folder)
    tls.key.chmod(0o600)
    return tls


def served(address: str) -> str:
    """The certificate that somebody who comes now is shown."""
    where = urlsplit(address)
    assert where.hostname is not None
    assert where.port is not None
    return ssl.get_server_certificate((where.hostname, where.port), timeout=PATIENCE_S)


def renewed(hosted: Hosted) -> None:
    hosted.loop.call_soon_threadsafe(hosted.house.renew_certificate)
    hosted.head()


def test_who_is_connected_stays_and_who_comes_is_shown_the_new_one(tmp_path: Path) -> None:
    tls = closed_key(tmp_path)
    trust = ssl.create_default_context(cafile=tls.certificate)
    with hosting(configured(tmp_path, [dealt(TABLE)], tls=tls), trust=trust) as hosted:
        wire = hosted.run(hosted.wire())
        with closing(hosted.line()) as line:
            assert hosted.http("GET", "/api/house", line=line).status == 200
            first = served(hosted.address)
            closed_key(tmp_path)
            renewed(hosted)
            assert served(hosted.address) == tls.certificate.read_text(encoding="ascii") != first
            assert hosted.http("GET", "/api/house", line=line).status == 200
        assert hosted.run(wire.ask(f.Watch(table=TABLE), f.Now)).table.table == TABLE


@pytest.mark.parametrize("how", ["another's key", "a key for everybody", "no certificate"])
def test_a_certificate_that_is_no_good_is_not_taken(tmp_path: Path, how: str) -> None:
    tls = closed_key(tmp_path)
    trust = ssl.create_default_context(cafile=tls.certificate)
    with hosting(configured(tmp_path, [dealt(TABLE)], tls=tls), trust=trust) as hosted:
        first = served(hosted.address)
        other = tmp_path / "other"
        other.mkdir()
        if how == "another's key":
            tls.certificate.write_bytes(closed_key(other).certificate.read_bytes())
        elif how == "a key for everybody":
            closed_key(tmp_path)
            tls.key.chmod(0o644)
        else:
            tls.certificate.write_bytes(b"nothing")
        renewed(hosted)
        assert served(hosted.address) == first


def test_a_signal_does_it(tmp_path: Path) -> None:
    tls = closed_key(tmp_path)
    root = Path(__file__).parent.parent.parent
    command = [sys.executable, "-c", SERVES, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", cwd=root) as house:
        try:
            assert house.stdout is not None
            address = house.stdout.readline().strip()
            first = served(address)
            closed_key(tmp_path)
            os.kill(house.pid, signal.SIGHUP)
            until = monotonic() + PATIENCE_S
            while served(address) == first:
                assert monotonic() < until, "the old certificate is still shown"
                sleep(0.05)
            assert served(address) == tls.certificate.read_text(encoding="ascii")
            assert house.poll() is None
        finally:
            house.terminate()
