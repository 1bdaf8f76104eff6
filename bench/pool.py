"""Pool: makes the runs of a plan, a few at a time."""

import queue
import threading

import counters
import procs
from results import Record
from verdict import ERROR, judge


def plan(tasks, engines, done):
    """The runs to make: all engines on one task before the next task, so that they meet the same noise."""
    return [(t, e) for t in tasks for e in engines if e.takes(t) and (t.set, t.name, e.label) not in done]


def make_run(task, engine, time, mem, cancelled):
    """The record of one run, or None when it was cancelled."""
    common = dict(set=task.set, task=task.name, engine=engine.label, expected=task.word(task.expected),
                  time_limit=float(time), mem_limit=float(mem))
    try:
        out = procs.run(engine.argv(task, time), engine.kill_after(time), mem, cancelled)
    except OSError as e:
        return Record(answer="", verdict=ERROR, wall=0.0, cpu=0.0, peak_mb=0.0, exit_code=127,
                      reason=f"cannot start: {e.strerror}", **common)
    if out.stopped == "cancelled":
        return None
    stats = ""
    if engine.kind == "latch":
        stats, out.stderr = counters.split(out.stderr)
    j = judge(engine, task, time, out)
    return Record(answer=j.answer, verdict=j.verdict, wall=round(out.wall, 4), cpu=round(out.cpu, 4),
                  peak_mb=round(out.peak_mb, 1), exit_code=out.exit_code, reason=j.reason, stats=stats, **common)


class Pool:
    """Iterating gives the records as the runs end. Leaving the `with` block, for whatever reason, ends what still runs."""

    def __init__(self, runs, jobs, time, mem):
        self.total = len(runs)
        self.waiting = queue.SimpleQueue()
        self.finished = queue.SimpleQueue()
        self.stop = threading.Event()
        self.limits = time, mem
        for run in runs:
            self.waiting.put(run)
        self.threads = [threading.Thread(target=self.work) for _ in range(min(jobs, len(runs)))]

    def work(self):
        while not self.stop.is_set():
            try:
                task, engine = self.waiting.get_nowait()
            except queue.Empty:
                return
            try:
                self.finished.put(make_run(task, engine, *self.limits, self.stop.is_set))
            except BaseException as e:
                self.finished.put(e)
                raise

    def __enter__(self):
        for t in self.threads:
            t.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for t in self.threads:
            t.join()

    def __iter__(self):
        for _ in range(self.total):
            item = self.finished.get()
            if isinstance(item, BaseException):
                raise item
            yield item
