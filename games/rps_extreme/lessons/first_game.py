"""The lesson "Three throws": a fixed game in steps that explain the rules.

The seed was chosen so that the first center has an item for Rock and the second one a potion that
decides a tie. Every number and card in the texts comes from the game.
"""

import hashlib
from collections.abc import Mapping
from typing import cast

from django.utils.translation import gettext_lazy as _

from games.engine.contract import Seed
from games.lessons import ANY, Line, Moment, Step
from games.rps_extreme.rules.cards import SIGN_NAMES
from games.rps_extreme.rules.messages import Action
from games.rps_extreme.text import card_name

SLUG = "rps-extreme"
SEED = Seed(hashlib.sha256(b"first challenges 82817").digest(), b"")
OTHER = "Kestrel"

# The moves as "seat action", or "seat action card".
MOVES = (
    # challenge 1
    *("0 rock", "1 scissors", "0 first", "0 pick golden-totem", "1 pick onyx-athame"),
    # challenge 2
    *("0 rock", "1 scissors", "0 score", "1 pick silver-scroll", "0 pick sparkly-potion"),
    # challenge 3
    *("0 rock", "1 rock", "0 drink sparkly-potion", "0 score"),
)


def read_move(written: str) -> tuple[int, Action]:
    """Return the seat and the action (as in docs/PROTOCOL.md) of one entry of MOVES."""
    seat, do, *cards = written.split()
    action = {"do": "throw", "sign": do} if do in SIGN_NAMES else {"do": do}
    return int(seat), cast("Action", {**action, "card": cards[0]} if cards else action)


def step_values(moment: Moment) -> Mapping[str, object]:
    """Return the names and numbers for a step's texts; `points` are of the next award, if any."""
    view = moment.view
    own_score, other_score = (seat["score"] for seat in view["seats"])
    following = LINE.moments()[LINE.moments().index(moment) + 1 :][:1]
    awards = [e["points"] for later in following for e in later.events if e["e"] == "awarded"]
    return {
        "golden": card_name("golden-totem"),
        "sparkly": card_name("sparkly-potion"),
        "onyx": card_name("onyx-athame"),
        "ruby": card_name("ruby-scroll"),
        "silver": card_name("silver-scroll"),
        "other": OTHER,
        "match": view["match"],
        "target": view["target"],
        "limit": view["hand_limit"],
        "count": len(view["center"]),
        "own": own_score,
        "theirs": other_score,
        "points": awards[0] if awards else own_score,
    }


