"""The form against AI players offers Easy at first, and later the last choice."""

import random

import pytest
from django.test import Client

from accounts.models import User
from games.ai_choices import AiChoice, offered_choice
from games.models import Game, PlayerStats, Seat
from games.registry import GAMES
from tests.pages.markup import Page, read_page
from tests.table.harness import Driver, make_users, open_all_pages, seal_deal

pytestmark = pytest.mark.django_db(transaction=True)
SLUGS = list(GAMES)
QUICK = [slug for slug in SLUGS if GAMES[slug].quick is not None]


def checked_values(page: Page, name: str) -> list[str]:
    fields = [given for given in page.all("input") if given.get("name") == name]
    return [given["value"] for given in fields if "checked" in given]


def seated_user(client: Client) -> User:
    return User.objects.get(pk=client.session["_auth_user_id"])


def leave_table(user: User) -> None:
    Seat.objects.filter(user=user).update(live=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_visitor_is_offered_the_weakest_level_and_the_usual_length(
    client: Client, slug: str
) -> None:
    page = read_page(client, f"/?game={slug}")
    assert checked_values(page, "level") == [GAMES[slug].levels[0]]
    assert checked_values(page, "length") == (["usual"] if slug in QUICK else [])
    assert checked_values(read_page(client, f"/tables/new/?game={slug}"), "level") == [
        GAMES[slug].levels[0]
    ]


def test_what_a_guest_chose_is_chosen_next_time_and_after_signing_up(client: Client) -> None:
    slug, level = QUICK[0], GAMES[QUICK[0]].levels[-1]
    client.post("/play/ai/", {"game": slug, "level": level, "length": "quick"})
    guest = seated_user(client)
    leave_table(guest)
    page = read_page(client, f"/?game={slug}")
    assert (checked_values(page, "level"), checked_values(page, "length")) == ([level], ["quick"])
    other = next(each for each in SLUGS if each != slug)
    assert checked_values(read_page(client, f"/?game={other}"), "level") == [GAMES[other].levels[0]]
    sent = {"username": "Kestrel", "email": "k@example.org", "password1": "four colors in a row"}
    assert client.post("/accounts/keep/", sent).status_code == 302
    assert not User.objects.get(pk=guest.pk).is_guest
    assert offered_choice(User.objects.get(pk=guest.pk), slug) == AiChoice(level, "quick")


@pytest.mark.parametrize("slug", SLUGS)
def test_who_has_finished_games_is_offered_the_usual_level(slug: str) -> None:
    (user,) = make_users(1)
    levels = GAMES[slug].levels
    assert offered_choice(user, slug) == AiChoice(levels[0])
    PlayerStats.objects.create(user=user, slug=slug, rated=False, games=1)
    assert offered_choice(user, slug) == AiChoice(GAMES[slug].usual_level)
    user.ai_choices = {slug: {"level": "of another time", "length": "endless"}}
    assert offered_choice(user, slug) == AiChoice(GAMES[slug].usual_level)


@pytest.mark.parametrize("slug", QUICK)
def test_a_quick_game_has_fewer_lives(client: Client, slug: str) -> None:
    quick = GAMES[slug].quick
    assert quick is not None
    for sent, rules in (
        ({"level": "easy", "length": "quick"}, quick.rules),
        ({"against": "easy quick"}, quick.rules),
        ({"against": "easy usual"}, {option.field: option.usual for option in GAMES[slug].options}),
    ):
        assert client.post("/play/ai/", {"game": slug, **sent}).status_code == 303
        game = Game.objects.latest("created_at")
        assert {name: game.ruleset[name] for name in rules} == rules
        leave_table(seated_user(client))


def test_the_result_of_a_won_game_offers_the_next_level_in_one_click(client: Client) -> None:
    client.post("/play/ai/", {"game": "density-deck", "level": "easy", "length": "quick"})
    user, game = seated_user(client), Game.objects.get()
    open_all_pages(game.pk)
    seal_deal(game, [user])
    Driver(game.pk, random.Random(1)).finish()
    client.post("/accounts/logout/")
    client.force_login(user)
    Seat.objects.filter(game=game).update(place=2)
    Seat.objects.filter(game=game, user=user).update(place=1)
    stronger = GAMES["density-deck"].levels[1]
    page = read_page(client, f"/game/{game.pk}/")
    assert "You beat Easy." in page.text
    assert [each["value"] for each in page.all("input") if each.get("name") == "level"] == [
        stronger
    ]
    sent = {"game": "density-deck", "level": stronger, "length": "quick"}
    assert client.post("/play/ai/", sent).status_code == 303
    again = Game.objects.latest("created_at")
    assert (again.ruleset["lives"], set(again.seats.values_list("level", flat=True))) == (
        5,
        {"", stronger},
    )
    Seat.objects.filter(game=game, user=user).update(place=4)
    assert "You beat" not in read_page(client, f"/game/{game.pk}/").text
