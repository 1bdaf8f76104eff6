#!/usr/bin/env python3
"""tools/run-tests counts what test programs say, and never calls a crash, a leak or a time-out a success."""

import os
import subprocess
import tempfile
import textwrap
import unittest

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/run-tests")

CMOCKA = """
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
static void good(void **state) { (void)state; }
static void bad(void **state) { (void)state; assert_int_equal(1, 2); }
static void skipped(void **state) { (void)state; skip(); }
static void crash(void **state) { (void)state; _Exit(3); }
int main(void)
{
    (void)bad, (void)skipped, (void)crash;
    const struct CMUnitTest tests[] = {TESTS};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return EXIT;
}
"""


def is_running(process):
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False


class RunTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def script(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(text))
        os.chmod(path, 0o755)
        return path

    def cmocka(self, tests, code="failed"):
        listed = ", ".join(f"cmocka_unit_test({test})" for test in tests)
        source = self.script("cmocka.c", CMOCKA.replace("TESTS", listed).replace("EXIT", code))
        program = os.path.join(self.folder.name, "test_program")
        subprocess.run([*os.environ.get("CC", "cc").split(), source, "-lcmocka", "-o", program], check=True)
        return program

    def assert_counts(self, passed, failed, *programs, options=(), skipped=0):
        done = subprocess.run([TOOL, *options, *programs], capture_output=True, text=True, check=False)
        last = f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")
        self.assertEqual(done.stdout.splitlines()[-1], last, done.stdout)
        self.assertEqual(done.returncode, 0 if passed and not failed else 1)
        return done.stdout

    def test_cmocka_success_shows_one_line(self):
        output = self.assert_counts(2, 0, self.cmocka(["good", "good"]))
        self.assertEqual(len(output.splitlines()), 2)

    def test_cmocka_failure_shows_output(self):
        output = self.assert_counts(1, 1, self.cmocka(["good", "bad", "skipped"]), skipped=1)
        self.assertIn("0x1 != 0x2", output)

    def test_cmocka_exit_code_counts_although_all_passed(self):
        self.assert_counts(1, 1, self.cmocka(["good"], code="23"))

    def test_cmocka_crash_before_the_summary(self):
        self.assert_counts(1, 1, self.cmocka(["good", "crash", "good"]))

    def test_program_without_tests(self):
        self.assert_counts(0, 1, self.cmocka([], code="0*failed"))

    def test_signal(self):
        output = self.assert_counts(0, 1, self.script("test_a.sh", "kill -SEGV $$\n"))
        self.assertIn("SIGSEGV", output)

    def test_missing_program(self):
        self.assert_counts(0, 1, os.path.join(self.folder.name, "test_none"))

    def test_nothing_to_run_is_no_success(self):
        self.assert_counts(0, 0)

    def test_scripts(self):
        good = self.script("test_good.sh", "exit 0\n")
        bad = self.script("test_bad.sh", "exit 1\n")
        counting = self.script("test_counting.sh", "echo 3 passed, 2 failed; exit 1\n")
        liar = self.script("test_liar.sh", "echo 3 passed, 0 failed; exit 1\n")
        self.assert_counts(7, 4, good, bad, counting, liar)
        skipping = self.script("test_skipping.sh", "echo 3 passed, 0 failed, 4 skipped\n")
        self.assert_counts(3, 0, skipping, skipped=4)

    def test_unittest(self):
        script = self.script(
            "test_some.py",
            """
            import unittest
            class Some(unittest.TestCase):
                def test_a(self): pass
                def test_b(self): self.fail()
                def test_c(self): raise KeyError
                @unittest.skip("")
                def test_d(self): pass
            unittest.main()
            """,
        )
        self.assert_counts(1, 2, script, skipped=1)

    def test_time_out_ends_the_children_too(self):
        late = self.script("test_late.sh", "sleep 1000 & echo $! >$0.pid; wait\n")
        output = self.assert_counts(0, 1, late, options=["--timeout", "1"])
        self.assertIn("out of time", output)
        with open(late + ".pid", encoding="utf-8") as file:
            self.assertFalse(is_running(file.read().strip()))

    def test_environment(self):
        script = self.script("test_env.sh", '[ "$LATCH" = /some/build/latch ] && [ -z "${MAKEFLAGS+x}" ]\n')
        self.assert_counts(1, 0, script, options=["--build", "/some/build"])


if __name__ == "__main__":
    unittest.main()
