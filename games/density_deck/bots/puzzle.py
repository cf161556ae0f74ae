"""Finds positions that make a puzzle: one choice is clearly the best, and it takes more to find it
than a look at the own score.

A puzzle is made only from the observation of one seat.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from statistics import fmean, stdev

from games.density_deck.bots import medium, network, review, solvers
from games.density_deck.bots.features import SCALE, move_features
from games.density_deck.bots.life_equity import seat_equities
from games.density_deck.bots.options import top_weights
from games.density_deck.bots.puzzle_positions import describe_position, read_position
from games.density_deck.bots.questions import (
    DISCARDS,
    find_kind,
    find_theme,
    name_choice,
    possible_questions,
)
from games.density_deck.bots.rivals import deal_inferred, imagine_hands
from games.density_deck.rules import game
from games.density_deck.rules.cards import CODES
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import MatchOver, Ruleset, State
from games.engine.contract import Dice, Json, unwrap_accepted

# least gap from the best choice to the next, in chance to win the game; discards differ by less
GAP, DISCARD_GAP = 0.04, 0.025
CERTAIN = 0.5  # least share of it that the gap's lower confidence limit reaches
TIMES, SAMPLES = 5, 120  # independent samplings, and the sampled hands of each
GLANCE = 48  # sampled hands of a first look, which rules most positions out
DOUBT = 2.78  # standard errors of a mean of five: a two-sided 95 percent interval (Student's t)
# deals in which the choices are played: at most so many, and after how many they may be enough
PLAYED, LOOKS = 150, (30, 60, 100, 150)
# least mean gap in them, as a share of the least gap and in standard errors
PLAYED_SHARE, PLAYED_DOUBT = 0.5, 2.5
COMPARED = 2  # how many of the other choices are played, the next best ones
SEEDS = 1 << 60
TRIES = 4  # answers of each solver
AT_ONCE = 0.75  # share of the medium player's answers from which it finds a choice at once
HELPS = 0.05  # a card that adds this to the chance of the top score is an out
# chances of the top score up to which, and from which, an answer can be explained
HOPE, LIKELY, RISKY = 0.2, 0.5, 0.75
CLEARLY = 0.02  # least difference between these chances after two discards
# difficulty: the share of misses of all solvers, and by this share how narrow the gap is
OF_GAP, WIDE = 0.2, 0.2
# the first rating of the easiest and the hardest puzzles, and the difficulties that they have
EASIEST, HARDEST, LOW, HIGH = 900, 2200, 0.15, 0.85

Worths = Mapping[str, float]
MakeDice = Callable[[int | str], Dice]
Skipped = Collection[tuple[str, str]]


def find_puzzle(
    observation: Observation, dice: Dice, make_dice: MakeDice, skip: Skipped = ()
) -> Json | None:
    """Return the puzzle of the seat to act, or None if no choice is clearly the best.

    {"question", "theme", "kind": the type of the best choice (games.density_deck.bots.questions),
    "match": its number, "position": see describe_position, "worth": [[choice, chance to win the
    game]], best first, "gap": least lead of the best choice, "top": chance of the top score now or
    after the best discard, "tops": the same by discard, "rating": a first estimate in points}.
    `make_dice` makes more dice from a seed. `skip` has pairs of theme and kind that are not wanted.
    """
    if not _is_usual(observation):
        return None
    seed, position = dice.randrange(SEEDS), describe_position(observation)
    # the seats as the reader of the puzzle sees them, so that it can be checked again
    view = read_position(position, make_dice(seed))
    for question, kind in find_questions(view, make_dice(f"{seed} glance")):
        if (find_theme(question, view), kind) not in skip:
            found = check_puzzle(
                question, position, make_dice(f"{seed} {question}"), make_dice, skip
            )
            if found is not None:
                return {**found, "match": observation.match}
    return None


def find_questions(observation: Observation, dice: Dice) -> Iterator[tuple[str, str]]:
    """Yield the questions that may make a puzzle, with the likely type of the best choice."""
    weighed = review.weigh_choices(observation, dice, GLANCE)
    chances = {action: chance for action, chance, _cost in weighed}
    scores = describe_position(observation)["scores"]
    for question in possible_questions(observation):
        worth = _by_choice(question, observation, chances)
        if (
            find_theme(question, observation)
            # a question must have the answer that is best of all
            and name_choice(question, observation, weighed[0].action) is not None
            and gap_of(worth) >= least_gap(question)
            and not is_found_at_once(question, observation, next(iter(worth)), dice)
        ):
            yield question, find_kind(question, next(iter(worth)), scores)


def check_puzzle(
    question: str, position: Json, dice: Dice, make_dice: MakeDice, skip: Skipped = ()
) -> Json | None:
    """Return the puzzle of a question in a position, without "match"; None if there is none."""
    observation = read_position(position, dice)
    worth, gap = settle_worths(question, observation, dice)
    best, theme = next(iter(worth)), find_theme(question, observation)
    kind = find_kind(question, best, position["scores"])
    if gap < CERTAIN * least_gap(question) or gap_of(worth) < least_gap(question):
        return None
    facts = find_facts(question, observation, dice)
    if (
        (theme, kind) in skip
        or not is_plain(kind, best, facts)
        or is_found_at_once(question, observation, best, dice)
        or not is_borne_out(question, observation, dice, make_dice, list(worth))
    ):
        return None
    return {
        "question": question,
        "theme": theme,
        "kind": kind,
        "position": position,
        "worth": [[choice, round(chance, 3)] for choice, chance in worth.items()],
        "gap": round(gap, 3),
        **facts,
        "rating": _rate(question, observation, dice, best, gap_of(worth)),
    }


def choice_worths(question: str, observation: Observation, dice: Dice, samples: int) -> Worths:
    """Return the chance to win the game after each choice of a question, best first."""
    weighed = review.weigh_choices(observation, dice, samples)
    return _by_choice(question, observation, {action: chance for action, chance, _ in weighed})


def _by_choice(question: str, observation: Observation, values: Mapping[int, float]) -> Worths:
    """Return the value of each choice of a question, that of its best action, best first."""
    worths: dict[str, float] = {}
    for action in sorted(values, key=values.__getitem__, reverse=True):
        choice = name_choice(question, observation, action)
        if choice is not None:
            worths.setdefault(choice, values[action])
    return worths


def _is_usual(observation: Observation) -> bool:
    """Return whether it is the viewer's turn in a game with the usual rules."""
    ruleset = observation.ruleset
    return observation.viewer == observation.turn and ruleset == Ruleset(
        lives=ruleset.lives, seats=ruleset.seats
    )


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


