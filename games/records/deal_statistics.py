"""Counts the cards of all deals, and compares them with what a fair shuffle gives.

Every finished game counts once, with all its matches. Games that continue another one are left
out, because their first cards are those of the other game.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from math import copysign, erfc, exp, gamma, sqrt
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.formats import number_format

from games.deals import DealCounts, DealPart, MatchDeal
from games.models import DealStatistics, Game
from games.positions.position import seed_of
from games.registry import GAMES

# the most games that one call counts, and how many of them are in memory at once
MOST_GAMES, CHUNK = 20_000, 500
# with fewer expected cards of a kind, the test of a part says nothing
FEWEST_EXPECTED = 5
# a fair site shows a finding on one of this many days, however many tests there are
DAYS_PER_ALARM = 100
# of a chart: standard deviations from the middle to the edge, and the pixels for each
MOST_SIGMAS, SIGMA_PIXELS, MIDDLE = 4, 12, 50


class CardCount(NamedTuple):
    """How often a card was dealt, and how often a fair shuffle deals it on average."""

    code: str
    times: int
    expected: float

    @property
    def deviation(self) -> float:
        """The deviation in standard deviations of a Poisson count."""
        return (self.times - self.expected) / sqrt(self.expected) if self.expected else 0.0


class PartTest(NamedTuple):
    """The chi-square test of one part of the deals; `chance` is None with too few cards.

    `chance` is the probability that a fair shuffle deviates at least as much.
    """

    part: DealPart
    dealt: int
    cards: list[CardCount]
    chi_square: float
    freedom: int
    chance: float | None


def count_deals(now: datetime) -> None:
    """Add the games that finished before today (UTC), at most MOST_GAMES of each type.

    A later call on the same day finds no more games, so the numbers change once a day.
    """
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    for slug, game_type in GAMES.items():
        if game_type.deals is not None:
            with transaction.atomic():
                DealStatistics.objects.get_or_create(slug=slug)
                row = DealStatistics.objects.select_for_update().get(slug=slug)
                _count_games(row, game_type.deals, today)


def _count_games(row: DealStatistics, kind: DealCounts, until: datetime) -> None:
    games = Game.objects.filter(
        slug=row.slug, status=Game.Status.FINISHED, fork__isnull=True, finished_at__lt=until
    )
    if row.counted_until is not None:
        later = Q(finished_at__gt=row.counted_until)
        games = games.filter(later | Q(finished_at=row.counted_until, pk__gt=row.last_game))
    games = games.only("secret", "finished_at").order_by("finished_at", "pk")
    counts = {part: Counter(row.counts.get(part, {})) for part in kind.parts}
    for game in games.prefetch_related("seats", "matches")[:MOST_GAMES].iterator(CHUNK):
        seed = seed_of(game, {seat.index: seat for seat in game.seats.all()})
        for match in game.matches.all():
            dealt = MatchDeal(match.number, match.dealer, match.living)
            for part, code in kind.list_dealt(seed, dealt):
                counts[part][code] += 1
            row.matches += 1
        row.games += 1
        row.counted_until, row.last_game = game.finished_at, game.pk
    row.counts = counts
    row.save()


def compare_parts(kind: DealCounts, counts: Mapping[str, Mapping[str, int]]) -> list[PartTest]:
    """Return the chi-square test of each part.

    Cards of one hand are drawn without replacement, which makes deviations smaller. So the sum is
    divided by (N - n) / (N - 1), for n cards drawn from a deck of N.
    """
    copies, size = Counter(kind.deck), len(kind.deck)
    tests = []
    for name, part in kind.parts.items():
        times = counts.get(name, {})
        dealt = sum(times.values())
        cards = [
            CardCount(code, times.get(code, 0), dealt * number / size)
            for code, number in copies.items()
        ]
        enough = min(card.expected for card in cards) >= FEWEST_EXPECTED
        spread = (size - part.drawn) / (size - 1)
        deviations = ((c.times - c.expected) ** 2 / c.expected for c in cards if c.expected)
        chi_square, freedom = sum(deviations) / spread, len(cards) - 1
        chance = chance_of_more(chi_square, freedom) if enough else None
        tests.append(PartTest(part, dealt, cards, chi_square, freedom, chance))
    return tests


def chance_of_more(chi_square: float, freedom: int) -> float:
    """Return the probability of at least this chi-square with so many degrees of freedom.

    By the recurrence of the upper incomplete gamma function (Abramowitz and Stegun 26.4.4, 26.4.5).
    """
    half = chi_square / 2
    if freedom % 2:
        total, at = erfc(sqrt(half)), 0.5
    else:
        total, at = exp(-half), 1.0
    while at < freedom / 2:
        total += half**at * exp(-half) / gamma(at + 1)
        at += 1
    return min(1.0, total)


def describe_deals(slug: str) -> dict[str, Any]:
    """Return the context of templates/games/deals.html for a game type that counts its deals.

    `alarm` is the chance below which a part is a finding: with so many tests a day, a fair site has
    one on one of DAYS_PER_ALARM days.
    """
    kind = GAMES[slug].deals
    if kind is None:
        raise ValueError(f"the deals of {slug} are not counted")
    row = DealStatistics.objects.filter(slug=slug).first() or DealStatistics(slug=slug)
    tests = compare_parts(kind, row.counts)
    ready = [test for test in tests if test.chance is not None]
    alarm = 1 / DAYS_PER_ALARM / max(1, len(ready))
    parts = [
        {
            "title": test.part.words % {"number": test.part.number},
            "test": test,
            "in_hundred": _format_chance(test.chance),
            "found": test.chance is not None and test.chance < alarm,
            "bars": _draw_bars(kind, test),
        }
        for test in tests
    ]
    return {
        "games": row.games,
        "matches": row.matches,
        "parts": parts,
        "ready": len(ready),
        "found": sum(part["found"] for part in parts),
        "days": DAYS_PER_ALARM,
    }


def _format_chance(chance: float | None) -> str:
    """Return a chance as a number of 100: "43", "0.2"; "" without one."""
    if chance is None:
        return ""
    return number_format(100 * chance, 0 if chance >= 0.1 else 1 if chance >= 0.001 else 4)


def _draw_bars(kind: DealCounts, test: PartTest) -> list[dict[str, Any]]:
    """Return a bar for each card, from the middle of the chart up or down by its deviation."""
    step = 100 / len(test.cards)
    bars = []
    for index, card in enumerate(test.cards):
        sigmas = min(abs(card.deviation), MOST_SIGMAS)
        height = max(1, round(SIGMA_PIXELS * sigmas))
        bars.append(
            {
                "name": kind.name_card(card.code),
                "times": card.times,
                "expected": round(card.expected),
                "x": f"{step * (index + 0.1):.4g}%",
                "width": f"{step * 0.8:.4g}%",
                "y": MIDDLE if copysign(1, card.deviation) < 0 else MIDDLE - height,
                "height": height,
            }
        )
    return bars
