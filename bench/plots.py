"""Plots: a cactus plot of all engines and a scatter plot of two, as SVG text."""

import math
from dataclasses import dataclass

from analysis import POSITIVE
from svg import GREY, Canvas, Scale
from verdict import WRONG

# Told apart by people with any kind of colour vision.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7f5fbf", "#222222"]
DASHES = [None, "7 3", "2 3"]
FASTEST = 0.01  # seconds; what is faster is noise, and drawn here


def shown(seconds):
    return max(seconds, FASTEST)


def time_limit(results):
    return max((r.time_limit for r in results.records), default=1.0)


def style(i):
    return COLOURS[i % len(COLOURS)], DASHES[i // len(COLOURS) % len(DASHES)]


def cactus_lines(results):
    """[(label, solving times in order, colour, dash)], the best line first."""
    lines = []
    for i, engine in enumerate(results.engines):
        times = sorted(shown(r.wall) for r in results.of_engine(engine) if results.is_solved(r))
        lines.append((engine, times, *style(i)))
    lines.sort(key=lambda line: -len(line[1]))
    if len(lines) > 1:
        lines.insert(0, ("virtual best", sorted(shown(r.wall) for r in results.virtual_best()), "#aaaaaa", "5 4"))
    return lines


def legend_width(labels):
    return max(map(len, labels), default=0) * 7 + 52


def cactus(results):
    """How many tasks each engine solves when each task may take up to a given time."""
    lines = cactus_lines(results)
    labels = [f"{name} ({len(times)})" for name, times, _, _ in lines]
    plot_width, height, left, top = 620, 460, 76, 48
    canvas = Canvas(left + plot_width + 24 + legend_width(labels), height, "Tasks solved over time")
    most = max((len(times) for _, times, _, _ in lines), default=0)
    x = Scale(0, max(1.0, most * 1.03), left, left + plot_width)
    y = Scale(FASTEST, time_limit(results) * 1.25, height - 62, top, is_log=True)
    canvas.text(left, 28, f"Tasks solved, of {len(results.tasks)}", 15, "start", weight="bold")
    canvas.axes(x, y, "tasks solved", "wall time per task [s]")
    canvas.line(x.start, y(time_limit(results)), x.end, y(time_limit(results)), GREY, dash="3 3")
    canvas.text(x.start + 8, y(time_limit(results)) + 14, "time limit", 11, "start", GREY)
    # The virtual best comes first, so that it lies under the engines.
    for _, times, colour, dash in sorted(lines, key=lambda line: line[0] != "virtual best"):
        draw_steps(canvas, x, y, times, colour, dash)
    draw_line_legend(canvas, x.end + 22, top + 12, labels, lines)
    return canvas.render()


def draw_steps(canvas, x, y, times, colour, dash):
    if times:
        points = [(x(0), y(times[0]))]
        for i, t in enumerate(times):
            points += [(x(i), y(t)), (x(i + 1), y(t))]
        canvas.polyline(points, colour, dash=dash)


def draw_line_legend(canvas, x, y, labels, lines):
    for i, (label, (_, _, colour, dash)) in enumerate(zip(labels, lines)):
        at = y + 22 * i
        canvas.line(x, at - 4, x + 28, at - 4, colour, 2.5, dash)
        canvas.text(x + 36, at, label, 12, "start")


def mark_of(a, b):
    """(legend, shape, colour) of the point of two records."""
    if WRONG in (a.verdict, b.verdict):
        return "wrong answer", "cross", "#d00000"
    answer = next((r.answer for r in (a, b) if r.answer and r.answer.lower() != "unknown"), None)
    if answer is None:
        return "not solved", "square", "#999999"
    return ("sat / safe", "circle", COLOURS[0]) if answer in POSITIVE else ("unsat / unsafe", "triangle", COLOURS[1])


@dataclass(frozen=True)
class Axis:
    """An engine, by its wall time or by one of its statistics."""
    engine: str
    stat: str | None = None

    @property
    def label(self):
        return f"{self.engine}={self.stat}" if self.stat else self.engine

    @property
    def title(self):
        return f"{self.engine}, {self.stat or 'wall time [s]'}"

    def value(self, record):
        return max(record.stat(self.stat), 1.0) if self.stat else shown(record.wall)


def scatter(results, a, b):
    """One mark per task that both engines ran on: below the diagonal `b` has less. Not solved: on the far edge."""
    pairs = [(results.by_key[(*w, a.engine)], results.by_key[(*w, b.engine)]) for w in results.tasks
             if (*w, a.engine) in results.by_key and (*w, b.engine) in results.by_key]
    low, limit = (1.0, most(results, (a, b), pairs)) if a.stat or b.stat else (FASTEST, time_limit(results))
    size, left, top, edge = 480, 84, 64, limit * 1.7
    x = Scale(low, edge * 1.25, left, left + size, is_log=True, last_tick=limit)
    y = Scale(low, edge * 1.25, top + size, top, is_log=True, last_tick=limit)
    summary = scatter_summary(results, a, b, pairs)
    title = f"{a.engine} and {b.engine}"
    canvas = Canvas(max(left + size + 180, left + round(6.8 * len(summary))), top + size + 66, title)
    canvas.text(left, 28, title, 15, "start", weight="bold")
    canvas.text(left, 48, summary, 12, "start", GREY)
    canvas.axes(x, y, a.title, b.title)
    draw_guides(canvas, x, y, limit, "" if a.stat or b.stat else "time limit")
    used = draw_points(canvas, x, y, results, (a, b), pairs, edge)
    draw_mark_legend(canvas, left + size + 24, top + 12, used)
    return canvas.render()


def most(results, axes, pairs):
    return max((axis.value(r) for pair in pairs for axis, r in zip(axes, pair) if results.is_solved(r)), default=10.0)


def scatter_summary(results, a, b, pairs):
    both = [(p, q) for p, q in pairs if results.is_solved(p) and results.is_solved(q)]
    only_a, only_b = len(results.only(a.engine, b.engine)), len(results.only(b.engine, a.engine))
    said = f"{len(pairs)} tasks; both solve {len(both)}, only {a.engine} {only_a}, only {b.engine} {only_b}"
    if both:
        mean = math.exp(sum(math.log(b.value(q) / a.value(p)) for p, q in both) / len(both))
        said += f"; {b.engine} / {a.engine} = {mean:.2f} (geometric mean)"
    return said


def draw_guides(canvas, x, y, limit, limit_name):
    low, high = x.low, x.high
    canvas.line(x(low), y(low), x(high), y(high), GREY)
    for factor, label in ((10, "10×"), (100, "100×")):
        if low * factor < limit:
            canvas.line(x(low * factor), y(low), x(high), y(high / factor), "#bbbbbb", dash="4 4")
            canvas.line(x(low), y(low * factor), x(high / factor), y(high), "#bbbbbb", dash="4 4")
            canvas.text(x(low * factor) + 14, y(low) - 5, label, 10, "start", GREY)
            canvas.text(x(low) + 5, y(low * factor) - 14, label, 10, "start", GREY)
    canvas.line(x(limit), y.start, x(limit), y.end, GREY, dash="3 3")
    canvas.line(x.start, y(limit), x.end, y(limit), GREY, dash="3 3")
    canvas.text(x.end + 6, y(limit) + 4, limit_name, 11, "start", GREY)
    canvas.text(x.end + 6, y(limit * 1.7) + 4, "not solved", 11, "start", GREY)


def draw_points(canvas, x, y, results, axes, pairs, edge):
    """Draws the marks, those that matter most on top; returns {legend: (shape, colour, how many)}."""
    marks = sorted(((mark_of(p, q), p, q) for p, q in pairs), key=lambda m: (m[0][0] == "wrong answer", m[0][0] != "not solved"))
    used = {}
    for (legend, shape, colour), p, q in marks:
        at = [axis.value(r) if results.is_solved(r) else edge for axis, r in zip(axes, (p, q))]
        tip = f"{p.set}/{p.task}: {p.engine} {p.verdict} {p.wall:.2f} s, {q.engine} {q.verdict} {q.wall:.2f} s"
        canvas.marker(shape, x(at[0]), y(at[1]), colour, tip=tip)
        used[legend] = (shape, colour, used.get(legend, (0, 0, 0))[2] + 1)
    return used


def draw_mark_legend(canvas, x, y, used):
    """The legend starts below the words on the right of the plot."""
    for i, (legend, (shape, colour, n)) in enumerate(sorted(used.items())):
        at = y + 76 + 22 * i
        canvas.marker(shape, x, at - 4, colour, 5.0)
        canvas.text(x + 14, at, f"{legend} ({n})", 12, "start")
