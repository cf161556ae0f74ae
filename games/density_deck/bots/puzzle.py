"""Finds moments of a match that make a puzzle: one choice is best by far, however it is sampled.

A puzzle is made from the observation of one seat and from nothing else.
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

# what is asked: fight or go on, stay or surrender, what to draw, what to discard
FIGHTS, FOLDS, DRAWS, DISCARDS = QUESTIONS = ("fight", "fold", "draw", "discard")
LAST_LIFE, DUEL = SITUATIONS = ("last", "duel")
SEAT = ("lives", "status", "known", "discards")  # what is public of a seat
PLAIN = ("fight", "on", "surrender", "pile")  # choices that name no card and no seat
GAP = 0.06  # chance to win the game: how far the best choice is above the next one
LEAST = 0.045  # and how far at least, with the doubt that the samples leave
TIMES, SAMPLES = 5, 120  # independent samplings, and the imagined hands of each
GLANCE = 40  # imagined hands of the first look, which sorts most moments out
DOUBT = 2.78  # deviations of a mean of five: 95 percent on both sides (Student's t)
PLAYED, PLAYER_SAMPLES = 150, 8  # matches played to their end, and what their players imagine
FIRST = 30  # after so many a choice that is not ahead is given up
PLAYED_GAP, PLAYED_DOUBT = 0.03, 2.0  # what they must show, and by so many deviations above 0
SOLVERS = (easy.choose_action, steady.choose, medium.choose)
TRIES = 4
DOUBTFUL = 0.85  # chance of the top score up to which a hand may lose
EASIEST, HARDEST = 1000, 2000  # points where the solvers always find the best choice, and never

Worths = Mapping[str, float]


def find_puzzle(observation: Observation, dice: Dice) -> Json | None:
    """Return the puzzle of the seat to act, None where no choice is clearly and stably the best.

    {"question": one of QUESTIONS, "kind": of the best choice, without a card or a seat,
    "situation": one of SITUATIONS or "", "position": see position,
    "worth": [[choice, chance to win the game]], best first, "gap": of the best at least, "top":
    chance of the top score now or after the best discard, "rating": a first guess in points}.
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
        # what every AI player always finds is no question. But staying is one as long as the hand
        # may lose: who is asked to stay or surrender must not know that it is always the latter
        asks = rating > EASIEST or (question == FOLDS and top <= DOUBTFUL)
        if asks and is_borne_out(question, observation, dice, list(worth)):
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
    """Return what the seat to act knows, without a name: seats clockwise, its own one first.

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
    found: dict[str, float] = {}
    for action, chance, _cost in review.weigh_choices(observation, dice, samples):
        name = _choice(question, observation, action)
        if name is not None:
            found.setdefault(name, chance)  # a kind of choice is worth its best one
    return found


# -------------------------------------------------------------------------- what is asked
def _is_usual(observation: Observation) -> bool:
    """Return whether the seat is asked for more than one thing, by the usual rules."""
    ruleset = observation.ruleset
    return observation.viewer == observation.turn and ruleset == Ruleset(
        lives=ruleset.lives, seats=ruleset.seats
    )


def possible_questions(observation: Observation) -> Iterator[str]:
    """Yield what may be asked of the seat at this moment."""
    if not observation.drawing:
        # the last life is never given away (DD-9.3)
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
    """Return the choice of a question that an action stands for; None for what it leaves out."""
    if question in (FIGHTS, FOLDS):
        return {FIGHT: "fight", SURRENDER: "surrender"}.get(action, "on")
    if action in (FIGHT, SURRENDER, PASS):
        return None
    if question == DISCARDS:
        return CODES[action]
    return "pile" if action == DRAW else str(_around(observation).index(action - TAKE))


def _situation(observation: Observation) -> str:
    """Return what makes the moment special: a fight may cost the last life, or two are left."""
    stake = STAKES[max(medium.FIRST_FIGHTS, observation.round)]
    if observation.lives[observation.turn] <= stake:
        return LAST_LIFE
    return DUEL if sum(observation.standing) == 2 else ""


# ----------------------------------------------------------------------------- stability
def settle_worths(question: str, observation: Observation, dice: Dice) -> tuple[Worths, float]:
    """Return the mean worth by choice, best first, and by how much the best is better at least.

    That is 0 where two samplings do not agree on the best choice.
    """
    found = [choice_worths(question, observation, dice, SAMPLES) for _ in range(TIMES)]
    mean = {choice: fmean([each[choice] for each in found]) for choice in found[0]}
    mean = dict(sorted(mean.items(), key=lambda pair: -pair[1]))
    if len({next(iter(each)) for each in found}) > 1:
        return mean, 0.0
    gaps = [gap_of(each) for each in found]
    return mean, fmean(gaps) - DOUBT * stdev(gaps) / TIMES**0.5


def gap_of(worth: Worths) -> float:
    """Return by how much the best choice is better than the next one."""
    best, *others = worth.values()
    return best - others[0] if others else 0.0


def is_borne_out(
    question: str, observation: Observation, dice: Dice, choices: Sequence[str]
) -> bool:
    """Return whether the first choice is also better than each other one in matches played out.

    The network's expectation may be wrong however many hands it imagines. All choices are played
    from the same deals of the cards that the seat cannot see.
    """
    actions: dict[str, int] = {}
    for action, _chance, _cost in review.weigh_choices(observation, dice, SAMPLES):
        actions.setdefault(_choice(question, observation, action) or "", action)
    seat, best = observation.turn, actions[choices[0]]
    ahead: dict[str, list[float]] = {choice: [] for choice in choices[1:]}
    for number in range(PLAYED):
        if number == FIRST and min(map(fmean, ahead.values())) <= 0:
            return False
        state = deal_unseen(observation, dice)
        end = _played_out(state, seat, best, dice)
        for choice, found in ahead.items():
            found.append(end - _played_out(state, seat, actions[choice], dice))
    return all(
        fmean(found) >= max(PLAYED_GAP, PLAYED_DOUBT * stdev(found) / PLAYED**0.5)
        for found in ahead.values()
    )


def _played_out(state: State, seat: int, action: int, dice: Dice) -> float:
    """Return the chance to win the game after this match: this action, then the master's."""
    while True:
        state, events = unwrap_accepted(game.act(state, state.waiting[0], action))
        for event in events:
            if isinstance(event, MatchOver):
                others = list(event.after)
                return game_equity(others.pop(seat), others)
        observation = observe(state, state.waiting[0])
        action = review.weigh_choices(observation, dice, PLAYER_SAMPLES)[0].action


# ----------------------------------------------------------------------------- beside it
def _rating(question: str, observation: Observation, dice: Dice, best: str) -> int:
    """Return a first guess how hard a puzzle is: by how often AI players choose the best."""
    actions = [solve(observation, dice) for solve in SOLVERS for _ in range(TRIES)]
    found = [_choice(question, observation, action) == best for action in actions]
    return round(HARDEST - (HARDEST - EASIEST) * fmean(found))


def _top(observation: Observation, dice: Dice) -> float:
    """Return the chance of the top score now, or after the best discard."""
    outlook = medium.imagine_hands(observation, dice, SAMPLES * TIMES)
    if observation.drawing:
        return medium.fight_prospect(outlook)
    return max(medium.discard_prospects(outlook).values())[0]


def _around(observation: Observation) -> list[int]:
    """Return all seats clockwise, the one to act first."""
    seats = len(observation.lives)
    return [(observation.turn + step) % seats for step in range(seats)]
