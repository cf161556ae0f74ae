"""The statistics of all deals count what was dealt, and find a deck that is not fair."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from statistics import fmean

import pytest
from django.test import Client

from games.deals import MatchDeal
from games.engine.contract import RULES, Seed
from games.models import DealStatistics, Game, Match, Seat
from games.records import deal_statistics
from games.records.deal_statistics import chance_of_more, compare_parts, count_deals
from games.registry import GAMES
from tests.records.finished import finished_game, save_deal_statistics

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
YESTERDAY = NOW - timedelta(days=1)
DECK, RPS = "density-deck", "rps-extreme"
KINDS = {slug: kind for slug in (DECK, RPS) if (kind := GAMES[slug].deals)}


def random_seeds(number: int, seats: int = 4) -> Iterator[Seed]:
    dice = random.Random("deals")
    for _ in range(number):
        yield Seed(dice.randbytes(32), dice.randbytes(16 * seats))


def save_game(at: datetime, matches: int = 2, slug: str = DECK) -> Game:
    """Save a finished game of four AI players with its matches and bytes."""
    sitters = [f"AI {index}" for index in range(4 if slug == DECK else 2)]
    game = finished_game(sitters, "medium", slug=slug, started_at=at, finished_at=at)
    Seat.objects.filter(game=game).update(client_bytes=bytes(16), bytes_by="server")
    living = list(range(len(sitters)))
    for number in range(1, matches + 1):
        Match.objects.create(
            game=game, number=number, dealer=number % 4, living=living, merkle_root=""
        )
    return game


@pytest.mark.parametrize("seed", list(random_seeds(5)))
def test_a_hand_is_counted_for_the_seat_that_was_dealt_it(seed: Seed) -> None:
    rules = RULES[DECK]
    state, _ = rules.start(rules.ruleset("current"), seed)
    counted = Counter(KINDS[DECK].list_dealt(seed, MatchDeal(1, state.deal.dealer, [0, 1, 2, 3])))
    codes = rules.state_for(state, 0)["seats"][0]["hand"]
    own = {code: number for (part, code), number in counted.items() if part == "seat-0"}
    assert own == Counter(codes)
    last = f"turn-{state.deal.order.index(0)}"
    assert own == {code: number for (part, code), number in counted.items() if part == last}


@pytest.mark.parametrize(
    ("chi_square", "freedom", "chance"),
    # from the table of the chi-square distribution
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (34.382, 25, 0.10),
        (52.620, 25, 0.001),
        (42.557, 29, 0.05),
    ],
)
def test_the_chance_of_a_deviation_is_that_of_the_table(
    chi_square: float, freedom: int, chance: float
) -> None:
    assert chance_of_more(chi_square, freedom) == pytest.approx(chance, rel=0.005)


@pytest.mark.parametrize("slug", KINDS)
def test_fair_shuffles_deviate_as_much_as_expected(slug: str) -> None:
    kind, shares = KINDS[slug], list[float]()
    for seeds in range(12):
        counts: dict[str, Counter[str]] = {part: Counter() for part in kind.parts}
        dice = random.Random(f"fair {seeds}")
        for _ in range(150):
            seed = Seed(dice.randbytes(32), dice.randbytes(64))
            for part, code in kind.list_dealt(seed, MatchDeal(1, dice.randrange(4), range(4))):
                counts[part][code] += 1
        tests = compare_parts(kind, counts)
        shares += [test.chi_square / test.freedom for test in tests]
        assert all(test.chance is None or test.chance > 0.0001 for test in tests)
    assert fmean(shares) == pytest.approx(1, abs=0.15)


@pytest.mark.django_db
def test_each_game_is_counted_once_on_the_day_after_it_finished() -> None:
    for minutes in range(3):
        save_game(YESTERDAY + timedelta(minutes=minutes))
    save_game(NOW)
    save_game(YESTERDAY, slug=RPS, matches=5)
    for _ in range(2):
        count_deals(NOW)
    row = DealStatistics.objects.get(slug=DECK)
    assert (row.games, row.matches) == (3, 6)
    assert {part: sum(counts.values()) for part, counts in row.counts.items()} == {
        **{f"{part}-{number}": 18 for part in ("seat", "turn") for number in range(4)},
        "flip": 6,
    }
    assert sum(DealStatistics.objects.get(slug=RPS).counts["center"].values()) == 3
    count_deals(NOW + timedelta(days=1))
    row.refresh_from_db()
    assert (row.games, row.matches) == (4, 8)


@pytest.mark.django_db
def test_many_games_at_the_same_moment_are_counted_in_several_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deal_statistics, "MOST_GAMES", 2)
    for _ in range(5):
        save_game(YESTERDAY)
    counted = []
    for _ in range(4):
        count_deals(NOW)
        counted.append(DealStatistics.objects.get(slug=DECK).games)
    assert counted == [2, 4, 5, 5]


@pytest.mark.django_db
def test_a_game_that_continues_another_is_left_out() -> None:
    game = save_game(YESTERDAY)
    Game.objects.filter(pk=game.pk).update(fork={"pasts": [], "state": {}})
    count_deals(NOW)
    assert DealStatistics.objects.get(slug=DECK).games == 0


@pytest.mark.django_db
@pytest.mark.parametrize("factor", [1, 3])
def test_the_page_says_whether_a_card_comes_too_often(client: Client, factor: int) -> None:
    save_deal_statistics("Go10", factor)
    page = client.get("/deals/").text
    assert ("The deals look like a fair shuffle" in page) == (factor == 1)
    assert ("Some cards deviate more than chance explains" in page) == (factor == 3)
    assert "Gold 10" in page


@pytest.mark.django_db
def test_the_page_of_a_new_site_says_that_there_are_too_few_deals(client: Client) -> None:
    assert "Not enough deals yet" in client.get("/deals/").text
    assert "Diamond Totem" in client.get(f"/deals/?game={RPS}").text
    assert client.get("/deals/?game=chess").status_code == 404
