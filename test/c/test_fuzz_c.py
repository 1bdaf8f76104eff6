#!/usr/bin/env python3
"""A few random C programs, always the same: `latch run` does what the compiled program does, `latch check` says what is true."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fuzz_c  # noqa: E402

WILD = (1, 2, 20, 35, 40, 43)
VERDICTS = range(1, 6)
LIBRARY_CALLS = range(1, 9)
POINTERS_RIGHT, POINTERS_WRONG = (1, 8), range(2, 8)


class FuzzTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        fuzz_c.VERDICT_SECONDS = 2

    def agree(self, kind, seeds):
        """Returns what the programs are counted as."""
        counts = []
        for seed in seeds:
            what, failure = fuzz_c.try_one(kind, seed, self.folder, self.folder, reduce_seconds=0)
            self.assertIsNone(failure, f"seed {seed}")
            counts.append(what)
        return counts

    def latch_run(self, text, *options):
        path = os.path.join(self.folder, "program.c")
        with open(path, "w") as f:
            f.write(text)
        r = subprocess.run([fuzz_c.LATCH, "run", *options, path], capture_output=True, text=True, timeout=60)
        return r.returncode, r.stdout, r.stderr

    def test_runs(self):
        self.assertEqual(self.agree("run", range(1, 9)), ["run"] * 8)

    def test_undefined_operations(self):
        counts = self.agree("wild", WILD)
        # A program with an undefined constant expression is refused.
        decided = {c for c in counts if not c.startswith("skipped, refused")}
        self.assertEqual(decided, {"wild, undefined", "wild, defined"})

    def test_wrong_pointers(self):
        """In these programs Latch and the sanitizer see the same: nothing, or the same line first."""
        self.assertEqual(self.agree("memory", POINTERS_RIGHT), ["memory, right"] * len(POINTERS_RIGHT))
        self.assertEqual(self.agree("memory", POINTERS_WRONG), ["memory, wrong"] * len(POINTERS_WRONG))

    def test_verdicts(self):
        counts = self.agree("verdict", VERDICTS)
        self.assertFalse([c for c in counts if c.startswith("skipped")], counts)

    def test_library_calls(self):
        counts = self.agree("library", LIBRARY_CALLS)
        self.assertFalse([c for c in counts if c.startswith("skipped")], counts)

    def test_a_run_exits_as_the_program_does(self):
        text = 'int printf(const char *, ...);\nint main(void) { printf("%d\\n", 6 * 7); return 256 + 3; }\n'
        self.assertEqual(self.latch_run(text), (3, "42\n", ""))

    def test_a_violated_goal(self):
        code, out, err = self.latch_run("void reach_error(void);\nint main(void)\n{\n    reach_error();\n}\n")
        self.assertEqual((code, out), (77, ""))
        self.assertRegex(err, r"^latch: violated: .*program\.c:4: ")

    def test_a_run_that_does_not_end(self):
        code, _, err = self.latch_run("int main(void) { for (;;) {} }\n", "--timeout", "0.3")
        self.assertEqual(code, 20)
        self.assertRegex(err, r"^latch: stopped: .*out of time")
        code, _, err = self.latch_run("void abort(void);\nint main(void) { abort(); }\n")
        self.assertEqual(code, 20)
        self.assertTrue(err.startswith("latch: stopped: "), err)

    def test_another_entry(self):
        self.assertEqual(self.latch_run("long start(void) { return sizeof(long); }\n", "--entry", "start", "--arch", "32")[0], 4)

    def test_only_programs_run(self):
        path = os.path.join(fuzz_c.TOP, "examples", "safe-loop.smt2")
        r = subprocess.run([fuzz_c.LATCH, "run", path], capture_output=True, text=True, timeout=60)
        self.assertEqual((r.returncode, r.stdout), (2, ""))
        self.assertIn("not a C program", r.stderr)


if __name__ == "__main__":
    unittest.main()
