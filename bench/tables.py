"""Tables: an analysis as Markdown, and the total as plain text for a terminal."""

from itertools import groupby

import counters

HEAD = ["engine", "runs", "solved", "sat/safe", "unsat/unsafe", "wrong", "disputed", "time-outs", "mem-outs", "errors",
        "unknown", "common time", "ratio"]
VIRTUAL_BEST = "virtual best"


def seconds(value):
    return "–" if value is None else f"{value:.2f} s" if value < 100 else f"{value:.0f} s"


def cells(row, mark=str):
    """One engine's cells; `mark` is applied to the counts that must not be overlooked."""
    loud = [mark(n) if n else "0" for n in (row.wrong, row.disputed)]
    return [row.engine, row.runs, row.solved, row.positive, row.negative, *loud, row.timeouts, row.memouts, row.errors,
            row.unknown, seconds(row.common_time), "–" if row.ratio is None else f"{row.ratio:.2f}"]


def virtual_best_cells(results):
    best = results.virtual_best()
    positive = sum(r.answer in ("sat", "SAFE") for r in best)
    common = results.common()
    time = sum(r.wall for r in best if r.where in set(common)) if common else None
    base = results.time(results.reference, common) if results.reference in results.engines else None
    ratio = f"{time / base:.2f}" if time is not None and base else "–"
    return [VIRTUAL_BEST, len(results.tasks), len(best), positive, len(best) - positive, *[""] * 6, seconds(time), ratio]


def table_rows(results, mark=str):
    rows = [cells(r, mark) for r in results.rows()]
    if len(rows) > 1:
        rows.append(virtual_best_cells(results))
    return [[str(c) for c in row] for row in rows]


def markdown_table(head, rows, left=1):
    """A table whose first `left` columns are aligned left and whose other columns are aligned right."""
    rules = [":--" if i < left else "--:" for i in range(len(head))]
    return ["| " + " | ".join(line) + " |" for line in [head, rules, *rows]]


def escape(text):
    return text.replace("|", "\\|")


def code(text):
    return f"`{text}`"


def summary_table(results):
    rows = table_rows(results, lambda n: f"**{n}**")
    for row in rows:
        row[0] = row[0] if row[0] == VIRTUAL_BEST else escape(code(row[0]))
    return markdown_table(HEAD, rows)


def list_tasks(tasks):
    """Tasks grouped by set, each set named once."""
    groups = groupby(sorted(tasks), key=lambda w: w[0])
    return "; ".join(f"*{name}*: " + ", ".join(t for _, t in group) for name, group in groups)


def list_engines(engines):
    return ", ".join(map(code, engines)) or "none"


def wrong_section(results):
    wrong = results.wrong()
    if not wrong:
        return []
    rows = [[r.set, r.task, code(r.engine), r.answer, r.expected] for r in wrong]
    head = ["set", "task", "engine", "answer", "expected"]
    return ["## Wrong answers", "", *markdown_table(head, [list(map(escape, r)) for r in sorted(rows)], 5), ""]


def dispute_lines(results):
    for where, answers in results.disputes.items():
        yield where, "; ".join(f"{answer}: {', '.join(engines)}" for answer, engines in sorted(answers.items()))


def dispute_section(results):
    if not results.disputes:
        return []
    rows = [[s, t, escape(said)] for (s, t), said in dispute_lines(results)]
    return ["## Disagreements", "",
            "Nothing is expected of these tasks and the engines differ: at least one answer is wrong. No engine is credited.",
            "", *markdown_table(["set", "task", "answers"], rows, 3), ""]


def matrix_section(results):
    """How many tasks the engine of the row solved and the one of the column did not."""
    if len(results.engines) < 2:
        return []
    names = [escape(code(e)) for e in results.engines]
    rows = [[name, *("·" if e == o else str(len(results.only(e, o))) for o in results.engines)]
            for name, e in zip(names, results.engines)]
    return ["## Solved by one and not by the other", "", "Tasks that the row's engine solved and the column's did not.", "",
            *markdown_table(["", *names], rows), ""]


def differences_section(results):
    groups = results.by_solvers()
    if not groups:
        return []
    rows = [[escape(list_engines(yes)), escape(list_engines(no)), str(len(tasks)), escape(list_tasks(tasks))]
            for (yes, no), tasks in groups.items()]
    head = ["solved by", "not by", "tasks", "which"]
    return ["## Not solved by all", "", *markdown_table(head, rows, 4), ""]


def set_rows(results):
    """A line for each set: of each engine how many it solved, how many of its answers are wrong, and the time for those solved."""
    rows = []
    for name in [*results.sets, None]:
        part = results.of_set(name) if name else results
        row = [name or "all", str(len(part.tasks))]
        for e in results.engines:
            solved = [r for r in part.of_engine(e) if part.is_solved(r)]
            row += [str(len(solved)), str(sum(r.engine == e for r in part.wrong())), seconds(sum(r.wall for r in solved))]
        rows.append(row)
    return rows


