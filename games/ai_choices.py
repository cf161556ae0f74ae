"""The default choices for a game against AI players: the last ones, and Easy for newcomers."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.ratings import ranks
from games.engine.contract import Json
from games.game_type import QUICK, USUAL
from games.models import PlayerStats, Seat
from games.registry import GAMES

# what a form sends as the level in place of a strength, which then stands beside it
LIKE_ME = "like-me"
NEWCOMER = 1200  # points that are offered to a player without a rating: few beginners are stronger


class AiChoice(NamedTuple):
    """How strong AI players are, and how long the game is: USUAL or QUICK."""

    level: str
    length: str = USUAL

    def rules(self, slug: str) -> Mapping[str, int]:
        """Return the numbers of the ruleset that are not as usual."""
        quick = GAMES[slug].quick
        return {} if quick is None or self.length == USUAL else quick.rules


def read_choice(slug: str, sent: Mapping[str, Any], usual: AiChoice) -> AiChoice | None:
    """Return what a form chose; `against` has both in one, and what is missing is as usual.

    A level LIKE_ME is the `strength` that the form has beside it. None when the game has no such
    level or length.
    """
    level, _, length = str(sent.get("against", "")).partition(" ")
    level = level or str(sent.get("level", usual.level))
    length = length or str(sent.get("length", USUAL))
    known = level in GAMES[slug].levels
    if level == LIKE_ME:
        level = str(sent.get("strength", ""))
    known = known or level in GAMES[slug].strengths
    return AiChoice(level, length) if known and length in game_lengths(slug) else None


def game_lengths(slug: str) -> tuple[str, ...]:
    """Return the lengths that a game can have."""
    return (USUAL,) if GAMES[slug].quick is None else (USUAL, QUICK)


def numbers_for_length(slug: str, edition: str, length: str) -> dict[str, int]:
    """Return the numbers of a ruleset that make a game so long; none for a length that is ""."""
    quick, rules = GAMES[slug].quick, GAMES[slug].rules
    if quick is None or not length:
        return {}
    usual = rules.ruleset_to_json(rules.ruleset(edition))
    return {name: quick.rules[name] if length == QUICK else usual[name] for name in quick.rules}


def length_of(slug: str, edition: str, ruleset: Mapping[str, Any]) -> str:
    """Return how long a game with this ruleset is; "" where it is neither."""
    for length in game_lengths(slug):
        made = numbers_for_length(slug, edition, length)
        if all(ruleset.get(name) == number for name, number in made.items()):
            return length
    return ""


def offered_choice(user: User | AnonymousUser, slug: str) -> AiChoice:
    """Return what is chosen before the user chooses: as last time.

    Before that the usual level, or the weakest for guests and for users who have not finished
    a game of this kind.
    """
    levels = GAMES[slug].levels
    if not isinstance(user, User):
        return AiChoice(levels[0])
    kept = user.ai_choices.get(slug, {})
    length = kept.get("length") if kept.get("length") in game_lengths(slug) else USUAL
    if GAMES[slug].may_seat(str(kept.get("level"))):
        return AiChoice(kept["level"], length)
    played = not user.is_guest and PlayerStats.objects.filter(user=user, slug=slug).exists()
    return AiChoice(GAMES[slug].usual_level if played else levels[0], length)


def choose_level(user: User | AnonymousUser, slug: str, choice: AiChoice) -> str:
    """Return the level for someone like this user: the chosen one, else the nearest to the rating.

    "" for a game without a dial.
    """
    strengths = GAMES[slug].strengths
    if not strengths or choice.level in strengths:
        return choice.level if strengths else ""
    rank = ranks.rank_of(user.pk, slug) if isinstance(user, User) and not user.is_guest else None
    points = NEWCOMER if rank is None or rank.pk is None else rank.rating
    return min(strengths, key=lambda each: abs(int(each) - points))


def remember_choice(user: User, slug: str, choice: AiChoice) -> None:
    """Keep what a user chose against AI players for the next time."""
    if user.ai_choices.get(slug) != choice._asdict():
        user.ai_choices = {**user.ai_choices, slug: choice._asdict()}
        user.save(update_fields=("ai_choices",))


def next_level(slug: str, places: Sequence[Json]) -> tuple[str, str] | None:
    """Return the level that the viewer has just beaten alone, and the next stronger one.

    `places` are the seats of a finished game as a result has them. None where the viewer did not
    win, where others than AI players sat, and where there is no stronger level.
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
