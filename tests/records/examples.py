"""Recorded games for the tests of the records."""

from collections.abc import Iterator
from functools import cache
from json import dumps, loads
from random import Random
from typing import Any

from games.bots.catalog import choose
from games.engine import deal
from games.engine.catalog import RULES
from games.engine.contract import Json, Refused, Seed
from games.engine.density_deck.state import SURRENDER, Ruleset
from games.engine.record import Origin, Played, Seated, build
from games.management.commands.simulate import play_game

SLUG = "density-deck"
Path = tuple[str | int, ...]


@cache
def _text(ruleset: Ruleset, level: str, number: int) -> str:
    return dumps(play_game(SLUG, ruleset, [level] * ruleset.seats, 3, number))


def record(ruleset: Ruleset | None = None, level: str = "medium", number: int = 1) -> Any:
    """A fresh copy of the record of a simulated game; a short one of three seats by default."""
    return loads(_text(ruleset or Ruleset(lives=2, seats=3), level, number))


def attended() -> Json:
    """A record with every mark: seat 0 is a person, lapsing now and then and once helped out."""
    rules, secret = RULES[SLUG], bytes(range(32))
    given = [deal.server_bytes("attended", secret, seat) for seat in (2, 3)]
    origin = Origin(
        SLUG,
        "attended",
        rules.ruleset("current", lives=3),
        Seed(secret, bytes(range(32)) + b"".join(given)),
        [True, True, False, False],
    )
    state, _ = rules.start(origin.ruleset, origin.seed)
    dice = Random(7)
    moves: list[Played] = []
    while asked := rules.asked(state):
        seat, by = asked[0], None
        action = rules.lapse(state, seat)
        if seat == 0:
            by = ("clock", "ai", None)[len(moves) % 3]
        else:
            action = choose(SLUG, "medium", rules.look(state, seat), dice)
        moved = rules.act(state, seat, action)
        assert not isinstance(moved, Refused)
        state, _ = moved
        moves.append(Played(seat, action, by))
    machine = Seated("ai", "Medium", "medium")
    seated = [Seated("player", "Mira"), Seated("guest", "Guest 12"), machine, machine]
    return build(origin, moves, seated=seated, rated=True, finished_at="2026-11-21T12:00:00Z")


def stopped(matches: int = 3) -> Json:
    """A record of a game that its people stopped after so many matches, in the middle of one."""
    rules, secret = RULES[SLUG], bytes(range(32))
    client = b"".join(deal.server_bytes("stopped", secret, seat) for seat in range(4))
    seed = Seed(secret, client)
    origin = Origin(SLUG, "stopped", rules.ruleset("current"), seed, [False] * 4)
    state, _ = rules.start(origin.ruleset, origin.seed)
    dice = Random(7)
    moves: list[Played] = []
    while (sight := rules.look(state, None)).match <= matches or sum(sight.surrendered) == 0:
        seat = rules.asked(state)[0]
        action = choose(SLUG, "medium", rules.look(state, seat), dice)
        if sight.match > matches and sight.drawing:
            action = SURRENDER
        moved = rules.act(state, seat, action)
        assert not isinstance(moved, Refused)
        state, _ = moved
        moves.append(Played(seat, action, "ai" if seat > 1 else None))
    seated = [Seated("player", name) for name in ("Mira", "Ola", "Kim", "Noor")]
    return build(
        origin,
        moves,
        seated=seated,
        rated=True,
        finished_at="2026-11-21T12:00:00Z",
        stopped=True,
    )


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
