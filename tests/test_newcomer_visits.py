"""The figures of a recorded visit, and the document that shows it."""

import re

import pytest

from bench.newcomer_visits import DOCUMENT, MOST_BYTES, PICTURES, SIZES
from bench.visit_figures import Event, read_figures

# a visit in milliseconds: home, a game of one match that ends with a fight, and the next game
VISIT = [
    Event(0, "elsewhere"),
    Event(1_000, "press"),
    Event(2_000, "others"),
    Event(4_000, "own"),
    Event(6_000, "press"),
    Event(6_100, "draw"),
    Event(8_000, "press"),
    Event(9_000, "press"),
    Event(9_100, "discard"),
    Event(9_200, "others"),
    Event(12_000, "own"),
    Event(15_000, "press"),
    Event(15_100, "fight-called"),
    Event(15_200, "fight"),
    Event(19_200, "reading"),
    Event(22_000, "press"),
    Event(22_200, "over"),
    Event(23_000, "elsewhere"),
    Event(23_500, "again"),
    Event(24_000, "press"),
    Event(25_000, "others"),
    Event(26_100, "own"),
]


def test_the_figures_come_from_presses_moves_and_what_the_table_shows() -> None:
    figures = read_figures(VISIT)
    assert figures.presses_to_move == 1
    assert figures.to_move == 3.0
    # 20.2 s at the table, of which others took 2 and 2.8 s and the fight 4 s
    assert figures.game == 20.2
    assert figures.waiting_share == pytest.approx(8.8 / 20.2)
    assert figures.fights_share == pytest.approx(4.0 / 20.2)
    assert figures.presses_per_discard == 2
    assert figures.fight == 4.0
    # 2 s before the first own turn, and 2.8 s before the second
    assert figures.turn_wait == 2.4
    assert figures.to_next_move == 11.0


def test_a_discard_by_one_press_counts_one() -> None:
    without_first = [event for event in VISIT if event.at != 8_000]
    assert read_figures(without_first).presses_per_discard == 1


def test_the_document_shows_every_picture_of_the_visits_and_they_are_small() -> None:
    shown = re.findall(r'src="screenshots/visits/([^"]+)"', DOCUMENT.read_text(encoding="utf-8"))
    pictures = {path.name: path for path in PICTURES.iterdir()}
    assert sorted(shown) == sorted(pictures)
    assert max(path.stat().st_size for path in pictures.values()) < MOST_BYTES
    for size in SIZES:
        assert 5 <= sum(name.endswith(f"-{size}.webp") for name in pictures) <= 12
