"""Puts the pictures together: texts at the left, cards at the right, seats below."""

from collections.abc import Sequence
from typing import NamedTuple

from games.game_type import DrawnCards
from games.pictures.canvas import EDGE, HEIGHT, WIDTH, Canvas
from games.pictures.cards import lay_fan
from games.pictures.letters import Style, cut_text, measure_text, wrap_text

TITLE, SMALLER_TITLE = Style(58, 800, 112), Style(46, 800, 108)
LEAD, NAME, QUIET = Style(29), Style(29, 680), Style(25)
PLACE, FIGURE = Style(32, 800, 84), Style(42, 800, 78)
CAPTION = Style(26, 640)
BOTTOM = 42  # the margin below
# where the texts end if there are cards; the middle and the width of these
COLUMN, CARDS_AT, CARDS_WIDE = 676, (934, 348), 430
HERO = Style(72, 800, 112)
BADGE_WIDE, CURVE_WIDE, FAN, LONG_VALUE = 92, 470, 4, 5
FULL_TABLE = 3  # rows that are lower than those of two seats


class Seat(NamedTuple):
    """A seat in a picture: "free", or a player, guest or AI player as in games.models.Seat."""

    name: str
    kind: str
    avatar: str = ""
    place: str = ""
    figure: str = ""
    note: str = ""
    lit: bool = False


class Scene(NamedTuple):
    """The content of a picture. Texts are in its language, and cut where they are too long."""

    title: str
    lead: str
    label: str
    seats: Sequence[Seat] = ()
    cards: Sequence[str] = ()
    caption: str = ""
    figure: str = ""


def draw_scene(theme: str, scene: Scene, drawn: DrawnCards | None) -> bytes:
    """Return the PNG file of a result, a table or a puzzle."""
    canvas = Canvas(theme)
    canvas.brand()
    canvas.pill(WIDTH - EDGE, 80, scene.label)
    has_cards = drawn is not None and bool(scene.cards)
    right = COLUMN if has_cards else WIDTH - EDGE
    top = _draw_words(canvas, scene, right)
    _draw_seats(canvas, scene.seats, top, right)
    if has_cards and drawn is not None:
        _draw_cards(canvas, scene, drawn)
    return canvas.to_png()


def _draw_words(canvas: Canvas, scene: Scene, right: float) -> float:
    """Draw the title and the lead; return where they end."""
    width = right - EDGE
    style = TITLE if measure_text(scene.title, TITLE) <= width else SMALLER_TITLE
    lines = wrap_text(scene.title, style, width, 2)
    spare = not scene.seats
    y = 250.0 if spare else 204.0 if len(scene.seats) < FULL_TABLE else 180.0
    for line in lines:
        canvas.text((EDGE, y), line, style)
        y += style.size * 1.1
    y -= style.size * 0.06
    for line in wrap_text(scene.lead, LEAD, width, 4 if spare else 2) if scene.lead else ():
        canvas.text((EDGE, y), line, LEAD, "t2")
        y += LEAD.size * 1.32
    return y - LEAD.size * 0.7


def _draw_seats(canvas: Canvas, seats: Sequence[Seat], top: float, right: float) -> None:
    """Draw a row for each seat at the bottom of the picture."""
    if not seats:
        return
    gap = 10
    most = HEIGHT - BOTTOM - top
    high = min(96.0 if len(seats) < FULL_TABLE else 64.0, (most + gap) / len(seats) - gap)
    y = HEIGHT - BOTTOM - len(seats) * (high + gap) + gap
    notes = max(measure_text(seat.note, QUIET) for seat in seats)
    for seat in seats:
        _draw_seat(canvas, seat, (EDGE, y, right, y + high), notes)
        y += high + gap


def _draw_seat(
    canvas: Canvas, seat: Seat, box: tuple[float, float, float, float], notes: float
) -> None:
    """Draw a row; `notes` is the width of the widest note, so that all figures stand below."""
    left, top, right, bottom = box
    middle, size = (top + bottom) / 2, round((bottom - top) * 0.7)
    if seat.kind != "free":
        canvas.panel(box, lit=seat.lit)
    x = left + 20
    if seat.place:
        canvas.text((x + 14, middle + 11), seat.place, PLACE, align="middle")
        x += 44
    at = (x + size / 2, middle)
    if seat.kind == "free":
        canvas.free_seat(at, size)
    else:
        canvas.avatar(seat.name, seat.avatar, at, size, ai=seat.kind == "ai")
    x += size + 18
    end = right - 24
    if seat.note:
        canvas.text((end - notes, middle + 9), seat.note, QUIET, "t3")
        end -= notes + 10
    if seat.figure:
        canvas.text((end, middle + 15), seat.figure, FIGURE, align="right")
        end -= measure_text(seat.figure, FIGURE) + 16
    name = cut_text(seat.name, NAME, end - x)
    canvas.text((x, middle + 10), name, NAME, "t3" if seat.kind == "free" else "text")


