"""SVG: a canvas with plotting coordinates, axes and a legend. Enough for our two plots, no more."""

import math
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
INK, GREY, GRID = "#222222", "#666666", "#e4e4e4"


@dataclass(frozen=True)
class Scale:
    """Maps values from `low` to `high` to positions from `start` to `end`, linearly or by logarithm."""
    low: float
    high: float
    start: float
    end: float
    is_log: bool = False
    last_tick: float = math.inf

    def __call__(self, value):
        a, b, v = (math.log10(x) if self.is_log else x for x in (self.low, self.high, value))
        return self.start + (v - a) / (b - a) * (self.end - self.start)

    def ticks(self):
        """[(value, label)]; a logarithmic scale also has ticks with an empty label between the powers of ten."""
        return self.log_ticks() if self.is_log else self.linear_ticks()

    def log_ticks(self):
        found = []
        for e in range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1):
            for m in range(1, 10):
                value = m * 10.0 ** e
                if self.low * 0.999 <= value <= min(self.high, self.last_tick) * 1.001:
                    found.append((value, f"{value:g}" if m == 1 else ""))
        return found

    def linear_ticks(self):
        step = nice_step((self.high - self.low) / 6)
        n = math.floor(self.high / step + 1e-9)
        return [(i * step, f"{i * step:g}") for i in range(math.ceil(self.low / step - 1e-9), n + 1)]


def nice_step(rough):
    """The least of 1, 2, 5, 10, 20, ... that is not below `rough`: the axes count tasks."""
    if rough <= 1:
        return 1
    power = 10.0 ** math.floor(math.log10(rough))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= rough * 0.999)


class Canvas:
    def __init__(self, width, height, title):
        self.width, self.height = width, height
        self.parts = [f"<title>{escape(title)}</title>", f'<rect width="{width}" height="{height}" fill="white"/>']

    def add(self, tag, attributes, content=None):
        said = " ".join(f"{k.replace('_', '-')}={quoteattr(number(v))}" for k, v in attributes.items() if v is not None)
        self.parts.append(f"<{tag} {said}/>" if content is None else f"<{tag} {said}>{content}</{tag}>")

    def line(self, x1, y1, x2, y2, stroke=INK, width=1, dash=None):
        self.add("line", dict(x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width, stroke_dasharray=dash))

    def text(self, x, y, words, size=12, anchor="middle", fill=INK, weight=None, turned=False):
        turn = f"rotate(-90 {number(x)} {number(y)})" if turned else None
        self.add("text", dict(x=x, y=y, font_size=size, text_anchor=anchor, fill=fill, font_weight=weight, transform=turn),
                 escape(words))

    def polyline(self, points, stroke, width=2, dash=None):
        at = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.add("polyline", dict(points=at, fill="none", stroke=stroke, stroke_width=width, stroke_dasharray=dash,
                                  stroke_linejoin="round"))

    def marker(self, shape, x, y, colour, size=4.0, tip=None):
        """A small mark; a viewer shows `tip` when the pointer rests on it."""
        tip = f"<title>{escape(tip)}</title>" if tip else None
        filled = dict(fill=colour, fill_opacity=0.55, stroke=colour, stroke_width=1)
        if shape == "circle":
            self.add("circle", dict(cx=x, cy=y, r=size, **filled), tip)
        elif shape == "triangle":
            h = size * 1.15
            corners = ((x, y - h), (x - h, y + h * 0.8), (x + h, y + h * 0.8))
            self.add("polygon", dict(points=" ".join(f"{number(a)},{number(b)}" for a, b in corners), **filled), tip)
        elif shape == "square":
            self.add("rect", dict(x=x - size, y=y - size, width=2 * size, height=2 * size, **filled), tip)
        else:
            d = f"M{number(x - size)} {number(y - size)}l{2 * size} {2 * size}m0 {-2 * size}l{-2 * size} {2 * size}"
            self.add("path", dict(d=d, stroke=colour, stroke_width=2, fill="none"), tip)

    def axes(self, x, y, x_label, y_label):
        """Grid, frame, ticks and labels around the area that the scales `x` and `y` span."""
        left, right, bottom, top = x.start, x.end, y.start, y.end
        for value, label in x.ticks():
            at = x(value)
            if label:
                self.line(at, bottom, at, top, GRID)
                self.text(at, bottom + 20, label)
            self.line(at, bottom, at, bottom + (6 if label else 3), INK)
        for value, label in y.ticks():
            at = y(value)
            if label:
                self.line(left, at, right, at, GRID)
                self.text(left - 10, at + 4, label, anchor="end")
            self.line(left - (6 if label else 3), at, left, at, INK)
        self.add("rect", dict(x=left, y=top, width=right - left, height=bottom - top, fill="none", stroke=INK))
        self.text((left + right) / 2, bottom + 44, x_label, 13)
        self.text(left - 52, (top + bottom) / 2, y_label, 13, turned=True)

    def render(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                f'viewBox="0 0 {self.width} {self.height}" font-family={quoteattr(FONT)}>\n'
                + "\n".join(self.parts) + "\n</svg>\n")


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
