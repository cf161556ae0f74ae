"""What the practice page asks and says to an answer, in the reader's language."""

from django.utils.translation import gettext as _

from games.density_deck.lessons.practice import Fault, Question
from games.density_deck.text import suit_name
from games.labels import plain


def asks(question: Question) -> str:
    """Return the question in words."""
    return _("Which is your base color?") if question.kind == "base" else _("What is your score?")


def name(question: Question, answer: str) -> str:
    """Return an answer in words."""
    return suit_name(answer) if question.kind == "base" else plain(int(answer))


def verdict(question: Question, answer: str) -> str:
    """Return what is to be said to this answer: right, or what it has overlooked."""
    if answer == question.answer:
        return _("Right.")
    slip = next((choice.slip for choice in question.choices if choice.value == answer), "")
    values = {"right": name(question, question.answer), "given": name(question, answer)}
    return {
        "smaller": _("Not quite. %(right)s has the larger product than %(given)s."),
        "not-held": _("Not quite. There is no %(given)s in your hand, so it is %(right)s."),
        "lone": _("Not quite. A color of one hand card without a partner is not subtracted."),
        "own-discard": _("Not quite. Your own discard does not count for you."),
        "others": _("Not quite. The other colors still have to be subtracted."),
        "common": _("Not quite. The Common cards still have to be added."),
        "base": _("Not quite. The base color comes from your hand."),
    }.get(slip, _("Not quite. It is %(right)s.")) % values


def complaint(fault: Fault) -> str:
    """Return what is wrong with an address or an answer."""
    return {
        "kind": _("There is no such kind of question."),
        "level": _("There is no such level."),
        "row": _("So many right answers in a row cannot be."),
        "answer": _("That is not an answer to this question."),
    }.get(fault.field, _("There is no such question."))
