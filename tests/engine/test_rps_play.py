"""The course of a game of RPS Extreme: start, questions, refusals, lapses and end."""

from collections import Counter
from typing import Any

import pytest

from games.engine import deal
from games.engine.contract import Refused, Seed, unwrap_accepted
from games.rps_extreme.rules import game as rules
from games.rps_extreme.rules.cards import CARD, CODES, DECK, SIGN_NAMES
from games.rps_extreme.rules.events import ChallengeOver
from games.rps_extreme.rules.observation import event_for, full_event, full_state, state_for
from games.rps_extreme.rules.state import PASS, SCORE, SEATS, Ruleset, State, deck_codes, places
from tests.engine.rps_positions import SEED, lay_out, make_moves, only_event, parse_action


def start_game(seed: Seed = SEED) -> State:
    return rules.start(Ruleset(), seed)[0]


def test_a_game_begins_with_three_open_cards_of_a_shuffled_deck_and_empty_hands() -> None:
    state, (dealt,) = rules.start(Ruleset(), SEED)
    deck = deal.shuffle_deck(SEED, 1, DECK)
    assert sorted(deck) == list(range(1, 31))
    assert (state.table.center, state.supply) == (deck[:3], deck[3:])
    assert (state.table.items, state.table.scores) == (((), ()), (0, 0))
    sent: Any = event_for(dealt, None)
    assert (rules.asked(state), sent["supply"]) == (SEATS, 27)
    assert sent["center"] == deck_codes(SEED, sent)[:3]
    for shuffle in (1, 2):
        order = [CODES[card] for card in deal.shuffle_deck(SEED, shuffle, DECK)]
        assert deck_codes(SEED, {**sent, "shuffle": shuffle}) == order


def test_the_order_of_two_secret_answers_does_not_matter() -> None:
    state = start_game()
    for one in SIGN_NAMES:
        for other in SIGN_NAMES:
            first, _ = make_moves(state, f"0: {one}", f"1: {other}")
            second, _ = make_moves(state, f"1: {other}", f"0: {one}")
            assert first == second


PICKS = make_moves(lay_out("ruby-totem"), "rock scissors", "0: first")[0]


@pytest.mark.parametrize(
    ("state", "seat", "words", "code"),
    [
        (make_moves(start_game(), "0: rock")[0], 0, "rock", "not-your-turn"),
        (start_game(), 1, "pass", "wrong-phase"),
        (start_game(), 1, "pick black-potion", "wrong-phase"),
        (start_game(), 1, "score", "wrong-phase"),
        (PICKS, 0, "pick ruby-totem", "illegal-card"),
        (PICKS, 0, "discard ruby-totem", "wrong-phase"),
    ],
)
def test_a_refusal_has_its_code(state: State, seat: int, words: str, code: str) -> None:
    assert rules.act(state, seat, parse_action(words)) == Refused(code)


# ------------------------------------------------------------------------------- lapses
def test_a_lapsed_throw_is_as_likely_each_sign_and_the_same_in_a_replay() -> None:
    thrown: Counter[int] = Counter()
    for number in range(600):
        state = start_game(Seed(number.to_bytes(32, "big"), bytes(32)))
        thrown.update(rules.lapse(state, seat) for seat in SEATS)
        assert rules.lapse(state, 0) == rules.lapse(make_moves(state, "1: rock")[0], 0)
    # 400 of each are expected; 320 or fewer occur once in 100,000 runs
    assert min(thrown[sign] for sign in (0, 1, 2)) > 320
    rows = [[deal.draw_lot(SEED, (c, t, s), 256) for t in (1, 2)] for c in (1, 2) for s in SEATS]
    assert len({number for row in rows for number in row}) == 8


def test_a_lapse_drinks_nothing_scores_and_takes_the_lowest_number() -> None:
    state, _ = make_moves(
        lay_out("onyx-totem murky-red-potion", "ruby-scroll silver-totem"), "rock scissors"
    )
    assert rules.lapse(state, 0) == PASS
    state, _ = make_moves(state, "0: pass")
    assert rules.lapse(state, 0) % 100 == CARD["silver-totem"]
    state, _ = make_moves(state, "0: break silver-totem")
    assert rules.lapse(state, 0) == SCORE
    state, _ = make_moves(state, "0: score")
    assert rules.lapse(state, 1) % 100 == min(state.table.center)
    full = lay_out("golden-scroll ruby-scroll diamond-athame", center="diamond-totem")
    full, _ = make_moves(full, "rock scissors", "0: score", "1: pick metallic-red-potion")
    full, _ = make_moves(full, "0: pick diamond-totem")
    assert rules.lapse(full, 0) % 100 == CARD["diamond-athame"]


# ----------------------------------------------------------------- ends and observations
@pytest.mark.parametrize(("scores", "expected"), [((4, 7), (2, 1)), ((7, 7), (1, 1))])
def test_a_stopped_game_goes_by_its_scores_and_equal_ones_share_the_place(
    scores: tuple[int, int], expected: tuple[int, int]
) -> None:
    end, sent = unwrap_accepted(rules.stop(lay_out(scores=scores)))
    assert places(end) == expected
    over: Any = event_for(only_event(sent, ChallengeOver), None)
    assert (over["ended_by"], over["winners"]) == ("agreement", [])


def test_a_replay_without_secrets_shows_choices_and_what_is_coming() -> None:
    state, sent = make_moves(lay_out(supply=4), "0: paper")
    shown = full_state(state)
    assert shown["seats"][0]["choice"] == {"do": "throw", "sign": "paper"}
    assert [len(seat["legal"]) for seat in shown["seats"]] == [0, 3]
    assert shown["coming"] == [CODES[card] for card in state.supply]
    answered: Any = full_event(sent[0])
    assert answered["choice"] == {"do": "throw", "sign": "paper"}


def test_a_view_shows_what_lies_open() -> None:
    state = lay_out("black-potion", "silver-scroll", discard="onyx-totem", center="ruby-totem")
    state, _ = make_moves(state, "rock paper")
    view = state_for(state, 0)
    assert (view["phase"], view["turn"], view["asked"]) == ("window-1", 0, [0])
    assert (view["center"][0], view["discard"]) == ("ruby-totem", ["onyx-totem"])
    assert [seat["sign"] for seat in view["seats"]] == ["rock", "paper"]
    assert view["legal"] == [{"do": "drink", "card": "black-potion"}, {"do": "pass"}]
    assert (state_for(state, 1)["legal"], view["winner"], view["last"]) == ([], None, None)
    view = state_for(make_moves(state, "0: pass")[0], None)
    assert view["last"] is not None
    assert (view["winner"], view["last"]["signs"]) == (1, ["rock", "paper"])
    assert [seat["score"] for seat in view["seats"]] == [0, 1]
