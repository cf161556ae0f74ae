"""The numbers on the rules page match the rules."""

from games.density_deck.lessons import positions
from games.density_deck.lessons.numbers import rule_numbers


def test_the_counts_of_cards_and_piles() -> None:
    found = rule_numbers()
    assert (found["cards"], found["commons"], found["colored"]) == (50, 20, 30)
    assert (found["colors"], found["of_a_color"], found["common_most"]) == (10, 3, 10)
    assert [pile["cards"] for pile in found["piles"]] == [35, 38, 41]
    assert (found["lives"], found["seats"], found["last_round"]) == (10, 4, 10)


def test_the_price_of_every_round() -> None:
    rounds = rule_numbers()["rounds"]
    assert [each["face_up"] for each in rounds] == [0, 1, 2, 3]
    assert [each["stake"] for each in rounds] == [0, 2, 3, 4]
    assert [each["price"] for each in rounds] == [1, 1, 2, 3]
    assert [each["last"] for each in rounds] == [False, False, False, True]


def test_the_examples_score_as_the_rulebook_says() -> None:
    assert positions.opening_hand().score["score"] == 66
    assert positions.all_common().score["score"] == 42
    assert positions.below_zero().score["score"] == -30
    assert positions.below_zero().classic["score"] == 39
    players = positions.four_players()
    assert [player.score["score"] for player in players] == [45, 68, 35, 13]
    assert [player.to_the_letter["score"] for player in players] == [45, 68, 32, 13]
    assert [player.name for player in players if player.best] == ["B"]


def test_the_gallery_shows_every_suit_once() -> None:
    codes = positions.strongest_cards()
    assert len({code[:2] for code in codes}) == len(codes) == 11
