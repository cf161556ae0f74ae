"""The page of components is for developers only."""

import pytest
from django.test import Client, override_settings

from tests.pages.markup import Page


@pytest.mark.django_db
def test_the_components_are_shown_in_both_themes_while_debugging() -> None:
    assert Client().get("/design/").status_code == 404
    with override_settings(DEBUG=True):
        answer = Client().get("/design/")
    assert answer.status_code == 200
    text = answer.content.decode()
    for theme in ("dark", "light"):
        assert f'data-scheme="{theme}"' in text
    assert Page(text).broken == []