def set_head(results):
    return ["set", "tasks", *(word for e in results.engines for word in (e, "wrong", "time"))]


def sets_section(results):
    if len(results.sets) < 2:
        return []
    head = [escape(code(h)) if h in results.engines else h for h in set_head(results)]
    return ["## Sets", "", "Solved tasks of each engine, its wrong answers, and the wall time for what it solved.", "",
            *markdown_table(head, [list(map(escape, row)) for row in set_rows(results)]), ""]


def set_sections(results):
    if len(results.sets) < 2:
        return []
    lines = ["## By set", ""]
    for name in results.sets:
        part = results.of_set(name)
        lines += [f"### {name} ({len(part.tasks)})", "", *summary_table(part), ""]
    return lines


def stats_section(results, names):
    if not names or results.reference not in results.engines:
        return []
    rows = []
    for e in results.engines:
        both = [w for w in results.tasks if {e, results.reference} <= set(results.solvers(w))]
        sums = [(results.stat(e, n, both), results.stat(results.reference, n, both)) for n in names]
        rows.append([escape(code(e)), str(len(both)), *(f"{own:g}" + (f" ({own / base:.2f})" if base else "") for own, base in sums)])
    return ["## Statistics", "", f"Sums over the tasks that the engine and {code(results.reference)} solved, and in parentheses their ratio to "
            f"{code(results.reference)}'s.", "", *markdown_table(["engine", "tasks", *names], rows), ""]


def interpolation_section(results):
    rows = []
    for e in results.engines:
        sums = counters.total(results.of_engine(e))
        asked = sums.get("itp_requests", 0)
        if asked:
            failed = sums.get("itp_failures", 0)
            rows.append([escape(code(e)), f"{asked:.0f}", f"{failed:.0f}", f"{100 * failed / asked:.2f} %",
                         f"{sums.get('itp_results', 0):.0f}", f"{sums.get('itp_constant', 0):.0f}", counters.median_size(sums) or "–"])
    if not rows:
        return []
    return ["## Interpolation", "", *markdown_table(["engine", "asked", "failed", "rate", "interpolants", "constant", "median atoms"], rows), "",
            "The median is over interpolants that are neither true nor false.", ""]


def time_section(results):
    lines = []
    for e in results.engines:
        rows = [[r.set, escape(r.task), r.verdict, seconds(r.wall), seconds(r.cpu), escape(counters.dominant(r))]
                for r in counters.slowest(results.of_engine(e))]
        if rows:
            lines += [f"### {escape(code(e))}", "", *markdown_table(["set", "task", "verdict", "wall", "cpu", "most of it"], rows, 3), ""]
    return ["## Where the time goes", "", *lines] if lines else []


def limits_line(results):
    limits = sorted({(r.time_limit, r.mem_limit) for r in results.records})
    return "; ".join(f"{t:g} s, {m:g} MB" for t, m in limits)


def alarms(results):
    """What must not be overlooked, one sentence each."""
    said = []
    if results.wrong():
        said.append(f"{len(results.wrong())} WRONG ANSWER(S)")
    if results.disputes:
        said.append(f"{len(results.disputes)} DISAGREEMENT(S)")
    if len({row.runs for row in results.rows()}) > 1:
        said.append("The engines did not run on the same tasks: compare the counts with care.")
    return said


def markdown(results, title, stats=()):
    """The whole of table.md."""
    common = len(results.common())
    lines = [f"# {title}", "", f"{len(results.tasks)} tasks; limits for each run: {limits_line(results)}.", ""]
    for alarm in alarms(results):
        lines += [f"**{alarm}**", ""]
    lines += ["## Total", "", *summary_table(results), "",
              f"Common time is the wall time on the tasks that all engines of the table solved (here {common}), the ratio that "
              f"to {code(results.reference)}'s.", ""]
    lines += sets_section(results)
    lines += stats_section(results, stats)
    for section in (wrong_section, dispute_section, matrix_section, differences_section, set_sections, interpolation_section,
                    time_section):
        lines += section(results)
    return "\n".join(lines).rstrip() + "\n"


def plain_lines(table):
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    return ["  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths))) for row in table]


def plain_sets(results):
    """The table of sets for a terminal."""
    return "\n".join(plain_lines([set_head(results), *set_rows(results)]))


def plain_total(results):
    """The total table for a terminal, with the alarms under it."""
    lines = plain_lines([HEAD, *table_rows(results)])
    lines += [f"!! {alarm}" for alarm in alarms(results)]
    lines += [f"!! wrong: {r.set}/{r.task}: {r.engine} says {r.answer}, expected {r.expected}" for r in results.wrong()]
    lines += [f"!! disagreement: {s}/{t}: {said}" for (s, t), said in dispute_lines(results)]
    return "\n".join(lines)
