"""The ground of all pictures, and the parts that several of them have."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

from accounts.avatars import describe_avatar
from games.pictures.colors import mix_colors, read_colors, read_tones
from games.pictures.drawings import (
    MARGIN,
    Color,
    Drawing,
    Paint,
    fill_shape,
    line_shape,
    paint_drawing,
    read_drawing,
)
from games.pictures.letters import Style, draw_text, measure_text

WIDTH, HEIGHT = 1200, 630
EDGE = 64  # the margin of all pictures
BRAND = "Density"
# the weights of its letters, as in density/bar.css
WEIGHTS = (220, 300, 400, 510, 630, 760, 880)
SAMPLES = 4
# the drill core of accounts/_badge.html on 46 x 76, and the strata of accounts.templatetags.tiers
CORE = "M3 8v58c0 4 9 7.5 20 7.5s20-3.5 20-7.5V8"
CORE_TOP, CORE_BOTTOM, CORE_SOLID = 9, 65, 0.55


class Canvas:
    """A picture with the ground of one theme and the name of the site."""

    def __init__(self, theme: str) -> None:
        self.theme, self.colors = theme, read_colors(theme)
        self.picture = _paint_ground(theme).copy()
        self.draw = ImageDraw.Draw(self.picture)

    def text(
        self,
        at: tuple[float, float],
        text: str,
        style: Style,
        color: str = "text",
        align: str = "left",
    ) -> None:
        """Draw a text on a baseline, in a color token."""
        draw_text(self.draw, at, text, style, self.colors[color], align=align)

    def put(self, drawing: Image.Image, middle: tuple[float, float]) -> None:
        """Lay a drawing around a point."""
        x, y = middle[0] - drawing.width / 2, middle[1] - drawing.height / 2
        self.picture.paste(drawing, (round(x), round(y)), drawing)

    def symbol(self, file: str, symbol: str, middle: tuple[float, float], width: int) -> None:
        """Draw a line icon around a point."""
        quiet = self.colors["t2"]
        self.put(
            paint_drawing(read_drawing(file, symbol), width, Paint(quiet, None, quiet, 1.8)), middle
        )

    def avatar(
        self, name: str, choice: str, middle: tuple[float, float], width: int, *, ai: bool = False
    ) -> None:
        """Draw the avatar of a player around a point."""
        circle = Image.new("L", (width * SAMPLES, width * SAMPLES))
        ImageDraw.Draw(circle).ellipse((0, 0, *circle.size), fill=255)
        circle = circle.resize((width, width), Image.Resampling.LANCZOS)
        if ai:
            disc = Image.new("RGBA", (width, width), self.colors["s3"])
            disc.putalpha(circle)
            self.put(disc, middle)
            self.symbol("density/icons.svg", "ai", middle, round(width * 0.62))
            return
        about = describe_avatar(name, choice)
        tone = read_tones()[about["tone"]]
        disc = paint_drawing(
            read_drawing("density/suits.svg", f"avatar-{about['cut']}"), width, Paint(tone)
        )
        margin = round(width * MARGIN)
        disc = disc.crop((margin, margin, margin + width, margin + width))
        disc.putalpha(circle)
        self.put(disc, middle)
        white = (255, 255, 255)
        if about["drawing"]:
            cut = mix_colors(tone, (0, 0, 0), 0.55)
            glyph = read_drawing("density/suits.svg", about["drawing"])
            self.put(
                paint_drawing(glyph, round(width * 0.58), Paint(white, white, cut, 1.2)), middle
            )
            return
        style = Style(round(0.44 * width), 800, 112)
        at = (middle[0], middle[1] + 0.155 * width)
        draw_text(self.draw, at, about["initial"], style, white, align="middle")

    def free_seat(self, middle: tuple[float, float], width: int) -> None:
        """Draw a seat that waits for a player: a circle of dashes."""
        large = Image.new("L", (width * SAMPLES, width * SAMPLES))
        box = (SAMPLES, SAMPLES, large.width - SAMPLES, large.height - SAMPLES)
        for angle in range(0, 360, 30):
            ImageDraw.Draw(large).arc(box, angle, angle + 18, fill=255, width=3 * SAMPLES)
        ring = Image.new("RGBA", (width, width), self.colors["ctl"])
        ring.putalpha(large.resize((width, width), Image.Resampling.LANCZOS))
        self.put(ring, middle)

    def brand(self, x: float = EDGE, baseline: float = 92, size: int = 36) -> float:
        """Draw the mark and the name of the site; return where it ends."""
        ink = self.colors["text"]
        mark = paint_drawing(
            read_drawing("density/icons.svg", "mark"), round(size * 1.3), Paint(ink, None, None)
        )
        self.put(mark, (x + 0.65 * size, baseline - 0.36 * size))
        x += 1.65 * size
        for letter, weight in zip(BRAND, WEIGHTS, strict=True):
            style = Style(size, weight, 108)
            self.text((x, baseline), letter, style)
            x += measure_text(letter, style)
        last = Style(size, WEIGHTS[-1], 108)
        self.text((x + 0.25 * size, baseline), "Deck", last)
        return x + 0.25 * size + measure_text("Deck", last)

    def pill(self, right: float, middle: float, text: str) -> None:
        """Draw a word in a frame that ends at the right."""
        style = Style(26, 680)
        width = measure_text(text, style)
        box = (right - width - 44, middle - 25, right, middle + 25)
        self.draw.rounded_rectangle(
            box, 25, fill=self.colors["s2"], outline=self.colors["line"], width=2
        )
        self.text((right - 22, middle + 9), text, style, "t2", "right")

    def panel(self, box: tuple[float, float, float, float], *, lit: bool = False) -> None:
        """Draw a panel for a row; a lit one has a frame."""
        self.draw.rounded_rectangle(
            box,
            16,
            fill=self.colors["s2" if lit else "s1"],
            outline=self.colors["go" if lit else "line"],
            width=3 if lit else 2,
        )

    def core(self, strata: int, middle: tuple[float, float], width: int) -> None:
        """Draw the badge of a tier, as accounts/_badge.html draws it."""
        step = (CORE_BOTTOM - CORE_TOP) / max(1, strata)
        ink, side, top = (self.colors[name] for name in ("text", "s2", "t2"))
        layers = [
            f"M3 {CORE_TOP + step * number}c0 4 9 7 20 7s20-3 20-7v{step * CORE_SOLID}"
            "c0 4-9 7-20 7s-20-3-20-7z"
            for number in range(strata)
        ]
        inside = [fill_shape(f"{CORE}Z", side)]
        inside += [fill_shape(layer, mix_colors(side, top, 0.8)) for layer in layers]
        rim = "M3 8.5a20 6.5 0 1 0 40 0a20 6.5 0 1 0 -40 0Z"
        outside = [line_shape(CORE, 2), fill_shape(rim, top), line_shape(rim, 2)]
        self.put(paint_drawing(Drawing(46, 76, inside + outside), width, Paint(ink)), middle)

    def line(self, points: Sequence[tuple[float, float]], width: int) -> None:
        """Draw a bright line with soft edges, and a dot at its end."""
        path = "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in points)
        x, y = points[-1]
        go = self.colors["go"]
        dot = fill_shape(f"M{x - 10} {y}a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z", go)
        drawing = Drawing(WIDTH, HEIGHT, [line_shape(path, width), dot])
        painted = paint_drawing(drawing, WIDTH, Paint(go), samples=2)
        self.put(painted, (WIDTH / 2, HEIGHT / 2))

    def to_png(self) -> bytes:
        """Return the picture as a PNG file."""
        file = BytesIO()
        self.picture.save(file, "PNG")
        return file.getvalue()


@cache
def _paint_ground(theme: str) -> Image.Image:
    """Return the ground of a theme: stone in soft light, with contour lines."""
    colors = read_colors(theme)
    light = Image.radial_gradient("L").resize((WIDTH + 500, HEIGHT + 500))
    light = light.crop((150, 250, 150 + WIDTH, 250 + HEIGHT))
    bands = [
        light.point([round(near + (far - near) * min(1.0, v / 235)) for v in range(256)])
        for near, far in zip(colors["slab-hi"], colors["bg"], strict=True)
    ]
    ground = Image.merge("RGB", bands)
    line: Color = mix_colors(colors["slab-hi"], colors["ctl"], 0.34)
    contours = paint_drawing(
        read_drawing("density/contours.svg"), 1500, Paint(line, None, line, 1.1)
    )
    x, y = (WIDTH - contours.width) // 2 + 120, (HEIGHT - contours.height) // 2
    faint = contours.getchannel("A").point(lambda value: value * 4 // 10)
    ground.paste(line, (x, y), faint)
    return ground
