"""The daily update of ratings: the performance noise and the ladder of each game.

Any number of workers may start it at any time: the rows say whether it was done today.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from django.db import transaction

from accounts.models import Ladder, Mode, PerformanceNoise, Rank, RatingEvent
from accounts.ratings import rating, tiers
from accounts.ratings.rating import START_NOISE, Pair, Skill
from accounts.ratings.rating_parameters import SCALE_VERSION, scale_of

PAIRS = 20_000
# with fewer, chance dominates the fit
LEAST_PAIRS = 3_000
CHUNK = 500


def bring_up_to_date(now: datetime) -> None:
    """Update every game that has not been updated today (UTC)."""
    for slug in Rank.objects.order_by().values_list("slug", flat=True).distinct():
        refit_noise(slug, now)
        draw_ladder(slug, now)


def refit_noise(slug: str, now: datetime) -> PerformanceNoise | None:
    """Save and return the next version of a game's noise, fitted to its last PAIRS pairs.

    The first fit also saves the scale of the points, which later fits leave alone.
    Return None and change nothing when it was fitted today, when nothing was played since the
    last fit, or when there are fewer than LEAST_PAIRS.
    """
    # read once: a concurrent worker writes the same version, so one of the two rows is ignored
    fits = PerformanceNoise.objects.filter(slug=slug, version__gt=SCALE_VERSION)
    last = fits.order_by("-version").first()
    if _done(last, now):
        return None
    played = RatingEvent.objects.filter(slug=slug, mode=Mode.RANKED)
    if last is not None and not played.filter(at__gt=last.at).exists():
        return None
    pairs = list(_last_pairs(slug))
    if len(pairs) < LEAST_PAIRS:
        return None
    fitted = PerformanceNoise(
        slug=slug,
        version=1 if last is None else last.version + 1,
        noise=rating.refit_noise(START_NOISE if last is None else last.noise, pairs),
        pairs=len(pairs),
        at=now,
    )
    # once written, the scale stays: later ones are ignored
    scale = PerformanceNoise(slug=slug, version=SCALE_VERSION, noise=scale_of(slug), at=now)
    PerformanceNoise.objects.bulk_create([scale, fitted], ignore_conflicts=True)
    return fitted


def draw_ladder(slug: str, now: datetime) -> Ladder | None:
    """Save and return the next version of a game's ladder, and move every user to a rung of it.

    Return None and change nothing when it was drawn today or too few players are rated.
    """
    versions = Ladder.objects.filter(slug=slug).order_by("-version")
    if _done(versions.first(), now):
        return None
    with transaction.atomic():
        ranks = Rank.objects.filter(slug=slug, mode=Mode.RANKED, rung__isnull=False)
        # same lock order as in settle_ranks(); a concurrent worker waits here
        rated = ranks.order_by("user_id").select_for_update()
        rows = list(rated.only("rating", "rung"))
        last = versions.first()
        if len(rows) < tiers.FEW or _done(last, now):
            return None
        lines = tiers.ladder_lines([rank.rating for rank in rows])
        moved = []
        for rank in rows:
            before, rank.rung = rank.rung, tiers.find_rung(rank.rating, lines, rank.rung)
            if rank.rung != before:
                moved.append(rank)
        Rank.objects.bulk_update(moved, ["rung"], batch_size=CHUNK)
        return Ladder.objects.create(
            slug=slug,
            version=1 if last is None else last.version + 1,
            players=len(rows),
            lines=lines,
            at=now,
        )


def _done(last: PerformanceNoise | Ladder | None, now: datetime) -> bool:
    return last is not None and last.at.date() >= now.date()


def _last_pairs(slug: str) -> Iterator[Pair]:
    """Yield the newest pairs of players, with their skills before the game.

    Abandoned seats are left out, because a stand-in reached the place.
    """
    events = RatingEvent.objects.filter(slug=slug, mode=Mode.RANKED, left=False)
    rows = events.order_by("-at", "game").values_list("game", "place", "mu_before", "sigma_before")
    count = 0
    for _, together in groupby(rows.iterator(chunk_size=2000), key=itemgetter(0)):
        seats = list(together)
        skills = [Skill(mu, sigma) for _, _, mu, sigma in seats]
        for pair in rating.pair_players(skills, [place for _, place, _, _ in seats]):
            yield pair
            count += 1
            if count == PAIRS:
                return
