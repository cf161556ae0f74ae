"""The daily puzzle, the next puzzle by rating, first answers and streaks."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.analysis import puzzles
from games.models import Puzzle, PuzzleAttempt, PuzzleSkill
from tests.records.puzzle_rows import SLUG, save_puzzle
from tests.table.harness import at_once, make_users

pytestmark = pytest.mark.django_db(transaction=True)
TODAY = date(2026, 11, 24)
DAY = timedelta(days=1)


@pytest.fixture
def mira() -> User:
    return make_users(1, "Mira")[0]


def daily_puzzle(day: date) -> Puzzle | None:
    """Return the puzzle of a day that was answered."""
    puzzles.draw_daily(SLUG, day)
    return puzzles.daily_puzzle(SLUG, day)


def test_the_daily_puzzle_is_the_same_all_day_and_none_comes_twice_before_all_did() -> None:
    for number in range(5):
        save_puzzle(number)
    drawn = [daily_puzzle(TODAY + day * DAY) for day in range(5)]
    assert {each and each.pk for each in drawn} == {each.pk for each in Puzzle.objects.all()}
    assert daily_puzzle(TODAY + 4 * DAY) == drawn[4]
    assert daily_puzzle(TODAY + 5 * DAY) == drawn[0]


def test_who_reads_the_daily_puzzle_changes_nothing_and_who_answers_keeps_it(mira: User) -> None:
    save_puzzle(1)
    read = puzzles.daily_puzzle(SLUG, TODAY)
    assert read is not None
    assert read.day == TODAY
    assert not Puzzle.objects.filter(day=TODAY).exists()
    assert puzzles.save_answer(mira, read, puzzles.best_choice(read), TODAY).day == TODAY
    assert Puzzle.objects.get(day=TODAY) == read


def test_practice_leads_to_the_nearest_puzzle_that_was_not_tried(mira: User) -> None:
    hard, near = save_puzzle(1, rating=2000), save_puzzle(2, rating=1540)
    assert puzzles.choose_puzzle(SLUG, mira.pk, "", TODAY) == near
    puzzles.save_answer(mira, near, "fight", TODAY)
    assert puzzles.choose_puzzle(SLUG, mira.pk, "", TODAY) == hard
    puzzles.save_answer(mira, hard, "on", TODAY)
    assert puzzles.choose_puzzle(SLUG, mira.pk, "", TODAY) is None
    assert puzzles.choose_puzzle(SLUG, 0, "", TODAY) == near


def test_practice_never_shows_the_daily_puzzle_of_today_or_of_the_days_to_come(mira: User) -> None:
    for number in range(2 * puzzles.AHEAD + 6):
        save_puzzle(number)
    today = daily_puzzle(TODAY)
    seen = []
    while (following := puzzles.choose_puzzle(SLUG, mira.pk, "", TODAY)) is not None:
        seen.append(following.pk)
        puzzles.save_answer(mira, following, "fight", TODAY)
    assert len(seen) == puzzles.AHEAD + 5
    assert today is not None
    assert today.pk not in seen
    for day in range(1, puzzles.AHEAD):
        coming = daily_puzzle(TODAY + day * DAY)
        assert coming is not None
        assert coming.pk not in seen


def test_guests_and_new_users_hardly_move_a_puzzle(mira: User) -> None:
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    skilled = PuzzleSkill.objects.create(user=mira, slug=SLUG, mu=25, sigma=5, tries=20)
    for user, least, most in ((guest, 0, 3), (mira, 20, 100)):
        puzzle = save_puzzle(user.pk)
        puzzles.save_answer(user, puzzle, "on", TODAY)
        puzzle.refresh_from_db()
        assert least <= puzzles.puzzle_rating(puzzle) - 1500 <= most
    assert skilled.user == mira


@pytest.mark.concurrent_writes
def test_two_answers_at_once_count_once(mira: User) -> None:
    puzzle = save_puzzle()
    at_once(
        lambda: puzzles.save_answer(mira, puzzle, "on", TODAY),
        lambda: puzzles.save_answer(mira, puzzle, "fight", TODAY),
    )
    assert PuzzleAttempt.objects.count() == 1
    assert PuzzleSkill.objects.get().tries == 1


def test_a_practiced_puzzle_that_becomes_the_daily_one_counts_for_the_streak_alone(
    mira: User,
) -> None:
    puzzle = save_puzzle()
    puzzles.save_answer(mira, puzzle, "on", TODAY - 9 * DAY)
    rating = puzzles.read_standing(mira.pk, SLUG, TODAY)["rating"]
    today = daily_puzzle(TODAY)
    assert today == puzzle
    assert puzzles.find_attempt(mira.pk, today, TODAY) is None
    attempt = puzzles.save_answer(mira, today, "fight", TODAY)
    assert (attempt.solved, attempt.change) == (True, 0)
    found = puzzles.read_standing(mira.pk, SLUG, TODAY)
    assert (found["rating"], found["streak"], found["tries"]) == (rating, 1, 1)


def solve_daily(user: User, day: date, choice: str = "fight") -> None:
    puzzle = daily_puzzle(day)
    assert puzzle is not None
    puzzles.save_answer(user, puzzle, choice, day)


def test_a_streak_grows_by_days_waits_for_today_and_ends_with_a_gap_or_a_failure(
    mira: User,
) -> None:
    for number in range(8):
        save_puzzle(number)
    for day in range(3):
        solve_daily(mira, TODAY + day * DAY)
    last = TODAY + 2 * DAY
    assert puzzles.count_streak(mira.pk, SLUG, last) == 3
    assert puzzles.count_streak(mira.pk, SLUG, last + DAY) == 3
    assert puzzles.count_streak(mira.pk, SLUG, last + 2 * DAY) == 0
    solve_daily(mira, last + DAY, "on")
    assert puzzles.count_streak(mira.pk, SLUG, last + DAY) == 0
    solve_daily(mira, last + 2 * DAY)
    assert puzzles.count_streak(mira.pk, SLUG, last + 2 * DAY) == 1


def test_puzzles_that_come_with_an_upgrade_change_no_daily_one_of_today() -> None:
    save_puzzle(1)
    today = timezone.now().date()
    first = puzzles.daily_puzzle(SLUG, today)
    puzzles.load_starters()
    assert Puzzle.objects.filter(slug=SLUG).count() > 1
    assert puzzles.daily_puzzle(SLUG, today) == first
    # even if its URL would come first
    assert Puzzle.objects.filter(day=today).get() == first
