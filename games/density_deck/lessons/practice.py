"""Score practice: generates positions with a question about each and its answer."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, TypedDict

from density.platform.declared import OneOf
from games.density_deck.lessons.positions import read_cards
from games.density_deck.rules import game
from games.density_deck.rules.cards import COMMON, FACE, SUITS, Card
from games.density_deck.rules.messages import Score, View
from games.density_deck.rules.observation import Observation, observe, state_for
from games.density_deck.rules.scoring import explain_score
from games.density_deck.rules.state import DRAW, Ruleset, State
from games.engine.contract import Seed, unwrap_accepted

QUESTION_TYPES = ("base", "score")
# By level: seats at the table, and the round at whose start the question is asked.
TABLES = ((2, 2), (3, 2), (4, 3), (4, 4), (4, 5))
LEVELS = len(TABLES)
BY_NUMBER = 4  # from this level on the reader types the score instead of choosing it
SEEDS = 2**31
CHOICES = 4
TRIES = 24
ALL_COMMON = 5  # at most one in this many base questions has a hand without a color
YOU = 0
MOST_ANSWER = 9999


@dataclass(frozen=True, slots=True)
class Fault:
    """The name of an invalid parameter."""

    field: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to choose from, and the mistake that leads to it ("" if it is just wrong)."""

    value: str
    slip: str = ""


class PracticeQuestion(TypedDict):
    """A practice question; if it has no choices, the answer is a number."""

    kind: Annotated[str, OneOf("base", "score")]
    level: int
    seed: int
    hand: list[str]
    center: list[str]
    tops: list[str]
    own_discard: str | None
    choices: list[str]
    answer: str
    score: Score


@dataclass(frozen=True, slots=True)
class Question:
    """The cards that count for one player, a question about them, its choices and its answer."""

    kind: str
    level: int
    seed: int
    hand: tuple[str, ...]
    center: tuple[str, ...]
    tops: tuple[str, ...]
    own_discard: str | None
    choices: tuple[Choice, ...]  # none if the reader types a number
    answer: str
    score: Score

    def to_json(self) -> PracticeQuestion:
        """Return the question as docs/PROTOCOL.md writes it."""
        return {
            "kind": self.kind,
            "level": self.level,
            "seed": self.seed,
            "hand": list(self.hand),
            "center": list(self.center),
            "tops": list(self.tops),
            "own_discard": self.own_discard,
            "choices": [choice.value for choice in self.choices],
            "answer": self.answer,
            "score": self.score,
        }


# ---------------------------------------------------------------- questions and answers
def read_question(parameters: Mapping[str, str]) -> Question | Fault:
    """Return the question for a kind, level and seed; kind and level are optional."""
    kind = parameters.get("kind", QUESTION_TYPES[0])
    if kind not in QUESTION_TYPES:
        return Fault("kind")
    level = read_number(parameters.get("level", "1"), 1, LEVELS)
    if level is None:
        return Fault("level")
    seed = read_number(parameters.get("seed", ""), 0, SEEDS - 1)
    if seed is None:
        return Fault("seed")
    return make_question(kind, level, seed)


def read_number(written: str, least: int, most: int) -> int | None:
    """Return a whole number in plain digits if it is between the limits, otherwise None."""
    plain = written.strip().replace("\u2212", "-")
    digits = plain.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        return None
    number = int(plain)
    return number if least <= number <= most else None


def make_question(kind: str, level: int, seed: int) -> Question:
    """Return the question for this kind, level and seed, always the same one."""
    question = _ask(kind, level, seed, 0)
    for attempt in range(1, TRIES):
        if _is_worth_asking(question):
            return question
        candidate = _ask(kind, level, seed, attempt)
        if candidate.score["base"] is not None:
            question = candidate
    return question


def read_answer(question: Question, written: str) -> str | Fault:
    """Return the answer in the form that a question uses, or Fault if it is not a valid one."""
    if not question.choices:
        number = read_number(written, -MOST_ANSWER, MOST_ANSWER)
        return Fault("answer") if number is None else str(number)
    values = [choice.value for choice in question.choices]
    return written if written in values else Fault("answer")


def next_seed(seed: int) -> int:
    """Return the seed of the question after this one."""
    return (seed * 1_103_515_245 + 12_345) % SEEDS


