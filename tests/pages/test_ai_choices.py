"""What is offered against AI players: Easy at first, then what was chosen last, then more."""

import random
import re

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.ai_choices import AiChoice, next_level, offered
from games.models import Game, PlayerStats, Seat
from games.registry import GAMES
from tests.pages.markup import Page
from tests.project_files import project_files
from tests.table.harness import Driver, make_users, open_all_pages, seal

pytestmark = pytest.mark.django_db(transaction=True)
SLUGS = list(GAMES)
QUICK = [slug for slug in SLUGS if GAMES[slug].quick is not None]


def page_of(client: Client, url: str) -> Page:
    return Page(client.get(url).content.decode())


def checked(page: Page, name: str) -> list[str]:
    fields = [given for given in page.all("input") if given.get("name") == name]
    return [given["value"] for given in fields if "checked" in given]


def seated(client: Client) -> User:
    """The user of this browser."""
    return User.objects.get(pk=client.session["_auth_user_id"])


def leave(user: User) -> None:
    Seat.objects.filter(user=user).update(live=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_visitor_is_offered_the_weakest_level_and_the_usual_length(
    client: Client, slug: str
) -> None:
    page = page_of(client, f"/?game={slug}")
    assert checked(page, "level") == [GAMES[slug].levels[0]]
    assert checked(page, "length") == (["usual"] if slug in QUICK else [])
    assert checked(page_of(client, f"/tables/new/?game={slug}"), "level") == [GAMES[slug].levels[0]]


def test_what_a_guest_chose_is_chosen_next_time_and_after_signing_up(client: Client) -> None:
    slug, level = QUICK[0], GAMES[QUICK[0]].levels[-1]
    client.post("/play/ai/", {"game": slug, "level": level, "length": "quick"})
    guest = seated(client)
    leave(guest)
    page = page_of(client, f"/?game={slug}")
    assert (checked(page, "level"), checked(page, "length")) == ([level], ["quick"])
    other = next(each for each in SLUGS if each != slug)
    assert checked(page_of(client, f"/?game={other}"), "level") == [GAMES[other].levels[0]]
    sent = {"username": "Kestrel", "email": "k@example.org", "password1": "four colors in a row"}
    assert client.post("/accounts/keep/", sent).status_code == 302
    assert not User.objects.get(pk=guest.pk).is_guest
    assert offered(User.objects.get(pk=guest.pk), slug) == AiChoice(level, "quick")


@pytest.mark.parametrize("slug", SLUGS)
def test_who_has_finished_games_is_offered_the_usual_level(slug: str) -> None:
    (user,) = make_users(1)
    levels = GAMES[slug].levels
    assert offered(user, slug) == AiChoice(levels[0])
    PlayerStats.objects.create(user=user, slug=slug, rated=False, games=1)
    assert offered(user, slug) == AiChoice(GAMES[slug].usual_level)
    user.ai_choices = {slug: {"level": "of another time", "length": "endless"}}
    assert offered(user, slug) == AiChoice(GAMES[slug].usual_level)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_first_page_says_how_each_level_plays(client: Client, slug: str) -> None:
    page = client.get(f"/?game={slug}").content.decode()
    for manner in GAMES[slug].manners.values():
        assert f"<dd>{manner}</dd>" in page
    assert ("How they play" in page) == bool(GAMES[slug].manners)


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
        leave(seated(client))


@pytest.mark.parametrize(
    "sent", [{"length": "endless"}, {"level": "god"}, {"against": "easy long"}]
)
def test_there_are_no_other_levels_and_lengths(client: Client, sent: dict[str, str]) -> None:
    assert client.post("/play/ai/", {"game": QUICK[0], **sent}).status_code == 400
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("sent", "lives"),
    [
        ({"length": "quick"}, 5),
        ({"length": "usual"}, 10),
        ({"length": "quick", "lives": "7"}, 7),
        ({"lives": "3"}, 3),
        ({}, 10),
    ],
)
def test_a_new_table_is_quick_or_usual_or_has_lives_of_its_own(
    client: Client, sent: dict[str, str], lives: int
) -> None:
    usual = {"access": "link", "clock": "none", "seats": 4, "ais": 3, "level": "easy"}
    usual |= {"edition": "current", "absence": "ai"}
    answer = client.post("/tables/new/", {"game": "density-deck", **usual, **sent})
    assert answer.status_code == 303
    assert Game.objects.get().ruleset["lives"] == lives


def seat(level: str, *, you: bool = False, place: int = 2, kind: str = "ai") -> dict[str, object]:
    return {"level": level, "you": you, "place": place, "kind": "player" if you else kind}


def test_after_a_win_the_next_level_is_suggested_and_at_no_other_time() -> None:
    for slug in SLUGS:
        levels = GAMES[slug].levels
        for beaten, stronger in zip(levels, (*levels[1:], None), strict=True):
            won = [seat("", you=True, place=1), seat(levels[0]), seat(beaten)]
            assert next_level(slug, won) == (stronger and (beaten, stronger))
    won = [seat("", you=True, place=1), seat("easy")]
    assert next_level(SLUGS[0], [*won, seat("", kind="guest")]) is None
    assert next_level(SLUGS[0], [seat("", you=True, place=3), seat("easy", place=1)]) is None
    assert next_level(SLUGS[0], [seat("easy", place=1), seat("easy")]) is None


def test_the_result_of_a_won_game_offers_the_next_level_in_one_click(client: Client) -> None:
    client.post("/play/ai/", {"game": "density-deck", "level": "easy", "length": "quick"})
    user, game = seated(client), Game.objects.get()
    open_all_pages(game.pk)
    seal(game, [user])
    Driver(game.pk, random.Random(1)).finish()
    client.post("/accounts/logout/")
    client.force_login(user)
    Seat.objects.filter(game=game).update(place=2)
    Seat.objects.filter(game=game, user=user).update(place=1)
    stronger = GAMES["density-deck"].levels[1]
    page = page_of(client, f"/game/{game.pk}/")
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
    assert "You beat" not in page_of(client, f"/game/{game.pk}/").text


def test_every_page_has_its_claims_of_time_from_one_place(client: Client) -> None:
    people = GAMES["density-deck"].minutes_of()
    against = GAMES["density-deck"].minutes_of("easy")
    with translation.override("en"):
        assert f"about {people} minutes" in page_of(client, "/").text
        assert f"about {against} min" in page_of(client, "/").text
        rps = GAMES["rps-extreme"].minutes_of()
        assert f"about {rps} minutes" in page_of(client, "/?game=rps-extreme").text
        (new,) = make_users(1, "Newcomer")
        client.force_login(new)
        page = page_of(client, "/").text
        assert f"You and three AI players, about {against} minutes." in page
        assert f"Your first one takes about {against} minutes." in page
        PlayerStats.objects.create(user=new, slug="density-deck", rated=False, games=1)
        assert f"About {people} minutes" in page_of(client, "/queue/").text


def test_no_page_says_by_itself_how_long_a_game_takes() -> None:
    fixed = [
        path.name
        for path in project_files("templates/*.html")
        if re.search(r"about \d+ min", path.read_text())
    ]
    assert fixed == []


def test_a_level_without_a_measured_game_counts_as_the_longest() -> None:
    for slug, known in ((slug, game.minutes) for slug, game in GAMES.items() if game.minutes):
        assert GAMES[slug].minutes_of("of another time") == max(
            each["usual"] for each in known.values()
        )
        assert all(1 <= each <= 60 for found in known.values() for each in found.values())
    assert 0 in {GAMES[slug].minutes_of() for slug in SLUGS if not GAMES[slug].minutes}
