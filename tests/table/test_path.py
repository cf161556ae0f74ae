"""A plain move passes few modules, one way: docs/ARCHITECTURE.md draws them."""

import json
import sys
from pathlib import Path
from types import FrameType

import pytest

from games.inbox import Message, decode
from games.table.handlers import HANDLERS, OPTIONAL, REQUIRED
from games.table.play import Accepted
from tests.table.harness import asked_seat, make_users, playing_game

GAMES = Path(__file__).resolve().parents[2] / "games"


# pure: the game, the arithmetic of times, and what rows say of themselves
PURE = ("density_deck", "engine", "models", "table/clocks.py")
PATH = [
    "inbox.py",
    "table/handlers.py",
    "table/play.py",
    "table/position.py",
    # reads now, and writes at the end
    "table/rows.py",
    "table/questions.py",
    "table/deadlines.py",
    # asked to publish now, and frames to build what is published once it is committed
    "table/broadcast.py",
    "table/frames.py",
    "table/hub.py",
]


class Passed:
    """The modules of games whose functions ran, in the order of their first calls."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(GAMES):
            self.names[str(path.relative_to(GAMES))] = None


@pytest.mark.either_database
@pytest.mark.django_db(transaction=True)
def test_a_plain_move_passes_the_modules_that_are_drawn_in_their_order() -> None:
    users = make_users(2)
    game = playing_game(users)
    seat = asked_seat(game.pk)
    action = {"do": "draw", "from": "pile"}
    text = json.dumps({"type": "act", "question": seat.question, "action": action})
    passed, before = Passed(), sys.getprofile()
    sys.setprofile(passed.note)
    try:
        message = decode(text, REQUIRED, OPTIONAL)
        assert isinstance(message, Message)
        handle = HANDLERS[message.type].handle
        assert handle is not None
        answer = handle(game.pk, seat.user_id, {**message.fields, "tab": seat.tab})
    finally:
        sys.setprofile(before)
    assert isinstance(answer, Accepted)
    assert [name for name in passed.names if not name.startswith(PURE)] == PATH
