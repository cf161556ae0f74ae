"""What the teacher says in the first throws; every number and card is read off the game."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.lessons import ANY, YOU, Said
from games.rps_extreme.lessons.first_game import LINE, OTHER, STEPS
from games.rps_extreme.text import card

GOLDEN, SPARKLY, ONYX = "golden-totem", "sparkly-potion", "onyx-athame"
RUBY, SILVER = "ruby-scroll", "silver-scroll"


def lesson(name: str) -> Json:
    """Return all of the first throws for a reader called `name`, as their page plays them."""
    return LINE.lesson(name, said_at)


def said_at(place: int) -> Said:
    """Return the words of a step, in the active language."""
    step = STEPS[place]
    return _WORDS[step.name](LINE.moments()[step.after].view)


def _cards() -> dict[str, str]:
    """Return what the cards of the lesson and the other player are called."""
    return {
        "golden": card(GOLDEN),
        "sparkly": card(SPARKLY),
        "onyx": card(ONYX),
        "ruby": card(RUBY),
        "silver": card(SILVER),
        "other": OTHER,
    }


def _gained(view: Json) -> dict[str, Any]:
    """Return the points that the next award brings, and the names of the cards."""
    place = next(number for number, moment in enumerate(LINE.moments()) if moment.view is view)
    events = LINE.moments()[place + 1].events
    award = next(event for event in events if event["e"] == "awarded")
    return {**_cards(), "points": award["points"]}


# --------------------------------------------------------------------------- challenge 1
def _welcome(view: Json) -> Said:
    return Said(
        _("Two players, %(target)s points") % {"target": view["target"]},
        [
            _("In every challenge both throw Rock, Paper or Scissors.")
            + " "
            + _("Who has %(target)s points first wins the game.") % {"target": view["target"]},
            _("Nothing here counts: take your time."),
        ],
        {},
    )


def _center(view: Json) -> Said:
    values = {**_cards(), "count": len(view["center"])}
    return Said(
        _("Cards change the throws"),
        [
            _(
                "%(count)s cards lie open in the center. After each challenge both players take"
                " one of them."
            )
            % values,
            _(
                "Totems belong to Rock, scrolls to Paper, athames to Scissors. They act by"
                " themselves."
            ),
        ],
        {},
    )


def _throw(view: Json) -> Said:
    return Said(
        _("Your first throw"),
        [
            _("Both choose in secret, then both throws are shown together."),
            _("Nothing speaks for any sign yet. Throw Rock."),
        ],
        {ANY: _("That would be as good. But the lesson goes on with Rock: throw Rock.")},
    )


def _won(view: Json) -> Said:
    return Said(
        _("You win the throw"),
        [
            _("Rock beats Scissors, Scissors beat Paper, Paper beats Rock."),
            _("The same sign twice is a tie: then both throw again."),
        ],
        {},
    )


def _first(view: Json) -> Said:
    return Said(
        _("A point or the first pick"),
        [
            _(
                "The winner chooses: score and let %(other)s pick first, or score nothing and"
                " pick first."
            )
            % _cards(),
            _("One of the cards is worth more than a point. Pick first.") % _cards(),
        ],
        {
            ANY: _(
                "A point is good. But then %(other)s picks first and may take the best card:"
                " pick first."
            )
            % _cards()
        },
    )


def _pick(view: Json) -> Said:
    return Said(
        _("Pick a card"),
        [
            _("%(golden)s makes every win with Rock that you score worth 2 points in place of 1.")
            % _cards(),
            _("Take it. It stays yours until it is broken or stolen; you may keep %(limit)s cards.")
            % {"limit": view["hand_limit"]},
        ],
        {
            f"pick {ONYX}": _(
                "%(onyx)s breaks a card of %(other)s when you win with Scissors. But %(other)s"
                " holds none yet: take %(golden)s."
            )
            % _cards(),
            ANY: _("%(ruby)s works with Paper. %(golden)s brings points sooner: take it.")
            % _cards(),
        },
    )


# --------------------------------------------------------------------------- challenge 2
def _held(view: Json) -> Said:
    return Said(
        _("All cards lie open"),
        [
            _(
                "%(other)s took %(onyx)s: a win with Scissors would break one of your cards. So"
                " %(other)s likes Scissors now."
            )
            % _cards(),
            _("And you like Rock: it beats Scissors, and %(golden)s acts with it.") % _cards(),
        ],
        {},
    )


def _again(view: Json) -> Said:
    return Said(
        _("Challenge %(match)s") % {"match": view["match"]},
        [_("What players hold says what they would like to throw. Throw Rock.")],
        {
            "throw paper": _(
                "%(golden)s does nothing with Paper, and Scissors would beat it. Throw Rock."
            )
            % _cards(),
            ANY: _("%(golden)s does nothing with Scissors. Throw Rock.") % _cards(),
        },
    )


def _score(view: Json) -> Said:
    values = _gained(view)
    return Said(
        _("Your card pays"),
        [
            _("Rock beats Scissors again, and %(golden)s acts: you may score %(points)s points.")
            % values,
            _("%(other)s picks first then. Score.") % values,
        ],
        {
            ANY: _("Then %(golden)s would do nothing. Score %(points)s points: they are worth it.")
            % values
        },
    )


def _potion(view: Json) -> Said:
    values = {**_cards(), "points": view["seats"][YOU]["score"]}
    return Said(
        _("A potion"),
        [
            _("You have %(points)s points, and %(other)s took %(silver)s. Now pick %(sparkly)s.")
            % values,
            _("A potion never acts by itself. You drink it when you like, and then it is gone."),
        ],
        {
            ANY: _("%(ruby)s works with Paper, and you hold a card for Rock. Take %(sparkly)s.")
            % values
        },
    )


# --------------------------------------------------------------------------- challenge 3
def _third(view: Json) -> Said:
    return Said(
        _("Challenge %(match)s") % {"match": view["match"]},
        [
            _(
                "Rock pays you more than any other sign. %(other)s knows that, but if both throw"
                " the same, your potion decides."
            )
            % _cards(),
            _("Throw Rock once more."),
        ],
        {ANY: _("%(golden)s acts with Rock. Throw Rock.") % _cards()},
    )


def _drink(view: Json) -> Said:
    return Said(
        _("A tie, unless you drink"),
        [
            _("Both threw Rock. After a throw you may drink one potion that is of use."),
            _("%(sparkly)s claims the win when both threw the same sign. Drink it.") % _cards(),
        ],
        {ANY: _("Then it is a tie, and both throw again. Drink %(sparkly)s.") % _cards()},
    )


def _claimed(view: Json) -> Said:
    values = _gained(view)
    return Said(
        _("The win is yours"),
        [
            _("%(sparkly)s made it a win with Rock, so %(golden)s acts as well: %(points)s points.")
            % values,
            _("Score them."),
        ],
        {
            ANY: _("Then %(golden)s would do nothing. Score %(points)s points: they are worth it.")
            % values
        },
    )


def _ahead(view: Json) -> Said:
    own, theirs = (seat["score"] for seat in view["seats"])
    return Said(
        _("%(own)s to %(theirs)s") % {"own": own, "theirs": theirs},
        [
            _("%(other)s picks first now, then you, and the next challenge begins.") % _cards(),
            _("The potion lies on the discard pile, and comes back with a new supply."),
        ],
        {},
    )


def _end(view: Json) -> Said:
    return Said(_("You know the throws"), [], {})


_WORDS: dict[str, Callable[[Json], Said]] = {
    "welcome": _welcome,
    "center": _center,
    "throw": _throw,
    "won": _won,
    "first": _first,
    "pick": _pick,
    "held": _held,
    "again": _again,
    "score": _score,
    "potion": _potion,
    "third": _third,
    "drink": _drink,
    "claimed": _claimed,
    "ahead": _ahead,
    "end": _end,
}
