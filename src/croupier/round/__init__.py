"""One round of play as a pure state machine: commands in, events out. It knows rules, not money."""
