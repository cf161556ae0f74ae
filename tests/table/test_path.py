"""A plain move passes few modules, one way: docs/ARCHITECTURE.md draws them."""

import json
import sys
from pathlib import Path
from types import FrameType

import pytest
from asgiref.sync import sync_to_async

from games.consumers import moves
from games.inbox import Message, decode
from games.table.handlers import OPTIONAL, REQUIRED
from games.table.play import Accepted
from games.table.position import read
from tests.table.harness import asked_seat, legal, make_users, playing_game, written

GAMES = Path(__file__).resolve().parents[2] / "games"


# pure: the game, the arithmetic of times, and what rows say of themselves
PURE = ("density_deck", "engine", "models", "table/clocks.py", "game_type.py", "registry.py")
PATH = [
    "inbox.py",
    "consumers/moves.py",
    # the database's clock now; its thread writes the rows
    "table/rows.py",
    "table/play.py",
    "table/position.py",
    "table/questions.py",
    # hands the change to the thread that writes, and later the frames to the one that publishes
    "consumers/batches.py",
    "table/frames.py",
    "table/broadcast.py",
    "table/hub.py",
    "table/deadlines.py",
    "table/ai_turns.py",
]


class Passed:
    """The modules of games whose functions ran, in the order of their first calls."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(GAMES):
            self.names[str(path.relative_to(GAMES))] = None


async def passed_by_a_move(game_id: str) -> list[str]:
    """Answer the open question as a socket does, with what may be done first."""
    seat = await sync_to_async(asked_seat)(game_id)
    position = await sync_to_async(read)(game_id)
    action = written(position, legal(position, seat)[0])
    text = json.dumps({"type": "act", "question": seat.question, "action": action})
    passed, before = Passed(), sys.getprofile()
    sys.setprofile(passed.note)
    try:
        message = decode(text, REQUIRED, OPTIONAL)
        assert isinstance(message, Message)
        question, action = message.fields["question"], message.fields["action"]
        answer = await moves.act(game_id, seat.user_id, question, action, seat.tab, 0)
    finally:
        sys.setprofile(before)
    assert isinstance(answer, Accepted)
    return [name for name in passed.names if not name.startswith(PURE)]


@pytest.mark.django_db(transaction=True)
async def test_a_plain_move_passes_the_modules_that_are_drawn_in_their_order() -> None:
    users = await sync_to_async(make_users)(2)
    game = await sync_to_async(playing_game)(users)
    await passed_by_a_move(game.pk)  # from now on the position is kept
    assert await passed_by_a_move(game.pk) == PATH
