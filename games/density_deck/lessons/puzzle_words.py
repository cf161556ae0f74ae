"""The texts of the puzzle pages: questions and explanations, in the reader's language."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.density_deck.bots.questions import (
    DISCARDS,
    DRAWS,
    FEEDING,
    FIGHTS,
    FOLDS,
    LAST_LIFE,
    OUTS,
    RIVALS,
    TIMING,
)
from games.density_deck.lessons.scene import lives_text
from games.density_deck.text import card_name
from games.engine.chances import round_percent
from games.labels import plain_number

# from this difference on, in chance, a sentence says how much the play of the others tells
READ = 0.1
LOWEST_STAKE = 2  # of the first round that has fights
GAIN = 0.03  # the same for what one more card adds


class Theme(NamedTuple):
    """The title of a theme, and a sentence about its puzzles."""

    title: Any
    about: Any


THEMES = {
    RIVALS: Theme(
        gettext_lazy("Reading the others"),
        gettext_lazy("One of them has taken a discard. What do you make of their hand?"),
    ),
    FEEDING: Theme(
        gettext_lazy("Feeding the others"),
        gettext_lazy("Your discard counts for everyone else. Which card can you afford to give?"),
    ),
    TIMING: Theme(
        gettext_lazy("Timing the fight"),
        gettext_lazy("The stake still grows, and so do the hands. Is now the moment?"),
    ),
    LAST_LIFE: Theme(
        gettext_lazy("Your last lives"),
        gettext_lazy("A lost fight would soon end your game. Is it time to surrender?"),
    ),
    OUTS: Theme(
        gettext_lazy("Counting outs"),
        gettext_lazy("The stake no longer grows. How many unseen cards would help you?"),
    ),
}


def question_text(question: str) -> str:
    """Return the text of a question."""
    return {
        FIGHTS: _("Fight, play on, or surrender?"),
        FOLDS: _("Stay in or surrender?"),
        DRAWS: _("Where do you draw from?"),
        DISCARDS: _("Which card do you discard?"),
    }[question]


def choice_text(data: Mapping[str, Any], choice: str) -> str:
    """Return the text of a choice."""
    if data["question"] == DISCARDS:
        return card_name(choice)
    if choice.isdigit():
        return _("Take %(card)s") % {"card": card_name(_taken(data, choice))}
    return {
        "fight": _("Fight"),
        "on": _("Stay in") if data["question"] == FOLDS else _("Play on"),
        "surrender": _("Surrender"),
        "pile": _("Draw from the pile"),
    }[choice]


def explanation_text(data: Mapping[str, Any], choice: str) -> str:
    """Return sentences that argue for the best choice from what the seat could know."""
    best = data["worth"][0][0]
    if data["question"] == DISCARDS:
        return _discards(data, best, choice)
    if data["question"] != DRAWS:
        return _fights(data, best) if data["question"] == FIGHTS else _folds(data, best)
    if best == "pile":
        return _("An unseen card wins more games here than any discard you could take.")
    values = {"card": card_name(_taken(data, best))}
    return _("%(card)s wins more games here than an unseen card.") % values


def _fights(data: Mapping[str, Any], best: str) -> str:
    """Return the sentences about a fight: the chance to win it, and what one more card is worth."""
    position, after = data["position"], data.get("after", data["top"])
    values = {
        "score": plain_number(position["scores"]),
        "top": round_percent(data["top"], certain=False),
        "stake": lives_text(min(position["stake"], position["seats"][0]["lives"])),
        "after": round_percent(after, certain=False),
        "even": round_percent(data.get("even", data["top"]), certain=False),
        "outs": data.get("outs"),
        "unseen": data.get("unseen"),
    }
    now = (
        _(
            "Against hands that fit how the others played, your score of %(score)s is on top "
            "%(top)s%% of the time."
        )
        if data.get("theme")
        else _(
            "Counting every unseen card as equally likely, your score of %(score)s is on top "
            "%(top)s%% of the time."
        )
    )
    counts_outs = data.get("theme") == OUTS
    if best == "fight":
        more = (
            _("%(outs)s of the %(unseen)s unseen cards would help you, but the others draw too.")
            if counts_outs
            else _("Another round gives the others time to beat you.")
        )
    elif counts_outs:
        more = _(
            "A lost fight costs %(stake)s, and %(outs)s of the %(unseen)s unseen cards would help "
            "you."
        )
    elif after >= data["top"] + GAIN:
        more = _(
            "A lost fight costs %(stake)s. With a card from the pile, it’s on top %(after)s%% of "
            "the time."
        )
    else:
        more = _("A lost fight costs %(stake)s. One more card is worth the wait.")
    return " ".join([now, *_even(data), more]) % values


def _folds(data: Mapping[str, Any], best: str) -> str:
    """Return the sentences about staying in: the chance of the top score, and the price."""
    top, position = data["top"], data["position"]
    own = position["seats"][0]
    values = {
        "top": round_percent(top, certain=False),
        "even": round_percent(data.get("even", top), certain=False),
        "price": lives_text(position["price"]),
    }
    sentences = [
        _(
            "Against hands that fit how the others played, the best discard puts you on top "
            "%(top)s%% of the time."
        )
        if data.get("theme")
        else _(
            "Counting every unseen card as equally likely, the best discard puts you on top "
            "%(top)s%% of the time."
        )
    ]
    sentences += _even(data)
    if best != "surrender":
        sentences.append(
            _("With more cards to come, that’s better than losing %(price)s for sure.")
        )
    elif data.get("theme") == LAST_LIFE and own["lives"] <= max(LOWEST_STAKE, position["stake"]):
        sentences.append(
            _("Losing the fight would end your game; surrendering costs just %(price)s.")
        )
    else:
        sentences.append(_("Surrendering costs just %(price)s."))
    return " ".join(sentences) % values


def _even(data: Mapping[str, Any]) -> list[str]:
    """Return a sentence on how much the play of the others tells, if it tells much."""
    if abs(data.get("even", data["top"]) - data["top"]) < READ:
        return []
    return [_("Counting every unseen card as equally likely, you’d expect %(even)s%%.")]


def _discards(data: Mapping[str, Any], best: str, choice: str) -> str:
    """Return sentences that compare the two discards."""
    scores, tops = data["position"]["scores"], data.get("tops", {})
    other = (
        choice
        if choice != best
        else max((card for card in scores if card != best), key=scores.__getitem__)
    )
    top, top_other = [round_percent(tops.get(card, 0), certain=False) for card in (best, other)]
    values = {
        "best": card_name(best),
        "score": plain_number(scores[best]),
        "other": card_name(other),
        "less": plain_number(scores[other]),
        "top": top,
        "top_other": top_other,
    }
    sentences = [
        _("You score %(score)s without %(best)s or without %(other)s.")
        if scores[best] == scores[other]
        else _("Without %(best)s you score %(score)s; without %(other)s you score %(less)s.")
    ]
    if top > top_other:
        if scores[best] <= scores[other]:
            sentences.append(_("But your discard counts for the others."))
        sentences.append(
            _(
                "Against hands that fit how the others played, you’re on top %(top)s%% of the "
                "time without %(best)s and %(top_other)s%% without %(other)s."
            )
        )
    elif scores[best] <= scores[other]:
        sentences.append(_("But your discard counts for the others, and your hand can still grow."))
    return " ".join(sentences) % values


def result_text(day: date, *, solved: bool, streak: int) -> str:
    """Return a text about a daily result to share with others; it reveals nothing of the answer."""
    values = {"day": date_format(day), "count": streak}
    if not solved:
        return _("Density Deck puzzle, %(day)s: not solved") % values
    if streak > 1:
        return (
            ngettext(
                "Density Deck puzzle, %(day)s: solved, %(count)s day in a row",
                "Density Deck puzzle, %(day)s: solved, %(count)s days in a row",
                streak,
            )
            % values
        )
    return _("Density Deck puzzle, %(day)s: solved") % values


def _taken(data: Mapping[str, Any], choice: str) -> str:
    """Return the card that a choice takes, a seat's top discard."""
    code: str = data["position"]["seats"][int(choice)]["discards"][-1]
    return code
