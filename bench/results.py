"""Results: one record per run, kept in a CSV file that only ever grows while runs are made."""

import csv
import fcntl
import os
from dataclasses import astuple, dataclass, fields

import counters


class ResultsError(Exception):
    """A results file that cannot be used, with a message for people."""


@dataclass(frozen=True)
class Record:
    set: str
    task: str
    engine: str
    answer: str
    expected: str
    verdict: str
    wall: float
    cpu: float
    peak_mb: float
    exit_code: int
    reason: str
    time_limit: float
    mem_limit: float
    stats: str = ""  # what Latch counted: name=value, separated by spaces

    @property
    def key(self):
        return self.set, self.task, self.engine

    @property
    def where(self):
        return self.set, self.task

    def stat(self, name):
        """What the engine counted under that name: nothing, if it does not say."""
        return counters.read(self.stats).get(name, 0)


COLUMNS = [f.name for f in fields(Record)]
OLD_COLUMNS = COLUMNS[:-1]  # before there were statistics
NUMBERS = {f.name: f.type for f in fields(Record) if f.type in (float, int)}


def load(path):
    """The records of a file, the last of each run; a half-written line is left out."""
    if not path.exists():
        return []
    records = {}
    with open(path, newline="", encoding="utf-8") as f:
        reader = csv.DictReader(f)
        if reader.fieldnames is not None and reader.fieldnames not in (COLUMNS, OLD_COLUMNS):
            raise ResultsError(f"{path}: not a results file of this version; use --fresh or another --out")
        for row in reader:
            record = parse_row(row)
            if record:
                records[record.key] = record
    return list(records.values())


def parse_row(row):
    if None in row or None in row.values():
        return None
    try:
        return Record(**{k: NUMBERS[k](v) if k in NUMBERS else v for k, v in row.items()})
    except ValueError:
        return None


class Store:
    """The results file of an output folder, open for adding. A lock keeps a second run out of the same folder."""

    def __init__(self, folder, keep=lambda record: True):
        """Starts from the records of the file that `keep` accepts; the others are dropped from it."""
        self.path = folder / "results.csv"
        self.lock = open(folder / ".lock", "w", encoding="utf-8")
        self.file = None
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.close()
            raise ResultsError(f"{folder}: another run is writing there") from None
        try:
            self.records = [r for r in load(self.path) if keep(r)]
        except ResultsError:
            self.close()
            raise

    def open(self):
        """Writes what is kept, in one step, and gets ready for more."""
        temporary = self.path.with_suffix(".tmp")
        self.file = open(temporary, "w", newline="", encoding="utf-8")
        self.csv = csv.writer(self.file, lineterminator="\n")
        self.csv.writerow(COLUMNS)
        self.csv.writerows(map(row_of, self.records))
        self.file.flush()
        os.replace(temporary, self.path)

    def add(self, record):
        self.records.append(record)
        self.csv.writerow(row_of(record))
        self.file.flush()

    def close(self):
        if self.file:
            self.file.close()
        self.lock.close()


def row_of(record):
    return [f"{v:.10g}" if isinstance(v, float) else v for v in astuple(record)]


def check_limits(records, time, mem, path):
    """Runs under different limits must not end up in one table."""
    for r in records:
        if (r.time_limit, r.mem_limit) != (time, mem):
            raise ResultsError(f"{path}: holds runs under {r.time_limit:g} s and {r.mem_limit:g} MB; "
                               f"use the same limits, --fresh or another --out")
