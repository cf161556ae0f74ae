"""Games: snapshots, moves, replays, reviews and records."""

import time

from django.http import HttpResponse
from rest_framework.request import Request

from density.api import answers, requests
from density.api.base import ApiView
from density.api.operations import NDJSON, PLAY, declare_operation
from density.platform import metrics
from games.answers import Past, Replay
from games.engine.contract import Json, Refused
from games.live import snapshots
from games.live.broadcast import encode_frame
from games.live.commands import dealing, play
from games.live.executor import execute_command
from games.models import Game as GameRow
from games.pages import api, contexts
from games.protocol import Again, Barred, ChallengeFrame, Draining, Events, Snapshot, Talk
from games.records import game_log, replay
from games.requests import Act, Pledge, Reveal

Frame = Snapshot | Events | Talk | Again | Barred | ChallengeFrame | Draining
NO_GAME, CLOSED, FINISHED = "no-such-game", "not-seated", "not-finished"
SEALING = (NO_GAME, CLOSED, "wrong-phase", "stale-question")


class Game(ApiView):
    """A game as its viewer may see it now."""

    tagged = False

    @declare_operation(Snapshot, public=True, codes=(NO_GAME, CLOSED))
    def get(self, request: Request, fields: Json, game_id: str) -> Snapshot | Refused:
        """Show a game as the viewer may see it now, in the form that the table's socket sends."""
        return snapshots.make_snapshot(game_id, request.user.pk)


class Stream(ApiView):
    """A game as it goes on, line by line."""

    tagged = False

    @declare_operation(Frame, public=True, codes=(NO_GAME, CLOSED), media=NDJSON)
    def get(self, request: Request, fields: Json, game_id: str) -> HttpResponse | Refused:
        """Stream the frames of the table's socket as they come, one JSON object in each line.

        density.api.streams answers before this view, which knows only the first line.
        """
        frame = snapshots.make_snapshot(game_id, request.user.pk)
        if isinstance(frame, Refused):
            return frame
        return HttpResponse(encode_frame(frame) + "\n", content_type=NDJSON)


class Moves(ApiView):
    """The moves of a running game."""

    @declare_operation(
        answers.Acted,
        body=Act,
        scope=PLAY,
        codes=(
            *(NO_GAME, CLOSED, "not-started", "game-over", "not-your-turn", "stale-question"),
            *("paused", "stand-in", "wrong-phase"),
            *("illegal-card", "illegal-draw", "illegal-fight", "illegal-pass"),
        ),
    )
    def post(self, request: Request, fields: Json, game_id: str) -> answers.Acted | Refused:
        """Play a move: answer the question that the user's seat is asked."""
        began = time.perf_counter()
        answer = (self.user.pk, fields["question"], fields["action"], None)
        outcome = execute_command(game_id, play.answer_question.change, *answer)
        if isinstance(outcome, Refused):
            return outcome
        metrics.observe_seconds("move_seconds", time.perf_counter() - began, "api")
        return {"version": outcome.game.version}


class Pledges(ApiView):
    """The pledges before the deal."""

    @declare_operation(None, body=Pledge, scope=PLAY, codes=SEALING, status=204)
    def post(self, request: Request, fields: Json, game_id: str) -> Refused | None:
        """Send the hash of the seat's random bytes, before the cards are dealt."""
        return dealing.take_pledge(game_id, self.user.pk, fields["hash"])


class Reveals(ApiView):
    """The bytes that the seats pledged."""

    @declare_operation(None, body=Reveal, scope=PLAY, codes=(*SEALING, "wrong-bytes"), status=204)
    def post(self, request: Request, fields: Json, game_id: str) -> Refused | None:
        """Send the seat's random bytes, after every seat has sent its hash."""
        return dealing.take_reveal(game_id, self.user.pk, fields["bytes"])


class Matches(ApiView):
    """The matches of a running game."""

    tagged = False

    @declare_operation(
        Past,
        query=requests.PastQuery,
        public=True,
        codes=(NO_GAME, CLOSED, "not-started", "no-such-match"),
    )
    def get(self, request: Request, fields: Json, game_id: str) -> Past | Refused:
        """Show a match of a running game step by step, as the viewer saw it."""
        return replay.read_past_match(game_id, request.user.pk, fields.get("match"))


class FinishedMatch(ApiView):
    """The replay of a finished game."""

    @declare_operation(
        Replay,
        query=requests.ReplayQuery,
        public=True,
        codes=(NO_GAME, CLOSED, FINISHED, "no-such-view", "no-such-match"),
    )
    def get(self, request: Request, fields: Json, game_id: str) -> Replay | Refused:
        """Show a match of a finished game step by step."""
        asked = {name: str(value) for name, value in fields.items()}
        return api.read_replay(game_id, request.user.pk, asked)


class Record(ApiView):
    """The record of a finished game."""

    @declare_operation(Json, public=True, codes=(NO_GAME, CLOSED, FINISHED))
    def get(self, request: Request, fields: Json, game_id: str) -> Json | Refused:
        """Show the record, from which anyone can deal the cards again."""
        game = GameRow.objects.get(pk=game_id)
        if not contexts.may_read(game, request.user.pk):
            return Refused(CLOSED)
        if game.status != GameRow.Status.FINISHED:
            return Refused(FINISHED)
        return game_log.read_record(game_id)
