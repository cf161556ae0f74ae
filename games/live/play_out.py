"""Plays a game to its end at once, when its last user is out and wants to see the result."""

import time
from contextlib import suppress

from redis import RedisError

from games.engine.contract import Json
from games.live import deadlines, frames
from games.live.commands import ending, play
from games.models import Game
from games.positions.position import read_position

# processor time after which a task leaves the rest of the game to the next task
SECONDS = 0.05


def request_play_out(game_id: str, user_id: int | None) -> None:
    """Have a worker play out a game that is left to AI players, for a user who is out of it.

    Does nothing for other users. Raises Game.DoesNotExist.
    """
    position = read_position(game_id)
    seat = position.seat_of(user_id)
    if seat is not None and position.is_out(seat) and position.is_left_to_ai:
        ending.request_play_out(position)


def play_out(game_id: str) -> bool:
    """Make the moves of AI players for a while; return whether there are more to make.

    They are ordinary moves: viewers get a frame for each.
    """
    try:
        line = deadlines.line_of(read_position(game_id))
    except Game.DoesNotExist:
        return False
    until, more = time.thread_time() + SECONDS, True
    while more and time.thread_time() < until:
        more = play.play_on(game_id)
    # the last move may have ended the game just as the time was up
    more = more and Game.objects.filter(pk=game_id, status=Game.Status.PLAYING).exists()
    with suppress(RedisError):
        deadlines.keep_play_out(line, more=more)
    return more


def read_outlook(game_id: str, user_id: int | None) -> Json:
    """Return the context of templates/games/outcome.html about a running game, for a user.

    {"playing": names of the players still in it ("" for a hidden name), "by_ai": whether it is left
    to AI players, "out": whether the user's seat is out of it, "can_skip"}. Raises
    Game.DoesNotExist.
    """
    position = read_position(game_id)
    user_seat = position.seat_of(user_id)
    out = user_seat is not None and position.is_out(user_seat)
    hidden = frames.hidden_names(position, user_seat)
    return {
        "playing": [
            "" if index in hidden else seat.name
            for index, seat in position.seats.items()
            if not position.is_out(seat)
        ],
        "by_ai": position.is_left_to_ai,
        "out": out,
        "can_skip": out and position.is_left_to_ai,
    }
