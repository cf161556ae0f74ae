"""Example positions for the home page and the learn pages, with their scores."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.density_deck.rules.cards import CODES, FACES, SUIT_CODES, Card
from games.density_deck.rules.messages import Score
from games.density_deck.rules.scoring import explain_score

SUITS = {code: suit for suit, code in SUIT_CODES.items()}


@dataclass(frozen=True, slots=True)
class Lesson:
    """The cards that count for one player, and the resulting scores."""

    name: str
    hand: tuple[str, ...]
    center: tuple[str, ...]
    tops: tuple[str, ...]
    own_discard: str | None
    score: Score
    to_the_letter: Score
    classic: Score
    best: bool = False


def opening_hand() -> Lesson:
    """Return a hand with a strong base color, with other colors against it and Common cards."""
    return _lesson("You", "Ye4 Ye3 Co8", "Ye5 Bl3", ("Tu3", "Co9", "Aq5"), None)


def four_players() -> list[Lesson]:
    """Return the worked example: players A to D around one Center Amplification, all scored."""
    center = "Co5 Bl3 Ye5"
    hands = {"A": "Re5 Re3 Co2", "B": "Ye4 Co1 Co3", "C": "Bl10 Tu3 Co7", "D": "Bl5 Wh6 Wh6"}
    discards = {"A": "Co6", "B": "Re4", "C": "Ye3", "D": "Si4"}
    players = [
        _lesson(
            player,
            hand,
            center,
            [discard for other, discard in discards.items() if other != player],
            discards[player],
        )
        for player, hand in hands.items()
    ]
    top = max(player.score["score"] for player in players)
    return [replace(player, best=player.score["score"] == top) for player in players]


def all_common() -> Lesson:
    """Return a hand without any color: the base comes from what lies on the table."""
    return _lesson("You", "Co1 Co2 Co3", "Bk6", ("Bk6",), None)


def below_zero() -> Lesson:
    """Return a hand with a small color against large ones on the table.

    Its score differs most between the editions.
    """
    return _lesson("You", "Re3 Co1 Co2", "Bk6", ("Bk6",), None)


def deck_by_suit() -> list[tuple[str, list[str]]]:
    """Return every suit with the codes of its different cards, in deck order."""
    suits: dict[str, list[str]] = {}
    for card, code in zip(FACES, CODES, strict=True):
        suits.setdefault(card.suit, []).append(code)
    return list(suits.items())


def shown_positions() -> dict[str, Any]:
    """Return all cards and scores that the rules page shows."""
    return {
        "opening": opening_hand(),
        "all_common": all_common(),
        "below_zero": below_zero(),
        "players": four_players(),
        "deck": deck_by_suit(),
        "gallery": strongest_cards(),
    }


def strongest_cards() -> list[str]:
    """Return the strongest card of every suit, in deck order."""
    return [codes[-1] for _, codes in deck_by_suit()]


def _lesson(
    name: str, hand: str, center: str, tops: Sequence[str], own_discard: str | None
) -> Lesson:
    """Score a position given in card codes, in all three editions."""
    hand_cards, center_cards = read_cards(hand.split()), read_cards(center.split())
    top_cards = list(enumerate(read_cards(tops), start=1))
    return Lesson(
        name=name,
        hand=tuple(hand.split()),
        center=tuple(center.split()),
        tops=tuple(tops),
        own_discard=own_discard,
        score=explain_score(hand_cards, center_cards, top_cards, "current", "ignored"),
        to_the_letter=explain_score(hand_cards, center_cards, top_cards, "current", "subtracted"),
        classic=explain_score(hand_cards, center_cards, top_cards, "classic", "ignored"),
    )


def read_cards(codes: Sequence[str]) -> list[Card]:
    """Return the cards of these codes, even those that are not in the deck."""
    return [Card(SUITS[code[:2]], int(code[2:])) for code in codes]
