"""Who runs the house, among servers on one PostgreSQL: a lease in the database's own time.

The lock of the writing session says who writes; a process that is gone has lost it. A process that
hangs still has it, and so it also renews a lease while it is well. A server that waits for its turn
ends the session of a holder whose lease has run out: what that had not committed is gone, and it
can write no more. No clock of a server is asked.
"""

from collections.abc import Callable
from threading import Event, Thread

from croupier.journal import postgres_database as database
from croupier.journal.errors import StoreFailed
from croupier.journal.postgres_database import Address, reported

RENEWED_S = 1.0
"""How often the holder renews its lease."""
ENDS_MS = 5_000
"""How long a lease lasts without being renewed."""
ASKED_S = 0.2
"""How often a server that waits asks whether it is its turn."""
RENEW = """UPDATE lease SET renewed_at = clock_timestamp()
WHERE scope = 'house' AND epoch = %s"""
HOLDER = """SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND (classid::bigint << 32 | objid::bigint) = hashtextextended(current_schema(), 0)"""
FREE = f"SELECT NOT EXISTS ({HOLDER})"
END_HOLDER = f"""SELECT server, pg_terminate_backend(backend, 5000) FROM lease
WHERE scope = 'house' AND renewed_at < clock_timestamp() - %s * interval '1 millisecond'
AND backend IN ({HOLDER})"""


class Lease:
    """Renews the lease of a holder in a thread of its own, while the holder is well."""

    def __init__(
        self,
        address: str,
        epoch: int,
        is_well: Callable[[], bool],
        failed: Callable[[Exception], object],
    ) -> None:
        self._epoch, self._is_well, self._failed = epoch, is_well, failed
        self._ended = Event()
        self._session = database.connect(address, "croupier lease")
        self._thread = Thread(target=self._run, name="journal-lease", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Renew no more."""
        self._ended.set()
        self._thread.join()
        self._session.close()

    def _run(self) -> None:
        try:
            while not self._ended.wait(RENEWED_S):
                if self._is_well() and self._session.execute(RENEW, (self._epoch,)).rowcount != 1:
                    raise StoreFailed("another server has taken the house over")
        except Exception as error:  # whatever it was, this server is not known to run the house
            self._failed(error)


def wait_for_turn(address: str, wait: Callable[[float], bool]) -> str | None:
    """Wait until nobody runs the house, or end who hangs; the name of a server that was ended.

    ``wait`` waits for some seconds, and says whether to go on waiting at all.
    """
    with database.connect(address, "croupier standby") as session, reported(address):
        if database.format_of(session, Address.parse(address).schema) == 0:
            return None
        while True:
            ((free,),) = session.execute(FREE).fetchall()
            if free:
                return None
            ended = session.execute(END_HOLDER, (ENDS_MS,)).fetchall()
            if ended:
                return str(ended[0][0])
            if not wait(ASKED_S):
                return None
