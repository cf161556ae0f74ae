"""Puzzles for users: the daily puzzle, the next one to practice, answers, ratings and streaks.

An answer is rated like a game of two seats, the user and the puzzle (accounts.ratings.rating),
on a separate scale that never affects ranks.
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

# performance noise: a new user has a deviation of 347 points, and 400 points are odds of 10 to 1
NOISE = rating.PRIOR_SIGMA / 2
# deviation of the first estimate of a puzzle's difficulty, in points
DOUBT = 150
USER, PUZZLE = 0, 1
# how the source of a puzzle begins that no game of this site gave
SIMULATED = "simulated-"
# how many future daily puzzles are not offered for practice
AHEAD = 14
# the largest share of one kind of answer among the puzzles of a theme, from so many puzzles on
MOST_OF_KIND, COUNTED_FROM = 0.65, 20
DAY = timedelta(days=1)


# -------------------------------------------------------------------------------- the store
def add_puzzle(slug: str, data: Json, source: str) -> bool:
    """Save a puzzle of `GameType.puzzle`; return whether it was new.

    It is not if the theme already has a puzzle of the same match, or nearly the same puzzle.
    """
    puzzle = build_puzzle(slug, data, source)
    of_match = _asked(slug).filter(source=source, data__match=data["match"])
    if of_match.filter(situation=puzzle.situation).exists() or _is_near(puzzle):
        return False
    new = not Puzzle.objects.filter(pk=puzzle.pk).exists()
    Puzzle.objects.bulk_create([puzzle], ignore_conflicts=True)
    return new


def _is_near(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is nearly the same as a stored one."""
    puzzler = GAMES[puzzle.slug].puzzle
    assert puzzler is not None
    others = _asked(puzzle.slug).filter(question=puzzle.question)
    positions = others.values_list("data__position", flat=True)
    return any(puzzler.are_near(puzzle.data["position"], position) for position in positions)


def unwanted_kinds(slug: str) -> set[tuple[str, str]]:
    """Return the theme and kind of answer of which there are too many to add another one."""
    kinds = Counter(_asked(slug).order_by().values_list("situation", "data__kind"))
    themes = count_themes(slug)
    return {
        (theme, kind)
        for (theme, kind), count in kinds.items()
        if themes[theme] >= COUNTED_FROM and count + 1 > MOST_OF_KIND * (themes[theme] + 1)
    }


def build_puzzle(slug: str, data: Json, source: str) -> Puzzle:
    """Return the row of a puzzle, unsaved; its key depends only on question and position."""
    key = json.dumps([slug, data["question"], data["position"]], sort_keys=True)
    skill = rating.of_points(data["rating"], DOUBT, NOISE)
    return Puzzle(
        fingerprint=hashlib.sha256(key.encode()).hexdigest()[:16],
        slug=slug,
        question=data["question"],
        situation=data["theme"],
        data=data,
        source=source,
        mu=skill.mu,
        sigma=skill.sigma,
    )


def load_starters() -> None:
    """Add the puzzles that every site begins with; those of earlier versions are retired.

    A retired puzzle has no theme: it is never asked again, but its page and its answers stay.
    """
    for slug, game_type in GAMES.items():
        if game_type.puzzle is not None:
            draw_daily(slug, timezone.now().date())
            starters = json.loads(starters_file(slug).read_text(encoding="ascii"))["puzzles"]
            rows = [build_puzzle(slug, data, data.pop("source")) for data in starters]
            shipped = Puzzle.objects.filter(slug=slug, source__startswith=SIMULATED)
            shipped.exclude(pk__in=[row.pk for row in rows]).update(situation="")
            Puzzle.objects.bulk_create(rows, ignore_conflicts=True)


def starters_file(slug: str) -> Path:
    """Return the path of a game's file of the puzzles that every site begins with."""
    return Path(__file__).parents[1] / GAMES[slug].folder / "puzzles.json"


