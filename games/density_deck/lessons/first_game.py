"""The first game: one line of moves through the rules, as frames of a table, step by step.

The seed was searched for: its deal shows a base color, a color that turns against its holder, a
discard worth taking, Common cards, a fight to call and a match to surrender, in that order.
Every number in the words of the teacher is read off the game.
"""

import hashlib

from django.utils.translation import gettext_lazy as _

from games.density_deck.lessons.scene import after, against, counted, lives, row, seen, top, total
from games.density_deck.rules.state import STAKES
from games.density_deck.text import card_name, read_card, suit_name
from games.engine.contract import Json, Seed
from games.labels import plain, signed
from games.lessons import ANY, YOU, Line, Step

SLUG = "density-deck"
SEED = Seed(hashlib.sha256(b"first game 167532").digest(), b"")
OTHERS = ("Kestrel", "Ola", "Tomasz")

# The moves, as "seat verb": a number takes from that seat, a card is discarded.
MOVES = (
    # match 1, round 1
    *("0 draw", "0 Ye3", "1 draw", "1 Bl3", "2 draw", "2 Aq5", "3 draw", "3 Si4"),
    # round 2
    *("0 2", "0 Pu10", "1 draw", "1 Bk6", "2 draw", "2 Ye4", "3 draw", "3 Bl5"),
    # round 3
    "0 fight",
    # match 2, rounds 1 and 2
    *("1 draw", "1 Aq5", "2 draw", "2 Go4", "3 draw", "3 Wh6", "0 draw", "0 Bl10"),
    *("1 draw", "1 Bl3", "2 draw", "2 Tu10", "3 draw", "3 Bk6", "0 draw", "0 Wh6"),
    # round 3
    *("1 draw", "1 Bl5", "2 draw", "2 Aq5", "3 draw", "3 Pu10", "0 surrender"),
    # round 4
    *("1 draw", "1 Re10", "2 fight"),
)


def read_move(written: str) -> tuple[int, Json]:
    """Return the seat and the action, as docs/PROTOCOL.md writes it, of one entry of MOVES."""
    seat, verb = written.split()
    if verb == "draw" or verb.isdigit():
        return int(seat), {"do": "draw", "from": "pile" if verb == "draw" else int(verb)}
    if verb in ("fight", "surrender"):
        return int(seat), {"do": verb}
    return int(seat), {"do": "discard", "card": verb}


