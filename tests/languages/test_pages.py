"""Pages in another language: the choice of the language, and complete translation."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from accounts.models import User
from density.management.commands import words
from games.players.curve import Point
from games.templatetags.strength import rating_curve
from tests.pages.conftest import Site, site
from tests.pages.markup import Page
from tests.table.harness import open_table
from tests.workers import collect_mails

__all__ = ["site"]
pytestmark = pytest.mark.django_db
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-AT,de;q=0.9,en;q=0.5"}
PASSWORD = "eleven-kinds-of-cards"


def language_of(client: Client, url: str = "/rules/", **headers: str) -> str:
    """Return the language of a page."""
    html = Page(client.get(url, **headers).content.decode()).all("html")  # type: ignore[arg-type]
    return html[0]["lang"]


def english_sentences() -> set[str]:
    """Return English texts without values that differ from the German and are long enough."""
    return {
        message.id
        for message in words.read_catalogue("de")
        if isinstance(message.id, str) and len(message.id) > 11 and " " in message.id
        if "%" not in message.id and "{" not in message.id and message.id != message.string
    }


def find_numbers(page: Page) -> list[str]:
    """Return all numbers in attributes that browsers interpret."""
    labels = ("aria-label", "alt", "title", "placeholder", "content", "src", "href", "data-csrf")
    return [
        f"{tag} {name}={re.sub('[0-9]+', '0', value)}"
        for tag, given in page.elements
        for name, value in given.items()
        if any(map(str.isdigit, value)) and name not in labels
        if given.get("name") != "csrfmiddlewaretoken"
    ]


@pytest.fixture
def mira(client: Client) -> User:
    """A logged-in player."""
    player = User.objects.create_user("Mira", "mira@example.org", PASSWORD)
    client.force_login(player)
    return player


def test_every_page_is_german_all_through(site: Site) -> None:
    client = Client(HTTP_ACCEPT_LANGUAGE="de")
    client.force_login(site.mira)
    english = english_sentences()
    assert len(english) > 500
    for url in site.pages():
        answer = client.get(url, follow=True)
        page = Page(answer.content.decode())
        assert (page.all("html")[0]["lang"], page.all("html")[0]["dir"]) == ("de", "ltr"), url
        assert answer.headers["Content-Language"] == "de", url
        labels = [given.get("aria-label", "") for _, given in page.elements]
        english_page = Page(
            client.get(url, follow=True, HTTP_ACCEPT_LANGUAGE="en").content.decode()
        )
        assert find_numbers(page) == find_numbers(english_page), url
        said = {" ".join(text.split()) for text in [*page.words, *labels]}
        assert said & english == set(), url


def test_a_first_visit_is_in_the_language_that_the_browser_asks_for(client: Client) -> None:
    assert language_of(client) == "en"
    assert language_of(client, **GERMAN) == "de"
    assert language_of(client, HTTP_ACCEPT_LANGUAGE="fr,es;q=0.5") == "en"
    assert language_of(client, HTTP_ACCEPT_LANGUAGE="xx" * 4000) == "en"


def test_a_page_says_by_what_it_varies_so_that_no_cache_mixes_languages(client: Client) -> None:
    varies = client.get("/rules/").headers["Vary"]
    assert "Cookie" in varies
    assert "Accept-Language" in varies


def test_the_switch_keeps_the_page_and_lasts_for_this_browser(client: Client) -> None:
    url = "/players/nobody/?a=1&b=2"
    page = Page(client.get(url).content.decode())
    kept = [given["value"] for given in page.all("input") if given.get("name") == "next"]
    assert kept[-1] == url
    answer = client.post("/accounts/language/", {"language": "de", "next": url})
    assert (answer.status_code, answer.headers["Location"]) == (302, url)
    assert language_of(client) == "de"
    client.post("/accounts/language/", {"language": "en"})
    assert language_of(client, **GERMAN) == "en"


def test_the_switch_leads_on_from_the_answer_to_a_form(client: Client) -> None:
    table = open_table(User.objects.create_user("Ola"), access="password", password="sesame")
    for url in (f"/game/{table.pk}/join/", "/play/ai/"):
        on = client.post("/accounts/language/", {"language": "de", "next": url}, follow=True)
        assert on.status_code == 200
        assert Page(on.content.decode()).all("html")[0]["lang"] == "de"


@pytest.mark.parametrize("language", ["", "xx", "de-at", "../../etc", "de\x00", "d" * 5000, "*"])
def test_a_language_that_there_is_not_is_refused(client: Client, mira: User, language: str) -> None:
    assert client.post("/accounts/language/", {"language": language}).status_code == 400
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies
    mira.refresh_from_db()
    assert mira.language == ""
    assert client.get("/accounts/language/").status_code == 405
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr'; drop"
    assert language_of(client) == "en"


def test_the_account_keeps_the_choice_in_every_browser(client: Client, mira: User) -> None:
    client.post("/accounts/language/", {"language": "de"})
    elsewhere = Client()
    assert language_of(elsewhere) == "en"
    elsewhere.force_login(mira)
    assert language_of(elsewhere) == "de"
    elsewhere.post("/accounts/language/", {"language": "en"})
    assert language_of(client) == "en"  # the account takes precedence over the cookie
    User.objects.update(language="tlh")  # a language that was removed
    assert language_of(client) == "de"


def test_the_settings_choose_a_language_or_leave_it_to_the_browser(
    client: Client, mira: User
) -> None:
    chosen = {"form": "language", "language": "de"}
    answer = client.post("/accounts/settings/", chosen)
    assert answer.headers["Location"] == "/accounts/settings/#language"
    assert language_of(client) == "de"
    page = client.get("/accounts/settings/")
    assert page.context["language"].initial == {"language": "de"}
    client.post("/accounts/settings/", {**chosen, "language": ""})
    assert language_of(client) == "en"
    assert language_of(client, **GERMAN) == "de"
    refused = client.post("/accounts/settings/", {**chosen, "language": "tlh"})
    assert refused.context["language"].errors
    mira.refresh_from_db()
    assert mira.language == ""


def test_a_mail_is_in_the_language_of_who_gets_it(client: Client) -> None:
    User.objects.create_user("Ola", "ola@example.org", PASSWORD, language="de")
    client.post("/accounts/password/reset/", {"email": "ola@example.org"})
    assert collect_mails()[0].subject == "Density Deck: Wähle ein neues Passwort"
    assert "Hallo Ola," in collect_mails()[0].body
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, **GERMAN)  # type: ignore[arg-type]
    assert "zu dieser Adresse gibt es kein Konto" in collect_mails()[1].body
    client.post("/accounts/password/reset/", {"email": "nobody2@example.org"})
    assert "no account with this address" in collect_mails()[2].body


def test_what_a_form_refuses_is_said_in_the_language_of_the_page(client: Client) -> None:
    given = {"username": "!", "email": "x", "password1": "123"}
    page = client.post("/accounts/signup/", given, **GERMAN)  # type: ignore[arg-type]
    assert "Nimm 2 bis 16 Zeichen." in page.text
    assert "Ensure" not in page.text
    page = client.post("/accounts/login/", {"login": "Ola", "password": "x" * 9}, **GERMAN)  # type: ignore[arg-type]
    assert "Name oder Passwort ist falsch." in page.text


def test_dates_and_numbers_are_written_as_the_language_does(site: Site) -> None:
    finished = site.finished.finished_at
    assert finished is not None
    for language, written in (
        ("de", f"{finished.day}. "),
        ("en", f"{finished:%b} {finished.day}, {finished.year}"),
    ):
        client = Client(HTTP_ACCEPT_LANGUAGE=language)
        assert written in client.get(f"/players/{site.mira.name}/").text


def test_a_curve_is_drawn_in_the_same_place_in_every_language() -> None:
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    points = [Point(noon + timedelta(days=day), 1500 + 7 * day, 7) for day in range(9)]
    drawn = []
    for language in ("en", "de"):
        with translation.override(language):
            context = rating_curve(points, [1450, 1477, 1503, 1531, 1560], "quarter")
            drawn.append(find_numbers(Page(render_to_string("games/_curve.html", context))))
    assert drawn[0] == drawn[1]
