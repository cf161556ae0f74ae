"""The lesson "First game": a fixed game in steps that explain the rules.

The seed was chosen so that the deal shows, in this order, a base color, a color that turns against
its holder, a discard worth taking, Common cards, a fight to call and a match to surrender. Every
number in the texts is computed from the game.
"""

import hashlib

from django.utils.translation import gettext_lazy as _

from games.density_deck.lessons import scene
from games.density_deck.rules.messages import Action
from games.density_deck.rules.state import STAKES
from games.density_deck.text import card_name, read_card, suit_name
from games.engine.contract import Seed
from games.labels import plain_number, signed_number
from games.lessons import ANY, YOU, Line, Step

SLUG = "density-deck"
SEED = Seed(hashlib.sha256(b"first game 167532").digest(), b"")
OTHERS = ("Kestrel", "Ola", "Tomasz")

# The moves as "seat action": a number takes that seat's top discard, a card code discards.
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


def read_move(written: str) -> tuple[int, Action]:
    """Return the seat and the action (as in docs/PROTOCOL.md) of one entry of MOVES."""
    seat, verb = written.split()
    if verb == "draw" or verb.isdigit():
        return int(seat), {"do": "draw", "from": "pile" if verb == "draw" else int(verb)}
    if verb in ("fight", "surrender"):
        return int(seat), {"do": "fight" if verb == "fight" else "surrender"}
    return int(seat), {"do": "discard", "card": verb}