STEPS = (
    Step(
        "welcome",
        0,
        "points",
        _("Two players, %(target)s points"),
        [
            _(
                "In every challenge, both players throw Rock, Paper or Scissors. The first to "
                "reach %(target)s points wins the game."
            ),
            _("This is only a lesson, so take your time."),
        ],
    ),
    Step(
        "center",
        0,
        "center",
        _("Cards change the throws"),
        [
            _(
                "There are %(count)s open cards in the center. After each challenge, each player "
                "takes one."
            ),
            _(
                "Totems go with Rock, scrolls with Paper, athames with Scissors. They work "
                "automatically."
            ),
        ],
    ),
    Step(
        "throw",
        0,
        "throw rock",
        _("Your first throw"),
        [
            _("You both choose in secret. Then both throws are revealed at the same time."),
            _("For now, every sign is equally good. Throw Rock."),
        ],
        {ANY: _("That would be just as good. But this lesson continues with Rock, so throw Rock.")},
        wants="move",
    ),
    Step(
        "won",
        2,
        "throws",
        _("You win the throw"),
        [
            _("Rock beats Scissors, Scissors beats Paper, Paper beats Rock."),
            _("If both throw the same sign, it’s a tie, and both throw again."),
        ],
    ),
    Step(
        "first",
        2,
        "first",
        _("A point or the first pick"),
        [
            _(
                "As the winner, you choose: score and let %(other)s pick first, or score nothing "
                "and pick first."
            ),
            _("One of the cards is worth more than a point. Pick first."),
        ],
        {
            ANY: _(
                "A point is good. But then %(other)s picks first and may take the best card. Pick "
                "first."
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
            _("With the %(golden)s, you score 2 points instead of 1 when you win with Rock."),
            _("Take it. It’s yours until it’s broken or stolen. You may keep %(limit)s cards."),
        ],
        {
            "pick onyx-athame": _(
                "The %(onyx)s breaks one of %(other)s’s cards when you win with Scissors. But "
                "%(other)s holds none yet. Take the %(golden)s."
            ),
            ANY: _(
                "The %(ruby)s works with Paper. The %(golden)s gets you points sooner. Take the "
                "%(golden)s."
            ),
        },
        wants="move",
    ),
    Step(
        "held",
        5,
        "held",
        _("All cards are open"),
        [
            _(
                "%(other)s took the %(onyx)s: a win with Scissors would break one of your cards. "
                "So %(other)s would like to throw Scissors now."
            ),
            _(
                "And you’d like to throw Rock: it beats Scissors, and your %(golden)s works with"
                " it."
            ),
        ],
    ),
    Step(
        "again",
        5,
        "throw rock",
        _("Challenge %(match)s"),
        [_("A player’s cards hint at the next throw. Throw Rock.")],
        {
            "throw paper": _(
                "Your %(golden)s does nothing with Paper, and Scissors would beat it. Throw Rock."
            ),
            ANY: _("Your %(golden)s does nothing with Scissors. Throw Rock."),
        },
        wants="move",
    ),
    Step(
        "score",
        7,
        "score",
        _("Your card pays off"),
        [
            _(
                "Rock beats Scissors again, and your %(golden)s works: you may score %(points)s "
                "points."
            ),
            _("Then %(other)s picks first. Take the points."),
        ],
        {
            ANY: _(
                "Then your %(golden)s would do nothing. Score the %(points)s points: they’re "
                "worth it."
            )
        },
        wants="move",
    ),
    Step(
        "potion",
        9,
        "card sparkly-potion",
        _("A potion"),
        [
            _(
                "You have %(points)s points, and %(other)s took the %(silver)s. Now pick the "
                "%(sparkly)s."
            ),
            _("Potions don’t work automatically. Drink one when it helps you. Then it’s gone."),
        ],
        {
            ANY: _(
                "The %(ruby)s works with Paper, and you hold a card for Rock. Take the %(sparkly)s."
            )
        },
        wants="move",
    ),
    Step(
        "third",
        10,
        "throw rock",
        _("Challenge %(match)s"),
        [
            _(
                "Rock is worth more to you than any other sign. %(other)s knows that, but if you "
                "both throw the same sign, your potion decides."
            ),
            _("Throw Rock again."),
        ],
        {ANY: _("Your %(golden)s works with Rock. Throw Rock.")},
        wants="move",
    ),
    Step(
        "drink",
        12,
        "potion",
        _("A tie, unless you drink"),
        [
            _("You both threw Rock. After a throw, you may drink one potion that fits."),
            _("The %(sparkly)s claims the win when both threw the same sign. Drink it."),
        ],
        {ANY: _("Then it’s a tie, and you both throw again. Drink the %(sparkly)s.")},
        wants="move",
    ),
    Step(
        "claimed",
        13,
        "score",
        _("The win is yours"),
        [
            _(
                "The %(sparkly)s made it a win with Rock, so your %(golden)s works too: "
                "%(points)s points."
            ),
            _("Take the points."),
        ],
        {
            ANY: _(
                "Then your %(golden)s would do nothing. Score the %(points)s points: they’re "
                "worth it."
            )
        },
        wants="move",
    ),
    Step(
        "ahead",
        14,
        "points",
        _("%(own)s to %(theirs)s"),
        [
            _("Now %(other)s picks first, then you, and the next challenge begins."),
            _("The potion is on the discard pile now. It comes back with the next supply."),
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
    values=step_values,
    # challenges continue automatically
    pause=0,
    ruleset=(("target", 21), ("hand_limit", 3)),
)