# ------------------------------------------------------------------------ the positions
def _ask(kind: str, level: int, seed: int, attempt: int) -> Question:
    view = _play(level, hashlib.sha256(f"practice {level} {seed} {attempt}".encode()).digest())
    tops = [seat["discards"][-1] for seat in view["seats"][1:] if seat["discards"]]
    own_seat, score = view["seats"][YOU], view["score"]
    assert score is not None  # the seat to act always has one
    question = Question(
        kind=kind,
        level=level,
        seed=seed,
        hand=tuple(own_seat["hand"] or ()),
        center=tuple(code for code in view["amplification"] if code),
        tops=tuple(tops),
        own_discard=own_seat["discards"][-1] if own_seat["discards"] else None,
        choices=(),
        answer="",
        score=score,
    )
    return _with_choices(question)


def _play(level: int, chance: bytes) -> View:
    """Return the view of seat 0 at the start of its turn in the round for this level.

    Seat 0 always keeps its best cards; the bytes of `chance` choose what the others discard.
    """
    seats, until = TABLES[level - 1]
    state, _ = game.start(Ruleset(seats=seats), Seed(chance, b""))
    turn = 0
    while True:
        observation = observe(state, state.waiting[0])
        if observation.viewer == YOU and observation.round == until and observation.drawing:
            return state_for(state, YOU)
        action = DRAW
        if not observation.drawing:
            action = _discard(state, observation, chance[turn % 32])
            turn += 1
        state, _ = unwrap_accepted(game.act(state, observation.turn, action))


def _discard(state: State, observation: Observation, chance: int) -> int:
    """Return a seat's discard: the reader's leaves the best score, those of others are random."""
    if observation.turn != YOU:
        return sorted(observation.hand)[chance % len(observation.hand)]
    after = state_for(state, YOU)["after"]
    return FACE[max(sorted(after), key=lambda code: after[code]["score"])]


def _is_worth_asking(question: Question) -> bool:
    """Return whether the question has enough colors to compare for its level."""
    score = question.score
    colors = len(score["others"]) + len(score["alone"]) + 1
    if score["base"] is None or colors < min(2 + question.level // 2, CHOICES):
        return False
    if question.kind == "base" and question.level > 1:
        hand_colors = {card.suit for card in read_cards(question.hand)} - {COMMON}
        return len(hand_colors) > 1 or (not hand_colors and question.seed % ALL_COMMON == 0)
    return True


# -------------------------------------------------------------------------- the choices
def _with_choices(question: Question) -> Question:
    if question.kind == "base":
        choices, answer = _colors(question)
    else:
        answer = str(question.score["score"])
        choices = () if question.level >= BY_NUMBER else _numbers(question)
    return replace(question, choices=choices, answer=answer)


def _colors(question: Question) -> tuple[tuple[Choice, ...], str]:
    """Return at most four of the eligible colors in deck order, and the base color among them."""
    score = question.score
    base = score["base"]["suit"] if score["base"] else ""
    in_hand = {card.suit for card in read_cards(question.hand)}
    rest = [(group["total"], group["suit"]) for group in score["others"]]
    rest += [(card["power"], card["suit"]) for card in score["alone"]]
    rest.sort(key=lambda color: (color[1] not in in_hand, -color[0], SUITS.index(color[1])))
    slips = {
        suit: "smaller" if suit in in_hand or base not in in_hand else "not-held"
        for _, suit in rest
    }
    chosen = {base, *(suit for _, suit in rest[: CHOICES - 1])}
    return (
        tuple(Choice(suit, slips.get(suit, "")) for suit in SUITS if suit in chosen),
        base,
    )


def _numbers(question: Question) -> tuple[Choice, ...]:
    """Return the score and three wrong ones: from likely mistakes first, then close numbers."""
    score = question.score["score"]
    base = question.score["base"]["total"] if question.score["base"] else 0
    own_top = [question.own_discard] if question.own_discard else []
    slips = {
        _score(question, lone="subtracted"): "lone",
        _score(question, more=own_top): "own-discard",
        base + question.score["common"]["total"]: "others",
        base - sum(group["total"] for group in question.score["others"]): "common",
        _score(question, edition="classic"): "base",
    }
    wrong = {number: slip for number, slip in slips.items() if number != score}
    step = 1 + question.seed % 5
    near = [score + step, score - step, score + 2 * step, score - 2 * step]
    for number in near:
        wrong.setdefault(number, "")
    chosen = dict(list(wrong.items())[: CHOICES - 1])
    return tuple(Choice(str(number), chosen.get(number, "")) for number in sorted({score, *chosen}))


def _score(
    question: Question, *, edition: str = "current", lone: str = "ignored", more: Sequence[str] = ()
) -> int:
    """Return the score of the same cards under another reading of the rules."""
    tops: list[tuple[int, Card]] = list(enumerate(read_cards([*question.tops, *more]), start=1))
    return int(
        explain_score(read_cards(question.hand), read_cards(question.center), tops, edition, lone)[
            "score"
        ]
    )
