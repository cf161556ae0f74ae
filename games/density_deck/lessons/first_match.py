"""What the teacher says in the first match of the first game; every number is read off it."""

from django.utils.translation import gettext as _

from games.density_deck.lessons.first_game import OTHERS
from games.density_deck.lessons.scene import Scene, lives
from games.density_deck.text import card_name, signed, suit_name
from games.lessons import ANY, YOU, Said


def welcome(scene: Scene) -> Said:
    """The aim of the game."""
    have = scene.view["seats"][YOU]["lives"]
    return Said(
        _("Four players, one winner"),
        [
            _("Everybody begins with %(lives)s. Each match takes some from all who are not on top.")
            % {"lives": lives(have)},
            _(
                "Whoever still has lives at the end wins the game. Nothing here counts: take "
                "your time."
            ),
        ],
        {},
    )


def hand(scene: Scene) -> Said:
    """A color multiplies."""
    base = scene.score["base"]
    return Said(
        _("Your hand"),
        [
            _("Cards of one color multiply. Your two %(color)s make %(product)s = %(total)s.")
            % scene.total(base["suit"]),
            _("The color in your hand with the largest product is your base color."),
        ],
        {},
    )


def score(scene: Scene) -> Said:
    """Where the score stands."""
    alone = scene.score["alone"][0]
    name = f"{suit_name(alone['suit'])} {alone['power']}"
    return Said(
        _("Your score"),
        [
            _(
                "Your score is always in view, step by step, each step with its cards. It is "
                "%(score)s now."
            )
            % {"score": scene.score["score"]},
            _(
                "%(card)s is the only card of its color: it stands alone and counts neither "
                "way. That is our rule."
            )
            % {"card": name},
        ],
        {},
    )


def draw(scene: Scene) -> Said:
    """The central pile."""
    return Said(
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
                "You may give up a match on any turn, and it costs a life. This hand is worth"
                " more: draw."
            ),
            ANY: _("First draw from the central pile."),
        },
    )


def discard(scene: Scene) -> Said:
    """The own discard."""
    drawn, base = scene.view["drawn"], scene.score["base"]["suit"]
    other = next(code for code in scene.view["after"] if code not in (drawn, "Aq5"))
    kept = next(code for code in scene.view["seats"][YOU]["hand"] if code[:2] == "Aq")
    values = {"drawn": card_name(drawn), "other": card_name(other), "color": suit_name(base)}
    return Said(
        _("Discard a card"),
        [
            _(
                "You drew %(drawn)s. With four cards in hand you discard one, face up, on "
                "your own pile."
            )
            % values,
            _(
                "Your own discard does not count for you, but it counts for all others. "
                "Choose %(drawn)s, then confirm it."
            )
            % values,
        ],
        {
            f"discard {other}": _(
                "%(other)s stands alone as well, so your score stays %(score)s. But a high "
                "card is a gift to others. Discard %(drawn)s."
            )
            % {**values, "score": scene.after_discard(other)},
            f"discard {kept}": _(
                "%(color)s is your base color. Without this card your score falls from "
                "%(before)s to %(after)s."
            )
            % {**values, "before": scene.score["score"], "after": scene.after_discard(kept)},
            "surrender": _(
                "You may still give up the match here, but there is no reason to. Discard a card."
            ),
            ANY: _("Discard %(drawn)s.") % values,
        },
    )


def flip(scene: Scene) -> Said:
    """The first flip."""
    return Said(
        _("Center Amplification"),
        [
            _(
                "All have had a turn, so round %(round)s begins and the first card in the "
                "center is flipped: %(card)s. It counts for everybody."
            )
            % {"round": scene.view["round"], "card": card_name(scene.view["amplification"][0])},
            _(
                "The labels say what a lost fight costs in each round: %(stake)s now, one "
                "more with each flip."
            )
            % {"stake": lives(scene.view["stake"])},
        ],
        {},
    )


def against(scene: Scene) -> Said:
    """What the table adds and takes."""
    base = scene.total(scene.score["base"]["suit"])
    worst = max(scene.score["others"], key=lambda group: group["total"])
    turned = scene.total(worst["suit"])
    return Said(
        _("For you and against you"),
        [
            _(
                "The top discards of the others count for you: with %(card)s your base is "
                "%(product)s = %(total)s."
            )
            % {**base, "card": scene.top(2)},
            _(
                "Every other color counts against you. Your %(color)s has found a partner: "
                "%(product)s = %(total)s are subtracted."
            )
            % turned,
        ],
        {},
    )


