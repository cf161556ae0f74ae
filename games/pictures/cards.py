"""Paints cards as density/card.css draws them; numbers without a unit are parts of the width."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.game_type import DrawnCards, Face
from games.pictures.colors import mix_colors, read_colors, read_suits, suit_color
from games.pictures.drawings import MARGIN, Color, Paint, paint_drawing, read_drawing
from games.pictures.letters import Style, draw_text, measure_text, wrap_text

WHITE, DARK = (255, 255, 255), (0, 0, 0)
HEIGHT = 7 / 5
SAMPLES = 3
# the width in pixels for which the patterns of suits are drawn
PATTERN_WIDTH = 126
TICKS = 10
GEM = 0.61


@lru_cache(maxsize=48)
def paint_face(drawn: DrawnCards, face: Face, theme: str, width: int) -> Image.Image:
    """Return a card face, with transparent corners."""
    size = (width * SAMPLES, round(width * HEIGHT) * SAMPLES)
    ink = suit_color(face.suit, "ink", theme) or WHITE
    ground = suit_color(face.suit, "face", theme) or DARK
    card = _paint_ground(face, ground, theme, size)
    card = _lay_pattern(card, face.suit, ink, theme)
    draw = ImageDraw.Draw(card)
    gem_at = (0.5, 0.56 if face.power else 0.54)
    _put(card, drawn, f"gem-{face.symbol}", gem_at, GEM, Paint(ink, fill=ground))
    if face.power:
        _draw_number(draw, face, size[0], ink)
        _draw_ticks(draw, face.power, size, ink, mix_colors(ground, ink, 0.24))
    elif face.sign:
        _draw_mark(card, drawn, face.sign, face.sign_name, (0.07, 0.06), 0.26, 0.105, ink, ground)
    _draw_mark(card, drawn, face.symbol, face.letters, (0.93, 0.08), 0.17, 0.12, ink, ground)
    _draw_name(draw, face, size, ink)
    edge = suit_color(face.suit, "edge", theme) or ink
    radius = round(0.085 * size[0])
    box = (0, 0, size[0] - 1, size[1] - 1)
    draw.rounded_rectangle(box, radius, outline=edge, width=round(0.014 * size[0]))
    shape = Image.new("L", size)
    ImageDraw.Draw(shape).rounded_rectangle(box, radius, fill=255)
    card.putalpha(shape)
    return card.resize((width, round(width * HEIGHT)), Image.Resampling.LANCZOS)


def _paint_ground(face: Face, ground: Color, theme: str, size: tuple[int, int]) -> Image.Image:
    """Return the face: lighter at the top, darker below, with light in its middle."""
    slope = Image.linear_gradient("L").rotate(-12, Image.Resampling.BICUBIC, fillcolor=128)
    slope = slope.crop((30, 30, 226, 226)).resize(size)
    top, bottom = mix_colors(ground, WHITE, 0.08), mix_colors(ground, DARK, 0.09)
    bands = [
        slope.point([_blend(value / 255, *stops) for value in range(256)])
        for stops in zip(top, ground, bottom, strict=True)
    ]
    card = Image.merge("RGB", bands)
    colors = read_colors(theme)
    if face.stripes:
        step = size[0] / len(face.stripes)
        for number, name in enumerate(face.stripes):
            box = (round(number * step), 0, round((number + 1) * step), size[1])
            card.paste(colors[name], box)
        return card
    light = Image.radial_gradient("L").resize((round(0.92 * size[0]), round(0.66 * size[1])))
    light = light.point([max(0, round(51 * (1 - value / 254))) for value in range(256)])
    card.paste(WHITE, (round(0.04 * size[0]), round(0.14 * size[1])), light)
    return card


def _blend(share: float, top: int, middle: int, bottom: int) -> int:
    """Return a color of the ground at a share of its height; the middle one is at 38 percent."""
    if share <= 0.38:
        return round(top + (middle - top) * share / 0.38)
    return round(middle + (bottom - middle) * (share - 0.38) / 0.62)


def _lay_pattern(card: Image.Image, suit: str, ink: Color, theme: str) -> Image.Image:
    """Lay the pattern of a suit over its face; it ends above the name."""
    tokens = read_suits()[suit]
    file = tokens["pattern"].partition("patterns/")[2].rstrip('")')
    drawing = read_drawing(f"density/patterns/{file}")
    scale = card.width / PATTERN_WIDTH
    width = max(1, round(drawing.width * scale))
    tile = paint_drawing(drawing, width, Paint(DARK, fill=DARK), samples=1).getchannel("A")
    margin = round(width * MARGIN)
    tile = tile.crop((margin, margin, tile.width - margin, tile.height - margin))
    mask = Image.new("L", card.size)
    for x in range(0, card.width, tile.width):
        for y in range(0, card.height, tile.height):
            mask.paste(tile, (x, y))
    fade = Image.new("L", (1, 100))
    fade.putdata([255 if y < 76 else max(0, 255 - (y - 76) * 25) for y in range(100)])
    alpha = float(tokens.get("grain-alpha", 0.11))
    mask = ImageChops.multiply(mask, fade.resize(card.size)).point(lambda v: round(v * alpha))
    grain = suit_color(suit, "grain", theme) or ink
    card.paste(grain, (0, 0), mask)
    return card


def _put(
    card: Image.Image,
    drawn: DrawnCards,
    symbol: str,
    middle: tuple[float, float],
    width: float,
    paint: Paint,
) -> None:
    """Paint a symbol around a point: parts of the card's width and height."""
    drawing = paint_drawing(
        read_drawing(drawn.drawings, symbol), round(width * card.width), paint, samples=1
    )
    x = round(middle[0] * card.width - drawing.width / 2)
    y = round(middle[1] * card.height - drawing.height / 2)
    card.paste(drawing, (x, y), drawing)


