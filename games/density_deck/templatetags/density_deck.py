"""Cards, lives, scores and sentences of Density Deck as template tags."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.analysis import puzzles
from games.charts import draw_chart
from games.density_deck import narrative
from games.density_deck.game_type import GAME
from games.density_deck.lessons import positions, puzzle_words
from games.density_deck.rules.state import PRICES
from games.density_deck.text import read_card, suit_name
from games.models import PuzzleAttempt

register = template.Library()

register.filter("suit_name", suit_name)
register.filter("sentences", narrative.tell_events)


@register.inclusion_tag("density_deck/_card.html")
def card(face: str | Mapping[str, Any], size: str = "small", mark: str = "") -> dict[str, Any]:
    """Return a face-up card; a mark shows what the player can do with it (density/card.css)."""
    return {**read_card(face), "size": size, "mark": mark}


@register.inclusion_tag("density_deck/_chip.html")
def chip(face: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return a card as a chip: the glyph of its suit and its power."""
    context = read_card(face)
    return {**context, "text": context["power"]}


@register.inclusion_tag("density_deck/_chip.html")
def suit_chip(suit: str) -> dict[str, Any]:
    """Return a suit as a chip: its glyph and its name."""
    return {"suit": suit, "text": suit_name(suit), "name": suit_name(suit)}


@register.filter
def as_chip(face: str | Mapping[str, Any]) -> SafeString:
    """Return a card as {% chip %} does, for use inside a sentence."""
    return SafeString(render_to_string("density_deck/_chip.html", chip(face)).strip())


@register.inclusion_tag("density_deck/_pips.html")
def pips(lives: int, before: int | None = None, most: int = 10) -> dict[str, Any]:
    """Return lives as hexagons; those just lost are hatched."""
    lives_before = lives if before is None else before
    marks = ["held"] * lives + ["lost"] * (lives_before - lives) + ["gone"] * (most - lives_before)
    return {"marks": marks, "lives": lives, "most": max(most, lives_before)}


@register.simple_tag
def surrender_prices() -> str:
    """Return the price of a surrender in each round, from round 0 on, separated by spaces."""
    return " ".join(map(str, PRICES))


@register.simple_tag(takes_context=True)
def daily_attempt(context: Mapping[str, Any]) -> PuzzleAttempt | None:
    """Return the reader's answer to today's puzzle, if there is one."""
    user_id, today = context["user"].pk, timezone.now().date()
    daily = puzzles.daily_puzzle(GAME.slug, today) if user_id else None
    return puzzles.find_attempt(user_id, daily, today) if daily else None


@register.simple_tag(takes_context=True)
def daily_standing(context: Mapping[str, Any]) -> dict[str, Any]:
    """Return today's puzzle, the reader's answer to it and their streak.

    {"done": PuzzleAttempt or None, "asks": the question, "hand", "streak", "next_at"}; "asks" and
    "hand" are None without a puzzle
    """
    now = timezone.now()
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    daily = puzzles.daily_puzzle(GAME.slug, now.date())
    return {
        "done": daily and puzzles.find_attempt(context["user"].pk, daily, now.date()),
        "asks": daily and puzzle_words.question_text(daily.data["question"]),
        "hand": daily and daily.data["position"]["hand"],
        "streak": puzzles.count_streak(context["user"].pk, GAME.slug, now.date()),
        "next_at": midnight + puzzles.DAY,
    }


@register.simple_tag
def lessons() -> dict[str, Any]:
    """Return the example positions that any page can show."""
    return {"opening": positions.opening_hand()}


@register.simple_tag
def deck_colors() -> Any:
    """Return the suits of the deck, each with the codes of its cards."""
    return positions.deck_by_suit()


@register.inclusion_tag("density_deck/_score.html")
def score(explained: Mapping[str, Any]) -> dict[str, Any]:
    """Return a score in its four steps, each with its cards."""
    base, common = explained["base"], explained["common"]
    subtracted = sum(group["total"] for group in explained["others"])
    return {
        "base": base,
        "base_total": base["total"] if base else 0,
        "others": explained["others"],
        "against": subtracted,
        "alone": [read_card(lone_card)["name"] for lone_card in explained["alone"]],
        "common": common,
        "final": explained["score"],
    }


@register.inclusion_tag("games/_chart.html")
def lives_chart(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a chart of the lives after each match, one stepped line per seat.

    Each of `lines` is {"name", "you", "lives": [before the first match, after it, ...]}; a line
    ends when the seat has no lives left.
    """
    top = max((max(line["lives"]) for line in lines), default=10)
    return {**draw_chart(lines, "lives", top), "label": _("Lives after each match.")}
