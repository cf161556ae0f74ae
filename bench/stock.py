"""The live table as a Channels tutorial would build it, with our models and rules.

It uses a JSON consumer, the database in Channels' own thread, the ORM with a lock on the game,
whole rows, and a message to the group of every seat. It has no clocks, absences, spectators, chat,
pauses or accounts. It does less than the site, so the comparison favors it.
"""

import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.stock_settings")
django.setup()

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncJsonWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.db import transaction  # noqa: E402
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.engine.contract import Refused, Seed  # noqa: E402
from games.models import Game, Move, Seat  # noqa: E402
from games.registry import GAMES  # noqa: E402

Json = dict[str, Any]
SEATS = 4


class TableConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc, unused-ignore]
    """The socket of one seat."""

    async def connect(self) -> None:
        """Join the group of the seat and send a snapshot."""
        self.game_id: str = self.scope["url_route"]["kwargs"]["game_id"]
        self.seat = int(self.scope["query_string"].removeprefix(b"seat="))
        await self.channel_layer.group_add(group_name(self.game_id, self.seat), self.channel_name)
        await self.accept()
        await self.send_json(await database_sync_to_async(make_snapshot)(self.game_id, self.seat))

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        await self.channel_layer.group_discard(
            group_name(self.game_id, self.seat), self.channel_name
        )

    async def receive_json(self, content: Json, **kwargs: Any) -> None:
        """Play a move and send its frames to every seat, or send a snapshot for "resync"."""
        if content["type"] == "resync":
            await self.send_json(
                await database_sync_to_async(make_snapshot)(self.game_id, self.seat)
            )
            return
        question, action = content["question"], content["action"]
        frames = await database_sync_to_async(play_move)(self.game_id, self.seat, question, action)
        if isinstance(frames, str):
            await self.send_json({"type": "refused", "code": frames})
            return
        for seat, frame in frames.items():
            message = {"type": "table.frame", "frame": frame}
            await self.channel_layer.group_send(group_name(self.game_id, seat), message)

    async def table_frame(self, event: Json) -> None:
        """Send a frame to the client."""
        await self.send_json(event["frame"])


def group_name(game_id: str, seat: int) -> str:
    """Return the name of a seat's group."""
    return f"table-{game_id}-{seat}"


@transaction.atomic
def play_move(game_id: str, index: int, question: int, written: Json) -> dict[int, Json] | str:
    """Play a move; return the frames by seat, or the code of a refusal."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("index"))
    rules, state = GAMES[game.slug].rules, load_state(game, seats)
    if not seats[index].asked or seats[index].question != question:
        return "stale-question"
    action = rules.read_action(written)
    if isinstance(action, Refused):
        return action.code
    before = rules.observe(state, None)
    moved = rules.act(state, index, action)
    if isinstance(moved, Refused):
        return moved.code
    state, events = moved
    game.version, game.ply, game.state = game.version + 1, game.ply + 1, rules.dump(state)
    game.save()
    Move.objects.create(
        game=game,
        ply=game.ply,
        seat=index,
        question=question,
        match=before.match,
        round=before.round,
        action=written,
        by=Move.By.PLAYER,
        at=timezone.now(),
    )
    ask_seats(seats, rules.asked(state), answered=index)
    return {
        seat.index: {
            **make_frame(game, seats, state, seat),
            "type": "events",
            "events": [rules.event_for(event, seat.index) for event in events],
        }
        for seat in seats
    }


def ask_seats(seats: list[Seat], asked: tuple[int, ...], answered: int | None) -> None:
    """Update the open questions and save the changed seats."""
    for seat in seats:
        was, seat.asked = seat.asked, seat.index in asked
        if seat.asked and (not was or seat.index == answered):
            seat.question += 1
        if was or seat.asked:
            seat.save()


def load_state(game: Game, seats: list[Seat]) -> Any:
    """Return the state of a game."""
    rules = GAMES[game.slug].rules
    seed = Seed(bytes(game.secret), b"".join(bytes(seat.client_bytes or b"") for seat in seats))
    return rules.load(rules.ruleset_from_json(game.ruleset), seed, game.state or {})


def make_frame(game: Game, seats: list[Seat], state: Any, seat: Seat) -> Json:
    """Return the fields of every frame of a seat."""
    return {
        "version": game.version,
        "ply": game.ply,
        "view": GAMES[game.slug].rules.state_for(state, seat.index),
        "question": seat.question if seat.asked else None,
        "seats": [{"seat": other.index, "kind": other.kind, "name": other.name} for other in seats],
    }


def make_snapshot(game_id: str, index: int) -> Json:
    """Return the table as a seat sees it."""
    game = Game.objects.get(pk=game_id)
    seats = list(game.seats.order_by("index"))
    whole = make_frame(game, seats, load_state(game, seats), seats[index])
    return {**whole, "type": "snapshot", "game": {"id": game.pk, "status": game.status}}


# ---------------------------------------------------------------------------- pages and routes
@transaction.atomic
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table of four with its first cards dealt."""
    rules = GAMES["density-deck"].rules
    ruleset = rules.ruleset("current", seats=SEATS, lives=20)
    now = timezone.now()
    game = Game(slug="density-deck", edition="current", ruleset=rules.ruleset_to_json(ruleset))
    chosen = [bytes((index,)) * 16 for index in range(SEATS)]
    state, _ = rules.start(ruleset, Seed(bytes(game.secret), b"".join(chosen)))
    game.state, game.status, game.started_at = rules.dump(state), Game.Status.PLAYING, now
    game.save()
    seats = [
        Seat(
            game=game,
            index=index,
            kind=Seat.Kind.GUEST,
            name=f"Guest {index}",
            client_bytes=chosen[index],
            bytes_by=Seat.BytesBy.CLIENT,
        )
        for index in range(SEATS)
    ]
    Seat.objects.bulk_create(seats)
    ask_seats(seats, rules.asked(state), answered=None)
    return HttpResponseRedirect(f"/game/{game.pk}/")


def join_table(request: HttpRequest, game_id: str) -> HttpResponse:
    """Accept any player; the seats are taken by number."""
    return HttpResponseRedirect(f"/game/{game_id}/")


urlpatterns = [path("tables/new/", new_table), path("game/<str:game_id>/join/", join_table)]
sockets = [path("ws/game/<str:game_id>/", TableConsumer.as_asgi())]
application = ProtocolTypeRouter({"http": get_asgi_application(), "websocket": URLRouter(sockets)})
