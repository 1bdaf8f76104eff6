#!/usr/bin/env python3
"""`latch test` and `latch replay` as a user meets them.

Each program of c/ says in its first line which lines have goals that no run reaches, and that everything else is reached:

    // expect: complete; unreachable: 13 14; fails; options: --entry find

`fails`: some test ends with a failed assertion. Names of programs given as arguments run only those.
"""

import concurrent.futures
import csv
import glob
import itertools
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "c"))
import random_c  # noqa: E402
LATCH = os.path.abspath(os.environ.get("LATCH", os.path.join(HERE, "..", "..", "build", "latch")))
RELEASE = LATCH.replace(os.path.join("debug", "latch"), "latch")
FAST = RELEASE if os.path.exists(RELEASE) else LATCH  # the one with sanitizers runs on a few
JOBS = 2
SECONDS = 60  # for a busy machine; on an idle one a program takes a second or two
FIRST_LINE = re.compile(r"// expect: complete; unreachable:(?P<dead>[ \d]*)(?P<fails>; fails)?(; options: (?P<options>.+))?")
DEAD = ("unreachable", "not called")

# The last condition has no solution, but no engine finds that out; everything else is easy.
HARD = """extern long __VERIFIER_nondet_long(void);
int main(void)
{
    long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long(), c = __VERIFIER_nondet_long();
    if (a < 1 || a > 2000000 || b < 1 || b > 2000000 || c < 1 || c > 2000000) return 1;
    if (a * a * a + b * b * b == c * c * c) return 2;
    return 0;
}
"""


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=4 * SECONDS, **more)


class Suite:
    """A program and the suite that was made for it."""

    def __init__(self, latch, files, folder, *options, seconds=SECONDS):
        self.files, self.folder, self.options, self.latch = files, folder, options, latch
        report = folder + ".json"
        self.result = run(latch, "test", *options, "--timeout", str(seconds), "--json", report, *files, "-o", folder)
        self.report = None
        if os.path.exists(report):
            with open(report) as f:
                self.report = json.load(f)

    def rows(self):
        with open(os.path.join(self.folder, "goals.csv"), newline="") as f:
            return list(csv.DictReader(f))

    def lines(self, *statuses):
        return sorted({int(r["line"]) for r in self.rows() if r["status"] in statuses})

    def tests(self):
        found = glob.glob(os.path.join(self.folder, "testcase-*.xml"))
        return sorted(found, key=lambda name: int(re.findall(r"\d+", os.path.basename(name))[0]))

    def replay(self, *tests):
        words = [o for o in self.options if not o.startswith("--no-")]
        return run(self.latch, "replay", *words, *self.files, *tests)


def fault_of_files(suite):
    """The files of the folder agree with each other and with the report."""
    rows, report = suite.rows(), suite.report
    for name in ("reached", "open"):
        if sum(r["status"] == name for r in rows) != report[name]:
            return f"goals.csv and the report count {name} differently"
    if len(rows) != report["goals"] or len(rows) != len(report["table"]):
        return "goals.csv has another number of goals than the report"
    if not (len(suite.tests()) == report["tests"] == len(glob.glob(os.path.join(suite.folder, "test-*.c")))):
        return "the number of tests differs"
    for r in rows:
        numbers = [int(n) for n in r["tests"].split()]
        if (r["status"] == "reached") != bool(numbers) or any(n < 1 or n > report["tests"] for n in numbers):
            return f"tests of a goal: {r}"
    covered = [n for r in rows for n in r["tests"].split()]
    if set(covered) != {str(i + 1) for i in range(report["tests"])}:
        return "a test covers nothing"
    return fault_of_xml(suite)


def fault_of_xml(suite):
    metadata = ElementTree.parse(os.path.join(suite.folder, "metadata.xml")).getroot()
    names = ["sourcecodelang", "producer", "specification", "programfile", "programhash", "entryfunction", "architecture", "creationtime"]
    if metadata.tag != "test-metadata" or [e.tag for e in metadata] != names:
        return "metadata.xml has other elements"
    digest = run("sha256sum", suite.files[0]).stdout.split()[0]
    if metadata.find("programhash").text != digest:
        return "metadata.xml has another hash"
    for path, test in zip(suite.tests(), suite.report["suite"]):
        root = ElementTree.parse(path).getroot()
        if root.tag != "testcase" or [e.text for e in root.findall("input")] != test["inputs"]:
            return f"{path} has other inputs than the report"
        if (root.get("coversError") == "true") != (test["ends"] == "a failed assertion"):
            return f"{path}: coversError"
        with open(path) as f:
            if "<!DOCTYPE testcase PUBLIC" not in f.read():
                return f"{path} has no DOCTYPE"
    return None


def fault_of_runner(suite):
    ran = run(os.path.join(suite.folder, "run-tests.sh"))
    n = suite.report["tests"]
    if ran.returncode != 0 or f"{n} of {n} tests pass" not in ran.stdout:
        return f"run-tests.sh: {ran.stdout[-500:]}{ran.stderr[-500:]}"
    return None


