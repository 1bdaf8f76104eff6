#!/usr/bin/env python3
"""Options and outputs: what is refused before the work starts, flags for the compiler, what the answer notes."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.environ.get("LATCH", os.path.join(TOP, "build", "latch"))

HORN = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (p 0))\n(assert (forall ((x Int)) (=> (and (p x) (> x 0)) false)))\n(check-sat)\n"
PROGRAM = """#include <assert.h>
#include "numbers.h"
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > LIMIT) x = LIMIT;
    assert(x <= MOST);
    return 0;
}
"""


class ArgumentsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def file(self, name, content):
        with open(self.path(name), "w") as f:
            f.write(content)
        return self.path(name)

    def latch(self, *arguments, **more):
        return subprocess.run([LATCH, *arguments], text=True, timeout=120, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more})

    def assert_refused(self, message, *arguments):
        """At once, as nobody will ever write into the input."""
        if not os.path.exists(self.path("fifo.c")):
            os.mkfifo(self.path("fifo.c"))
        r = self.latch(*[self.path("fifo.c") if a == "FIFO" else a for a in arguments])
        self.assertEqual((r.stdout, r.returncode), ("", 2))
        self.assertIn(message, r.stderr)

    # outputs

    def test_outputs_that_cannot_be_made_are_refused_before_the_work(self):
        missing = self.path("no", "such")
        self.assert_refused("cannot make the folder", "test", "FIFO", "-o", missing)
        self.assert_refused("cannot make the folder", "check", "FIFO", "--keep-replay", missing)
        self.assert_refused("cannot write", "check", "FIFO", "--json", missing)
        self.assert_refused("cannot write", "check", "FIFO", "--certificate", missing)
        self.assert_refused("cannot write", "check", "FIFO", "--json", self.folder)
        taken = self.file("taken", "")
        self.assert_refused("Not a directory", "test", "FIFO", "-o", taken)
        self.assert_refused("the JSON, too", "check", "FIFO", "--json", taken, "--certificate", taken)

    def test_an_input_is_never_overwritten(self):
        self.assert_refused("is an input", "check", "FIFO", self.file("b.c", PROGRAM), "--json", self.path("b.c"))
        os.symlink(self.path("b.c"), self.path("link"))
        self.assert_refused("is an input", "check", "FIFO", self.path("b.c"), "--certificate", self.path("link"))
        with open(self.path("b.c")) as f:
            self.assertEqual(f.read(), PROGRAM)

    def test_folders_that_nothing_came_into_are_not_left(self):
        kept = self.path("kept")
        self.file("numbers.h", "#define LIMIT 3\n#define MOST 3\n")
        self.assertEqual(self.latch("check", self.file("a.c", PROGRAM), "--keep-replay", kept).returncode, 0)
        self.assertFalse(os.path.exists(kept))
        os.mkdir(kept)
        self.assertEqual(self.latch("check", self.path("a.c"), "--keep-replay", kept).returncode, 0)
        self.assertTrue(os.path.isdir(kept), "it was there before")

    def test_a_full_device_is_an_error(self):
        with open("/dev/full", "w") as full:
            for arguments in (["check", "--model", self.file("a.smt2", HORN)], ["check", "--print-horn", self.path("a.smt2")], ["--help"], ["engines"]):
                r = self.latch(*arguments, stdout=full)
                self.assertEqual(r.returncode, 2, arguments)
                self.assertIn("cannot write to standard output", r.stderr)
        self.assertEqual(self.latch("check", "--json", "/dev/full", self.path("a.smt2")).returncode, 2)

    # inputs

    def test_names_like_the_end_of_a_library_file_are_no_others(self):
        program = "#include <stdlib.h>\nint main(int c, char **v) { if (c > 1 && v) abort(); return 0; }\n"
        for name in ("t.c", "ort.c", "other.c"):  # the stack trace begins in abort.c
            self.assertEqual(self.latch("check", "--check", "abort", self.file(name, program)).stdout.split("\n")[0], "UNSAFE", name)

    def test_no_goal_is_proved_by_what_was_not_asked_for(self):
        changed = "#include <assert.h>\nextern int count;\nint step(void);\nint main(void) { count = 0; int s = step();\nassert(s != 3);\nassert(count == 0);\n}\n"
        r = self.latch("check", "-v", self.file("changed.c", changed))
        self.assertIn("changed.c:5: assert: assertion `s != 3' failed: VIOLATED", r.stdout)
        self.assertNotRegex(r.stdout, "changed.c:6: .*: (proved|unreachable)")
        beyond = ("#include <assert.h>\n#include <setjmp.h>\nstatic jmp_buf b;\nstatic void below(int x) { assert(x < 3); }\n"
                  "int main(void) { below(2); if (!setjmp(b)) longjmp(b, 1); below(3); }\n")
        weak = "#include <assert.h>\nextern int w __attribute__((weak));\nint main(void) { int *p = &w; assert(p); }\n"
        for program in (beyond, weak):
            r = self.latch("check", "-v", self.file("open.c", program))
            self.assertTrue(r.stdout.startswith("UNKNOWN"), r.stdout)
            self.assertNotRegex(r.stdout, ": (proved|unreachable)\n")

    def test_what_a_verdict_rests_on_is_listed(self):
        shared = ("#include <assert.h>\nstatic void set(int *restrict a, int *restrict b) { *a = 1; *b = 2; }\n"
                  "int main(void) { int x, y; set(&x, SECOND); assert(x == FIRST); }\n")
        for second, first in (("&x", "2"), ("&y", "1")):
            r = self.latch("check", self.file("shared.c", shared), "-D", "SECOND=" + second, "-D", "FIRST=" + first)
            self.assertTrue(r.stdout.startswith("SAFE"), r.stdout)
            self.assertEqual("assumption: what a `restrict` pointer" in r.stdout, second == "&x", r.stdout)

    def test_weak_definitions_that_another_file_may_replace_are_listed(self):
        weak = "#include <assert.h>\nint STRENGTH f(void) { return 3; }\nint STRENGTH g = 4;\nint main(void) { assert(f() + g == 7); }\n"
        for strength in ("", "__attribute__((weak))"):
            r = self.latch("check", self.file("weak.c", weak), "-D", "STRENGTH=" + strength)
            self.assertTrue(r.stdout.startswith("SAFE"), r.stdout)
            for line, name in ((2, "f"), (3, "g")):
                self.assertEqual(f"weak.c:{line}: assumption: no other file defines `{name}`" in r.stdout, strength != "", r.stdout)

    def test_accesses_as_another_type_are_listed(self):
        other = ["int x = 1; *(short *)&x = 2; assert(x == 2);", "int x = 1; assert(set(&x, (short *)&x) == 2);", "float f = 1; assert(*(int *)&f || 1);"]
        own = ["int x = 1; *(char *)&x = 2; assert(x == 2);", "union { int i; short s; } u; u.i = 1; u.s = 2; assert(u.i == 2);",
               "int x = 1; short s; assert(set(&x, &s) == 1);", "struct p a = {1, 2}, b = same(a); assert(b.y == 2);", "float f = 1; double d = f; assert(d == f || 1);",
               "int x = 1; float f; __builtin_memcpy(&f, &x, 4); assert(x == 1);", "_Bool b = 1; unsigned char c = b; assert(c == b);"]
        head = ("#include <assert.h>\nstruct p { int x, y; };\nstruct p same(struct p a) { return a; }\n"
                "int set(int *a, short *b) { *a = 1; *b = 2; return *a; }\nint main(void) { BODY }\n")
        for body in other + own:
            r = self.latch("check", self.file("type.c", head.replace("BODY", body)))
            self.assertTrue(r.stdout.startswith("SAFE"), body + r.stdout)
            self.assertEqual("-fno-strict-aliasing" in r.stdout, body in other, body)

    def test_what_a_model_takes_for_granted_is_listed(self):
        locale = "#include <assert.h>\n#include <locale.h>\n#include <stdlib.h>\nint main(void) { setlocale(LC_ALL, \"\"); assert(mblen(\"\\xc3\\xa9\", 2) != 2); }\n"
        again = "#include <assert.h>\n#include <stdio.h>\nint main(void) { while (getchar() != EOF) ; clearerr(stdin); assert(getchar() == EOF); }\n"
        twice = "#include <assert.h>\n#include <unistd.h>\nint main(void) { char c; if (read(0, &c, 1) == 0) assert(read(0, &c, 1) <= 0); }\n"
        for program, assumption in ((locale, "the locale that the environment names is C"), (again, "a stream that has ended has no more to come"),
                                    (twice, "standard input that has ended has no more to come")):
            r = self.latch("check", self.file("a.c", program))
            self.assertIn("assumption: " + assumption, r.stdout)

    def test_what_is_taken_for_granted_of_pointers_from_outside_is_listed(self):
        head = "#include <assert.h>\n"
        body = "if (a && b) { *a = 1; *b = 2; assert(*a == 1); } return 0; }\n"
        same = "void f(int *a) { g = 1; if (a) *a = 2; assert(g == 1); }\n"
        for program, options in ((head + "int f(int *a, int *b) { " + body, ("--entry", "f")), (head + "int g;\n" + same, ("--entry", "f")),
                                 (head + "extern int *a, *b;\nint main(void) { " + body, ()), (head + "int *a, *b;\nint main(void) { " + body, ("--input-globals", "a,b"))):
            r = self.latch("check", *options, self.file("a.c", program))
            self.assertEqual(r.returncode == 10 or "no two of them to one object" in r.stdout, True, r.stdout)
        r = self.latch("check", self.file("a.c", head + "int main(int n, char **v) { assert(v[n] == 0); }\n"))
        self.assertNotIn("no two of them", r.stdout)

    # answers

    def test_an_answer_is_one_line_whatever_solvers_say(self):
        area = """#include <limits.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1, h = argc > 2 ? atoi(argv[2]) : 1;
    if (w <= 0 || h <= 0 || w > INT_MAX / h) return 1;
    return w * h > 0;
}
"""
        r = self.latch("check", "--engine", "spacer", "--check", "overflow", "--timeout", "10", self.file("a.c", area))
        self.assertRegex(r.stdout.split("\n")[0], r"^(SAFE|UNSAFE|UNKNOWN \(.*\))$")

    def test_variables_of_the_library_are_shown_on_request(self):
        program = """#include <assert.h>
