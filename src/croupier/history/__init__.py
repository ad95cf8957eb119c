"""What a record shows: rounds, recall, statistics, meters, audit trail, exports.

Reads a ``Record``, beside the house that writes it. It never changes anything, and shows nobody
what is secret.
"""
