#!/usr/bin/env python3
"""Loops of test/loops that `auto` decides quickly, of each kind some, right and with a bug: no answer may be wrong, and nearly all must be there.
`make bench-loops` runs them all."""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
EVERYDAY = HERE.parents[1] / "bench" / "everyday"
LATCH = Path(os.environ.get("LATCH", HERE.parents[1] / "build" / "latch")).absolute()
RELEASE = LATCH.parent.parent / "latch"
FAST = """
    arrays/backwards_unsafe
    growth/growth_sum_safe
    large/phase_of_input_safe large/saturated_safe large/two_phases_safe
    nested/inner_stays_in_range_unsafe nested/one_after_the_other_safe nested/one_after_the_other_unsafe nested/rectangle_safe
    products/by_addition_safe products/by_addition_unsafe products/geometric_safe products/geometric_unsafe
    products/sum_of_products_safe products/sum_of_products_unsafe
    remainders/even_steps_safe remainders/even_steps_unsafe
    sums/gauss_safe sums/gauss_unsafe sums/growing_steps_safe sums/odd_numbers_safe sums/odd_numbers_unsafe
""".split()
MOST_UNDECIDED = 3  # after a second try
BUSY = 3  # processes that want to run, for each processor: then times say nothing about Latch


def run(names, jobs, seconds):
    """What bench/everyday says about the programs, and which are undecided."""
    command = [sys.executable, EVERYDAY, "--root", HERE, "--latch", RELEASE if RELEASE.exists() else LATCH, "-j", str(jobs), "--time", str(seconds), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    return done, re.findall(r"^(\S+)\.c: undecided", done.stdout, re.MULTILINE)


class LoopsTest(unittest.TestCase):
    def test_fast_loops_are_decided(self):
        done, undecided = run(FAST, 2, 5)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        total, right, *others = next(line.split()[1:6] for line in done.stdout.splitlines() if line.startswith("all "))
        self.assertEqual(int(total), len(FAST))
        self.assertEqual([int(right) + len(undecided), *others[1:]], [len(FAST), "0", "0"], done.stdout)
        if undecided:
            done, undecided = run(undecided, 1, 10)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        if len(undecided) > MOST_UNDECIDED and os.getloadavg()[0] > BUSY * os.cpu_count():
            self.skipTest(f"no answer was wrong, but {len(undecided)} are missing: the machine is too busy")
        self.assertLessEqual(len(undecided), MOST_UNDECIDED, done.stdout)


if __name__ == "__main__":
    unittest.main()
