"""Every game of the house by its slug."""

from games.density_deck.rules import game as density_deck
from games.density_deck.rules import observation as density_deck_sight
from games.density_deck.rules import state as density_deck_state
from games.engine.contract import Rules
from games.rps_extreme.rules import game as rps_extreme
from games.rps_extreme.rules import observation as rps_extreme_sight
from games.rps_extreme.rules import state as rps_extreme_state

RULES: dict[str, Rules] = {
    "density-deck": Rules(
        slug="density-deck",
        title="Density Deck",
        editions=tuple(density_deck_state.EDITIONS),
        seat_counts=(2, 3, 4),
        ruleset=density_deck_state.ruleset,
        ruleset_to_json=density_deck_state.ruleset_to_json,
        ruleset_from_json=density_deck_state.ruleset_from_json,
        start=density_deck.start,
        legal=density_deck.legal,
        act=density_deck.act,
        stop=density_deck.stop,
        look=density_deck_sight.look,
        asked=density_deck.asked,
        places=density_deck.places,
        playing=density_deck_state.playing,
        turn=density_deck_state.turn,
        deck_codes=density_deck_state.deck_codes,
        lapse=density_deck.lapse,
        seen_by=density_deck_sight.seen_by,
        tell=density_deck_sight.tell,
        show_all=density_deck_sight.show_all,
        tell_all=density_deck_sight.tell_all,
        read_action=density_deck_state.read_action,
        write_action=density_deck_state.write_action,
        dump=density_deck_state.dump,
        load=density_deck_state.load,
    ),
    "rps-extreme": Rules(
        slug="rps-extreme",
        title="Rock Paper Scissors Extreme",
        editions=tuple(rps_extreme_state.EDITIONS),
        seat_counts=(2,),
        ruleset=rps_extreme_state.ruleset,
        ruleset_to_json=rps_extreme_state.ruleset_to_json,
        ruleset_from_json=rps_extreme_state.ruleset_from_json,
        start=rps_extreme.start,
        legal=rps_extreme.legal,
        act=rps_extreme.act,
        stop=rps_extreme.stop,
        look=rps_extreme_sight.look,
        asked=rps_extreme.asked,
        places=rps_extreme_state.places,
        playing=rps_extreme_state.playing,
        turn=rps_extreme_state.turn,
        deck_codes=rps_extreme_state.deck_codes,
        lapse=rps_extreme.lapse,
        seen_by=rps_extreme_sight.seen_by,
        tell=rps_extreme_sight.tell,
        show_all=rps_extreme_sight.show_all,
        tell_all=rps_extreme_sight.tell_all,
        read_action=rps_extreme_state.read_action,
        write_action=rps_extreme_state.write_action,
        dump=rps_extreme_state.dump,
        load=rps_extreme_state.load,
    ),
}
