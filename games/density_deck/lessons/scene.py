"""Values of a step that the texts of the first game can mention."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from games.density_deck.text import card_name, join_factors, suit_name
from games.labels import plain_number, signed_number
from games.lessons import Moment


def lives_text(count: int) -> str:
    """Return a number of lives as text, such as "2 lives"."""
    return ngettext("%(count)s life", "%(count)s lives", count) % {"count": count}


def step_values(moment: Moment) -> Mapping[str, object]:
    """Return the values that every step has: the round, the reader's score, the stake."""
    view = moment.view
    score = plain_number(view["score"]["score"]) if view["score"] else ""
    return {"round": view["round"], "score": score, "stake": lives_text(view["stake"])}


def color_total(group: Mapping[str, Any]) -> dict[str, object]:
    """Return the name of a color, its product written out, and its total."""
    product = join_factors([card["power"] for card in group["cards"]])
    return {"color": suit_name(group["suit"]), "product": product, "total": group["total"]}


def top_discard(moment: Moment, seat: int) -> str:
    """Return the name of a seat's top discard."""
    return card_name(moment.view["seats"][seat]["discards"][-1])


def score_after(moment: Moment, card: str) -> int:
    """Return the reader's score after this discard."""
    score: int = moment.view["after"][card]["score"]
    return score


def seat_row(moment: Moment, seat: int) -> dict[str, Any]:
    """Return a seat's result of the match that just ended."""
    over = next(event for event in moment.events if event["e"] == "match_over")
    result: dict[str, Any] = next(row for row in over["seats"] if row["seat"] == seat)
    return result


def base_and_rival(moment: Moment) -> Mapping[str, object]:
    """Return the base color and the color that subtracts the most."""
    score = moment.view["score"]
    worst = color_total(max(score["others"], key=lambda group: group["total"]))
    rival = {"color": worst["color"], "against": worst["product"], "lost": worst["total"]}
    return {**color_total(score["base"]), **rival, "card": top_discard(moment, 2)}


def score_steps(moment: Moment) -> Mapping[str, object]:
    """Return the four steps of the score, and the Common card that was flipped."""
    score = moment.view["score"]
    common = score["common"]["total"]
    return {
        "card": card_name(moment.view["amplification"][1]),
        "gain": signed_number(common),
        "base": score["base"]["total"],
        "others": sum(group["total"] for group in score["others"]),
        "common": common,
    }
