"""Tasks: the rows of a tasks.csv and how to select among them."""

import csv
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

EXPECTED = {
    "sat": True, "safe": True, "true": True,
    "unsat": False, "unsafe": False, "false": False,
    "unknown": None, "": None,
}


class TaskError(Exception):
    """A tasks.csv that cannot be used, with a message for people."""


@dataclass(frozen=True)
class Task:
    set: str
    name: str
    path: Path
    expected: bool | None  # True: sat or safe; None: not stated
    bits: str = ""         # data model of a C task, "" for the default
    check: str = ""        # what to check of a C task, comma-separated, "" for the default

    @property
    def is_horn(self):
        return self.path.suffix == ".smt2"

    def word(self, answer):
        """The answer as it is written for this kind of task; `answer` as in `expected`."""
        if answer is None:
            return "unknown" if self.is_horn else "UNKNOWN"
        if self.is_horn:
            return "sat" if answer else "unsat"
        return "SAFE" if answer else "UNSAFE"


def find_csv(suite, root):
    """A suite is the path of a tasks.csv, of the folder that holds one, or the name of a folder in `root`."""
    for path in (Path(suite), Path(suite) / "tasks.csv", root / suite / "tasks.csv"):
        if path.is_file():
            return path
    raise TaskError(f"no tasks.csv for '{suite}' (looked in {root}); set --root or LATCH_BENCH")


def all_csvs(root):
    found = sorted(root.glob("*/tasks.csv"))
    if not found:
        raise TaskError(f"no */tasks.csv in {root}; set --root or LATCH_BENCH")
    return found


def load(csv_path):
    """The tasks of one file, in its order. Paths are relative to the parent of the folder that holds it."""
    base = csv_path.resolve().parent.parent
    with open(csv_path, newline="", encoding="utf-8-sig") as f:
        reader = csv.DictReader(f)
        missing = {"set", "task", "file", "expected"} - set(reader.fieldnames or [])
        if missing:
            raise TaskError(f"{csv_path}:1: missing column: {', '.join(sorted(missing))}")
        return [parse_row(row, base, f"{csv_path}:{reader.line_num}") for row in reader]


def parse_row(row, base, where):
    if any(row[k] is None for k in ("set", "task", "file", "expected")):
        raise TaskError(f"{where}: too few columns")
    expected = row["expected"].strip().lower()
    if expected not in EXPECTED:
        raise TaskError(f"{where}: expected is '{expected}', not one of {', '.join(filter(None, EXPECTED))}")
    return Task(row["set"], row["task"], base / row["file"], EXPECTED[expected], *((row.get(k) or "").strip() for k in ("bits", "check")))


def matches(set_name, task_name, sets, names):
    """Whether a task is selected. Both selections are lists of globs, empty for everything; the second one is
    tried on TASK and on SET/TASK."""
    in_sets = not sets or any(fnmatchcase(set_name, g) for g in sets)
    in_names = not names or any(fnmatchcase(task_name, g) or fnmatchcase(f"{set_name}/{task_name}", g) for g in names)
    return in_sets and in_names
