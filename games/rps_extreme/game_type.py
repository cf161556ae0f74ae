"""Rock Paper Scissors Extreme, as the site asks about it."""

from collections.abc import Sequence
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from games import stories
from games.engine.contract import GameEvent, Json, RecordWriter, Rules, View, gather_fields
from games.game_type import (
    Answer,
    Ended,
    GameType,
    Option,
    Pace,
    RankedQueue,
    Reviewer,
    Sitter,
)
from games.rps_extreme.bots import random_legal, review
from games.rps_extreme.lengths import MINUTES
from games.rps_extreme.levels import LEVELS
from games.rps_extreme.narrative import tell_throws
from games.rps_extreme.rules import events, game, observation, record_writer, state
from games.rps_extreme.rules.cards import SIGN_NAMES
from games.stats import PLAYER, add_sums, common_style, points_stats, share_of

PLACES = (1, 2)
# seconds a turn, and the time bank of a game
CLOCKS = {
    "fast": {"free": 6, "bank": 10},
    "standard": {"free": 10, "bank": 20},
    "relaxed": {"free": 25, "bank": 60},
}
# each effect is seen by itself, and the end of a challenge a moment longer
LOOKS = {
    "thrown": 1.0,
    "outcome": 0.5,
    "match_over": 2.0,
    **dict.fromkeys(("drank", "awarded", "lost", "broke", "stole"), 0.8),
}


# --------------------------------------------------------------------------------- rows
def count_choices(public: View, seat: int) -> int:
    """How many choices a seat seems to have, in a window one for each potion it holds."""
    held = public["seats"][seat]["items"]
    match public["phase"]:
        case "throw":
            return len(SIGN_NAMES)
        case "window-1" | "window-2":
            return 1 + len([card for card in held if str(card).endswith("-potion")])
        case "pick":
            return sum(card is not None for card in public["center"])
        case "discard":
            return len(held) - 1
        case "break" | "steal":
            return len(public["seats"][1 - seat]["items"])
        case _:
            return 2


def deal_row(event: events.Event) -> Json | None:
    """Return the columns of the challenge that an event deals: every seat plays in it."""
    return {"number": event.match} if isinstance(event, events.Dealt) else None


def match_row(event: events.Event) -> Json | None:
    """Return the columns of the challenge that an event ends: `scores` are the points by then."""
    if not isinstance(event, events.ChallengeOver):
        return None
    last = event.last
    return {
        "number": last.challenge,
        "ended_by": event.ended_by,
        "round": last.throw,
        "winners": observation.challenge_winners(last, event.ended_by),
        "scores": {str(seat): points for seat, points in enumerate(last.scores)},
    }


def seat_stats(
    seat: int, ruleset: Json, matches: Sequence[Ended], answers: Sequence[Answer]
) -> Json:
    """Return the statistics of a seat, as columns of its result.

    `lives` is the points at the end. `counts` are throws by sign, potions drunk, and wins for
    which the first pick was taken in place of points; what a stand-in or the clock chose is
    not counted.
    """
    done = points_stats(seat, matches, answers)
    own = [answer for answer in answers if answer.seat == seat and answer.by == PLAYER]
    counts: Json = {"throws": {}, "potions": 0, "firsts": 0}
    for answer in own:
        if answer.do == "throw":
            counts["throws"] = add_sums(counts["throws"], {str(answer.action["sign"]): 1})
        counts["potions"] += answer.do == "drink"
        counts["firsts"] += answer.do == "first"
    return done | {"counts": {**counts, "points": done["lives"]}}


# ------------------------------------------------------------------------ the result page
def tell_story(ruleset: Json, seats: Sequence[Sitter], events: Sequence[GameEvent]) -> Json:
    """Return the values of the game itself for templates/rps_extreme/result.html.

    {"target", "best": the challenge that gained most, the reader's if there is one, "turning":
    challenges in which the other player gained most, "matches": challenges in order, "chart":
    [{"name", "you", "points": before the first challenge, after it, ...}], "seats":
    [{"points"}]}. A challenge is {"number",
    "ended_by": decided | target | agreement, "round": how many throws, "winners": [names],
    "won", "seats": you first, [{"name", "you", "winner", "before", "score", "gained", "items":
    codes, "sign": thrown last}], "throws": games.rps_extreme.narrative}.
    """
    challenges = _challenges(events)
    overs = [challenge[-1] for challenge in challenges]
    chart = stories.chart_lives(seats, overs, 0, "score", "points")
    matches = [_challenge(seats, challenge) for challenge in challenges]
    return {
        "target": ruleset["target"],
        "matches": matches,
        "best": _best(matches),
        "turning": stories.costliest_matches(
            {
                match["number"]: match["seats"][1]["gained"] - match["seats"][0]["gained"]
                for match in matches
                if match["seats"][0]["you"]
            }
        ),
        "chart": chart,
        "seats": [{"points": each["points"][-1]} for each in chart],
    }


