"""Reviews use the AI player's own evaluation, and only what the seat knew."""

from random import Random
from typing import Any

import pytest

from games.analysis.review import VERSION
from games.density_deck.bots import leads, review
from games.density_deck.bots.life_equity import game_equity, seat_equities
from games.density_deck.rules.observation import observe
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE, Ruleset
from games.engine.contract import Weighed, unwrap_accepted
from games.registry import GAMES
from games.rps_extreme.bots import review as of_throws
from games.rps_extreme.rules import state as rx
from tests.bots.games_seen import RULESETS, SLUG, asked_seat, play_moments
from tests.bots.observations import make_observation
from tests.engine.games import GAMES as SHARED

SAMPLES = 48
every_ruleset = pytest.mark.parametrize(
    ("slug", "ruleset"), [(slug, rules) for slug in RULESETS for rules in RULESETS[slug]], ids=str
)


@pytest.fixture
def few_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play few matches in a second look: how precise it is makes no difference here."""
    monkeypatch.setattr(review, "PLAYED", 25)


def state_after(slug: str, state: Any, seat: int, action: int) -> Any:
    return unwrap_accepted(GAMES[slug].rules.act(state, seat, action))[0]


@every_ruleset
def test_every_legal_choice_is_on_one_scale_and_all_leads_are_whole(
    slug: str, ruleset: Any
) -> None:
    reviewer, rules = GAMES[slug].reviewer, GAMES[slug].rules
    assert reviewer is not None
    for state, _ in play_moments(ruleset, "easy", slug=slug)[::9]:
        seat = asked_seat(slug, state)
        view = rules.observe(state, seat)
        weighed = reviewer.weigh(view, Random(7), SAMPLES, ())
        best = weighed[0][1]
        assert sorted(action for action, _, _ in weighed) == sorted(view.legal)
        for _action, chance, cost in weighed:
            # a better action has a higher chance, by the cost of the other one
            assert 0 <= chance <= 1
            assert best - chance == pytest.approx(cost)
        assert [cost for _, _, cost in weighed] == sorted(cost for _, _, cost in weighed)
        for seen in (rules.observe(state, None), view, reviewer.opened(state)):
            shares = reviewer.leads(seen, Random(5), SAMPLES)
            assert sum(shares) == pytest.approx(1)
            assert min(shares) >= 0


@pytest.mark.parametrize("slug", RULESETS)
def test_its_best_choice_is_one_that_its_player_makes(slug: str) -> None:
    reviewer, ruleset = GAMES[slug].reviewer, RULESETS[slug][0]
    assert reviewer is not None
    costs = []
    for state, _ in play_moments(ruleset, reviewer.level, 4, slug)[::2]:
        view = GAMES[slug].rules.observe(state, asked_seat(slug, state))
        samples = reviewer.samples and 24
        weighed = reviewer.weigh(view, Random(7), samples, ())
        played = GAMES[slug].bots[reviewer.level](view, Random(7))
        costs.append(next(cost for action, _, cost in weighed if action == played))
    assert sum(costs) / len(costs) < 0.002
    assert sum(cost < 1e-9 for cost in costs) > 0.7 * len(costs)


@pytest.mark.usefixtures("few_played")
@every_ruleset
def test_hidden_cards_and_secret_choices_change_no_opinion(slug: str, ruleset: Any) -> None:
    reviewer, rules = GAMES[slug].reviewer, GAMES[slug].rules
    assert reviewer is not None
    shared = SHARED[slug]
    dice = Random(2)
    for state, _ in play_moments(ruleset, "easy", slug=slug)[::9]:
        seat = asked_seat(slug, state)
        one, two = (
            rules.observe(each, seat) for each in (state, shared.other_world(state, seat, dice))
        )
        weighed = [reviewer.weigh(view, Random(5), SAMPLES, ()) for view in (one, two)]
        assert weighed[0] == weighed[1]
        best, worst = weighed[0][0][0], weighed[0][-1][0]
        reasons = [reviewer.why(view, best, worst, Random(5), SAMPLES, ()) for view in (one, two)]
        assert reasons[0] == reasons[1]
        if reviewer.confirm is not None:
            confirmed = [
                reviewer.confirm(view, weighed[0], worst, Random(5), ()) for view in (one, two)
            ]
            assert confirmed[0] == confirmed[1]
        for viewer in (None, seat):
            unlike = shared.other_world(state, viewer, dice)
            assert reviewer.leads(
                rules.observe(state, viewer), Random(5), SAMPLES
            ) == reviewer.leads(rules.observe(unlike, viewer), Random(5), SAMPLES)


# ------------------------------------------------------------------------- Density Deck
def test_a_surrender_before_the_draw_is_never_the_best_and_the_last_life_is_the_game() -> None:
    for lives in (1, 10):
        seen = make_observation("Co1 Co2 Ye3", round_number=1)._replace(lives=(lives, 10, 10, 10))
        weighed = review.weigh_choices(seen, Random(1), SAMPLES)
        assert weighed[-1].action == SURRENDER
        assert (weighed[-1].chance == 0) == (lives == 1)
        assert weighed[-1].cost > 0


@pytest.mark.parametrize(
    "hand", ["Co1 Co2 Ye3", "Bk6 Bk6 Co2", "Co1 Co2 Ye3 Re3", "Bk6 Bk6 Bk6 Co2"]
)
@pytest.mark.parametrize("lives", [(10, 10, 10, 10), (3, 9, 1, 0), (9, 3, 0, 0)])
def test_a_surrender_to_a_single_rival_has_exactly_the_chance_of_the_lives_after_it(
    hand: str, lives: tuple[int, ...]
) -> None:
    seen = make_observation(hand, round_number=3, standing=2)._replace(lives=lives)
    chances = {each.action: each.chance for each in review.weigh_choices(seen, Random(1), SAMPLES)}
    left = seat_equities((lives[0] - 2, *lives[1:]))[0]
    assert chances[SURRENDER] == left
    if seen.drawing:
        # the seat can still surrender after the draw
        assert max(chances[DRAW], chances[FIGHT]) >= left
        assert chances[DRAW] > left


def test_a_fight_among_known_hands_is_certain_and_no_other_choice_is() -> None:
    rivals = {"Bk6 Bk6 Bk6": 1.0, "Co1 Ye3 Re3": 0.0}
    for hand, won in rivals.items():
        seen = make_observation(
            hand, round_number=3, standing=2, known=("", "Ye5 Ye4 Ye3", "", "")
        )._replace(lives=(2, 2, 0, 0), counts=(3, 3, 0, 0))
        weighed = review.weigh_choices(seen, Random(1), SAMPLES)
        chances = {each.action: each.chance for each in weighed}
        assert chances.pop(FIGHT) == won
        chances.pop(SURRENDER)
        assert all(0 < chance < 1 for chance in chances.values())
        unsure = seen._replace(known=((), seen.known[1][:2], (), ()))
        weighed = review.weigh_choices(unsure, Random(1), SAMPLES)
        assert all(0 < each.chance < 1 for each in weighed if each.action != SURRENDER)


@pytest.mark.usefixtures("few_played")
def test_a_second_look_changes_the_chosen_action_alone_unless_that_is_counted() -> None:
    for state, _ in play_moments(Ruleset(), "medium", 2)[::9]:
        seen = observe(state, state.waiting[0])
        first = review.weigh_choices(seen, Random(1), SAMPLES)
        for chosen in {each.action for each in first[1:]}:
            second = review.confirm_cost(seen, first, chosen, Random(1))
            changed = {each.action: each.chance for each in second}
            assert [each.cost for each in second] == sorted(each.cost for each in second)
            assert second[0].cost == 0
            assert all(0 <= each.chance <= 1 for each in second)
            kept = [each for each in first if changed[each.action] == each.chance]
            ends = sum(seen.standing) == 2 or first[-1].chance == 0
            if chosen == SURRENDER and ends:
                # its own chance is counted
                assert chosen in [each.action for each in kept]
            else:
                assert len(kept) >= len(first) - 1


def test_played_matches_show_a_choice_that_costs_less_than_it_seems() -> None:
    # equal cards are almost equal choices, whatever the first look says of them
    seen = make_observation("Bk6 Bk6 Co2", tops=("", "Si4", "", "Si4"))
    seen = seen._replace(counts=(3, 3, 3, 3))
    one, two = (action for action in seen.legal if action in (TAKE + 1, TAKE + 3))
    first = [Weighed(one, 0.3, 0.0), Weighed(two, 0.25, 0.05)]
    cost = review.confirm_cost(seen, first, two, Random(1))[1].cost
    assert cost < 0.03
    # a discard that leaves nothing is a mistake
    four = make_observation("Bk6 Bk6 Bk6 Co2", round_number=3, standing=2)
    four = four._replace(counts=(4, 3, 3, 3))
    first = [Weighed(four.hand[3], 0.5, 0.0), Weighed(four.hand[0], 0.47, 0.03)]
    assert review.confirm_cost(four, first, four.hand[0], Random(1))[1].cost > 0.03


def test_a_view_without_cards_goes_by_the_lives_and_an_open_one_by_the_hands() -> None:
    state, _ = play_moments(Ruleset(), "medium", slug=SLUG)[0]
    spectator = leads.win_chances(observe(state, None), Random(5), SAMPLES)
    assert spectator == pytest.approx([0.25] * 4, abs=0.001)
    opened = [leads.win_chances(leads.open_hands(state), Random(seed), SAMPLES) for seed in (1, 2)]
    # no hidden cards are left
    assert opened[0] == opened[1]
    assert max(opened[0]) > 0.27


def test_lives_decide_who_leads_and_the_winner_has_all() -> None:
    assert seat_equities((10, 5, 5, 0)) == pytest.approx(
        [game_equity(10, (5, 5)), *[game_equity(5, (5, 10))] * 2, 0], abs=0.001
    )
    *_, (state, action) = play_moments(Ruleset(lives=2, seats=2), "easy", 1)
    over = state_after(SLUG, state, state.waiting[0], action)
    places = GAMES[SLUG].rules.places(over) or ()
    assert leads.win_chances(observe(over, 1), Random(1), SAMPLES) == [
        place == 1 for place in places
    ]


# ------------------------------------------------------------------------- RPS Extreme
def test_an_own_throw_counts_in_the_lead_and_the_mixes_are_said() -> None:
    state, action = next(
        (state, action)
        for state, action in play_moments(rx.Ruleset(), "medium", 3, "rps-extreme")
        if state.table.phase == rx.THROW and any(state.table.items)
    )
    view = GAMES["rps-extreme"].rules.observe(state, 1)
    reasons = of_throws.explain_choice(view, action, action, Random(1), 0)
    assert reasons["code"] == "throw"
    assert [sum(reasons[mix]) for mix in ("mix", "against")] == pytest.approx([1, 1], abs=0.002)
    weighed = {each.action: each.chance for each in of_throws.weigh_choices(view, Random(1), 0)}
    thrown = state_after("rps-extreme", state, 1, action)
    seen = GAMES["rps-extreme"].rules.observe(thrown, 1)
    assert of_throws.win_chances(seen, Random(1), 0)[1] == pytest.approx(weighed[action])
    assert of_throws.open_choices(thrown) == seen


# evaluations of four positions, by version of the stored reviews
KEPT: dict[int, list[list[tuple[int, float]]]] = {
    9: [
        [(30, 0.26), (36, 0.258), (35, 0.243), (32, 0.242)],
        [(35, 0.299), (30, 0.234), (36, 0.135)],
        [(27, 0.262), (11, 0.252), (10, 0.252), (36, 0.245), (7, 0.241)],
        [(505, 0.51), (518, 0.493), (526, 0.49)],
    ]
}


def test_reviews_that_were_kept_say_what_is_thought_now() -> None:
    """Changing an evaluation requires a new version, or replays would mix two scales."""
    seen = (
        make_observation("Co1 Co2 Ye3", tops=("", "Ye5", "", "")),
        make_observation("Bk6 Bk6 Co2", round_number=3, standing=2),
        make_observation("Ye4 Ye3 Co8 Aq5", round_number=1),
    )
    thought: list[Any] = [review.weigh_choices(view, Random(7), SAMPLES) for view in seen]
    picks = next(
        state
        for state, _ in play_moments(rx.Ruleset(), "easy", 1, "rps-extreme")
        if state.table.phase == rx.TO_PICK
    )
    view = GAMES["rps-extreme"].rules.observe(picks, picks.table.waiting[0])
    thought.append(of_throws.weigh_choices(view, Random(7), 0))
    rounded = [[(each.action, round(each.chance, 3)) for each in weighed] for weighed in thought]
    assert {VERSION: rounded} == KEPT
