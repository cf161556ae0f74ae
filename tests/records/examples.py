"""Recorded games for tests."""

import pathlib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle
from json import dumps, loads
from random import Random
from typing import Any

from games.density_deck.rules.state import SURRENDER
from games.engine import deal
from games.engine.contract import Action, Json, Observation, Refused, Ruleset, Seed
from games.engine.record import Origin, Played, Seated, Silent, build_record
from games.engine.record_fields import read_origin
from games.management.commands.simulate import play_game
from games.registry import GAMES
from tests.commands import run_command

SLUG = "density-deck"
# short games
SHORT: dict[str, Ruleset] = {
    "density-deck": GAMES["density-deck"].rules.ruleset("current", lives=2, seats=3),
    "rps-extreme": GAMES["rps-extreme"].rules.ruleset("current", target=5),
}
# games that players finish, and one that they stop
LONG: dict[str, Ruleset] = {
    "density-deck": GAMES["density-deck"].rules.ruleset("current", lives=3),
    "rps-extreme": GAMES["rps-extreme"].rules.ruleset("current", target=9),
}
# the site's games, without those of tests
SLUGS = tuple(SHORT)
Path = tuple[str | int, ...]


@cache
def _text(slug: str, ruleset: Ruleset, level: str, number: int) -> str:
    return dumps(play_game(slug, ruleset, [level] * ruleset.seats, 3, number))


def simulate_record(
    ruleset: Ruleset | None = None, level: str = "medium", number: int = 1, slug: str = SLUG
) -> Any:
    """Return a copy of the record of a simulated game, by default a short one."""
    return loads(_text(slug, ruleset or SHORT[slug], level, number))


def choose_by_level(slug: str, level: str) -> Callable[[Any, int], Action]:
    """Return a function that chooses for a seat in a state like the level's AI player."""
    dice, rules = Random(7), GAMES[slug].rules
    return lambda state, seat: GAMES[slug].bots[level](rules.observe(state, seat), dice)


def play_moves(
    origin: Origin,
    choose: Callable[[Any, int], tuple[Action, str | None]],
    is_over: Callable[[Any], bool] = lambda state: False,
) -> list[Played]:
    """Play a game to its end, or until `is_over`; return its moves and who made them."""
    rules, moves = GAMES[origin.slug].rules, list[Played]()
    state, _ = rules.start(origin.ruleset, origin.seed)
    while not is_over(state) and (asked := rules.asked(state)):
        action, by = choose(state, asked[0])
        moved = rules.act(state, asked[0], action)
        assert not isinstance(moved, Refused)
        state, _ = moved
        moves.append(Played(asked[0], action, by))
    return moves


def record_with_people(slug: str = SLUG, secret: bytes = bytes(range(32))) -> Json:
    """Return a record with all kinds of moves: seat 0 is a player with lapses and a stand-in.

    With another secret it is a forgery: the same game with other cards.
    """
    played = LONG[slug]
    own = played.seats // 2
    given = [
        deal.derive_client_bytes("attended", secret, seat) for seat in range(own, played.seats)
    ]
    origin = Origin(
        slug,
        "attended",
        played,
        Seed(secret, bytes(range(16 * own)) + b"".join(given)),
        [seat < own for seat in range(played.seats)],
    )
    medium, marks = choose_by_level(slug, "medium"), cycle(("clock", "ai", None))

    def choose(state: Any, seat: int) -> tuple[Action, str | None]:
        if seat == 0:
            return GAMES[slug].rules.lapse(state, seat), next(marks)
        return medium(state, seat), None

    moves = play_moves(origin, choose)
    people = [Seated("player", "Mira"), Seated("guest", "Guest 12")][:own]
    seated = people + [Seated("ai", "Medium", "medium")] * (played.seats - own)
    return build_record(
        origin, moves, seated=seated, rated=True, finished_at="2026-11-21T12:00:00Z"
    )


def stopped_record(matches: int = 3, slug: str = SLUG) -> Json:
    """Return a record of a game that its players stopped in the middle of a match."""
    rules, secret = GAMES[slug].rules, bytes(range(32))
    played = rules.ruleset("current")
    seats = played.seats
    client = b"".join(deal.derive_client_bytes("stopped", secret, seat) for seat in range(seats))
    silent = [
        Silent(seat, "no-reveal" if seat else "no-pledge", "2026-11-21T11:45:00Z")
        for seat in range(seats)
    ]
    seed = Seed(secret, client)
    origin = Origin(slug, "stopped", played, seed, [False] * seats, silent=silent)
    medium = choose_by_level(slug, "medium")

    def choose(state: Any, seat: int) -> tuple[Action, str | None]:
        action, seen = medium(state, seat), rules.observe(state, None)
        if slug == SLUG and seen.match > matches and seen.drawing:
            action = SURRENDER
        return action, "ai" if seat > 1 else None

    moves = play_moves(
        origin, choose, lambda state: _may_stop(slug, rules.observe(state, None), matches)
    )
    seated = [Seated("player", name) for name in ("Mira", "Ola", "Kim", "Noor")[:seats]]
    return build_record(
        origin,
        moves,
        seated=seated,
        rated=True,
        finished_at="2026-11-21T12:00:00Z",
        stopped=True,
    )


def forged_record(real: Json, secret: bytes) -> Json:
    """Return a forged record: the id, players and bytes of a real game, but other cards.

    The moves are those of AI players, and the record is consistent.
    """
    slug = real["game"]
    origin, seated = read_origin(real)
    client = b"".join(
        bytes.fromhex(share) if share else deal.derive_client_bytes(origin.game_id, secret, seat)
        for seat, share in enumerate(real["fair"]["client_bytes"])
    )
    origin = origin._replace(seed=Seed(secret, client))
    easy = choose_by_level(slug, "easy")
    moves = play_moves(origin, lambda state, seat: (easy(state, seat), None))
    return build_record(
        origin, moves, seated=seated, rated=real["rated"], finished_at=real["finished_at"]
    )


def _may_stop(slug: str, observation: Observation, matches: int) -> bool:
    """Return whether the game may be stopped: after a surrender, or after one of two throws."""
    begun = any(observation.surrendered) if slug == SLUG else sum(observation.answered) == 1
    return bool(observation.match > matches and begun)


def walk_scalars(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Yield every scalar in a record, with its path."""
    if isinstance(value, dict):
        for field, inner in value.items():
            yield from walk_scalars(inner, (*path, field))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from walk_scalars(inner, (*path, place))
    else:
        yield path, value


def walk_objects(value: object, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every object in a record, including itself."""
    if isinstance(value, dict):
        yield path
        for field, inner in value.items():
            yield from walk_objects(inner, (*path, field))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from walk_objects(inner, (*path, place))


def value_at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def run_verify(folder: pathlib.Path, content: bytes | str, *options: str) -> str:
    """Return the output of `verify` for a file with this content."""
    file = folder / "games.jsonl"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return run_command("verify", str(file), *options)
