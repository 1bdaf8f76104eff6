#!/usr/bin/env python3
"""Test suites of `while` programs: what they cover, and that they run as they say."""

import os
import subprocess
import tempfile
import unittest

LATCH = os.environ.get("LATCH", os.path.join(os.path.dirname(__file__), "..", "..", "build", "latch"))
PROGRAM = """int g;
proc add(ref int f, int n) {
    if n > 3 then
        *f := *f + n
    else
        *f := 0
}
proc outer(out int f) {
    add(f, 5);
    if *f = 12 then
        assert false
}
main {
    int x;
    havoc x;
    outer(x);
    while x > g do
        x := x - 1;
    assume g != 3
}
bad x = 100
"""


class Suites(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = os.path.join(self.folder.name, "p.while")
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        self.suite = os.path.join(self.folder.name, "suite")

    def make(self, goal):
        return subprocess.run([LATCH, "test", "--goal", goal, "--timeout", "60", self.program, "-o", self.suite], capture_output=True, text=True, timeout=200, check=False)

    def statuses(self):
        with open(os.path.join(self.suite, "goals.csv"), encoding="utf-8") as file:
            rows = file.read().splitlines()[1:]
        return {row.rsplit(",", 2)[0].split(",", 1)[1]: row.rsplit(",", 2)[1] for row in rows}

    def test_every_goal_is_reached_or_proved_unreachable(self):
        done = self.make("block,branch,error")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.statuses(), {
            '2,6,add,block,"function `add`"': "reached",
            '3,5,add,block and branch,"branch `n > 3` true"': "reached",
            '3,5,add,block and branch,"branch `n > 3` false"': "unreachable",
            '8,6,outer,block,"function `outer`"': "reached",
            '10,5,outer,block and branch,"branch `*f = 12` true"': "reached",
            '11,9,outer,error,"assertion `false` fails"': "reached",
            '10,5,outer,branch,"branch `*f = 12` false"': "reached",
            '13,1,main,block,"function `main`"': "reached",
            '17,5,main,block and branch,"branch `x > g` true"': "reached",
            '17,5,main,block and branch,"branch `x > g` false"': "reached",
            '21,1,main,error,"at the end of main, the bad `x = 100`"': "reached",
        })

    def test_the_suite_runs_as_it_says(self):
        self.make("error")
        environment = {**os.environ, "LATCH": os.path.abspath(LATCH)}
        done = subprocess.run([os.path.join(self.suite, "run-tests.sh")], env=environment, capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("test 1: pass (a violated assertion at line", done.stdout)
        for name in os.listdir(self.suite):
            if name.endswith(".inputs"):
                with open(os.path.join(self.suite, name), "w", encoding="utf-8") as file:
                    file.write("1,1\n")
        done = subprocess.run([os.path.join(self.suite, "run-tests.sh")], env=environment, capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("FAIL", done.stdout)

    def test_calls_of_a_procedure_are_goals(self):
        self.assertEqual(self.make("add").returncode, 0)
        self.assertEqual(self.statuses(), {'9,5,outer,call,"call in `outer`"': "reached"})
        done = self.make("nobody")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no procedure `nobody`", done.stderr)


if __name__ == "__main__":
    unittest.main()
