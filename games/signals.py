"""Signals of the site: a game has finished, the site has resumed."""

from django.dispatch import Signal

# Sent once for each game after its last move is committed; the keyword is game_id (str).
game_finished = Signal()
# Sent after an outage, or when the clock was set, by each process that notices; no keywords.
site_resumed = Signal()
