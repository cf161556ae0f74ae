"""What the teacher can point to at a step of the first game: the numbers, read off the game."""

from typing import Any

from django.utils.translation import ngettext

from games.density_deck.lessons.first_game import MOVES, moments, read_move
from games.density_deck.text import card_name, suit_name, times
from games.engine.contract import Json


class Scene:
    """The moment that a step talks about, and short ways to its numbers."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.view: dict[str, Any] = moments()[after].view

    @property
    def score(self) -> dict[str, Any]:
        """The explained score of the reader."""
        shown: dict[str, Any] = self.view["score"]
        return shown

    @property
    def move(self) -> Json:
        """The action that the line plays next."""
        return read_move(MOVES[self.after])[1]

    def total(self, suit: str) -> dict[str, str | int]:
        """Return a counted color: its name, its product written out, and its total."""
        groups = [self.score["base"], *self.score["others"]]
        group = next(group for group in groups if group["suit"] == suit)
        product = times([card["power"] for card in group["cards"]])
        return {"color": suit_name(suit), "product": product, "total": group["total"]}

    def top(self, seat: int) -> str:
        """Return the top discard of a seat, by its name."""
        return card_name(self.view["seats"][seat]["discards"][-1])

    def after_discard(self, code: str) -> int:
        """Return the score that is left after this discard."""
        left: int = self.view["after"][code]["score"]
        return left

    def result(self, seat: int) -> dict[str, Any]:
        """Return a seat's row of the match that just ended."""
        over = next(e for e in moments()[self.after].events if e["e"] == "match_over")
        row: dict[str, Any] = next(row for row in over["seats"] if row["seat"] == seat)
        return {**row, "stake": over["stake"]}


def lives(count: int) -> str:
    """Return so many lives, in words."""
    return ngettext("%(count)s life", "%(count)s lives", count) % {"count": count}
