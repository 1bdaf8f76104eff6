#!/usr/bin/env python3
"""Tests of bench/everyday with a fake Latch: how answers are judged, counted and selected."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EVERYDAY = Path(__file__).resolve().parents[2] / "bench" / "everyday"
# Says what the program tells it to say in its second line, and ends with the exit code in front of that.
LATCH = r"""#!/bin/sh
for last; do :; done
echo "$*" >> "$CALLS"
line=$(sed -n 's|^// say \([0-9]*\) \(.*\)|\2|p' "$last")
code=$(sed -n 's|^// say \([0-9]*\) .*|\1|p' "$last")
case "$line" in
hang) sleep 30;;
error*) echo "$last:1: $line" >&2;;
*) echo "$line" | sed "s|FILE|$last|g" | tr '|' '\n';;
esac
exit "$code"
"""


class EverydayTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)
        (self.dir / "latch").write_text(LATCH)
        (self.dir / "latch").chmod(0o755)

    def program(self, name, expect, say):
        path = self.dir / "programs" / f"{name}.c"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"// expect: {expect}\n// say {say}\nint main(void) {{ return 0; }}\n")

    def everyday(self, *arguments, code):
        r = subprocess.run([sys.executable, str(EVERYDAY), "--root", str(self.dir / "programs"), "--latch", str(self.dir / "latch"), *arguments],
                           capture_output=True, text=True, timeout=60, env={**os.environ, "CALLS": str(self.dir / "calls"), "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        return r.stdout + r.stderr

    def row(self, said, group):
        return next(line.split()[1:6] for line in said.splitlines() if line.split()[0] == group)

    def test_what_is_right(self):
        self.program("a/one", "safe", "0 SAFE")
        self.program("a/two", "unsafe line 7", "10 UNSAFE|FILE:7: assert: no: VIOLATED")
        self.program("b/three", "unsafe line 7; options: --check div --arch 32", "10 UNSAFE|FILE:7: div: no: VIOLATED|FILE:9: div: no: VIOLATED")
        self.program("b/four", "safe", "0 SAFE (if foo behaves as listed)")
        said = self.everyday("--time", "5", code=0)
        self.assertEqual([self.row(said, g) for g in ("a", "b", "all")], [["2", "2", "0", "0", "0"], ["2", "2", "0", "0", "0"], ["4", "4", "0", "0", "0"]])
        self.assertIn(f"check --timeout 5 --check div --arch 32 {self.dir}/programs/b/three.c", (self.dir / "calls").read_text().splitlines())

    def test_what_is_wrong(self):
        self.program("a/missed", "unsafe line 7", "0 SAFE")
        self.program("a/invented", "safe", "10 UNSAFE|FILE:7: assert: no: VIOLATED")
        self.program("a/elsewhere", "unsafe line 7", "10 UNSAFE|FILE:17: assert: no: VIOLATED|FILE:7: assert: no: unknown")
        self.program("a/fine", "safe", "0 SAFE")
        said = self.everyday(code=1)
        self.assertEqual(self.row(said, "a"), ["4", "1", "0", "3", "0"])
        self.assertIn("a/missed.c: WRONG (SAFE), expected unsafe line 7", said)
        self.assertIn("a/elsewhere.c: WRONG (UNSAFE at line 17)", said)
        self.everyday("a/fine", code=0)

    def test_what_is_undecided_or_refused(self):
        self.program("a/unknown", "safe", "20 UNKNOWN (too hard)")
        self.program("a/hang", "safe", "0 hang")
        self.program("b/refused", "safe", "2 error: no inline assembly")
        self.program("b/liar", "safe", "10 SAFE")
        said = self.everyday("--time", "0.2", "-j", "4", code=0)
        self.assertEqual([self.row(said, g) for g in ("a", "b")], [["2", "0", "2", "0", "0"], ["2", "0", "0", "0", "2"]])
        self.assertIn("a/unknown.c: undecided (too hard)", said)
        self.assertIn("a/hang.c: undecided (timeout, without an answer)", said)
        self.assertIn("no inline assembly", said)

    def test_an_answer_that_is_cut_off_is_none(self):
        self.program("a/cut", "unsafe line 7", "10 UNSAFE")
        latch = self.dir / "latch"
        latch.write_text(LATCH.replace('exit "$code"', 'sleep 30'))
        self.assertIn("before the answer was written out", self.everyday("--time", "0.2", code=0))
        latch.write_text(LATCH)
        self.assertIn("WRONG", self.everyday(code=1))

    def test_selection(self):
        for name in ("a/one", "a/two", "b/one"):
            self.program(name, "safe", "0 SAFE")
        for globs, count in ((["a"], 2), (["one"], 2), (["a/t*"], 1), (["b", "two.c"], 2), ([], 3)):
            self.assertEqual(self.row(self.everyday(*globs, code=0), "all")[0], str(count))
        self.assertIn("| a | 2 | 2 |", self.everyday("--markdown", code=0))

    def test_bad_usage(self):
        (self.dir / "programs").mkdir()
        self.assertIn("no program in", self.everyday(code=2))
        self.program("a/one", "safe", "0 SAFE")
        self.assertIn("no program is selected", self.everyday("none", code=2))
        self.program("a/two", "nothing", "0 SAFE")
        self.assertIn("two.c:1: no expectation", self.everyday(code=2))
        self.everyday("--time", "0", code=2)


if __name__ == "__main__":
    unittest.main()
