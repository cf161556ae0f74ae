"""The course of a game in one sentence, made from the record of its matches."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from games.engine.contract import GameEvent, Json
from games.game_type import Sitter, Words

# the changes of the lead that make it the story of a game, and matches won in a row
MANY_CHANGES, MANY_WINS = 4, 3


class Gift(NamedTuple):
    """A card of the hero's that helped a rival in a match that the hero did not win.

    `how` is in the names of its sentences: "gift" (the hero discarded it), "stolen" or "broken".
    """

    seat: int
    card: str
    how: str = "gift"


class Arc(NamedTuple):
    """The course of a game for one seat, the hero: the reader's, or else the winner's."""

    names: Sequence[str]
    hero: int | None
    you: bool
    # the only seat on the first place of a game that was played to its end
    winner: int | None
    # of each finished match: its number, its winners, and a gift of the hero's
    numbers: Sequence[int]
    winners: Sequence[Sequence[int]]
    gifts: Mapping[int, Gift]
    # by seat: the lives or points at the start, then after each match
    lines: Sequence[Sequence[int]]

    def values(self, after: int) -> list[int]:
        """Return what all seats had after so many matches."""
        return [line[after] for line in self.lines]

    def leader(self, after: int) -> int | None:
        """Return the seat that alone had most after so many matches; None if there was none."""
        values = self.values(after)
        return values.index(max(values)) if values.count(max(values)) == 1 else None

    def gap(self, after: int, seat: int) -> int:
        """Return how far a seat was behind the best of the others; below zero if it led."""
        values = self.values(after)
        return max(value for other, value in enumerate(values) if other != seat) - values[seat]

    @property
    def leaders(self) -> list[int | None]:
        """The leader after each match."""
        return [self.leader(after) for after in range(1, len(self.numbers) + 1)]

    @property
    def changes(self) -> int:
        """How often the lead went from one seat to another, ties between them left out."""
        alone = [seat for seat in self.leaders if seat is not None]
        return sum(one != other for one, other in pairwise(alone))

    @property
    def streak(self) -> int:
        """How many of the last matches in a row the hero won."""
        lost = [self.hero not in winners for winners in reversed(self.winners)]
        return lost.index(True) if True in lost else len(lost)


class Turn(NamedTuple):
    """A match after which the hero looked beaten: the number of the match, lives or points."""

    after: int
    value: int


# the lowest point of a hero who won; None if they were never in danger
Lowest = Callable[[Arc, int], Turn | None]


def read_arc(
    seats: Sequence[Sitter], events: Sequence[GameEvent], before: str, after: str
) -> tuple[Arc, list[list[GameEvent]]]:
    """Return the course of a game without gifts, and the events of each of its matches.

    `before` and `after` are the columns of lives or points in the rows of match_over events. A
    match that the players stopped is left out.
    """
    matches: list[list[GameEvent]] = [[]]
    for event in events:
        matches[-1].append(event)
        if event["e"] == "match_over":
            matches.append([])
    matches = [match for match in matches[:-1] if match[-1]["ended_by"] != "agreement"]
    overs = [match[-1] for match in matches]
    lines = [[0] for _seat in seats]
    for row in overs[0]["seats"] if overs else []:
        lines[row["seat"]] = [row[before]]
    for over in overs:
        values = {row["seat"]: row[after] for row in over["seats"]}
        for seat, line in enumerate(lines):
            line.append(values.get(seat, line[-1]))
    you = next((seat for seat, sitter in enumerate(seats) if sitter.you), None)
    winner = _find_winner(events, lines)
    arc = Arc(
        names=[sitter.name for sitter in seats],
        hero=winner if you is None else you,
        you=you is not None,
        winner=winner,
        numbers=[over["match"] for over in overs],
        winners=[over["winners"] for over in overs],
        gifts={},
        lines=lines,
    )
    return arc, matches


def _find_winner(events: Sequence[GameEvent], lines: Sequence[Sequence[int]]) -> int | None:
    """Return the only winner of a game that nobody stopped; None if there is none."""
    stopped = any(event.get("ended_by") == "agreement" for event in events)
    places: list[int] = [
        place for event in events if event["e"] == "game_over" for place in event["places"]
    ]
    ends = [line[-1] for line in lines]
    if stopped or places.count(1) != 1 or ends.count(max(ends)) != 1:
        return None
    return places.index(1)


def tell_arc(arc: Arc, words: Mapping[str, Words], lowest: Lowest) -> str:
    """Return the course of a game in one sentence, from the first pattern that fits.

    `words` has the sentence of every pattern; those about the hero begin with "you_" for the
    reader, and with "they_" for spectators of a winner.
    """
    kind, facts = _find_pattern(arc, lowest)
    return str(words[kind] % facts)


def _find_pattern(arc: Arc, lowest: Lowest) -> tuple[str, Json]:
    """Return the name of the first pattern that fits, and the values of its sentence."""
    count, hero = len(arc.numbers), arc.hero
    if count == 0:
        return "none", {}
    if arc.winner is None or hero is None:
        won = sum(hero in winners for winners in arc.winners)
        kind = "you_open" if arc.you and count > 1 else "open"
        return kind, {"won": won, "count": count}
    if count == 1:
        return "single", {}
    facts: Json = {"name": arc.names[arc.winner], "changes": arc.changes}
    person = "you" if arc.you and arc.winner == hero else "they"
    if arc.winner == hero:
        return _tell_win(arc, hero, person, facts, lowest)
    return _tell_loss(arc, hero, facts)


def _tell_win(arc: Arc, hero: int, person: str, facts: Json, lowest: Lowest) -> tuple[str, Json]:
    low, streak = lowest(arc, hero), arc.streak
    first = _first_of_lead(arc, hero)
    if low is not None:
        facts |= {"value": low.value, "match": arc.numbers[low.after - 1], "streak": streak}
        in_a_row = streak > 1 and low.after <= len(arc.numbers) - streak
        return f"{person}_{'rallied' if in_a_row else 'survived'}", facts
    if first > 1 and arc.changes >= MANY_CHANGES:
        return f"{person}_swung", facts
    if 1 < first < len(arc.numbers) and streak >= MANY_WINS:
        return f"{person}_streak", facts | {"streak": streak}
    return _lead_kept(arc, hero, person, facts)


def _tell_loss(arc: Arc, hero: int, facts: Json) -> tuple[str, Json]:
    leaders, count = arc.leaders, len(arc.numbers)
    # the number of the last match that the hero began as the only leader; 0 if there is none
    led = max((at for at in range(1, count) if leaders[at - 1] == hero), default=0)
    harmed = [at for at in range(count) if _is_harmed(arc, hero, at)]
    if led and led in arc.gifts:
        return f"you_led_{arc.gifts[led].how}", _gift_facts(arc, led, facts)
    if harmed and harmed[-1] in arc.gifts:
        return f"you_{arc.gifts[harmed[-1]].how}", _gift_facts(arc, harmed[-1], facts)
    if arc.changes >= MANY_CHANGES:
        return "they_swung", facts
    if led:
        return "you_led", facts | {"match": arc.numbers[led]}
    # whoever is out has nothing left
    gap = arc.gap(count - 1, hero) if arc.lines[hero][count - 1] else None
    if gap == 0:
        return "you_level", facts
    if gap == 1:
        return "you_close", facts
    assert arc.winner is not None
    return _lead_kept(arc, arc.winner, "they", facts)


def _is_harmed(arc: Arc, seat: int, at: int) -> bool:
    """Return whether a seat has less, or is further behind, after this match than before it."""
    fell = arc.lines[seat][at + 1] < arc.lines[seat][at]
    return fell or arc.gap(at + 1, seat) > arc.gap(at, seat)


def _gift_facts(arc: Arc, at: int, facts: Json) -> Json:
    gift = arc.gifts[at]
    return facts | {"name": arc.names[gift.seat], "card": gift.card, "match": arc.numbers[at]}


def _first_of_lead(arc: Arc, seat: int) -> int:
    """Return after how many matches a winner began to lead for good."""
    leaders = arc.leaders
    return max((at + 1 for at, leader in enumerate(leaders, 1) if leader != seat), default=1)


def _lead_kept(arc: Arc, seat: int, person: str, facts: Json) -> tuple[str, Json]:
    first = _first_of_lead(arc, seat)
    if first == 1:
        return f"{person}_led_all", facts
    if first == len(arc.numbers):
        return f"{person}_{'back' if seat in arc.leaders[:-1] else 'late'}", facts
    return f"{person}_ahead", facts | {"match": arc.numbers[first - 1]}