def least_gap(question: str) -> float:
    """Return the gap that makes a puzzle of this question."""
    return DISCARD_GAP if question == DISCARDS else GAP


def gap_of(worth: Worths) -> float:
    """Return the gap between the best choice and the next one."""
    best, *others = worth.values()
    return best - others[0] if others else 0.0


def is_borne_out(
    question: str,
    observation: Observation,
    dice: Dice,
    make_dice: MakeDice,
    choices: Sequence[str],
) -> bool:
    """Return whether the first choice also beats the next ones when they are played.

    The network's prediction may be wrong however many hands are sampled. All choices are played
    from the same deals of the hidden cards, which are inferred from the play of the rivals, and
    with the same dice.
    """
    actions: dict[str, int] = {}
    for action, _chance, _cost in review.weigh_choices(observation, dice, SAMPLES):
        actions.setdefault(name_choice(question, observation, action) or "", action)
    best, *others = [actions[choice] for choice in choices[: 1 + COMPARED]]
    leads: list[list[float]] = [[] for _ in others]
    least = PLAYED_SHARE * least_gap(question)
    for number, state in enumerate(deal_inferred(observation, dice, PLAYED), 1):
        seed = dice.randrange(SEEDS)
        chance = _play_on(state, best, make_dice(seed))
        for gaps, action in zip(leads, others, strict=True):
            gaps.append(chance - _play_on(state, action, make_dice(seed)))
        if number in LOOKS:
            lowest = [(fmean(gaps), PLAYED_DOUBT * stdev(gaps) / number**0.5) for gaps in leads]
            if all(lead >= max(least, doubt) for lead, doubt in lowest):
                return True
            if any(lead <= 0 or lead + doubt < least for lead, doubt in lowest):
                return False
    return False


