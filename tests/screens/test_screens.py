"""The named screens look as in their pictures."""

from pathlib import Path

import pytest

from tests.screens.baseline import PICTURES, Baseline
from tests.screens.catalog import COMPARED, DOCS, FIGHT, SCREENS
from tests.screens.frozen_browser import SIZES, THEMES, FrozenBrowser

NAMES = [f"{screen}-{size}-{theme}" for screen, size, theme in COMPARED]
BEAT = 60_000  # bytes of a picture of a beat
DOCS_FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"


@pytest.mark.parametrize(("screen", "size", "theme"), COMPARED, ids=NAMES)
def test_a_screen_looks_as_in_its_picture(
    frozen: FrozenBrowser, baseline: Baseline, screen: str, size: str, theme: str, renewing: bool
) -> None:
    with frozen.show(SCREENS[screen], size, theme) as page:
        picture = frozen.picture(page)
    name = f"{screen}-{size}-{theme}"
    if renewing:
        baseline.renew(name, size, picture)
        return
    verdict = baseline.compare(name, size, picture)
    assert verdict.same, verdict.message


def test_no_picture_is_left_of_a_screen_that_is_gone() -> None:
    assert {path.stem for path in PICTURES.glob("*")} == set(NAMES)


def test_a_change_that_anybody_sees_is_found(
    frozen: FrozenBrowser, baseline: Baseline, renewing: bool
) -> None:
    if renewing:
        return
    screen, size, theme = COMPARED[0]
    with frozen.show(SCREENS[screen], size, theme) as page:
        page.evaluate("document.querySelector('.button.go').hidden = true")
        changed = frozen.picture(page)
    assert not baseline.compare(NAMES[0], size, changed).same


def test_the_pictures_of_the_docs(frozen: FrozenBrowser, renewing: bool) -> None:
    for name, (screen, size, theme, sharp) in DOCS.items() if renewing else ():
        with frozen.show({**SCREENS, **FIGHT}[screen], size, theme, sharp=sharp) as page:
            path, quality = DOCS_FOLDER / name, 72 if screen in FIGHT else 82
            page.screenshot(path=path, animations="disabled", quality=quality, type="jpeg")
    sizes = {name: (DOCS_FOLDER / name).stat().st_size for name in DOCS}
    # twelve of them stand on one page
    assert {name: size for name, size in sizes.items() if "fight" in name and size > BEAT} == {}


def test_look(frozen: FrozenBrowser, request: pytest.FixtureRequest) -> None:
    """With --look FOLDER: every screen, size and theme, or those that --only names."""
    folder = request.config.getoption("--look", default=None)
    wanted = set(filter(None, str(request.config.getoption("--only", default="")).split(",")))
    for name, screen in SCREENS.items() if folder else ():
        for size in SIZES:
            for theme in THEMES:
                me = ((name, SCREENS), (size, SIZES), (theme, THEMES))
                if any(wanted & set(group) and mine not in wanted for mine, group in me):
                    continue
                path = Path(folder) / f"{name}-{size}-{theme}.png"
                path.parent.mkdir(parents=True, exist_ok=True)
                with frozen.show(screen, size, theme) as page:
                    path.write_bytes(frozen.picture(page))
