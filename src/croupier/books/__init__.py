"""The five rule books as data, with the readings, the house procedures and the loader."""

from croupier.books.loader import ids, in_language, load, load_file, of_id, procedures, readings

__all__ = ["ids", "in_language", "load", "load_file", "of_id", "procedures", "readings"]
