"""The command demo: what it says and what it refuses."""

import io

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.models import Game

pytestmark = pytest.mark.django_db


def demo(*arguments: str) -> str:
    output = io.StringIO()
    call_command("demo", *arguments, stdout=output)
    return output.getvalue()


def refusal(*arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        demo(*arguments)
    return str(stopped.value.code)


def test_it_says_what_it_did_and_who_may_log_in(client: Client) -> None:
    said = demo("--players=8", "--games=5", "--seed=3")
    assert f"7 players and 1 guest played {Game.objects.count()} games" in said
    page = said.split("page is ")[1].split(".\n")[0]
    assert client.get(page).status_code == 200
    home = client.get("/").content.decode()
    assert "Ranked hour" in home
    assert "3 will be there" in home
    name, password = said.split("Log in as ")[1].strip().split(" with the password ")
    answer = client.post("/accounts/login/", {"login": name, "password": password})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(User.objects.get(name=name).pk)
    assert not any(user.has_usable_password() for user in User.objects.exclude(name=name))


def test_it_refuses_a_site_where_somebody_has_been() -> None:
    User.objects.create_user("Somebody")
    assert refusal() == "There are players or games here already: the demo fills empty sites only."
    assert User.objects.count() == 1
    assert not Game.objects.exists()


def test_a_second_run_is_refused_too() -> None:
    demo("--players=8", "--games=1")
    assert "the demo fills empty sites only" in refusal()
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players=7"], "--players is 7, it must be from 8 to 1000."),
        (["--players=1001"], "--players is 1001, it must be from 8 to 1000."),
        (["--games=0"], "--games is 0, it must be from 1 to 6000 for 60 players."),
        (["--players=8", "--games=801"], "--games is 801, it must be from 1 to 800 for 8 players."),
    ],
)
def test_numbers_that_cannot_be_are_refused(arguments: list[str], sentence: str) -> None:
    assert refusal(*arguments) == sentence
    assert not User.objects.exists()
