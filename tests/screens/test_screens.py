"""The named screens match their pictures."""

import pytest

from tests.screens.baseline import PICTURES, Baseline
from tests.screens.catalog import COMPARED, DRAWN
from tests.screens.frozen_browser import FrozenBrowser

NAMES = [f"{screen}-{size}-{theme}" for screen, size, theme in COMPARED]


@pytest.mark.parametrize(("screen", "size", "theme"), COMPARED, ids=NAMES)
def test_a_screen_looks_as_in_its_picture(
    frozen: FrozenBrowser, baseline: Baseline, screen: str, size: str, theme: str
) -> None:
    with frozen.show(DRAWN[screen], size, theme) as page:
        picture = frozen.picture(page)
    name = f"{screen}-{size}-{theme}"
    verdict = baseline.compare(name, size, picture)
    assert verdict.same, verdict.message


def test_no_picture_is_left_of_a_screen_that_is_gone() -> None:
    assert {path.stem for path in PICTURES.glob("*")} == set(NAMES)
