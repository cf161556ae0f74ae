"""Recorded games for the tests of the records."""

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
# games that are soon over
SHORT: dict[str, Ruleset] = {
    "density-deck": GAMES["density-deck"].rules.ruleset("current", lives=2, seats=3),
    "rps-extreme": GAMES["rps-extreme"].rules.ruleset("current", target=5),
}
# and some that people play to the end, and nearly so
LONG: dict[str, Ruleset] = {
    "density-deck": GAMES["density-deck"].rules.ruleset("current", lives=3),
    "rps-extreme": GAMES["rps-extreme"].rules.ruleset("current", target=9),
}
# the games of the site: more are added by tests
SLUGS = tuple(SHORT)
Path = tuple[str | int, ...]


@cache
def _text(slug: str, ruleset: Ruleset, level: str, number: int) -> str:
    return dumps(play_game(slug, ruleset, [level] * ruleset.seats, 3, number))


def simulate_record(
    ruleset: Ruleset | None = None, level: str = "medium", number: int = 1, slug: str = SLUG
) -> Any:
    """A fresh copy of the record of a simulated game; a short one by default."""
    return loads(_text(slug, ruleset or SHORT[slug], level, number))


def choose_by_level(slug: str, level: str) -> Callable[[Any, int], Action]:
    """The AI player of a level with fixed dice, from a state and the seat that it plays."""
    dice, rules = Random(7), GAMES[slug].rules
    return lambda state, seat: GAMES[slug].bots[level](rules.observe(state, seat), dice)


def play_moves(
    origin: Origin,
    choose: Callable[[Any, int], tuple[Action, str | None]],
    is_over: Callable[[Any], bool] = lambda state: False,
) -> list[Played]:
    """The moves of a game to its end, each as it is chosen and by whom; or until it is over."""
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
    """A record with every mark: seat 0 is a person, lapsing now and then and once helped out.

    With another secret it is what a site would forge: the same game with other cards.
    """
    played = LONG[slug]
    own = played.seats // 2
    given = [deal.server_bytes("attended", secret, seat) for seat in range(own, played.seats)]
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
    """A record of a game that its people stopped after so many matches, in the middle of one."""
    rules, secret = GAMES[slug].rules, bytes(range(32))
    played = rules.ruleset("current")
    seats = played.seats
    client = b"".join(deal.server_bytes("stopped", secret, seat) for seat in range(seats))
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
    """What a site could show in place of a real game: the same id, people and bytes, other cards.

    The moves are of AI players. It is consistent with itself.
    """
    slug = real["game"]
    origin, seated = read_origin(real)
    client = b"".join(
        bytes.fromhex(share) if share else deal.server_bytes(origin.game_id, secret, seat)
        for seat, share in enumerate(real["fair"]["client_bytes"])
    )
    origin = origin._replace(seed=Seed(secret, client))
    easy = choose_by_level(slug, "easy")
    moves = play_moves(origin, lambda state, seat: (easy(state, seat), None))
    return build_record(
        origin, moves, seated=seated, rated=real["rated"], finished_at=real["finished_at"]
    )


def _may_stop(slug: str, observation: Observation, matches: int) -> bool:
    """Whether enough was played: somebody has surrendered, or one of two has thrown."""
    begun = any(observation.surrendered) if slug == SLUG else sum(observation.answered) == 1
    return bool(observation.match > matches and begun)


def walk_scalars(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every value in a record that is neither an object nor a list, with the way to it."""
    if isinstance(value, dict):
        for field, inner in value.items():
            yield from walk_scalars(inner, (*path, field))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from walk_scalars(inner, (*path, place))
    else:
        yield path, value


def walk_objects(value: object, path: Path = ()) -> Iterator[Path]:
    """The way to every object in a record, itself included."""
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
    """What verify says of a file with this content."""
    file = folder / "games.jsonl"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return run_command("verify", str(file), *options)