def _draw_cards(canvas: Canvas, scene: Scene, drawn: DrawnCards) -> None:
    """Lay the cards at the right, with a caption below them."""
    x, y = CARDS_AT
    if scene.caption:
        y -= 44
    count = len(scene.cards)
    width = 178 if scene.seats else 200
    spread = min(0.74, (CARDS_WIDE - width) / width / max(1, count - 1))
    lay_fan(
        canvas.picture, drawn, scene.cards, canvas.theme, middle=(x, y), width=width, spread=spread
    )
    if scene.caption:
        words = cut_text(scene.caption, CAPTION, 480)
        canvas.text((x, HEIGHT - 110), scene.figure, Style(60, 820, 80), align="middle")
        canvas.text((x, HEIGHT - 62), words, CAPTION, "t2", "middle")


def draw_site(theme: str, drawn: DrawnCards | None, title: str, words: str) -> bytes:
    """Return the PNG file of the site, or of one of its games: its name, a sentence and cards."""
    canvas = Canvas(theme)
    size = 84
    if title:
        canvas.brand()
        style = TITLE
        canvas.text(
            (WIDTH / 2, 190), cut_text(title, style, WIDTH - 2 * EDGE), style, align="middle"
        )
    else:
        ends = Canvas(theme).brand(0, 0, size)
        canvas.brand((WIDTH - ends) / 2, 156, size)
    canvas.text((WIDTH / 2, 236), cut_text(words, LEAD, WIDTH - 2 * EDGE), LEAD, "t2", "middle")
    if drawn is not None:
        lay_fan(
            canvas.picture,
            drawn,
            drawn.fan,
            theme,
            middle=(WIDTH // 2, 418),
            width=188,
            spread=0.74,
            turn=3.4,
        )
    return canvas.to_png()


class Profile(NamedTuple):
    """The content of a picture of a player; `strata` are those of the badge, `curve` ratings."""

    name: str
    avatar: str
    ai: bool
    label: str
    lead: str
    tier: str
    strata: int
    figures: Sequence[tuple[str, str]]
    curve: Sequence[int]


def draw_profile(theme: str, profile: Profile, drawn: DrawnCards | None) -> bytes:
    """Return the PNG file of a player: name and tier, figures, and the curve of the rating."""
    canvas = Canvas(theme)
    canvas.brand()
    canvas.pill(WIDTH - EDGE, 80, profile.label)
    canvas.avatar(profile.name, profile.avatar, (EDGE + 74, 236), 148, ai=profile.ai)
    x = EDGE + 148 + 36
    width = WIDTH - EDGE - x - (BADGE_WIDE + 40 if profile.tier else 0)
    style = HERO if measure_text(profile.name, HERO) <= width else TITLE
    canvas.text((x, 230), cut_text(profile.name, style, width), style)
    words = [profile.tier, profile.lead] if profile.tier else [profile.lead]
    for number, line in enumerate(words):
        tier = number == 0 and bool(profile.tier)
        words_style = Style(34, 700, 108) if tier else LEAD
        y = 282 + 42 * number
        canvas.text(
            (x, y), cut_text(line, words_style, width), words_style, "text" if tier else "t2"
        )
    if profile.tier:
        canvas.core(profile.strata, (WIDTH - EDGE - BADGE_WIDE / 2, 236), BADGE_WIDE)
    if len(profile.curve) > 1:
        _draw_curve(canvas, profile.curve, (WIDTH - EDGE - CURVE_WIDE, 366, WIDTH - EDGE, 588))
    elif drawn is not None:
        lay_fan(
            canvas.picture,
            drawn,
            drawn.fan[:FAN],
            theme,
            middle=(WIDTH - EDGE - CURVE_WIDE // 2, 474),
            width=132,
            spread=0.72,
        )
    _draw_figures(canvas, profile.figures, (EDGE, 366, WIDTH - EDGE - CURVE_WIDE - 20, 588))
    return canvas.to_png()


def _draw_figures(
    canvas: Canvas,
    figures: Sequence[tuple[str, str]],
    box: tuple[float, float, float, float],
) -> None:
    """Draw numbers with their names below, side by side in a panel."""
    if not figures:
        return
    left, top, right, _bottom = box
    canvas.panel(box)
    step = (right - left) / len(figures)
    for number, (value, words) in enumerate(figures):
        x = left + step * (number + 0.5)
        style = Style(76 if len(value) < LONG_VALUE else 62, 820, 78)
        canvas.text((x, top + 122), value, style, align="middle")
        for row, line in enumerate(wrap_text(words, QUIET, step - 20, 2)):
            canvas.text((x, top + 164 + 30 * row), line, QUIET, "t3", "middle")


def _draw_curve(
    canvas: Canvas, ratings: Sequence[int], box: tuple[float, float, float, float]
) -> None:
    """Draw a rating over time as a line in a panel, with its newest point."""
    canvas.panel(box)
    left, top, right, bottom = box[0] + 28, box[1] + 36, box[2] - 40, box[3] - 36
    low, high = min(ratings), max(ratings)
    spread = max(high - low, 40)
    points = [
        (
            left + (right - left) * number / (len(ratings) - 1),
            bottom - (bottom - top) * (rating - low + (spread - high + low) / 2) / spread,
        )
        for number, rating in enumerate(ratings)
    ]
    canvas.line(points, 5)
