"""Builds rows of finished games against AI players."""

import random
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.deals import MatchDeal
from games.engine.contract import Seed
from games.models import DealStatistics, Game, Seat
from games.records import exports
from games.registry import GAMES
from tests.matchmaking.scenario import NAME, QUEUE


def finished_game(sitters: Sequence[User | str | None], level: str, **fields: Any) -> Game:
    """Save a finished game with ranked rules, in which these players finished in this order.

    A player is a user, the name of an AI player of the level, or None for a deleted account.
    """
    now = timezone.now()
    usual: dict[str, Any] = {
        "slug": NAME,
        "edition": QUEUE.edition,
        "ruleset": QUEUE.ruleset,
        "status": Game.Status.FINISHED,
        "state": {},
        "started_at": now,
        "finished_at": now,
    }
    game = Game.objects.create(**(usual | fields))
    for index, sitter in enumerate(sitters):
        chair: dict[str, Any] = {"kind": Seat.Kind.AI, "level": level, "name": sitter}
        if not isinstance(sitter, str):
            kind = Seat.Kind.GUEST if sitter and sitter.is_guest else Seat.Kind.PLAYER
            chair = {"kind": kind, "user": sitter, "name": sitter.name if sitter else "Gone"}
        Seat.objects.create(game=game, index=index, place=index + 1, live=False, **chair)
    return game


def save_deal_statistics(favored: str, factor: int) -> None:
    """Save the statistics of 600 fair shuffles, with one card of the first turn this often."""
    kind = GAMES[NAME].deals
    assert kind is not None
    counts: dict[str, Counter[str]] = {part: Counter() for part in kind.parts}
    dice = random.Random("statistics")
    for number in range(1, 601):
        seed = Seed(dice.randbytes(32), dice.randbytes(64))
        for part, code in kind.list_dealt(seed, MatchDeal(number, number % 4, range(4))):
            counts[part][code] += 1
    counts["turn-0"][favored] *= factor
    DealStatistics.objects.create(slug=NAME, games=97, matches=600, counts=counts)


def list_exports(folder: Path) -> exports.ExportIndex:
    """Return the index of the files of three months."""
    months = [("2026-10", 1843), ("2026-09", 912), ("2026-08", 1)]
    files: list[exports.ExportFile] = [
        {
            "file": f"{month}.jsonl.zst",
            "month": month,
            "games": games,
            "bytes": 3200 * games,
            "sha256": sha256(month.encode()).hexdigest(),
            "made_at": f"{month}-30T00:00:00Z",
            "unnamed": "",
        }
        for month, games in months
    ]
    return {"format": exports.FORMAT, "files": files}
