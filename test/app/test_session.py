#!/usr/bin/env python3
"""`latch session`: commands, their responses, the same answers as another solver's."""

import os
import select
import shutil
import subprocess
import tempfile
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.environ.get("LATCH", os.path.join(TOP, "build", "latch"))

SCRIPT = """(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(declare-fun a () Bool)
(declare-datatypes ((list 0)) (((nil) (cons (head Int) (tail list)))))
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 3)) (inv (+ x 1) (+ y 1)))))
(check-sat)
(push 1)
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (not (= x y))) false)))
(check-sat)
(push 2)
(declare-fun q (Int) Bool)
(declare-datatypes ((color 0)) (((red) (green))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (> x 2)) (q x))))
(assert (forall ((x Int)) (=> (q x) false)))
(check-sat)
(pop 1)
(check-sat)
(pop 1)
(declare-datatypes ((color 0)) (((red) (blue))))
(check-sat)
(pop 1)
(assert (=> a false))
(check-sat)
(check-sat-assuming (a))
(check-sat-assuming ((not a)))
(check-sat)
(reset-assertions)
(check-sat)
(reset)
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (=> (p 0) false))
(check-sat)
(exit)
(check-sat)
"""
ANSWERS = ["sat", "sat", "unsat", "sat", "sat", "sat", "unsat", "sat", "sat", "sat", "unsat"]


def answers(output):
    return [line for line in output.splitlines() if line in ("sat", "unsat", "unknown")]


