"""The simulated site loses no visitor, and no visitor is in two places."""

from bench.habits import Habits, steady
from bench.visits import BEFORE, NOW, Site, System, Visitor, visitors

RATE, HOURS = 30, 3
PLACES = {"away", "page", "meanwhile", "called", "ranked", "resting", "gone"}


def check(site: Site) -> None:
    """Every visitor who waits does so in one place, and sits at one table at most."""
    seated = [one for table in site.tables for one in table.people]
    assert len(seated) == len(set(map(id, seated)))
    assert all(len(table.people) <= 4 for table in site.tables)
    for one in site.seen.visitors:
        assert one.place in PLACES
        assert (one.table is not None) == (one in seated) == (one.place == "meanwhile")
        assert (one.number in site.waiting) == (one.place in {"page", "meanwhile"})


def test_every_visitor_is_in_one_place_and_leaves_in_the_end() -> None:
    came = visitors(steady(RATE, HOURS, 1), Habits(), 1)
    seen = Site(NOW, Habits(), came).run(check)
    assert seen.visitors == came
    assert {one.place for one in came} == {"gone"}
    assert all(one.came <= one.left_at < float("inf") for one in came)
    assert seen.widths
    assert len(seen.waits) == 4 * len(seen.widths)
    assert seen.called == len(seen.waits) + 4 * seen.voided


def test_only_shared_tables_give_company_at_two_an_hour() -> None:
    def together(system: System) -> int:
        came: list[Visitor] = visitors(steady(2, 40, 1), Habits(), 1)
        return sum(
            one.company_at < float("inf") for one in Site(system, Habits(), came).run().visitors
        )

    assert together(BEFORE) < together(NOW)
