"""The chat at a table: lines of seat owners, their rate limits, and mutes."""

import re
import unicodedata
from collections.abc import Collection
from datetime import timedelta

from accounts import friends
from accounts.models import Mute
from accounts.names import MOST_MARKS, UNSEEN
from density.platform import limits
from games import labels
from games.engine.contract import Refused
from games.live import frames
from games.live.broadcast import encode_frame, send_on_commit
from games.live.messages import GameTalk
from games.live.snapshot_rows import LATEST, ChatRow
from games.models import Line, Seat
from games.positions.clocks import round_time
from games.positions.position import Position, is_public, read_position
from games.protocol import Talk, TalkLine

PHRASES = frozenset(labels.PHRASES)
SIGNS = frozenset(("nod", "clap", "think", "wow", "oops", "wave"))
LONGEST = 200
# how long after the end of a game its chat stays open
AFTERWARDS = timedelta(minutes=10)
# rate limits of a user at a table (settings.LIMITS)
LIMITS: dict[str, str] = {
    Line.Kind.PHRASE: "talk_phrases",
    Line.Kind.SIGN: "talk_signs",
    Line.Kind.TEXT: "talk_texts",
}

# the characters that join several emoji, that make a sign an emoji, and that set skin colors
JOINER, AS_EMOJI = "\u200d", "\ufe0f"
SKIN = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"

DOT = "[.\u3002\uff0e\uff61]"
LINK = re.compile(
    rf"""
      \S*://\S*
    | \bwww{DOT}\S+
    | [^\s@]+@[^\s@]+{DOT}[^\s@]+
    | (?:[\w-]+{DOT})+ (?:xn--[\w-]+ | [^\W\d_]{{2,}}) (?!\w) (?:[:/?\#]\S*)?
    """,
    re.IGNORECASE | re.VERBOSE,
)


def say_line(game_id: str, user_id: int | None, kind: str, text: str) -> Refused | None:
    """Save a chat line of a seat owner and publish it to the table; return why not, or None.

    A phrase or a sign is one of PHRASES or SIGNS. Free text is tidied first; it is allowed only at
    unrated tables with chat. Raises Game.DoesNotExist.
    """
    tidied = _tidy_line(kind, text)
    if tidied is None:
        return Refused("malformed")
    position = read_position(game_id)
    seat = position.seat_of(user_id)
    if seat is None or seat.abandoned_at is not None:
        return Refused("not-seated")
    refused = _find_refusal(position, seat, kind)
    if refused is not None:
        return refused
    line = Line.objects.create(
        game=position.game,
        user_id=user_id,
        seat=seat.index,
        name=seat.name,
        kind=kind,
        text=tidied,
        at=position.now,
    )
    send_on_commit(game_id, lambda: _talk_message(position, line))
    return None


def mute_seat(game_id: str, user_id: int | None, index: int, on: bool) -> Refused | None:
    """Mute or unmute the user of a seat for this user, at every table; return why not, or None.

    games/receivers.py has the user's pages read it. Raises Game.DoesNotExist.
    """
    position = read_position(game_id)
    seated = any(seat.user_id == user_id for seat in position.people)
    if user_id is None or not (seated or is_public(position.game)):
        return Refused("not-seated")
    muted_id = position.seats[index].user_id if index in position.seats else None
    if muted_id is None:
        return Refused("malformed")
    if muted_id == user_id:
        return Refused("muted-self")
    (friends.mute_user if on else friends.unmute_user)(user_id, muted_id)
    return None


def latest_lines(
    game_id: str, muted: Collection[int], hidden: Collection[int] = ()
) -> list[TalkLine]:
    """Return the latest chat lines of a table without those of muted users, oldest first.

    `hidden` is as in write_line(). The caller checks whether the viewer may watch the table.
    """
    lines = Line.objects.filter(game_id=game_id).exclude(user__in=muted).order_by("-pk")
    return [write_line(line, hidden) for line in reversed(lines[:LATEST])]


def write_line(line: Line | ChatRow, hidden: Collection[int] = ()) -> TalkLine:
    """Return a chat line in the format of docs/PROTOCOL.md, without a name for `hidden` seats.

    Players know these names by the seat.
    """
    return {
        "id": line.pk,
        "seat": line.seat,
        "name": "" if line.seat in hidden else line.name,
        "kind": line.kind,
        "text": line.text,
        "at": round(round_time(line.at).timestamp() * 1000),
    }


# ------------------------------------------------------------------------------- parts
def tidy_text(text: str) -> str | None:
    """Return free text as it is saved: composed, on one line, all of it visible, without links.

    None if nothing is left, or if it is too long.
    """
    visible = unicodedata.normalize("NFC", _strip_invisible(text))
    line = " ".join(visible.split())
    if not 0 < len(line) <= LONGEST:
        return None
    line = LINK.sub("[link]", line)
    return line if len(line) <= LONGEST else None


def _tidy_line(kind: str, text: str) -> str | None:
    """Return the text of a line of this kind as it is saved; None if it is not allowed."""
    if kind == Line.Kind.TEXT:
        return tidy_text(text)
    codes = {Line.Kind.PHRASE.value: PHRASES, Line.Kind.SIGN.value: SIGNS}.get(kind, ())
    return text if text in codes else None


def _strip_invisible(text: str) -> str:
    """Return the text without invisible characters, and without too many marks on one letter."""
    characters: list[str] = []
    marks = 0
    for place, character in enumerate(text):
        category = unicodedata.category(character)
        if _shapes_emoji(character, "".join(characters[-1:]), text[place + 1 : place + 2]):
            characters.append(character)
            continue
        hidden = any(first <= ord(character) <= last for first, last in UNSEEN)
        if hidden or (category[0] == "C" and not character.isspace()):
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            characters.append(character)
    return "".join(characters)


def _shapes_emoji(character: str, before: str, following: str) -> bool:
    """Return whether this invisible character is part of an emoji."""
    if character == AS_EMOJI:
        return _is_emoji(before)
    behind = _is_emoji(before) or before == AS_EMOJI
    return character == JOINER and behind and _is_emoji(following)


def _is_emoji(character: str) -> bool:
    return character != "" and (unicodedata.category(character) == "So" or character in SKIN)


def _find_refusal(position: Position, seat: Seat, kind: str) -> Refused | None:
    """Return why this user may not write a line of this kind now, or None."""
    game = position.game
    if game.finished_at is not None and position.now > game.finished_at + AFTERWARDS:
        return Refused("game-over")
    if kind == Line.Kind.TEXT and (game.rated or not game.chat):
        return Refused("not-allowed")
    try:
        limits.count_use(LIMITS[kind], f"{game.pk}:{seat.user_id}")
    except limits.TooMany:
        return Refused("too-fast")
    return None


def _talk_message(position: Position, line: Line) -> GameTalk:
    """Return the message with a chat line for the sockets of the users who may read it.

    Seat owners may read it, and spectators of a public table, but not the users who muted the
    speaker.
    """
    hidden = frames.hidden_names(position, None)
    frame: Talk = {"type": "talk", "line": write_line(line, hidden)}
    muted_by = Mute.objects.filter(muted=line.user_id).values_list("owner_id", flat=True)
    return {
        "type": "game.talk",
        "text": encode_frame(frame),
        "people": [seat.user_id for seat in position.owners],
        "public": is_public(position.game),
        "muted_by": list(muted_by),
    }
