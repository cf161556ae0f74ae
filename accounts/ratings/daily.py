"""Once a day: fit the performance noise of each game to what was played, and draw its ladder again.

Any number of workers may try at any time: whether it was done today stands in the rows.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from django.db import transaction

from accounts.models import Ladder, Mode, PerformanceNoise, Rank, RatingEvent
from accounts.ratings import rating, tiers
from accounts.ratings.rating import START_NOISE, Pair, Skill

PAIRS = 20_000
# fewer say more about chance than about the game
LEAST_PAIRS = 3_000
CHUNK = 500


def bring_up_to_date(now: datetime) -> None:
    """Do for every game what was not done on this day yet (UTC)."""
    for slug in Rank.objects.order_by().values_list("slug", flat=True).distinct():
        refit_noise(slug, now)
        draw_ladder(slug, now)


def refit_noise(slug: str, now: datetime) -> PerformanceNoise | None:
    """Return the next version of a game's noise, from its last 20 000 pairs of players.

    None, and nothing changes, when this day has one, when nothing was played since the last, or
    when all that was played is too little to tell noise from skill.
    """
    # read once: another worker that comes so far at the same time writes the same version
    last = PerformanceNoise.objects.filter(slug=slug).order_by("-version").first()
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
    PerformanceNoise.objects.bulk_create([fitted], ignore_conflicts=True)
    return fitted


def draw_ladder(slug: str, now: datetime) -> Ladder | None:
    """The next version of a game's ladder; every user's rung is brought to it, as after a game.

    None, and nothing changes, when this day has one, or too few players are rated.
    """
    versions = Ladder.objects.filter(slug=slug).order_by("-version")
    if _done(versions.first(), now):
        return None
    with transaction.atomic():
        ranks = Rank.objects.filter(slug=slug, mode=Mode.RANKED, rung__isnull=False)
        # in the order in which finishing games lock them; another worker waits here
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
    """Yield the newest pairs of players, game by game, as they were before it.

    Seats that were left are no part of it: a stand-in reached the place.
    """
    events = RatingEvent.objects.filter(slug=slug, mode=Mode.RANKED, left=False)
    rows = events.order_by("-at", "game").values_list("game", "place", "mu_before", "sigma_before")
    given = 0
    for _, together in groupby(rows.iterator(chunk_size=2000), key=itemgetter(0)):
        seats = list(together)
        skills = [Skill(mu, sigma) for _, _, mu, sigma in seats]
        for pair in rating.pair_players(skills, [place for _, place, _, _ in seats]):
            yield pair
            given += 1
            if given == PAIRS:
                return
