#!/usr/bin/env python3
"""Random C programs: `latch run` must print and exit as the compiled program does, and what `latch check` says must be true.

    test/c/fuzz_c.py [--count N] [--seconds S] [--seed FIRST] [--kinds LIST] [--keep DIR] [-v]

The kinds of tests, of which each program gets one:
  run      a program without undefined behaviour, all checks on or off, on 32 or 64 bits
  wild     arithmetic may be undefined: the first undefined operation must be a violated goal on the line that UBSan names
  csmith   a program by csmith (if it is installed, with libcsmith-dev)
  memory   pointers that may be wrong: where AddressSanitizer finds an error, there must be a violated goal
  verdict  a small program with inputs: a goal that no run violates must not be UNSAFE, one that a run violates not SAFE
  library  the same for a program that calls the C library, with inputs from outside; one without inputs is also run as in `run`

A program that fails is kept, as small as removing lines makes it, with a first line that says what is wrong. The last line
printed counts the programs.
$LATCH is the program under test; $CSMITH_INCLUDE may name the folder of csmith.h.
"""

import argparse
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import random_c
import random_library
import random_memory

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.environ.get("LATCH", os.path.join(TOP, "build", "latch"))
CSMITH_INCLUDE = os.environ.get("CSMITH_INCLUDE", "/usr/include/csmith")
CSMITH_OPTIONS = ["--no-float", "--no-argc", "--max-funcs", "4", "--max-array-len-per-dim", "4", "--max-array-dim", "2"]
CSMITH_CHOICES = ["unions", "volatiles", "packed-struct", "bitfields", "jumps", "pointers", "structs", "arrays",
                  "embedded-assigns", "comma-operators", "longlong", "int8", "uint8"]
VERDICT_SECONDS = 5
ALL_CHECKS = "assert,overflow,div,shift,bounds,pointer"
COMPILER = ["clang-19", "-std=gnu11", "-O0", "-w"]
# A left shift of a negative number is no different from one of an unsigned number once the program is compiled.
UBSAN = ["-fsanitize=undefined", "-fno-sanitize=pointer-overflow,alignment,shift-base", "-fno-sanitize-recover=all"]
ASAN = ["-fsanitize=address", "-fno-sanitize-recover=all", "-g"]
HARNESS = """extern char *getenv(const char *);
extern void exit(int);
static int used;
int __VERIFIER_nondet_int(void) { const char *all = getenv("INPUTS"); return all && all[used] ? all[used++] - '0' : 0; }
void __VERIFIER_assume(int holds) { if (!holds) exit(99); }
void reach_error(void) { exit(98); }
const char *__asan_default_options(void) { return "detect_leaks=0:detect_stack_use_after_return=1:redzone=64"; }
"""


class Skip(Exception):
    """The program is no test: why."""


class Failure(Exception):
    """The program shows a fault: what is wrong."""


def execute(command, seconds, **more):
    try:
        r = subprocess.run(command, capture_output=True, timeout=seconds, **more)
    except subprocess.TimeoutExpired:
        return None
    return r.returncode, r.stdout.decode(errors="replace"), r.stderr.decode(errors="replace")


class Test:
    """A kind of test applied to one program: check(text) raises Skip or Failure, or returns what to count it as."""

    flags = ()
    harness = HARNESS

    def __init__(self, seed, folder):
        self.random = random.Random(seed)
        self.seed, self.folder = seed, folder
        self.bits = self.random.choice([32, 64])
        self.source = os.path.join(folder, "program.c")

    def write(self, text):
        with open(self.source, "w") as f:
            f.write(text)

    def build(self, name, compiler=None, options=()):
        harness = os.path.join(self.folder, "harness.c")
        with open(harness, "w") as f:
            f.write(self.harness)
        program = os.path.join(self.folder, name)
        command = [*(compiler or COMPILER), f"-m{self.bits}", *options, *self.flags]
        built = execute([*command, self.source, harness, "-o", program], 60)
        if not built or built[0]:
            raise Skip("does not compile")
        return program

    def native(self, program, inputs=""):
        result = execute([program], 2, env={**os.environ, "INPUTS": inputs})
        if not result or result[0] < 0:
            raise Skip("does not run")
        return result

    def latch(self, command, *options, seconds=60):
        end = ["--", *self.flags] if self.flags else []
        result = execute([LATCH, command, "--arch", str(self.bits), *options, self.source, *end], seconds)
        crashed = result and (result[0] < 0 or re.search(r"Sanitizer: |runtime error: |Assertion .* failed", result[2]))
        if crashed or result and command == "check" and result[0] not in (0, 2, 10, 20):
            raise Failure(f"latch {command} ended with {result[0]}: {result[2][:4000]}")
        return result

    def run_latch(self, *options):
        """(exit status, output); Skip if latch cannot run it."""
        result = self.latch("run", "--timeout", "20", *options)
        if not result or "latch: stopped: " in result[2] and "out of time" in result[2]:
            raise Skip("latch run: out of time")
        if result[0] == 2 and "error: " in result[2]:
            raise Skip("refused: " + result[2].strip()[:200])
        return result


