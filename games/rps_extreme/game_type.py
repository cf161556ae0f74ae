"""The GameType of Rock Paper Scissors Extreme: everything that the site needs to know about it."""

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
from games.rps_extreme import deals
from games.rps_extreme.bots import random_legal, review
from games.rps_extreme.course import count_throws, find_turns, tell_course
from games.rps_extreme.lengths import MINUTES
from games.rps_extreme.levels import LEVELS
from games.rps_extreme.moments import MOMENTS
from games.rps_extreme.narrative import tell_throws
from games.rps_extreme.rules import events, game, observation, proved_cards, record_writer, state
from games.rps_extreme.rules.cards import SIGN_NAMES
from games.rps_extreme.text import DRAWN_CARDS, count_points
from games.stats import PLAYER, add_sums, common_style, points_stats, share_of

PLACES = (1, 2)
# seconds per turn, and the time bank per game
CLOCKS = {
    "fast": {"free": 6, "bank": 10},
    "standard": {"free": 10, "bank": 20},
    "relaxed": {"free": 25, "bank": 60},
}
# seconds in which viewers can look at each effect, and longer at the end of a challenge
LOOKS = {
    "thrown": 1.0,
    "outcome": 0.5,
    "match_over": 2.0,
    **dict.fromkeys(("drank", "awarded", "lost", "broke", "stole"), 0.8),
}


# --------------------------------------------------------------------------------- rows
def count_choices(public: View, seat: int) -> int:
    """Return how many choices a seat seems to have; in a window, every potion counts as one."""
    items = public["seats"][seat]["items"]
    match public["phase"]:
        case "throw":
            return len(SIGN_NAMES)
        case "window-1" | "window-2":
            return 1 + len([card for card in items if str(card).endswith("-potion")])
        case "pick":
            return sum(card is not None for card in public["center"])
        case "discard":
            return len(items) - 1
        case "break" | "steal":
            return len(public["seats"][1 - seat]["items"])
        case _:
            return 2


def deal_row(event: events.Event) -> Json | None:
    """Return the columns of a new challenge; None for any other event."""
    return {"number": event.match} if isinstance(event, events.Dealt) else None


def match_row(event: events.Event) -> Json | None:
    """Return the columns of a finished challenge; `scores` are the points at its end."""
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

    `lives` are the points at the end. `counts` has the throws by sign, the potions drunk, and the
    wins after which the player picked first instead of scoring. Choices of the AI or the clock are
    not counted.
    """
    stats = points_stats(seat, matches, answers)
    own_answers = [answer for answer in answers if answer.seat == seat and answer.by == PLAYER]
    counts: Json = {"throws": {}, "potions": 0, "firsts": 0}
    for answer in own_answers:
        if answer.do == "throw":
            counts["throws"] = add_sums(counts["throws"], {str(answer.action["sign"]): 1})
        counts["potions"] += answer.do == "drink"
        counts["firsts"] += answer.do == "first"
    return stats | {"counts": {**counts, "points": stats["lives"]}}


# ------------------------------------------------------------------------ the result page
def tell_story(ruleset: Json, seats: Sequence[Sitter], events: Sequence[GameEvent]) -> Json:
    """Return the context of templates/rps_extreme/result.html.

    {"course": the game in a sentence, "target", "best": the challenge with the highest gain,
    preferably the reader's, "turning": find_turns(), "throws": count_throws(), "matches":
    challenges in order, "chart": [{"name", "you", "points": before the first challenge, after it,
    ...}], "seats": [{"points"}]}.
    A challenge is {"number", "ended_by": decided | target | agreement, "round": number of throws,
    "winners": [names], "won", "seats": [{"name", "you", "winner", "before", "score", "gained",
    "items": codes, "sign": of the last throw}], the reader's first, "throws":
    games.rps_extreme.narrative}.
    """
    challenges = _challenges(events)
    overs = [challenge[-1] for challenge in challenges]
    chart = stories.chart_lives(seats, overs, 0, "score", "points")
    matches = [_challenge(seats, challenge) for challenge in challenges]
    return {
        "course": tell_course(seats, events),
        "target": ruleset["target"],
        "matches": matches,
        "best": _best(matches),
        "turning": find_turns(matches),
        "throws": count_throws(matches),
        "chart": chart,
        "seats": [
            {"points": line["points"][-1], "reached": count_points(line["points"][-1])}
            for line in chart
        ],
    }


def _best(matches: Sequence[Json]) -> Json | None:
    """Return the challenge in which the reader gained most, or else any seat; None without any.

    {"match", "gained", "name", "you", "sign", "against"}; both signs are of the last throw.
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
    own_rows = [row for row in rows if row["you"]]
    return max(own_rows or rows, key=lambda row: row["gained"], default=None)


def _challenges(events: Sequence[GameEvent]) -> list[list[GameEvent]]:
    """Return the events of each challenge that has ended; "match_over" is its last one."""
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
    names = [str(_("You")) if seat.you else seat.name for seat in seats]
    rows = tell_throws(challenge, names, order)
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
    """Return the places, throws, potions and points of a PlayerStats row for the profile page."""
    counts, games = sums.counts, sums.games
    signs = counts.get("throws", {})
    throws = sum(signs.values())
    return {
        **common_style(sums, PLACES),
        "throws": [{"sign": sign, **share_of(signs.get(sign, 0), throws)} for sign in SIGN_NAMES],
        "potions": number_format(counts.get("potions", 0) / games, 1),
        "points": number_format(counts.get("points", 0) / games, 1),
        "firsts": share_of(counts.get("firsts", 0), sums.won),
    }


RULES = gather_fields(
    Rules,
    *(state, game, observation, proved_cards),
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
    deals=deals.COUNTS,
    ranked=RankedQueue(
        edition="current",
        seats=2,
        clock=CLOCKS["standard"],
        words=_(
            "To %(target)s points, %(free)s\u00a0s per throw and a time bank of %(bank)s\u00a0s."
        ),
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
        "fast": _("Fast, %(free)s\u00a0s"),
        "standard": _("Standard, %(free)s\u00a0s"),
        "relaxed": _("Relaxed, %(free)s\u00a0s"),
        "none": _("No clock"),
    },
    clock_help=_(
        "Seconds per throw or choice, plus a time bank of %(fast)s, %(standard)s or "
        "%(relaxed)s\u00a0s per game."
    ),
    part=_("challenge %(match)s"),
    seconds=_("%(seconds)s\u00a0s per throw"),
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
    drawn_cards=DRAWN_CARDS,
    story=tell_story,
    style=playing_style,
    moments=MOMENTS,
)
