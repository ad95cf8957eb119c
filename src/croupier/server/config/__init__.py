"""A house's file: one table of settings, from which reading, checks and documentation follow."""
