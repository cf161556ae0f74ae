"""The named screens match their pictures."""

import pytest

from tests.screens.baseline import PICTURES, Baseline
from tests.screens.catalog import COMPARED, DRAWN
from tests.screens.frozen_browser import FrozenBrowser, sample_on_push

NAMES = [f"{screen}-{size}-{theme}" for screen, size, theme in COMPARED]
# quick runs compare one picture of most screens
PUSHED = """turn-wide-dark turn-phone-dark turn-lying-dark chosen-wide-light fight-wide-dark
  showdown-phone-light watcher-wide-light seat-states-phone-light lesson-fight-phone-light
  settings-dialog-wide-dark queue-waiting-wide-dark home-out-phone-dark home-wide-dark
  new-table-phone-light result-ranked-wide-dark profile-wide-light history-middle-light
  signup-errors-phone-dark rps-throw-wide-dark rps-window-middle-light rps-discard-small-light
  rps-pick-wide-light"""


@pytest.mark.parametrize("name", sample_on_push(NAMES, *PUSHED.split()))
def test_a_screen_looks_as_in_its_picture(
    frozen: FrozenBrowser, baseline: Baseline, name: str
) -> None:
    screen, size, theme = name.rsplit("-", 2)
    with frozen.show(DRAWN[screen], size, theme) as page:
        picture = frozen.picture(page)
    verdict = baseline.compare(name, size, picture)
    assert verdict.same, verdict.message


def test_no_picture_is_left_of_a_screen_that_is_gone() -> None:
    assert {path.stem for path in PICTURES.glob("*")} == set(NAMES)
