"""Records of games that continue another, as they are kept."""

from json import dumps, loads
from pathlib import Path
from random import Random

import pytest

from games.engine import deal
from games.engine.contract import Json, Refused, Seed
from games.engine.record import Origin, Past, Played, Seated, build, chance_of
from games.engine.verify import verify
from games.registry import GAMES
from tests.records.examples import SLUGS

GOLDEN = Path(__file__).parents[1] / "golden"
every_game = pytest.mark.parametrize("slug", SLUGS)


def forked(slug: str, kept: Json) -> Json:
    """A game that goes on from the second part of another one, with the moves of a kept record."""
    rules, dice = GAMES[slug].rules, Random(5)
    chapters = kept[rules.record.chapters]
    actions = iter([rules.record.action_of(move) for each in chapters for move in each["moves"]])
    ruleset = rules.ruleset("current")
    origins = []
    for name in ("source", "fork"):
        secret = dice.randbytes(32)
        given = [deal.server_bytes(name, secret, seat) for seat in range(ruleset.seats)]
        seed = Seed(secret, b"".join(given))
        origins.append(Origin(slug, name, ruleset, seed, [False] * ruleset.seats))
    source, own = origins
    past: Past | None = None
    chance = chance_of(source.seed, ())
    state, _ = chance.start(rules, ruleset)
    moves: list[Played] = []
    while asked := rules.asked(state):
        if past is None and rules.observe(state, None).match == 2 and len(moves) % 3 == 2:
            past = Past(len(moves), source)
            chance = chance_of(own.seed, [past])
            state = chance.after(rules, len(moves), state)
            continue
        action = next(actions)
        assert not isinstance(action, Refused)
        moved = rules.act(state, asked[0], action)
        assert not isinstance(moved, Refused)
        state, _ = moved
        moves.append(Played(asked[0], action))
    assert past is not None
    seated = [Seated("ai", "Easy", "easy")] * ruleset.seats
    return build(own._replace(pasts=[past]), moves, seated=seated)


@every_game
def test_a_kept_record_of_a_fork_is_written_and_verified_as_ever(slug: str) -> None:
    kept = (GOLDEN / f"fork-{slug}.jsonl").read_text()
    assert dumps(forked(slug, loads(kept)), separators=(",", ":")) + "\n" == kept
    assert verify(loads(kept)) is None
