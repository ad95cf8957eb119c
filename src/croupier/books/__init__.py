"""The five rule books as data, with the readings, the house procedures and the loader."""

from croupier.books.loader import ids, load, load_file, procedures, readings

__all__ = ["ids", "load", "load_file", "procedures", "readings"]