def daily_puzzle(slug: str, today: date) -> Puzzle | None:
    """Return the puzzle of this UTC day, the same for all; None if there are no puzzles.

    It is the next one by key that never was a daily puzzle, or else the one whose day was longest
    ago. It is not saved, but its `day` is today.
    """
    puzzle = Puzzle.objects.filter(slug=slug, day=today).first() or _in_daily_order(slug).first()
    if puzzle is not None:
        puzzle.day = today
    return puzzle


def draw_daily(slug: str, today: date) -> None:
    """Save which puzzle is the daily one, before its first answer and before puzzles are added."""
    puzzle = daily_puzzle(slug, today)
    if puzzle is not None:
        # another process may have drawn one at the same moment
        with suppress(IntegrityError), transaction.atomic():
            Puzzle.objects.filter(pk=puzzle.pk).update(day=today)


def read_puzzle(slug: str, fingerprint: str, today: date) -> Puzzle | None:
    """Return a puzzle by its key, the daily one with its day; None if there is none."""
    of_today = daily_puzzle(slug, today)
    if of_today is not None and of_today.pk == fingerprint:
        return of_today
    return Puzzle.objects.filter(slug=slug, pk=fingerprint).first()


def _in_daily_order(slug: str) -> QuerySet[Puzzle]:
    """Return all puzzles in the order in which they become the daily one."""
    return _asked(slug).order_by(F("day").asc(nulls_first=True), "pk")


def _asked(slug: str) -> QuerySet[Puzzle]:
    """Return the puzzles that are asked: those of a theme, while those of earlier versions rest."""
    puzzler = GAMES[slug].puzzle
    return Puzzle.objects.filter(slug=slug, situation__in=puzzler.themes if puzzler else ())


def choose_puzzle(slug: str, user_id: int, theme: str, today: date) -> Puzzle | None:
    """Return the untried puzzle that is nearest to the rating of a user; None if there is none.

    `theme` "" means any. The daily puzzles of today and the next days are left out.
    """
    attempts = PuzzleAttempt.objects.filter(user_id=user_id, puzzle=OuterRef("pk"))
    untried = _asked(slug).filter(~Exists(attempts)).exclude(day=today)
    if _asked(slug).count() > 2 * AHEAD:
        untried = untried.exclude(
            pk__in=list(_in_daily_order(slug).values_list("pk", flat=True)[:AHEAD])
        )
    if theme:
        untried = untried.filter(situation=theme)
    skill = find_skill(user_id, slug)
    return untried.order_by(Abs(F("mu") - skill.mu), "pk").first()


def count_themes(slug: str) -> dict[str, int]:
    """Return the number of puzzles by theme."""
    themes = _asked(slug).order_by().values_list("situation")
    return dict(themes.annotate(Count("pk")))


def count_progress(slug: str, user_id: int) -> dict[str, Json]:
    """Return {"tried", "solved"}, how many puzzles a user tried and solved, by theme."""
    asked = PuzzleAttempt.objects.filter(user_id=user_id, puzzle__in=_asked(slug))
    counts = (
        asked.order_by()
        .values("puzzle__situation")
        .annotate(
            tried=Count("puzzle", distinct=True),
            solved=Count("puzzle", distinct=True, filter=Q(solved=True)),
        )
    )
    return {
        row["puzzle__situation"]: {"tried": row["tried"], "solved": row["solved"]} for row in counts
    }


# ------------------------------------------------------------------------------ the answers
def save_answer(
    user: User, puzzle: Puzzle, choice: str, today: date, *, known: bool = False
) -> PuzzleAttempt:
    """Save the first answer of a user to a puzzle; return the answer that counts.

    An earlier answer stays. If today's daily puzzle was practiced before, today's answer counts for
    the streak, but not for the rating. If the solution is `known` (games.analysis.solutions), the
    answer is practice, which counts for neither.
    """
    if puzzle.day == today:
        draw_daily(puzzle.slug, today)
    with transaction.atomic():
        PuzzleSkill.objects.get_or_create(user=user, slug=puzzle.slug, defaults=Skill()._asdict())
        # a second answer at the same time waits here
        skill = PuzzleSkill.objects.select_for_update().get(user=user, slug=puzzle.slug)
        earlier = find_attempt(user.pk, puzzle, today)
        if earlier is not None:
            return earlier
        solved, before = choice == best_choice(puzzle), _skill_points(skill)
        first = not PuzzleAttempt.objects.filter(user=user, puzzle=puzzle).exists()
        if first and not known:
            _rate_answer(skill, puzzle.pk, solved=solved, guest=user.is_guest or user.is_bot)
        return PuzzleAttempt.objects.create(
            user=user,
            puzzle=puzzle,
            day=today if puzzle.day == today else None,
            choice=choice,
            solved=solved,
            before=before,
            after=_skill_points(skill),
            practice=first and known,
        )


