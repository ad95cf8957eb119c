"""Running tables: a synchronous, deterministic core, and a shell of asyncio around it.

codec       every event of tables and house, by name, for the journal
answers     what each terminal was answered, for repeats
core        one table: requests in, entries and answers out
floor       the house and its tables, with the sequences of their streams
recovery    a floor from its record, and what a failure did to the rounds in play
start       what ran when, on record; then recovery, then new tables
draws       a round's secret: made, sealed, drawn from and revealed
dealer      the automatic dealer, a function of state and time
running     the shell: queues, the committer, answers only after the write is durable
verifying   a record replayed, round by round and cent by cent
"""
