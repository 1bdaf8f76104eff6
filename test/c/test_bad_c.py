#!/usr/bin/env python3
"""`latch check` on C that is wrong, empty or huge, and what it writes besides the answer."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.path.abspath(os.environ.get("LATCH", os.path.join(TOP, "build", "latch")))

ASSERT = """extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
"""
SAFE = ASSERT + """int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0, s = 0;
    while (i < n) {
        i++;
        s += 2;
    }
    assert(s == 2 * i);
    return 0;
}
"""
UNSAFE = ASSERT + """int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 40 && x < 43) assert(x != 42);
    return 0;
}
"""
# No engine settles this one: a chain of numbers that look random, one of which may be 42.
HARD = ASSERT + """int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned long long x = 1;
    for (unsigned i = 0; i < n; i++) {
        x ^= x >> 13;
        x = x * 6364136223846793005ULL + 1;
        x ^= x << 7;
    }
    assert(x != 42);
    return 0;
}
"""


def chain_of_blocks(n):
    """A function with about 2 * n basic blocks and without a loop."""
    lines = [ASSERT, "int main(void)\n{\n    int x = __VERIFIER_nondet_int(), y = 0;"]
    lines += [f"    if (x == {i}) y = {i};" for i in range(n)]
    lines.append("    assert(y >= 0);\n    return 0;\n}\n")
    return "\n".join(lines)


def much_code(size):
    lines = [ASSERT, "static unsigned state;"]
    length = sum(len(line) + 1 for line in lines)
    n = 0
    while length < size:
        lines.append(f"static unsigned f{n}(unsigned x)\n{{\n    unsigned y = x * {2 * n + 1}u + {n}u;\n"
                     f"    if (y > {n}u) y -= x;\n    state += y;\n    return y;\n}}\n")
        length += len(lines[-1]) + 1
        n += 1
    calls = "\n".join(f"    f{i}({i}u);" for i in range(0, n, 97))
    lines.append(f"int main(void)\n{{\n    int x = 1;\n{calls}\n    assert(x == 1);\n    return 0;\n}}\n")
    return "\n".join(lines)


class Base(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, content, name="program.c"):
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(content)
        return path

    def latch(self, *arguments, timeout=120):
        return subprocess.run([LATCH, "check", *arguments], capture_output=True, text=True, timeout=timeout, cwd=self.folder)

    def check(self, content, *options, name="program.c"):
        self.file(content, name)
        return self.latch("--timeout", "60", *options, name)


class BadInputTest(Base):
    def assertRefused(self, r, *texts):
        self.assertEqual((r.stdout, r.returncode), ("", 2), r.stderr)
        for text in texts:
            self.assertIn(text, r.stderr)
        self.assertEqual(r.stderr.count("\n\n"), 0, r.stderr)

    def test_syntax_error_is_told_by_the_compiler(self):
        r = self.check("int main(void)\n{\n    int x = ;\n    return 0;\n}\n")
        self.assertRefused(r, "program.c:3:13: error: expected expression")

    def test_type_error(self):
        self.assertRefused(self.check("int main(void) { struct unknown s; return s; }\n"), "program.c:1:", "error:", "incomplete type")

    def test_unfinished_file(self):
        self.assertRefused(self.check("int main(void) { if (1) {"), "program.c:1:", "error: expected '}'")

    def test_missing_main(self):
        self.assertRefused(self.check("int other(void) { return 0; }\n"), "error:", "main")

    def test_main_is_only_declared(self):
        self.assertRefused(self.check("int main(void);\nint f(void) { return main(); }\n"), "error:", "main")

    def test_empty_file(self):
        self.assertRefused(self.check(""), "error:", "main")

    def test_undefined_entry(self):
        self.assertRefused(self.check(SAFE, "--entry", "nowhere"), "error:", "nowhere")

    def test_missing_header(self):
        self.assertRefused(self.check('#include "no_such_header.h"\nint main(void) { return 0; }\n'), "program.c:1:10: ", "no_such_header.h")

    def test_two_definitions_in_a_file(self):
        self.assertRefused(self.check("int f(void) { return 1; }\nint f(void) { return 2; }\nint main(void) { return f(); }\n"),
                           "program.c:2:5: error: redefinition of 'f'")

    def test_two_definitions_in_two_files(self):
        a = self.file("int f(void) { return 1; }\nint main(void) { return f(); }\n", "a.c")
        b = self.file("int f(void) { return 2; }\n", "b.c")
        self.assertRefused(self.latch(a, b), "error:", "f")

    def test_missing_file(self):
        self.assertRefused(self.latch("absent.c"), "absent.c", "error:")

    def test_a_folder_is_no_program(self):
        os.mkdir(os.path.join(self.folder, "folder.c"))
        self.assertRefused(self.latch("folder.c"), "error:")

    def test_binary_garbage(self):
        with open(os.path.join(self.folder, "garbage.bc"), "wb") as f:
            f.write(bytes(range(256)) * 20)
        self.assertRefused(self.latch("garbage.bc"), "garbage.bc", "error:")

    def test_truncated_assembly(self):
        self.file("define i32 @main() {\nentry:\n  %x = add i32 1,", "cut.ll")
        self.assertRefused(self.latch("cut.ll"), "cut.ll", "error:")

    def test_unknown_check_and_bits(self):
        self.assertRefused(self.check(SAFE, "--check", "everything"), "everything")
        self.assertRefused(self.check(SAFE, "--arch", "16"), "32 or 64")

    def test_bad_compiler_flag(self):
        self.file(SAFE)
        self.assertRefused(self.latch("program.c", "--", "-fno-such-flag-at-all"), "no-such-flag-at-all")

    def test_nothing_is_left_behind(self):
        self.check("int main(void) { return }\n", "--json", "out.json", "--certificate", "out.smt2")
        self.assertEqual(os.listdir(self.folder), ["program.c"])


class LargeInputTest(Base):
    def seconds(self, content, *options):
        start = time.monotonic()
        r = self.check(content, *options)
        self.assertEqual(r.returncode, 0, r.stderr[:1000])
        self.assertIn("(check-sat)", r.stdout)
        return time.monotonic() - start

    def test_a_megabyte_of_code(self):
        code = much_code(1 << 20)
        self.assertGreaterEqual(len(code), 1 << 20)
        r = self.check(code, "--print-horn")
        self.assertEqual(r.returncode, 0, r.stderr[:1000])

    def test_blocks_in_linear_time(self):
        for options in ([], ["--small-blocks"]):
            with self.subTest(options):
                few = self.seconds(chain_of_blocks(2500), "--print-horn", *options)
                many = self.seconds(chain_of_blocks(10000), "--print-horn", *options)
                # Four times the code; twice more is allowed for a machine that is busy with other things.
                self.assertLess(many, 8 * few + 2, f"{few:.2f} s and {many:.2f} s")

    def test_a_switch_of_many_cases(self):
        cases = "\n".join(f"    case {3 * i}: y = {i}; break;" for i in range(5000))
        self.seconds(ASSERT + "int main(void)\n{\n    int y = 0;\n    switch (__VERIFIER_nondet_int()) {\n" + cases +
                     "\n    }\n    assert(y >= 0);\n    return 0;\n}\n", "--print-horn")

    def test_deep_expressions(self):
        n = 3000
        r = self.check(ASSERT + f"int main(void)\n{{\n    unsigned x = 1;\n    x = {'(' * n}x{' + 1)' * n};\n    assert(x == {n + 1});\n    return 0;\n}}\n")
        self.assertEqual(r.stdout.split()[:1], ["SAFE"], r.stderr)

    def test_deep_nesting_of_ifs(self):
        n = 200
        opening = "\n".join(f"if (x > {i}) {{" for i in range(n))
        r = self.check(ASSERT + f"int main(void)\n{{\n    int x = __VERIFIER_nondet_int();\n{opening}\n    assert(x >= {n});\n{'}' * n}\n    return 0;\n}}\n")
        self.assertEqual(r.stdout.split()[:1], ["SAFE"], r.stderr)

    def test_pointer_chain(self):
        n = 64
        chain = "\n".join(f"    int {'*' * i}p{i} = &{f'p{i - 1}' if i > 1 else 'x'};" for i in range(1, n + 1))
        body = f"int main(void)\n{{\n    int x = 1;\n{chain}\n    {'*' * n}p{n} = 5;\n    assert(x == %d);\n    return 0;\n}}\n"
        r = self.check(ASSERT + body % 5)
        self.assertEqual((r.stdout.split()[:1], r.returncode), (["SAFE"], 0), r.stdout + r.stderr)
        r = self.check(ASSERT + body % 1)
        self.assertEqual((r.stdout.split()[:1], r.returncode), (["UNSAFE"], 10), r.stdout + r.stderr)

    def test_deep_chain_of_calls(self):
        n = 300
        functions = "".join(f"static int f{i}(int x) {{ return f{i - 1}(x); }}\n" for i in range(1, n))
        r = self.check(ASSERT + "static int f0(int x) { return x; }\n" + functions +
                       f"int main(void)\n{{\n    int x = __VERIFIER_nondet_int();\n    assert(f{n - 1}(x) == x);\n    return 0;\n}}\n")
        self.assertEqual(r.stdout.split()[:1], ["SAFE"], r.stdout + r.stderr)


class OutputTest(Base):
    def test_kept_replay_fails_again(self):
        r = self.check(UNSAFE, "--keep-replay", "kept")
        self.assertEqual((r.stdout.split()[:1], r.returncode), (["UNSAFE"], 10), r.stdout + r.stderr)
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "kept"))), ["harness.c", "run.sh"])
        again = subprocess.run(["kept/run.sh"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(again.returncode, 77, again.stdout + again.stderr)
        self.assertIn("violated", again.stderr)

    def test_kept_replay_finds_headers_from_anywhere(self):
        os.mkdir(os.path.join(self.folder, "include"))
        with open(os.path.join(self.folder, "include", "own.h"), "w") as f:
            f.write("#define OWN 1\n")
        r = self.check("#include <own.h>\n" + UNSAFE, "-I", "include", "--keep-replay", "kept")
        self.assertEqual(r.returncode, 10, r.stdout + r.stderr)
        again = subprocess.run([os.path.join(self.folder, "kept", "run.sh")], cwd="/", capture_output=True, text=True, timeout=60)
        self.assertEqual(again.returncode, 77, again.stdout + again.stderr)

    def test_kept_replay_takes_a_mended_program(self):
        self.check(UNSAFE, "--keep-replay", "kept")
        self.file(UNSAFE.replace("x != 42", "x >= 41"))
        again = subprocess.run(["kept/run.sh"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_safe_keeps_no_replay(self):
        self.assertEqual(self.check(SAFE, "--keep-replay", "kept").returncode, 0)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "kept")))

    def test_json(self):
        for content, answer, code in ((SAFE, "safe", 0), (UNSAFE, "unsafe", 10)):
            r = self.check(content, "--json", "out.json")
            with open(os.path.join(self.folder, "out.json")) as f:
                written = json.load(f)
            self.assertEqual(r.returncode, code, r.stderr)
            self.assertIn(answer, json.dumps(written).lower())
            r = self.check(content, "--json", "-")
            self.assertEqual(r.returncode, code, r.stderr)
            self.assertEqual(set(json.loads(r.stdout)), set(written))
            self.assertIn(answer.upper(), r.stderr)

    def test_prints(self):
        for option, text in (("--print-program", "proc main"), ("--print-regions", "main.x"), ("--print-horn", "(check-sat)"),
                             ("--print-after=all", "(check-sat)")):
            for more in ([], ["--small-blocks"], ["--arch", "32"]):
                r = self.check(UNSAFE, option, *more)
                self.assertEqual(r.returncode, 0, r.stderr)
                self.assertIn(text, r.stdout)
                self.assertNotIn("UNSAFE", r.stdout)

    def test_printed_clauses_have_the_same_answer(self):
        for content, answer in ((SAFE, "sat"), (UNSAFE, "unsat")):
            for more in ([], ["--small-blocks"]):
                self.file(self.check(content, "--print-horn", *more).stdout, "printed.smt2")
                r = self.latch("--timeout", "60", "printed.smt2")
                self.assertEqual(r.stdout.split()[:1], [answer], r.stderr)

    def test_answer_does_not_depend_on_blocks_or_inlining(self):
        for content, answer in ((SAFE, "SAFE"), (UNSAFE, "UNSAFE")):
            for more in (["--small-blocks"], ["--inline-limit", "0"], ["--arch", "32"]):
                r = self.check(content, *more)
                self.assertEqual(r.stdout.split()[:1], [answer], r.stdout + r.stderr)

    def test_all_kinds_of_files(self):
        source = self.file(UNSAFE)
        clang = shutil.which("clang-19") or "clang"
        for name, flags in (("made.i", ["-E"]), ("made.ll", ["-S", "-emit-llvm", "-g"]), ("made.bc", ["-c", "-emit-llvm", "-g"])):
            subprocess.run([clang, *flags, "-o", name, source], cwd=self.folder, check=True)
            r = self.latch("--timeout", "60", "--print-horn", name)
            self.assertEqual(r.returncode, 0, r.stderr)
            r = self.latch("--timeout", "60", name)
            self.assertEqual((r.stdout.split()[:1], r.returncode), (["UNSAFE"], 10), name + r.stdout + r.stderr)

    def test_several_files_and_flags(self):
        self.file("int limit(void) { return LIMIT; }\n", "other.c")
        self.file(ASSERT + "extern int limit(void);\nint main(void)\n{\n    assert(limit() == 5);\n    return 0;\n}\n")
        for limit, answer in ((5, "SAFE"), (6, "UNSAFE")):
            r = self.latch("--timeout", "60", "program.c", "other.c", "--", f"-DLIMIT={limit}")
            self.assertEqual(r.stdout.split()[:1], [answer], r.stdout + r.stderr)

    def test_nothing_is_written_beside_the_program(self):
        self.check(UNSAFE)
        self.check(SAFE)
        self.assertEqual(os.listdir(self.folder), ["program.c"])


class InterruptTest(Base):
    def interrupt(self, after, which=signal.SIGINT):
        self.file(HARD)
        process = subprocess.Popen([LATCH, "check", "--timeout", "60", "program.c"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        time.sleep(after)
        process.send_signal(which)
        start = time.monotonic()
        output, errors = process.communicate(timeout=60)
        return time.monotonic() - start, process.returncode, output, errors

    def test_interrupted_search_says_unknown(self):
        for which in (signal.SIGINT, signal.SIGTERM):
            seconds, code, output, errors = self.interrupt(2, which)
            self.assertEqual((output.split()[:1], code), (["UNKNOWN"], 20), errors)
            self.assertLess(seconds, 5)

    def test_interrupted_early(self):
        seconds, code, output, errors = self.interrupt(0.1)
        self.assertIn(code, (20, 2, -signal.SIGINT), output + errors)
        self.assertLess(seconds, 5)

    def test_time_is_kept(self):
        start = time.monotonic()
        r = self.check(HARD, "--timeout", "2")
        self.assertEqual((r.stdout.split()[:1], r.returncode), (["UNKNOWN"], 20), r.stderr)
        self.assertLess(time.monotonic() - start, 8)


if __name__ == "__main__":
    unittest.main()
