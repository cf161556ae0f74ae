"""Finds positions that make a puzzle: one choice is clearly the best in every sampling.

A puzzle is made only from the observation of one seat.
"""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, stdev

from games.density_deck.bots import easy, medium, review, steady
from games.density_deck.bots.life_equity import game_equity
from games.density_deck.bots.options import draw_options, own_scores
from games.density_deck.bots.unseen import deal_unseen
from games.density_deck.rules import game
from games.density_deck.rules.cards import CODES
from games.density_deck.rules.observation import NO_CARD, Observation, observe, seat_view
from games.density_deck.rules.state import (
    DRAW,
    FIGHT,
    PASS,
    PRICES,
    STAKES,
    SURRENDER,
    TAKE,
    MatchOver,
    Ruleset,
    State,
)
from games.engine.contract import Dice, Json, unwrap_accepted

# the questions: fight or play on, stay or surrender, what to draw, what to discard
FIGHTS, FOLDS, DRAWS, DISCARDS = QUESTIONS = ("fight", "fold", "draw", "discard")
LAST_LIFE, DUEL = SITUATIONS = ("last", "duel")
SEAT = ("lives", "status", "known", "discards")  # the public fields of a seat
PLAIN = ("fight", "on", "surrender", "pile")  # choices that name no card and no seat
GAP = 0.06  # least gap from the best choice to the next, in chance to win the game
LEAST = 0.045  # least value of the gap's lower confidence limit
TIMES, SAMPLES = 5, 120  # independent samplings, and the sampled hands of each
GLANCE = 40  # sampled hands of a first look, which rules most positions out
DOUBT = 2.78  # standard errors of a mean of five: a two-sided 95 percent interval (Student's t)
PLAYED, PLAYER_SAMPLES = 150, 8  # matches played to their end, and the samples of their players
FIRST = 30  # matches after which the test stops if the best choice is not ahead
PLAYED_GAP, PLAYED_DOUBT = 0.03, 2.0  # least mean gap, in chance and in standard errors
SOLVERS = (easy.choose_action, steady.choose, medium.choose)
TRIES = 4  # answers of each solver
DOUBTFUL = 0.85  # chance of the top score up to which a hand is not a sure winner
EASIEST, HARDEST = 1000, 2000  # rating if the solvers always, or never, find the best choice

Worths = Mapping[str, float]


def find_puzzle(observation: Observation, dice: Dice) -> Json | None:
    """Return the puzzle of the seat to act, or None if no choice is clearly the best.

    {"question": one of QUESTIONS, "kind": the type of the best choice, without card or seat,
    "situation": one of SITUATIONS or "", "position": see describe_position, "worth": [[choice,
    chance to win the game]], best first, "gap": least lead of the best choice, "top": chance of
    the top score now or after the best discard, "rating": a first estimate in points}.
    """
    if not _is_usual(observation):
        return None
    for question in possible_questions(observation):
        if gap_of(choice_worths(question, observation, dice, GLANCE)) < GAP:
            continue
        worth, gap = settle_worths(question, observation, dice)
        if gap < LEAST or gap_of(worth) < GAP:
            continue
        best = next(iter(worth))
        rating = _rating(question, observation, dice, best)
        top = _top(observation, dice)
        # A choice that every AI player always finds makes no puzzle. Staying in is an exception if
        # the hand can lose: otherwise "surrender" would be the answer to every such question.
        suitable = rating > EASIEST or (question == FOLDS and top <= DOUBTFUL)
        if suitable and is_borne_out(question, observation, dice, list(worth)):
            return {
                "question": question,
                "kind": "take" if best.isdigit() else best if best in PLAIN else question,
                "situation": _situation(observation),
                "position": describe_position(observation),
                "worth": [[choice, round(chance, 3)] for choice, chance in worth.items()],
                "gap": round(gap, 3),
                "top": round(top, 2),
                "rating": rating,
            }
    return None


def describe_position(observation: Observation) -> Json:
    """Return what the seat to act knows, without names: seats clockwise, its own first.

    {"round", "stake", "price", "pile", "dealer": seat, "hand": codes, "drawn": code or None,
    "center": codes, "scores": own score now or, by card, after its discard, "seats": [{"lives",
    "status", "known": codes, "discards": codes}]}.
    """
    around = _around(observation)
    seats = [seat_view(observation, seat) for seat in range(len(around))]
    scores = own_scores(observation)
    hand = [CODES[face] for face in observation.hand]
    return {
        "round": observation.round,
        "stake": STAKES[observation.round],
        "price": PRICES[observation.round],
        "pile": observation.pile,
        "dealer": around.index(observation.dealer),
        "hand": hand,
        "drawn": None if observation.drawn == NO_CARD else CODES[observation.drawn],
        "center": [CODES[face] for face in observation.center],
        "scores": scores[0] if observation.drawing else dict(zip(hand, scores, strict=True)),
        "seats": [
            {name: value for name, value in seats[seat].items() if name in SEAT} for seat in around
        ],
    }


def choice_worths(question: str, observation: Observation, dice: Dice, samples: int) -> Worths:
    """Return the chance to win the game after each choice of a question, best first."""
    worths: dict[str, float] = {}
    for action, chance, _cost in review.weigh_choices(observation, dice, samples):
        name = _choice(question, observation, action)
        if name is not None:
            worths.setdefault(name, chance)  # the best action for a choice comes first
    return worths


