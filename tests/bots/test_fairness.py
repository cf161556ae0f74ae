"""Hidden information never changes what an AI player does."""

from random import Random

from games.engine.contract import Ruleset
from games.registry import GAMES
from tests.bots.games_seen import PLAYERS, asked_seat, every_player, play_moments
from tests.engine.games import GAMES as WORLDS


@every_player
def test_exchanging_what_is_hidden_changes_no_action(
    slug: str, ruleset: Ruleset, level: str
) -> None:
    dice, observe = Random(21), GAMES[slug].rules.observe
    for state, _ in play_moments(ruleset, level, slug=slug)[::3]:
        viewer = asked_seat(slug, state)
        action = PLAYERS[slug][level](observe(state, viewer), Random(23))
        other = WORLDS[slug].other_world(state, viewer, dice)
        assert PLAYERS[slug][level](observe(other, viewer), Random(23)) == action