def fault_of_cross_check(suite, folder):
    """Nothing that is called unreachable is reached without learning, or by inputs chosen here."""
    other = Suite(suite.latch, suite.files, folder, *suite.options, "--no-learn", seconds=2)
    if not other.report:
        return f"--no-learn: {other.result.stderr}"
    pairs = zip(suite.report["table"], other.report["table"])
    wrong = [g for g, o in pairs if g["status"] in DEAD and o["status"] == "reached"]
    return f"called unreachable, but reached without learning: {wrong}" if wrong else None


def write_test(path, values):
    inputs = "".join(f"<input>{v}</input>\n" for v in values)
    with open(path, "w") as f:
        f.write(f'<?xml version="1.0"?>\n<testcase>\n{inputs}</testcase>\n')


def random_inputs(seed):
    generator = random.Random(seed)
    return [generator.choice([0, 1, 2, 3, 5, 7, 48, 120, 1000, -1, 2**31 - 1, generator.randint(-100, 100)]) for _ in range(40)]


def fault_of_runs(suite, folder, runs):
    """Nothing that is called unreachable is reached by runs on these inputs."""
    os.makedirs(folder, exist_ok=True)
    paths = [os.path.join(folder, f"run-{i}.xml") for i in range(len(runs))]
    for path, values in zip(paths, runs):
        write_test(path, values)
    ran = run(suite.latch, "replay", "-v", *suite.options, *suite.files, *paths)
    if ran.returncode not in (0, 10):
        return f"replay: {ran.stdout}{ran.stderr}"
    dead = {(r["line"], r["column"], r["goal"]) for r in suite.rows() if r["status"] in DEAD}
    dead -= {(r["line"], r["column"], r["goal"]) for r in suite.rows() if r["status"] == "reached"}
    reached = set(re.findall(r"^  .*:(\d+):(\d+): (.*)$", ran.stdout, re.MULTILINE))
    return f"called unreachable, but reached by a run: {dead & reached}" if dead & reached else None


def fault_of(path, folder):
    """What is wrong with the suite of a program, or nothing."""
    with open(path) as f:
        match = FIRST_LINE.fullmatch(f.readline().rstrip("\n"))
    if not match:
        return "no expectation in the first line"
    options = (match.group("options") or "").split()
    suite = Suite(FAST, [path], os.path.join(folder, "suite"), *options)
    if suite.result.returncode != 0 or not suite.report:
        return f"exit code {suite.result.returncode}: {suite.result.stdout}{suite.result.stderr}"
    dead = [int(w) for w in match.group("dead").split()]
    if suite.lines(*DEAD) != dead:
        return f"unreachable lines {suite.lines(*DEAD)}, expected {dead}"
    if bool(match.group("fails")) != any(t["ends"] == "a failed assertion" for t in suite.report["suite"]):
        return "a test fails, or does not, against expectation"
    return (fault_of_files(suite) or fault_of_runner(suite) or fault_of_cross_check(suite, os.path.join(folder, "other"))
            or ("--entry" not in options and fault_of_runs(suite, os.path.join(folder, "runs"), [random_inputs(i) for i in range(10)])))


class Programs(unittest.TestCase):
    names = []

    def test_programs(self):
        paths = [p for p in sorted(glob.glob(os.path.join(HERE, "c", "*.c"))) if not self.names or os.path.basename(p) in self.names]
        self.assertTrue(paths)
        with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            folders = [os.path.join(top, os.path.basename(p)) for p in paths]
            for folder in folders:
                os.mkdir(folder)
            for path, fault in zip(paths, pool.map(fault_of, paths, folders)):
                with self.subTest(os.path.basename(path)):
                    self.assertFalse(fault, fault)


