"""The mark that a browser test presses a button to use a power or do a duty.

``docs/duties.py`` reads the marks from the source; ``tests/browser/pressing.py`` holds each test to
its marks while it runs.
"""

import pytest


def presses(message: str, page: str, button: str) -> pytest.MarkDecorator:
    """Say that a test presses a button on a page, and that the page then sends this message."""
    return pytest.mark.presses(message, page, button)


def shows(book_ids: str, clause: str, page: str, what: str) -> pytest.MarkDecorator:
    """Say that a test finds on a page what a clause wants people to be told."""
    return pytest.mark.shows(book_ids, clause, page, what)
