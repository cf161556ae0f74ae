"""The one signal of the site: a game is finished, and no part of it is secret any more."""

from django.dispatch import Signal

# Sent once for each game after its last move is committed; the keyword is game_id (str).
game_finished = Signal()
