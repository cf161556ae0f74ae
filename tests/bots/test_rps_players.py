"""How AI players of RPS Extreme use open information, and how they rank."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from bench.duels import play_duels
from games.registry import GAMES
from games.rps_extreme.bots import outlook
from games.rps_extreme.bots.mixing import solve_matrix
from games.rps_extreme.rules.cards import PAPER, ROCK, SCISSORS
from games.rps_extreme.rules.observation import observe
from games.rps_extreme.rules.state import FIRST, PASS, SCORE, Ruleset, State
from tests.engine.rps_positions import lay_out, make_moves, parse_action

SLUG = "rps-extreme"


def count_choices(level: str, state: State, seat: int = 0, games: int = 60) -> Counter[int]:
    """Count the choices of a player of this level."""
    observation = observe(state, seat)
    return Counter(GAMES[SLUG].bots[level](observation, Random(number)) for number in range(games))


# ------------------------------------------------------------------------------- mixing


def test_who_wins_double_with_rock_throws_more_paper_and_gains() -> None:
    mix, value = solve_matrix([[0, -1, 2], [1, 0, -1], [-1, 1, 0]])
    assert mix == pytest.approx([1 / 4, 5 / 12, 1 / 3])
    assert value == pytest.approx(1 / 12)


@pytest.mark.parametrize(("rows", "columns"), list(product((1, 2, 3, 4), (1, 2, 3))))
def test_a_mix_gets_its_value_against_everything_and_no_row_gets_more(
    rows: int, columns: int
) -> None:
    dice = Random(rows * 10 + columns)
    for _ in range(8):
        matrix = [[dice.random() for _ in range(columns)] for _ in range(rows)]
        mix, value = solve_matrix(matrix)
        got = [sum(mix[r] * matrix[r][c] for r in range(rows)) for c in range(columns)]
        assert min(got) == pytest.approx(value)
        assert sum(mix) == pytest.approx(1)
        assert min(mix) >= 0
        # the column player's best mix achieves exactly the negative value
        _, other = solve_matrix([[-matrix[r][c] for r in range(rows)] for c in range(columns)])
        assert other == pytest.approx(-value)


# ------------------------------------------------------------------------------ choices
def state_after(*moves: str, **table: Any) -> State:
    """Return a table of two after seat 0 won the first throw, or after these moves."""
    own, others = table.pop("own", ""), table.pop("others", "")
    return make_moves(lay_out(own, others, **table), *(moves or ("rock scissors",)))[0]


BLACK, SPARKLY = "black-potion", "sparkly-potion"
FULL = "golden-totem golden-scroll black-potion"
PICKED = ("scissors paper", "0: pass", "0: first", "0: pick golden-athame", "1: pick ruby-totem")
DEAR = "golden-scroll metallic-blue-potion metallic-green-potion"
TIE = state_after("rock rock", own=SPARKLY)
DIAMOND = state_after("rock rock", own=BLACK, others="diamond-totem")
USELESS = state_after(own="murky-blue-potion", others="ruby-totem")
LAST_POINT = state_after(scores=(20, 20), center="golden-totem golden-scroll")
PICK = state_after("rock scissors", "0: first", center=f"golden-totem {BLACK} onyx-totem")
BREAK = state_after("rock scissors", "1: pass", own="onyx-totem", others=f"golden-scroll {BLACK}")
DISCARD = state_after(*PICKED, own=FULL, center="ruby-totem golden-athame")
# Sparkly wins the ties that the opponent's golden items would make expensive
WORTH_A_POINT = {"others": "golden-totem golden-athame onyx-scroll", "scores": (10, 10)}
FIRST_PICK = state_after(own=DEAR, center=f"{BLACK} {SPARKLY} silver-totem", **WORTH_A_POINT)
PLAIN = state_after(own=DEAR, scores=(10, 10), center="ruby-totem ruby-athame")


@pytest.mark.parametrize(
    ("levels", "state", "choices"),
    [
        ("medium hard", TIE, [parse_action(f"drink {SPARKLY}")]),
        ("medium hard", DIAMOND, [parse_action(f"drink {BLACK}")]),
        ("medium hard", LAST_POINT, [SCORE]),
        ("medium", USELESS, [PASS]),
        ("easy medium hard", PICK, [parse_action("pick golden-totem")]),
        ("easy medium hard", BREAK, [parse_action("break golden-scroll")]),
        ("easy medium hard", DISCARD, [parse_action(f"discard {BLACK}")]),
        ("hard", FIRST_PICK, [FIRST]),
        ("hard", PLAIN, [SCORE]),
        ("easy", state_after(center=f"diamond-totem ruby-scroll {BLACK}"), [FIRST, SCORE]),
        ("easy", state_after(center=f"silver-totem onyx-scroll {BLACK}"), [SCORE]),
        # easy sometimes forgets its potions
        ("easy", TIE, [parse_action(f"drink {SPARKLY}"), PASS]),
    ],
)
def test_a_level_chooses_among_these(levels: str, state: State, choices: list[int]) -> None:
    for level in levels.split():
        assert set(count_choices(level, state, games=30)) == set(choices), level


def test_throws_follow_the_own_cards_and_what_won_and_none_is_sure() -> None:
    for level, often in (("medium", 2.0), ("easy", 1.4)):
        thrown = count_choices(level, lay_out("golden-scroll silver-scroll"), games=400)
        assert thrown[PAPER] > often * max(thrown[ROCK], thrown[SCISSORS])
    mixed = count_choices("hard", lay_out("golden-scroll", "silver-totem"), games=200)
    assert max(mixed.values()) < 200
    picks = ("0: score", f"1: pick {BLACK}", "0: pick rainbow-potion")
    won = state_after("rock scissors", *picks, center=f"{BLACK} {SPARKLY} rainbow-potion")
    thrown = count_choices("easy", won, games=400)
    assert thrown[ROCK] > 1.6 * max(thrown[PAPER], thrown[SCISSORS])


# ------------------------------------------------------------------------------ outlook


def test_an_outlook_is_the_same_from_both_seats() -> None:
    one = "golden-totem rainbow-potion murky-blue-potion"
    other = "diamond-scroll sparkly-potion silver-athame"
    straight = outlook.throw_chances(lay_out(one, other, scores=(4, 9)).table, Ruleset())
    turned = outlook.throw_chances(lay_out(other, one, scores=(9, 4)).table, Ruleset())
    for a in range(3):
        for b in range(3):
            assert straight[a][b] == pytest.approx(1 - turned[b][a])


# ------------------------------------------------------------------------------ strength
@pytest.mark.parametrize(("one", "other"), [("medium", "easy"), ("hard", "medium")])
def test_each_level_wins_more_games_than_the_one_below(one: str, other: str) -> None:
    # far below the bound of bench.duels for 1,000 games, since 24 games say little
    assert play_duels(one, other, games=24).share > 0.5
