"""Reads the SVG files of the site and paints their symbols; a small part of SVG is enough."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree

from django.contrib.staticfiles import finders
from PIL import Image, ImageChops, ImageDraw

from games.pictures.paths import Point, read_path

Color = tuple[int, int, int]
SVG = "{http://www.w3.org/2000/svg}"
# drawings are painted larger and then reduced, which makes their edges smooth
SAMPLES = 4
# of a drawing on each side, for lines that leave its box
MARGIN = 0.08


class Shape(NamedTuple):
    """Outlines, and how they are filled and drawn; None inherits from the place of the drawing."""

    outlines: list[list[Point]]
    fill: str | None = None
    fill_alpha: float = 1.0
    stroke: str | None = None
    stroke_alpha: float = 1.0
    width: float | None = None
    even_odd: bool = False


class Drawing(NamedTuple):
    """Shapes in a box of `width` x `height`."""

    width: float
    height: float
    shapes: list[Shape]


class Paint(NamedTuple):
    """The colors of a drawing: `ink` is currentColor, the others are inherited; None is none."""

    ink: Color
    fill: Color | None = None
    stroke: Color | None = None
    width: float = 1.0


@cache
def read_drawing(file: str, symbol: str = "") -> Drawing:
    """Return a symbol of a static SVG file, or the whole file."""
    path = finders.find(file)
    assert isinstance(path, str), file
    root = ElementTree.parse(path).getroot()  # our own files
    element = root
    if symbol:
        element = next(each for each in root.iter(f"{SVG}symbol") if each.get("id") == symbol)
    _x, _y, width, height = map(float, element.get("viewBox", "0 0 24 24").split())
    return Drawing(width, height, list(_read_shapes(element, {})))


def _read_shapes(element: ElementTree.Element, inherited: Mapping[str, str]) -> list[Shape]:
    shapes: list[Shape] = []
    for child in element:
        given = {**inherited, **child.attrib}
        kind = str(child.tag).removeprefix(SVG)
        outlines: list[list[Point]] = []
        if kind == "path":
            outlines = read_path(given["d"])
        elif kind in ("circle", "ellipse"):
            outlines = [_round(given)]
        elif kind == "rect":
            outlines = read_path(
                "M{x} {y}h{width}v{height}h-{width}Z".format(**{"x": 0, "y": 0, **given})
            )
        elif kind == "g":
            shapes += _read_shapes(child, given)
        if outlines:
            alpha = float(given.get("opacity", 1))
            shapes.append(
                Shape(
                    outlines,
                    given.get("fill"),
                    alpha * float(given.get("fill-opacity", 1)),
                    given.get("stroke"),
                    alpha * float(given.get("stroke-opacity", 1)),
                    float(given["stroke-width"]) if "stroke-width" in given else None,
                    given.get("fill-rule") == "evenodd",
                )
            )
    return shapes


def _round(given: Mapping[str, str]) -> list[Point]:
    """Return a circle or an ellipse as lines."""
    x, y = float(given["cx"]), float(given["cy"])
    rx = float(given.get("rx", given.get("r", 0)))
    ry = float(given.get("ry", given.get("r", 0)))
    return read_path(f"M{x - rx} {y}a{rx} {ry} 0 1 0 {2 * rx} 0a{rx} {ry} 0 1 0 {-2 * rx} 0Z")[0]


def fill_shape(path: str, color: Color) -> Shape:
    """Return a path that is filled with a color."""
    return Shape(read_path(path), "#{:02x}{:02x}{:02x}".format(*color), stroke="none")


def line_shape(path: str, width: float) -> Shape:
    """Return a path that is drawn as a line in the ink of its drawing."""
    return Shape(read_path(path), "none", stroke="currentColor", width=width)


def paint_drawing(
    drawing: Drawing, width: int, paint: Paint, samples: int = SAMPLES
) -> Image.Image:
    """Return a drawing of that width in pixels, with a margin of MARGIN widths on all sides."""
    scale = width / drawing.width * samples
    margin = round(width * MARGIN)
    size = (width + 2 * margin, round(width * drawing.height / drawing.width) + 2 * margin)
    large = (size[0] * samples, size[1] * samples)
    picture = Image.new("RGBA", large)
    for shape in drawing.shapes:
        outlines = [
            [(x * scale + margin * samples, y * scale + margin * samples) for x, y in outline]
            for outline in shape.outlines
        ]
        fill = _find_color(shape.fill, paint.ink, paint.fill)
        if fill is not None:
            mask = _fill_mask(large, outlines, even_odd=shape.even_odd)
            picture = _lay_over(picture, fill, mask, shape.fill_alpha)
        stroke = _find_color(shape.stroke, paint.ink, paint.stroke)
        if stroke is not None:
            line = max(1, round((shape.width or paint.width) * scale))
            picture = _lay_over(
                picture, stroke, _line_mask(large, outlines, line), shape.stroke_alpha
            )
    return picture.resize(size, Image.Resampling.LANCZOS)


def _find_color(value: str | None, ink: Color, inherited: Color | None) -> Color | None:
    if value is None:
        return inherited
    if value == "currentColor":
        return ink
    return None if value == "none" else read_color(value)


def read_color(value: str) -> Color:
    """Return the color of "#rgb" or "#rrggbb"."""
    digits = value.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return (int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16))


def _fill_mask(
    size: tuple[int, int], outlines: list[list[Point]], *, even_odd: bool
) -> Image.Image:
    mask = Image.new("L", size)
    for outline in outlines:
        if not even_odd:
            ImageDraw.Draw(mask).polygon(outline, fill=255)
            continue
        part = Image.new("L", size)
        ImageDraw.Draw(part).polygon(outline, fill=255)
        mask = ImageChops.difference(mask, part)
    return mask


def _line_mask(size: tuple[int, int], outlines: list[list[Point]], width: int) -> Image.Image:
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    for outline in outlines:
        # a closed line passes its first corner twice, so that this is drawn like the others
        line = [*outline, outline[1]] if outline[0] == outline[-1] else outline
        draw.line(line, fill=255, width=width, joint="curve")
    return mask


def _lay_over(picture: Image.Image, color: Color, mask: Image.Image, alpha: float) -> Image.Image:
    layer = Image.new("RGBA", picture.size, (*color, 0))
    layer.putalpha(mask if alpha == 1 else mask.point(lambda value: round(value * alpha)))
    return Image.alpha_composite(picture, layer)
