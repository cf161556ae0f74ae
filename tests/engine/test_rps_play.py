"""How a game of RPS Extreme runs: its start, its questions, refusals, lapses, and its end."""

from collections import Counter

import pytest

from games.engine import deal
from games.engine.contract import Refused, Seed, accepted
from games.rps_extreme.game_type import GAME
from games.rps_extreme.rules import game as rules
from games.rps_extreme.rules.cards import CARD, CODES, DECK
from games.rps_extreme.rules.events import ChallengeOver, Dealt, GameOver
from games.rps_extreme.rules.observation import (
    event_for,
    full_event,
    full_state,
    state_for,
)
from games.rps_extreme.rules.state import (
    PASS,
    SCORE,
    SEATS,
    Ruleset,
    State,
    deck_codes,
    places,
    read_action,
)
from tests.engine.rps_positions import SEED, laid, only, play, refusal

NAMES = ("rock", "paper", "scissors")


def started(seed: Seed = SEED) -> State:
    return rules.start(Ruleset(), seed)[0]


def test_a_game_begins_with_three_open_cards_and_empty_hands() -> None:
    state, (dealt,) = rules.start(Ruleset(), SEED)
    deck = deal.deck(SEED, 1, DECK)
    assert isinstance(dealt, Dealt)
    assert (state.table.center, state.supply) == (deck[:3], deck[3:])
    assert (state.table.items, state.table.scores) == (((), ()), (0, 0))
    assert (rules.asked(state), dealt.supply) == (SEATS, 27)


def test_the_deck_of_a_deal_is_the_order_of_its_shuffle() -> None:
    sent = event_for(rules.start(Ruleset(), SEED)[1][0], None)
    assert deck_codes(SEED, sent) == [CODES[card] for card in deal.deck(SEED, 1, DECK)]
    assert sent["center"] == deck_codes(SEED, sent)[:3]
    later = {**sent, "shuffle": 2}
    assert deck_codes(SEED, later) == [CODES[card] for card in deal.deck(SEED, 2, DECK)]


def test_the_order_of_two_secret_answers_does_not_matter() -> None:
    state = started()
    for one in (0, 1, 2):
        for other in (0, 1, 2):
            first, _ = play(state, f"0: {NAMES[one]}", f"1: {NAMES[other]}")
            second, _ = play(state, f"1: {NAMES[other]}", f"0: {NAMES[one]}")
            assert first == second


@pytest.mark.parametrize(
    ("seat", "words", "code"),
    [
        (0, "rock", "not-your-turn"),
        (1, "pass", "wrong-phase"),
        (1, "pick black-potion", "wrong-phase"),
        (1, "score", "wrong-phase"),
    ],
)
def test_what_is_not_asked_is_refused_with_its_code(seat: int, words: str, code: str) -> None:
    state, _ = play(started(), "0: rock")
    assert refusal(state, seat, words) == code


def test_a_card_that_may_not_be_chosen_is_refused() -> None:
    state, _ = play(laid("ruby-totem"), "rock scissors", "0: first")
    assert refusal(state, 0, "pick ruby-totem") == "illegal-card"
    assert refusal(state, 0, "discard ruby-totem") == "wrong-phase"


@pytest.mark.parametrize(
    "nonsense",
    [
        {"do": "throw"},
        {"do": "throw", "sign": "well"},
        {"do": "throw", "sign": 0},
        {"do": "drink", "card": "rainbow-potion"},
        {"do": "drink", "card": "black-potion", "as": "ruby-totem"},
        {"do": "drink", "card": "rainbow-potion", "as": "black-potion"},
        {"do": "drink", "card": "ruby-totem"},
        {"do": "pick", "card": "Ruby Totem"},
        {"do": "pick", "card": ["ruby-totem"]},
        {"do": "pass", "card": "ruby-totem"},
        {"do": "score", 3: "x"},
        {"do": "draw", "from": "pile"},
    ],
    ids=str,
)
def test_anything_else_is_malformed(nonsense: object) -> None:
    assert read_action(nonsense) == Refused("malformed")