class RandomPrograms(unittest.TestCase):
    """Their inputs have so few values that all runs can be tried."""

    def test_random_programs(self):
        for seed in range(1, 9):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "program.c")
                with open(path, "w") as f:
                    f.write(random_c.random_program(seed, 3, 2, depth=2))
                suite = Suite(FAST, [path], os.path.join(folder, "suite"), seconds=10)
                self.assertIn(suite.result.returncode, (0, 20), suite.result.stderr)
                self.assertEqual(suite.report["dropped"], 0, suite.report["notes"])
                runs = list(itertools.product(range(random_c.INPUT_VALUES), repeat=2))
                fault = fault_of_files(suite) or fault_of_runs(suite, os.path.join(folder, "runs"), runs)
                self.assertIsNone(fault, fault)


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.suite = os.path.join(self.folder, "suite")

    def file(self, content, name="program.c"):
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(content)
        return path

    def program(self, name):
        return os.path.join(HERE, "c", name)

    def test_several_files_and_flags(self):
        one = self.file('#include "part.h"\nint main(void) { return part(LIMIT) ? 1 : 0; }\n', "one.c")
        two = self.file("extern int __VERIFIER_nondet_int(void);\nint part(int limit) { return __VERIFIER_nondet_int() == limit; }\n", "two.c")
        os.mkdir(os.path.join(self.folder, "include"))
        self.file("int part(int);\n", os.path.join("include", "part.h"))
        r = run(LATCH, "test", one, two, "-o", "suite", "--timeout", str(SECONDS), "--", "-Iinclude", "-DLIMIT=4321", cwd=self.folder)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        ran = run(os.path.join(self.suite, "run-tests.sh"), cwd="/")
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def test_a_changed_program_fails_its_tests(self):
        path = self.file("extern int __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() == 99) return 3; return 4; }\n")
        suite = Suite(LATCH, [path], self.suite)
        self.assertEqual(suite.result.returncode, 0, suite.result.stderr)
        self.file("extern int __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() == 99) return 5; return 4; }\n")
        ran = run(os.path.join(self.suite, "run-tests.sh"))
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertIn("FAIL (exit status 5; expected: exit status 3)", ran.stdout)

    def test_replay_covers_what_was_promised(self):
        suite = Suite(FAST, [self.program("short_circuit.c")], self.suite)
        r = suite.replay(*suite.tests())
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        self.assertIn(f"together they cover {suite.report['reached']} of {suite.report['goals']} goals", r.stdout)
        self.assertRegex(suite.replay(os.path.join(self.suite, "test-1.c")).stdout, "ends with exit status")

    def test_replay_of_failures_and_nonsense(self):
        suite = Suite(FAST, [self.program("assertion.c")], self.suite)
        r = suite.replay(*suite.tests())
        self.assertEqual(r.returncode, 10, r.stdout + r.stderr)
        self.assertIn("ends with a failed assertion", r.stdout)
        bad = self.file("<testcase><input>seven</input></testcase>", "bad.xml")
        for path in (bad, os.path.join(self.folder, "none.xml")):
            r = suite.replay(path)
            self.assertEqual(r.returncode, 2, r.stdout)
            self.assertIn("not run", r.stdout)

    def test_time_out_leaves_a_suite(self):
        suite = Suite(LATCH, [self.file(HARD)], self.suite, seconds=6)
        self.assertEqual(suite.result.returncode, 20, suite.result.stdout + suite.result.stderr)
        self.assertEqual(suite.report["open"], 1)
        self.assertGreater(suite.report["tests"], 2)
        self.assertIsNone(fault_of_files(suite) or fault_of_runner(suite))

    def test_interrupt_leaves_a_suite(self):
        path = self.file(HARD)
        process = subprocess.Popen([FAST, "test", path, "-o", self.suite, "--json", self.suite + ".json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        start = time.time()
        out, _ = process.communicate(timeout=SECONDS)
        self.assertEqual(process.returncode, 20, out)
        self.assertLess(time.time() - start, 15)
        self.assertIn(b"interrupted", out)
        with open(self.suite + ".json") as f:
            self.assertGreater(json.load(f)["reached"], 3)
        self.assertTrue(os.path.exists(os.path.join(self.suite, "run-tests.sh")))

    def test_json_to_standard_output(self):
        r = run(FAST, "test", self.program("switch.c"), "-o", self.suite, "--json", "-")
        self.assertEqual(json.loads(r.stdout)["open"], 0)
        self.assertIn("goals", r.stderr.splitlines()[0])

    def test_an_older_suite_is_replaced(self):
        Suite(FAST, [self.program("short_circuit.c")], self.suite)
        keep = os.path.join(self.suite, "notes.txt")
        with open(keep, "w") as f:
            f.write("mine")
        suite = Suite(FAST, [self.file("int main(void) { return 0; }\n")], self.suite)
        self.assertEqual((suite.report["tests"], len(suite.tests())), (1, 1))
        self.assertTrue(os.path.exists(keep))

    def test_bad_usage(self):
        good = self.file("int main(void) { return 0; }\n")
        horn = self.file("(set-logic HORN)\n(check-sat)\n", "problem.smt2")
        for arguments, words in (
            ([good], "-o DIR"),
            ([horn, "-o", self.suite], "not a C program"),
            ([good, "-o", self.suite, "--goal", "nothing_like_it"], "nothing to reach"),
            ([good, "-o", self.suite, "--goal", "block,main"], "does not go with others"),
            ([good, "-o", self.suite, "--model"], "no option of this command"),
            ([good, "-o", os.path.join(self.folder, "no", "such")], "cannot make the folder"),
            ([good, "-o", good], "cannot open the folder"),
        ):
            r = run(FAST, "test", *arguments)
            self.assertEqual(r.returncode, 2, arguments)
            self.assertIn(words, r.stderr)
        self.assertEqual(run(FAST, "replay", good).returncode, 2)

    def test_help_teaches(self):
        r = run(FAST, "test", "--help")
        self.assertEqual(r.returncode, 0)
        for words in ("--goal", "-o DIR", "run-tests.sh", "Exit code", "Examples"):
            self.assertIn(words, r.stdout)


if __name__ == "__main__":
    Programs.names = [a for a in sys.argv[1:] if a.endswith(".c")]
    unittest.main(argv=[a for a in sys.argv if not a.endswith(".c")])
