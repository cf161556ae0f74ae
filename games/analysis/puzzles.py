"""Puzzles as users meet them: the daily one, the next to practice, answers, ratings and streaks.

A rating of puzzles is the update of `accounts.ratings.rating` with two seats, the user and
the puzzle, on a scale of its own: it never meets a rank.
"""

import hashlib
import json
from collections import Counter
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Abs
from django.utils import timezone

from accounts.models import User
from accounts.ratings import rating
from accounts.ratings.rating import Skill
from games.engine.contract import Json
from games.models import Puzzle, PuzzleAttempt, PuzzleSkill
from games.registry import GAMES

# performance noise: a new user is uncertain by 347 points, and 400 points are 10 to 1
NOISE = rating.PRIOR_SIGMA / 2
# how uncertain the first guess of a puzzle is, in points
DOUBT = 150
USER, PUZZLE = 0, 1
# so many daily puzzles to come are kept out of practice
AHEAD = 14
DAY = timedelta(days=1)


# -------------------------------------------------------------------------------- the store
def add_puzzle(slug: str, found: Json, source: str) -> bool:
    """Keep a puzzle as `GameType.puzzle` returns it; return whether it was a new one."""
    puzzle = puzzle_of(slug, found, source)
    new = not Puzzle.objects.filter(pk=puzzle.pk).exists()
    Puzzle.objects.bulk_create([puzzle], ignore_conflicts=True)
    return new


def puzzle_of(slug: str, found: Json, source: str) -> Puzzle:
    """Return a puzzle that is not saved: its address follows from the question and the position."""
    asked = json.dumps([slug, found["question"], found["position"]], sort_keys=True)
    skill = rating.of_points(found["rating"], DOUBT, NOISE)
    return Puzzle(
        fingerprint=hashlib.sha256(asked.encode()).hexdigest()[:16],
        slug=slug,
        question=found["question"],
        situation=found["situation"],
        data=found,
        source=source,
        mu=skill.mu,
        sigma=skill.sigma,
    )


def load_starters() -> None:
    """Keep the puzzles that every site begins with; those that are here already stay."""
    for slug, game_type in GAMES.items():
        if game_type.puzzle is not None:
            draw_daily(slug, timezone.now().date())
            written = json.loads(starters_file(slug).read_text(encoding="ascii"))["puzzles"]
            rows = [puzzle_of(slug, each, each.pop("source")) for each in written]
            Puzzle.objects.bulk_create(rows, ignore_conflicts=True)


def starters_file(slug: str) -> Path:
    """Return the file of the puzzles that every site begins with, beside the code of the game."""
    return Path(__file__).parents[1] / GAMES[slug].folder / "puzzles.json"


def daily_puzzle(slug: str, today: date) -> Puzzle | None:
    """Return the puzzle of this UTC day, the same for all; None while the store is empty.

    It is the next one by address that never was one, and when all were, the one that was longest
    ago. To read it writes nothing: its `day` is today before it is drawn.
    """
    found = Puzzle.objects.filter(slug=slug, day=today).first() or _to_come(slug).first()
    if found is not None:
        found.day = today
    return found


def draw_daily(slug: str, today: date) -> None:
    """Keep which puzzle is that of this day, before the first answer to it and before more come."""
    found = daily_puzzle(slug, today)
    if found is not None:
        # another process may have drawn it in this moment
        with suppress(IntegrityError), transaction.atomic():
            Puzzle.objects.filter(pk=found.pk).update(day=today)


def read_puzzle(slug: str, fingerprint: str, today: date) -> Puzzle | None:
    """Return a puzzle by its address, which may be the daily one; None where there is none."""
    of_today = daily_puzzle(slug, today)
    if of_today is not None and of_today.pk == fingerprint:
        return of_today
    return Puzzle.objects.filter(slug=slug, pk=fingerprint).first()


def _to_come(slug: str) -> QuerySet[Puzzle]:
    """Return all puzzles in the order in which they become the daily one."""
    return Puzzle.objects.filter(slug=slug).order_by(F("day").asc(nulls_first=True), "pk")


def next_one(slug: str, user_id: int, theme: str, today: date) -> Puzzle | None:
    """Return the puzzle nearest to the rating of a user among those not tried; None where none is.

    `theme` is a question or a situation; "" means any. Daily puzzles of today and of the next days
    are kept back.
    """
    tried = PuzzleAttempt.objects.filter(user_id=user_id, puzzle=OuterRef("pk"))
    found = Puzzle.objects.filter(~Exists(tried), slug=slug).exclude(day=today)
    if Puzzle.objects.filter(slug=slug).count() > 2 * AHEAD:
        found = found.exclude(pk__in=list(_to_come(slug).values_list("pk", flat=True)[:AHEAD]))
    if theme:
        found = found.filter(Q(question=theme) | Q(situation=theme))
    skill = skill_of(user_id, slug)
    return found.order_by(Abs(F("mu") - skill.mu), "pk").first()


