"""The pages of an owner of bots, of a new account, and of a bot, and those of a webhook."""

from collections.abc import Iterator
from datetime import UTC, datetime
from unittest.mock import patch

from django.http import HttpResponseBase
from django.test import Client

from accounts.contact.webhooks import replace_seed
from accounts.models import User, Webhook
from tests.pages.markup import browser_of

PAGE, WEBHOOK = "/accounts/bots/", "/accounts/webhook/"


def visit_bot_pages() -> Iterator[tuple[str, HttpResponseBase]]:
    """Yield the pages by name; no account is left behind."""
    owner, owl = User.objects.create_user("Programmer"), User.objects.create_user("Owl Bot")
    with patch("games.lobby.bot_accounts.make_code", lambda owner: "NDI:1vOVk7:2b3pXh9tQk0m4sG7"):
        yield "bots-new", browser_of(owl).get(PAGE)
        User.objects.filter(pk=owl.pk).update(bot_owner=owner)
        yield "bots", browser_of(owner).get(PAGE)
        yield "bots-own", browser_of(owl).get(PAGE)
    yield from _visit_webhook(owner)
    yield "profile-bot", Client().get("/players/Owl Bot/")
    owner.delete()


def _visit_webhook(user: User) -> Iterator[tuple[str, HttpResponseBase]]:
    browser = browser_of(user)
    yield "webhook-new", browser.get(WEBHOOK)
    hook = Webhook(
        user=user,
        address="https://bots.example.org/density-deck?channel=evening",
        events=["game.finished", "invitation"],
        sent_event="game.finished",
        sent_at=datetime(2026, 11, 24, 20, 15, tzinfo=UTC),
        outcome="204",
    )
    replace_seed(hook)
    hook.save()
    yield "webhook", browser.get(WEBHOOK)
    yield "webhook-secret", browser.post(WEBHOOK, {"do": "secret"})
    rows = Webhook.objects.filter(pk=user.pk)
    rows.update(sent_event="test", outcome="")
    yield "webhook-waits", browser.get(WEBHOOK)
    rows.update(is_on=False, outcome="503")
    wrong = {"do": "save", "address": "http://localhost:8000/"}
    yield "webhook-errors", browser.post(WEBHOOK, wrong)
