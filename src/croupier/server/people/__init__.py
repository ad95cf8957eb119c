"""People and devices: staff, terminals, sign-in and sessions, approvals, alerts, credentials."""
