"""Attacks on ranked games: thrown games, voids, accomplices, forged records."""

import asyncio
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.hostile.client import Client
from tests.hostile.players import Player, keep_drawing, players, silence, surrender
from tests.hostile.site import Site
from tests.serve_process import ROOT


async def seated(people: list[Player]) -> None:
    """Queue all of them at once, and return when all have a table."""
    async with asyncio.timeout(90):
        await asyncio.gather(*(player.queue() for player in people))


async def thrown_game(site: Site, scale: int) -> str:
    """Four accomplices throw a ranked game: no faster than its pauses, and none counts early."""
    people = await players(site.port, 4, "thrown")
    for number, player in enumerate(people):
        player.policy, player.impatient = (keep_drawing if number == 0 else surrender), True
    await seated(people)
    async with asyncio.timeout(240):
        await asyncio.gather(*(player.sit(lambda one: bool(one.over_at)) for player in people))
    site.finished = people[0].table
    took = people[0].over_at - people[0].begun_at
    codes = sum((player.codes for player in people), start=type(people[0].codes)())
    pauses = sum(max(player.pauses, default=0) for player in people[:1]) / 1000
    assert codes["paused"], f"moves were taken during the pauses: {codes}"
    assert took > pauses
    return f"took {took:.0f} s; refused {dict(codes)}"


async def void(site: Site, scale: int) -> str:
    """A seat that only lets its turns lapse cannot void a game once everybody had a turn."""
    people = await players(site.port, 4, "void")
    people[0].policy = silence
    await seated(people)

    def had_turns(player: Player) -> bool:
        return int(player.frame.get("ply", 0)) >= 10

    async with asyncio.timeout(120):
        await asyncio.gather(*(player.sit(had_turns) for player in people))
    async with people[0].client.socket(people[0].table.replace("/game/", "/ws/game/")) as line:
        await line.send(json.dumps({"type": "leave"}))
        await asyncio.sleep(1)
    page = await people[1].client.get(f"/api{people[1].table.replace('/game/', '/games/')}")
    seats = page.json["seats"]
    assert page.status == 200
    assert page.json["game"]["status"] == "playing", page.json["game"]
    for player in people[1:]:
        player.policy = surrender
    return f"after {page.json['ply']} moves the leaver's seat is {[s['state'] for s in seats]}"


async def accomplices(site: Site, scale: int) -> str:
    """Four who mute everybody else get no table of their own, time after time."""
    own = 0
    for run in range(2):
        people = await players(site.port, 8, f"accomplices {run}")
        for gang in people[:4]:
            for other in people[4:]:
                await gang.client.form(f"/players/{other.client.name}/mute/", on="1")
        site.execute("update accounts_mute set at = '2020-01-01 00:00:00+00:00'")
        # who comes first sits first, whoever mutes whom: they come in any order
        await seated(random.Random(f"evening {run}").sample(people, len(people)))
        own += len({player.table for player in people[:4]}) == 1
    # by chance it is one run of 35
    assert own < 2, "the four sat alone each time"
    return f"{own} of 2 runs at a table of their own (chance: 1 of 35)"


async def forged_record(site: Site, scale: int) -> str:
    """A forged record of a real game does not pass where the public log is asked."""
    if not site.finished:
        await thrown_game(site, scale)
    client = Client(site.port)
    record = (await client.get(f"{site.finished}record.json")).json
    forged = dict(record, fair=dict(record["fair"], secret="00" * 32))
    with tempfile.TemporaryDirectory() as folder:
        honest, false = Path(folder) / "honest.json", Path(folder) / "forged.json"
        honest.write_text(json.dumps(record) + "\n")
        false.write_text(json.dumps(forged) + "\n")
        log = f"{client.origin}/api/deals/"
        codes = [(await asyncio.to_thread(verify, site, path, log)) for path in (honest, false)]
    assert codes == [0, 1], codes
    return f"verify --log: honest {codes[0]}, forged {codes[1]}"


def verify(site: Site, path: Path, log: str) -> int:
    """What `manage.py verify --log` says of a record."""
    command = [sys.executable, "manage.py", "verify", str(path), "--log", log]
    return subprocess.run(
        command, cwd=ROOT, env=dict(site.group.environ), capture_output=True, check=False
    ).returncode
