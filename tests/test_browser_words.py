"""Scripts get all levels, tiers and games in the reader's language."""

import json
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation

from accounts.ratings.tiers import TIERS
from games.registry import GAMES


def render_tag(tag: str, language: str) -> Any:
    """Return the output of a template tag in a language."""
    with translation.override(language):
        page = Template(
            "{% load browser_words %}{% autoescape off %}{% " + tag + " %}{% endautoescape %}"
        )
        return json.loads(page.render(Context()))


@pytest.mark.parametrize(("language", "hard"), [("en", "Hard"), ("de", "Schwer")])
def test_every_level_and_tier_has_a_word(language: str, hard: str) -> None:
    labels = render_tag("table_labels", language)
    assert {level for game in GAMES.values() for level in game.levels} <= labels["levels"].keys()
    assert set(TIERS) == labels["tiers"].keys()
    assert labels["levels"]["hard"] == hard


def test_the_list_of_tables_knows_every_game_and_one_is_usual() -> None:
    games = render_tag("list_words", "en")["games"]
    assert games.keys() == GAMES.keys()
    assert sum(game["usual"] for game in games.values()) == 1
    assert all("{seconds}" in game["pace"] for game in games.values())
    # a game with only one match has no progress
    assert all("{match}" in game["progress"] or not game["progress"] for game in games.values())
