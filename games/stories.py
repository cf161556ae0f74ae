"""The parts of a result page that every game has: matches, seats and a chart."""

from collections.abc import Sequence

from django.utils.translation import gettext as say

from games.engine.contract import GameEvent, Json
from games.game_type import Sitter


def name_players(seats: Sequence[Sitter], over: GameEvent) -> Json:
    """Return a match_over event with the names of the players.

    The row of the reader comes first; "won" is whether the reader won.
    """
    rows = [
        {
            **row,
            "name": seats[row["seat"]].name,
            "you": seats[row["seat"]].you,
            "winner": row["seat"] in over["winners"],
        }
        for row in over["seats"]
    ]
    winners = [seats[seat] for seat in over["winners"]]
    return {
        "number": over["match"],
        "ended_by": over["ended_by"],
        "round": over["round"],
        "winners": [say("You") if seat.you else seat.name for seat in winners],
        "won": any(seat.you for seat in winners),
        "seats": sorted(rows, key=lambda row: not row["you"]),
    }


def chart_lives(
    seats: Sequence[Sitter], overs: Sequence[GameEvent], first: int, column: str, name: str
) -> list[Json]:
    """Return for each seat {"name", "you", `name`: `first`, then a number after each match}.

    The numbers are a column of the rows of match_over events.
    """
    lines = [[first] for _seat in seats]
    for over in overs:
        for row in over["seats"]:
            lines[row["seat"]].append(row[column])
    return [
        {"name": seat.name, "you": seat.you, name: line}
        for seat, line in zip(seats, lines, strict=True)
    ]
