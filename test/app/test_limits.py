#!/usr/bin/env python3
"""Limits and interrupts hold while a problem is read: the answer is UNKNOWN, in time, and neither a process nor a file is left."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.environ.get("LATCH", os.path.join(TOP, "build", "latch"))

# A number of 2^39 digits, were it written out.
SQUARES = 39
HUGE_NUMBER = ("(set-logic HORN)\n(assert (=> (let ((a0 3)) " + "".join(f"(let ((a{i + 1} (* a{i} a{i}))) " for i in range(SQUARES)) +
               f"(= a{SQUARES} a{SQUARES - 1})" + ")" * (SQUARES + 1) + " false))\n(check-sat)\n")
# 2^40 calls, were they put in.
DOUBLINGS = 40
DOUBLING = ("(set-logic HORN)\n(define-fun f0 ((x Int)) Int (ite (> (* x x) 7) (+ x 1) (* 2 x)))\n" +
            "".join(f"(define-fun f{i + 1} ((x Int)) Int (f{i} (f{i} x)))\n" for i in range(DOUBLINGS)) +
            f"(assert (forall ((x Int)) (=> (= (f{DOUBLINGS} x) 3) false)))\n(check-sat)\n")
# The compiler takes long and needs much for this one.
VECTOR = "typedef int v __attribute__((vector_size(1 << 26)));\nv a = {1};\nint main(void) { v b = a; b[3] = 2; return b[0]; }\n"
SAFE = "#include <assert.h>\nint main(void) { assert(sizeof(int) == 4); return 0; }\n"


def children_of(pid):
    return subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


class LimitsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.temporary = os.path.join(self.folder, "tmp")
        os.mkdir(self.temporary)
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def file(self, name, content):
        with open(self.path(name), "w") as f:
            f.write(content)
        return self.path(name)

    def fifo(self, name):
        os.mkfifo(self.path(name))
        return self.path(name)

    def start(self, *arguments):
        return subprocess.Popen([LATCH, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "TMPDIR": self.temporary})

    def end(self, process, seconds):
        """What it says, once it has ended: within so many seconds, and leaving no files."""
        start = time.monotonic()
        out, err = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - start, seconds)
        self.assertEqual(os.listdir(self.temporary), [])
        return out, err, process.returncode

    def latch(self, *arguments, seconds):
        return self.end(self.start(*arguments), seconds)

    # time

    def test_the_time_is_over_while_reading(self):
        hostile = {self.file("calls.smt2", DOUBLING), self.fifo("fifo.smt2")}
        for path in hostile:
            with self.subTest(path):
                out, err, code = self.latch("check", "--timeout", "1", path, seconds=3)
                self.assertEqual((out, code), ("unknown\n", 20))
                self.assertEqual(err, f"latch: unknown: out of time while reading {path}\n")
        for path in (self.file("vector.c", VECTOR), self.fifo("fifo.c")):
            with self.subTest(path):
                out, _, code = self.latch("check", "--timeout", "0.3", path, seconds=3)
                self.assertEqual((out, code), (f"UNKNOWN (out of time while reading {path})\n", 20))

    def test_a_huge_number_is_not_computed(self):
        out, err, code = self.latch("check", self.file("number.smt2", HUGE_NUMBER), seconds=5)
        self.assertEqual((out, code), ("", 2))
        self.assertRegex(err, r"number\.smt2:2:\d+: error: a number of more than half a million digits")

    def test_every_command_ends_in_time(self):
        path, suite = self.fifo("fifo.c"), self.path("suite")
        out, _, code = self.latch("test", "--timeout", "0.3", path, "-o", suite, seconds=3)
        self.assertEqual((out, code), (f"UNKNOWN (out of time while reading {path})\n", 20))
        self.assertFalse(os.path.exists(suite), "nothing came into it")
        out, _, code = self.latch("replay", "--timeout", "0.3", path, "test-1.c", seconds=3)
        self.assertEqual(code, 20)
        out, err, code = self.latch("run", "--timeout", "0.3", path, seconds=3)
        self.assertEqual((out, err, code), ("", f"latch: stopped: out of time while reading {path}\n", 20))

    def test_the_report_says_so_too(self):
        path, report = self.fifo("fifo.smt2"), self.path("report.json")
        out, _, code = self.latch("check", "--timeout", "0.3", "--json", "-", path, seconds=3)
        said = json.loads(out)
        self.assertEqual((said["answer"], said["reason"], code), ("unknown", f"out of time while reading {path}", 20))
        self.latch("check", "--timeout", "0.3", "--json", report, path, seconds=3)
        with open(report) as f:
            self.assertEqual(json.load(f)["answer"], "unknown")

    def test_reading_and_search_share_the_time(self):
        """What reading takes is not left for the search."""
        path = self.fifo("fifo.smt2")
        process = self.start("check", "--engine", "bmc", "--timeout", "3", path)
        start = time.monotonic()
        time.sleep(1.5)
        with open(path, "w") as f:
            f.write("(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (p 0))\n(assert (forall ((x Int)) (=> (p x) (p (+ x 1 (mod x 3))))))\n"
                    "(assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))\n(check-sat)\n")
        out, err, code = self.end(process, 4)
        self.assertEqual((out, code), ("unknown\n", 20))
        self.assertIn("out of time", err)
        self.assertIn("no derivation of depth", err, "what is known by then is said")
        self.assertLess(time.monotonic() - start, 4.4)

    # memory

    def test_memory_while_reading(self):
        path = self.file("calls.smt2", DOUBLING)
        out, err, code = self.latch("check", "--memlimit", "150", "--timeout", "60", path, seconds=30)
        self.assertEqual((out, code), ("unknown\n", 20))
        self.assertRegex(err, r"out of memory \(limit 150 MB\) while reading")

    def test_the_compiler_counts(self):
        path = self.file("vector.c", VECTOR)
        out, _, code = self.latch("check", "--memlimit", "150", "--timeout", "60", path, seconds=30)
        self.assertEqual(code, 20)
        self.assertRegex(out, r"^UNKNOWN \(out of memory")

    # interrupts and crashes

    def test_interrupts_while_reading(self):
        path = self.fifo("fifo.c")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start("check", path)
            time.sleep(0.3)
            process.send_signal(number)
            out, _, code = self.end(process, 2)
            self.assertEqual((out, code), (f"UNKNOWN (interrupted while reading {path})\n", 20))

    def test_a_crash_is_an_answer(self):
        path = self.fifo("fifo.smt2")
        process = self.start("check", path)
        time.sleep(0.3)
        (child,) = children_of(process.pid)
        os.kill(int(child), signal.SIGKILL)
        out, err, code = self.end(process, 2)
        self.assertEqual((out, code), ("unknown\n", 20))
        self.assertIn("ended by signal 9", err)

    def test_nobody_outlives_the_command(self):
        for ending in (signal.SIGTERM, signal.SIGKILL):
            process = self.start("check", self.file("vector.c", VECTOR))
            time.sleep(0.3)
            below = children_of(process.pid)
            self.assertTrue(below)
            if ending == signal.SIGTERM:
                below += [c for b in below for c in children_of(b)]
            process.send_signal(ending)
            process.communicate(timeout=10)
            time.sleep(0.3)
            self.assertEqual([c for c in below if is_alive(c)], [])
            shutil.rmtree(self.temporary)
            os.mkdir(self.temporary)

    def test_what_is_fine_is_not_touched(self):
        out, _, code = self.latch("check", "--timeout", "60", "--memlimit", "4000", self.file("safe.c", SAFE), seconds=30)
        self.assertEqual((out.splitlines()[0], code), ("SAFE", 0))


if __name__ == "__main__":
    unittest.main()
