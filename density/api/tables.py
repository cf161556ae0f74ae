"""Tables: list, open, join, fill and leave."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from rest_framework.request import Request

from density.api import answers, requests
from density.api.base import ApiView, refuse_request
from density.api.operations import TABLES, declare_operation
from density.api.players import describe_errors
from density.platform import limits
from games import ai_choices
from games.consumers import handlers
from games.engine.contract import Json, Refused
from games.lobby import openings, seating
from games.models import Game
from games.pages import contexts
from games.pages.forms import NewTable
from games.registry import GAMES, game_or_default


class Tables(ApiView):
    """The public tables."""

    tagged = False

    @declare_operation(answers.OpenTables, query=requests.OfGame, public=True)
    def get(self, request: Request, fields: Json) -> answers.OpenTables:
        """List the newest 50 public tables, of one game or of all."""
        tables = contexts.list_visible_tables(request.user.pk, fields.get("game", ""))
        return {"tables": tables}

    @declare_operation(
        answers.TableAddress,
        body=requests.OpenTable,
        scope=TABLES,
        codes=("busy", "draining"),
        status=201,
    )
    def post(self, request: Request, fields: Json) -> Any:
        """Open a table; the user has its first seat."""
        slug = game_or_default(fields.get("game"))
        form = NewTable(_form_data(slug, fields), slug, ai_choices.offered_choice(self.user, slug))
        if not form.is_valid():
            return refuse_request("malformed", describe_errors(form))
        openings.count_opening(self.user, limits.client_network(request._request))
        opened = seating.open_table(self.user, form.options())
        return opened if isinstance(opened, Refused) else locate_table(opened.pk)


class Players(ApiView):
    """The players at a table."""

    @declare_operation(
        answers.TableAddress,
        body=requests.JoinTable,
        scope=TABLES,
        codes=(
            *("no-such-game", "table-full", "busy", "ranked", "barred", "blocked"),
            *("wrong-password", "draining"),
        ),
    )
    def post(self, request: Request, fields: Json, game_id: str) -> answers.TableAddress | Refused:
        """Take the first free seat; the last player begins the game."""
        if Game.objects.get(pk=game_id).access == Game.Access.PASSWORD:
            limits.count_use("passwords", limits.client_network(request._request))
        refused = seating.join_table(game_id, self.user, fields.get("password", ""))
        return refused or locate_table(game_id)

    @declare_operation(None, scope=TABLES, codes=("no-such-game", "not-seated"), status=204)
    def delete(self, request: Request, fields: Json, game_id: str) -> Refused | None:
        """Leave a table. In a running game, this gives up the seat for good."""
        answer = handlers.leave_table(game_id, self.user.pk)
        return answer if isinstance(answer, Refused) else None


class AiPlayers(ApiView):
    """The AI players at a table."""

    @declare_operation(
        None,
        body=requests.FillTable,
        scope=TABLES,
        codes=(
            *("no-such-game", "not-seated", "not-host", "wrong-phase", "seat-taken", "ranked"),
            "draining",
        ),
        status=204,
    )
    def post(self, request: Request, fields: Json, game_id: str) -> Refused | None:
        """Seat AI players on all free seats of the user's table, and begin."""
        return seating.fill_table(game_id, self.user.pk, fields["level"])


def _form_data(slug: str, fields: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of the form for a new table; those that are not sent have defaults."""
    usual = {"access": "link", "clock": "standard", "edition": "current", "absence": "ai"}
    numbers = {option.field: option.usual for option in GAMES[slug].options}
    most = max(GAMES[slug].rules.seat_counts)
    given = {"watchable": True, **fields, **fields.get("rules", {})}
    every = {**usual, **numbers, "seats": most, "ais": 0, "level": GAMES[slug].usual_level, **given}
    # a box that is not checked is missing
    return {name: str(value) for name, value in every.items() if value is not False}


def locate_table(game_id: str) -> answers.TableAddress:
    """Return the id and the page of a table."""
    return {"id": game_id, "url": reverse("games:game", args=(game_id,))}
