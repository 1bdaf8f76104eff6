#!/usr/bin/env python3
"""Horn problems with uninterpreted functions, constants and sorts: answers, models, refutations, and random problems with another solver.

    test_functions.py [--random N] [--seed S]     only random problems
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.environ.get("LATCH", os.path.join(TOP, "build", "latch"))
Z3 = shutil.which("z3")

SMALL = {
    # f(0) has some value, whatever it is
    "unsat 1": "(declare-fun f (Int) Int)(declare-fun p (Int) Bool)(assert (p (f 0)))(assert (forall ((x Int)) (=> (p x) false)))",
    "sat 2": "(declare-const c Int)(declare-fun p (Int) Bool)(assert (p c))(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))"
             "(assert (forall ((x Int)) (=> (and (p x) (< x 10)) false)))",
    "unsat 3": "(declare-const c Int)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (> x c) (p x))))(assert (forall ((x Int)) (=> (p x) false)))",
    "sat 4": "(declare-fun f (Int) Int)(declare-fun p (Int Int) Bool)(assert (forall ((x Int)) (> (f x) x)))(assert (p 0 0))"
             "(assert (forall ((x Int) (n Int)) (=> (and (p x n) (< n 3)) (p (f x) (+ n 1)))))(assert (forall ((x Int) (n Int)) (=> (and (p x n) (< x n)) false)))",
    "unsat 5": "(define-fun-rec fac ((n Int)) Int (ite (<= n 0) 1 (* n (fac (- n 1)))))(declare-fun p (Int) Bool)(assert (p (fac 4)))(assert (=> (p 24) false))",
    "sat 6": "(declare-sort U 0)(declare-fun f (U) Int)(declare-const a U)(declare-const b U)(declare-fun p (Int) Bool)(assert (p (f a)))"
             "(assert (forall ((x Int)) (=> (and (p x) (= x (f b)) (not (= a b))) false)))",
    "unsat 7": "(declare-fun f (Int Int) Int)(declare-fun p (Int) Bool)(assert (forall ((x Int) (y Int)) (= (f x y) (f y x))))(assert (p (f 1 2)))"
               "(assert (forall ((x Int)) (=> (and (p x) (= x (f 2 1))) false)))",
    "unsat 8": "(declare-const a Int)(declare-fun a? (Int) Bool)(assert (forall ((a Int)) (a? a)))(assert (=> (a? a) false))",
    "sat 9": "(declare-fun f ((_ BitVec 8)) (_ BitVec 8))(declare-fun p ((_ BitVec 8)) Bool)(assert (p (f #x01)))"
             "(assert (forall ((x (_ BitVec 8))) (=> (and (p x) (bvult x #x80)) false)))",
    "unsat 10": "(declare-const m (Array Int Int))(declare-fun p (Int) Bool)(assert (p (select m 3)))(assert (p (select (store m 3 4) 3)))(assert (=> (p 4) false))",
    "sat 11": "(declare-datatype list ((nil) (cons (head Int) (tail list))))(declare-const l list)(declare-fun p (list) Bool)(assert (p l))"
              "(assert (forall ((x list)) (=> (and (p x) ((_ is nil) x)) false)))",
    # the clauses hold if f is the identity
    "sat 12": "(declare-fun f (Int) Int)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (= (f x) x) (p x))))(assert (=> (not (= (f 2) 2)) false))"
              "(assert (=> (p 1) false))",
    "unsat 13": "(declare-const a Int)(declare-fun p () Bool)(assert (=> (> a 0) p))(assert (=> (<= a 0) p))(assert (=> p false))",
}


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.wide = self.r.random() < 0.3
        self.sort = "(_ BitVec 3)" if self.wide else "Int"

    def number(self):
        n = self.r.randrange(4)
        return "(_ bv%d 3)" % n if self.wide else str(n)

    def term(self, names, depth=2):
        k = self.r.random()
        if depth == 0 or k < 0.45:
            return self.r.choice(names + ["c"] + [self.number()])
        if k < 0.65:
            return "(f %s)" % self.term(names, depth - 1)
        if k < 0.75:
            return "(g %s %s)" % (self.term(names, depth - 1), self.term(names, depth - 1))
        return "(%s %s %s)" % ("bvadd" if self.wide else self.r.choice("+-"), self.term(names, depth - 1), self.number())

    def literal(self, names):
        op = self.r.choice(["=", "distinct", "bvult", "bvsle"] if self.wide else ["=", "distinct", "<", "<="])
        return "(%s %s %s)" % (op, self.term(names), self.term(names))

    def clause(self):
        names = ["x", "y"][:self.r.randrange(3)]
        body = ["(%s %s)" % (self.r.choice("pq"), self.term(names, 1)) for _ in range(self.r.choice([0, 1, 1, 2]))]
        body += [self.literal(names) for _ in range(self.r.choice([0, 1, 1, 2]))]
        head = "false" if self.r.random() < 0.35 and body else "(%s %s)" % (self.r.choice("pq"), self.term(names, 2))
        formula = "(=> (and true %s) %s)" % (" ".join(body), head)
        return "(assert (forall (%s) %s))" % (" ".join("(%s %s)" % (n, self.sort) for n in names), formula) if names else "(assert %s)" % formula

    def problem(self):
        s = self.sort
        lines = ["(declare-const c %s)" % s, "(declare-fun f (%s) %s)" % (s, s), "(declare-fun g (%s %s) %s)" % (s, s, s)]
        lines += ["(declare-fun %s (%s) Bool)" % (p, s) for p in "pq"]
        return "\n".join(lines + [self.clause() for _ in range(self.r.randrange(3, 7))])


def run(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.split("\n")
    except subprocess.TimeoutExpired:
        return ["unknown"]


def compare(folder, seed, seconds):
    """(their answer, ours, whether the certificate is wrong)"""
    problem = Generator(seed).problem()
    ours, theirs, proof = (os.path.join(folder, name) for name in ("ours.smt2", "theirs.smt2", "proof.smt2"))
    for path, logic in ((ours, "HORN"), (theirs, "ALL")):
        with open(path, "w") as f:
            f.write("(set-logic %s)\n%s\n(check-sat)\n" % (logic, problem))
    if os.path.exists(proof):
        os.remove(proof)
    a = run([LATCH, "check", "--timeout", str(seconds), "--certificate", proof, ours])[0]
    b = run([Z3, "-T:%d" % seconds, theirs])[0]
    wrong = a in ("sat", "unsat") and set(run([Z3, "-T:20", proof])) & {"sat", "error"} != set()
    return b, a, wrong, problem


class FunctionsTest(unittest.TestCase):
    def test_small(self):
        for name, problem in SMALL.items():
            with tempfile.TemporaryDirectory() as folder:
                path, proof = os.path.join(folder, "a.smt2"), os.path.join(folder, "proof.smt2")
                with open(path, "w") as f:
                    f.write("(set-logic HORN)\n%s\n(check-sat)\n" % problem)
                r = subprocess.run([LATCH, "check", "--timeout", "30", "--model", "--derivation", "--json", os.path.join(folder, "j"), "--certificate", proof, path],
                                   capture_output=True, text=True, timeout=120)
                self.assertEqual(r.stdout.split("\n")[0], name.split()[0], name + r.stderr)
                if Z3:
                    answers = run([Z3, proof])
                    self.assertTrue(set(answers) <= {"unsat", ""}, (name, answers))

    def test_interpretations_are_values(self):
        script = ("(declare-fun f (Int) Int)(declare-const c Int)(declare-fun p (Int) Bool)(assert (p (f 3)))(assert (=> (p 0) false))(assert (=> (distinct c 7) false))"
                  "(check-sat)(get-value ((= (f 3) 0) c (+ c 1) (p (f 3))))(push)(assert (=> (= c 7) false))(check-sat)(get-proof)(pop)(check-sat)")
        r = subprocess.run([LATCH, "session"], input=script, capture_output=True, text=True, timeout=120)
        lines = r.stdout.split("\n")
        self.assertEqual(lines[:6], ["sat", "(((= (f 3) 0) false)", " (c 7)", " ((+ c 1) 8)", " ((p (f 3)) true))", "unsat"], r.stdout)
        self.assertEqual((lines[-2], r.returncode), ("sat", 0))

    @unittest.skipUnless(Z3, "no other solver")
    def test_random(self):
        decided = 0
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(12):
                theirs, ours, wrong, problem = compare(folder, seed, 2)
                self.assertFalse(wrong, problem)
                self.assertFalse({theirs, ours} == {"sat", "unsat"}, problem)
                decided += ours in ("sat", "unsat")
        self.assertGreater(decided, 8)


def only_random():
    n, first = int(sys.argv[2]), int(sys.argv[4]) if len(sys.argv) > 4 else 0
    count = {}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + n):
            theirs, ours, wrong, problem = compare(folder, seed, 3)
            count[theirs, ours] = count.get((theirs, ours), 0) + 1
            if wrong or {theirs, ours} == {"sat", "unsat"}:
                print("seed", seed, theirs, ours, "wrong certificate" if wrong else "", problem, sep="\n", flush=True)
    print(count)


if __name__ == "__main__":
    only_random() if "--random" in sys.argv else unittest.main()
