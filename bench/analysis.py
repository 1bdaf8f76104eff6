"""Analysis: what a set of records says about the engines. Plain numbers and lists; tables and plots only show them.

A task is disputed when nothing is expected of it and two engines answer it differently: one of them is wrong, but
which one is not known, so no engine is credited with it."""

from dataclasses import dataclass

from verdict import ERROR, MEMOUT, SOLVED, TIMEOUT, UNKNOWN, WRONG

POSITIVE, NEGATIVE = ("sat", "SAFE"), ("unsat", "UNSAFE")


@dataclass(frozen=True)
class Row:
    """One engine's line in a table."""
    engine: str
    runs: int
    solved: int
    positive: int
    negative: int
    wrong: int
    disputed: int
    timeouts: int
    memouts: int
    errors: int
    unknown: int
    common_time: float | None  # wall time on the tasks that all engines solved
    ratio: float | None        # of that to the reference's


class Results:
    """Records with their engines in order and the one that the others are compared with."""

    def __init__(self, records, engines, reference, disputes=None):
        self.engines = [e for e in engines if any(r.engine == e for r in records)]
        # runs end in any order
        self.records = records = sorted(records, key=lambda r: (r.where, engines.index(r.engine) if r.engine in engines else len(engines)))
        self.reference = reference
        self.by_key = {r.key: r for r in records}
        self.tasks = sorted({r.where for r in records})
        self.disputes = find_disputes(records) if disputes is None else disputes

    def of_set(self, name):
        return Results([r for r in self.records if r.set == name], self.engines, self.reference, self.disputes)

    @property
    def sets(self):
        return sorted({r.set for r in self.records})

    def of_engine(self, engine):
        return [r for r in self.records if r.engine == engine]

    def is_solved(self, record):
        return record is not None and record.verdict in SOLVED and record.where not in self.disputes

    def solvers(self, where):
        return tuple(e for e in self.engines if self.is_solved(self.by_key.get((*where, e))))

    def runners(self, where):
        return tuple(e for e in self.engines if (*where, e) in self.by_key)

    def common(self):
        """The tasks that all engines solved."""
        return [w for w in self.tasks if len(self.solvers(w)) == len(self.engines)]

    def time(self, engine, tasks):
        return sum(self.by_key[(*w, engine)].wall for w in tasks)

    def stat(self, engine, name, tasks):
        return sum(self.by_key[(*w, engine)].stat(name) for w in tasks)

    def rows(self):
        common = self.common()
        base = self.time(self.reference, common) if common and self.reference in self.engines else None
        return [self.row(e, common, base) for e in self.engines]

    def row(self, engine, common, base):
        records = self.of_engine(engine)
        solved = [r for r in records if self.is_solved(r)]
        time = self.time(engine, common) if common else None
        return Row(engine, len(records), len(solved),
                   sum(r.answer in POSITIVE for r in solved), sum(r.answer in NEGATIVE for r in solved),
                   count(records, WRONG), sum(r.verdict in SOLVED and r.where in self.disputes for r in records),
                   count(records, TIMEOUT), count(records, MEMOUT), count(records, ERROR), count(records, UNKNOWN),
                   time, time / base if time is not None and base else None)

    def virtual_best(self):
        """The fastest solving record of each task that any engine solved."""
        best = {}
        for r in filter(self.is_solved, self.records):
            if r.where not in best or r.wall < best[r.where].wall:
                best[r.where] = r
        return list(best.values())

    def by_solvers(self):
        """{(solved by, tried and not solved by): tasks}, without the tasks that all who tried them solved."""
        groups = {}
        for where in self.tasks:
            solvers = self.solvers(where)
            others = tuple(e for e in self.runners(where) if e not in solvers)
            if others and where not in self.disputes:
                groups.setdefault((solvers, others), []).append(where)
        return dict(sorted(groups.items(), key=lambda g: (len(g[0][0]) == 0, len(g[0][0]), g[0])))

    def only(self, engine, other):
        """The tasks that both tried and `engine` alone of the two solved."""
        return [w for w in self.tasks if engine in self.solvers(w) and other not in self.solvers(w)
                and other in self.runners(w)]

    def wrong(self):
        return [r for r in self.records if r.verdict == WRONG]


def count(records, verdict):
    return sum(r.verdict == verdict for r in records)


def find_disputes(records):
    """{task: {answer: engines}} of all disputed tasks. An answer counts here even when it came too late."""
    said = {}
    for r in records:
        if r.expected.lower() == "unknown" and r.answer in POSITIVE + NEGATIVE:
            said.setdefault(r.where, {}).setdefault(r.answer, []).append(r.engine)
    return {where: answers for where, answers in sorted(said.items()) if len(answers) > 1}


def order_engines(records, given):
    """The engines of `records`: those given first, in that order, then the rest by name."""
    present = {r.engine for r in records}
    return [e for e in dict.fromkeys(given) if e in present] + sorted(present - set(given))


def choose_reference(engines, wanted):
    if wanted in engines:
        return wanted
    return "z3" if "z3" in engines else (engines[0] if engines else None)
