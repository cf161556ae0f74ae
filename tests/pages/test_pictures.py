"""The pictures of shared links: who gets them, what they show, and how they are cached."""

from contextlib import nullcontext
from io import BytesIO

import pytest
from django.conf import settings
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import translation
from PIL import Image, ImageChops

from accounts.models import User
from games.lobby import seating
from games.models import Game, Seat
from games.pages import pictures
from games.pictures import letters, responses
from games.pictures.drawings import read_drawing
from games.pictures.letters import Style
from games.registry import GAMES
from tests.table.harness import Driver, make_users, open_table, playing_game

pytestmark = pytest.mark.django_db
SIZE = (1200, 630)


def fetch_picture(address: str, client: Client | None = None) -> Image.Image:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200, address
    assert answer.headers["Content-Type"] == "image/png"
    return Image.open(BytesIO(answer.content)).convert("RGB")


def finish_game() -> Game:
    game = playing_game(make_users(4), lives=3)
    return Driver(game.pk).finish()


@pytest.mark.parametrize("slug", ["density-deck", "rps-extreme"])
def test_the_site_has_a_picture_in_both_themes_and_languages(slug: str) -> None:
    found = {
        (theme, language): fetch_picture(f"/pictures/{theme}/{language}/site/{slug}.png")
        for theme in ("dark", "light")
        for language in ("en", "de")
    }
    assert {picture.size for picture in found.values()} == {SIZE}
    assert len({picture.tobytes() for picture in found.values()}) == len(found)
    # the ground of the light theme is brighter
    grounds = [found[theme, "en"].convert("L").getpixel((4, 4)) for theme in ("light", "dark")]
    assert grounds[0] > 200 > 60 > grounds[1]  # type: ignore[operator]


def test_an_unknown_theme_language_game_or_player_has_no_picture() -> None:
    for address in (
        "/pictures/pink/en/site/density-deck.png",
        "/pictures/dark/xx/site/density-deck.png",
        "/pictures/dark/en/site/chess.png",
        "/pictures/dark/en/player/Nobody.png",
        "/pictures/dark/en/game/nothing.png",
        "/pictures/dark/en/puzzle/nothing.png",
    ):
        assert Client().get(address).status_code == 404, address


def test_a_picture_is_drawn_once_and_then_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "/pictures/dark/en/site/density-deck.png"
    caches["pictures"].clear()
    monkeypatch.setitem(settings.LIMITS, "pictures", (1, 600))
    first = Client().get(address)
    assert first.headers["Cache-Control"] == "public, max-age=3600"
    assert first.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    again = Client().get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert not again.content
    # another one has to be drawn, which is one too many
    assert Client().get("/pictures/light/en/site/density-deck.png").status_code == 429


def test_a_picture_that_many_want_at_once_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link in a busy chat: all its readers ask before the first picture is ready."""
    caches["pictures"].clear()
    drawn: list[str] = []

    class Readers:
        """A lock, which another reader of the same link held before."""

        def __enter__(self) -> None:
            monkeypatch.setattr(responses, "_drawing", nullcontext())
            show_picture()

        def __exit__(self, *_: object) -> None:
            pass

    def draw(theme: str) -> bytes:
        drawn.append(theme)
        return b"picture"

    def show_picture() -> HttpResponse:
        request = RequestFactory().get("/")
        return responses.answer_picture(request, "dark", "en", "one key", draw)

    monkeypatch.setattr(responses, "_drawing", Readers())
    assert show_picture().content == b"picture"
    assert drawn == ["dark"]


def test_the_picture_of_a_running_game_shows_no_cards_of_it() -> None:
    game = playing_game(make_users(4))
    address = f"/pictures/dark/en/game/{game.pk}.png"
    before = fetch_picture(address)
    caches["pictures"].clear()
    driver = Driver(game.pk)
    for _move in range(6):
        driver.step()
    assert ImageChops.difference(before, fetch_picture(address)).getbbox() is None


def test_a_result_names_the_places_and_the_best_hand() -> None:
    game = finish_game()
    scene = pictures.describe_result(game.pk)
    first = Seat.objects.get(game=game, place=1)
    assert scene.title == f"{first.name} finishes first"
    assert scene.seats[0].place == "1"
    assert scene.seats[0].lit
    assert scene.cards
    assert scene.caption.startswith("Best hand: ")
    with translation.override("de"):
        assert pictures.describe_result(game.pk).caption.startswith("Beste Hand: ")
    assert fetch_picture(f"/pictures/light/de/game/{game.pk}.png").size == SIZE


def test_a_private_result_is_shown_to_its_players_only() -> None:
    game = finish_game()
    Game.objects.filter(pk=game.pk).update(watchable=False)
    address = f"/pictures/dark/en/game/{game.pk}.png"
    assert Client().get(address).status_code == 403
    player, user = Client(), Seat.objects.filter(game=game)[0].user
    assert user is not None
    player.force_login(user)
    answer = player.get(address)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"].startswith("private")
    running = playing_game(make_users(2, "Closed"), watchable=False)
    assert Client().get(f"/pictures/dark/en/game/{running.pk}.png").status_code == 403
    # and its page has nothing to share
    assert b'id="share"' not in player.get(f"/game/{game.pk}/").content


def test_a_player_who_hides_rating_and_history_has_a_picture_without_them() -> None:
    game = finish_game()
    user = Seat.objects.filter(game=game)[0].user
    assert user is not None
    assert pictures.describe_player(user).figures
    User.objects.filter(pk=user.pk).update(hides_history=True, hides_rating=True)
    about = pictures.describe_player(User.objects.get(pk=user.pk))
    assert not about.figures
    assert not about.curve
    assert fetch_picture(f"/pictures/dark/en/player/{user.name}.png").size == SIZE


def test_long_and_foreign_names_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    style = Style(30, 680)
    cut = letters.cut_text("W" * 60, style, 300)
    assert cut.endswith("\u2026")
    assert letters.measure_text(cut, style) <= 300
    assert letters.wrap_text("one two three four", style, 1000, 2) == ["one two three four"]
    monkeypatch.setattr(letters, "OTHERS", ())
    letters._find_file.cache_clear()
    assert letters.can_write("Łucja")
    assert not letters.can_write("Влад")
    assert pictures.writable_name("Влад") == "A player"
    letters._find_file.cache_clear()


def test_every_drawing_of_a_game_can_be_read() -> None:
    for game in GAMES.values():
        if game.drawn_cards:
            for code in game.drawn_cards.fan:
                face = game.drawn_cards.face(code)
                assert read_drawing(game.drawn_cards.drawings, f"gem-{face.symbol}").shapes


def test_shared_pages_name_their_picture() -> None:
    game = finish_game()
    page = " ".join(Client().get(f"/game/{game.pk}/").content.decode().split())
    address = f"/pictures/dark/en/game/{game.pk}.png"
    assert f'<meta property="og:image" content="http://testserver{address}">' in page
    assert f'<img src="{address}"' in page
    host = Seat.objects.filter(game=game)[0].user
    assert host is not None
    table = open_table(host)
    shared = Client().get(f"/game/{table.pk}/").content.decode()
    address = f"/pictures/dark/en/game/{table.pk}.png"
    assert address in shared
    # the picture follows the seats
    before = fetch_picture(address)
    seating.join_table(table.pk, make_users(1, "Friend")[0])
    assert ImageChops.difference(before, fetch_picture(address)).getbbox() is not None
