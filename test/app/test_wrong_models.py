#!/usr/bin/env python3
"""A wrong model of a library function must not lead to UNSAFE: the compiled program, with the real library, has the last word.

Each row is a mistake in one function of lib/libc, and a program that is right but fails if one believes the mistake. With the mistake the answer
must be UNKNOWN, without it SAFE. Nor to SAFE, if the real program fails on inputs that are easily found: BELIEVED has programs that are wrong, and right if one
believes the mistake. Exact models are compared with the real library in test/libc.
"""

import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import tempfile
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIBRARY = os.path.join(TOP, "lib", "libc")
LATCH = os.path.abspath(os.environ.get("LATCH", os.path.join(TOP, "build", "latch")))
# With the release build beside the one with sanitizers, if there is one.
LATCH = LATCH.replace(os.path.join("debug", "latch"), "latch") if os.path.exists(LATCH.replace(os.path.join("debug", "latch"), "latch")) else LATCH
BITCODE = os.path.join(os.path.dirname(LATCH), "libc-64")
SECONDS = 60
JOBS = 2

# In `file` of the library, `right` becomes `wrong`. The program has a header, other definitions, and the statements of main.
Mistake = collections.namedtuple("Mistake", "what file right wrong header main before", defaults=("",))

COMPARE = "static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }"
FLAG = "static int flag;\nstatic void set(void) { flag = 1; }\n"
HANDLER = FLAG + "static void look(void) { assert(flag); }\n"
DESTRUCTOR = FLAG + "__attribute__((destructor)) static void look(void) { assert(flag); }\n"

