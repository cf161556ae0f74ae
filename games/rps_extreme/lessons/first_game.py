"""The first throws: one line of moves through the rules, as frames of a table, step by step.

The seed was searched for: its supply lays an item for Rock into the first center and a potion
that decides a tie into the second one. Every number and card that the teacher names is read off
the game.
"""

import hashlib
from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games.engine.contract import Json, Seed
from games.lessons import ANY, Line, Moment, Step
from games.rps_extreme.rules.cards import SIGN_NAMES
from games.rps_extreme.text import card

SLUG = "rps-extreme"
SEED = Seed(hashlib.sha256(b"first challenges 82817").digest(), b"")
OTHER = "Kestrel"

# The moves, as "seat verb", with the card that the verb is about.
MOVES = (
    # challenge 1
    *("0 rock", "1 scissors", "0 first", "0 pick golden-totem", "1 pick onyx-athame"),
    # challenge 2
    *("0 rock", "1 scissors", "0 score", "1 pick silver-scroll", "0 pick sparkly-potion"),
    # challenge 3
    *("0 rock", "1 rock", "0 drink sparkly-potion", "0 score"),
)


def read_move(written: str) -> tuple[int, Json]:
    """Return the seat and the action, as docs/PROTOCOL.md writes it, of one entry of MOVES."""
    seat, do, *named = written.split()
    if do in SIGN_NAMES:
        return int(seat), {"do": "throw", "sign": do}
    return int(seat), {"do": do, "card": named[0]} if named else {"do": do}


def seen(moment: Moment) -> Mapping[str, object]:
    """Return the names and numbers of any step; `points` are those of the next award, or owned."""
    view = moment.view
    own, theirs = (seat["score"] for seat in view["seats"])
    following = LINE.moments()[LINE.moments().index(moment) + 1 :][:1]
    awards = [e["points"] for later in following for e in later.events if e["e"] == "awarded"]
    return {
        "golden": card("golden-totem"),
        "sparkly": card("sparkly-potion"),
        "onyx": card("onyx-athame"),
        "ruby": card("ruby-scroll"),
        "silver": card("silver-scroll"),
        "other": OTHER,
        "match": view["match"],
        "target": view["target"],
        "limit": view["hand_limit"],
        "count": len(view["center"]),
        "own": own,
        "theirs": theirs,
        "points": awards[0] if awards else own,
    }


