"""Attacks on the entry: large bodies, slow requests, floods of pages."""

import asyncio
import contextlib
import resource
import time
from collections import Counter

from tests.hostile.client import Answer, Client, read_answer, write
from tests.process_group import ProcessGroup

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
MEGA = 1024 * 1024


async def large_forms(site: ProcessGroup, scale: int) -> str:
    """Forms of megabytes, by length, in chunks and in parts: all are 413, none is parsed."""
    client = Client(site.port)
    fields = b"&".join(b"a%d=1" % number for number in range(8 * MEGA // 8))
    parts = {"Content-Type": "multipart/form-data; boundary=x"}
    memory = site.web.memory_info().rss
    answers = Counter[int]()
    for _ in range(scale):
        answers[(await client.send("POST", "/accounts/login/", fields, FORM)).status] += 1
        answers[(await client.send("POST", "/", fields * 2, parts)).status] += 1
        answers[(await chunked(site.port, fields[: 2 * MEGA])).status] += 1
    many = [client.send("POST", "/accounts/login/", fields[:MEGA], FORM) for _ in range(15)]
    answers.update(answer.status for answer in await asyncio.gather(*many))
    grown = (site.web.memory_info().rss - memory) / MEGA
    # a client that still sends when it is refused may find the connection reset
    assert set(answers) <= {413, 0}, answers
    assert answers[413], answers
    assert grown < 40, f"the web process grew by {grown:.0f} MB"
    return f"{sum(answers.values())} bodies of 1 to 16 MB refused, memory {grown:+.0f} MB"


async def chunked(port: int, body: bytes) -> Answer:
    """Send a body whose length nobody is told."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = (
        f"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    pieces = [body[begin : begin + 16384] for begin in range(0, len(body), 16384)]
    data = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    sending = asyncio.create_task(write(writer, head.encode() + data))
    try:
        async with asyncio.timeout(30):
            return await read_answer(reader)
    finally:
        sending.cancel()
        writer.transport.abort()


async def full_forms(site: ProcessGroup, scale: int) -> str:
    """Forms just under the bound, many at once, are answered and hold nobody up."""
    client = Client(site.port)
    body = b"&".join(b"a%d=1" % number for number in range(900))
    body += b"&z=" + b"z" * (60_000 - len(body))
    many = [client.send("POST", "/accounts/login/", body, FORM) for _ in range(10 * scale)]
    answers = Counter(answer.status for answer in await asyncio.gather(*many))
    assert not [status for status in answers if status >= 500 and status != 503], answers
    return f"{dict(answers)}"


async def slow_requests(site: ProcessGroup, scale: int) -> str:
    """Requests that never end, and more of them than the usual limit of files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    count = 600 * scale
    async with contextlib.AsyncExitStack() as stack:
        lines = []
        for number in range(count):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            stack.callback(writer.transport.abort)
            writer.write(b"POST /accounts/login/ HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            if number % 2:
                writer.write(b"1\r\nContent-Length: 60000\r\n\r\na=")
            lines.append(reader)
        begun = time.monotonic()
        answer = await Client(site.port).get("/accounts/login/")
        assert answer.status == 200, answer.status
        async with asyncio.timeout(60):
            await asyncio.gather(*(reader.read() for reader in lines), return_exceptions=True)
        longest = time.monotonic() - begun
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return f"{count} half requests were cut after {longest:.0f} s at most"


async def flood_of_pages(site: ProcessGroup, scale: int) -> str:
    """More pages at once than the database has connections: each is served or put off."""
    client = Client(site.port)
    many = [client.get("/leaderboards/") for _ in range(150 * scale)]
    answers = await asyncio.gather(*many)
    counted = Counter(answer.status for answer in answers)
    assert set(counted) <= {200, 503}, counted
    put_off = [answer for answer in answers if answer.status == 503]
    assert all("retry-after" in answer.headers for answer in put_off)
    return f"{dict(counted)}"
