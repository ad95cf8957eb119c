"""The five rule books as data, with the readings, the house procedures and the loader."""

from croupier.books.language import in_language
from croupier.books.loader import ids, load, load_file, of_id, procedures, readings

__all__ = ["ids", "in_language", "load", "load_file", "of_id", "procedures", "readings"]
