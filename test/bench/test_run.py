#!/usr/bin/env python3
"""Tests of bench/run with small fake engines."""

import csv
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as xml
from contextlib import redirect_stderr, redirect_stdout
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from io import StringIO
from pathlib import Path
from unittest import mock

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.dont_write_bytecode = True
sys.path.insert(0, str(BENCH))

import analysis  # noqa: E402
import engines  # noqa: E402
import procs  # noqa: E402
import tables  # noqa: E402
from results import Record  # noqa: E402

SCRIPTS = {
    "right": 'case "$1" in *bad*) echo unsat;; *) echo sat;; esac',
    "flipped": 'case "$1" in *bad*) echo sat;; *) echo unsat;; esac',
    "shy": 'echo "unknown (too hard | for me)"',
    "chatty": 'echo "some news"; echo sat',
    "invalid": 'echo \'(error "line 1")\'; echo sat',
    "crash": "echo sat; kill -SEGV $$",
    "silent": "echo no luck >&2; exit 3",
    # A child in a session of its own must not survive either.
    "hang": 'setsid sleep 60 & echo $! >> "$PIDS"; sleep 61 & echo $! >> "$PIDS"; wait',
    "litter": 'sleep 62 >/dev/null 2>&1 & echo $! >> "$PIDS"; echo sat',
    "counted": 'echo "$1" >> "$CALLS"; echo sat',
}
EATER = "import time\nkept = []\nwhile True:\n    kept.append(b'x' * 8000000)\n    time.sleep(0.005)\n"
# Stands in for build/latch: the engine's name says how to behave.
LATCH = """
for last; do :; done
echo "$@" >> "$CALLS"
case "$3" in
good) case "$last" in *.c) echo SAFE;; *) echo sat;; esac
  printf '  itp_requests  4  asked\n  itp_failures  1  failed\n  itp_one_atom  3  one\n  itp_many_atoms  2  many\n' >&2
  printf '  bound  7  depth reached\n  x_seconds  1.5  in them\n  x_checks  7  calls\n' >&2; exit 0;;
liar) echo sat; exit 1;;
preface) echo hello; echo sat; exit 0;;
patient) sleep 0.55; echo "unknown (stopped)"; exit 20;;
late) sleep 1.1; echo sat; exit 0;;
esac
"""


def is_alive(pid):
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] not in "ZX"


def load_script(name, path):
    spec = spec_from_loader(name, SourceFileLoader(name, str(path)))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RUN = load_script("bench_run", BENCH / "run")


class Fixture(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)
        self.bin = self.dir / "bin"
        self.bin.mkdir()
        self.out = self.dir / "out"
        for name, body in SCRIPTS.items():
            self.script(name, body)
        (self.dir / "eater.py").write_text(EATER)
        env = mock.patch.dict(os.environ, PATH=f"{self.bin}:/usr/bin:/bin", PIDS=str(self.dir / "pids"),
                              CALLS=str(self.dir / "calls"), PYTHONDONTWRITEBYTECODE="1")
        env.start()
        self.addCleanup(env.stop)
        self.tasks("toy", "set,task,file,expected", ["s,good,toy/good.smt2,sat", "s,bad,toy/bad.smt2,unsat",
                                                     "s,open,toy/open.smt2,unknown"])

    def script(self, name, body):
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return path

    def tasks(self, suite, head, rows):
        folder = self.dir / "suites" / suite
        folder.mkdir(parents=True)
        (folder / "tasks.csv").write_bytes("".join(line + "\r\n" for line in [head, *rows]).encode())
        for row in rows:
            (self.dir / "suites" / row.split(",")[2]).touch()

    def arguments(self, *args, engines=()):
        custom = [w for e in engines for w in ("--engine-cmd", f"{e}={self.bin / e} {{file}}")]
        return ["--root", str(self.dir / "suites"), "--out", str(self.out), "--time", "1", *custom, *map(str, args)]

    def run_bench(self, *args, engines=(), code=0):
        """Everything that the runner says. It runs in this process, which is quicker."""
        with redirect_stdout(StringIO()) as said, redirect_stderr(said):
            got = RUN.main(self.arguments(*args, engines=engines))
        self.assertEqual(got, code, said.getvalue())
        return said.getvalue()

    def rows(self):
        with open(self.out / "results.csv", newline="") as f:
            return {(r["engine"], r["task"]): r for r in csv.DictReader(f)}

    def verdicts(self):
        return {key: row["verdict"] for key, row in self.rows().items()}

    def lines(self, name):
        path = self.dir / name
        return path.read_text().splitlines() if path.exists() else []

    def assert_all_dead(self, at_least):
        pids = self.lines("pids")
        self.assertGreaterEqual(len(pids), at_least)
        self.assertEqual([p for p in pids if is_alive(p)], [])


