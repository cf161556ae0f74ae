"""What the players of RPS Extreme do with what lies open, and how they rank."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from bench.duels import duel
from games.registry import GAMES
from games.rps_extreme.bots import outlook
from games.rps_extreme.bots.mixing import draw, solve
from games.rps_extreme.bots.worth import chance
from games.rps_extreme.rules.cards import PAPER, ROCK, SCISSORS
from games.rps_extreme.rules.observation import observe
from games.rps_extreme.rules.state import FIRST, PASS, SCORE, THROW, Ruleset, State
from tests.engine.rps_positions import action, laid, play

SLUG = "rps-extreme"
THINKING = ("medium", "hard")


def chosen(level: str, state: State, seat: int = 0, games: int = 60) -> Counter[int]:
    """How often a player of this level chooses what."""
    observation = observe(state, seat)
    return Counter(GAMES[SLUG].bots[level](observation, Random(number)) for number in range(games))


# ------------------------------------------------------------------------------- mixing


def test_who_wins_double_with_rock_throws_more_paper_and_gains() -> None:
    mix, value = solve([[0, -1, 2], [1, 0, -1], [-1, 1, 0]])
    assert mix == pytest.approx([1 / 4, 5 / 12, 1 / 3])
    assert value == pytest.approx(1 / 12)


@pytest.mark.parametrize(("rows", "columns"), list(product((1, 2, 3, 4), (1, 2, 3))))
def test_a_mix_gets_its_value_against_everything_and_no_row_gets_more(
    rows: int, columns: int
) -> None:
    dice = Random(rows * 10 + columns)
    for _ in range(8):
        matrix = [[dice.random() for _ in range(columns)] for _ in range(rows)]
        mix, value = solve(matrix)
        got = [sum(mix[r] * matrix[r][c] for r in range(rows)) for c in range(columns)]
        assert min(got) == pytest.approx(value)
        assert sum(mix) == pytest.approx(1)
        assert min(mix) >= 0
        # the column player can hold it to the same: its own best mix gets minus that
        _, other = solve([[-matrix[r][c] for r in range(rows)] for c in range(columns)])
        assert other == pytest.approx(-value)


def test_a_draw_follows_its_weights() -> None:
    dice = Random(1)
    drawn = Counter(draw([0, 3, 1], dice) for _ in range(4_000))
    assert drawn[0] == 0
    assert 2_850 < drawn[1] < 3_150


# ------------------------------------------------------------------------------ choices
def test_medium_throws_more_often_what_its_cards_reward() -> None:
    thrown = chosen("medium", laid("golden-scroll silver-scroll"), games=400)
    assert thrown[PAPER] > 2 * max(thrown[ROCK], thrown[SCISSORS])


def test_hard_mixes_its_throws_and_none_is_sure() -> None:
    thrown = chosen("hard", laid("golden-scroll", "silver-totem"), games=200)
    assert max(thrown.values()) < 200


@pytest.mark.parametrize("level", THINKING)
def test_they_drink_sparkly_to_win_a_tie_and_purple_after_a_win(level: str) -> None:
    tied, _ = play(laid("sparkly-potion"), "rock rock")
    assert set(chosen(level, tied)) == {action("drink sparkly-potion")}
    won, _ = play(laid("murky-purple-potion"), "rock scissors")
    assert set(chosen(level, won)) == {action("drink murky-purple-potion")}


@pytest.mark.parametrize("level", THINKING)
def test_they_drink_black_against_a_diamond_that_would_win_the_tie(level: str) -> None:
    tied, _ = play(laid("black-potion", "diamond-totem"), "rock rock")
    assert set(chosen(level, tied)) == {action("drink black-potion")}


def test_medium_keeps_a_potion_that_would_change_nothing() -> None:
    state, _ = play(laid("black-potion"), "rock scissors")
    assert set(chosen("medium", state)) == {PASS}
    state, _ = play(laid("murky-red-potion"), "rock scissors")
    assert set(chosen("medium", state)) == {PASS}
    state, _ = play(laid("murky-blue-potion", "ruby-totem"), "rock scissors")
    assert set(chosen("medium", state)) == {PASS}


def test_both_score_the_point_that_wins_the_game() -> None:
    state, _ = play(laid(scores=(20, 20), center="golden-totem golden-scroll"), "rock scissors")
    for level in THINKING:
        assert set(chosen(level, state)) == {SCORE}


@pytest.mark.parametrize("level", ["easy", *THINKING])
def test_they_take_the_better_card_and_break_it_and_lay_off_the_worse(level: str) -> None:
    state, _ = play(
        laid(center="golden-totem black-potion onyx-totem"), "rock scissors", "0: first"
    )
    assert set(chosen(level, state)) == {action("pick golden-totem")}
    held = laid("onyx-totem", "golden-scroll black-potion")
    state, _ = play(held, "rock scissors", "1: pass")
    assert set(chosen(level, state)) == {action("break golden-scroll")}
    full = laid("golden-totem golden-scroll black-potion", center="ruby-totem golden-athame")
    picks = ("0: first", "0: pick golden-athame", "1: pick ruby-totem")
    state, _ = play(full, "scissors paper", "0: pass", *picks)
    assert set(chosen(level, state)) == {action("discard black-potion")}


def test_hard_takes_the_first_pick_where_the_cards_are_worth_more_than_a_point() -> None:
    # Sparkly wins the ties that the golden items of the other would make dear
    held = ("golden-scroll metallic-blue-potion metallic-green-potion",)
    others = "golden-totem golden-athame onyx-scroll"
    center = "black-potion sparkly-potion silver-totem"
    dear, _ = play(laid(*held, others, scores=(10, 10), center=center), "rock scissors")
    assert set(chosen("hard", dear, games=5)) == {FIRST}
    plain, _ = play(laid(*held, scores=(10, 10), center="ruby-totem ruby-athame"), "rock scissors")
    assert set(chosen("hard", plain, games=5)) == {SCORE}


# ------------------------------------------------------------------------- the beginner
def test_easy_throws_more_often_what_won_its_last_throw() -> None:
    center = "black-potion sparkly-potion rainbow-potion"
    picks = ("1: pick black-potion", "0: pick rainbow-potion")
    won, _ = play(laid(center=center), "rock scissors", "0: score", *picks)
    assert won.table.phase == THROW
    thrown = chosen("easy", won, games=400)
    assert thrown[ROCK] > 1.6 * max(thrown[PAPER], thrown[SCISSORS])
    other = chosen("easy", won, seat=1, games=400)
    assert max(other.values()) < 1.6 * min(other.values())


def test_easy_throws_more_often_what_its_cards_are_for() -> None:
    thrown = chosen("easy", laid("golden-scroll silver-scroll"), games=400)
    assert thrown[PAPER] > 1.4 * max(thrown[ROCK], thrown[SCISSORS])


def test_easy_often_gives_a_point_for_a_precious_card_and_for_no_other() -> None:
    state, _ = play(laid(center="diamond-totem ruby-scroll black-potion"), "rock scissors")
    assert chosen("easy", state)[FIRST] > chosen("easy", state)[SCORE] > 0
    state, _ = play(laid(center="silver-totem onyx-scroll black-potion"), "rock scissors")
    assert set(chosen("easy", state)) == {SCORE}


def test_easy_drinks_what_helps_but_forgets_it_at_times() -> None:
    tied, _ = play(laid("sparkly-potion"), "rock rock")
    drunk = chosen("easy", tied, games=200)
    assert set(drunk) == {action("drink sparkly-potion"), PASS}
    assert 50 < drunk[action("drink sparkly-potion")] < 120
    useless, _ = play(laid("black-potion"), "rock scissors")
    assert set(chosen("easy", useless)) == {PASS}


# ------------------------------------------------------------------------------ outlook


def test_a_chance_grows_with_the_lead_and_is_certain_at_the_end() -> None:
    chances = [chance((score, 10), (0.0, 0.0), 21) for score in range(22)]
    assert chances == sorted(chances)
    assert chances[10] == pytest.approx(0.5)
    assert chances[21] == 1
    assert chance((3, 21), (9.0, 0.0), 21) == 0
    assert chance((21, 21), (0.0, 0.0), 21) == pytest.approx(0.5)


def test_an_outlook_is_the_same_from_both_seats() -> None:
    one = "golden-totem rainbow-potion murky-blue-potion"
    other = "diamond-scroll sparkly-potion silver-athame"
    straight = outlook.throws(laid(one, other, scores=(4, 9)).table, Ruleset())
    turned = outlook.throws(laid(other, one, scores=(9, 4)).table, Ruleset())
    for a in range(3):
        for b in range(3):
            assert straight[a][b] == pytest.approx(1 - turned[b][a])


# ------------------------------------------------------------------------------ strength
@pytest.mark.parametrize(("one", "other"), [("medium", "easy"), ("hard", "medium")])
def test_each_level_wins_more_games_than_the_one_below(one: str, other: str) -> None:
    # far below what bench.duels asks for over 1,000 games: 24 of them say little
    assert duel(one, other, games=24).share > 0.5