MISTAKES = [
    Mistake("x is a digit", "ctype.c", "class_of(c, is_in(c, '0', '9'), _ISdigit)", "class_of(c, is_in(c, '0', '9') || c == 'x', _ISdigit)",
            "ctype.h", "int c = __VERIFIER_nondet_int(); if (c >= 0 && c < 256 && isdigit(c)) assert(c >= '0' && c <= '9');"),
    Mistake("toupper changes digits", "ctype.c", "int(toupper)(int c) { return", "int(toupper)(int c) { return c == '7' ? '8' :",
            "ctype.h", "assert(toupper('7') == '7');"),
    Mistake("strnlen counts one too many", "string.c", "while (i < n && s[i]) i++;\n    return i;", "while (i < n && s[i]) i++;\n    return i + 1;",
            "string.h", 'assert(strnlen("ab", 9) == 2);'),
    Mistake("strspn counts what is not in the set", "string.c", "span(s, set, 1)", "span(s, set, 0)",
            "string.h", 'assert(strspn("12x", "12") == 2);'),
    Mistake("strdup forgets the end", "string.c", "if (copy) memcpy(copy, s, size);", "if (copy) memcpy(copy, s, size - 1);",
            "string.h", "char *copy = strdup(\"a\"); assert(copy == NULL || copy[1] == '\\0');"),
    Mistake("memchr points behind the character", "memory.c", "return (void *)(from + i);", "return (void *)(from + i + 1);",
            "string.h", "const char *s = \"ab\"; assert(memchr(s, 'b', 2) == s + 1);"),
    Mistake("strtol does not say where the number ends", "numeral.h", "if (end) *end = (CHARACTER *)(i == start ? s : s + i);", "(void)end;",
            "stdlib.h", 'char s[] = "7", *end = NULL; strtol(s, &end, 10); assert(end == s + 1);'),
    Mistake("atoi is negative", "convert.c", "int atoi(const char *s) { return (int)", "int atoi(const char *s) { return -(int)",
            "stdlib.h", 'assert(atoi("7") == 7);'),
    Mistake("div gives no remainder", "convert.c", "(div_t){n / by, n % by}", "(div_t){n / by, 0}",
            "stdlib.h", "assert(div(-7, 2).rem == -1);"),
    Mistake("bsearch finds nothing", "sort.c", "if (order == 0) return (void *)element;", "if (order == 0) return NULL;",
            "stdlib.h", "int key = 5; assert(bsearch(&key, &key, 1, sizeof key, compare) == &key);", COMPARE),
    Mistake("qsort sorts nothing", "sort.c", "for (size_t i = 1; i < (n); i++)", "for (size_t i = 1; i < (n) && 0; i++)",
            "stdlib.h", "int v[2] = {2, 1}; qsort(v, 2, sizeof *v, compare); assert(v[0] == 1);", COMPARE),
    Mistake("atexit forgets its handlers", "exit.c", "at_exit[at_exit_count++].plain = f;", "(void)f;",
            "stdlib.h", "atexit(set);", DESTRUCTOR),
    Mistake("handlers are called in the wrong order", "exit.c", "&at_exit[--at_exit_count];", "&at_exit[--at_exit_count ? 0 : 1];",
            "stdlib.h", "atexit(look); atexit(set);", HANDLER),
    Mistake("snprintf counts one too many", "format.c", "to[n < size ? n : size - 1] = '\\0';\n    return result_of(n);",
            "to[n < size ? n : size - 1] = '\\0';\n    return result_of(n + 1);",
            "stdio.h", 'char s[4]; assert(snprintf(s, sizeof s, "%c", 65) == 1);'),
    Mistake("rand is negative", "random.c", "int rand(void) { return input_rand(); }", "int rand(void) { return -1 - input_rand(); }",
            "stdlib.h", "assert(rand() >= 0);"),
    Mistake("time is before 1970", "time.c", "latch_assume(now > 0 && now <= MOST_SECONDS);", "latch_assume(now == -5);",
            "time.h", "assert(time(NULL) >= 0);"),
    Mistake("a process has the number 0", "process.c", "return own_pid;", "return 0 * own_pid;",
            "unistd.h", "assert(getpid() != 0);"),
    Mistake("getchar gives more than a byte", "input.c", "int getchar(void) { return stream_next(stream_of(stdin)); }",
            "int getchar(void) { return stream_next(stream_of(stdin)) + 300; }",
            "stdio.h", "assert(getchar() <= 255);"),
    Mistake("the input goes on behind its end", "stream.h", "if (c == EOF && f->end != END_FAILED) f->end = latch_input_end() ? END_FAILED : END_FLAGGED;", "",
            "stdio.h", "if (getchar() == EOF) assert(getchar() == EOF);"),
    Mistake("fgets does not end a line", "input.c", "to[n] = '\\0';", "to[n] = 'x';",
            "stdio.h", "char s[2]; if (fgets(s, sizeof s, stdin)) assert(s[1] == '\\0');"),
    Mistake("getenv sets errno", "environment.c", "if (!latch_input_getenv()) return NULL;",
            "if (!latch_input_getenv()) { errno_fails(); return NULL; }",
            "stdlib.h", 'errno = 0; assert(getenv("LATCH") || errno == 0);', "#include <errno.h>"),
    Mistake("a file has more than bytes", "input.c", "int fgetc(FILE *stream) { return stream_next(stream_of(stream)); }",
            "int fgetc(FILE *stream) { return stream_next(stream_of(stream)) + 300; }",
            "stdio.h", 'FILE *f = fopen("data", "r"); if (f) assert(fgetc(f) < 256);'),
]

# With the mistake, the assertion is proved; but the compiled program fails, without inputs or on those that are tried.
BELIEVED = [
    Mistake("toupper changes digits", "ctype.c", "int(toupper)(int c) { return", "int(toupper)(int c) { return c == '7' ? '8' :",
            "ctype.h", "assert(toupper('7') == '8');"),
    Mistake("qsort sorts nothing", "sort.c", "for (size_t i = 1; i < (n); i++)", "for (size_t i = 1; i < (n) && 0; i++)",
            "stdlib.h", "int v[2] = {2, 1}; qsort(v, 2, sizeof *v, compare); assert(v[0] == 2);", COMPARE),
    Mistake("getchar gives more than a byte", "input.c", "int getchar(void) { return stream_next(stream_of(stdin)); }",
            "int getchar(void) { return stream_next(stream_of(stdin)) + 300; }",
            "stdio.h", "assert(getchar() > 255);"),
    Mistake("div gives no remainder", "convert.c", "(div_t){n / by, n % by}", "(div_t){n / by, 0}",
            "stdlib.h", "assert(div(__VERIFIER_nondet_int(), 7).rem == 0);"),
]


