"""Every game of the house by its slug."""

from games.engine.contract import Rules
from games.engine.density_deck import rules as density_deck
from games.engine.density_deck import sight as density_deck_sight
from games.engine.density_deck import state as density_deck_state

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
}
