"""A bot that plays one round in a demonstration: run make serve, then this in another window."""

import asyncio
import sys

from croupier.client import Client


async def play(address: str) -> None:
    """Put 5.00 on red and leave with a voucher for what there is then."""
    async with Client(address) as client:
        await client.visit()
        table = await client.table("sands-2019")
        await table.sit()
        await table.buy_in(10_000)
        await table.until_open()
        await table.place("red", 500)
        ended = await table.until_ended()
        voucher = await table.cash_out()
        print(f"{ended.outcome}: {voucher.amount} cents on voucher {voucher.voucher}")


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000"))
