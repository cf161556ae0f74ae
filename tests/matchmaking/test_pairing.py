"""The planning of tables."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchmaking.arrivals import Arrivals, Estimate
from matchmaking.pairing import CAP, FORCED, Rules, Ticket, plan_tables, usual_wait

NOW = 1_000_000.0


def make_estimate(count: int = 300) -> Estimate:
    """Return an estimate with arrivals of all ratings, by default one per second."""
    dice, arrivals = Random(1), Arrivals(NOW - 3_000, NOW - 300)
    arrivals.note([dice.gauss(25, 8) for _ in range(count * 3)], NOW - 300)
    arrivals.note([], NOW)
    return arrivals.estimate()


few_examples = settings(max_examples=40)
BUSY, QUIET = make_estimate(20_000), make_estimate(0)


def make_tickets(*ratings: float, wait: float = 0.0) -> list[Ticket]:
    return [Ticket(player, rating, NOW - wait) for player, rating in enumerate(ratings)]


def players_of(tables: list[tuple[Ticket, ...]]) -> list[set[int]]:
    return [{ticket.player for ticket in table} for table in tables]


@st.composite
def draw_halls(draw: st.DrawFn) -> tuple[list[Ticket], Rules]:
    """Draw up to two dozen tickets with waits, networks and recent meetings."""
    count = draw(st.integers(0, 24))
    hall = [
        Ticket(
            player,
            draw(st.floats(-40, 90)),
            NOW - draw(st.floats(0, 2 * CAP)),
            draw(st.none() | st.integers(1, 12)),
        )
        for player in range(count)
    ]
    some = st.lists(st.tuples(st.integers(0, 23), st.integers(0, 23)), max_size=12)
    size = draw(st.sampled_from([2, 4]))
    return hall, Rules(size=size, met=draw(some), avoidances=draw(some))


def may_sit(table: tuple[Ticket, ...]) -> bool:
    known = [ticket.network for ticket in table if ticket.network is not None]
    return len(known) == len(set(known))


@few_examples
@given(draw_halls(), st.sampled_from([BUSY, QUIET]))
def test_tables_are_full_and_nobody_sits_twice_or_with_the_wrong_company(
    hall: tuple[list[Ticket], Rules], arrivals: Estimate
) -> None:
    waiting, rules = hall
    tables = plan_tables(waiting, NOW, arrivals, rules)
    seated = [ticket for table in tables for ticket in table]
    assert len(seated) == len(set(seated))
    assert set(seated) <= set(waiting)
    for table in tables:
        assert len(table) == rules.size
        assert may_sit(table)


@few_examples
@given(draw_halls())
def test_nobody_waits_far_beyond_the_cap_while_others_may_sit_with_them(
    hall: tuple[list[Ticket], Rules],
) -> None:
    waiting, rules = hall
    # a player who loses a seat by an avoidance is seated a second later
    rules = rules._replace(avoidances=())
    seated = {ticket for table in plan_tables(waiting, NOW, BUSY, rules) for ticket in table}
    left = [ticket for ticket in waiting if ticket not in seated]
    stuck = [ticket for ticket in left if NOW - ticket.enqueued_at >= FORCED * CAP]
    for table in combinations(left, rules.size):
        assert not (set(table) & set(stuck) and may_sit(table))


def table_gain(ratings: Sequence[float]) -> float:
    """Return the gain of a table when all tables are allowed and late alike."""
    return 100.0 - (max(ratings) - min(ratings))


def best_sum(ratings: Sequence[float]) -> float:
    """Return the highest total gain over all cuts of the row into tables."""
    if len(ratings) < 4:
        return 0.0
    return max(best_sum(ratings[1:]), table_gain(ratings[:4]) + best_sum(ratings[4:]))


@few_examples
@given(st.lists(st.floats(10, 40), min_size=4, max_size=14, unique=True))
def test_the_tables_are_the_best_cut_of_the_row(ratings: list[float]) -> None:
    # all are equally late, so every table is allowed and only the spread decides
    tables = plan_tables(make_tickets(*ratings, wait=CAP + 1), NOW, BUSY)
    planned = sum(table_gain([ticket.rating for ticket in table]) for table in tables)
    assert planned == pytest.approx(best_sum(sorted(ratings)))


def test_waiting_widens_what_is_near_enough() -> None:
    apart = (22.0, 23.5, 25.0, 26.5)
    seated = [
        bool(plan_tables(make_tickets(*apart, wait=wait), NOW, BUSY)) for wait in (0, 30, 60, 120)
    ]
    assert seated == sorted(seated)
    assert not seated[0]
    assert seated[-1]
    # with few arrivals, newcomers accept a wide table
    assert plan_tables(make_tickets(*apart), NOW, QUIET)


def test_who_is_late_takes_whoever_is_there() -> None:
    hall = [Ticket(0, -10, NOW - CAP), *make_tickets(25, 45, 60, 25.1, 25.2, 25.3)[1:]]
    assert any(0 in table for table in players_of(plan_tables(hall, NOW, BUSY)))
    hall[0] = Ticket(0, -10, NOW - CAP + 1)
    assert not any(0 in table for table in players_of(plan_tables(hall, NOW, BUSY)))


def test_who_has_just_met_meets_again_only_if_nobody_else_is_near() -> None:
    rules = Rules(met=list(combinations(range(4), 2)))
    hall = make_tickets(25, 25, 25, 25, wait=60)
    strangers = [Ticket(player, 60, NOW - 60) for player in range(10, 18)]
    assert {0, 1, 2, 3} not in players_of(plan_tables([*hall, *strangers], NOW, BUSY, rules))
    assert len(plan_tables(hall, NOW, QUIET, rules)) == 1
    others = [*hall, *(Ticket(player, 25.05, NOW) for player in range(10, 15))]
    for table in players_of(plan_tables(others, NOW, QUIET, Rules(met=[(0, 1)]))):
        assert not {0, 1} <= table


def test_where_all_have_just_met_they_wait_a_moment_for_somebody_else_and_no_longer() -> None:
    rules = Rules(met=list(combinations(range(4), 2)))
    assert plan_tables(make_tickets(25, 25, 25, 25, wait=5), NOW, BUSY, rules) == []
    assert len(plan_tables(make_tickets(25, 25, 25, 25, wait=60), NOW, BUSY, rules)) == 1


@pytest.mark.parametrize("size", [2, 4])
def test_the_usual_wait_is_what_waiting_is_like(size: int) -> None:
    """Simulate 15 minutes with ten arrivals per minute and a plan every second."""
    dice, arrivals = Random(size), Arrivals(NOW, NOW)
    hall: dict[int, Ticket] = {}
    waits: list[float] = []
    for second in range(900):
        now = NOW + second
        if dice.random() < 1 / 6:
            hall[second] = Ticket(second, dice.gauss(25, 8), now)
        arrivals.note([each.rating for each in hall.values() if each.enqueued_at == now], now)
        for table in plan_tables(hall.values(), now, arrivals.estimate(), Rules(size=size)):
            waits += [now - hall.pop(ticket.player).enqueued_at for ticket in table]
    usual = usual_wait(arrivals.estimate(), size)
    assert usual / 1.6 < sum(waits) / len(waits) < usual * 1.6


# ------------------------------------------------------------------------------- avoidances
@few_examples
@given(draw_halls(), st.sampled_from([BUSY, QUIET]))
def test_a_wish_only_takes_its_owner_out_of_a_table_that_was_planned(
    hall: tuple[list[Ticket], Rules], arrivals: Estimate
) -> None:
    waiting, rules = hall
    heeded = players_of(plan_tables(waiting, NOW, arrivals, rules))
    planned = players_of(plan_tables(waiting, NOW, arrivals, rules._replace(avoidances=())))
    assert len(heeded) == len(planned)
    owners = {owner for owner, _ in rules.avoidances}
    for before, after in zip(planned, heeded, strict=True):
        gone, came = before - after, after - before
        assert len(gone) == len(came) <= 1
        for owner in gone:
            assert any((owner, other) in rules.avoidances for other in after)
        # the substitute has no avoidances at this table, and no one avoids them
        for one in came:
            assert not any({(one, other), (other, one)} & set(rules.avoidances) for other in after)
    waiters = {ticket.player for ticket in waiting}
    active = {
        owner for owner, other in rules.avoidances if {owner, other} <= waiters and owner != other
    }
    assert not active & {one for b, a in zip(planned, heeded, strict=True) for one in a - b}
    assert owners >= {one for b, a in zip(planned, heeded, strict=True) for one in b - a}


def test_a_wish_is_heard_where_the_place_costs_others_little() -> None:
    near, far = make_tickets(25, 25, 25, 25, 25.5), make_tickets(25, 25, 25, 25, 60)
    rules = Rules(avoidances=[(1, 3)])
    assert players_of(plan_tables(near, NOW, BUSY, rules)) == [{0, 2, 3, 4}]
    assert players_of(plan_tables(far, NOW, BUSY, rules)) == [{0, 1, 2, 3}]


def test_who_has_waited_for_too_long_stands_back_for_nobody() -> None:
    hall = make_tickets(25, 25, 25, 25, 25.5)
    hall[1] = hall[1]._replace(enqueued_at=NOW - CAP)
    assert {1, 3} <= players_of(plan_tables(hall, NOW, BUSY, Rules(avoidances=[(1, 3)])))[0]