def source(mistake):
    return (f"#include <assert.h>\n#include <stddef.h>\n#include <{mistake.header}>\n\nint __VERIFIER_nondet_int(void);\n{mistake.before}\n"
            f"int main(void)\n{{\n    {mistake.main}\n    return 0;\n}}\n")


def compiler_flags():
    with open(os.path.join(TOP, "Makefile")) as f:
        return re.search(r"^LIBC_CFLAGS = (.*)$", f.read(), re.MULTILINE).group(1).split()


def includes(unit, name):
    """Whether this file of the library is, or includes, that one; the compiler has noted it."""
    with open(os.path.join(BITCODE, unit + ".d")) as f:
        return f"lib/libc/{name}" in f.read()


class WrongModelTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def wrong_library(self, number, mistake):
        """The path of the whole library as bitcode, with the mistake."""
        folder = os.path.join(self.folder, f"library-{number}")
        shutil.copytree(LIBRARY, folder)
        path = os.path.join(folder, mistake.file)
        with open(path) as f:
            text = f.read()
        self.assertIn(mistake.right, text, f"{mistake.file} has changed")
        with open(path, "w") as f:
            f.write(text.replace(mistake.right, mistake.wrong))
        parts = []
        for unit in sorted(name[:-2] for name in os.listdir(folder) if name.endswith(".c")):
            part = os.path.join(BITCODE, unit + ".bc")
            if includes(unit, mistake.file):
                part = os.path.join(folder, unit + ".bc")
                command = ["clang-19", *compiler_flags(), "-w", "-m64", "-c", "-emit-llvm", os.path.join(folder, unit + ".c"), "-o", part]
                subprocess.run(command, check=True, timeout=SECONDS)
            parts.append(part)
        whole = os.path.join(folder, "library.bc")
        subprocess.run(["llvm-link-19", "-o", whole, *parts], check=True, timeout=SECONDS)
        return whole

    def answer(self, path, *options):
        command = [LATCH, "check", "--timeout", str(SECONDS), *options, path]
        r = subprocess.run(command, capture_output=True, text=True, timeout=2 * SECONDS)
        return r.stdout.split("\n", 1)[0] or r.stderr

    def answers(self, number):
        """Without the mistake, and with it."""
        mistake = (MISTAKES + BELIEVED)[number]
        path = os.path.join(self.folder, f"program-{number}.c")
        with open(path, "w") as f:
            f.write(source(mistake))
        return self.answer(path), self.answer(path, "--library", self.wrong_library(number, mistake))

    def test_no_mistake_leads_to_unsafe(self):
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            both = list(pool.map(self.answers, range(len(MISTAKES))))
        for mistake, (right, wrong) in zip(MISTAKES, both):
            with self.subTest(mistake.what):
                self.assertTrue(right.startswith("SAFE"), right)
                self.assertTrue(wrong.startswith("UNKNOWN"), wrong)

    def test_no_mistake_is_believed_against_a_run(self):
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            both = list(pool.map(self.answers, range(len(MISTAKES), len(MISTAKES + BELIEVED))))
        for mistake, (right, wrong) in zip(BELIEVED, both):
            with self.subTest(mistake.what):
                self.assertEqual(right, "UNSAFE")
                self.assertRegex(wrong, "^UNKNOWN .*the compiled program was run and failed")


if __name__ == "__main__":
    unittest.main()