class Verdicts(Fixture):
    def test_answers_are_compared_with_what_is_expected(self):
        said = self.run_bench(engines=["right", "flipped", "shy", "chatty"], code=1)
        v = self.verdicts()
        self.assertEqual([v["right", t] for t in ("good", "bad", "open")], ["correct", "correct", "unconfirmed"])
        self.assertEqual([v["flipped", t] for t in ("good", "bad", "open")], ["wrong", "wrong", "unconfirmed"])
        self.assertEqual([v["shy", t] for t in ("good", "bad", "open")], ["unknown"] * 3)
        self.assertEqual(v["chatty", "good"], "correct")
        self.assertEqual(self.rows()["shy", "good"]["reason"], "too hard | for me")
        table = (self.out / "table.md").read_text()
        for text in (said, table):
            self.assertIn("3 WRONG ANSWER(S)", text)
            self.assertIn("1 DISAGREEMENT(S)", text)
        self.assertIn("| s | open | sat: right, chatty; unsat: flipped |", table)

    def test_failures_are_errors_with_a_reason(self):
        self.run_bench("--tasks", "good", engines=["invalid", "crash", "silent"])
        rows = self.rows()
        self.assertEqual({r["verdict"] for r in rows.values()}, {"error"})
        self.assertIn('(error "line 1")', rows["invalid", "good"]["reason"])
        self.assertIn("SIGSEGV", rows["crash", "good"]["reason"])
        self.assertEqual(rows["silent", "good"]["reason"], "no answer, exit code 3: no luck")
        self.assertEqual(rows["silent", "good"]["exit_code"], "3")

    def test_limits_end_the_whole_tree(self):
        self.run_bench("--tasks", "s/good", "--time", 0.6, engines=["hang", "litter"])
        rows = self.rows()
        self.assertEqual({e: r["verdict"] for (e, _), r in rows.items()}, {"hang": "timeout", "litter": "correct"})
        self.assertLess(float(rows["hang", "good"]["wall"]), 5)
        self.assert_all_dead(3)

    def test_kill_finds_children_that_were_never_polled(self):
        root = subprocess.Popen([self.bin / "hang", "x"], start_new_session=True)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline and len(self.lines("pids")) < 2:
            time.sleep(0.01)
        time.sleep(0.05)  # for setsid to take its own session
        procs.Tree(root.pid).kill()
        root.wait()
        self.assert_all_dead(2)

    def test_memory_is_limited(self):
        self.run_bench("--tasks", "good", "--mem", 150, "--time", 20,
                       "--engine-cmd", f"eater={sys.executable} {self.dir}/eater.py {{file}}")
        row = self.rows()["eater", "good"]
        self.assertEqual((row["verdict"], row["exit_code"]), ("memout", "-9"))
        self.assertGreater(float(row["peak_mb"]), 150)