class SessionTest(unittest.TestCase):
    def session(self, script, *options):
        return subprocess.run([LATCH, "session", *options], input=script, capture_output=True, text=True, timeout=120)

    def test_answers(self):
        r = self.session(SCRIPT)
        self.assertEqual((r.stdout.split(), r.returncode), (ANSWERS, 0), r.stderr)

    @unittest.skipUnless(shutil.which("z3"), "no other solver")
    def test_other_solver_agrees(self):
        with tempfile.NamedTemporaryFile("w", suffix=".smt2") as f:
            f.write(SCRIPT)
            f.flush()
            theirs = answers(subprocess.run(["z3", f.name], capture_output=True, text=True, timeout=120).stdout)
        self.assertEqual(len(theirs), len(ANSWERS))
        told = [(i, t) for i, t in enumerate(theirs) if t != "unknown"]
        self.assertGreater(len(told), 3)
        for i, answer in told:
            self.assertEqual(answer, ANSWERS[i], i)

    def test_models_values_and_proofs(self):
        r = self.session(SCRIPT.split("(push 2)")[0] + """(get-model)
(get-value ((inv 0 0) (inv 1 2) (+ 1 2) (head (cons 4 nil)) |a|))
(get-proof)
(assert (forall ((x Int)) (=> (inv x 2) false)))
(get-model)
(check-sat)
(get-proof)
(get-value (a))
""")
        out = r.stdout
        self.assertIn("(define-fun inv ((x Int) (y Int)) Bool", out)
        self.assertRegex(out, r"\(\(\(inv 0 0\) true\)\n \(\(inv 1 2\) false\)\n \(\(\+ 1 2\) 3\)\n \(\(head \(cons 4 nil\)\) 4\)\n \(\|a\| (true|false)\)\)")
        self.assertEqual(out.count('(error "the last answer was not'), 3)
        self.assertIn("(step t1 (cl (inv 0 0)) :rule hyper_resolution :premises (c1) :args ((:= x 0) (:= y 0)))", out)
        self.assertRegex(out, r"\(step t4 \(cl\) :rule hyper_resolution :premises \(c\d t3\)")
        self.assertIn(";    1. inv(0, 0)", out)
        self.assertEqual(r.returncode, 2)

    def test_responses(self):
        script = """(get-option :print-success)(set-option :print-success true) ; all on one line
(set-option :timeout 500)
(get-option :timeout)
(set-logic HORN)
(echo "one ""two"" (")
(get-info :name) (get-info :assertion-stack-levels)
(push)
(get-info :assertion-stack-levels)
(get-info :nothing)
(simplify (+ 1 1))
(declare-fun |a ( b| () Bool)
(assert |a ( b|)
(get-assertions)
(set-info :source |
 a ) b|)
(pop 2)
(assert (foo 3))
(declare-fun f (Int) |a b|)
(set-logic QF_BV)
foo
(check-sat)
(get-info :reason-unknown)
(assert (=> |a ( b| false))
(check-sat)
(exit)
"""
        r = self.session(script)
        self.assertEqual(r.stdout.split("\n"), [
            "false", "success", "success", "500", "success", '"one ""two"" ("', '(:name "Latch")', "(:assertion-stack-levels 0)", "success",
            "(:assertion-stack-levels 1)", "unsupported", "unsupported", "success", "success", "(", "|a ( b|", ")", "success",
            '(error "there are only 1 levels to pop")',
            '(error "line 17 column 9: unknown function \'foo\': neither declared nor defined nor built in")',
            r.stdout.split("\n")[20], r.stdout.split("\n")[21], '(error "line 20 column 1: expected a command, found \'foo\'")', "sat",
            '(error "the last answer was not unknown")', "success", "unsat", "success", ""])
        self.assertIn("line 18 column 22", r.stdout.split("\n")[20])
        self.assertIn("QF_BV", r.stdout.split("\n")[21])
        self.assertEqual((r.returncode, r.stderr), (2, ""))

    def test_global_declarations(self):
        r = self.session("(set-option :global-declarations true)(push)(declare-fun p () Bool)(assert p)(pop)(assert (=> p false))(check-sat)"
                         "(reset-assertions)(assert p)(assert (=> p false))(check-sat)")
        self.assertEqual((r.stdout.split(), r.returncode), (["sat", "unsat"], 0))

    def test_answers_come_at_once(self):
        s = subprocess.Popen([LATCH, "session"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(s.wait)
        self.addCleanup(s.stdout.close)

        def ask(command, expected):
            s.stdin.write(command.encode())
            s.stdin.flush()
            self.assertTrue(select.select([s.stdout], [], [], 60)[0], command)
            self.assertEqual(s.stdout.readline().decode(), expected)
        ask("(declare-fun p () Bool)\n(check-sat)", "sat\n")
        ask("(assert p)\n(assert (=> p\n false))(check-sat)", "unsat\n")
        s.stdin.write(b"(check-sat")
        s.stdin.close()
        self.assertEqual(s.stdout.read(), b'(error "line 4: the input ends within a command")\n')
        self.assertEqual(s.wait(), 2)

    def test_limits(self):
        hard = """(set-logic HORN)(declare-fun p (Int Int Int) Bool)
(assert (forall ((a Int)) (p a 1 1)))
(assert (forall ((a Int) (b Int) (c Int)) (=> (p a b c) (p a (+ b 1) c))))
(assert (forall ((a Int) (b Int) (c Int)) (=> (p a b c) (p a b (+ c 1)))))
(assert (forall ((a Int) (b Int) (c Int)) (=> (and (p a b c) (> a 0) (= (+ (* a a a) (* b b b)) (* c c c))) false)))
(set-option :timeout 300)
(check-sat)
(get-info :reason-unknown)
(reset)(check-sat)
"""
        out = self.session(hard).stdout
        self.assertEqual(answers(out), ["unknown", "sat"])
        self.assertIn('(:reason-unknown "', out)
        bomb = "(declare-fun p (Int) Bool)(assert (p " + "".join(
            "(let ((a%d (* a%d a%d))) " % (i + 1, i, i) if i else "(let ((a1 (* 3 3))) " for i in range(60)) + "a60" + ")" * 62 + "(check-sat)"
        r = self.session(bomb, "--timeout", "1")
        self.assertTrue(r.returncode in (2, 20) and '(error "' in r.stdout, r.stdout)

    def test_overflow_predicates(self):
        def signed(x):
            return x - 8 if x >= 4 else x
        overflows = {"bvuaddo": lambda a, b: a + b > 7, "bvsaddo": lambda a, b: not -4 <= signed(a) + signed(b) <= 3, "bvusubo": lambda a, b: a < b,
                     "bvssubo": lambda a, b: not -4 <= signed(a) - signed(b) <= 3, "bvumulo": lambda a, b: a * b > 7,
                     "bvsmulo": lambda a, b: not -4 <= signed(a) * signed(b) <= 3, "bvsdivo": lambda a, b: signed(a) == -4 and signed(b) == -1}
        terms = [("(%s (_ bv%d 3) (_ bv%d 3))" % (name, a, b), f(a, b)) for name, f in overflows.items() for a in range(8) for b in range(8)]
        terms += [("(bvnego (_ bv%d 3))" % a, a == 4) for a in range(8)]
        terms += [("(= (sbv_to_int (_ bv%d 3)) (- %d))" % (a, -signed(a)), True) for a in range(4, 8)] + [("(= (sbv_to_int #b011) 3)", True)]
        out = self.session("(check-sat)(get-value (%s))" % " ".join(t for t, _ in terms)).stdout
        rows = [line.rstrip(")").split()[-1] for line in out.split("\n")[1:-1]]
        self.assertEqual(rows, [str(v).lower() for _, v in terms])

    def test_many_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("a", SCRIPT.split("(push 1)")[0]), ("b", "(declare-fun p () Bool)(assert p)(assert (=> p false))(check-sat)"), ("c", "(foo")):
                with open(os.path.join(folder, name + ".smt2"), "w") as f:
                    f.write(content)
            paths = [os.path.join(folder, name + ".smt2") for name in "abc"]
            r = subprocess.run([LATCH, "check", *paths], capture_output=True, text=True, timeout=120)
            rows = [line.split() for line in r.stdout.splitlines()]
            self.assertEqual([(row[0], row[-1]) for row in rows[1:4]], list(zip(("sat", "unsat", "error"), paths)))
            self.assertEqual((" ".join(rows[4]), r.returncode), ("2 of 3 answered", 2))
            r = subprocess.run([LATCH, "check", *paths[:2]], capture_output=True, text=True, timeout=120)
            self.assertEqual(r.returncode, 10)


if __name__ == "__main__":
    unittest.main()