STEPS = (
    Step(
        "welcome",
        0,
        "lives",
        _("Four players, one winner"),
        [
            _(
                "Everyone starts with %(lives)s. In each match, everyone below the top score "
                "loses lives."
            ),
            _(
                "The last player with lives wins the game. This is only a lesson, so take your "
                "time."
            ),
        ],
        values=lambda now: {"lives": scene.lives_text(now.view["seats"][YOU]["lives"])},
    ),
    Step(
        "hand",
        0,
        "hand",
        _("Your hand"),
        [
            _(
                "Cards of the same color multiply. Your two %(color)s cards make %(product)s = "
                "%(total)s."
            ),
            _("The color in your hand with the highest product is your base color."),
        ],
        values=lambda now: scene.color_total(now.view["score"]["base"]),
    ),
    Step(
        "score",
        0,
        "score",
        _("Your score"),
        [
            _(
                "You can always see your score, step by step, with the cards behind each step. "
                "It’s %(score)s now."
            ),
            _(
                "%(card)s is the only card of its color. A single card like this doesn’t count, "
                "for or against you. That’s our rule."
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
            _("It’s your turn. There’s no fight in round 1, and no one has a discard to take."),
            _("Draw the top card of the draw pile."),
        ],
        {
            "surrender": _(
                "You may surrender on any turn, but it costs %(price)s. This hand is worth more:"
                " draw."
            ),
            ANY: _("Draw from the draw pile first."),
        },
        values=lambda now: {"price": scene.lives_text(now.view["price"])},
        wants="move",
    ),
    Step(
        "discard",
        1,
        "card Ye3",
        _("Discard a card"),
        [
            _(
                "You drew %(drawn)s. Now you hold four cards and discard one, face up, on your "
                "own pile."
            ),
            _(
                "Your own discard doesn’t count for you, but it does for everyone else. Choose "
                "%(drawn)s, then confirm."
            ),
        ],
        {
            "discard Pu10": _(
                "%(other)s is a single card, too, so your score would stay at %(score)s. But a "
                "high card helps the others. Discard %(drawn)s."
            ),
            "discard Aq5": _(
                "%(color)s is your base color. Without this card, your score drops from "
                "%(before)s to %(after)s."
            ),
            "surrender": _(
                "You may still surrender here, but there’s no reason to. Discard a card."
            ),
            ANY: _("Discard %(drawn)s."),
        },
        lambda now: {
            "drawn": card_name(now.view["drawn"]),
            "other": card_name("Pu10"),
            "score": scene.score_after(now, "Pu10"),
            "color": suit_name(now.view["score"]["base"]["suit"]),
            "before": now.view["score"]["score"],
            "after": scene.score_after(now, "Aq5"),
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
                "Everyone has had a turn, so round %(round)s begins. The first card in the center "
                "is flipped: %(card)s. It counts for everyone."
            ),
            _(
                "The labels show what a lost fight costs in each round: %(stake)s now, and one "
                "more with each flip."
            ),
        ],
        values=lambda now: {"card": card_name(now.view["amplification"][0])},
    ),
    Step(
        "against",
        8,
        "score",
        _("For and against you"),
        [
            _(
                "The other players’ top discards count for you. With %(card)s, your base is "
                "%(product)s = %(total)s."
            ),
            _(
                "Every other color counts against you. Your %(color)s card no longer stands "
                "alone, so %(against)s = %(lost)s is subtracted."
            ),
        ],
        values=scene.base_and_rival,
    ),
    Step(
        "take",
        8,
        "discard 2",
        _("Take a discard"),
        [
            _(
                "%(owner)s’s next discard will cover %(card)s, and then it no longer counts. Take "
                "it now, and you keep it."
            ),
            _(
                "Hints show what a card adds to your score after your best discard: %(hint)s with "
                "this one, %(most)s with %(rival)s. They ignore that %(card)s gets covered."
            ),
        ],
        {
            "draw 3": _(
                "%(rival)s is worth %(most)s for now. But %(owner)s’s next discard covers "
                "%(card)s, and hints don’t see that. Take %(card)s."
            ),
            "draw pile": _(
                "You can’t know what the draw pile brings. %(card)s is right there and "
                "fits: take it."
            ),
            "fight": _(
                "You could call the fight now, with %(score)s. But one more turn makes your hand "
                "much stronger."
            ),
            "surrender": _("Your hand is too good to surrender: take %(card)s."),
            ANY: _("Take %(card)s from %(owner)s."),
        },
        lambda now: {
            "owner": OTHERS[1],
            "card": scene.top_discard(now, 2),
            "hint": signed_number(now.view["take"]["2"]),
            "rival": scene.top_discard(now, 3),
            "most": signed_number(now.view["take"]["3"]),
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
                "%(card)s has turned against you. On your own pile, it no longer counts for you "
                "and hurts the others instead."
            ),
            _("Choose it: your score goes from %(before)s to %(after)s. Then confirm."),
        ],
        {
            ANY: _("That would leave you with %(base)s. Without %(card)s, you have %(after)s."),
            "surrender": _("Not with this hand. Discard %(card)s."),
        },
        lambda now: {
            "card": card_name("Pu10"),
            "before": now.view["score"]["score"],
            "after": scene.score_after(now, "Pu10"),
            "base": scene.score_after(now, "Aq5"),
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
                "The second flip is %(card)s. Common cards have no color. They are simply added "
                "to your score: %(gain)s for you."
            ),
            _("That makes %(base)s − %(others)s + %(common)s = %(score)s."),
        ],
        values=scene.score_steps,
    ),
    Step(
        "fight",
        16,
        "fight",
        _("Call the fight"),
        [
            _(
                "From round 2 on, you may call the fight at the start of your turn. The match "
                "ends at once and everyone is scored. The highest score loses nothing; all others "
                "lose %(stake)s."
            ),
            _("With %(score)s, you probably have the top score. Call the fight and confirm."),
        ],
        {
            "surrender": _("With %(score)s, you probably have the top score. Call the fight."),
            ANY: _(
                "You may, but %(score)s is strong now, and each round gives the others a chance. "
                "Call the fight."
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
                "All hands are shown and scored in the same four steps. You win with %(score)s. "
                "Scores can be below zero."
            ),
            _("The others lose %(stake)s, so %(name)s has %(left)s left. Press Ready to continue."),
        ],
        values=lambda now: {
            "score": scene.seat_row(now, YOU)["score"]["score"],
            "stake": scene.lives_text(scene.seat_row(now, 1)["damage"]),
            "name": OTHERS[0],
            "left": scene.seat_row(now, 1)["lives"],
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
                "Match 2: all cards were shuffled again, and the next player clockwise deals. Two "
                "rounds have passed; it’s round %(round)s."
            ),
            _(
                "Your cards don’t fit together: your score is %(score)s. Even the best card on "
                "the table only brings you to %(best)s."
            ),
        ],
        values=lambda now: {
            "best": plain_number(now.view["score"]["score"] + max(now.view["take"].values()))
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
                "A lost fight costs %(stake)s now and %(next)s next round. Surrendering costs "
                "less: %(price)s now."
            ),
            _(
                "You lose the lives at once, but you’re only out of this match, and your hand "
                "stays hidden. Surrender and confirm."
            ),
        ],
        {
            "fight": _("With %(score)s, you’d very likely lose %(stake)s lives."),
            ANY: _("One card won’t save this hand, and the next round costs more. Surrender now."),
        },
        lambda now: {
            "price": scene.lives_text(now.view["price"]),
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
                "%(name)s called the fight in the next round and won with %(score)s. The other "
                "two lost %(stake)s each."
            ),
            _("You only lost %(damage)s and have %(left)s left. Press Ready."),
        ],
        values=lambda now: {
            "name": OTHERS[1],
            "score": scene.seat_row(now, 2)["score"]["score"],
            "stake": scene.lives_text(scene.seat_row(now, 3)["damage"]),
            "damage": scene.seat_row(now, YOU)["damage"],
            "left": scene.lives_text(scene.seat_row(now, YOU)["lives"]),
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
    values=scene.step_values,
    # the showdown waits for the reader: no one looks at it for a day
    pause=24 * 60 * 60 * 1000,
)
