#!/usr/bin/env python3
"""A goal that no engine decides costs the others nothing: each has its own verdict when time is over."""

import json
import os
import re
import subprocess
import tempfile
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.path.abspath(os.environ.get("LATCH", os.path.join(TOP, "build", "latch")))
RELEASE = os.path.join(os.path.dirname(os.path.dirname(LATCH)), "latch") # beside a build with assertions; what matters here is time
LATCH = RELEASE if os.path.exists(RELEASE) else LATCH
TIME = 20

# 64 rounds of 64-bit products: neither proved nor found by anybody.
HARD = """    unsigned long long h = (unsigned)a;
    for (int k = 0; k < 64; k++) h = h * h + (h >> 7) * (unsigned)b + 11;
    assert(h % 1000003 != 77777 || h * h % 999983 != 4242 || h % 7777777 != 5);
"""
HEAD = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n"


def easy(i):
    """True for reasons of its own kind: a branch nearby, a loop, remainders."""
    return (f"    if (a > {i}) assert(a >= {i} - 2);\n",
            f"    {{ int s = 0, i; for (i = 0; i < {i + 3}; i++) s += 2; assert(s == 2 * i && i == {i + 3}); }}\n",
            f"    if (a == {i} && b == {i + 1}) assert(a * b == {i * (i + 1)});\n")[i % 3]


def program(n_easy, last=""):
    lines = [easy(i) for i in range(n_easy)]
    middle = n_easy // 2
    return (HEAD + "int main(void)\n{\n    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n" + "".join(lines[:middle]) + HARD +
            "".join(lines[middle:]) + last + "    return 0;\n}\n")


class SingleGoalsTest(unittest.TestCase):
    def check(self, source):
        with tempfile.TemporaryDirectory() as folder:
            path, report = os.path.join(folder, "p.c"), os.path.join(folder, "report.json")
            with open(path, "w") as f:
                f.write(source)
            run = subprocess.run([LATCH, "check", "--timeout", str(TIME), "--json", report, path], capture_output=True, text=True, timeout=4 * TIME)
            with open(report) as f:
                return run, json.load(f)

    def test_one_hard_goal_of_many(self):
        n = 29
        run, report = self.check(program(n))
        verdicts = [g["verdict"] for g in report["goals"]]
        self.assertEqual((run.returncode, len(verdicts)), (20, n + 1), run.stdout)
        open_goals = [g for g in report["goals"] if g["verdict"] == "unknown"]
        self.assertEqual([g["message"].split("`")[1][:11] for g in open_goals], ["h % 1000003"], run.stdout)
        self.assertRegex(run.stdout, rf"^UNKNOWN \({n} of {n + 1} goals are proved; ")
        self.assertEqual(len(re.findall(r"^.*p\.c:\d+: assert: .*: unknown$", run.stdout, re.MULTILINE)), 1, run.stdout)

    def test_a_violation_beside_a_hard_goal(self):
        run, report = self.check(program(6, "    if (a == 123456 && b == 7 * a) assert(b != 864192);\n"))
        self.assertTrue(run.stdout.startswith("UNSAFE\n"), run.stdout)
        wrong = [g["message"] for g in report["goals"] if g["verdict"] == "violated"]
        self.assertEqual(wrong, ["assertion `b != 864192' failed"])


if __name__ == "__main__":
    unittest.main()
