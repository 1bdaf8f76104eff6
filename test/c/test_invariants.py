#!/usr/bin/env python3
"""What `latch check` shows of a proof of a C program: loop invariants where the loops are, over the program's variables."""

import os
import re
import subprocess
import tempfile
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.environ.get("LATCH", os.path.join(TOP, "build", "latch"))
FIGURE_1A = os.path.join(TOP, "bench", "invgen-programs", "example1a.c")

# The loop's head has no instruction of its own: it begins in the library's function.
READS = """#include <assert.h>
#include <stdio.h>
int main(void)
{
    int i = 0, j = 0;
    while (getchar() != EOF) {
        if (i > 100) break;
        i++;
        j += 2;
    }
    assert(j == 2 * i);
    return 0;
}
"""


def invariants(file, *options):
    """The conjuncts shown for loops, by line."""
    out = subprocess.run([LATCH, "check", "--timeout", "60", *options, file], capture_output=True, text=True)
    assert out.stdout.startswith("SAFE"), out.stdout + out.stderr
    shown = re.findall(r":(\d+): loop invariant of \w+: (.*)", out.stdout)
    return {int(line): set(formula.split(" && ")) for line, formula in shown}


class InvariantsTest(unittest.TestCase):
    def test_figure_1a_of_from_tests_to_proofs(self):
        for unseen in ("any", "pure"):
            found = invariants(FIGURE_1A, "--engine", "invgen", "--arch", "32", "--unseen", unseen)
            self.assertIn("x <= y", found.get(8, ()), unseen)

    def test_loop_that_begins_with_a_call_of_the_library(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "reads.c")
            with open(file, "w") as f:
                f.write(READS)
            found = invariants(file, "--engine", "absint", "--no-pass", "unroll")
            self.assertEqual(list(found), [6])
            self.assertTrue({"2*i == j", "j == 2*i"} & found[6] or {"2*i <= j", "j <= 2*i"} <= found[6], found)


if __name__ == "__main__":
    unittest.main()
