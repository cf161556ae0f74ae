"""The sentence about the course of a game says nothing that its record does not."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import pytest

from games.density_deck import course as density_deck
from games.density_deck.text import read_card
from games.engine.contract import GameEvent, Json
from games.game_type import Sitter
from games.rps_extreme import course as rps_extreme
from games.rps_extreme.text import card_name
from tests.engine.games import GAMES, play_game

NAMES = ("Ola", "Tomasz", "Noor", "Jun")
TOLD = {"density-deck": density_deck.tell_course, "rps-extreme": rps_extreme.tell_course}
WHO = rf"(?P<who>You|{'|'.join(NAMES)})"
NAME = rf"(?P<name>you|{'|'.join(NAMES)})"


PART = "(?:match|challenge)"
VALUE = r"(?P<value>\d+) (?P<of>lives|life|points behind)"
WAYS = {
    "won of": rf"You won (?P<won>\d+) of (?P<count>\d+) {PART}e?s\.",
    "ended": rf"The game ended after (?P<count>\d+) {PART}(?:es|s)?\.",
    "single": rf"One {PART} decided the game\.",
    "rallied": rf"{WHO} came back from {VALUE}"
    rf" and won the last (?P<streak>\d+) {PART}e?s\.",
    "survived": rf"{WHO} (?:was|were) (?:down to )?{VALUE}"
    rf" after {PART} (?P<match>\d+) and still won\.",
    "swung": rf"The lead changed hands (?P<changes>\d+) times before {NAME} won\.",
    "late": rf"{WHO} took the lead only in the last {PART}\.",
    "back": rf"{WHO} won the lead back in the last {PART}\.",
    "streak": rf"{WHO} won the last (?P<streak>\d+) {PART}e?s in a row\.",
    "led all": rf"{WHO} led from the first {PART} to the last\.",
    "ahead": rf"{WHO} took the lead in {PART} (?P<match>\d+) and kept it\.",
    "led gift": rf"You led until {PART} (?P<match>\d+), then {NAME} won it with the"
    r" (?P<card>.+) you had discarded\.",
    "gift": rf"{NAME} won {PART} (?P<match>\d+) with the (?P<card>.+) you had discarded\.",
    "led lost card": rf"You led until {PART} (?P<match>\d+), then {NAME} (?P<how>stole|broke)"
    r" your (?P<card>.+)\.",
    "lost card": rf"{NAME} won {PART} (?P<match>\d+) and (?P<how>stole|broke) your (?P<card>.+)\.",
    "theft": rf"{WHO} stole (?P<whose>your|.+’s) (?P<card>(?:Diamond|Golden|Onyx|Silver|Ruby|Murky"
    r"|Milky|Metallic).+) and scored (?P<points>\d+) points with it\.",
    "led": rf"You led until {PART} (?P<match>\d+), but {NAME} won in the end\.",
    "level": rf"You were still level (?:with the best )?before the last {PART}\.",
    "close": rf"You were only 1 (?:life|point) behind before the last {PART}\.",
}


# what every game must show among its random ones
COMMON = {"ahead", "late", "led", "led all", "survived", "rallied", "swung"}


class Record(NamedTuple):
    """What the events of a game say: rows of each match, and the places at the end."""

    rows: list[dict[int, Json]]
    winners: list[list[int]]
    places: list[int]
    events: Sequence[GameEvent]

    def value(self, seat: int, match: int) -> int:
        """Return the lives or points of a seat after a match."""
        row = self.rows[match - 1].get(seat, {"lives": 0})
        return int(row["lives"] if "lives" in row else row["score"])

    def ahead(self, seat: int, match: int) -> bool:
        """Return whether a seat alone was ahead of all others after a match."""
        others = [self.value(other, match) for other in range(len(self.places)) if other != seat]
        return self.value(seat, match) > max(others)

    def behind(self, seat: int, match: int) -> int:
        """Return how far a seat was behind the best one after a match."""
        best = max(self.value(other, match) for other in range(len(self.places)))
        return best - self.value(seat, match)

    def lead_changes(self) -> int:
        """Count how often another seat than the last leader was alone in the lead."""
        seats = range(len(self.places))
        matches = range(1, len(self.rows) + 1)
        led = [seat for match in matches for seat in seats if self.ahead(seat, match)]
        return len(list(groupby(led))) - 1


def read_record(events: Sequence[GameEvent]) -> Record:
    overs = [event for event in events if event["e"] == "match_over"]
    return Record(
        rows=[{row["seat"]: row for row in over["seats"]} for over in overs],
        winners=[over["winners"] for over in overs],
        places=next(event["places"] for event in events if event["e"] == "game_over"),
        events=events,
    )


class Said(NamedTuple):
    """A sentence that was read: its pattern, its numbers and texts, and the seat that it names."""

    pattern: str
    number: dict[str, int]
    text: dict[str, str]
    seat: int


def read_sentence(said: str, you: int | None) -> Said:
    pattern, found = next(
        (name, found) for name, way in WAYS.items() if (found := re.fullmatch(way, said))
    )
    text = {name: words for name, words in found.groupdict().items() if words}
    named = text.get("who", text.get("name", "you"))
    seat = you if named.lower() == "you" else NAMES.index(named)
    number = {name: int(words) for name, words in text.items() if words.isdigit()}
    return Said(pattern, number, text, -1 if seat is None else seat)


def check_sentence(said: Said, record: Record, you: int | None) -> None:
    """Check every fact of a sentence."""
    last, own = len(record.rows), -1 if you is None else you
    told = {
        "count": last,
        "changes": record.lead_changes(),
        "won": sum(you in winners for winners in record.winners),
    }
    assert {name: said.number[name] for name in told if name in said.number}.items() <= told.items()
    if said.pattern in CHECKS:
        CHECKS[said.pattern](said, record, own)
    elif said.pattern == "single":
        assert last == 1
    if said.pattern not in ("led gift", "gift", "level", "close", "single", "ended", "won of"):
        assert [seat for seat, place in enumerate(record.places) if place == 1] == [said.seat]


def check_rise(said: Said, record: Record, _you: int) -> None:
    """Check the lowest point of a winner, and the matches that they won in a row after it."""
    last, match = len(record.rows), said.number.get("match", 0)
    spans = [match] if match else range(1, last - said.number["streak"] + 1)
    value = record.behind if "behind" in said.text["of"] else record.value
    assert said.number["value"] in [value(said.seat, after) for after in spans]
    assert any(record.behind(said.seat, after) >= 2 for after in spans)
    if not match:
        check_streak(said, record, _you)


def check_streak(said: Said, record: Record, _you: int) -> None:
    """Check how many of the last matches a seat won."""
    won = [said.seat in winners for winners in record.winners]
    assert all(won[-said.number["streak"] :])
    assert won[: -said.number["streak"]][-1:] != [True]


def check_lead(said: Said, record: Record, _you: int) -> None:
    """Check when a winner began to lead for good."""
    last = len(record.rows)
    first = {"led all": 1, "late": last, "back": last}.get(
        said.pattern, said.number.get("match", 0)
    )
    assert all(record.ahead(said.seat, after) for after in range(first, last + 1))
    earlier = range(1 if said.pattern == "late" else max(1, first - 1), first)
    assert not any(record.ahead(said.seat, after) for after in earlier)
    before = any(record.ahead(said.seat, after) for after in range(1, first))
    assert before or said.pattern != "back"


def check_lost_lead(said: Said, record: Record, you: int) -> None:
    """Check that you led before a match, and never after it."""
    match = said.number["match"]
    assert record.ahead(you, match - 1)
    assert not any(record.ahead(you, after) for after in range(match, len(record.rows) + 1))
    if said.pattern == "led gift":
        check_gift(said, record, you)
    if said.pattern == "led lost card":
        check_lost_card(said, record, you)


def check_gift(said: Said, record: Record, you: int) -> None:
    """Check that a seat took this card of yours, won the match with it, and you lost lives."""
    match = said.number["match"]
    start = next(at for at, event in enumerate(record.events) if event.get("match") == match)
    taken = [
        event["card"]
        for event in record.events[start:]
        if event["e"] == "drew" and event["seat"] == said.seat and event["from"] == you
    ]
    row = record.rows[match - 1][said.seat]
    held = [read_card(code)["name"] for code in row["hand"] if code in taken]
    assert said.text["card"] in held
    assert record.winners[match - 1] == [said.seat]
    assert record.rows[match - 1][you]["damage"] > 0


def check_lost_card(said: Said, record: Record, you: int) -> None:
    """Check that a seat won this challenge, in which you lost this card to its effect."""
    ends = [at for at, event in enumerate(record.events) if event["e"] == "match_over"]
    match = said.number["match"]
    start = ends[match - 2] if match > 1 else 0
    lost = [
        card_name(code)
        for event in record.events[start : ends[match - 1]]
        if event["e"] == said.text["how"] and event["seat"] == you
        for code in event.get("cards", [event.get("card")])
    ]
    assert said.text["card"] in lost
    assert record.winners[match - 1] == [said.seat]


def check_theft(said: Said, record: Record, _you: int) -> None:
    """Check that a seat stole this card, and scored at least so much with cards of this name."""
    stolen = [
        at
        for at, event in enumerate(record.events)
        if event["e"] == "stole" and card_name(event["card"]) == said.text["card"]
    ]
    assert any(record.events[at]["cause"]["seat"] == said.seat for at in stolen)
    points = sum(
        event["points"]
        for event in record.events[stolen[0] :]
        if event["e"] == "awarded" and event["seat"] == said.seat and event["cause"]
        if card_name(event["cause"]["card"]) == said.text["card"]
    )
    assert 3 <= said.number["points"] <= points


def check_close(said: Said, record: Record, you: int) -> None:
    """Check how far a loser was behind before the last match."""
    assert you in record.rows[-1]
    assert record.behind(you, len(record.rows) - 1) == (said.pattern == "close")
    assert record.places[you] > 1


CHECKS = {
    **dict.fromkeys(("rallied", "survived"), check_rise),
    **dict.fromkeys(("led all", "ahead", "late", "back"), check_lead),
    **dict.fromkeys(("led gift", "led lost card", "led"), check_lost_lead),
    **dict.fromkeys(("level", "close"), check_close),
    "streak": check_streak,
    "gift": check_gift,
    "lost card": check_lost_card,
    "theft": check_theft,
}


@pytest.mark.parametrize("slug", TOLD)
def test_every_fact_of_the_sentence_is_in_the_record(slug: str) -> None:
    game, patterns = GAMES[slug], set()
    for ruleset in game.rulesets:
        for number in range(40):
            positions = play_game(game, ruleset, number)
            events = [
                game.rules.event_for(event, None) for _state, told in positions for event in told
            ]
            record = read_record(events)
            for you in (None, *range(len(record.places))):
                seats = [Sitter(name, seat == you) for seat, name in enumerate(NAMES)]
                said = TOLD[slug](seats[: len(record.places)], events)
                sentence = read_sentence(said, you)
                check_sentence(sentence, record, you)
                patterns.add(sentence.pattern)
    assert patterns >= COMMON


@pytest.mark.parametrize("slug", TOLD)
def test_a_stopped_game_names_no_winner(slug: str) -> None:
    game = GAMES[slug]
    played = play_game(game, game.rulesets[0], 3)
    events = [game.rules.event_for(event, None) for _state, told in played for event in told]
    ends = [at for at, event in enumerate(events, 1) if event["e"] == "match_over"]
    stopped = [{**events[ends[-1] - 1], "ended_by": "agreement"}]
    seats = [Sitter(name, seat == 0) for seat, name in enumerate(NAMES[:2])]
    for matches, said in ((0, "before the first"), (1, "ended after 1 "), (2, r"won \d of 2 ")):
        before = events[: ends[matches - 1]] if matches else []
        over = [*before, *stopped, {"e": "game_over", "places": [2, 1]}]
        assert re.search(said, TOLD[slug](seats, over))
