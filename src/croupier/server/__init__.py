"""The house server: HTTP and WebSocket, people and devices, and what each kind of viewer may see.

config, sections, settings   a house's file: its shape, its checks, its documentation
house       a running house: the floor, the office, and everyone who is connected
channel     who watches a table, and what they are told of it, and when
views       the one place that decides what each kind of viewer may see
connection  one WebSocket: what it asks and what it is answered
link        uvicorn's connection without the detour
completing  what the house adds to a command: its draws and its vouchers' ids
endpoint    an address of the HTTP API as a value; api_* are the addresses
guarding    Origin, Host and the headers of every answer
people      staff, terminals, approvals and alerts, on record; door, sessions, throttle, credentials
serving     starlette and uvicorn around a house
"""
