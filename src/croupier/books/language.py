"""A book in another language: the texts that people read, and nothing that the rules read."""

from dataclasses import replace

import msgspec

from croupier.rules.book import Book
from croupier.words import of_a_book


def in_language(book: Book, language: str) -> Book:
    """The book with its title, its clauses, its readings and its terminals' names in a language.

    Wagers and announcements keep their names: by their kinds, pages have words for them.
    """
    clauses = {
        number: replace(each, summary=of_a_book(each.summary, language))
        for number, each in book.clauses.items()
    }
    readings = {
        number: replace(
            each, title=of_a_book(each.title, language), says=of_a_book(each.says, language)
        )
        for number, each in book.readings.items()
    }
    terminals = {
        id_: msgspec.structs.replace(each, name=of_a_book(each.name, language))
        for id_, each in book.terminals.items()
    }
    title = of_a_book(book.title, language)
    return replace(book, title=title, clauses=clauses, readings=readings, terminals=terminals)
