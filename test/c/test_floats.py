#!/usr/bin/env python3
"""Random programs that compute with floating point: what the compiled program prints is what Latch proves, in both data models.

    test/c/test_floats.py [--programs N] [--seed N]
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LATCH = os.path.abspath(os.environ.get("LATCH", os.path.join(HERE, "..", "..", "build", "latch")))
CLANG = shutil.which("clang-19") or "clang"
HEAD = """#include <math.h>
#include <stdio.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
union bits32 { float f; unsigned u; };
union bits64 { double d; unsigned long long u; };
static unsigned long long see_float(float x) { union bits32 b = {.f = x}; return isnan(x) ? 1 : b.u; }
static unsigned long long see_double(double x) { union bits64 b = {.d = x}; return isnan(x) ? 1 : b.u; }
"""
CONSTANTS = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "1.5", "2.5", "-2.5", "0.1", "1e-40", "3e38", "1e300", "4.9e-324", "2147483647.0", "-2147483648.0", "9007199254740993.0",
             "4294967295.0", "INFINITY", "-INFINITY", "NAN", "16777217.0", "0.49999999999999994", "8388609.0", "1e-310", "123456.789"]
UNARY = ["-{}", "sqrt({})", "floor({})", "ceil({})", "trunc({})", "round({})", "rint({})", "fabs({})", "(float){}", "sqrtf({})", "floorf({})", "roundf({})",
         "__builtin_floor({})", "__builtin_ceilf({})", "__builtin_round({})", "__builtin_trunc({})", "__builtin_rint({})", "__builtin_fabs({})"]
BINARY = ["{} + {}", "{} - {}", "{} * {}", "{} / {}", "(float){} * (float){}", "(float){} + (float){}", "(isnan({1}) ? 1.0 : copysign({0}, {1}))", "({0} == {1} ? {0} : fmin({0}, {1}))",
          "({0} == {1} ? {0} : __builtin_fmax({0}, {1}))", "{} < {}", "{} >= {}", "{} == {}", "{} != {}", "__builtin_isunordered({}, {})", "__builtin_islessgreater({}, {})",
          "__builtin_fma({}, {}, 0.1)"]
INTEGER = ["(fabs({0}) < 1e9 ? (int){0} : 7)", "(fabs({0}) < 1e18 ? (long long){0} : 7)", "({0} >= 0 && {0} < 4e9 ? (unsigned){0} : 7)", "({0} >= 0 && {0} < 1.8e19 ? (unsigned long long){0} : 7)",
           "isinf({}) * 2", "isfinite({})", "isnormal({})", "fpclassify({})", "(isnan({0}) ? 5 : !signbit({0}) * 3)", "(fabs({0}) < 1e9 ? lrint({0}) : 7)", "(fabs({0}) < 1e9 ? lround({0}) : 7)"]


def program(choose, lines, expected):
    """The text of a program of so many steps; what each step gives is printed, or, if it is known, claimed."""
    body, declared = [], []
    for i in range(lines):
        def operand():
            return choose.choice(declared) if declared and choose.random() < 0.7 else choose.choice(CONSTANTS)
        is_float = choose.random() < 0.4
        kind = choose.random()
        if kind < 0.3: value = choose.choice(UNARY).format(operand())
        elif kind < 0.8: value = choose.choice(BINARY).format(operand(), operand())
        else: value = choose.choice(INTEGER).format(f"x{choose.randrange(i)}" if i else "1.5")
        body.append(f"    {'float' if is_float else 'double'} x{i} = {value};")
        declared.append(f"x{i}")
        see = f"see_{'float' if is_float else 'double'}(x{i})"
        if expected is None: body.append(f'    printf("%llu\\n", {see});')
        else: body.append(f'    if ({see} != {expected[i]}ull) __assert_fail("x{i}", "", 0, "");')
    return HEAD + "int main(void)\n{\n" + "\n".join(body) + "\n    return 0;\n}\n"


def check(seed, arch, folder):
    lines = 14
    name = os.path.join(folder, f"floats-{seed}-{arch}")
    with open(name + ".c", "w") as file:
        file.write(program(random.Random(seed), lines, None))
    subprocess.run([CLANG, "-w", "-O0", f"-m{arch}", "-msse2", name + ".c", "-o", name, "-lm"], check=True)
    expected = subprocess.run([name], check=True, capture_output=True, text=True).stdout.split()
    with open(name + ".c", "w") as file:
        file.write(program(random.Random(seed), lines, expected))
    # With 32 bits, results of library functions come in a register of the x87, and may be more precise than their type: the same program with claims can fail.
    subprocess.run([CLANG, "-w", "-O0", f"-m{arch}", "-msse2", name + ".c", "-o", name, "-lm"], check=True)
    holds = subprocess.run([name], capture_output=True).returncode == 0
    command = [LATCH, "check", "--engine", "bits", "--timeout", "60", "--arch", str(arch), name + ".c"]
    said = subprocess.run(command, capture_output=True, text=True).stdout
    if said.startswith("SAFE" if holds else ("UNKNOWN", "UNSAFE")) and (holds or arch == 32):
        return True
    print(f"seed {seed}, {arch} bits:\n{program(random.Random(seed), lines, expected)}{said}")
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.programs):
            for arch in (64, 32):
                if check(seed, arch, folder): passed += 1
                else: failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