def count_themes(slug: str) -> Json:
    """Return the number of puzzles by question and by situation."""
    found: Counter[str] = Counter()
    pairs = Puzzle.objects.filter(slug=slug).order_by().values_list("question", "situation")
    for question, situation, count in pairs.annotate(Count("pk")):
        found.update({theme: count for theme in (question, situation) if theme})
    return found


# ------------------------------------------------------------------------------ the answers
def save_answer(
    user: User, puzzle: Puzzle, choice: str, today: date, *, known: bool = False
) -> PuzzleAttempt:
    """Keep the first answer of a user to a puzzle, and return the one that counts.

    An earlier answer stays; where a puzzle that was practiced is the daily one of today, its
    answer of today counts for the streak, and not for the rating. An answer given where the
    solution is `known` (games.analysis.solutions) is practice, which counts for neither.
    """
    if puzzle.day == today:
        draw_daily(puzzle.slug, today)
    with transaction.atomic():
        PuzzleSkill.objects.get_or_create(user=user, slug=puzzle.slug, defaults=Skill()._asdict())
        # a second answer at the same time waits here
        skill = PuzzleSkill.objects.select_for_update().get(user=user, slug=puzzle.slug)
        earlier = attempt_of(user.pk, puzzle, today)
        if earlier is not None:
            return earlier
        solved, before = choice == best_of(puzzle), _points(skill)
        first = not PuzzleAttempt.objects.filter(user=user, puzzle=puzzle).exists()
        if first and not known:
            _rate(skill, puzzle.pk, solved=solved, guest=user.is_guest)
        return PuzzleAttempt.objects.create(
            user=user,
            puzzle=puzzle,
            day=today if puzzle.day == today else None,
            choice=choice,
            solved=solved,
            before=before,
            after=_points(skill),
            practice=first and known,
        )


def attempt_of(user_id: int, puzzle: Puzzle, today: date) -> PuzzleAttempt | None:
    """Return the answer of a user that counts: of the daily puzzle the one of today, else any."""
    found = PuzzleAttempt.objects.filter(user_id=user_id, puzzle=puzzle)
    if puzzle.day == today:
        found = found.filter(day=today)
    return found.order_by("-at").first()


def best_of(puzzle: Puzzle) -> str:
    """Return the choice that solves a puzzle."""
    return str(puzzle.data["worth"][0][0])


def _rate(skill: PuzzleSkill, puzzle_id: str, *, solved: bool, guest: bool) -> None:
    """Write what an answer changes; guests and new users hardly move a puzzle."""
    puzzle = Puzzle.objects.select_for_update().get(pk=puzzle_id)
    new = {USER} if guest or skill.tries < rating.NEW_GAMES else set()
    places = (0, 1) if solved else (1, 0)
    both = [Skill(each.mu, each.sigma) for each in (skill, puzzle)]
    after = rating.rate_game(both, places, NOISE, new=new)
    skill.mu, skill.sigma = after[USER]
    puzzle.mu, puzzle.sigma = after[PUZZLE]
    skill.tries, puzzle.tries = skill.tries + 1, puzzle.tries + 1
    skill.solved += solved
    skill.save(update_fields=("mu", "sigma", "tries", "solved"))
    puzzle.save(update_fields=("mu", "sigma", "tries"))


# ------------------------------------------------------------------------ ratings, streaks
def skill_of(user_id: int, slug: str) -> PuzzleSkill:
    """Return what is believed of a user, who may be new; not saved then."""
    found = PuzzleSkill.objects.filter(user_id=user_id, slug=slug).first()
    return found or PuzzleSkill(user_id=user_id, slug=slug, **Skill()._asdict())


def read_standing(user_id: int, slug: str, today: date) -> Json:
    """Return {"rating", "provisional", "tries", "solved", "streak": days} of a user."""
    skill = skill_of(user_id, slug)
    return {
        "rating": _points(skill),
        "provisional": rating.is_provisional(skill.tries),
        "tries": skill.tries,
        "solved": skill.solved,
        "streak": count_streak(user_id, slug, today) if skill.tries else 0,
    }


def count_streak(user_id: int, slug: str, today: date) -> int:
    """Return on how many UTC days in a row, up to today or yesterday, the daily one was solved.

    A day of practice neither counts nor ends the row.
    """
    attempts = PuzzleAttempt.objects.filter(user_id=user_id, puzzle__slug=slug, day__lte=today)
    days = attempts.order_by("-day").values_list("day", "solved", "practice")
    count, wanted = 0, today
    for day, solved, practice in days:
        if count == 0 and day == today - DAY:
            wanted = day  # today has time until it ends
        if day != wanted or not solved:
            break
        count, wanted = count + (not practice), wanted - DAY
    return count


def points_of(puzzle: Puzzle) -> int:
    """Return how hard a puzzle is, in the points of users."""
    return rating.public_rating(Skill(puzzle.mu, puzzle.sigma), NOISE)


def _points(skill: PuzzleSkill) -> int:
    return rating.public_rating(Skill(skill.mu, skill.sigma), NOISE)
