"""The command line's entry point: Ctrl-C ends it silently from its first moment on."""

import os
import signal
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line. While it is still being imported, Ctrl-C has nothing to tidy up."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not one that ignores it
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(INTERRUPTED))
    from croupier.cli import main as run

    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
