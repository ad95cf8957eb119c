"""What pages show of a rule book has words in every language, made from the English it has now."""

import re
from collections.abc import Iterator

import pytest

from croupier import books
from croupier.rules.book import Book
from croupier.words import LANGUAGES, catalogue, of_a_book

OTHERS = [language for language in LANGUAGES if language != "en"]
FIGURE = re.compile(r"(?<![A-Za-z0-9-])(?:\d+(?:[./]\w+)*|S|MBS)(?![A-Za-z0-9-])")
LATIN = re.compile(r"[A-Za-z]{2,}")
SYMBOLS = {"MBS", "III"}


def shown(book: Book) -> Iterator[str]:
    yield book.title
    yield from (clause.summary for clause in book.clauses.values())
    yield from (profile.name for profile in book.terminals.values())
    yield from (wager.title for wager in book.wagers.values())
    yield from (*book.says.open.words, *book.says.close.words)
    for reading in book.readings.values():
        yield from (reading.title, reading.says)


NAMES = {wager.title for id_ in books.ids() for wager in books.load(id_).wagers.values()}
SHOWN = {text for id_ in books.ids() for text in shown(books.load(id_))}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_a_book_has_its_words_and_no_word_is_left_over(language: str) -> None:
    assert set(catalogue("books", language)) == SHOWN


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_figures_of_its_english(language: str) -> None:
    for english, words in catalogue("books", language).items():
        if english not in NAMES:
            assert set(FIGURE.findall(words)) == set(FIGURE.findall(english)), english


def test_chinese_has_no_english_in_it() -> None:
    for words in catalogue("books", "zh").values():
        assert set(LATIN.findall(words)) <= SYMBOLS, words


def test_a_changed_text_stands_in_its_own_english() -> None:
    assert of_a_book("Void: the ball broke.", "zh") != "Void: the ball broke."
    assert of_a_book("Void: the ball burst.", "zh") == "Void: the ball burst."
