"""Attacks on accounts: lockouts, limits, enumeration, names, tokens, files."""

import asyncio
import statistics
import time
from collections import Counter
from pathlib import Path

from tests.hostile.client import PASSWORD, Client
from tests.hostile.players import players
from tests.hostile.site import Site


async def lockout(site: Site, scale: int) -> str:
    """Wrong passwords from one address, whatever it claims to be, lock nobody else out."""
    victim = (await players(site.port, 1, "victim"))[0].client
    attacker = Client(site.port, address="192.0.2.66")
    answers = Counter[int]()
    for number in range(14):
        # a new jar each time, and a new forged address
        attacker = Client(site.port, address="192.0.2.66", forged=f"192.0.2.{100 + number}")
        answers[(await attacker.log_in(victim.name, "wrong")).status] += 1
    assert answers[429], f"fourteen wrong passwords were never limited: {answers}"
    assert not [status for status in answers if status >= 500], answers
    owner = Client(site.port, address="10.9.9.9")
    answer = await owner.log_in(victim.name, PASSWORD)
    assert answer.status == 302, f"the owner is locked out with {answer.status}"
    stranger = Client(site.port, address="192.0.2.67")
    assert (await stranger.log_in("somebody-else", "wrong")).status == 200
    return f"attacker {dict(answers)}, owner {answer.status}"


async def limits(site: Site, scale: int) -> str:
    """What is done too often is answered with a page that says so."""
    counted = Counter[int]()
    limited = []
    for number in range(40 * scale):
        client = Client(site.port, address="192.0.2.70")
        tried = [
            await client.form("/accounts/password/reset/", email=f"nobody{number}@example.org"),
            await client.form(
                "/accounts/signup/", username=f"Zz{number}", email="x", password1=PASSWORD
            ),
            await client.form("/accounts/guest/"),
        ]
        counted.update(answer.status for answer in tried)
        limited += [answer for answer in tried if answer.status == 429]
    assert not [status for status in counted if status >= 500], counted
    assert limited, counted
    assert all("retry-after" in answer.headers for answer in limited)
    return f"{dict(counted)}"


async def enumeration(site: Site, scale: int) -> str:
    """Whether an address is known cannot be told by answers, and hardly by their time."""
    known = (await players(site.port, 1, "known"))[0].client
    times: dict[bool, list[float]] = {True: [], False: []}
    bodies: dict[bool, set[tuple[int, str]]] = {True: set(), False: set()}
    for number in range(8 * scale):
        for exists in (True, False):
            login = f"{known.name if exists else 'nobody'}@example.org"
            client = Client(site.port, address=f"10.8.{number}.{int(exists)}")
            begun = time.perf_counter()
            answer = await client.form("/accounts/password/reset/", email=login)
            times[exists].append(time.perf_counter() - begun)
            bodies[exists].add((answer.status, answer.headers.get("location", "")))
    assert bodies[True] == bodies[False], bodies
    signed_up = []
    for number, end in enumerate(("", "2")):
        answer = await Client(site.port, address=f"10.7.0.{number}").form(
            "/accounts/signup/",
            username=f"{known.name[:6]}q{'qx'[number]}",
            email=f"{known.name}{end}@example.org",
            password1=PASSWORD,
        )
        signed_up.append((answer.status, answer.headers.get("location")))
    assert signed_up[0] == signed_up[1], signed_up
    assert signed_up[0][0] == 302, signed_up
    ratio = statistics.median(times[True]) / statistics.median(times[False])
    return f"reset known/unknown {ratio:.2f} times, sign-up {signed_up[0][0]} for both"


async def names(site: Site, scale: int) -> str:
    """Names that pass for somebody else's are refused."""
    owner = (await players(site.port, 1, "owner"))[0].client
    # the same name with a Cyrillic letter for a Latin one, where it has such a letter
    twin = owner.name.replace("p", "\u0440").replace("c", "\u0441").replace("x", "\u0445")
    tried = ["admin", "Moderator", "Density Deck", "Guest 4711", "Gu\u0435st 4711", "p\u0430ypal"]
    tried += [twin] if twin != owner.name else []
    for number, name in enumerate(tried):
        client = Client(site.port, address=f"10.6.0.{number}")
        answer = await client.form(
            "/accounts/signup/", username=name, email=f"n{number}@example.org", password1=PASSWORD
        )
        assert answer.status == 200, f"{name!r} was accepted with {answer.status}"
    return f"{len(tried)} names refused"


async def tokens(site: Site, scale: int) -> str:
    """A program without a token, or with too much to say, is told so by a code."""
    guest = Client(site.port, address="10.5.0.1")
    table = (await guest.form("/play/ai/", level="easy")).headers["location"]
    path = f"/api{table.replace('/game/', '/games/')}act/"
    bare = await guest.send("POST", path, b"{}", {"Content-Type": "application/json"})
    large = await guest.send("POST", path, b"[" * 200_000, {"X-CSRFToken": "f" * 32})
    assert bare.status == 403
    assert "code" in bare.json, bare.body[:200]
    assert large.status in (413, 0), large.status
    return f"without a token {bare.json['code']}, too large {large.status}"


async def files(site: Site, scale: int) -> str:
    """Nobody else on the machine may read the data folder."""
    open_ones = [
        path
        for path in (site.group.folder, *Path(site.group.folder).rglob("*"))
        if not path.is_symlink()
        and path.lstat().st_mode & 0o077
        # of the test's own making, for PostgreSQL's sake
        and path.name not in {"postgres.log"}
    ]
    assert not open_ones, open_ones[:5]
    await asyncio.sleep(0)
    return "0700 and 0600 throughout"
