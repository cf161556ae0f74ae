"""The GameType of Density Deck: everything that the site needs to know about the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

from games import stories
from games.density_deck import deals, habits
from games.density_deck.bots import aivat, leads, puzzle, random_legal, reasons, review
from games.density_deck.bots.dial import DIAL
from games.density_deck.bots.puzzle_positions import are_near
from games.density_deck.bots.questions import THEMES
from games.density_deck.course import find_turns, tell_course, tell_duel
from games.density_deck.lengths import MINUTES
from games.density_deck.levels import LEVELS
from games.density_deck.moments import MOMENTS
from games.density_deck.rules import game, observation, proved_cards, record_writer, state
from games.density_deck.rules.messages import Score
from games.density_deck.rules.scoring import COLORS
from games.density_deck.rules.state import MOST_LIVES, STAKES
from games.density_deck.text import DRAWN_CARDS, EDITIONS, SUITS, count_lives
from games.engine.contract import GameEvent, Json, RecordWriter, Rules, View, gather_fields
from games.game_type import (
    Answer,
    Attributor,
    Ended,
    GameType,
    Option,
    Pace,
    Puzzler,
    Quick,
    RankedQueue,
    Reviewer,
    Sitter,
)
from games.stats import PLAYER, add_sums, common_style, share_of, zero_stats

PLACES = (1, 2, 3, 4)
# seconds per turn, and the time bank per game
CLOCKS = {
    "fast": {"free": 10, "bank": 40},
    "standard": {"free": 20, "bank": 90},
    "relaxed": {"free": 45, "bank": 180},
}
# seconds in which viewers can look at the hands and scores of a finished match
LOOKS = {"match_over": 8.0}


# --------------------------------------------------------------------------------- rows
def count_choices(public: View, seat: int) -> int:
    """Return how many choices a seat seems to have, from public facts; equal cards count twice."""
    own_seat = public["seats"][seat]
    if public["phase"] == "discard":
        return int(own_seat["cards"]) + 1
    tops = sum(bool(other["discards"]) for other in public["seats"] if other is not own_seat)
    return tops + int(public["pile"] > 0) + int(public["round"] > 1) + 1


def deal_row(event: state.Event) -> Json | None:
    """Return the columns of a new match; None for any other event."""
    if not isinstance(event, state.Dealt):
        return None
    return {"number": event.match, "dealer": event.order[-1], "living": sorted(event.order)}


def in_match(observed: observation.Observation) -> Sequence[int]:
    """Return the seats that have not surrendered."""
    return [seat for seat, stands in enumerate(observed.standing) if stands]


def match_row(event: state.Event) -> Json | None:
    """Return the columns of a finished match; only seats that were scored have a score."""
    if not isinstance(event, state.MatchOver):
        return None
    order = sorted(event.last.deal.order)
    scored = [seat for seat in order if event.scores[seat] is not None]
    return {
        "number": event.last.deal.match,
        "ended_by": event.ended_by,
        "round": event.round,
        "winners": list(event.winners),
        "scores": {str(seat): observation.scored_hand(event, seat) for seat in scored},
        "damage": {str(seat): event.before[seat] - event.after[seat] for seat in order},
        "lives": {str(seat): event.after[seat] for seat in order},
    }


def seat_stats(
    seat: int, ruleset: Json, matches: Sequence[Ended], answers: Sequence[Answer]
) -> Json:
    """Return the statistics of a seat, as columns of its result.

    Fights and surrenders chosen by the AI or the clock are not counted, but their effects on the
    seat's lives and matches are. A tie is a win for everyone who tied.
    """
    stats = zero_stats(seat, answers) | {"lives": ruleset["lives"], "counts": {}}
    choices = [answer for answer in answers if answer.do in ("fight", "surrender")]
    for match in matches:
        if seat in match.living:
            in_this_match = [choice for choice in choices if choice.match == match.number]
            _add_match(stats, seat, match, in_this_match)
    return stats


def _add_match(stats: Json, seat: int, match: Ended, choices: list[Answer]) -> None:
    """Count one match that the seat was dealt into."""
    key, won = str(seat), seat in match.winners
    surrenders = {choice.seat: choice for choice in choices if choice.do == "surrender"}
    damage = match.damage[key]
    stats["matches"] += 1
    stats["won"] += won
    stats["taken"] += damage
    score = (match.scores or {}).get(key)
    if score is not None:
        _add_score(stats, score, won=won)
        if won:
            stats["dealt"] += sum(
                match.damage[str(other)] for other in match.living if other not in surrenders
            )
    if seat in surrenders:
        if surrenders[seat].by == PLAYER:
            had_fight = match.ended_by in ("fight", "showdown")
            stake = STAKES[match.round or 0] if had_fight else 0
            stats["surrenders"] += 1
            stats["saved"] += damage < min(stake, stats["lives"])
    elif match.ended_by == "fight":
        _add_fight(stats, seat, match, choices)
    stats["lives"] -= damage


def _add_score(stats: Json, score: Score, *, won: bool) -> None:
    base = score["base"]
    suit = base["suit"] if base else ""
    if base and [card["from"] for card in base["cards"]].count("hand") == game.HAND:
        stats["counts"] = add_sums(stats["counts"], {"uniform": 1})
    if won and suit:
        stats["colors"] = add_sums(stats["colors"], {suit: 1})
    if stats["best_score"] is None or score["score"] > stats["best_score"]:
        stats["best_score"], stats["best_suit"] = score["score"], suit


def _add_fight(stats: Json, seat: int, match: Ended, choices: list[Answer]) -> None:
    """Count a fight in which the seat stood, by its round: called or faced, won or lost."""
    call = next(choice for choice in choices if choice.do == "fight")
    if call.seat == seat and call.by != PLAYER:
        return
    kind = "called" if call.seat == seat else "faced"
    result = "won" if seat in match.winners else "lost"
    stats["fights"] = add_sums(stats["fights"], {f"{kind}_{result}": {str(match.round): 1}})


# ------------------------------------------------------------------------ the result page
def tell_story(ruleset: Json, seats: Sequence[Sitter], events: Sequence[GameEvent]) -> Json:
    """Return the context of templates/density_deck/result.html.

    {"course": the game in a sentence, "duel_words": tell_duel(), "most": lives at the start,
    "matches", "chart", "seats": {"lives", "out_in"} by seat, "best": the highest score, "turning":
    find_turns(), "pictured": what the picture of a shared result shows}.
    """
    overs = [event for event in events if event["e"] == "match_over"]
    most = int(ruleset["lives"])
    out_in = {row["seat"]: over["match"] for over in overs for row in over["seats"] if row["out"]}
    lives = {row["seat"]: row["lives"] for over in overs for row in over["seats"]}
    matches = [_match(seats, over) for over in overs]
    best = _best_hand(matches)
    return {
        "course": tell_course(seats, events),
        "duel_words": tell_duel(seats, [lives.get(index, 0) for index in range(len(seats))]),
        "most": most,
        "matches": matches,
        "best": best,
        "pictured": best and _show_hand(best),
        "turning": find_turns(matches),
        "chart": stories.chart_lives(seats, overs, most, "lives", "lives"),
        "seats": [
            {
                "lives": lives.get(index, 0),
                "out_in": out_in.get(index),
                "reached": count_lives(lives.get(index, 0)),
            }
            for index in range(len(seats))
        ],
    }


def _match(seats: Sequence[Sitter], over: GameEvent) -> Json:
    """Return one match with its stake and its winning score."""
    match = stories.name_players(seats, over)
    own_row: Json = next((row for row in match["seats"] if row["you"]), {})
    scores = {row["seat"]: row["score"] for row in over["seats"]}
    return {
        **match,
        "stake": over["stake"],
        "amplification": over["amplification"],
        "caller": None if over["caller"] is None else seats[over["caller"]].name,
        "best": _best([scores[seat] for seat in over["winners"]]),
        "lives_before": own_row.get("lives_before"),
        "lives": own_row.get("lives"),
        "seats": [{**row, "caller": row["seat"] == over["caller"]} for row in match["seats"]],
    }


def _best_hand(matches: Sequence[Json]) -> Json | None:
    """Return the reader's hand with the highest score, or else that of the game; None without any.

    {"match", "name", "you", "hand", "amplification", "score": explained, "top": whether no score
    of the game was higher}; of equal hands the first.
    """
    hands = [
        {
            "match": match["number"],
            "amplification": match["amplification"],
            **{name: seat[name] for name in ("name", "you", "hand", "score")},
        }
        for match in matches
        for seat in match["seats"]
        if seat["score"] and seat["hand"]
    ]
    top = max((hand["score"]["score"] for hand in hands), default=None)
    best = max(hands, key=lambda hand: (hand["you"], hand["score"]["score"]), default=None)
    return best and best | {"top": best["score"]["score"] == top}


def _show_hand(best: Json) -> Json:
    """Return the best hand as the picture of a result shows it: {"cards", "figure", "caption"}."""
    words = say("Best hand: %(name)s, match %(match)s") % best
    return {
        "cards": best["hand"],
        "figure": best["score"]["score"],
        "caption": words,
    }


def _best(scores: list[Any]) -> Json | None:
    """Return the base color and value of the winning score; None if there is no score."""
    if not scores or scores[0] is None:
        return None
    base = scores[0]["base"]
    return {"suit": base["suit"] if base else None, "score": scores[0]["score"]}


# ------------------------------------------------------------------------------ profiles
def playing_style(sums: Any) -> Json:
    """Return the places, fights, damage and colors of a PlayerStats row for the profile page."""
    fights, games = sums.fights, sums.games
    called, called_won = _total(fights, "called"), _total(fights, "called_won")
    faced, faced_lost = _total(fights, "faced"), _total(fights, "faced_lost")
    colors = sorted(sums.colors.items(), key=lambda pair: (-pair[1], pair[0]))
    wins = sum(sums.colors.values())
    return {
        **common_style(sums, PLACES),
        "called": share_of(called_won, called),
        "faced": share_of(faced_lost, faced),
        "surrenders": share_of(sums.saved, sums.surrenders),
        "dealt": number_format(sums.dealt / games, 1),
        "taken": number_format(sums.taken / games, 1),
        "rounds": _rounds(fights),
        "colors": [{"suit": suit, **share_of(times, wins)} for suit, times in colors],
    }


def _total(fights: Mapping[str, Mapping[str, int]], name: str) -> int:
    """Return the number of fights, over all rounds, whose kind begins with this name."""
    rounds = [times for kind, times in fights.items() if kind.startswith(name)]
    return sum(sum(times.values()) for times in rounds)


def _rounds(fights: Mapping[str, Mapping[str, int]]) -> list[Json]:
    """Return the counts of fights by result, for each round that had any."""
    numbers = sorted({int(number) for rounds in fights.values() for number in rounds})
    return [
        {"round": number}
        | {
            f"{kind}_{end}": fights.get(f"{kind}_{end}", {}).get(str(number), 0)
            for kind in ("called", "faced")
            for end in ("won", "lost")
        }
        for number in numbers
    ]


RULES = gather_fields(
    Rules,
    *(state, game, observation, proved_cards),
    slug="density-deck",
    title="Density Deck",
    seat_counts=(2, 3, 4),
    ruleset_type=state.Ruleset,
    choices=state.CHOICES,
    edition_changes=state.EDITIONS,
    record=gather_fields(RecordWriter, record_writer, chapters="matches", agreeing=3),
)

GAME = GameType(
    rules=RULES,
    short="Density Deck",
    ai_levels=LEVELS,
    random=random_legal.choose_action,
    usual_level="medium",
    dial=DIAL,
    reviewer=Reviewer(
        level="master",
        samples=384,
        weigh=review.weigh_choices,
        why=reasons.explain_choice,
        leads=leads.win_chances,
        opened=leads.open_hands,
        confirm=review.confirm_cost,
        habit=habits.describe_habit,
    ),
    puzzle=Puzzler(THEMES, puzzle.find_puzzle, are_near),
    deals=deals.COUNTS,
    attributor=Attributor(
        aivat.attribute_luck,
        {"deal": _("Deal"), "flips": _("Center cards"), "draws": _("Draws")},
    ),
    ranked=RankedQueue(
        edition="current",
        seats=4,
        clock=CLOCKS["standard"],
        words=_("%(lives)s lives, %(free)s\u00a0s per turn and a time bank of %(bank)s\u00a0s."),
        counts=_("Only your place in the game counts, not your score."),
    ),
    pace=Pace(
        presets={**CLOCKS, "none": None},
        first=15.0,
        # a draw and a discard together take about 0.6 s: as long as their cards fly
        alone=0.08,
        bonus=5.0,
        think=(1.0, 4.0),
        choice=0.3,
        choices=count_choices,
        matches=2,
        abandoned=2,
        looks=LOOKS,
    ),
    minutes=MINUTES,
    editions=EDITIONS,
    options=(Option("lives", 1, MOST_LIVES, 10, _("Lives")),),
    quick=Quick({"lives": 5}, _("10 lives"), _("5 lives"), 1.3),
    clocks={
        "fast": _("Fast, %(free)s\u00a0s"),
        "standard": _("Standard, %(free)s\u00a0s"),
        "relaxed": _("Relaxed, %(free)s\u00a0s"),
        "none": _("No clock"),
    },
    clock_help=_(
        "Seconds per turn, plus a time bank of %(fast)s, %(standard)s or "
        "%(relaxed)s\u00a0s per game."
    ),
    part=_("match %(match)s"),
    seconds=_("%(seconds)s\u00a0s per turn"),
    progress=_("Match %(match)s, %(left)s players left"),
    columns={
        "best_score": lambda row: row["best"] and row["best"]["score"],
        "best_base": lambda row: row["best"] and row["best"]["suit"],
        "winning_bases": lambda row: row["colors"],
        "fights_called": lambda row: _total(row["fights"], "called"),
        "fights_called_won": lambda row: _total(row["fights"], "called_won"),
        "surrenders": lambda row: row["surrenders"],
        "damage_dealt": lambda row: row["dealt"],
        "damage_taken": lambda row: row["taken"],
    },
    bases={suit: SUITS[suit] for suit in COLORS},
    urls="games.density_deck.urls",
    lessons=(
        ("density_deck:first-game", _("First game")),
        ("density_deck:rules", _("Rules")),
        ("density_deck:practice", _("Practice")),
        ("density_deck:puzzles", _("Puzzles")),
    ),
    rules_page=("density_deck:rules", _("Rules")),
    in_match=in_match,
    deal_row=deal_row,
    match_row=match_row,
    stats=seat_stats,
    drawn_cards=DRAWN_CARDS,
    story=tell_story,
    style=playing_style,
    moments=MOMENTS,
)
