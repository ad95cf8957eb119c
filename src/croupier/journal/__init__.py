"""The append-only record on which all money and rounds rest.

It knows streams, entries, hashes and signatures. The packages above
register events and give them meaning; the journal does not know rounds, houses or rules, and it
has no clock: callers pass the time.

    entry       one entry, and the hash that chains it to the one before
    codec       events to bytes and back, by names and versions, with upcasts
    store       the contract of every store, and the order that it keeps
    memory      a store in memory, which can be made to fail
    rows        what the stores in a database share: streams and entries as rows
    sqlite      a store in one SQLite file (sqlite_file opens and guards it)
    postgres    a store in a PostgreSQL database (postgres_database reaches, makes and checks it,
                postgres_schema has its tables and functions, postgres_lease says whose it is)
    places      where the journal of a data folder is
    moving      a journal moved between a file and a database
    committer   many submissions in one transaction, in a thread
    keys        Ed25519 keys and their files
    heads       signed heads, and the file that keeps them outside the journal
    events      the journal's own events: keys, signatures, snapshots, starts
    walk        one stream checked entry by entry, or read for a start
    check       a whole record checked, with the heads kept outside it
    archive     closed days as files, and moving them there
    backup      a copy of a data folder, taken while its house runs
    disk        durable and private files
    errors      everything that can go wrong
"""
