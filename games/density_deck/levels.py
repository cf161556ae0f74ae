"""The levels of AI players of Density Deck, weakest first."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from games.density_deck.bots import builder, easy, medium, network, steady
from games.density_deck.bots.loops import without_loops
from games.game_type import Level

# By definition, medium has the mean rating of all players: its strength against people is unknown.
# The distances between levels, their uncertainty and the noise of quick games were measured with
# python -m bench.luck_scale; tests/bots/test_luck_scale.py compares them (decision 68).
LEVELS = {
    "easy": Level(
        easy.choose_action,
        points=1200,
        doubt=75,
        word=_("Easy"),
        manner=_(
            "Only looks at its own three cards, loves big numbers, clings to one color, and "
            "misses a lot."
        ),
        names=("Mica", "Slate", "Schist", "Marble"),
        builder=easy.choose_patiently,
    ),
    "steady": Level(
        without_loops(steady.choose),
        points=1345,
        doubt=60,
        word=_("Steady"),
        manner=_("Thinks about the other hands before it fights, but makes mistakes now and then."),
        names=("Calcite", "Dolomite", "Gneiss", "Rhyolite"),
        builder=without_loops(builder.as_steady),
    ),
    "medium": Level(
        without_loops(medium.choose),
        points=1500,
        doubt=60,
        word=_("Medium"),
        manner=_("Counts cards and works out its chances of the top score."),
        names=("Feldspar", "Gabbro", "Kyanite", "Olivine"),
        builder=without_loops(builder.as_medium),
    ),
    "hard": Level(
        without_loops(partial(network.choose_action, noise=network.HARD_NOISE)),
        points=1570,
        doubt=60,
        word=_("Hard"),
        manner=_("Considers what each move means for the whole game, but misjudges some."),
        names=("Agate", "Flint", "Jasper", "Quartz"),
    ),
    "master": Level(
        without_loops(network.choose_action),
        points=1670,
        doubt=75,
        word=_("Master"),
        manner=_("Considers the whole game with great care and knows when to surrender."),
        names=("Zircon", "Spinel", "Beryl", "Topaz"),
    ),
}
