"""The result page of a finished game, match by match."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.ratings import ai_accounts
from games import labels
from games.analysis import luck
from games.engine.contract import Json
from games.game_type import Sitter
from games.models import DealCommitment, Game, Seat
from games.positions import position as positions
from games.positions.position import Position, events_for
from games.records import game_log, kept_names, standings
from games.registry import GAMES

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


# how long after the end the result page may celebrate
FRESH = timedelta(minutes=10)


def read_result(game_id: str, user_id: int | None) -> Json:
    """Return the context of templates/games/result.html, in eight queries (nine if guests played).

    Raises Game.DoesNotExist if there is no such game, or it is not finished or archived.
    """
    position = positions.read_position(game_id)
    if position.game.status != Game.Status.FINISHED:
        raise Game.DoesNotExist(f"{game_id} is not finished")
    kept_names.show_kept_names(position, user_id)
    moves = game_log.read_moves(position.game, game_log.moves_of(game_id))
    events = [
        event
        for step in game_log.replay_moves(position, moves)
        for event in events_for(position, step, None)
    ]
    user_seat = position.seat_of(user_id)
    you = None if user_seat is None else user_seat.index
    rated, was_left = standings.rank_changes(position, user_id), position.game.left_at is not None
    sitters = [Sitter(seat.name, index == you) for index, seat in sorted(position.seats.items())]
    story = position.game_type.story(position.game.ruleset, sitters, events)
    ends = [event["ended_by"] for event in events if event["e"] == "match_over"]
    own = None if you is None or was_left else _describe_own_place(position, you)
    return {
        **story,
        "turning": _choose_turn(story.get("turning", {}), own),
        "headline": make_headline(
            position.seats,
            you,
            points=_seat_points(story["seats"]),
            left=was_left,
            words=story.get("duel_words", ""),
        ),
        "duel": len(sitters) == labels.DUEL,
        "names": [sitter.name for sitter in sitters],
        "reader": you,
        "agreed": ends[-1:] == ["agreement"] and not was_left,
        "left": was_left,
        "game": _describe_game(position),
        "rated": rated,
        "seated": you is not None,
        "others": any(seat.user_id not in (None, user_id) for seat in position.people),
        "own": own,
        "places": _describe_places(position, story["seats"], you, rated["seats"] if rated else {}),
        "deal": _describe_deal(position),
        "luck": None if was_left else luck.read_game_luck(position, moves, you),
    }


def make_headline(
    seats: Mapping[int, Seat],
    you: int | None,
    *,
    points: Sequence[int],
    left: bool,
    words: str = "",
) -> str:
    """Return the result in one sentence, for the viewer on seat `you` or for a spectator.

    `points` are the points by seat in a game that is played for points. `left`: all players have
    left the game. `words`: how the game itself names the winner of two, and by how much.
    """
    if left:
        return _("All players left this game") if you is None else _("You left this game")
    winners = [index for index, seat in seats.items() if seat.place == 1]
    if words:
        return words
    if len(seats) == labels.DUEL and (points or len(winners) == 1):
        return _duel_headline(seats, you, winners, points)
    if you is None:
        first = [seats[index].name for index in winners]
        if len(first) > 1:
            return _("%(names)s share first place") % {"names": labels.join_names(first)}
        return _("%(name)s finishes first") % {"name": first[0]}
    place = seats[you].place or 0
    shared = sum(seat.place == place for seat in seats.values()) > 1
    return str((SHARED if shared else FINISHED)[place])


def _duel_headline(
    seats: Mapping[int, Seat], you: int | None, winners: Sequence[int], points: Sequence[int]
) -> str:
    first = winners[0]
    name = {"name": seats[first].name}
    if not points:
        return _("You win the game") if first == you else _("%(name)s wins the game") % name
    score = {
        "winner": labels.plain_number(points[first]),
        "loser": labels.plain_number(points[1 - first]),
    }
    if len(winners) > 1:
        return _("A draw, %(winner)s to %(loser)s") % score
    if first == you:
        return _("You win %(winner)s to %(loser)s") % score
    return _("%(name)s wins %(winner)s to %(loser)s") % (name | score)


def _seat_points(details: Sequence[Json]) -> list[int]:
    """Return the points of each seat; an empty list for a game without points."""
    return [seat["points"] for seat in details if "points" in seat]


def _describe_own_place(position: Position, you: int) -> Json:
    """Return {"seat", "place", "end": won, placed or last}; a place that all share is no win."""
    places = [seat.place or 0 for seat in position.seats.values()]
    place = position.seats[you].place or 0
    won = place == 1 and max(places) > 1
    is_last = place > 1 and place == max(places)
    end = "won" if won else "last" if is_last else "placed"
    return {"seat": you, "place": place, "end": end}


def _choose_turn(turns: Json, own: Json | None) -> Json | None:
    """Return the match that decided the game for the reader: won by a winner, or else lost."""
    if own is None or (own["place"] == 1 and own["end"] != "won"):
        return None
    turn: Json | None = turns.get("won" if own["end"] == "won" else "lost")
    return turn


def _describe_game(position: Position) -> Json:
    game = position.game
    started, finished = game.started_at, game.finished_at
    seconds = (finished - started).total_seconds() if started and finished else 0
    return {
        "id": game.pk,
        "slug": game.slug,
        "title": GAMES[game.slug].title,
        "edition": game.edition,
        "ruleset": game.ruleset,
        "minutes": round(seconds / 60),
        "fresh": bool(finished and position.now - finished < FRESH),
        "record_url": reverse("games:record", args=(game.pk,)),
    }


def _describe_places(
    position: Position, details: list[Json], you: int | None, changes: dict[int, Json]
) -> list[Json]:
    pages = _find_player_pages(position)
    return [
        {
            "place": seat.place,
            "name": seat.name,
            "avatar": seat.avatar,
            "kind": seat.kind,
            "level": seat.level,
            "you": index == you,
            **details[index],
            "change": changes.get(index, {}).get("change"),
            "badge": changes.get(index, {}).get("badge"),
            "url": reverse("games:player", args=(pages[index],)) if index in pages else None,
        }
        for index, seat in sorted(position.seats.items(), key=lambda item: item[1].place or 9)
    ]


def _find_player_pages(position: Position) -> dict[int, str]:
    """Return the names of the players with a page of their own, by seat: users and AI accounts."""
    owners = {seat.user_id: index for index, seat in position.seats.items() if seat.user_id}
    users = User.objects.filter(pk__in=owners).values_list("pk", "name")
    ais = {
        index: (seat.name, seat.level)
        for index, seat in position.seats.items()
        if seat.kind == Seat.Kind.AI
    }
    return {owners[pk]: name for pk, name in users} | ai_accounts.seated_accounts(
        position.game.slug, ais
    )


def _describe_deal(position: Position) -> Json:
    """Return the data from which anyone can deal the finished game again."""
    commitment = DealCommitment.objects.filter(game_id=position.game.pk).first()
    return {
        "commitment": commitment.commitment if commitment else "",
        "sequence": commitment.sequence if commitment else None,
        "at": commitment.at if commitment else None,
        "secret": bytes(position.game.secret).hex(),
        "seats": [
            {
                "name": seat.name,
                "bytes": bytes(seat.client_bytes or b"").hex(),
                "by": seat.bytes_by,
                "silent": seat.silent,
                "silent_at": seat.silent_at,
            }
            for seat in position.seats.values()
        ],
    }