STEPS = (
    Step(
        "welcome",
        0,
        "points",
        _("Two players, %(target)s points"),
        [
            _(
                "In every challenge both throw Rock, Paper or Scissors. Who has %(target)s points"
                " first wins the game."
            ),
            _("Nothing here counts: take your time."),
        ],
    ),
    Step(
        "center",
        0,
        "center",
        _("Cards change the throws"),
        [
            _(
                "%(count)s cards lie open in the center. After each challenge both players take"
                " one of them."
            ),
            _(
                "Totems belong to Rock, scrolls to Paper, athames to Scissors. They act by"
                " themselves."
            ),
        ],
    ),
    Step(
        "throw",
        0,
        "throw rock",
        _("Your first throw"),
        [
            _("Both choose in secret, then both throws are shown together."),
            _("Nothing speaks for any sign yet. Throw Rock."),
        ],
        {ANY: _("That would be as good. But the lesson goes on with Rock: throw Rock.")},
        wants="move",
    ),
    Step(
        "won",
        2,
        "throws",
        _("You win the throw"),
        [
            _("Rock beats Scissors, Scissors beat Paper, Paper beats Rock."),
            _("The same sign twice is a tie: then both throw again."),
        ],
    ),
    Step(
        "first",
        2,
        "first",
        _("A point or the first pick"),
        [
            _(
                "The winner chooses: score and let %(other)s pick first, or score nothing and"
                " pick first."
            ),
            _("One of the cards is worth more than a point. Pick first."),
        ],
        {
            ANY: _(
                "A point is good. But then %(other)s picks first and may take the best card:"
                " pick first."
            )
        },
        wants="move",
    ),
    Step(
        "pick",
        3,
        "card golden-totem",
        _("Pick a card"),
        [
            _("%(golden)s makes every win with Rock that you score worth 2 points in place of 1."),
            _(
                "Take it. It stays yours until it is broken or stolen; you may keep %(limit)s"
                " cards."
            ),
        ],
        {
            "pick onyx-athame": _(
                "%(onyx)s breaks a card of %(other)s when you win with Scissors. But %(other)s"
                " holds none yet: take %(golden)s."
            ),
            ANY: _("%(ruby)s works with Paper. %(golden)s brings points sooner: take it."),
        },
        wants="move",
    ),
    Step(
        "held",
        5,
        "held",
        _("All cards lie open"),
        [
            _(
                "%(other)s took %(onyx)s: a win with Scissors would break one of your cards. So"
                " %(other)s likes Scissors now."
            ),
            _("And you like Rock: it beats Scissors, and %(golden)s acts with it."),
        ],
    ),
    Step(
        "again",
        5,
        "throw rock",
        _("Challenge %(match)s"),
        [_("What players hold says what they would like to throw. Throw Rock.")],
        {
            "throw paper": _(
                "%(golden)s does nothing with Paper, and Scissors would beat it. Throw Rock."
            ),
            ANY: _("%(golden)s does nothing with Scissors. Throw Rock."),
        },
        wants="move",
    ),
    Step(
        "score",
        7,
        "score",
        _("Your card pays"),
        [
            _("Rock beats Scissors again, and %(golden)s acts: you may score %(points)s points."),
            _("%(other)s picks first then. Score."),
        ],
        {ANY: _("Then %(golden)s would do nothing. Score %(points)s points: they are worth it.")},
        wants="move",
    ),
    Step(
        "potion",
        9,
        "card sparkly-potion",
        _("A potion"),
        [
            _("You have %(points)s points, and %(other)s took %(silver)s. Now pick %(sparkly)s."),
            _("A potion never acts by itself. You drink it when you like, and then it is gone."),
        ],
        {ANY: _("%(ruby)s works with Paper, and you hold a card for Rock. Take %(sparkly)s.")},
        wants="move",
    ),
    Step(
        "third",
        10,
        "throw rock",
        _("Challenge %(match)s"),
        [
            _(
                "Rock pays you more than any other sign. %(other)s knows that, but if both throw"
                " the same, your potion decides."
            ),
            _("Throw Rock once more."),
        ],
        {ANY: _("%(golden)s acts with Rock. Throw Rock.")},
        wants="move",
    ),
    Step(
        "drink",
        12,
        "potion",
        _("A tie, unless you drink"),
        [
            _("Both threw Rock. After a throw you may drink one potion that is of use."),
            _("%(sparkly)s claims the win when both threw the same sign. Drink it."),
        ],
        {ANY: _("Then it is a tie, and both throw again. Drink %(sparkly)s.")},
        wants="move",
    ),
    Step(
        "claimed",
        13,
        "score",
        _("The win is yours"),
        [
            _(
                "%(sparkly)s made it a win with Rock, so %(golden)s acts as well: %(points)s"
                " points."
            ),
            _("Score them."),
        ],
        {ANY: _("Then %(golden)s would do nothing. Score %(points)s points: they are worth it.")},
        wants="move",
    ),
    Step(
        "ahead",
        14,
        "points",
        _("%(own)s to %(theirs)s"),
        [
            _("%(other)s picks first now, then you, and the next challenge begins."),
            _("The potion lies on the discard pile, and comes back with a new supply."),
        ],
    ),
    Step("end", 14, "", _("You know the throws"), jumps=True),
)

LINE = Line(
    slug=SLUG,
    id="first-throws",
    url="/learn/rps-extreme/",
    seed=SEED,
    others=(OTHER,),
    level="easy",
    moves=MOVES,
    read_move=read_move,
    steps=STEPS,
    values=seen,
    # a challenge goes on by itself
    pause=0,
    ruleset=(("target", 21), ("hand_limit", 3)),
)
