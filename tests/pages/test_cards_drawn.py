"""Rendering of cards, chips, lives, scores and the lives chart."""

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.density_deck.rules.cards import CODES, SUIT_CODES
from games.density_deck.text import read_card
from tests.pages.markup import Page


def render_page(source: str, **context: object) -> Page:
    return Page(Template("{% load display density_deck %}" + source).render(Context(context)))


@pytest.mark.parametrize("code", CODES)
def test_a_card_says_its_suit_and_power_in_words_and_signs(code: str) -> None:
    page = render_page("{% card code %}", code=code)
    root = page.elements[0][1]
    assert root["aria-label"] == f"{root['data-suit'].title()} {root['data-power']}"
    assert code == f"{code[:2]}{root['data-power']}"
    assert code[:2] in page.text
    assert page.broken == []


@given(
    lives=st.lists(
        st.lists(st.integers(0, 20), min_size=1, max_size=40).map(
            lambda fall: sorted(fall, reverse=True)
        ),
        max_size=4,
    )
)
def test_any_course_of_lives_can_be_drawn(lives: list[list[int]]) -> None:
    lines = [{"name": f"N{n}", "you": n == 0, "lives": fall} for n, fall in enumerate(lives)]
    page = render_page("{% lives_chart lines %}", lines=lines)
    assert page.broken == []
    for stroke in page.all("line"):
        assert 0 <= float(stroke["x1"][:-1]) <= float(stroke["x2"][:-1]) <= 100
        assert 0 <= float(stroke["y1"]) <= 170


def test_no_line_of_a_chart_crosses_a_name_and_long_names_are_shortened() -> None:
    lines = [
        {"name": "Maximiliana Wolf", "you": False, "lives": [10, 4, 0]},
        {"name": "Ola", "you": True, "lives": [10, 8, 5]},
    ]
    page = render_page("{% lives_chart lines %}", lines=lines)
    kinds = [name for name, _ in page.elements if name in ("line", "text")]
    assert kinds[-2:] == ["text", "text"]
    assert "Maximilian\u2026" in page.text


def test_the_letters_on_a_card_are_of_its_name_in_every_language() -> None:
    with translation.override("de"):
        drawn = {code: read_card(f"{code}4") for code in SUIT_CODES.values()}
    assert (drawn["Pu"]["letters"], drawn["Pu"]["name"]) == ("Vi", "Violett 4")
    assert len({each["letters"] for each in drawn.values()}) == len(drawn) == 11
    assert read_card("Pu4")["letters"] == "Pu"


def test_what_stands_below_a_name_is_read_apart_from_it() -> None:
    row = {"name": "Mira", "badge": None, "rating": 1500, "provisional": True, "games": 3}
    shown = {
        "row": {**row, "trend": [], "place": 1, "standing": 17.0},
        "view": "global",
        "slug": "density-deck",
        "scale": 12.5,
    }
    drawn = render_to_string("accounts/_board_row.html", shown)
    assert "Mira, No tier yet" in " ".join(Page(drawn).text.split()).replace(" ,", ",")