def _best(matches: Sequence[Json]) -> Json | None:
    """Return {"match", "gained", "name", "you", "sign", "against": thrown last}; None without any.

    Of the reader if the reader has one, else of the seat that gained most at once.
    """
    rows = [
        {
            "match": match["number"],
            **{name: seat[name] for name in ("gained", "name", "you", "sign")},
            "against": next(other["sign"] for other in match["seats"] if other is not seat),
        }
        for match in matches
        for seat in match["seats"]
        if seat["gained"] > 0 and seat["sign"]
    ]
    own = [row for row in rows if row["you"]]
    return max(own or rows, key=lambda row: row["gained"], default=None)


def _challenges(events: Sequence[GameEvent]) -> list[list[GameEvent]]:
    """The events of each challenge that has ended, its end last."""
    challenges: list[list[GameEvent]] = []
    challenge: list[GameEvent] = []
    for event in events:
        challenge.append(event)
        if event["e"] == "match_over":
            challenges.append(challenge)
            challenge = []
    return challenges


def _challenge(seats: Sequence[Sitter], challenge: list[GameEvent]) -> Json:
    match = stories.name_players(seats, challenge[-1])
    order = [row["seat"] for row in match["seats"]]
    rows = tell_throws(challenge, [seat.name for seat in seats], order)
    return {
        **match,
        "seats": [
            {
                **row,
                "gained": row["score"] - row["before"],
                "sign": rows[-1]["thrown"][place]["sign"] if rows else None,
            }
            for place, row in enumerate(match["seats"])
        ],
        "throws": rows,
    }


# ------------------------------------------------------------------------------ profiles
def playing_style(sums: Any) -> Json:
    """Return the places, challenges, throws and potions of a row of PlayerStats for the page."""
    counts, played = sums.counts, sums.games
    signs = counts.get("throws", {})
    thrown = sum(signs.values())
    return {
        **common_style(sums, PLACES),
        "throws": [{"sign": sign, **share_of(signs.get(sign, 0), thrown)} for sign in SIGN_NAMES],
        "potions": number_format(counts.get("potions", 0) / played, 1),
        "points": number_format(counts.get("points", 0) / played, 1),
        "firsts": share_of(counts.get("firsts", 0), sums.won),
    }


RULES = gather_fields(
    Rules,
    *(state, game, observation),
    slug="rps-extreme",
    title="Rock Paper Scissors Extreme",
    seat_counts=(2,),
    ruleset_type=state.Ruleset,
    choices=state.CHOICES,
    edition_changes=state.EDITIONS,
    record=gather_fields(RecordWriter, record_writer, chapters="challenges", agreeing=2),
)

GAME = GameType(
    rules=RULES,
    short="RPS Extreme",
    ai_levels=LEVELS,
    random=random_legal.choose_action,
    usual_level="hard",
    reviewer=Reviewer(
        level="hard",
        samples=0,
        weigh=review.weigh_choices,
        why=review.explain_choice,
        leads=review.win_chances,
        opened=review.open_choices,
    ),
    ranked=RankedQueue(
        edition="current",
        seats=2,
        clock=CLOCKS["standard"],
        words=_("To %(target)s points, %(free)s s per throw and a time bank of %(bank)s s."),
        counts=_("Only the win counts, not the margin."),
    ),
    pace=Pace(
        presets={**CLOCKS, "none": None},
        first=10.0,
        think=(0.5, 2.0),
        choice=0.15,
        choices=count_choices,
        matches=5,
        abandoned=1,
        declines=frozenset({"pass"}),
        looks=LOOKS,
    ),
    minutes=MINUTES,
    options=(
        Option("target", 5, 51, 21, _("Points to win")),
        Option("hand_limit", 2, 5, 3, _("Cards a player may keep")),
    ),
    clocks={
        "fast": _("Fast, %(free)s s per throw"),
        "standard": _("Standard, %(free)s s"),
        "relaxed": _("Relaxed, %(free)s s"),
        "none": _("No clock"),
    },
    clock_help=_(
        "Seconds per throw or choice, plus a time bank of %(fast)s, %(standard)s or %(relaxed)s "
        "s per game."
    ),
    part=_("challenge %(match)s"),
    seconds=_("%(seconds)s s per throw"),
    progress=_("Challenge %(match)s"),
    columns={
        "points": lambda row: row["points"],
        "opponent_points": lambda row: row["against"],
        "throws": lambda row: row["counts"].get("throws", {}),
        "potions": lambda row: row["counts"].get("potions", 0),
        "first_picks": lambda row: row["counts"].get("firsts", 0),
    },
    urls="games.rps_extreme.urls",
    lessons=(
        ("rps_extreme:first-game", _("Three throws")),
        ("rps_extreme:rules", _("Rules")),
    ),
    rules_page=("rps_extreme:rules", _("Rules of Rock Paper Scissors Extreme")),
    deal_row=deal_row,
    match_row=match_row,
    stats=seat_stats,
    story=tell_story,
    style=playing_style,
)
