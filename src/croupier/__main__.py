"""The entry point of the command line: Ctrl-C ends it silently from its first moment."""

import os
import signal
import sys

MISSING = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C during the imports has nothing to clean up."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not one that ignores it
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(INTERRUPTED))
    try:
        from croupier.cli import main as run
    except ModuleNotFoundError as missing:
        from croupier.extras import explained

        print(f"croupier: {explained(missing)}", file=sys.stderr)
        sys.exit(MISSING)

    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
