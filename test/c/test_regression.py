#!/usr/bin/env python3
"""Small C programs, one per feature and per check, mostly in pairs of a true and a broken variant.

Each says what is expected of it in its first line:

    // expect: safe
    // expect: safe unreachable lines 9 11       (the lines of all goals in unreachable code; needs -v)
    // expect: unsafe line 14
    // expect: unsafe only line 14               (no other goal is violated)
    // expect: unknown
    // expect: error TEXT

optionally followed by `; options: --check overflow --arch 32`. Names of programs given as arguments run only those.

With the build under test (assertions, sanitizers) runs a third of the programs, another one every day: in three days all have been. The others run with the
release build beside it, which is faster. $LATCH_THIRD chooses the third (0, 1, 2), or `all`; programs given as arguments run with the build under test.
"""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import time
import unittest
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
LATCH = os.path.abspath(os.environ.get("LATCH", os.path.join(HERE, "..", "..", "build", "latch")))
RELEASE = os.path.join(os.path.dirname(os.path.dirname(LATCH)), "latch")
THIRD = os.environ.get("LATCH_THIRD", str(int(time.time()) // 86400 % 3))
SECONDS = 60  # on an idle machine all answers come within a few seconds; this is for a busy one
JOBS = 2
SECOND_TRIES = 3  # so many programs may run out of time while the machine is busy with other tests, and are then run alone
FIRST_LINE = re.compile(r"// expect: (safe(?: unreachable lines(?P<dead>(?: \d+)+))?|unknown|unsafe (?P<only>only )?line (?P<line>\d+)|error (?P<error>[^;]+?))(; options: (?P<options>.+))?")
EXIT_CODES = {"SAFE": 0, "UNSAFE": 10, "UNKNOWN": 20}


class Expectation:
    def __init__(self, path):
        with open(path) as f:
            first = f.readline().rstrip("\n")
        match = FIRST_LINE.fullmatch(first)
        if not match:
            raise ValueError(f"{path}:1: no expectation: {first}")
        self.word = match.group(1).split()[0].upper()
        self.line = match.group("line")
        self.is_only = bool(match.group("only"))
        self.error = match.group("error")
        self.dead = sorted((match.group("dead") or "").split())
        self.options = (match.group("options") or "").split()

    def faults(self, name, run):
        """What is wrong with this outcome, or nothing."""
        if self.word == "ERROR":
            return self.faults_of_error(run)
        words = run.stdout.split(None, 1)
        answer = words[0] if words else "nothing"
        if answer != self.word:
            return f"{self.word} expected, but the answer is {run.stdout.splitlines()[0] if words else answer}"
        if run.returncode != EXIT_CODES[self.word]:
            return f"exit code {run.returncode}"
        if "\udc80" <= max(run.stdout, default="") <= "\udcff":
            return "the output is not UTF-8"
        violated = re.findall(rf"{re.escape(name)}:(\d+): .*: VIOLATED$", run.stdout, re.MULTILINE)
        if self.word == "UNSAFE" and self.line not in violated:
            return f"a violation in line {self.line} expected, not in {', '.join(violated) or 'none'}"
        if self.is_only and set(violated) != {self.line}:
            return f"a violation in line {self.line} only expected, not in {', '.join(violated)}"
        if self.word == "UNSAFE" and len(run.stdout) > 20000:
            return f"a trace of {len(run.stdout)} characters is not for people"
        dead = sorted(set(re.findall(rf"{re.escape(name)}:(\d+): .*: unreachable$", run.stdout, re.MULTILINE)))
        if self.word == "SAFE" and dead != self.dead:
            return f"goals in unreachable code expected in lines {self.dead}, not {dead}"
        return None

    def faults_of_error(self, run):
        if run.returncode != 2 or run.stdout:
            return f"exit code 2 and no answer expected, not {run.returncode} {run.stdout}"
        if self.error not in run.stderr:
            return f"`{self.error}` is missing in the message"
        return None


def build_for(name):
    is_chosen = THIRD == "all" or zlib.crc32(name.encode()) % 3 == int(THIRD)
    return LATCH if is_chosen or RegressionTest.chosen or not os.path.exists(RELEASE) else RELEASE


class Outcome:
    def __init__(self, name):
        self.name = name
        start = time.monotonic()
        self.fault, self.details = self.check()
        self.seconds = time.monotonic() - start

    def check(self):
        try:
            expected = Expectation(os.path.join(HERE, self.name))
        except ValueError as error:
            return str(error), ""
        build = build_for(self.name)
        seconds = SECONDS if build == RELEASE else 2 * SECONDS
        command = [build, "check", "--timeout", str(seconds), *expected.options, self.name]
        try:
            run = subprocess.run(command, cwd=HERE, capture_output=True, text=True, errors="surrogateescape", timeout=2 * seconds)
        except subprocess.TimeoutExpired:
            return "does not end", ""
        return expected.faults(self.name, run), (run.stdout[:1500] + run.stderr[:1500]).encode(errors="backslashreplace").decode()


def programs():
    return sorted(os.path.basename(path) for path in glob.glob(os.path.join(HERE, "*.c")))


class RegressionTest(unittest.TestCase):
    chosen = None

    def test_every_program_has_its_verdict(self):
        names = self.chosen or programs()
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            outcomes = list(pool.map(Outcome, names))
        late = [o for o in outcomes if o.fault and "UNKNOWN (" in o.fault and "out of time" in o.fault]
        if len(late) <= SECOND_TRIES:
            for o in late:
                print(f"{o.name}: out of time; once more, alone")
                o.fault, o.details = o.check()
        failures = [o for o in outcomes if o.fault]
        for o in failures:
            print(f"---- {o.name} ({build_for(o.name)}): {o.fault}\n{o.details}")
        slowest = max(outcomes, key=lambda o: o.seconds)
        tested = sum(build_for(o.name) == LATCH for o in outcomes)
        print(f"{len(outcomes)} programs, {len(failures)} failed; the slowest is {slowest.name} with {slowest.seconds:.1f} s")
        print(f"{tested} of them with {LATCH} (third {THIRD}), the others with {RELEASE}")
        for o in failures:
            print(f"  {o.name}: {o.fault}")
        self.assertEqual(len(failures), 0)

    def test_the_suite_is_large_and_paired(self):
        names = programs()
        self.assertGreaterEqual(len(names), 150)
        safe = {name[: -len("_safe.c")] for name in names if name.endswith("_safe.c")}
        unsafe = {name[: -len("_unsafe.c")] for name in names if name.endswith("_unsafe.c")}
        self.assertGreaterEqual(len(safe & unsafe), 70)


if __name__ == "__main__":
    RegressionTest.chosen = [os.path.basename(name) for name in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])
