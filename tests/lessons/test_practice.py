"""Score practice: answers match the rules, and invalid input is refused by name."""

from itertools import product
from math import prod

from games.density_deck.lessons import practice
from games.density_deck.lessons.positions import read_cards
from games.density_deck.lessons.practice_words import verdict_text
from games.density_deck.rules.cards import FACE
from games.density_deck.rules.scoring import SCORERS, faces_key

SEEDS = [seed * 104_729 for seed in range(16)]
QUESTIONS = [
    practice.make_question(kind, level, seed)
    for kind, level, seed in product(practice.QUESTION_TYPES, range(1, practice.LEVELS + 1), SEEDS)
]


def test_the_score_is_the_one_that_games_are_decided_by() -> None:
    score = SCORERS["current", "ignored"]
    for asked in QUESTIONS:
        hand, table = ([FACE[code] for code in codes] for codes in (asked.hand, asked.center))
        seen = faces_key(tuple(table)) + faces_key(tuple(FACE[code] for code in asked.tops))
        assert asked.score["score"] == score(faces_key(tuple(hand)), seen), asked
        if asked.kind == "score":
            assert asked.answer == str(asked.score["score"])


def test_the_base_is_the_largest_product_of_the_hand_or_of_all_with_a_common_hand() -> None:
    for asked in (each for each in QUESTIONS if each.kind == "base"):
        cards = read_cards([*asked.hand, *asked.center, *asked.tops])
        held = {card.suit for card in read_cards(asked.hand)} - {"common"}
        products = {
            suit: prod(card.power for card in cards if card.suit == suit)
            for suit in held or {card.suit for card in cards} - {"common"}
        }
        assert products[asked.answer] == max(products.values()), asked


def test_a_question_is_the_same_every_time_and_others_differ() -> None:
    again = practice.make_question("base", 3, SEEDS[1])
    assert again == practice.make_question("base", 3, SEEDS[1])
    assert len({(asked.hand, asked.center, asked.tops) for asked in QUESTIONS}) > 120


def test_a_wrong_answer_hears_what_it_overlooked() -> None:
    heard = set()
    for asked in QUESTIONS:
        for choice in asked.choices:
            words = verdict_text(asked, choice.value)
            assert (words == "Right.") == (choice.value == asked.answer)
            heard.add(words.split(".")[1])
        values = [choice.value for choice in asked.choices]
        assert len(set(values)) == len(values) <= practice.CHOICES
        assert asked.answer in values or (asked.level >= practice.BY_NUMBER and not values)
    assert len(heard) > 10


def test_a_number_may_be_written_with_either_minus() -> None:
    by_number = QUESTIONS[-1]
    assert practice.read_answer(by_number, " −12 ") == "-12"
    assert practice.read_answer(by_number, "-12") == "-12"
    assert practice.read_answer(by_number, "007") == "7"
