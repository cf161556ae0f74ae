"""Sets text in Archivo, the font of the site, and in fonts of the system for other scripts."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from django.contrib.staticfiles import finders
from PIL import ImageDraw, ImageFont

from games.pictures.drawings import Color

Font = ImageFont.FreeTypeFont
# by the order in which a letter is looked for
ARCHIVO = tuple(
    f"density/fonts/archivo-{part}-wdth-normal.woff2" for part in ("latin", "latin-ext")
)
# for names in other scripts, if the system has one of these
OTHERS = ("NotoSans-Bold.ttf", "DejaVuSans-Bold.ttf", "Arial Unicode.ttf", "seguisb.ttf")
MISSING_LETTER = "\u2022"
MISSING = "\uffff"  # a code point that is no character, which every font draws as missing
ELLIPSIS = "\u2026"
# parts of the full width, tried in turn, so that no line has a single word
BALANCED = (0.55, 0.65, 0.75, 0.85, 0.92)


class Style(NamedTuple):
    """The size of letters in pixels, their weight, and their width in percent."""

    size: int
    weight: int = 400
    width: int = 100


@lru_cache(maxsize=96)
def _load_font(file: str, style: Style) -> Font | None:
    if file in OTHERS:
        try:
            return ImageFont.truetype(file, style.size)
        except OSError:
            return None
    font = ImageFont.truetype(str(finders.find(file)), style.size)
    font.set_variation_by_axes([style.weight, style.width])
    return font


@cache
def _find_file(letter: str) -> str | None:
    """Return the first font that has a letter, or None."""
    for file in (*ARCHIVO, *OTHERS):
        font = _load_font(file, Style(24))
        if font is not None and (
            letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask(MISSING))
        ):
            return file
    return None


def can_write(text: str) -> bool:
    """Return whether the server has a font for every letter."""
    return all(_find_file(letter) is not None for letter in text)


def _split_runs(text: str, style: Style) -> Iterator[tuple[str, Font]]:
    """Yield the parts of a text that have the same font."""
    run, file = "", None
    for letter in "".join(each if _find_file(each) else MISSING_LETTER for each in text):
        other = _find_file(letter) or ARCHIVO[0]
        if run and other != file and not letter.isspace():
            yield run, _load_font(file or ARCHIVO[0], style)  # type: ignore[misc]
            run = ""
        if not letter.isspace() or file is None:
            file = other
        run += letter
    if run:
        yield run, _load_font(file or ARCHIVO[0], style)  # type: ignore[misc]


def measure_text(text: str, style: Style) -> float:
    """Return the width of a text in pixels."""
    return sum(font.getlength(run) for run, font in _split_runs(text, style))


def cut_text(text: str, style: Style, width: float) -> str:
    """Return a text that fits in a width; a cut one ends in an ellipsis."""
    if measure_text(text, style) <= width:
        return text
    while text and measure_text(text + ELLIPSIS, style) > width:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def wrap_text(text: str, style: Style, width: float, most: int) -> list[str]:
    """Return a text in at most that many lines of similar widths; the last one is cut."""
    lines = _fill_lines(text, style, width, most)
    for share in BALANCED:
        balanced = _fill_lines(text, style, width * share, most)
        if len(balanced) == len(lines) and not balanced[-1].endswith(ELLIPSIS):
            return balanced
    return lines


def _fill_lines(text: str, style: Style, width: float, most: int) -> list[str]:
    lines: list[str] = []
    words = text.split(" ")
    while words and len(lines) < most - 1:
        line = words.pop(0)
        while words and measure_text(f"{line} {words[0]}", style) <= width:
            line = f"{line} {words.pop(0)}"
        lines.append(cut_text(line, style, width))
    if words:
        lines.append(cut_text(" ".join(words), style, width))
    return lines


def draw_text(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    style: Style,
    color: Color,
    *,
    align: str = "left",
) -> None:
    """Draw a text on a baseline; `align` says which end of it, or its middle, is at `at`."""
    x, y = at
    if align != "left":
        x -= measure_text(text, style) / (1 if align == "right" else 2)
    for run, font in _split_runs(text, style):
        draw.text((x, y), run, fill=color, font=font, anchor="ls")
        x += font.getlength(run)
