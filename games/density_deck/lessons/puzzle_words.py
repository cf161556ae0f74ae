"""The texts of the puzzle pages: questions and explanations, in the reader's language."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.density_deck.bots.puzzle import DISCARDS, DRAWS, DUEL, FIGHTS, FOLDS, LAST_LIFE
from games.density_deck.lessons.scene import lives_text
from games.density_deck.text import card_name
from games.engine.chances import round_percent
from games.labels import plain_number

THEMES = {
    FIGHTS: gettext_lazy("Fight or play on"),
    FOLDS: gettext_lazy("Stay or surrender"),
    DRAWS: gettext_lazy("Draw or take a discard"),
    DISCARDS: gettext_lazy("Which card to discard"),
    LAST_LIFE: gettext_lazy("Last lives"),
    DUEL: gettext_lazy("Only one opponent left"),
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
    """Return a sentence that argues for the best choice from what the seat could know."""
    best = data["worth"][0][0]
    position = data["position"]
    values = {
        "top": round_percent(data["top"], certain=False),
        "stake": lives_text(min(position["stake"], position["seats"][0]["lives"])),
        "price": lives_text(position["price"]),
        "card": card_name(_taken(data, best)) if best.isdigit() else "",
    }
    if data["question"] == DISCARDS:
        return _discards(position["scores"], best, choice)
    sentences = {
        (FIGHTS, "fight"): _(
            "Counting every unseen card as equally likely, you’re on top in %(top)s of 100 now. "
            "Another round gives the others time to beat you."
        ),
        (FIGHTS, "on"): _(
            "Counting every unseen card as equally likely, you’re on top in %(top)s of 100 now, "
            "and a lost fight costs %(stake)s. One more card is worth the wait."
        ),
        (FOLDS, "surrender"): _(
            "Counting every unseen card as equally likely, you’re on top in at most %(top)s of "
            "100, whatever you discard. Surrendering costs just %(price)s."
        ),
        (FOLDS, "on"): _(
            "Counting every unseen card as equally likely, the right discard puts you on top in "
            "%(top)s of 100. That’s better than losing %(price)s for sure."
        ),
        (DRAWS, "pile"): _("An unseen card wins more games here than any discard you could take."),
    }
    card_taken = _("%(card)s wins more games here than an unseen card.")
    return sentences.get((data["question"], best), card_taken) % values


def _discards(scores: Mapping[str, int], best: str, choice: str) -> str:
    """Return a sentence that compares the two discards."""
    other = (
        choice
        if choice != best
        else max((card for card in scores if card != best), key=scores.__getitem__)
    )
    values = {
        "best": card_name(best),
        "score": plain_number(scores[best]),
        "other": card_name(other),
        "less": plain_number(scores[other]),
    }
    if scores[best] == scores[other]:
        return (
            _(
                "You score %(score)s without %(best)s or without %(other)s. But your discard "
                "counts for the others, and your hand can still grow."
            )
            % values
        )
    if scores[best] > scores[other]:
        return (
            _("Without %(best)s you score %(score)s; without %(other)s you score %(less)s.")
            % values
        )
    return (
        _(
            "Without %(best)s you score %(score)s; without %(other)s you score %(less)s. But your "
            "discard counts for the others, and your hand can still grow."
        )
        % values
    )


def result_text(day: date, *, solved: bool, streak: int) -> str:
    """Return a text about a daily result to share with others; it reveals nothing of the answer."""
    values = {"day": day.isoformat(), "count": streak}
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
