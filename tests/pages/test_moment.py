"""The head of a result: the best hand or another key moment, and the next step."""

import random
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.analysis import result as results
from games.models import Game, Seat
from tests.once import made_once
from tests.pages.markup import browser_of, read_game
from tests.table.harness import Driver, make_users, playing_game

BEST = ("Best hand of the game", "Your best hand", "Your best challenge")

pytestmark = pytest.mark.django_db(transaction=True)


def finish_game(users: list[User], **options: Any) -> Game:
    return Driver(playing_game(users, **options).pk, random.Random(5)).finish()


@pytest.mark.parametrize("slug", ["density-deck", "rps-extreme"])
def test_everyone_reads_of_their_best_moment_and_of_the_match_that_decided_the_game(
    slug: str,
) -> None:
    users = make_users(4 if slug == "density-deck" else 2)
    game = finish_game(users, slug=slug, **({"lives": 4} if slug == "density-deck" else {}))
    places = {seat.user: seat.place or 0 for seat in game.seats.all()}
    won, lost = "How you won it", "Where it was decided"
    for user in users:
        text = read_game(game, user).text
        assert any(words in text for words in BEST)
        assert (won in text, lost in text) == (places[user] == 1, places[user] > 1)
    text = read_game(game).text
    assert won not in text
    assert lost not in text


def test_the_deciding_match_says_who_won_it_and_what_it_cost() -> None:
    users = make_users(2)
    game = finish_game(users, lives=4)
    winner, loser = (game.seats.get(place=place) for place in (1, 2))
    ended = game.matches.exclude(damage=None)
    costs = {match.number: (match.damage or {})[str(loser.index)] for match in ended}
    found = re.search(
        r"Where it was decided Match (\d+) cost you (\d) li(?:fe|ves): "
        rf"(?:{winner.name} won with (−?\d+), and you had (−?\d+)|you surrendered)",
        read_game(game, loser.user).text,
    )
    assert found
    assert costs[int(found[1])] == int(found[2]) == max(costs.values())
    scores = game.matches.get(number=int(found[1])).scores or {}
    for said, seat in ((found[3], winner), (found[4], loser)):
        if said:
            assert int(said.replace("−", "-")) == scores[str(seat.index)]["score"]


@pytest.mark.parametrize("slug", ["density-deck", "rps-extreme"])
def test_the_result_begins_with_the_course_of_the_game(slug: str) -> None:
    users = make_users(2)
    game = finish_game(users, slug=slug)
    for user in (*users, None):
        course = results.read_result(game.pk, user.pk if user else None)["course"]
        page = read_game(game, user).text
        assert course
        assert page.index(course) < min(page.find(words) % len(page) for words in BEST)


KEEPING = "What you keep with this account"


def guest_with_a_game(lives: int) -> tuple[User, Game]:
    """Return a guest who has just finished a game against AI players."""

    def play() -> tuple[User, Game]:
        guest = User.objects.create_user("Guest 4821", is_guest=True)
        return guest, finish_game([guest], ais=3, lives=lives, free=None, bank=0)

    guest, game = made_once(f"guest, {lives} lives", play)
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now())
    return guest, game


def let_end(game: Game, guest: User, *places: int) -> None:
    """End a game with these places, the guest's first."""
    others = game.seats.exclude(user=guest).order_by("index")
    for seat, place in zip([game.seats.get(user=guest), *others], places, strict=True):
        Seat.objects.filter(pk=seat.pk).update(place=place)


def test_a_guest_reads_right_after_a_good_game_what_signing_up_keeps() -> None:
    guest, game = guest_with_a_game(5)
    for places, good in (
        ((1, 2, 3, 4), True),
        ((2, 1, 3, 4), True),
        ((3, 1, 2, 4), False),
        ((2, 1, 1, 1), False),
    ):
        let_end(game, guest, *places)
        page = read_game(game, guest)
        assert (KEEPING in page.text) == good, places
        # the story of the game comes first
        story = max(page.text.find(words) for words in (*BEST, "How you won it", "Where it was"))
        assert not good or page.text.index(KEEPING) > story > 0
        assert ("already show how strong" in page.text) == good
        assert "/accounts/keep/" in page.links()
        assert KEEPING not in read_game(game).text
    let_end(game, guest, 1, 2, 3, 4)
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now() - results.FRESH)
    assert KEEPING not in read_game(game, guest).text


def test_a_game_of_two_without_points_says_with_how_many_lives_it_was_won() -> None:
    users = make_users(2)
    game = finish_game(users, lives=4)
    winner = game.seats.get(place=1)
    lives = (game.matches.latest("number").lives or {})[str(winner.index)]
    left = f"{lives} {'life' if lives == 1 else 'lives'} left"
    for user in (*users, None):
        text = read_game(game, user).text
        assert (
            f"You win with {left}" if user == winner.user else f"{winner.name} wins with {left}"
        ) in text


def test_a_game_of_two_says_who_won_and_offers_its_loser_to_keep_the_account() -> None:
    guest, friend = User.objects.create_user("Guest 4821", is_guest=True), make_users(1)[0]
    game = finish_game([guest, friend], slug="rps-extreme")
    let_end(game, guest, 2, 1)
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now())
    page = read_game(game, guest)
    assert re.search(rf"{friend.name} wins \d+ to \d+", page.text)
    assert "You finish" not in page.text
    assert KEEPING in page.text


def test_a_guest_who_wants_it_later_or_left_and_a_registered_user_are_offered_nothing() -> None:
    guest, game = guest_with_a_game(1)
    let_end(game, guest, 1, 2, 3, 4)
    client = browser_of(guest)
    address = f"/game/{game.pk}/"
    assert KEEPING in client.get(address).content.decode()
    answer = client.post("/accounts/keep/later/", {"next": address})
    assert answer["Location"] == address
    assert KEEPING not in client.get(address).content.decode()
    # in another browser the guest has not chosen that; a game with one life is too short to count
    text = read_game(game, guest).text
    assert KEEPING in text
    assert "already count" not in text
    game.seats.filter(user=guest).update(abandoned_at=game.finished_at)
    assert KEEPING not in read_game(game, guest).text
    game.seats.filter(user=guest).update(abandoned_at=None)
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    assert KEEPING not in read_game(game, guest).text


def test_the_game_is_played_anew_from_its_result_with_its_options() -> None:
    (mira,) = make_users(1)
    game = finish_game([mira], ais=3, lives=3, free=45)
    client = browser_of(mira)
    page = client.get(f"/game/{game.pk}/").content.decode()
    assert f'action="/game/{game.pk}/anew/"' in page
    # its number of lives is not an option of the form
    assert '<option value="" selected>' in page
    answer = client.post(f"/game/{game.pk}/anew/", {"level": "easy"})
    opened = Game.objects.exclude(pk=game.pk).get()
    assert answer["Location"] == f"/game/{opened.pk}/"
    assert (opened.ruleset, opened.clock) == (game.ruleset, game.clock)
    assert {seat.level for seat in opened.seats.filter(kind="ai")} == {"easy"}
    assert client.post(f"/game/{game.pk}/anew/", {"level": "x"}).status_code == 400
    # a visitor without an account has no games
    assert Client().post(f"/game/{game.pk}/anew/")["Location"] == f"/game/{game.pk}/"
