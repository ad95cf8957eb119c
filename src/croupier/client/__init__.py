"""A typed, asynchronous client of a house server that reconnects by itself.

web      the HTTP API: visiting, signing in, history
link     the WebSocket: kept up, and taken up again after a break
table    a table as one sees it, and what one does there

What was asked and not answered when a connection broke is asked again under the same id: the house
answers each action once, so nothing is done twice and nothing is lost.

    async with Client("http://localhost:8000") as client:
        await client.visit()
        table = await client.table("sands-2019")
        await table.sit()
        await table.buy_in(10_000)
        await table.until_open()
        await table.place("red", 500)
        ended = await table.until_ended()
        print(ended.outcome, table.seat.purse)
"""

try:
    from croupier.client.client import Client
    from croupier.client.link import HouseGone, SignedOut
    from croupier.client.table import Refused, Table
    from croupier.client.web import WebError
except ModuleNotFoundError as missing:
    from croupier.extras import explained

    raise explained(missing) from None

__all__ = ["Client", "HouseGone", "Refused", "SignedOut", "Table", "WebError"]
