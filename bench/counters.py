"""Counters: what Latch counts in a run (`--stats`), and what that says about a set of runs."""

import re

LINE = re.compile(r"^  (\w+) +(\d+(?:\.\d+)?)  \S")

# Interpolants by size, smallest first, with the size that stands for each group.
SIZES = (("itp_one_atom", "1"), ("itp_two_atoms", "2"), ("itp_few_atoms", "3 or 4"), ("itp_many_atoms", "5 or more"))
# Times that are parts of others.
CROSSCUTTING = ("solver_seconds", "itp_seconds")
SLOWEST = 10


def split(stderr):
    """(counters as `name=value ...`, the rest of the text)."""
    found, rest = [], []
    for line in stderr.splitlines(keepends=True):
        match = LINE.match(line)
        if match:
            found.append(f"{match[1]}={match[2]}")
        else:
            rest.append(line)
    return " ".join(found), "".join(rest)


def read(stats):
    return {name: float(value) for name, _, value in (item.partition("=") for item in stats.split())}


def total(records):
    """The sums over all runs."""
    sums = {}
    for r in records:
        for name, value in read(r.stats).items():
            sums[name] = sums.get(name, 0) + value
    return sums


def median_size(sums):
    """The median number of atoms of the interpolants that are neither true nor false; None if there are none."""
    count = sum(sums.get(name, 0) for name, _ in SIZES)
    seen = 0
    for name, size in SIZES:
        seen += sums.get(name, 0)
        if count and 2 * seen >= count:
            return size
    return None


def dominant(record):
    """The three largest times of a run, and the number of solver calls of the same kind where it is counted."""
    counted = read(record.stats)
    times = sorted(((v, n) for n, v in counted.items() if n.endswith("_seconds") and n not in CROSSCUTTING), reverse=True)
    said = []
    for value, name in times[:3]:
        kind = name.removesuffix("_seconds")
        checks = counted.get(f"{kind}_checks")
        said.append(f"{kind} {value:.1f} s" + (f" ({checks:.0f} calls)" if checks else ""))
    return ", ".join(said)


def slowest(records):
    return sorted((r for r in records if r.stats), key=lambda r: -r.wall)[:SLOWEST]