def take(scene: Scene) -> Said:
    """A visible discard."""
    hints = scene.view["take"]
    source = scene.move["from"]
    owner, card = OTHERS[source - 1], scene.top(source)
    rival = max((seat for seat in (1, 2, 3) if seat != source), key=lambda seat: hints[str(seat)])
    values = {"owner": owner, "card": card, "hint": signed(hints[str(source)])}
    return Said(
        _("Take a discard"),
        [
            _(
                "%(owner)s’s next discard will cover %(card)s, and then it counts no more. In"
                " your hand it is safe: take it."
            )
            % values,
            _(
                "The hint says how your score can change with a card: %(hint)s with this one,"
                " after your best discard."
            )
            % values,
            _(
                "Another card shows %(most)s, which is more for now. But a hint does not see what"
                " the others do next: without %(card)s in your hand, your product would shrink."
            )
            % {**values, "most": signed(hints[str(rival)])},
        ],
        {
            f"draw {rival}": _(
                "%(rival)s is worth %(hint)s for now. But %(owner)s’s next discard covers "
                "%(card)s, and a hint does not see that. Take %(card)s."
            )
            % {**values, "rival": scene.top(rival), "hint": signed(hints[str(rival)])},
            "draw pile": _("The pile may bring anything. %(card)s lies open and fits: take it.")
            % values,
            "fight": _(
                "You could fight now, with %(score)s. One more turn makes you much stronger."
            )
            % {"score": scene.score["score"]},
            "surrender": _("You are far from giving up: take %(card)s.") % values,
            ANY: _("Take %(card)s from %(owner)s.") % values,
        },
    )


def drop(scene: Scene) -> Said:
    """The color that hurts."""
    code = scene.move["card"]
    values = {
        "card": card_name(code),
        "before": scene.score["score"],
        "after": scene.after_discard(code),
        "base": scene.after_discard("Aq5"),
    }
    return Said(
        _("Get rid of what hurts"),
        [
            _(
                "%(card)s is what turned against you. On your own pile it does not count for "
                "you, and now it hurts the others."
            )
            % values,
            _(
                "Choose it: the score shows what it brings, %(after)s after %(before)s. Then "
                "confirm."
            )
            % values,
        ],
        {
            ANY: _("That leaves %(base)s. Without %(card)s you have %(after)s.") % values,
            "surrender": _("Not with this hand. Discard %(card)s.") % values,
        },
    )


def common(scene: Scene) -> Said:
    """Common cards."""
    common = scene.score["common"]["total"]
    return Said(
        _("Common cards"),
        [
            _(
                "The second flip is %(card)s. Common cards have no color: they are simply "
                "added, for everybody who counts them. You get %(common)s."
            )
            % {"card": card_name(scene.view["amplification"][1]), "common": signed(common)},
            _("That makes %(base)s − %(others)s + %(common)s = %(score)s.")
            % {
                "base": scene.score["base"]["total"],
                "others": sum(group["total"] for group in scene.score["others"]),
                "common": common,
                "score": scene.score["score"],
            },
        ],
        {},
    )


def fight(scene: Scene) -> Said:
    """The fight, and when."""
    values = {"score": scene.score["score"], "stake": lives(scene.view["stake"])}
    return Said(
        _("Call the fight"),
        [
            _(
                "From round 2 on you may fight at the start of your turn. The match ends at "
                "once and everybody counts: the highest score loses nothing, all others lose "
                "%(stake)s."
            )
            % values,
            _("With %(score)s you are likely on top. Call the fight and confirm it.") % values,
        ],
        {
            "surrender": _("You are likely on top with %(score)s. Call the fight.") % values,
            ANY: _(
                "That is allowed, but %(score)s is strong now, and each round gives the "
                "others a chance. Call the fight."
            )
            % values,
        },
    )


def won(scene: Scene) -> Said:
    """The showdown."""
    own, second = scene.result(YOU), scene.result(1)
    return Said(
        _("The showdown"),
        [
            _(
                "All hands are shown and scored in the same four steps. You win with "
                "%(score)s; a score can be below zero."
            )
            % {"score": own["score"]["score"]},
            _("The others lose %(stake)s: %(name)s has %(left)s left. Press Ready to go on.")
            % {"stake": lives(second["damage"]), "name": OTHERS[0], "left": second["lives"]},
        ],
        {},
    )
