"""Texts that no log line may contain: keys, seeds, cards, addresses of clients and mails."""

import re

from django.conf import settings
from django.contrib.sessions.models import Session

from accounts.models import User
from games.density_deck.rules.cards import CODES
from games.models import Game

# the players' addresses, sent by a trusted proxy
NETWORK = "203.0.113."
# card codes of the game, and the keys of its state
CARDS = rf"\b(?:{'|'.join(CODES)})\b|[\"'](?:hands?|pile|deck|bottom)[\"']:"


def private_of(game_ids: list[str]) -> list[str]:
    """Return patterns that the logs of a run with these games must not match."""
    texts = [settings.SECRET_KEY, NETWORK]
    texts += Session.objects.values_list("session_key", flat=True)
    texts += [email for email in User.objects.values_list("email", flat=True) if email]
    for game in Game.objects.filter(pk__in=game_ids):
        texts.append(bytes(game.secret or b"").hex())
        seats = game.seats.exclude(client_bytes=None)
        texts += [bytes(each or b"").hex() for each in seats.values_list("client_bytes", flat=True)]
    return [*sorted(map(re.escape, set(filter(None, texts)))), CARDS]
