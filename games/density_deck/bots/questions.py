"""The questions and themes of puzzles, and the names of their choices."""

from collections.abc import Iterator

from games.density_deck.bots import medium
from games.density_deck.rules.cards import CODES
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import (
    DRAW,
    FIGHT,
    PASS,
    PRICES,
    STAKES,
    SURRENDER,
    TAKE,
)

# the questions: fight or play on, stay or surrender, what to draw, what to discard
FIGHTS, FOLDS, DRAWS, DISCARDS = ("fight", "fold", "draw", "discard")
# the themes; no puzzle of an earlier version has one of these names
RIVALS, FEEDING, TIMING, LAST_LIFE, OUTS = THEMES = (
    *("rivals", "feeding", "timing", "lastlife", "outs"),
)


def possible_questions(observation: Observation) -> Iterator[str]:
    """Yield the questions that this position allows.

    Only puzzles of earlier versions ask what to draw: the choices differ by less than played-out
    matches can confirm.
    """
    if not observation.drawing:
        # surrendering the last life is never right (DD-9.3)
        if PRICES[observation.round] < observation.lives[observation.turn]:
            yield FOLDS
        if len(set(observation.hand)) > 1:
            yield DISCARDS
        return
    if FIGHT in observation.legal:
        yield FIGHTS


def find_theme(question: str, observation: Observation) -> str:
    """Return what a question teaches in this position; "" if it belongs to no theme.

    A discard may feed the others. "Stay or surrender" is about the last lives, if a lost fight in
    this round or the next one would cost them. A fight is about the rivals if one of them that
    still stands has taken a discard, so that a card of its hand is known; otherwise it is a matter
    of timing while the stake still grows, and of outs once it no longer does.
    """
    if question == DISCARDS:
        return FEEDING
    number = max(medium.FIRST_FIGHTS, observation.round)
    if question == FOLDS:
        return LAST_LIFE if observation.lives[observation.turn] <= STAKES[number + 1] else ""
    for seat, stands in enumerate(observation.standing):
        if stands and seat != observation.turn and observation.known[seat]:
            return RIVALS
    return TIMING if STAKES[number] < STAKES[-1] else OUTS


def name_choice(question: str, observation: Observation, action: int) -> str | None:
    """Return the choice that an action means for a question; None if it is not an answer to it."""
    if question in (FIGHTS, FOLDS):
        return {FIGHT: "fight", SURRENDER: "surrender"}.get(action, "on")
    if action in (FIGHT, SURRENDER, PASS):
        return None
    if question == DISCARDS:
        return CODES[action]
    return "pile" if action == DRAW else str(seats_around(observation).index(action - TAKE))


def find_kind(question: str, choice: str, scores: dict[str, int]) -> str:
    """Return the type of a choice, which names no card and no seat.

    "fight", "on", "surrender", "pile", "take", "highest" or "lower"; `scores` are the own scores
    by discard.
    """
    if question == DISCARDS:
        return "highest" if scores[choice] == max(scores.values()) else "lower"
    return "take" if choice.isdigit() else choice


def seats_around(observation: Observation) -> list[int]:
    """Return all seats clockwise, starting with the seat to act."""
    seats = len(observation.lives)
    return [(observation.turn + step) % seats for step in range(seats)]