class Latch(Fixture):
    def test_contract_with_latch(self):
        latch = self.script("latch", LATCH)
        self.tasks("c", "set,task,file,bits,expected", ["k,prog,c/prog.c,32,true"])
        self.run_bench("--latch", latch, "--tasks", "good,prog", "-e", "good,good:--a=1+--b 2,liar,preface,patient,late",
                       "--time", 0.5, "-j", 12)
        self.assertEqual({e: v for (e, t), v in self.verdicts().items() if t == "good"},
                         {"good": "correct", "good:--a=1+--b 2": "correct", "liar": "error", "preface": "error",
                          "patient": "timeout", "late": "timeout"})
        rows = self.rows()
        self.assertEqual((rows["good", "prog"]["answer"], rows["good", "prog"]["expected"]), ("SAFE", "SAFE"))
        self.assertEqual(rows["late", "good"]["answer"], "sat")
        self.assertIn("bound=7", rows["good", "good"]["stats"])
        self.assertEqual(rows["late", "good"]["stats"], "")
        calls = self.lines("calls")
        suites = self.dir / "suites"
        self.assertIn(f"check --engine good --timeout 0.5 --stats {suites}/toy/good.smt2", calls)
        self.assertIn(f"check --engine good --timeout 0.5 --stats --a=1 --b 2 {suites}/toy/good.smt2", calls)
        self.assertIn(f"check --engine good --timeout 0.5 --stats --arch 32 {suites}/c/prog.c", calls)

    def test_a_task_says_what_is_checked(self):
        latch = self.script("latch", LATCH)
        new = self.script("new", 'case "$*" in --help) echo "  --unseen HOW";; esac' + LATCH)
        self.tasks("c", "set,task,file,bits,expected,check", ['k,prog,c/prog.c,32,true,"bounds,leak"', "k,plain,c/plain.c,,true,"])
        self.run_bench("--latch", latch, "--latch", f"next={new}", "--tasks", "good,prog,plain", "-e", "good")
        calls, suites = self.lines("calls"), self.dir / "suites"
        head = "check --engine good --timeout 1 --stats"
        for words in (f"{head} --arch 32 --check bounds,leak {suites}/c/prog.c", f"{head} --arch 32 --unseen pure --check bounds,leak {suites}/c/prog.c",
                      f"{head} {suites}/c/plain.c", f"{head} --unseen pure {suites}/c/plain.c"):
            self.assertEqual(calls.count(words), 1, words)
        self.assertEqual(calls.count(f"{head} {suites}/toy/good.smt2"), 2)

    def test_builds_run_beside_each_other(self):
        right, wrong = self.script("right", "echo sat; exit 0"), self.script("wrong", "echo unsat; exit 10")
        self.tasks("more", "set,task,file,expected", ["other,fine,more/fine.smt2,sat"])
        said = self.run_bench("--latch", right, "--latch", f"old={wrong}", "-e", "auto", "--tasks", "good,fine", "-j", 1, code=1)
        self.assertEqual(self.verdicts(), {("auto", "good"): "correct", ("auto@old", "good"): "wrong",
                                           ("auto", "fine"): "correct", ("auto@old", "fine"): "wrong"})
        with open(self.out / "results.csv", newline="") as f:
            order = [r["task"] for r in csv.DictReader(f)]
        self.assertEqual(order, ["fine", "fine", "good", "good"], "all builds run on a task before the next")
        rows = [[c.strip() for c in line.split("|")[1:-1]] for line in (self.out / "table.md").read_text().splitlines()]
        self.assertIn(["set", "tasks", "`auto`", "wrong", "time", "`auto@old`", "wrong", "time"], rows)
        for name, tasks in (("other", "1"), ("s", "1"), ("all", "2")):
            row = next(r for r in rows if len(r) == 8 and r[0] == name)
            self.assertEqual([row[i] for i in (1, 2, 3, 5, 6)], [tasks, tasks, "0", "0", tasks])
        self.assertIn("auto@old", said)
        self.assertIn("auto@old", self.run_bench("--report-only", "-e", "auto", code=1))

    def test_statistics_are_kept_and_summed_up(self):
        latch = self.script("latch", LATCH)
        self.run_bench("--latch", latch, "--tasks", "good", "-e", "good,preface")
        self.assertIn("itp_requests=4", self.rows()["good", "good"]["stats"])
        table = (self.out / "table.md").read_text()
        self.assertIn("| `good` | 4 | 1 | 25.00 % | 0 | 0 | 1 |", table)
        self.assertIn("x 1.5 s (7 calls)", table)

    def test_peers_read_no_c_and_may_be_missing(self):
        self.script("golem", "echo sat")
        self.tasks("c", "set,task,file,bits,expected", ["k,prog,c/prog.c,32,true"])
        said = self.run_bench("--tasks", "good,prog", "-e", "golem,eld")
        self.assertEqual(set(self.rows()), {("golem", "good")})
        self.assertIn("skipped eld", said)
        self.assertIn("golem does not read C", said)

    def test_limits_of_each_kind(self):
        latch, peer = engines.parse("bmc:--x", "latch"), engines.parse("z3:-v", "latch")
        self.assertEqual((latch.kind, latch.kill_after(10), latch.late_after(10)), ("latch", 12, 10.5))
        self.assertEqual((peer.kind, peer.kill_after(10), peer.late_after(10)), ("peer", 10, 10))

    def test_a_sample_is_every_nth_task(self):
        self.tasks("n", "set,task,file,expected", [f"x,t{i},n/t{i}.smt2,sat" for i in range(7)])
        self.run_bench("--sets", "x", "--every", 3, engines=["right"])
        self.assertEqual(sorted(task for _, task in self.rows()), ["t0", "t3", "t6"])

    def test_bad_usage(self):
        cases = ((["nowhere"], "no tasks.csv"), (["--sets", "none"], "no task"), (["-e", "bmc", "--latch", "/no"], "build it"),
                 (["--engine-cmd", "x=true"], "{file}"), (["--report-only"], "no results"))
        for args, message in cases:
            with self.subTest(args=args):
                self.assertIn(message, self.run_bench(*args, code=2))