class RunTest(Test):
    def program(self):
        return random_c.random_program(self.seed, self.random.choice([3, 6, 12, 12, 20]))

    def check(self, text):
        self.write(text)
        expected = self.native(self.build("native"))
        options = ["--check", ALL_CHECKS] if self.random.random() < 0.5 else []
        result = self.run_latch(*options)
        if (result[0], result[1]) == (expected[0], expected[1]) and "latch: " not in result[2]:
            return "run"
        if not self.is_defined(expected):
            raise Skip("undefined or unspecified behaviour")
        raise Failure(f"latch run --arch {self.bits} {' '.join(options)}: exit {result[0]}, prints {result[1][-200:]!r}, "
                      f"{result[2].strip()!r}; natively: exit {expected[0]}, {expected[1][-200:]!r}")

    def is_defined(self, expected):
        """What sanitizers and another compiler say."""
        for compiler, options in ((COMPILER, [*UBSAN]), (["gcc", "-std=gnu11", "-w"], ["-O1"]), (COMPILER, ["-O2"])):
            if self.native(self.build("other", compiler, options))[:2] != expected[:2]:
                return False
        return True


class WildTest(Test):
    def program(self):
        return random_c.random_program(self.seed, self.random.choice([3, 6, 12]), wild=self.random.choice([0.2, 0.5, 1]))

    def check(self, text):
        self.write(text)
        expected = self.native(self.build("native", options=[*UBSAN, "-g"]))
        result = self.run_latch("--check", ALL_CHECKS)
        undefined = re.search(r":(\d+):\d+: runtime error: (.*)", expected[2])
        violated = re.search(r"latch: violated: .*?:(\d+): (.*)", result[2])
        if undefined and violated and undefined.group(1) == violated.group(1):
            return "wild, undefined"
        if not undefined and (result[0], result[1]) == (expected[0], expected[1]) and "latch: " not in result[2]:
            return "wild, defined"
        raise Failure(f"latch run --arch {self.bits} --check {ALL_CHECKS}: exit {result[0]}, {result[2].strip()!r}; "
                      f"natively: exit {expected[0]}, {undefined.group(0) if undefined else 'no undefined operation'}")


class CsmithTest(RunTest):
    flags = ("-I" + CSMITH_INCLUDE,)

    def program(self):
        choices = [f"--{self.random.choice(['no-', '', ''])}{choice}" for choice in CSMITH_CHOICES]
        depth = ["--max-block-depth", self.random.choice("234"), "--max-expr-complexity", self.random.choice("358")]
        made = execute(["csmith", "--seed", str(self.seed), *CSMITH_OPTIONS, *choices, *depth], 30, cwd=self.folder)  # it leaves a file where it runs
        if not made or made[0]:
            raise Skip("csmith makes no program")
        return made[1]

    def is_defined(self, expected):
        return self.native(self.build("other", ["gcc", "-std=gnu11", "-w"], ["-O1"]))[:2] == expected[:2]


