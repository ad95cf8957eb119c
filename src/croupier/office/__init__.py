"""The house's office: staff, terminals, approvals and alerts, and what the audit trail says of all.

Pure, as the house is: functions decide on the state and give events or a refusal, ``evolve`` lets
events have happened. It must not know passwords, tokens, clocks, randomness or storage.
"""
