"""The house server: HTTP and WebSocket, people and devices, and what each kind of viewer may see.

Rooms in their order; each imports those above it only:

logs      the log of the process
config    a house's file: the table of settings, reading, checks, documentation
people    staff, terminals, sign-in, sessions, credentials, approvals, alerts
live      connections and rates, channels of tables, and what each kind of viewer may see (views)
floor     what the house does at its tables: requests, draws, vouchers, wheels, gaming days, alerts
keyring   the files of the secrets folder
lab       sessions of play computed for the odds page, in a process of their own
house     a running house: it opens, routes and closes
api       the HTTP API, the pages, and uvicorn around them
"""
