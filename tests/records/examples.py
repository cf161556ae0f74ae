"""Recorded games for the tests of the records."""

from collections.abc import Iterator
from functools import cache
from json import dumps, loads
from random import Random
from typing import Any

from games.density_deck.rules.state import SURRENDER
from games.engine import deal
from games.engine.contract import Json, Observation, Refused, Ruleset, Seed
from games.engine.record import Origin, Played, Seated, Silent, build
from games.engine.record_fields import read_origin
from games.management.commands.simulate import play_game
from games.registry import GAMES

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


def record(
    ruleset: Ruleset | None = None, level: str = "medium", number: int = 1, slug: str = SLUG
) -> Any:
    """A fresh copy of the record of a simulated game; a short one by default."""
    return loads(_text(slug, ruleset or SHORT[slug], level, number))


def attended(slug: str = SLUG, secret: bytes = bytes(range(32))) -> Json:
    """A record with every mark: seat 0 is a person, lapsing now and then and once helped out.

    With another secret it is what a site would forge: the same game with other cards.
    """
    rules = GAMES[slug].rules
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
    state, _ = rules.start(origin.ruleset, origin.seed)
    dice = Random(7)
    moves: list[Played] = []
    lapses = 0
    while asked := rules.asked(state):
        seat, by = asked[0], None
        action = rules.lapse(state, seat)
        if seat == 0:
            by = ("clock", "ai", None)[lapses % 3]
            lapses += 1
        else:
            action = GAMES[slug].bots["medium"](rules.observe(state, seat), dice)
        moved = rules.act(state, seat, action)
        assert not isinstance(moved, Refused)
        state, _ = moved
        moves.append(Played(seat, action, by))
    people = [Seated("player", "Mira"), Seated("guest", "Guest 12")][:own]
    seated = people + [Seated("ai", "Medium", "medium")] * (played.seats - own)
    return build(origin, moves, seated=seated, rated=True, finished_at="2026-11-21T12:00:00Z")


def stopped(matches: int = 3, slug: str = SLUG) -> Json:
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
    state, _ = rules.start(origin.ruleset, origin.seed)
    dice = Random(7)
    moves: list[Played] = []
    while not _may_stop(slug, observation := rules.observe(state, None), matches):
        seat = rules.asked(state)[0]
        action = GAMES[slug].bots["medium"](rules.observe(state, seat), dice)
        if slug == SLUG and observation.match > matches and observation.drawing:
            action = SURRENDER
        moved = rules.act(state, seat, action)
        assert not isinstance(moved, Refused)
        state, _ = moved
        moves.append(Played(seat, action, "ai" if seat > 1 else None))
    seated = [Seated("player", name) for name in ("Mira", "Ola", "Kim", "Noor")[:seats]]
    return build(
        origin,
        moves,
        seated=seated,
        rated=True,
        finished_at="2026-11-21T12:00:00Z",
        stopped=True,
    )


def forged(real: Json, secret: bytes) -> Json:
    """What a site could show in place of a real game: the same id, people and bytes, other cards.

    The moves are of AI players. It is consistent with itself.
    """
    slug = real["game"]
    origin = read_origin(real)
    client = b"".join(
        bytes.fromhex(share) if share else deal.server_bytes(origin.game_id, secret, seat)
        for seat, share in enumerate(real["fair"]["client_bytes"])
    )
    origin = origin._replace(seed=Seed(secret, client))
    rules, dice = GAMES[slug].rules, Random(7)
    state, _ = rules.start(origin.ruleset, origin.seed)
    moves: list[Played] = []
    while asked := rules.asked(state):
        action = GAMES[slug].bots["easy"](rules.observe(state, asked[0]), dice)
        moved = rules.act(state, asked[0], action)
        assert not isinstance(moved, Refused)
        state, _ = moved
        moves.append(Played(asked[0], action))
    seated = [Seated(who["kind"], who["name"], who["level"]) for who in real["seats"]]
    return build(origin, moves, seated=seated, rated=real["rated"], finished_at=real["finished_at"])


def _may_stop(slug: str, observation: Observation, matches: int) -> bool:
    """Whether enough was played: somebody has surrendered, or one of two has thrown."""
    begun = any(observation.surrendered) if slug == SLUG else sum(observation.answered) == 1
    return bool(observation.match > matches and begun)


def scalars(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every value in a record that is neither an object nor a list, with the way to it."""
    if isinstance(value, dict):
        for field, inner in value.items():
            yield from scalars(inner, (*path, field))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from scalars(inner, (*path, place))
    else:
        yield path, value


def objects(value: object, path: Path = ()) -> Iterator[Path]:
    """The way to every object in a record, itself included."""
    if isinstance(value, dict):
        yield path
        for field, inner in value.items():
            yield from objects(inner, (*path, field))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from objects(inner, (*path, place))


def at(value: Any, path: Path) -> Any:
    """What lies at the end of this way."""
    for step in path:
        value = value[step]
    return value
