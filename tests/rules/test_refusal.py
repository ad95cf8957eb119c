"""Refusals: values with a code, a clause and figures, carried by the errors."""

import pickle

import pytest

from croupier import books
from croupier.rules.catalogue import CatalogueError
from croupier.rules.refusal import BookError, WagerError


def test_error_passes_between_processes_with_its_refusal() -> None:
    with pytest.raises(WagerError) as caught:
        books.load("sands-2019").wager("split:1/36")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is WagerError
    assert copy.args == (caught.value.refusal,)
    assert copy.refusal == caught.value.refusal
    assert str(copy) == str(caught.value)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("6.9", "sands-2019 has no clause '6.9': the nearest are 6.1, 6.2, 6.3, 6.4"),
        ("9", "sands-2019 has no clause '9': see croupier rules sands-2019"),
    ],
)
def test_unknown_clause_is_answered_with_its_section_or_where_to_look(
    number: str, said: str
) -> None:
    with pytest.raises(BookError) as caught:
        books.load("sands-2019").clause(number)
    assert caught.value.code == "book/unknown-clause"
    assert str(caught.value) == said


def test_catalogue_error_says_which_key_is_wrong_and_why() -> None:
    assert str(CatalogueError("wagers.green", "it has no place")) == "wagers.green: it has no place"
