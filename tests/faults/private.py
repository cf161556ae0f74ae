"""What no log line may contain: keys and seeds, cards, addresses of clients and of mails."""

import re

from django.conf import settings
from django.contrib.sessions.models import Session

from accounts.models import User
from games.density_deck.rules.cards import CODES
from games.models import Game

# where the players of a run come from, through a proxy that the site trusts
NETWORK = "203.0.113."
# cards of the game that is played, in its notation, and the columns of its state
CARDS = rf"\b(?:{'|'.join(CODES)})\b|[\"'](?:hands?|pile|deck|bottom)[\"']:"


def private_of(game_ids: list[str]) -> list[str]:
    """Return patterns that the logs of a run with these games may not match."""
    texts = [settings.SECRET_KEY, NETWORK]
    texts += Session.objects.values_list("session_key", flat=True)
    texts += [email for email in User.objects.values_list("email", flat=True) if email]
    for game in Game.objects.filter(pk__in=game_ids):
        texts.append(bytes(game.secret or b"").hex())
        seats = game.seats.exclude(client_bytes=None)
        texts += [bytes(each or b"").hex() for each in seats.values_list("client_bytes", flat=True)]
    return [*sorted(map(re.escape, set(filter(None, texts)))), CARDS]
