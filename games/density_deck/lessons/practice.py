"""Score practice: positions dealt and played by the rules, a question about each, its answer."""

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
BY_NUMBER = 4  # from this level on a score is not chosen but written
SEEDS = 2**31
CHOICES = 4
TRIES = 24
ALL_COMMON = 5  # one in so many questions about the base may be about a hand without a color
YOU = 0
MOST_ANSWER = 9999


@dataclass(frozen=True, slots=True)
class Fault:
    """A parameter that names no question, or an answer that is none."""

    field: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to choose, and what a wrong one has overlooked ("" where it is just wrong)."""

    value: str
    slip: str = ""


class PracticeQuestion(TypedDict):
    """A question for programs; without choices the answer is a number."""

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
    """The cards that one player may count, the question, the answers to choose from, and the right
    one.
    """

    kind: str
    level: int
    seed: int
    hand: tuple[str, ...]
    center: tuple[str, ...]
    tops: tuple[str, ...]
    own_discard: str | None
    choices: tuple[Choice, ...]  # none: the answer is written as a number
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


# ---------------------------------------------------------------------------- the verbs
def read_question(given: Mapping[str, str]) -> Question | Fault:
    """Return the question that kind, level and seed name; kind and level may be left out."""
    kind = given.get("kind", QUESTION_TYPES[0])
    if kind not in QUESTION_TYPES:
        return Fault("kind")
    level = read_number(given.get("level", "1"), 1, LEVELS)
    if level is None:
        return Fault("level")
    seed = read_number(given.get("seed", ""), 0, SEEDS - 1)
    if seed is None:
        return Fault("seed")
    return make_question(kind, level, seed)


def read_number(written: str, least: int, most: int) -> int | None:
    """Return the whole number between these that is written in plain digits, else None."""
    plain = written.strip().replace("\u2212", "-")
    digits = plain.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        return None
    number = int(plain)
    return number if least <= number <= most else None


def make_question(kind: str, level: int, seed: int) -> Question:
    """Return the question of this kind, level and seed: always the same."""
    asked = _ask(kind, level, seed, 0)
    for attempt in range(1, TRIES):
        if _is_worth_asking(asked):
            return asked
        found = _ask(kind, level, seed, attempt)
        if found.score["base"] is not None:
            asked = found
    return asked


def read_answer(asked: Question, written: str) -> str | Fault:
    """Return the answer as a question writes it, or Fault when it can be none."""
    if not asked.choices:
        number = read_number(written, -MOST_ANSWER, MOST_ANSWER)
        return Fault("answer") if number is None else str(number)
    known = [choice.value for choice in asked.choices]
    return written if written in known else Fault("answer")


def next_seed(seed: int) -> int:
    """Return the seed of the question after this one."""
    return (seed * 1_103_515_245 + 12_345) % SEEDS


# ------------------------------------------------------------------------ the positions
def _ask(kind: str, level: int, seed: int, attempt: int) -> Question:
    view = _play(level, hashlib.sha256(f"practice {level} {seed} {attempt}".encode()).digest())
    tops = [seat["discards"][-1] for seat in view["seats"][1:] if seat["discards"]]
    own, score = view["seats"][YOU], view["score"]
    assert score is not None  # a seat that is asked has one
    found = Question(
        kind=kind,
        level=level,
        seed=seed,
        hand=tuple(own["hand"] or ()),
        center=tuple(code for code in view["amplification"] if code),
        tops=tuple(tops),
        own_discard=own["discards"][-1] if own["discards"] else None,
        choices=(),
        answer="",
        score=score,
    )
    return _with_choices(found)


def _play(level: int, chance: bytes) -> View:
    """Return the view of seat 0 at the start of its turn in the round of the level.

    Seat 0 keeps the best cards it can; what the others discard is drawn from `chance`.
    """
    seats, until = TABLES[level - 1]
    state, _ = game.start(Ruleset(seats=seats), Seed(chance, b""))
    turn = 0
    while True:
        seen = observe(state, state.waiting[0])
        if seen.viewer == YOU and seen.round == until and seen.drawing:
            return state_for(state, YOU)
        action = DRAW
        if not seen.drawing:
            action = _discard(state, seen, chance[turn % 32])
            turn += 1
        state, _ = unwrap_accepted(game.act(state, seen.turn, action))


def _discard(state: State, seen: Observation, chance: int) -> int:
    """Return what a seat discards: the reader what brings the best score, others anything."""
    if seen.turn != YOU:
        return sorted(seen.hand)[chance % len(seen.hand)]
    after = state_for(state, YOU)["after"]
    return FACE[max(sorted(after), key=lambda code: after[code]["score"])]


def _is_worth_asking(asked: Question) -> bool:
    """Whether there is something to find out: colors to compare, or to count against each other."""
    score = asked.score
    colors = len(score["others"]) + len(score["alone"]) + 1
    if score["base"] is None or colors < min(2 + asked.level // 2, CHOICES):
        return False
    if asked.kind == "base" and asked.level > 1:
        held = {card.suit for card in read_cards(asked.hand)} - {COMMON}
        return len(held) > 1 or (not held and asked.seed % ALL_COMMON == 0)
    return True


# -------------------------------------------------------------------------- the choices
def _with_choices(asked: Question) -> Question:
    if asked.kind == "base":
        choices, answer = _colors(asked)
    else:
        answer = str(asked.score["score"])
        choices = () if asked.level >= BY_NUMBER else _numbers(asked)
    return replace(asked, choices=choices, answer=answer)


def _colors(asked: Question) -> tuple[tuple[Choice, ...], str]:
    """Return the colors on the table in deck order, at most four, the base among them."""
    score = asked.score
    base = score["base"]["suit"] if score["base"] else ""
    held = {card.suit for card in read_cards(asked.hand)}
    rest = [(group["total"], group["suit"]) for group in score["others"]]
    rest += [(card["power"], card["suit"]) for card in score["alone"]]
    rest.sort(key=lambda color: (color[1] not in held, -color[0], SUITS.index(color[1])))
    slips = {
        suit: "smaller" if suit in held or base not in held else "not-held" for _, suit in rest
    }
    chosen = {base, *(suit for _, suit in rest[: CHOICES - 1])}
    return (
        tuple(Choice(suit, slips.get(suit, "")) for suit in SUITS if suit in chosen),
        base,
    )


def _numbers(asked: Question) -> tuple[Choice, ...]:
    """Return the score and three wrong ones: those of likely slips first, then near ones."""
    score = asked.score["score"]
    base = asked.score["base"]["total"] if asked.score["base"] else 0
    own = [asked.own_discard] if asked.own_discard else []
    slips = {
        _score(asked, lone="subtracted"): "lone",
        _score(asked, more=own): "own-discard",
        base + asked.score["common"]["total"]: "others",
        base - sum(group["total"] for group in asked.score["others"]): "common",
        _score(asked, edition="classic"): "base",
    }
    wrong = {number: slip for number, slip in slips.items() if number != score}
    step = 1 + asked.seed % 5
    near = [score + step, score - step, score + 2 * step, score - 2 * step]
    for number in near:
        wrong.setdefault(number, "")
    kept = dict(list(wrong.items())[: CHOICES - 1])
    return tuple(Choice(str(number), kept.get(number, "")) for number in sorted({score, *kept}))


def _score(
    asked: Question, *, edition: str = "current", lone: str = "ignored", more: Sequence[str] = ()
) -> int:
    """Return the score of the same cards read in another way."""
    tops: list[tuple[int, Card]] = list(enumerate(read_cards([*asked.tops, *more]), start=1))
    return int(
        explain_score(read_cards(asked.hand), read_cards(asked.center), tops, edition, lone)[
            "score"
        ]
    )