#include <stdio.h>
int main(void)
{
    FILE *f = fopen("a", "r");
    int n;
    if (!f || fscanf(f, "%d", &n) != 1) return 1;
    assert(n != 3 || getchar() != 'x');
    return 0;
}
"""
        source = self.file("a.c", program)
        shown = self.latch("check", source).stdout
        self.assertIn("read from a file = 51", shown)
        for name in ("opened.", "latch.scan", "n.magnitude", "latch_stdin"):
            self.assertNotIn(name, shown)
        self.assertIn("opened.", self.latch("check", "--trace-library", source).stdout)
        safe = self.latch("check", self.file("b.c", program.replace("getchar() != 'x'", "getchar() < 256"))).stdout
        self.assertEqual(safe.split("\n")[0], "SAFE")
        self.assertNotIn("latch_stdin", safe)

    def test_a_model_of_the_solver_that_is_none_refutes_nothing(self):
        bits = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static unsigned set[8];
int main(void)
{
    int c = __VERIFIER_nondet_int();
    if (c < 0 || c > 255) return 0;
    set[c >> 5] |= 1u << (c & 31);
    assert(set[c / 32] >> c % 32 & 1);
    return 0;
}
"""
        r = self.latch("check", "--engine", "bmc", "--timeout", "10", self.file("a.c", bits))
        self.assertNotIn("bug in Latch", r.stdout)

    # options

    def test_flags_for_the_compiler_come_before_or_after_the_dashes(self):
        source, headers = self.file("a.c", PROGRAM), self.path("include")
        os.mkdir(headers)
        self.file("include/numbers.h", "#ifndef LIMIT\n#define LIMIT 3\n#endif\n")
        first = self.file("first.h", "#define MOST 5\n")
        for flags, answer in (([f"-I{headers}", "-DMOST=3"], "SAFE"), (["-I", headers, "-D", "MOST=2"], "UNSAFE"),
                              (["-isystem", headers, "-include", first, "-DLIMIT=6", "-ULIMIT", "-std=c11"], "SAFE")):
            for words in ([*flags, source], [source, *flags], [source, "--", *flags], [flags[0], source, "--", *flags[1:]]):
                if flags[0] in ("-I", "-isystem") and words[0] == flags[0] and words[1] == source:
                    continue
                r = self.latch("check", *words)
                self.assertEqual(r.stdout.split("\n")[0], answer, r.stderr)
        self.assertEqual(self.latch("run", source, f"-I{headers}", "-D", "MOST=3").returncode, 0)
        self.assertEqual(self.latch("check", source, "-D").returncode, 2, "it needs a value")

    def test_what_unseen_functions_do_is_any_or_pure(self):
        source = self.file("a.c", PROGRAM)
        self.file("numbers.h", "#define LIMIT 3\n#define MOST 3\n")
        for how in ("any", "pure"):
            self.assertEqual(self.latch("check", "--unseen", how, source).returncode, 0)
        r = self.latch("check", "--unseen", "none", source)
        self.assertEqual(r.returncode, 2)
        self.assertIn("'pure'", r.stderr)

    def test_allocation_fails_only_if_asked(self):
        source = self.file("a.c", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }\n")
        r = self.latch("check", "--check", "pointer", source)
        self.assertEqual(r.returncode, 0, r.stdout)
        self.assertIn("assumption: memory allocation never fails", r.stdout)
        r = self.latch("check", "--check", "pointer", "--malloc-may-fail", source)
        self.assertEqual(r.returncode, 10, r.stdout)
        self.assertNotIn("never fails", r.stdout)

    def test_cpp_is_refused_by_name(self):
        for suffix in ("cpp", "cc", "cxx", "C", "hpp"):
            source = self.file(f"a.{suffix}", "int main() { return 0; }\n")
            for files in ([source], [self.file("b.c", "int x;\n"), source]):
                r = self.latch("check", *files)
                self.assertEqual(r.returncode, 2)
                self.assertIn(f"{source}: error: C++ is not supported", r.stderr)

    def test_no_check_is_no_proof(self):
        source = os.path.join(TOP, "examples", "unsafe-average.c")
        for checks in ("", ","):
            r = self.latch("check", "--check", checks, source)
            self.assertEqual((r.returncode, r.stdout), (2, ""))
            self.assertIn("there are assert, overflow", r.stderr)

    def test_nothing_to_check_is_noted(self):
        source = self.file("a.c", "int main(void) { return 0; }\n")
        r = self.latch("check", source)
        self.assertEqual((r.stdout.splitlines()[0], r.returncode), ("SAFE", 0))
        self.assertIn("note: there is nothing to check", r.stdout)
        self.assertIn("there is nothing to check", json.loads(self.latch("check", "--json", "-", source).stdout)["note"])
        with_goal = self.file("b.c", PROGRAM)
        self.file("numbers.h", "#define LIMIT 3\n#define MOST 3\n")
        self.assertNotIn("note:", self.latch("check", with_goal).stdout)


if __name__ == "__main__":
    unittest.main()
