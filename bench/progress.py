"""Progress: one line per finished run, or a single line kept up to date on a terminal."""

import shutil
import time

from verdict import SOLVED, WRONG


def duration(seconds):
    s = round(seconds)
    return f"{s // 3600}h{s // 60 % 60:02}m" if s >= 3600 else f"{s // 60}m{s % 60:02}s" if s >= 60 else f"{s}s"


def describe(record):
    said = f"{record.set}/{record.task}  {record.engine}  {record.verdict}"
    said += f" {record.answer}" if record.answer.lower() not in ("", record.verdict) else ""
    said += f"  {record.wall:.2f} s  {record.peak_mb:.0f} MB"
    return said + (f"  ({record.reason})" if record.reason else "")


class Progress:
    def __init__(self, out, total):
        self.out = out
        self.total = total
        self.done = 0
        self.solved = {}
        self.start = time.monotonic()
        self.on_terminal = out.isatty()

    def add(self, record):
        self.done += 1
        self.solved[record.engine] = self.solved.get(record.engine, 0) + (record.verdict in SOLVED)
        if not self.on_terminal:
            self.say(f"[{self.done}/{self.total}] {'!! ' if record.verdict == WRONG else ''}{describe(record)}")
            return
        if record.verdict == WRONG:
            self.clear()
            self.say(f"!! {describe(record)}")
        self.show(record)

    def show(self, record):
        left = (time.monotonic() - self.start) / self.done * (self.total - self.done)
        scores = " ".join(f"{e} {n}" for e, n in sorted(self.solved.items()))
        line = f"[{self.done}/{self.total}, {duration(left)} left] {scores} | {describe(record)}"
        self.out.write("\r\033[K" + line[:shutil.get_terminal_size().columns - 1])
        self.out.flush()

    def clear(self):
        if self.on_terminal:
            self.out.write("\r\033[K")

    def say(self, line):
        print(line, file=self.out, flush=True)
