"""The coach's queue: addresses take turns, and so do the users of one address."""

import pytest

from games.analysis import review_queue
from games.analysis.review_queue import MOST, choose_next, claim_game
from tests.patience import wait_until

pytestmark = pytest.mark.django_db


def claim_place(
    game_id: str, requester: str, address: str = "here", *, urgent: bool = True
) -> bool:
    return claim_game(game_id, requester, address, urgent=urgent)


def test_a_requester_waits_for_the_game_that_its_page_opened_last() -> None:
    assert claim_place("playing", "user-1")
    for game_id in ("one", "two", "three"):
        assert not claim_place(game_id, "user-2")
    assert choose_next("playing", more=True) == "three"
    assert choose_next("three", more=False) == "playing"
    assert choose_next("playing", more=False) is None


def test_a_game_that_its_reader_has_left_makes_room_for_the_next_one() -> None:
    assert claim_place("left", "user-1")
    assert not claim_place("opened", "user-1")
    assert choose_next("left", more=True) == "opened"
    assert choose_next("opened", more=False) is None


def test_a_reader_who_waits_comes_before_all_work_that_goes_on() -> None:
    assert claim_place("first", "user-1")
    for number in range(2, 6):
        assert not claim_place(f"game-{number}", f"user-{number}")
    current = "first"
    for number in range(2, 6):
        # all of them have their first finding and go on
        following = choose_next(current, more=True, urgent=False)
        assert following == f"game-{number}"
        current = following
    assert not claim_place("new", "user-6")
    assert choose_next(current, more=True, urgent=False) == "new"
    # an opened match of a game that goes on does not wait for the others either
    assert not claim_place("game-4", "user-4")
    assert choose_next("new", more=True, urgent=False) == "game-4"
    rest = [choose_next("game-4", more=False)]
    while rest[-1]:
        rest.append(choose_next(rest[-1], more=False))
    assert rest == ["first", "game-2", "game-3", "game-5", "new", None]


def test_readers_who_wait_take_turns() -> None:
    assert claim_place("one", "user-1")
    assert not claim_place("two", "user-2")
    assert choose_next("one", more=True, urgent=True) == "two"
    assert choose_next("two", more=True, urgent=True) == "one"


def test_other_work_learns_that_a_reader_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_queue, "ASKED_SECONDS", 1)
    assert claim_place("known", "user-1", urgent=False)
    assert not review_queue.is_reader_waiting()
    assert claim_place("new", "user-2", "there")
    assert review_queue.is_reader_waiting()
    wait_until(lambda: not review_queue.is_reader_waiting())


def test_what_another_address_has_looked_at_is_not_looked_at_twice() -> None:
    assert claim_place("first", "user-1")
    assert not claim_place("game", "user-2")
    assert claim_place("game", "user-3", "there")
    assert choose_next("first", more=False) is None


def test_of_one_address_so_many_games_wait() -> None:
    for number in range(MOST + 10):
        claim_place(f"game{number}", f"user-{number}")
    looked_at, current = 1, "game0"
    while following := choose_next(current, more=False):
        looked_at, current = looked_at + 1, following
    assert looked_at == MOST + 1
    assert claim_place("more", "user-100")
