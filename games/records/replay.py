"""Replays of finished games, step by step, and the matches of running games so far.

The events of a step are those that the viewer got when it happened, as the rules filter them. Only
a finished game has the view `all`, with nothing hidden.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from django.db.models import Count
from django.urls import reverse

from games import answers, labels, protocol
from games.answers import ReplayView
from games.engine.contract import Json, Refused
from games.models import Game, Match, Move
from games.positions import position as positions
from games.positions.position import Position, Step, events_for, is_public
from games.protocol import GameEvent
from games.records import game_log, kept_names
from games.registry import GAMES

ALL: Literal["all"] = "all"
# a seat, a spectator (None), or nothing hidden
View = int | None | Literal["all"]


def read_replay(
    game_id: str, user_id: int | None, view: answers.Whose, match: int
) -> answers.Replay | Refused:
    """Return the replay of a match of a finished game, in the format of docs/PROTOCOL.md.

    Refused as "not-finished", "no-such-view" or "no-such-match". The caller checks whether this
    user may read the game. Raises Game.DoesNotExist.
    """
    return _build_replay(
        positions.read_position(game_id), _list_matches(game_id), user_id, view, match
    )


def _build_replay(
    position: Position,
    matches: list[answers.ListedMatch],
    user_id: int | None,
    view: answers.Whose,
    match: int,
) -> answers.Replay | Refused:
    game_id = position.game.pk
    if position.game.status != Game.Status.FINISHED:
        return Refused("not-finished")
    if view != ALL and view not in position.seats:
        return Refused("no-such-view")
    archived = sum(row["steps"] for row in matches) < position.game.ply
    if archived or not 1 <= match <= len(matches):
        return Refused("no-such-match")
    moves = Move.objects.filter(game_id=game_id, match__lte=match).order_by("ply")
    user_seat = position.seat_of(user_id)
    kept_names.show_kept_names(position, user_id)
    return {
        "type": "replay",
        "protocol": protocol.VERSION,
        "game": _describe_game(position.game),
        "seats": [
            {
                "seat": index,
                "kind": seat.kind,
                "name": seat.name,
                "avatar": seat.avatar,
                "level": seat.level or None,
            }
            for index, seat in sorted(position.seats.items())
        ],
        "you": None if user_seat is None else user_seat.index,
        "view": view,
        "matches": matches,
        "chapters": list(
            read_chapters(position, game_log.replay_moves(position, moves), view, match)
        ),
    }


def read_past_match(
    game_id: str, user_id: int | None, match: int | None = None
) -> answers.Past | Refused:
    """Return the current match, or an earlier one, with the events and views of this viewer.

    Refused as "not-seated" (closed to spectators), "not-started" (before the deal) or
    "no-such-match". Raises Game.DoesNotExist.
    """
    position = positions.read_position(game_id)
    user_seat = position.seat_of(user_id)
    if user_seat is None and not is_public(position.game):
        return Refused("not-seated")
    if position.state is None:
        return Refused("not-started")
    viewer = None if user_seat is None else user_seat.index
    rows = Move.objects.filter(game_id=game_id).order_by("ply")
    moves = list(rows if match is None else rows.filter(match__lte=match))
    # the newest match is the one of the newest move, or the one that this move dealt
    since = moves[-1].match if moves else 1
    chapters = list(
        read_chapters(position, game_log.replay_moves(position, moves), viewer, match, since)
    )
    if not chapters:
        return Refused("no-such-match")
    return {
        "type": "past",
        "protocol": protocol.VERSION,
        "ply": len(moves),
        "you": viewer,
        **chapters[-1],
    }


def read_chapters(
    position: Position, steps: Iterable[Step], view: View, match: int | None, since: int = 1
) -> Iterator[answers.Chapter]:
    """Yield the matches with the events and views for one viewer.

    Step 0 is the deal, and every move is a step. The step that ends the match has no view, because
    the next match is dealt at once.
    """
    chapter: answers.Chapter | None = None
    for step in steps:
        number = 1 if step.move is None else step.move.match
        if number < since - 1 or (match is not None and not match - 1 <= number <= match):
            continue
        events = _step_events(position, step, view)
        cut = next((at for at, event in enumerate(events) if event["e"] == "dealt"), len(events))
        if chapter is not None and cut:
            over = any(event["e"] == "match_over" for event in events[:cut])
            view_after = None if over else _view_of(position, step, view)
            chapter["steps"].append(
                _build_step(len(chapter["steps"]), step, events[:cut], view_after)
            )
        if cut < len(events):
            if chapter is not None:
                yield chapter
            number = events[cut]["match"]
            included = number >= since and match in (None, number)
            chapter = None
            if included:
                first = _build_step(0, None, events[cut:], _view_of(position, step, view))
                chapter = {"match": number, "steps": [first]}
    if chapter is not None:
        yield chapter


def _build_step(
    number: int, step: Step | None, events: list[GameEvent], view: ReplayView | None
) -> answers.Step:
    move = None if step is None else step.move
    seat = None if move is None else move.seat
    return {"step": number, "seat": seat, "events": events, "view": view}


def _step_events(position: Position, step: Step, view: View) -> list[GameEvent]:
    if view != ALL:
        return events_for(position, step, view)
    public = events_for(position, step, None)
    return [
        {**public_event, **position.rules.full_event(event)}
        for public_event, event in zip(public, step.events, strict=True)
    ]


def _view_of(position: Position, step: Step, view: View) -> ReplayView:
    if view == ALL:
        return position.rules.full_state(step.state)
    return position.rules.state_for(step.state, view)


def _describe_game(game: Game) -> answers.FinishedGame:
    return {
        "id": game.pk,
        "slug": game.slug,
        "title": game.title,
        "edition": game.edition,
        "ruleset": game.ruleset,
        "rated": game.rated,
        "url": reverse("games:game", args=(game.pk,)),
        "record_url": reverse("games:record", args=(game.pk,)),
    }


def _list_matches(game_id: str) -> list[answers.ListedMatch]:
    """Return the number of steps of each match, and how it ended."""
    moves = Move.objects.filter(game_id=game_id).order_by().values_list("match")
    counts = dict(moves.annotate(Count("pk")))
    return [
        {
            "match": match.number,
            "steps": counts.get(match.number, 0),
            "ended_by": match.ended_by,
            "winners": match.winners or [],
        }
        for match in Match.objects.filter(game_id=game_id).order_by("number")
    ]


# ------------------------------------------------------------------------------ the page
def page_context(game_id: str, user_id: int | None, parameters: dict[str, str]) -> Json | Refused:
    """Return the context of templates/games/replay.html: a match of a finished game in steps.

    `parameters` are view, match and step; an invalid value becomes the nearest
    valid one. Refused as read_replay(). Raises Game.DoesNotExist.
    """
    position, matches = positions.read_position(game_id), _list_matches(game_id)
    seat = _parse_number(parameters.get("view", ""))
    view: answers.Whose = seat if seat is not None and seat in position.seats else ALL
    match = _clamp_number(parameters.get("match", ""), 1, max(1, len(matches)))
    story = _build_replay(position, matches, user_id, view, match)
    if isinstance(story, Refused):
        return story
    steps = story["chapters"][0]["steps"]
    step = _clamp_number(parameters.get("step", ""), 0, len(steps) - 1)
    return {
        **story,
        "match": match,
        "step": step,
        "learning": view != ALL and "learn" in parameters,
        "steps": [{**row, "link": _step_link(view, match, row["step"])} for row in steps],
        "names": [seat["name"] for seat in story["seats"]],
        "edition": labels.edition_name(position.game.edition),
        "reviewed": GAMES[position.game.slug].reviewer is not None,
        "own": story["you"] if view == ALL else view,
        "about": {"slug": position.game.slug},
        "views": [
            {"view": ALL, "name": "", "link": _step_link(ALL, match, step)},
            *(
                {
                    "view": row["seat"],
                    "name": row["name"],
                    "link": _step_link(row["seat"], match, step),
                }
                for row in story["seats"]
            ),
        ],
        "matches": [{**row, "link": _step_link(view, row["match"], 0)} for row in story["matches"]],
        "api_url": reverse("games:api-replay", args=(game_id,)),
    }


def _step_link(view: answers.Whose, match: int, step: int) -> str:
    return f"?view={view}&match={match}&step={step}"


def _clamp_number(text: str, least: int, most: int) -> int:
    """Return the number in a query parameter, or the nearest valid one."""
    if not (text.isascii() and text.isdigit()):
        return least
    return min(max(int(text[:10]), least), most)


def read_moment(parameters: dict[str, str]) -> dict[str, int] | Refused:
    """Return the match, the step and the seat that a form names, or Refused("malformed")."""
    numbers = {name: _parse_number(parameters.get(name, "")) for name in ("match", "step", "seat")}
    valid = {name: number for name, number in numbers.items() if number is not None}
    return valid if valid.keys() == numbers.keys() else Refused("malformed")


def read_match(text: str) -> int | Refused | None:
    """Return the number of the match in a request, None for the newest match.

    Refused as "malformed", or "no-such-match" for a number that is too large.
    """
    if not text:
        return None
    number = _parse_number(text)
    if number is None:
        return Refused("no-such-match" if text.isascii() and text.isdigit() else "malformed")
    return number


def read_asked(parameters: dict[str, str]) -> tuple[answers.Whose, int] | Refused:
    """Return the view and the match in a request, or Refused("malformed")."""
    text, match = parameters.get("view", ALL), _parse_number(parameters.get("match", "1"))
    view = ALL if text == ALL else _parse_number(text) if len(text) == 1 else None
    if match is None or view is None:
        return Refused("malformed")
    return view, match


def _parse_number(text: str) -> int | None:
    """Return the number of a match, a step or a seat; None if it is invalid."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