class Resuming(Fixture):
    def test_done_runs_are_not_repeated(self):
        self.run_bench("--tasks", "good,open", engines=["counted"])
        self.run_bench("--tasks", "good,open", engines=["counted", "right"])
        self.assertEqual(len(self.lines("calls")), 2)
        self.assertEqual(len(self.rows()), 4)
        path = self.out / "results.csv"
        path.write_text(path.read_text() + "s,bad,counted,sat,uns")
        self.run_bench("--tasks", "good,open", "--redo", "cou*", engines=["counted", "right"])
        self.assertEqual((len(self.lines("calls")), len(self.rows())), (4, 4))
        self.run_bench("--tasks", "good,open", "--fresh", engines=["counted"])
        self.assertEqual((len(self.lines("calls")), len(self.rows())), (6, 2))
        self.assertIn("same limits", self.run_bench("--time", 2, engines=["counted"], code=2))

    def test_interrupt_keeps_results_and_reports(self):
        arguments = self.arguments("--tasks", "good", "--time", 60, engines=["right", "hang"])
        command = [sys.executable, str(BENCH / "run"), *arguments]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline and (len(self.lines("pids")) < 2 or len(self.lines("out/results.csv")) < 2):
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        said = "".join(running.communicate(timeout=10))
        self.assertEqual(running.returncode, 130, said)
        self.assertEqual(self.verdicts(), {("right", "good"): "correct"})
        self.assertTrue((self.out / "table.md").exists())
        self.assert_all_dead(2)


class Reports(Fixture):
    def test_plots_are_well_formed(self):
        self.run_bench(engines=["right", "shy", "chatty"], code=1)
        (self.out / "table.md").unlink()
        self.run_bench("--report-only", "--scatter", "chatty,right", code=1)
        self.assertTrue((self.out / "table.md").exists())
        self.assertEqual([p.name for p in self.out.glob("scatter-*")], ["scatter-chatty-vs-right.svg"])
        svg = "{http://www.w3.org/2000/svg}"
        lines = xml.parse(self.out / "cactus.svg").getroot().findall(f"{svg}polyline")
        self.assertEqual(len(lines), 3, "two engines that solve something, and the virtual best")
        marks = [e for e in xml.parse(self.out / "scatter-chatty-vs-right.svg").getroot() if e.find(f"{svg}title") is not None]
        self.assertEqual(len(marks), 3, "one mark per task")

    def test_statistics(self):
        latch = self.script("latch", LATCH)
        self.run_bench("--latch", latch, "--tasks", "good", "-e", "good,good:--a=1")
        report = self.dir / "report"
        self.run_bench("--report-only", "--stats", "bound", "--scatter", "good=bound,good:--a=1=bound", "--report", report)
        self.assertIn("| `good` | 1 | 7 (1.00) |", (report / "table.md").read_text())
        plot = xml.parse(report / "scatter-good=bound-vs-good_--a=1=bound.svg").getroot()
        self.assertIn("good:--a=1, bound", [e.text for e in plot])
        old = [line.rpartition(",")[0] for line in (self.out / "results.csv").read_text().splitlines()]
        (self.out / "results.csv").write_text("\n".join(old) + "\n")
        self.assertIn("good", self.run_bench("--report-only"), "results without statistics can still be read")

    def test_numbers(self):
        def record(task, engine, answer, verdict, wall, expected="sat"):
            return Record("s", task, engine, answer, expected, verdict, wall, wall, 1.0, 0, "", 10.0, 100.0)
        found = analysis.Results([
            record("a", "z3", "sat", "correct", 2.0), record("a", "our", "sat", "correct", 1.0),
            record("b", "z3", "", "timeout", 10.0), record("b", "our", "sat", "correct", 5.0),
            record("c", "z3", "sat", "unconfirmed", 3.0, "unknown"), record("c", "our", "unsat", "unconfirmed", 3.0, "unknown"),
            record("d", "z3", "unsat", "unconfirmed", 4.0, "unknown"), record("d", "our", "unsat", "unconfirmed", 8.0, "unknown"),
        ], ["our", "z3"], analysis.choose_reference(["our", "z3"], None))
        ours, z3 = found.rows()
        self.assertEqual(found.reference, "z3")
        self.assertEqual((ours.solved, ours.positive, ours.negative, ours.disputed, z3.solved, z3.timeouts), (3, 2, 1, 1, 2, 1))
        self.assertEqual((ours.common_time, z3.common_time, ours.ratio), (9.0, 6.0, 1.5))
        self.assertEqual(sorted((r.task, r.wall) for r in found.virtual_best()), [("a", 1.0), ("b", 5.0), ("d", 4.0)])
        self.assertEqual(found.by_solvers(), {(("our",), ("z3",)): [("s", "b")]})
        self.assertIn("| `our` | `z3` | 1 | *s*: b |", tables.markdown(found, "t"))


if __name__ == "__main__":
    unittest.main()