def _play_on(state: State, action: int, dice: Dice) -> float:
    """Return the chance of the seat to act to win the game after this action.

    Master players go on until the match ends or it is the seat's turn again, where the network
    predicts the rest: so the luck of later cards does not hide what the action is worth.
    """
    seat = state.waiting[0]
    while True:
        state, events = unwrap_accepted(game.act(state, state.waiting[0], action))
        for event in events:
            if isinstance(event, MatchOver):
                return seat_equities(event.after)[seat]
        view = observe(state, state.waiting[0])
        if view.turn == seat and view.drawing:
            _moves, shared, own = move_features(view, dice, network.SAMPLES)
            change = max(network.move_values(shared, own)) / SCALE
            return seat_equities(view.lives)[seat] + change
        action = network.choose_action(view, dice)


# ---------------------------------------------------------------------------- difficulty
def is_found_at_once(question: str, observation: Observation, best: str, dice: Dice) -> bool:
    """Return whether both the own score and the medium player lead to this choice."""
    if solvers.answer_by_own_score(question, observation, dice) != best:
        return False
    return _hits(solvers.answer_as_medium, question, observation, best, dice) >= AT_ONCE


def _hits(
    solver: solvers.Solver, question: str, observation: Observation, best: str, dice: Dice
) -> float:
    """Return how often a solver finds the best choice."""
    return fmean([solver(question, observation, dice) == best for _ in range(TRIES)])


def _rate(question: str, observation: Observation, dice: Dice, best: str, gap: float) -> int:
    """Return a first estimate of a puzzle's rating: from the solvers that find it, and the gap."""
    hits = [_hits(each, question, observation, best, dice) for each in solvers.SOLVERS]
    hidden = 1 - min(1.0, gap / WIDE)
    difficulty = (1 - OF_GAP) * (1 - fmean(hits)) + OF_GAP * hidden
    share = (difficulty - LOW) / (HIGH - LOW)
    return round(EASIEST + (HARDEST - EASIEST) * min(1.0, max(0.0, share)))


# --------------------------------------------------------------------------------- facts
def find_facts(question: str, observation: Observation, dice: Dice) -> Json:
    """Return what explains the answer, over samples of the hands that rivals probably hold.

    "top": chance of the top score now, or after the best discard. For a discard also "tops": the
    chance after each. For the others also "even": the chance if all hands were equally likely, and
    for a fight "after": the mean chance after a card from the pile, and "outs": how many of the
    "unseen" cards raise the chance.
    """
    outlook = imagine_hands(observation, dice, SAMPLES * TIMES)
    uniform = medium.imagine_hands(observation, dice, SAMPLES * TIMES)
    if observation.drawing:
        return _count_outs(outlook) | {"even": round(medium.fight_prospect(uniform), 2)}
    tops = _tops_by_discard(outlook)
    if question == DISCARDS:
        return {"top": max(tops.values()), "tops": tops}
    return {"top": max(tops.values()), "even": max(_tops_by_discard(uniform).values())}


def _tops_by_discard(outlook: medium.Outlook) -> dict[str, float]:
    prospects = medium.discard_prospects(outlook)
    return {CODES[card]: round(top, 2) for card, (top, _score) in prospects.items()}


def _count_outs(outlook: medium.Outlook) -> Json:
    observation, unseen = outlook.observation, outlook.unseen
    tops = top_weights(observation)
    bars, now = outlook.bars(tops), medium.fight_prospect(outlook)
    best_with = medium.scores_with(outlook, observation.hand, tops)
    chances = [medium.share_on_top(bars, best_with[face]) for face in unseen]
    return {
        "top": round(now, 2),
        "after": round(fmean(chances), 2),
        "outs": sum(chance >= now + HELPS for chance in chances),
        "unseen": len(unseen),
    }


def is_plain(kind: str, best: str, facts: Json) -> bool:
    """Return whether the facts argue for the best choice, so that a reader can understand it."""
    top, tops = facts["top"], facts.get("tops", {})
    match kind:
        case "fight":
            return bool(top >= LIKELY)
        case "on" if "after" in facts:
            return bool(top <= RISKY)
        case "on":
            return bool(top >= HOPE)
        case "surrender":
            return bool(top <= LIKELY)
    # without a difference, nothing but the own score would argue for a discard
    others = [chance for card, chance in tops.items() if card != best]
    return bool(tops[best] >= max(HOPE, max(others) + CLEARLY))