class VerdictTest(Test):
    kind = "verdict"
    is_exact = True  # whatever fails in the model fails in the compiled program
    input_values = random_c.INPUT_VALUES

    def program(self):
        self.inputs = self.random.choice([0, 1, 1, 2])
        size, depth = self.random.choice([1, 2, 3, 5]), self.random.choice([1, 1, 2, 3])
        return random_c.random_program(self.seed, size, self.inputs, depth=depth)

    def goal(self, sums):
        """(condition of the error, whether some run meets it)."""
        value = int(self.random.choice(sorted(sums)))
        kind = self.random.randrange(4)
        if kind == 0:
            return f"checksum == {value}u", True
        if kind == 1:
            return f"checksum != {value}u", len(sums) > 1
        if kind == 2:
            other = value ^ 1 << self.random.randrange(32)
            return f"checksum == {other}u", str(other) in sums
        return " && ".join(f"checksum != {v}u" for v in sorted(sums)), False

    def all_sums(self, native):
        """The checksums of all runs."""
        sums = set()
        for inputs in itertools.product("0123"[: self.input_values], repeat=self.inputs):
            last = re.search(r"checksum (\d+)\n\Z", self.native(native, "".join(inputs))[1])
            if last:
                sums.add(last.group(1))
        return sums

    def check(self, text):
        self.random.seed(self.seed)
        self.write(text)
        sums = self.all_sums(self.build("native"))
        if not sums:
            raise Skip("no checksum")
        condition, reachable = self.goal(sums)
        options = ["--timeout", str(VERDICT_SECONDS), *self.random.choice([["--small-blocks"], ["--inline-limit", "0"], [], []])]
        if not reachable and self.random.random() < 0.5:
            options += ["--check", ALL_CHECKS]
        self.write(text.replace("/* GOAL */", f"if ({condition}) reach_error();"))
        result = self.latch("check", *options)
        if result is None:
            raise Failure(f"latch check {' '.join(options)} does not heed its timeout")
        answer = result[1].split()[0] if result[1].split() else "refused: " + result[2].strip()[:200]
        about = (f"latch check --arch {self.bits} {' '.join(options)} with the goal if ({condition}) reach_error(); "
                 f"checksums that runs have: {' '.join(sorted(sums))}")
        if answer == ("SAFE" if reachable else "UNSAFE"):
            raise Failure(f"WRONG {answer}: {about}")
        is_lost = "did not confirm" in result[1] and " in time" not in result[1] or "no run that can be repeated" in result[1]
        if is_lost and self.is_exact:
            raise Failure(f"{result[1].strip()}: {about}")
        if answer.startswith("refused"):
            raise Skip(answer)
        return f"{self.kind} {answer}" + (" (a run violates it)" if reachable else " (no run violates it)")


class LibraryTest(VerdictTest):
    kind = "library"
    is_exact = False
    input_values = random_library.INPUT_VALUES
    harness = HARNESS + "int rand(void) { return __VERIFIER_nondet_int(); }\n"

    def program(self):
        self.inputs = self.random.choice([0, 0, 1, 1, 2])
        self.sources = self.random.sample(sorted(random_library.SOURCES), self.inputs)
        return random_library.random_program(self.seed, self.random.choice([1, 2, 3, 5]), self.sources)

    def native(self, program, inputs=""):
        """Each input comes from its source."""
        given = list(zip(self.sources, inputs))
        arguments = [value for source, value in given if source == "argument"]
        variables = {random_library.VARIABLE: value for source, value in given if source == "environment"}
        variables["INPUTS"] = "".join(value for source, value in given if source == "rand")
        stdin = "".join(value for source, value in given if source in random_library.FROM_STDIN).encode()
        result = execute([program, *arguments], 2, env={**os.environ, **variables}, input=stdin)
        if not result or result[0] < 0:
            raise Skip("does not run")
        return result

    def all_sums(self, native):
        sums = super().all_sums(native)
        if super().all_sums(self.build("other", ["gcc", "-std=gnu11", "-w"], ["-O1"])) != sums:
            raise Skip("unspecified behaviour")
        return sums

    def check(self, text):
        if self.inputs == 0:
            self.check_run(text)
        return super().check(text)

    def check_run(self, text):
        """Where the library leaves something open, the run is stopped."""
        self.write(text)
        expected = self.native(self.build("native"))
        result = self.run_latch()
        if "latch: stopped: " not in result[2] and result[:2] != expected[:2]:
            raise Failure(f"latch run --arch {self.bits}: exit {result[0]}, prints {result[1][-200:]!r}, {result[2].strip()!r}; "
                          f"natively: exit {expected[0]}, {expected[1][-200:]!r}")