def _draw_number(draw: ImageDraw.ImageDraw, face: Face, width: int, ink: Color) -> None:
    narrow = face.power >= TICKS
    style = Style(round(0.43 * width), 800, 62 if narrow else 74)
    draw_text(draw, (0.075 * width, 0.395 * width), str(face.power), style, ink)


def _draw_ticks(
    draw: ImageDraw.ImageDraw, power: int, size: tuple[int, int], ink: Color, off: Color
) -> None:
    left, bottom = 0.08 * size[0], size[1] - 0.195 * size[0]
    step = 0.84 * size[0] * 0.1015
    for number in range(TICKS):
        x = left + number * step
        box = (x, bottom - 0.04 * size[0], x + 0.84 * step, bottom)
        draw.rectangle(box, fill=ink if number < power else off)


def _draw_mark(
    card: Image.Image,
    drawn: DrawnCards,
    symbol: str,
    word: str,
    corner: tuple[float, float],
    glyph: float,
    letters: float,
    ink: Color,
    ground: Color,
) -> None:
    """Draw a glyph with its word below in the corner at the left or the right."""
    width = card.width
    style = Style(round(letters * width), 700)
    column = max(glyph * width, measure_text(word, style))
    side = 1 if corner[0] < 0.5 else -1
    middle = corner[0] * width + side * column / 2
    at = (middle / width, (corner[1] + glyph / 2) / HEIGHT)
    _put(card, drawn, symbol, at, glyph, Paint(ink, fill=ink, stroke=ground, width=1.2))
    baseline = (corner[1] + glyph + 0.03 + 0.84 * letters) * width
    draw_text(ImageDraw.Draw(card), (middle, baseline), word, style, ink, align="middle")


def _draw_name(draw: ImageDraw.ImageDraw, face: Face, size: tuple[int, int], ink: Color) -> None:
    width = size[0]
    if face.power:
        style = Style(round(0.09 * width), 700, 112)
        _draw_spaced(draw, (width / 2, size[1] - 0.088 * width), face.name.upper(), style, ink)
        return
    style = Style(round(0.11 * width), 700, 84)
    lines = wrap_text(face.name.upper(), style, 0.92 * width, 2)
    for number, line in enumerate(lines[::-1]):
        y = size[1] - (0.08 + 0.115 * number) * width
        draw_text(draw, (width / 2, y), line, style, ink, align="middle")


def _draw_spaced(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, style: Style, color: Color
) -> None:
    """Draw letters with spaces of 6 percent of their size, around a point."""
    gap = 0.06 * style.size
    x = at[0] - (sum(measure_text(letter, style) + gap for letter in text) - gap) / 2
    for letter in text:
        draw_text(draw, (x, at[1]), letter, style, color)
        x += measure_text(letter, style) + gap


def lay_fan(
    picture: Image.Image,
    drawn: DrawnCards,
    codes: Sequence[str],
    theme: str,
    *,
    middle: tuple[int, int],
    width: int,
    spread: float = 0.62,
    turn: float = 5.0,
) -> None:
    """Lay cards with their shadows on a picture, spread like a hand around a point."""
    shade = 110 if theme == "light" else 170
    for number, code in enumerate(codes):
        place = number - (len(codes) - 1) / 2
        card = paint_face(drawn, drawn.face(code), theme, width)
        around = Image.new("RGBA", (width + 80, card.height + 80))
        around.paste(card, (40, 40), card)
        around = around.rotate(-turn * place, Image.Resampling.BICUBIC, expand=True)
        x = round(middle[0] + place * spread * width - around.width / 2)
        y = round(middle[1] + place**2 * turn * 0.9 - around.height / 2)
        shadow = around.getchannel("A").filter(ImageFilter.GaussianBlur(12))
        shadow = shadow.point(lambda value: value * shade // 255)
        picture.paste((20, 14, 6) if theme == "light" else DARK, (x, y + 10), shadow)
        picture.paste(around, (x, y), around)
