"""The strength and length of games against AI players that users choose and are offered."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.ratings import ranks
from games.engine.contract import Json
from games.game_type import QUICK, USUAL
from games.models import PlayerStats, Seat
from games.registry import GAMES

# the level that a form sends when the strength is in a field of its own
LIKE_ME = "like-me"
NEWCOMER = 1200  # rating points assumed for players without one: few beginners are stronger


class AiChoice(NamedTuple):
    """How strong AI players are, and how long the game is: USUAL or QUICK."""

    level: str
    length: str = USUAL

    def rules(self, slug: str) -> Mapping[str, int]:
        """Return the ruleset options that differ from the usual game."""
        quick = GAMES[slug].quick
        return {} if quick is None or self.length == USUAL else quick.rules


def read_choice(slug: str, data: Mapping[str, Any], usual: AiChoice) -> AiChoice | None:
    """Return the level and length that a form chose; None if the game has no such choice.

    The form has the fields `level` and `length`, or both in `against` ("hard quick"). For the
    level LIKE_ME it has the level in `strength`. A missing level is that of `usual`.
    """
    level, _, length = str(data.get("against", "")).partition(" ")
    level = level or str(data.get("level", usual.level))
    length = length or str(data.get("length", USUAL))
    offered = level in GAMES[slug].levels
    if level == LIKE_ME:
        level = str(data.get("strength", ""))
    offered = offered or level in GAMES[slug].strengths
    return AiChoice(level, length) if offered and length in game_lengths(slug) else None


def game_lengths(slug: str) -> tuple[str, ...]:
    """Return the lengths that a game can have."""
    return (USUAL,) if GAMES[slug].quick is None else (USUAL, QUICK)


def numbers_for_length(slug: str, edition: str, length: str) -> dict[str, int]:
    """Return the ruleset options that give a game this length; none for the length ""."""
    quick, rules = GAMES[slug].quick, GAMES[slug].rules
    if quick is None or not length:
        return {}
    usual = rules.ruleset_to_json(rules.ruleset(edition))
    return {name: quick.rules[name] if length == QUICK else usual[name] for name in quick.rules}


def length_of(slug: str, edition: str, ruleset: Mapping[str, Any]) -> str:
    """Return the length that a game with this ruleset has; "" if it fits none."""
    for length in game_lengths(slug):
        numbers = numbers_for_length(slug, edition, length)
        if all(ruleset.get(name) == number for name, number in numbers.items()):
            return length
    return ""


def offered_choice(user: User | AnonymousUser, slug: str) -> AiChoice:
    """Return the preselected choice: that of the last time, if there is one.

    Otherwise it is the usual level, or the weakest one for guests and for users who have not
    finished a game of this kind.
    """
    levels = GAMES[slug].levels
    if not isinstance(user, User):
        return AiChoice(levels[0])
    last = user.ai_choices.get(slug, {})
    length = last.get("length") if last.get("length") in game_lengths(slug) else USUAL
    if GAMES[slug].may_seat(str(last.get("level"))):
        return AiChoice(last["level"], length)
    has_played = not user.is_guest and PlayerStats.objects.filter(user=user, slug=slug).exists()
    return AiChoice(GAMES[slug].usual_level if has_played else levels[0], length)


def choose_level(user: User | AnonymousUser, slug: str, choice: AiChoice) -> str:
    """Return the strength on the dial that a user chose, or the one nearest to the user's rating.

    "" for a game without a dial.
    """
    strengths = GAMES[slug].strengths
    if not strengths or choice.level in strengths:
        return choice.level if strengths else ""
    rank = ranks.rank_of(user.pk, slug) if isinstance(user, User) and not user.is_guest else None
    points = NEWCOMER if rank is None or rank.pk is None else rank.rating
    return min(strengths, key=lambda strength: abs(int(strength) - points))


def remember_choice(user: User, slug: str, choice: AiChoice) -> None:
    """Save a user's choice of AI players for the next time."""
    if user.ai_choices.get(slug) != choice._asdict():
        user.ai_choices = {**user.ai_choices, slug: choice._asdict()}
        user.save(update_fields=("ai_choices",))


def next_level(slug: str, places: Sequence[Json]) -> tuple[str, str] | None:
    """Return the level that the viewer has just beaten alone, and the next stronger one.

    `places` are the seats of a finished game in the format of its result. None if the viewer did
    not win, if another seat was not an AI player's, or if there is no stronger level.
    """
    levels = GAMES[slug].levels
    others = [seat for seat in places if not seat["you"]]
    won = any(seat["you"] and seat["place"] == 1 for seat in places)
    if not won or any(
        seat["kind"] != Seat.Kind.AI or seat["level"] not in levels for seat in others
    ):
        return None
    beaten = max(levels.index(seat["level"]) for seat in others)
    return None if beaten + 1 == len(levels) else (levels[beaten], levels[beaten + 1])