class MemoryTest(Test):
    """The sanitizer does not see everything: a violated goal need not be an error there, and the first one may come before."""

    def program(self):
        return random_memory.random_program(self.seed)

    def check(self, text):
        self.write(text)
        expected = self.native(self.build("native", options=ASAN))
        result = self.run_latch("--check", "bounds,pointer")
        error = re.search(r"ERROR: AddressSanitizer.*", expected[2])
        violated = re.search(r"latch: violated: .*?:(\d+): (.*)", result[2])
        if not error and not violated and result[0] == expected[0] and "latch: " not in result[2]:
            return "memory, right"
        if error and violated:
            places = re.findall(r"program\.c:(\d+)", expected[2])
            return "memory, wrong" if places and places[0] == violated.group(1) else "memory, wrong in several places"
        if violated:
            return "memory, wrong unseen by the sanitizer"
        raise Failure(f"latch run --arch {self.bits} --check bounds,pointer: exit {result[0]}, {result[2].strip()!r}; "
                      f"natively: exit {expected[0]}, {error.group(0) if error else 'no error'}")


KINDS = {"run": RunTest, "wild": WildTest, "csmith": CsmithTest, "memory": MemoryTest, "verdict": VerdictTest,
         "library": LibraryTest}


def fails(test, text):
    try:
        test.check(text)
    except Skip:
        return False
    except Failure:
        return True
    return False


def reduced(test, text, until):
    """Fewer lines that fail as well."""
    lines, size = text.splitlines(), len(text.splitlines()) // 2
    while size and time.time() < until:
        at = 0
        while at < len(lines) and time.time() < until:
            fewer = lines[:at] + lines[at + size:]
            if fails(test, "\n".join(fewer) + "\n"):
                lines = fewer
            else:
                at += size
        size //= 2
    return "\n".join(lines) + "\n"


def try_one(kind, seed, folder, keep, reduce_seconds):
    """(what to count, failure message or None)."""
    test = KINDS[kind](seed, folder)
    try:
        text = test.program()
        state = test.random.getstate()
        original = test.check

        def check(program):
            test.random.setstate(state)
            return original(program)

        test.check = check
        return test.check(text), None
    except Skip as why:
        return "skipped, " + str(why).splitlines()[0], None
    except Failure as what:
        os.makedirs(keep, exist_ok=True)
        small = reduced(test, text, time.time() + reduce_seconds) if reduce_seconds else text
        path = os.path.join(keep, f"{kind}-{seed}.c")
        for name, content in ((path, small), (path + ".orig", text)):
            with open(name, "w") as f:
                f.write(f"// {str(what)!r}\n{content}")
        return "FAILED", f"{path}: {what}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=0, help="programs; 0: no limit")
    parser.add_argument("--seconds", type=float, default=0, help="time; 0: no limit")
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--kinds", default="run,wild,csmith,memory,verdict,library")
    parser.add_argument("--keep", default=os.path.join(TOP, "build", "fuzz-c"), help="folder for programs that fail")
    parser.add_argument("--reduce", type=float, default=60, help="seconds for making a failing program smaller")
    parser.add_argument("-v", action="store_true", help="a line for each program")
    options = parser.parse_args()
    kinds = [k for k in options.kinds.split(",") if k != "csmith" or (shutil.which("csmith") and os.path.isdir(CSMITH_INCLUDE))]
    counts, begin, number = {}, time.time(), 0
    with tempfile.TemporaryDirectory() as folder:
        while (not options.count or number < options.count) and (not options.seconds or time.time() - begin < options.seconds):
            seed, kind = options.seed + number, kinds[number % len(kinds)]
            number += 1
            what, failure = try_one(kind, seed, folder, options.keep, options.reduce)
            what = f"{kind}: {what}" if what == "FAILED" or what.startswith("skipped") or what == "run" else what
            counts[what] = counts.get(what, 0) + 1
            if options.v:
                print(f"{seed} {kind}: {what}", flush=True)
            if failure:
                print(failure, flush=True)
    for what in sorted(counts):
        print(f"{counts[what]:6} {what}")
    failed = sum(n for what, n in counts.items() if what.endswith("FAILED"))
    print(f"{number - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
