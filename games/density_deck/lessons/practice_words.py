"""The texts of the practice page: questions and verdicts, in the reader's language."""

from django.utils.translation import gettext as _

from games.density_deck.lessons.practice import Fault, Question
from games.density_deck.text import suit_name
from games.labels import plain_number


def question_text(question: Question) -> str:
    """Return the text of a question."""
    return _("What’s your base color?") if question.kind == "base" else _("What’s your score?")


def answer_text(question: Question, answer: str) -> str:
    """Return the text of an answer."""
    return suit_name(answer) if question.kind == "base" else plain_number(int(answer))


def verdict_text(question: Question, answer: str) -> str:
    """Return the verdict on an answer: that it is right, or the mistake in it."""
    if answer == question.answer:
        return _("Right.")
    slip = next((choice.slip for choice in question.choices if choice.value == answer), "")
    values = {
        "right": answer_text(question, question.answer),
        "given": answer_text(question, answer),
    }
    return {
        "smaller": _("Not quite. %(right)s has a higher product than %(given)s."),
        "not-held": _("Not quite. There’s no %(given)s in your hand, so it’s %(right)s."),
        "lone": _("Not quite. A single hand card that’s alone in its color isn’t subtracted."),
        "own-discard": _("Not quite. Your own discard doesn’t count for you."),
        "others": _("Not quite. You still have to subtract the other colors."),
        "common": _("Not quite. You still have to add the Common cards."),
        "base": _("Not quite. The base color comes from your hand."),
    }.get(slip, _("Not quite. It’s %(right)s.")) % values


def complaint_text(fault: Fault) -> str:
    """Return the message about an invalid URL or answer."""
    return {
        "kind": _("This kind of question doesn’t exist. Start with a new question."),
        "level": _("This level doesn’t exist. Start with a new question."),
        "row": _("Your streak can’t be that long. Start again with a new question."),
        "answer": _("That’s not an answer to this question. Try again."),
    }.get(fault.field, _("This question doesn’t exist. Start with a new question."))
