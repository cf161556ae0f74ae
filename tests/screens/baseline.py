"""The committed pictures of screens: small, and compared by tiles with a tolerance."""

import base64
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.browser.conftest import chromium_path

PICTURES = Path(__file__).parent / "pictures"
SCRIPT = Path(__file__).parent / "compare.js"
WIDTH = {"wide": 360, "middle": 320, "lying": 320, "phone": 220, "small": 220}
# tolerated mean difference of a tile of 12 pixels, out of 255: for other fonts, and for a browser
# whose text rendering differs from that of the pictures
TOLERANCE = 14.0 if chromium_path().endswith("headless-shell") else 24.0


@dataclass(frozen=True)
class Verdict:
    """The difference of the worst tile of a screen, and the files to look at."""

    worst: float
    message: str

    @property
    def same(self) -> bool:
        """Whether the pictures count as equal."""
        return self.worst <= TOLERANCE


class Baseline:
    """Compares screens with their pictures, and renews these."""

    def __init__(self, browser: Browser) -> None:
        self.page = browser.new_page()
        self.page.evaluate(SCRIPT.read_text())
        self.folder: Path | None = None

    def renew(self, name: str, size: str, picture: bytes) -> None:
        """Replace the picture of a screen."""
        PICTURES.mkdir(exist_ok=True)
        small = self.page.evaluate(
            "([source, width]) => screens.shrink(source, width)", [_url(picture), WIDTH[size]]
        )
        _path(name).write_bytes(_bytes(small))

    def compare(self, name: str, size: str, picture: bytes) -> Verdict:
        """Compare a screen with its picture; write both to a folder if they differ."""
        wanted = _path(name)
        if not wanted.exists():
            return Verdict(255, f"{name} has no picture yet: make screenshots.")
        found: dict[str, Any] = self.page.evaluate(
            "([actual, wanted, width]) => screens.compare(actual, wanted, width)",
            [_url(picture), _url(wanted.read_bytes(), "webp"), WIDTH[size]],
        )
        tile = found["worst"][0]
        verdict = Verdict(tile["mean"], "")
        if verdict.same:
            return verdict
        folder = self._folder()
        (folder / f"{name}.actual.png").write_bytes(picture)
        (folder / f"{name}.diff.png").write_bytes(_bytes(found["diff"]))
        (folder / f"{name}.wanted.webp").write_bytes(wanted.read_bytes())
        where = f"at {tile['left']}, {tile['top']} of {WIDTH[size]} pixels"
        return Verdict(
            tile["mean"],
            f"{name} does not look as in tests/screens/pictures: a tile {where} is"
            f" {tile['mean']:.0f} away, {TOLERANCE:.0f} may be. See {folder}; if it is meant,"
            " run: make screenshots",
        )

    def _folder(self) -> Path:
        if self.folder is None:
            self.folder = Path(tempfile.mkdtemp(prefix="density-screens-"))
        return self.folder


def _path(name: str) -> Path:
    return PICTURES / f"{name}.webp"


def _url(picture: bytes, kind: str = "png") -> str:
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def _bytes(url: str) -> bytes:
    return base64.b64decode(url.partition(",")[2])
