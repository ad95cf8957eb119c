"""The append-only record on which all money and rounds rest.

It knows streams, entries, hashes and signatures. What an entry means, a wager or a voucher, is
told to it by the packages above as registered events; it must not know rounds, houses or rules,
and it has no clock: whoever appends says what time it is.

    entry       one entry, and the hash that chains it to the one before
    codec       events to bytes and back, by own names and versions, with upcasts
    store       the contract of every store, and the order that it keeps
    memory      a store in memory, which fails where it is told to
    sqlite      a store in one SQLite file (sqlite_file opens and guards it)
    group       many submissions, one transaction
    committer   who gathers the groups: a thread, or the simulator's hand
    keys        Ed25519 keys and their files
    heads       signed heads, as the line of text that a terminal carries away
    events      what the journal itself puts on record
    walk        one stream followed from entry to entry
    check       a whole store checked, with what was kept outside it
    replay      a stream read for a start, and proven on the way
    archive     a closed part of a stream as a file
    retention   closed days moved into archives
    backup      a copy of a data folder, taken while its house runs
    start       the hashes of program and books, on record at each start
    disk        what the disk must keep
    errors      everything that can go wrong
"""
