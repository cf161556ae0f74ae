"""Attacks on the sockets: those that never read, floods of snapshots, odd frames and origins."""

import asyncio
import contextlib
import json
import random
import time
from collections import Counter

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from tests.hostile.client import Client
from tests.hostile.site import Site

MEGA = 1024 * 1024


async def guest_table(site: Site, address: str) -> tuple[Client, str]:
    """A guest at an own table against AI players, and the address of its socket."""
    client = Client(site.port, address=address)
    answer = await client.form("/play/ai/", level="easy")
    assert answer.status == 303, answer.status
    return client, answer.headers["location"].replace("/game/", "/ws/game/")


async def never_reading(site: Site, scale: int) -> str:
    """Sockets that ask for snapshots and read nothing are gone within seconds."""
    client, path = await guest_table(site, "203.0.113.40")
    memory = site.web.memory_info().rss
    gone: list[float] = []
    begun = time.monotonic()

    async def one() -> None:
        async with client.socket(path, max_queue=1) as line:
            line.transport.pause_reading()
            with contextlib.suppress(WebSocketException, OSError):
                while time.monotonic() - begun < 45:
                    await line.send(json.dumps({"type": "resync"}))
                    await asyncio.sleep(0.25)
                    if line.transport.is_closing():
                        break
            gone.append(time.monotonic() - begun)

    await asyncio.gather(*(one() for _ in range(10 * scale)), return_exceptions=True)
    grown = (site.web.memory_info().rss - memory) / MEGA
    assert len(gone) == 10 * scale
    assert max(gone) < 40, f"one was still there after {max(gone):.0f} s"
    assert grown < 10 * scale + 30, f"the web process grew by {grown:.0f} MB"
    return f"{len(gone)} cut within {max(gone):.0f} s, memory {grown:+.0f} MB"


async def snapshots(site: Site, scale: int) -> str:
    """Sixty sockets of one table ask for everything as fast as they may."""
    client, path = await guest_table(site, "203.0.113.41")
    frames = Counter[str]()
    until = time.monotonic() + 5.0 * scale

    async def one() -> None:
        async with client.socket(path) as line:
            asking = asyncio.create_task(ask(line))
            try:
                while time.monotonic() < until:
                    async with asyncio.timeout(5):
                        frame = json.loads(await line.recv())
                    frames[frame.get("code", frame["type"])] += 1
            finally:
                asking.cancel()

    async def ask(line: ClientConnection) -> None:
        while True:
            await line.send(json.dumps({"type": "resync"}))
            await asyncio.sleep(0.26)

    await asyncio.gather(*(one() for _ in range(60)), return_exceptions=True)
    assert frames["snapshot"], frames
    return f"{dict(frames)}"


async def odd_frames(site: Site, scale: int) -> str:
    """Malformed, huge and unknown frames are refused by a code, and the socket goes on."""
    client, path = await guest_table(site, "203.0.113.42")
    dice = random.Random(1)
    odd: list[str | bytes] = ["", "[]", "null", "{", '{"type": 7}', '{"type": "x"}', b"\x00"]
    odd += [
        "[" * 2000,
        "9" * 4000,
        '{"type": "say", "kind": "text", "text": "\\ud800"}',
        "x" * 5000,
    ]
    odd += [
        json.dumps({"type": "act", "question": dice.randrange(2**31), "action": action})
        for action in ({"do": 1}, {"do": "draw", "from": 2**40}, {"do": "discard", "card": -1}, {})
    ]
    codes = Counter[str]()
    for sent in odd:
        async with client.socket(path) as line:
            await line.send(sent)
            async with asyncio.timeout(10):
                while (frame := json.loads(await line.recv()))["type"] != "refused":
                    pass
            codes[frame["code"]] += 1
    assert codes.total() == len(odd)
    return f"{dict(codes)}"


async def strange_addresses(site: Site, scale: int) -> str:
    """Unknown sockets and foreign origins are turned away without a traceback."""
    client = Client(site.port)
    seen = []
    for path, origin in (
        ("/ws/nothing/", None),
        ("/ws/tables/", "http://evil.example"),
        ("/ws/tables/", f"http://127.0.0.1:{site.port + 1}"),
        ("/ws/tables/", f"https://127.0.0.1:{site.port}"),
    ):
        try:
            async with client.socket(path, origin) as line:
                await line.recv()
                raise AssertionError(f"{path} is open to {origin}")
        except InvalidStatus as refused:
            seen.append(refused.response.status_code)
        except ConnectionClosed as closed:
            seen.append(closed.rcvd.code if closed.rcvd else 0)
    assert not site.tracebacks(), site.tracebacks()[-1]
    return f"{seen}"