# ------------------------------------------------------------------------------ questions
def _is_usual(observation: Observation) -> bool:
    """Return whether it is the viewer's turn in a game with the usual rules."""
    ruleset = observation.ruleset
    return observation.viewer == observation.turn and ruleset == Ruleset(
        lives=ruleset.lives, seats=ruleset.seats
    )


def possible_questions(observation: Observation) -> Iterator[str]:
    """Yield the questions that this position allows."""
    if not observation.drawing:
        # surrendering the last life is never right (DD-9.3)
        if PRICES[observation.round] < observation.lives[observation.turn]:
            yield FOLDS
        if len(set(observation.hand)) > 1:
            yield DISCARDS
        return
    if FIGHT in observation.legal:
        yield FIGHTS
    if len(draw_options(observation)) > 1:
        yield DRAWS


def _choice(question: str, observation: Observation, action: int) -> str | None:
    """Return the choice that an action means for a question; None if it is not an answer to it."""
    if question in (FIGHTS, FOLDS):
        return {FIGHT: "fight", SURRENDER: "surrender"}.get(action, "on")
    if action in (FIGHT, SURRENDER, PASS):
        return None
    if question == DISCARDS:
        return CODES[action]
    return "pile" if action == DRAW else str(_around(observation).index(action - TAKE))


def _situation(observation: Observation) -> str:
    """Return what is special: a fight may cost the last life, or only two seats are standing."""
    stake = STAKES[max(medium.FIRST_FIGHTS, observation.round)]
    if observation.lives[observation.turn] <= stake:
        return LAST_LIFE
    return DUEL if sum(observation.standing) == 2 else ""


# ----------------------------------------------------------------------------- stability
def settle_worths(question: str, observation: Observation, dice: Dice) -> tuple[Worths, float]:
    """Return the mean worth by choice, best first, and the lower confidence limit of the gap.

    The limit is 0 if two samplings disagree on the best choice.
    """
    samplings = [choice_worths(question, observation, dice, SAMPLES) for _ in range(TIMES)]
    mean = {choice: fmean([worths[choice] for worths in samplings]) for choice in samplings[0]}
    mean = dict(sorted(mean.items(), key=lambda pair: -pair[1]))
    if len({next(iter(worths)) for worths in samplings}) > 1:
        return mean, 0.0
    gaps = [gap_of(worths) for worths in samplings]
    return mean, fmean(gaps) - DOUBT * stdev(gaps) / TIMES**0.5


def gap_of(worth: Worths) -> float:
    """Return the gap between the best choice and the next one."""
    best, *others = worth.values()
    return best - others[0] if others else 0.0


def is_borne_out(
    question: str, observation: Observation, dice: Dice, choices: Sequence[str]
) -> bool:
    """Return whether the first choice also beats every other one in matches played to the end.

    The network's prediction may be wrong however many hands are sampled. All choices are played
    from the same random deals of the hidden cards.
    """
    actions: dict[str, int] = {}
    for action, _chance, _cost in review.weigh_choices(observation, dice, SAMPLES):
        actions.setdefault(_choice(question, observation, action) or "", action)
    seat, best = observation.turn, actions[choices[0]]
    leads: dict[str, list[float]] = {choice: [] for choice in choices[1:]}
    for number in range(PLAYED):
        if number == FIRST and min(map(fmean, leads.values())) <= 0:
            return False
        state = deal_unseen(observation, dice)
        chance = _play_out(state, seat, best, dice)
        for choice, gaps in leads.items():
            gaps.append(chance - _play_out(state, seat, actions[choice], dice))
    return all(
        fmean(gaps) >= max(PLAYED_GAP, PLAYED_DOUBT * stdev(gaps) / PLAYED**0.5)
        for gaps in leads.values()
    )


def _play_out(state: State, seat: int, action: int, dice: Dice) -> float:
    """Play this action, then the match as master players; return the seat's chance to win."""
    while True:
        state, events = unwrap_accepted(game.act(state, state.waiting[0], action))
        for event in events:
            if isinstance(event, MatchOver):
                others = list(event.after)
                return game_equity(others.pop(seat), others)
        observation = observe(state, state.waiting[0])
        action = review.weigh_choices(observation, dice, PLAYER_SAMPLES)[0].action


# ------------------------------------------------------------------------------- helpers
def _rating(question: str, observation: Observation, dice: Dice, best: str) -> int:
    """Return a first estimate of a puzzle's rating: how often AI players find the best choice."""
    actions = [solve(observation, dice) for solve in SOLVERS for _ in range(TRIES)]
    hits = [_choice(question, observation, action) == best for action in actions]
    return round(HARDEST - (HARDEST - EASIEST) * fmean(hits))


def _top(observation: Observation, dice: Dice) -> float:
    """Return the chance of the top score now, or after the best discard."""
    outlook = medium.imagine_hands(observation, dice, SAMPLES * TIMES)
    if observation.drawing:
        return medium.fight_prospect(outlook)
    return max(medium.discard_prospects(outlook).values())[0]


def _around(observation: Observation) -> list[int]:
    """Return all seats clockwise, starting with the seat to act."""
    seats = len(observation.lives)
    return [(observation.turn + step) % seats for step in range(seats)]
