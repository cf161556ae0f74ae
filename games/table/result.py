"""How a finished game went, match by match, as its result page tells it."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.engine.contract import Json
from games.models import DealCommitment, Game, Move, Seat
from games.table import history, labels, standings
from games.table import position as positions
from games.table.position import Position

FINISHED = {
    1: gettext_lazy("You finish first"),
    2: gettext_lazy("You finish second"),
    3: gettext_lazy("You finish third"),
    4: gettext_lazy("You finish fourth"),
}
SHARED = {
    1: gettext_lazy("You share first place"),
    2: gettext_lazy("You share second place"),
    3: gettext_lazy("You share third place"),
    4: gettext_lazy("You share fourth place"),
}


def result(game_id: str, user_id: int | None) -> Json:
    """The context of templates/games/result.html for a finished game, in seven queries.

    Raises Game.DoesNotExist when there is no such game or it is not finished.
    """
    position = positions.read(game_id)
    if position.game.status != Game.Status.FINISHED:
        raise Game.DoesNotExist(f"{game_id} is not finished")
    moves = Move.objects.filter(game_id=game_id).order_by("ply")
    overs = [
        event
        for step in history.replay(position, moves)
        for event in history.told(position, step, None)
        if event["e"] == "match_over"
    ]
    own = position.seat_of(user_id)
    you = None if own is None else own.index
    rated = standings.changes(position, user_id)
    return {
        "headline": headline(position.seats, you),
        "agreed": bool(overs) and overs[-1]["ended_by"] == "agreement",
        "game": _game(position),
        "rated": rated,
        "seated": you is not None,
        "most": position.game.ruleset["lives"],
        "places": _places(position, overs, you, {} if rated is None else rated["seats"]),
        "matches": [_match(position.seats, over, you) for over in overs],
        "chart": _chart(position, overs, you),
        "deal": _deal(position),
    }


def headline(seats: Mapping[int, Seat], you: int | None) -> str:
    """The result in one sentence, for the viewer on seat `you` or for somebody who watched."""
    if you is None:
        first = [seat.name for seat in seats.values() if seat.place == 1]
        if len(first) > 1:
            return _("%(names)s share first place") % {"names": labels.names(first)}
        return _("%(name)s finishes first") % {"name": first[0]}
    place = seats[you].place or 0
    shared = sum(seat.place == place for seat in seats.values()) > 1
    return str((SHARED if shared else FINISHED)[place])


def _game(position: Position) -> Json:
    game = position.game
    started, finished = game.started_at, game.finished_at
    seconds = (finished - started).total_seconds() if started and finished else 0
    return {
        "id": game.pk,
        "edition": game.edition,
        "minutes": round(seconds / 60),
        "record_url": reverse("games:record", args=(game.pk,)),
    }


def _places(
    position: Position, overs: list[Json], you: int | None, changes: dict[int, Json]
) -> list[Json]:
    out_in = {
        seat["seat"]: over["match"] for over in overs for seat in over["seats"] if seat["out"]
    }
    lives = {seat["seat"]: seat["lives"] for over in overs for seat in over["seats"]}
    users = [seat.user_id for seat in position.people if seat.user_id is not None]
    names = dict(User.objects.filter(pk__in=users).values_list("pk", "name"))
    return [
        {
            "place": seat.place,
            "name": seat.name,
            "kind": seat.kind,
            "level": seat.level,
            "you": index == you,
            "lives": lives.get(index, 0),
            "out_in": out_in.get(index),
            "change": changes.get(index, {}).get("change"),
            "badge": changes.get(index, {}).get("badge"),
            "url": reverse("games:player", args=(names[seat.user_id],))
            if seat.user_id in names
            else None,
        }
        for index, seat in sorted(position.seats.items(), key=lambda item: item[1].place or 9)
    ]


def _match(seats: Mapping[int, Seat], over: Json, you: int | None) -> Json:
    """One match_over event with the names of the table in place of its seats."""
    rows = {row["seat"]: row for row in over["seats"]}
    yours = rows.get(you, {}) if you is not None else {}
    first = [you] if you in rows else []
    return {
        "number": over["match"],
        "ended_by": over["ended_by"],
        "round": over["round"],
        "stake": over["stake"],
        "amplification": over["amplification"],
        "caller": None if over["caller"] is None else seats[over["caller"]].name,
        "winners": [_("You") if seat == you else seats[seat].name for seat in over["winners"]],
        "won": you in over["winners"],
        "best": _best([rows[seat]["score"] for seat in over["winners"]]),
        "lives_before": yours.get("lives_before"),
        "lives": yours.get("lives"),
        "seats": [
            {
                **rows[seat],
                "name": seats[seat].name,
                "you": seat == you,
                "winner": seat in over["winners"],
                "caller": seat == over["caller"],
            }
            for seat in dict.fromkeys([*first, *rows])
        ],
    }


def _best(scores: list[Any]) -> Json | None:
    """The base and the number of the winning score, when the match was scored."""
    if not scores or scores[0] is None:
        return None
    base = scores[0]["base"]
    return {"suit": base["suit"] if base else None, "score": scores[0]["score"]}


def _chart(position: Position, overs: list[Json], you: int | None) -> list[Json]:
    lines: dict[int, list[int]] = {
        index: [int(position.game.ruleset["lives"])] for index in position.seats
    }
    for over in overs:
        for row in over["seats"]:
            lines[row["seat"]].append(row["lives"])
    return [
        {"name": seat.name, "you": index == you, "lives": lines[index]}
        for index, seat in position.seats.items()
    ]


def _deal(position: Position) -> Json:
    """The facts by which anybody can deal the finished game again."""
    commitment = DealCommitment.objects.filter(game_id=position.game.pk).first()
    return {
        "commitment": commitment.commitment if commitment else "",
        "secret": bytes(position.game.secret).hex(),
        "seats": [
            {
                "name": seat.name,
                "bytes": bytes(seat.client_bytes or b"").hex(),
                "by": seat.bytes_by,
            }
            for seat in position.seats.values()
        ],
    }
