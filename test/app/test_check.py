#!/usr/bin/env python3
"""`latch check` as a user meets it: answers, exit codes, diagnostics, files written, limits and interrupts."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.environ.get("LATCH", os.path.join(TOP, "build", "latch"))

SAFE = """(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (not (= x y))) false)))
(check-sat)
"""
UNSAFE = SAFE.replace("(not (= x y))", "(>= x 3)")
# Neither engine settles this one: the invariant needs products, and no derivation exists.
HARD = """(set-logic HORN)
(declare-fun p (Int Int Int) Bool)
(assert (p 1 1 1))
(assert (forall ((a Int) (b Int) (c Int)) (=> (p a b c) (p (+ a 1) b c))))
(assert (forall ((a Int) (b Int) (c Int)) (=> (p a b c) (p a (+ b 1) c))))
(assert (forall ((a Int) (b Int) (c Int)) (=> (p a b c) (p a b (+ c 1)))))
(assert (forall ((a Int) (b Int) (c Int)) (=> (and (p a b c) (= (+ (* a a a) (* b b b)) (* c c c))) false)))
(check-sat)
"""


LISTS = """(set-logic HORN)
(declare-datatype list ((nil) (cons (x Int) (tail list))))
(declare-fun len (list Int) Bool)
(assert (len nil 0))
(assert (forall ((x Int) (l list) (n Int)) (=> (len l n) (len (cons x l) (+ n 1)))))
(assert (forall ((l list) (n Int)) (=> (and (len l n) (< n 0)) false)))
(check-sat)
"""
FIELDS = """(set-logic HORN)
(declare-datatypes ((cell 0) (memory 0)) (((empty) (full (number Int))) ((memory (size Int) (cells (Array Int cell))))))
(declare-fun p (memory) Bool)
(assert (p (memory 0 ((as const (Array Int cell)) empty))))
(assert (forall ((m memory)) (=> (p m) (p (memory (+ (size m) 1) (store (cells m) (size m) (full 7)))))))
(assert (forall ((m memory) (i Int)) (=> (and (p m) ((_ is full) (select (cells m) 0)) (= (number (select (cells m) 0)) 3)) false)))
(check-sat)
"""


class CheckTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, content, name="problem.smt2"):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as f:
            f.write(content if isinstance(content, bytes) else content.encode())
        return path

    def latch(self, *arguments, **more):
        return subprocess.run([LATCH, *arguments], capture_output=True, text=True, timeout=120, **more)

    def check(self, content, *options):
        return self.latch("check", *options, self.file(content))

    # answers

    def test_answers_and_exit_codes(self):
        for content, answer, code in ((SAFE, "sat", 0), (UNSAFE, "unsat", 10)):
            for engine in ("auto", "spacer"):
                r = self.check(content, "--engine", engine)
                self.assertEqual((r.stdout.splitlines()[0], r.returncode), (answer, code), r.stderr)
        r = self.check(UNSAFE, "--engine=bmc")
        self.assertEqual((r.stdout, r.returncode), ("unsat\n", 10), r.stderr)

    def test_bound_is_reported_when_nothing_else_is_known(self):
        no_closed_form = SAFE.replace("(inv (+ x 1) (+ y 1))", "(inv (+ x 1 (mod x 3)) (+ y 1 (mod y 3)))")
        r = self.check(no_closed_form, "--engine", "bmc", "--max-bound", "4")
        self.assertEqual((r.stdout, r.returncode), ("unknown\n", 20))
        self.assertIn("no derivation of depth 4 or less", r.stderr)

    def test_no_engine_goes_beyond_the_bound(self):
        for engine in ("auto", "bmc", "la", "lawi", "interla", "spacer", "cegar"):
            with self.subTest(engine):
                few = self.check(UNSAFE, "--engine", engine, "--max-bound", "2", "--timeout", "2")
                self.assertEqual((few.stdout.splitlines()[0], few.returncode), ("unknown", 20), few.stderr)
                enough = self.check(UNSAFE, "--engine", engine, "--max-bound", "4")
                self.assertEqual((enough.stdout.splitlines()[0], enough.returncode), ("unsat", 10), enough.stderr)

    def test_reads_standard_input(self):
        r = self.latch("check", "-", input=UNSAFE)
        self.assertEqual(r.stdout, "unsat\n")

    def test_status_that_disagrees_is_reported(self):
        r = self.check("(set-info :status unsat)\n" + SAFE)
        self.assertEqual(r.returncode, 0)
        self.assertIn("the file says :status unsat", r.stderr)
        self.assertEqual(self.check("(set-info :status sat)\n" + SAFE).stderr, "")

    def test_model_on_request(self):
        for r in (self.check(SAFE, "--model"), self.check(SAFE + "(get-model)\n")):
            self.assertIn("(define-fun inv (", r.stdout)
        self.assertNotIn("define-fun", self.check(SAFE).stdout)

    def test_derivation_ends_in_false(self):
        lines = self.check(UNSAFE, "--derivation").stdout.splitlines()
        self.assertEqual(lines[0], "unsat")
        self.assertIn("false", lines[-1])
        self.assertEqual(len(lines), 1 + 5)

    # files

    def test_certificates_are_accepted_by_other_solvers(self):
        reserved = [re.sub(r"\binv\b", "@inv", re.sub(r"\bx\b", ".x", content)) for content in (SAFE, UNSAFE)]
        taken = [content.replace("@inv", "|@in v|").replace(".x", "renamed!@x") for content in reserved]
        for content in (SAFE, UNSAFE, LISTS, LISTS.replace("(< n 0)", "(= n 2)"), FIELDS, *reserved, *taken):
            path = os.path.join(self.folder, "certificate.smt2")
            self.check(content, "--certificate", path)
            for solver in ("z3", "cvc5"):
                if not shutil.which(solver):
                    continue
                r = subprocess.run([solver, path], capture_output=True, text=True, timeout=60)
                self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
                self.assertEqual(set(r.stdout.split()), {"unsat"}, path)

    def test_json(self):
        for content, answer in ((SAFE, "sat"), (UNSAFE, "unsat")):
            r = self.check(content, "--json", "-")
            report = json.loads(r.stdout)
            self.assertEqual(report["answer"], answer)
            self.assertIn("model" if answer == "sat" else "derivation", report)
            self.assertEqual(r.stderr.splitlines()[0], answer)
            path = os.path.join(self.folder, "out.json")
            self.check(content, "--json", path)
            with open(path) as f:
                self.assertEqual(json.load(f)["answer"], answer)

    def test_no_half_written_file(self):
        path = os.path.join(self.folder, "certificate.smt2")
        r = self.check("(assert", "--certificate", path)
        self.assertEqual(r.returncode, 2)
        self.assertFalse(os.path.exists(path))
        r = self.check(SAFE, "--certificate", os.path.join(self.folder, "no", "such", "folder"))
        self.assertEqual(r.returncode, 2)
        self.assertIn("cannot write", r.stderr)

    def test_printed_problem_has_the_same_answer(self):
        for content, answer in ((SAFE, "sat\n"), (UNSAFE, "unsat\n")):
            for option in ("--print-horn", "--print-after=all"):
                printed = self.check(content, option)
                self.assertEqual(printed.returncode, 0)
                self.assertEqual(self.check(printed.stdout).stdout, answer, printed.stdout)

    def test_every_pass_can_be_left_out(self):
        names = [line.split()[0] for line in self.latch("passes").stdout.splitlines()]
        self.assertTrue(names)
        everything = [word for name in names for word in ("--no-pass", name)]
        for options in [("--no-pass", name) for name in names] + [everything]:
            self.assertEqual(self.check(SAFE, *options).stdout, "sat\n")
            self.assertEqual(self.check(UNSAFE, *options).stdout, "unsat\n")

    # bad input and usage

    def test_bad_input_gets_a_place_and_exit_code_2(self):
        head = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n"
        cases = {
            "truncated": SAFE[: len(SAFE) // 2],
            "unknown symbol": head + "(assert (q 1))",
            "ill-sorted": head + "(assert (p true))",
            "arity": head + "(assert (p 1 2))",
            "not Horn": head + "(assert (or (p 1) (p 2)))",
            "binary": bytes(range(256)) * 20,
            "empty": "",
            "two checks": SAFE + "(check-sat)",
            "unknown command": head + "(push 1)",
            "deep nesting": head + "(assert " + "(not " * 200000,
        }
        for name, content in cases.items():
            with self.subTest(name):
                r = self.check(content)
                self.assertEqual((r.returncode, r.stdout), (2, ""), r.stderr[:300])
                self.assertRegex(r.stderr.splitlines()[0], r"problem\.smt2:(\d+:\d+: )?.*error: .+")
                self.assertEqual(len(r.stderr.splitlines()), 1)

    def test_a_hundred_megabytes_of_brackets(self):
        r = self.check(b"(" * (100 << 20))
        self.assertEqual(r.returncode, 2)
        self.assertRegex(r.stderr, r"problem\.smt2:1:\d+: error: .+")

    def test_files_that_cannot_be_read(self):
        self.assertIn("No such file", self.latch("check", os.path.join(self.folder, "missing.smt2")).stderr)
        r = self.latch("check", self.folder)
        self.assertEqual(r.returncode, 2)
        self.assertIn("error: ", r.stderr)

    def test_bad_usage(self):
        path = self.file(SAFE)
        for arguments in (["check"], ["check", "--nonsense", path], ["check", "--engine", "none", path], ["check", "--timeout"], ["frobnicate"],
                          ["check", "--timeout", "soon", path], ["check", "--facts", "perhaps", path], ["check", "--no-pass", "none", path], ["check", "--print-after", "none", path],
                          ["check", "--engine-options", "coarse", path], ["check", "--engine", "la", "--engine-options", "coarse,none", path],
                          ["check", "--engine", "bmc", "--engine-options", "coarse", path], []):
            with self.subTest(arguments):
                r = self.latch(*arguments)
                self.assertEqual(r.returncode, 2)

    # limits

    def run_timed(self, *options):
        start = time.monotonic()
        r = self.check(HARD, *options)
        return r, time.monotonic() - start

    def test_switches_of_every_engine_that_has_some_are_known(self):
        for engine, switch in (("la", "coarse"), ("lawi", "no-values"), ("cegar", "path-invariants"), ("invgen", "no-test")):
            r = self.check(SAFE, "--engine", engine, "--engine-options", switch)
            self.assertEqual((r.stdout, r.returncode), ("sat\n", 0), engine)

    def test_timeout_gives_a_partial_result_in_time(self):
        for engine in ("auto", "bmc", "spacer"):
            r, seconds = self.run_timed("--engine", engine, "--timeout", "1")
            self.assertEqual((r.stdout, r.returncode), ("unknown\n", 20))
            self.assertIn("out of time", r.stderr)
            self.assertLess(seconds, 2.5)

    def test_interrupt_gives_a_partial_result_soon(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            p = subprocess.Popen([LATCH, "check", self.file(HARD)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(1)
            start = time.monotonic()
            p.send_signal(number)
            out, err = p.communicate(timeout=20)
            self.assertLess(time.monotonic() - start, 1.5)
            self.assertEqual((out, p.returncode), ("unknown\n", 20))
            self.assertIn("interrupted", err)

    def test_memory_limit(self):
        r = self.check(HARD, "--memlimit", "1", "--timeout", "20")
        self.assertEqual((r.stdout, r.returncode), ("unknown\n", 20))
        self.assertIn("out of memory", r.stderr)

    def test_children_do_not_outlive_a_killed_parent(self):
        p = subprocess.Popen([LATCH, "check", self.file(HARD)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1)
        children = subprocess.run(["pgrep", "-P", str(p.pid)], capture_output=True, text=True).stdout.split()
        p.kill()
        p.wait()
        time.sleep(0.5)
        self.assertTrue(children)
        self.assertFalse([c for c in children if os.path.exists(f"/proc/{c}") and "Z" not in open(f"/proc/{c}/stat").read().split()[2]])


if __name__ == "__main__":
    unittest.main()
