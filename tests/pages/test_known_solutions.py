"""An answer to a puzzle does not count if its solution was shown at that address before."""

import pytest
from django.conf import LazySettings
from django.test import Client

from accounts.models import User
from games.analysis import puzzles
from games.lobby import removal
from games.models import PuzzleAttempt
from tests.pages.markup import read_page
from tests.pages.test_puzzles import puzzle_address, send_answer, today_utc
from tests.records.puzzle_rows import SLUG, save_puzzle
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
HERE, THERE = "192.0.2.7", "192.0.2.8"
BEFORE = "The solution was already shown on your network or in this browser"


def open_browser(place: str = HERE) -> Client:
    return Client(REMOTE_ADDR=place)


def make_member(place: str = HERE, name: str = "Mira") -> tuple[Client, User]:
    (user,) = make_users(1, name)
    client = open_browser(place)
    client.force_login(user)
    return client, user


def read_rating(user: User) -> int:
    return int(puzzles.read_standing(user.pk, SLUG, today_utc())["rating"])


@pytest.mark.parametrize("again", [False, True])
def test_what_a_guest_has_looked_up_raises_no_rating_of_the_own_account(again: bool) -> None:
    client, mira = make_member()
    for number in range(5):
        puzzle = save_puzzle(number)
        guest = open_browser()
        send_answer(guest, puzzle, "on")
        if again:
            removal.remove_account(User.objects.get(is_guest=True))
        assert BEFORE in read_page(client, puzzle_address(puzzle)).text
        page = send_answer(client, puzzle, "fight")
        assert "Right." in page.text
        assert "so this one doesn’t count" in page.text
        User.objects.filter(is_guest=True).delete()
    found = puzzles.read_standing(mira.pk, SLUG, today_utc())
    assert (found["rating"], found["tries"], found["solved"]) == (1500, 0, 0)
    assert PuzzleAttempt.objects.filter(user=mira, practice=True).count() == 5


def test_a_browser_is_known_at_another_address_too() -> None:
    puzzle = save_puzzle()
    browser = open_browser(HERE)
    send_answer(browser, puzzle, "on")
    (mira,) = make_users(1, "Mira")
    elsewhere = open_browser(THERE)
    for name, cookie in browser.cookies.items():
        if name != "sessionid":
            elsewhere.cookies[name] = cookie.value
    elsewhere.force_login(mira)
    send_answer(elsewhere, puzzle, "fight")
    assert read_rating(mira) == 1500
    client, kim = make_member(THERE, "Kim")
    fresh = save_puzzle(2)
    assert BEFORE not in read_page(client, puzzle_address(fresh)).text
    send_answer(client, fresh, "fight")
    assert read_rating(kim) > 1500


def test_the_daily_puzzle_of_a_known_solution_makes_no_streak_and_nothing_to_share() -> None:
    save_puzzle()
    today = puzzles.daily_puzzle(SLUG, today_utc())
    assert today is not None
    send_answer(open_browser(), today, "on")
    client, mira = make_member()
    page = send_answer(client, today, "fight")
    assert "Right." in page.text
    assert "Your result (no spoilers)" not in page.text
    assert puzzles.count_streak(mira.pk, SLUG, today_utc()) == 0


def test_a_day_of_practice_does_not_end_a_streak() -> None:
    (mira,) = make_users(1, "Mira")
    for number, practice in enumerate((False, True, False)):
        PuzzleAttempt.objects.create(
            user=mira,
            puzzle=save_puzzle(number),
            day=today_utc() - (2 - number) * puzzles.DAY,
            choice="fight",
            solved=True,
            before=1500,
            after=1500,
            practice=practice,
        )
    assert puzzles.count_streak(mira.pk, SLUG, today_utc()) == 2


def test_a_user_and_the_guests_of_an_address_answer_so_often(settings: LazySettings) -> None:
    limits = {"puzzles": (2, 600), "puzzles_of_address": (2, 600)}
    settings.LIMITS = {**settings.LIMITS, **limits}
    client, _mira = make_member(THERE)
    for number in range(2):
        send_answer(client, save_puzzle(number), "fight")
        send_answer(open_browser(), save_puzzle(number + 2), "fight")
    for answerer, status in (
        (client, 429),
        (open_browser(), 429),
        (open_browser("192.0.2.9"), 303),
    ):
        assert (
            answerer.post(puzzle_address(save_puzzle(5)), {"answer": "fight"}).status_code == status
        )
