"""The coach's queue: addresses take turns, and so do the users of one address."""

import pytest

from games.analysis import review_queue
from games.analysis.review_queue import MOST, choose_next, claim_game
from tests.patience import wait_until

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["here", "there"])
def test_a_requester_waits_for_one_game_wherever_it_asks(address: str) -> None:
    assert claim_game("one", "user-1", "here")
    assert not claim_game("two", "user-1", address)
    assert choose_next("one", more=False) is None
    assert claim_game("two", "user-1", address)


def test_what_another_address_has_looked_at_is_not_looked_at_twice() -> None:
    assert claim_game("first", "user-1", "here")
    assert not claim_game("game", "user-2", "here")
    assert claim_game("game", "user-3", "there")
    assert choose_next("first", more=False) is None


def test_of_one_address_so_many_games_wait() -> None:
    for number in range(MOST + 10):
        claim_game(f"game{number}", f"user-{number}", "here")
    looked_at, current = 1, "game0"
    while following := choose_next(current, more=False):
        looked_at, current = looked_at + 1, following
    assert looked_at == MOST + 1
    assert review_queue.claim_game("more", "user-100", "here")


def test_a_game_that_its_reader_has_left_does_not_hold_up_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(review_queue, "LEFT", 1)
    assert claim_game("one", "user-1", "here")
    wait_until(lambda: claim_game("two", "user-1", "there"))
    # the first one goes on, too
    assert choose_next("one", more=True) == "one"