def test_rulesets_have_the_fields_of_the_rulebook() -> None:
    assert GAME.rules.ruleset("current") == Ruleset(target=21, hand_limit=3)
    for changes in ({"target": 4}, {"target": 52}, {"hand_limit": 1}, {"hand_limit": 6}):
        with pytest.raises(ValueError, match=next(iter(changes))):
            GAME.rules.ruleset("current", **changes)
    assert GAME.rules.ruleset("current", target=5, hand_limit=5).target == 5


# ------------------------------------------------------------------------------- lapses
def test_a_lapsed_throw_is_as_likely_each_sign_and_the_same_in_a_replay() -> None:
    thrown: Counter[int] = Counter()
    for number in range(600):
        state = started(Seed(number.to_bytes(32, "big"), bytes(32)))
        thrown.update(rules.lapse(state, seat) for seat in SEATS)
        assert rules.lapse(state, 0) == rules.lapse(play(state, "1: rock")[0], 0)
    assert set(thrown) == {0, 1, 2}
    # 400 each are expected; 320 or less come once in a hundred thousand runs
    assert min(thrown.values()) > 320


def test_a_lapsed_throw_changes_with_seat_throw_and_challenge() -> None:
    chosen = {deal.lot(SEED, (1, throw, 0), 3) for throw in range(1, 12)}
    assert chosen == {0, 1, 2}
    rows = [[deal.lot(SEED, (c, t, s), 256) for t in (1, 2)] for c in (1, 2) for s in SEATS]
    assert len({number for row in rows for number in row}) == 8


def test_a_lapse_drinks_nothing_scores_and_takes_the_lowest_number() -> None:
    state, _ = play(
        laid("onyx-totem murky-red-potion", "ruby-scroll silver-totem"), "rock scissors"
    )
    assert rules.lapse(state, 0) == PASS
    state, _ = play(state, "0: pass")
    assert rules.lapse(state, 0) % 100 == CARD["silver-totem"]
    state, _ = play(state, "0: break silver-totem")
    assert rules.lapse(state, 0) == SCORE
    state, _ = play(state, "0: score")
    assert rules.lapse(state, 1) % 100 == min(state.table.center)
    full = laid("golden-scroll ruby-scroll diamond-athame", center="diamond-totem")
    full, _ = play(full, "rock scissors", "0: score", "1: pick metallic-red-potion")
    full, _ = play(full, "0: pick diamond-totem")
    assert rules.lapse(full, 0) % 100 == CARD["diamond-athame"]


# --------------------------------------------------------------------------- ends and observations
def test_a_stopped_game_goes_by_its_scores_and_equal_ones_share_the_place() -> None:
    for scores, expected in (((4, 7), (2, 1)), ((7, 7), (1, 1))):
        end, sent = accepted(rules.stop(laid(scores=scores)))
        assert places(end) == only(sent, GameOver).places == expected
        over = event_for(only(sent, ChallengeOver), None)
        assert (over["ended_by"], over["winners"]) == ("agreement", [])
        assert rules.stop(end) == Refused("game-over")


def test_a_replay_without_secrets_shows_choices_and_what_is_coming() -> None:
    state, sent = play(laid(supply=4), "0: paper")
    shown = full_state(state)
    assert shown["seats"][0]["choice"] == {"do": "throw", "sign": "paper"}
    assert [len(seat["legal"]) for seat in shown["seats"]] == [0, 3]
    assert shown["coming"] == [CODES[card] for card in state.supply]
    assert full_event(sent[0])["choice"] == {"do": "throw", "sign": "paper"}


def test_a_view_shows_what_lies_open() -> None:
    state = laid("black-potion", "silver-scroll", discard="onyx-totem", center="ruby-totem")
    state, _ = play(state, "rock paper")
    view = state_for(state, 0)
    assert (view["phase"], view["turn"], view["asked"]) == ("window-1", 0, [0])
    assert view["center"][0] == "ruby-totem"
    assert view["discard"] == ["onyx-totem"]
    assert [seat["sign"] for seat in view["seats"]] == ["rock", "paper"]
    assert view["legal"] == [{"do": "drink", "card": "black-potion"}, {"do": "pass"}]
    assert (state_for(state, 1)["legal"], view["winner"], view["last"]) == ([], None, None)
    state, _ = play(state, "0: pass")
    view = state_for(state, None)
    assert (view["winner"], view["last"]["signs"]) == (1, ["rock", "paper"])
    assert [seat["score"] for seat in view["seats"]] == [0, 1]
