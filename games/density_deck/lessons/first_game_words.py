"""The first game with the words of its teacher, as its page plays it."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.density_deck.lessons import first_match
from games.density_deck.lessons.first_game import LINE, OTHERS, STEPS, moments
from games.density_deck.lessons.scene import Scene, lives
from games.density_deck.text import plain
from games.engine.contract import Json
from games.lessons import ANY, YOU, Said


def lesson(name: str) -> Json:
    """Return the whole first game for a reader called `name`, as its page plays it."""
    return LINE.lesson(name, said_at)


def said_at(place: int) -> Said:
    """Return the words of a step, in the active language."""
    step = STEPS[place]
    return _WORDS[step.name](Scene(step.after))


# ------------------------------------------------------------------------------- match 2
def _weak(scene: Scene) -> Said:
    best = max(scene.view["take"].values())
    values = {
        "round": scene.view["round"],
        "score": plain(scene.score["score"]),
        "best": plain(scene.score["score"] + best),
    }
    return Said(
        _("A weak hand"),
        [
            _(
                "Match 2: all cards are shuffled anew and the deal has moved on clockwise. "
                "Two rounds have passed, it is round %(round)s."
            )
            % values,
            _(
                "Nothing in your hand fits together: your score is %(score)s. Even the best "
                "card on the table only brings you to %(best)s."
            )
            % values,
        ],
        {},
    )


def _surrender(scene: Scene) -> Said:
    price, stake = scene.view["price"], scene.view["stake"]
    values = {
        "price": lives(price),
        "stake": stake,
        "next": moments()[scene.after + 1].view["stake"],
    }
    return Said(
        _("Surrender in time"),
        [
            _(
                "A lost fight costs %(stake)s now and %(next)s in the next round. To "
                "surrender costs one less than a fight: %(price)s now."
            )
            % values,
            _(
                "You pay at once and are out of this match only; your hand stays hidden. "
                "Surrender, and confirm it."
            )
            % values,
        ],
        {
            "fight": _("With %(score)s you would very likely lose %(stake)s lives.")
            % {**values, "score": plain(scene.score["score"])},
            ANY: _(
                "One card hardly saves this hand, and the next round costs more. Surrender now."
            ),
        },
    )


def _lost(scene: Scene) -> Said:
    own, winner, third = (scene.result(seat) for seat in (YOU, 2, 3))
    return Said(
        _("The cheaper way out"),
        [
            _(
                "%(name)s called the fight in the next round and wins with %(score)s. The "
                "other two lose %(stake)s each."
            )
            % {
                "name": OTHERS[1],
                "score": winner["score"]["score"],
                "stake": lives(third["damage"]),
            },
            _("You lost only %(damage)s and have %(left)s left. Press Ready.")
            % {"damage": own["damage"], "left": lives(own["lives"])},
        ],
        {},
    )


def _end(scene: Scene) -> Said:
    return Said(_("You know the game"), [], {})


_WORDS: dict[str, Callable[[Scene], Said]] = {
    "welcome": first_match.welcome,
    "hand": first_match.hand,
    "score": first_match.score,
    "draw": first_match.draw,
    "discard": first_match.discard,
    "flip": first_match.flip,
    "against": first_match.against,
    "take": first_match.take,
    "drop": first_match.drop,
    "common": first_match.common,
    "fight": first_match.fight,
    "won": first_match.won,
    "weak": _weak,
    "surrender": _surrender,
    "lost": _lost,
    "end": _end,
}