def find_attempt(user_id: int, puzzle: Puzzle, today: date) -> PuzzleAttempt | None:
    """Return the answer of a user that counts: today's for the daily puzzle, else the last one."""
    attempts = PuzzleAttempt.objects.filter(user_id=user_id, puzzle=puzzle)
    if puzzle.day == today:
        attempts = attempts.filter(day=today)
    return attempts.order_by("-at").first()


def best_choice(puzzle: Puzzle) -> str:
    """Return the choice that solves a puzzle."""
    return str(puzzle.data["worth"][0][0])


def _rate_answer(skill: PuzzleSkill, puzzle_id: str, *, solved: bool, guest: bool) -> None:
    """Save the new ratings after an answer; guests and new users hardly change a puzzle."""
    puzzle = Puzzle.objects.select_for_update().get(pk=puzzle_id)
    new = {USER} if guest or skill.tries < rating.NEW_GAMES else set()
    places = (0, 1) if solved else (1, 0)
    skills = [Skill(skill.mu, skill.sigma), Skill(puzzle.mu, puzzle.sigma)]
    after = rating.rate_game(skills, places, NOISE, new=new)
    skill.mu, skill.sigma = after[USER]
    puzzle.mu, puzzle.sigma = after[PUZZLE]
    skill.tries, puzzle.tries = skill.tries + 1, puzzle.tries + 1
    skill.solved += solved
    skill.save(update_fields=("mu", "sigma", "tries", "solved"))
    puzzle.save(update_fields=("mu", "sigma", "tries"))


# ------------------------------------------------------------------------ ratings, streaks
def find_skill(user_id: int, slug: str) -> PuzzleSkill:
    """Return the puzzle skill of a user, unsaved if the user is new to puzzles."""
    skill = PuzzleSkill.objects.filter(user_id=user_id, slug=slug).first()
    return skill or PuzzleSkill(user_id=user_id, slug=slug, **Skill()._asdict())


def read_standing(user_id: int, slug: str, today: date) -> Json:
    """Return {"rating", "provisional", "tries", "solved", "streak": days} of a user."""
    skill = find_skill(user_id, slug)
    return {
        "rating": _skill_points(skill),
        "provisional": rating.is_provisional(skill.tries),
        "tries": skill.tries,
        "solved": skill.solved,
        "streak": count_streak(user_id, slug, today) if skill.tries else 0,
    }


def count_streak(user_id: int, slug: str, today: date) -> int:
    """Return the number of UTC days in a row, up to today or yesterday, with a solved daily puzzle.

    A day of practice neither counts nor ends the streak.
    """
    attempts = PuzzleAttempt.objects.filter(user_id=user_id, puzzle__slug=slug, day__lte=today)
    days = attempts.order_by("-day").values_list("day", "solved", "practice")
    count, expected_day = 0, today
    for day, solved, practice in days:
        if count == 0 and day == today - DAY:
            expected_day = day  # today's puzzle can still be solved
        if day != expected_day or not solved:
            break
        count, expected_day = count + (not practice), expected_day - DAY
    return count


def puzzle_rating(puzzle: Puzzle) -> int:
    """Return the difficulty of a puzzle, in rating points of puzzles."""
    return rating.public_rating(Skill(puzzle.mu, puzzle.sigma), NOISE)


def _skill_points(skill: PuzzleSkill) -> int:
    return rating.public_rating(Skill(skill.mu, skill.sigma), NOISE)
