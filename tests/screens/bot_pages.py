"""The pages of an owner of bots, of a new account, and of a bot."""

from collections.abc import Iterator
from unittest.mock import patch

from django.http import HttpResponseBase
from django.test import Client

from accounts.models import User
from tests.pages.markup import browser_of

PAGE = "/accounts/bots/"


def visit_bot_pages() -> Iterator[tuple[str, HttpResponseBase]]:
    """Yield the pages by name; no account is left behind."""
    owner, owl = User.objects.create_user("Programmer"), User.objects.create_user("Owl Bot")
    with patch("games.lobby.bot_accounts.make_code", lambda owner: "NDI:1vOVk7:2b3pXh9tQk0m4sG7"):
        yield "bots-new", browser_of(owl).get(PAGE)
        User.objects.filter(pk=owl.pk).update(bot_owner=owner)
        yield "bots", browser_of(owner).get(PAGE)
        yield "bots-own", browser_of(owl).get(PAGE)
    yield "profile-bot", Client().get("/players/Owl Bot/")
    owner.delete()
