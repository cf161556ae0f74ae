"""A crowd at many tables, in a process of its own: players under running clocks, and watchers.

`python -m tests.soak.crowd` seats them in the database of the site, connects them, and follows
what a line of its input says: "storm" begins to count anew, "look" writes how far it is.
"""

import argparse
import asyncio
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import django
import orjson

django.setup()

from django.db import close_old_connections  # noqa: E402

from density.embedded.supervisor import raise_file_limit  # noqa: E402
from games.engine.contract import Json  # noqa: E402
from tests.servers import cookie  # noqa: E402
from tests.soak.pages import TEXT, Page  # noqa: E402
from tests.table import harness  # noqa: E402

AT_A_TABLE, SEATED = 8, 4
# as a host may choose it: seconds a turn, seconds a game
CLOCK = {"free": 20, "bank": 90}
SECONDS_TO_SETTLE = 60.0


class PlayerPage(Page):
    """The page of a seat's owner, who answers after a while, or never."""

    thinks: tuple[float, float] | None = None
    asked = (-1, 0.0)

    def take(self, text: bytes) -> None:
        """Follow a frame, and think about what it asks."""
        super().take(text)
        if self.thinks is None or not text.startswith((b'{"type":"snapshot"', b'{"type":"events"')):
            return
        shown = orjson.loads(text)
        question, view = shown["question"], shown["view"] or {}
        if question is None or not view.get("legal") or view.get("places"):
            return
        number, at = self.asked
        if number != question:
            at = time.monotonic() + random.uniform(*self.thinks) + shown["pause"] / 1000
            self.asked = (question, at)
        # a page that was opened anew has thought already
        wait = max(0.0, at - time.monotonic())
        action = random.choice([each for each in view["legal"] if mild(each)] or view["legal"])
        asyncio.get_running_loop().call_later(wait, self.act, self.wire, question, action)

    def act(self, wire: object, question: int, action: Json) -> None:
        """Answer, on the connection on which it was asked."""
        if wire is self.wire and self.wire is not None:
            sent = {"type": "act", "question": question, "action": action}
            self.wire.send(TEXT, orjson.dumps(sent))


def mild(action: Json) -> bool:
    """Whether a game goes on after this."""
    return action["do"] not in ("fight", "surrender")


@dataclass
class Crowd:
    """Everybody, and when they were sent away."""

    arguments: argparse.Namespace
    pages: list[Page] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    storm_at: float = 0.0

    async def gather(self) -> None:
        """Seat them and connect them, table by table."""
        loop, chairs = asyncio.get_running_loop(), ThreadPoolExecutor(1)
        for number in range(0, self.arguments.sockets, AT_A_TABLE):
            game_id, cookies = await loop.run_in_executor(chairs, seat, number)
            self.sit(number, game_id, cookies)
        deadline = time.monotonic() + SECONDS_TO_SETTLE
        while not all(page.here for page in self.pages):
            if time.monotonic() > deadline:
                raise SystemExit(f"{sum(not page.here for page in self.pages)} did not come in.")
            await asyncio.sleep(0.2)

    def sit(self, number: int, game_id: str, cookies: list[str]) -> None:
        """Open the pages of a table: its players, and as many who look on with a cookie or none."""
        for chair in range(min(AT_A_TABLE, self.arguments.sockets - number)):
            seated = chair < SEATED
            headers = {"X-Forwarded-For": address(number + chair)}
            if seated:
                headers["Cookie"] = cookies[chair]
            page = (PlayerPage if seated else Page)(
                self.arguments.port,
                f"/ws/game/{game_id}/?tab=t{chair}{'' if seated else '&watch=1'}",
                headers,
                self.arguments.ping,
            )
            # at every tenth table one lets all turns lapse
            sleeps = chair == 0 and number % (10 * AT_A_TABLE) == 0
            if isinstance(page, PlayerPage) and not sleeps:
                page.thinks = (self.arguments.thinks / 2, self.arguments.thinks * 1.5)
            self.pages.append(page)
            self.tasks.append(asyncio.create_task(page.live()))

    def storm(self) -> None:
        """Forget what was shown until now: everybody is sent away."""
        self.storm_at = time.monotonic()
        for page in self.pages:
            page.snapshot_at = page.opened_at = 0.0
            page.connects, page.codes = 0, []

    def look(self) -> Json:
        """How many are back, and how long that took: seconds of opening and of the snapshot."""
        opened = sorted(each.opened_at - self.storm_at for each in self.pages if each.opened_at)
        shown = sorted(each.snapshot_at - self.storm_at for each in self.pages if each.snapshot_at)
        codes = [code for page in self.pages for code in page.codes]
        return {
            "here": sum(page.here for page in self.pages),
            "opened": spread(opened),
            "shown": spread(shown),
            "connects": sum(page.connects for page in self.pages),
            "codes": {str(code): codes.count(code) for code in sorted(set(codes))},
        }


def spread(times: list[float]) -> list[float]:
    """The first, the median, the 99th percentile and the last of some sorted times."""
    if not times:
        return []
    at = [0, len(times) // 2, int(len(times) * 0.99), len(times) - 1]
    return [round(times[place], 2) for place in at]


def address(number: int) -> str:
    """The address of one of them."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def seat(number: int) -> tuple[str, list[str]]:
    """A game that has begun, and the cookies of its players."""
    close_old_connections()
    users = harness.make_users(SEATED, f"Storm {number}")
    game = harness.playing_game(users, access="public", **CLOCK)
    return game.pk, [cookie(user) for user in users]


async def follow(crowd: Crowd) -> None:
    """Gather, and do what each line says until the input ends."""
    await crowd.gather()
    print(orjson.dumps(crowd.look()).decode(), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip() == "storm":
            crowd.storm()
        print(orjson.dumps(crowd.look()).decode(), flush=True)
    for task in crowd.tasks:
        task.cancel()
    await asyncio.gather(*crowd.tasks, return_exceptions=True)


def main() -> None:
    """Follow."""
    raise_file_limit()
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("port", "sockets"):
        parser.add_argument(f"--{name}", type=int, required=True)
    for name in ("ping", "thinks"):
        parser.add_argument(f"--{name}", type=float, required=True)
    asyncio.run(follow(Crowd(parser.parse_args())))


if __name__ == "__main__":
    main()