STEPS = (
    Step(
        "welcome",
        0,
        "lives",
        _("Four players, one winner"),
        [
            _(
                "Everybody begins with %(lives)s. Each match takes some from all who are not on"
                " top."
            ),
            _(
                "Whoever still has lives at the end wins the game. Nothing here counts: take "
                "your time."
            ),
        ],
        values=lambda now: {"lives": lives(now.view["seats"][YOU]["lives"])},
    ),
    Step(
        "hand",
        0,
        "hand",
        _("Your hand"),
        [
            _("Cards of one color multiply. Your two %(color)s make %(product)s = %(total)s."),
            _("The color in your hand with the largest product is your base color."),
        ],
        values=lambda now: total(now.view["score"]["base"]),
    ),
    Step(
        "score",
        0,
        "score",
        _("Your score"),
        [
            _(
                "Your score is always in view, step by step, each step with its cards. It is "
                "%(score)s now."
            ),
            _(
                "%(card)s is the only card of its color: it stands alone and counts neither "
                "way. That is our rule."
            ),
        ],
        values=lambda now: {"card": read_card(now.view["score"]["alone"][0])["name"]},
    ),
    Step(
        "draw",
        0,
        "pile",
        _("Draw a card"),
        [
            _(
                "Your turn. In round 1 there is no fight yet, and nobody has a discard that "
                "you could take."
            ),
            _("Draw the top card of the central pile, which is marked “Draw pile”."),
        ],
        {
            "surrender": _(
                "You may give up a match on any turn, and it costs %(price)s. This hand is worth"
                " more: draw."
            ),
            ANY: _("First draw from the central pile."),
        },
        values=lambda now: {"price": lives(now.view["price"])},
        wants="move",
    ),
    Step(
        "discard",
        1,
        "card Ye3",
        _("Discard a card"),
        [
            _(
                "You drew %(drawn)s. With four cards in hand you discard one, face up, on "
                "your own pile."
            ),
            _(
                "Your own discard does not count for you, but it counts for all others. "
                "Choose %(drawn)s, then confirm it."
            ),
        ],
        {
            "discard Pu10": _(
                "%(other)s stands alone as well, so your score stays %(score)s. But a high "
                "card is a gift to others. Discard %(drawn)s."
            ),
            "discard Aq5": _(
                "%(color)s is your base color. Without this card your score falls from "
                "%(before)s to %(after)s."
            ),
            "surrender": _(
                "You may still give up the match here, but there is no reason to. Discard a card."
            ),
            ANY: _("Discard %(drawn)s."),
        },
        lambda now: {
            "drawn": card_name(now.view["drawn"]),
            "other": card_name("Pu10"),
            "score": after(now, "Pu10"),
            "color": suit_name(now.view["score"]["base"]["suit"]),
            "before": now.view["score"]["score"],
            "after": after(now, "Aq5"),
        },
        "move",
    ),
    Step(
        "flip",
        8,
        "center 0",
        _("Center Amplification"),
        [
            _(
                "All have had a turn, so round %(round)s begins and the first card in the "
                "center is flipped: %(card)s. It counts for everybody."
            ),
            _(
                "The labels say what a lost fight costs in each round: %(stake)s now, one "
                "more with each flip."
            ),
        ],
        values=lambda now: {"card": card_name(now.view["amplification"][0])},
    ),
    Step(
        "against",
        8,
        "score",
        _("For you and against you"),
        [
            _(
                "The top discards of the others count for you: with %(card)s your base is "
                "%(product)s = %(total)s."
            ),
            _(
                "Every other color counts against you. Your %(color)s has found a partner: "
                "%(against)s = %(lost)s are subtracted."
            ),
        ],
        values=against,
    ),
    Step(
        "take",
        8,
        "discard 2",
        _("Take a discard"),
        [
            _(
                "%(owner)s’s next discard will cover %(card)s, and then it counts no more. In"
                " your hand it is safe: take it."
            ),
            _(
                "A hint says what a card does for your score right now, after your best discard:"
                " %(hint)s with this one, %(most)s with %(rival)s."
            ),
            _(
                "Hints count only what lies there now. If you leave %(card)s, the next discard"
                " covers it, and your product shrinks. If you take it, you keep it."
            ),
        ],
        {
            "draw 3": _(
                "%(rival)s is worth %(most)s for now. But %(owner)s’s next discard covers "
                "%(card)s, and a hint does not see that. Take %(card)s."
            ),
            "draw pile": _("The pile may bring anything. %(card)s lies open and fits: take it."),
            "fight": _(
                "You could fight now, with %(score)s. One more turn makes you much stronger."
            ),
            "surrender": _("You are far from giving up: take %(card)s."),
            ANY: _("Take %(card)s from %(owner)s."),
        },
        lambda now: {
            "owner": OTHERS[1],
            "card": top(now, 2),
            "hint": signed(now.view["take"]["2"]),
            "rival": top(now, 3),
            "most": signed(now.view["take"]["3"]),
        },
        "move",
    ),
    Step(
        "drop",
        9,
        "card Pu10",
        _("Get rid of what hurts"),
        [
            _(
                "%(card)s is what turned against you. On your own pile it does not count for "
                "you, and now it hurts the others."
            ),
            _(
                "Choose it: the score shows what it brings, %(after)s after %(before)s. Then "
                "confirm."
            ),
        ],
        {
            ANY: _("That leaves %(base)s. Without %(card)s you have %(after)s."),
            "surrender": _("Not with this hand. Discard %(card)s."),
        },
        lambda now: {
            "card": card_name("Pu10"),
            "before": now.view["score"]["score"],
            "after": after(now, "Pu10"),
            "base": after(now, "Aq5"),
        },
        "move",
    ),
    Step(
        "common",
        16,
        "center 1",
        _("Common cards"),
        [
            _(
                "The second flip is %(card)s. Common cards have no color: they are simply "
                "added, for everybody who counts them. You get %(gain)s."
            ),
            _("That makes %(base)s − %(others)s + %(common)s = %(score)s."),
        ],
        values=counted,
    ),
    Step(
        "fight",
        16,
        "fight",
        _("Call the fight"),
        [
            _(
                "From round 2 on you may fight at the start of your turn. The match ends at "
                "once and everybody counts: the highest score loses nothing, all others lose "
                "%(stake)s."
            ),
            _("With %(score)s you are likely on top. Call the fight and confirm it."),
        ],
        {
            "surrender": _("You are likely on top with %(score)s. Call the fight."),
            ANY: _(
                "That is allowed, but %(score)s is strong now, and each round gives the "
                "others a chance. Call the fight."
            ),
        },
        wants="move",
    ),
    Step(
        "won",
        17,
        "showdown",
        _("The showdown"),
        [
            _(
                "All hands are shown and scored in the same four steps. You win with "
                "%(score)s; a score can be below zero."
            ),
            _("The others lose %(stake)s: %(name)s has %(left)s left. Press Ready to go on."),
        ],
        values=lambda now: {
            "score": row(now, YOU)["score"]["score"],
            "stake": lives(row(now, 1)["damage"]),
            "name": OTHERS[0],
            "left": row(now, 1)["lives"],
        },
        wants="ready",
    ),
    Step(
        "weak",
        39,
        "score",
        _("A weak hand"),
        [
            _(
                "Match 2: all cards are shuffled anew and the deal has moved on clockwise. "
                "Two rounds have passed, it is round %(round)s."
            ),
            _(
                "Nothing in your hand fits together: your score is %(score)s. Even the best "
                "card on the table only brings you to %(best)s."
            ),
        ],
        values=lambda now: {
            "best": plain(now.view["score"]["score"] + max(now.view["take"].values()))
        },
        jumps=True,
    ),
    Step(
        "surrender",
        39,
        "surrender",
        _("Surrender in time"),
        [
            _(
                "A lost fight costs %(stake)s now and %(next)s in the next round. To "
                "surrender costs less: %(price)s now."
            ),
            _(
                "You pay at once and are out of this match only; your hand stays hidden. "
                "Surrender, and confirm it."
            ),
        ],
        {
            "fight": _("With %(score)s you would very likely lose %(stake)s lives."),
            ANY: _(
                "One card hardly saves this hand, and the next round costs more. Surrender now."
            ),
        },
        lambda now: {
            "price": lives(now.view["price"]),
            "stake": now.view["stake"],
            "next": STAKES[now.view["round"] + 1],
        },
        "move",
    ),
    Step(
        "lost",
        43,
        "showdown",
        _("The cheaper way out"),
        [
            _(
                "%(name)s called the fight in the next round and wins with %(score)s. The "
                "other two lose %(stake)s each."
            ),
            _("You lost only %(damage)s and have %(left)s left. Press Ready."),
        ],
        values=lambda now: {
            "name": OTHERS[1],
            "score": row(now, 2)["score"]["score"],
            "stake": lives(row(now, 3)["damage"]),
            "damage": row(now, YOU)["damage"],
            "left": lives(row(now, YOU)["lives"]),
        },
        wants="ready",
    ),
    Step("end", 43, "", _("You know the game"), jumps=True),
)

LINE = Line(
    slug=SLUG,
    id="first-game",
    url="/learn/first-game/",
    seed=SEED,
    others=OTHERS,
    level="easy",
    moves=MOVES,
    read_move=read_move,
    steps=STEPS,
    values=seen,
    # the showdown waits for its reader: a day is longer than any reader looks at it
    pause=24 * 60 * 60 * 1000,
)
