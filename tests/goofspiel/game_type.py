"""Goofspiel as the site asks about it."""

from collections.abc import Sequence
from typing import Any

from games.engine.contract import Json, RecordWriter, Rules
from games.game_type import RANDOM, Answer, Ended, GameType, Pace, Sitter
from games.stats import share, zero_stats
from tests.goofspiel import bots
from tests.goofspiel.rules import game, observation, record_writer, state

PAUSE_SECONDS = 1.5


def pause(events: Sequence[Json]) -> float:
    """Everybody looks at the bids that were revealed."""
    return PAUSE_SECONDS if any(event["e"] == "revealed" for event in events) else 0.0


def choices(public: Json, seat: int) -> int:
    """How many cards a seat may bid."""
    return len(public["seats"][seat]["hand"])


def deal_row(event: state.Event) -> Json | None:
    """The columns of the one match, which the first event deals."""
    return {"number": 1} if isinstance(event, state.Dealt) else None


def match_row(event: state.Event) -> Json | None:
    """The columns of the one match, from the event that ends it."""
    if not isinstance(event, state.MatchOver):
        return None
    over = observation.full_event(event)
    scores = {str(seat["seat"]): seat["score"] for seat in over["seats"]}
    columns = {name: over[name] for name in ("ended_by", "round", "winners")}
    return {"number": 1, **columns, "scores": scores}


def stats(seat: int, ruleset: Json, matches: Sequence[Ended], answers: Sequence[Answer]) -> Json:
    """What a seat did: its points."""
    done = zero_stats(seat, answers)
    for match in matches:
        done["matches"] += 1
        done["won"] += seat in match.winners
        done["lives"] = match.scores[str(seat)]
    return done | {"counts": {"points": done["lives"]}}


def story(ruleset: Json, seats: Sequence[Sitter], events: Sequence[Json]) -> Json:
    """{"matches": [{"number"}], "rounds": revealed events with names, "seats": [{"points"}]}."""
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


def style(sums: Any) -> Json:
    """How many games, and the points of all of them."""
    places = [{"place": n, **share(sums.places.get(str(n), 0), sums.games)} for n in (1, 2, 3)]
    return {"games": sums.games, "places": places, "points": sums.counts.get("points", 0)}


RULES = Rules(
    slug="goofspiel",
    title="Goofspiel",
    editions=state.EDITIONS,
    seat_counts=(2, 3),
    ruleset=state.ruleset,
    ruleset_to_json=state.Ruleset._asdict,
    ruleset_from_json=state.ruleset_from_json,
    start=game.start,
    legal=game.legal,
    act=game.act,
    stop=game.stop,
    observe=observation.observe,
    asked=game.asked,
    places=state.places,
    playing=game.playing,
    turn=game.turn,
    deck_codes=game.deck_codes,
    lapse=game.lapse,
    state_for=observation.state_for,
    event_for=observation.event_for,
    full_state=observation.full_state,
    full_event=observation.full_event,
    read_action=state.read_action,
    write_action=state.write_action,
    dump=state.dump,
    load=state.load,
    record=RecordWriter(
        chapters="matches",
        seats=record_writer.seats,
        preface=record_writer.preface,
        opening=record_writer.opening,
        move=record_writer.move,
        action_of=record_writer.action_of,
        closing=record_writer.closing,
        stopped=record_writer.stopped,
        agreeing=2,
    ),
)

GAME = GameType(
    rules=RULES,
    short="Goofspiel",
    bots={RANDOM: bots.random_legal, "easy": bots.random_legal, "medium": bots.matching},
    ai_ratings={"easy": 1300, "medium": 1500},
    reviewer=None,
    ranked=None,
    pace=Pace(
        presets={"standard": {"free": 15, "bank": 30}, "none": None},
        first=10.0,
        bonus=0.0,
        think=(0.3, 0.8),
        choice=0.0,
        choices=choices,
        matches=2,
        abandoned=1,
        declines=frozenset(),
        pause=pause,
    ),
    options=(),
    clocks={"standard": "Standard, 15 s", "none": "No clock"},
    clock_help="Seconds for each bid.",
    part="round",
    seconds="%(seconds)s s bids",
    progress="",
    columns={"points": lambda row: row["counts"].get("points", 0)},
    bases={},
    urls="tests.goofspiel.urls",
    lessons=(("goofspiel:rules", "Goofspiel"),),
    rules_page=("goofspiel:rules", "Rules of Goofspiel"),
    deal_row=deal_row,
    match_row=match_row,
    stats=stats,
    story=story,
    style=style,
)
