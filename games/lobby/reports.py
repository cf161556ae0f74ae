"""Reports of players, with the chat that the reporter could read, and the answers to them."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext

from accounts.models import Mute, User
from games.engine.contract import Json
from games.live.frames import hidden_names
from games.live.snapshot_rows import LATEST
from games.models import Game, Line, Report
from games.positions.position import Position, is_public, read_position

# how long a closed report is kept
KEPT = timedelta(days=400)


def read_table(game_id: str, user_id: int) -> Position:
    """Return a table that this user may watch or sat at. Raises Game.DoesNotExist for others."""
    position = read_position(game_id)
    sat = any(seat.user_id == user_id for seat in position.people)
    if not sat and not is_public(position.game):
        raise Game.DoesNotExist
    return position


def reportable_users(position: Position, user_id: int) -> dict[int, str]:
    """Return the names of the users at a table whom this user may report, by seat."""
    hidden = hidden_names(position, position.seat_of(user_id))
    return {
        seat.index: gettext("Player %(number)s") % {"number": seat.index + 1}
        if seat.index in hidden
        else seat.name
        for seat in position.people
        if seat.user_id not in (None, user_id)
    }


def save_report(
    reporter: User,
    reported: User,
    reason: str,
    note: str,
    position: Position | None = None,
    line: int | None = None,
) -> bool:
    """Save a report with the chat of a table; `line` is the id of the reported line.

    Return False if there is already an open report, which stays unchanged.
    """
    _report, is_new = Report.objects.get_or_create(
        reporter=reporter,
        reported=reported,
        game="" if position is None else position.game.pk,
        status=Report.Status.OPEN,
        defaults={
            "name": reported.name,
            "reason": reason,
            "note": note,
            "said": [] if position is None else _copy_chat(position, reporter.pk, line),
        },
    )
    return is_new


def tell_reporter(user_id: int) -> list[str]:
    """Return the names in this user's reports that were closed since the last call."""
    closed = Report.objects.filter(reporter=user_id, told=False).exclude(status="open")
    names = dict(closed.values_list("pk", "name"))
    if names:
        Report.objects.filter(pk__in=names).update(told=True)
    return list(names.values())


def delete_old_reports(now: datetime) -> None:
    """Delete old reports that are closed."""
    Report.objects.filter(at__lt=now - KEPT).exclude(status="open").delete()


def _copy_chat(position: Position, reporter_id: int, about: int | None) -> list[Json]:
    """Return the latest chat lines that the reporter could read, in the format of Report.said."""
    latest = _readable_lines(position, reporter_id).order_by("-pk")[:LATEST]
    return [
        {
            "user": line.user_id,
            "kind": line.kind,
            "text": line.text,
            "at": line.at.isoformat(timespec="seconds"),
            "reported": line.pk == about,
        }
        for line in reversed(latest)
    ]


def _readable_lines(position: Position, reader_id: int) -> QuerySet[Line]:
    """Return the chat lines of a table except those of users whom the reader had muted by then.

    A user who left a closed table could read the lines until then.
    """
    mutes = Mute.objects.filter(owner=reader_id, muted=OuterRef("user"), at__lt=OuterRef("at"))
    lines = Line.objects.filter(~Exists(mutes), game=position.game)
    if not is_public(position.game) and position.seat_of(reader_id) is None:
        reader_seat = next(seat for seat in position.people if seat.user_id == reader_id)
        lines = lines.filter(at__lte=reader_seat.abandoned_at)
    return lines
