"""The game type of Goofspiel."""

from collections.abc import Sequence
from typing import Any

from games.engine.contract import GameEvent, Json, RecordWriter, Rules, View, gather_fields
from games.game_type import Answer, Ended, GameType, Level, Pace, Sitter
from games.stats import common_style, points_stats
from tests.goofspiel import bots
from tests.goofspiel.rules import game, observation, record_writer, state

# everyone looks at the revealed bids
LOOKS = {"revealed": 1.5}


def count_choices(public: View, seat: int) -> int:
    """Return the number of cards that a seat may bid."""
    return len(public["seats"][seat]["hand"])


def deal_row(event: state.Event) -> Json | None:
    """Return the columns of the only match from its first event."""
    return {"number": 1} if isinstance(event, state.Dealt) else None


def match_row(event: state.Event) -> Json | None:
    """Return the columns of the only match from its last event."""
    if not isinstance(event, state.MatchOver):
        return None
    over = observation.full_event(event)
    scores = {str(seat["seat"]): seat["score"] for seat in over["seats"]}
    columns = {name: over[name] for name in ("ended_by", "round", "winners")}
    return {"number": 1, **columns, "scores": scores}


def seat_stats(
    seat: int, ruleset: Json, matches: Sequence[Ended], answers: Sequence[Answer]
) -> Json:
    """Return the stats of a seat: its points."""
    done = points_stats(seat, matches, answers)
    return done | {"counts": {"points": done["lives"]}}


def tell_story(ruleset: Json, seats: Sequence[Sitter], events: Sequence[GameEvent]) -> Json:
    """Return {"matches": [{"number"}], "rounds": revealed events, "seats": [{"points"}]}."""
    rounds = [event for event in events if event["e"] == "revealed"]
    names = [seat.name for seat in seats]
    points = rounds[-1]["scores"] if rounds else [0] * len(seats)
    return {
        "matches": [{"number": event["match"]} for event in events if event["e"] == "match_over"],
        "rounds": [
            {**event, "won_by": names[event["winner"]] if event["winner"] >= 0 else None}
            for event in rounds
        ],
        "seats": [{"points": number} for number in points],
    }


def playing_style(sums: Any) -> Json:
    """Return the number of games and the sum of points."""
    return {**common_style(sums, (1, 2, 3)), "points": sums.counts.get("points", 0)}


RULES = gather_fields(
    Rules,
    *(state, game, observation),
    slug="goofspiel",
    title="Goofspiel",
    seat_counts=(2, 3),
    ruleset_type=state.Ruleset,
    choices=state.CHOICES,
    edition_changes=state.EDITIONS,
    record=gather_fields(RecordWriter, record_writer, chapters="matches", agreeing=2),
)

GAME = GameType(
    rules=RULES,
    short="Goofspiel",
    ai_levels={"easy": Level(bots.random_legal, 1300), "medium": Level(bots.match_prize, 1500)},
    random=bots.random_legal,
    usual_level="medium",
    pace=Pace(
        presets={"standard": {"free": 15, "bank": 30}, "none": None},
        first=10.0,
        think=(0.3, 0.8),
        choice=0.0,
        choices=count_choices,
        matches=2,
        abandoned=1,
        looks=LOOKS,
    ),
    clocks={"standard": "Standard, %(free)s s", "none": "No clock"},
    clock_help="Seconds for each bid.",
    part="round",
    seconds="%(seconds)s s bids",
    columns={"points": lambda row: row["counts"].get("points", 0)},
    urls="tests.goofspiel.urls",
    lessons=(("goofspiel:rules", "Goofspiel"),),
    rules_page=("goofspiel:rules", "Rules of Goofspiel"),
    deal_row=deal_row,
    match_row=match_row,
    stats=seat_stats,
    story=tell_story,
    style=playing_style,
)
