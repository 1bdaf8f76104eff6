#!/usr/bin/env python3
"""lib/libc against the real C library, and functions.def against both.

    test/libc/test_libc.py [--width 64|32] [--rounds N] [--keep DIR] [FUNCTION...]

The models are compiled natively, with undefined behaviour trapped; each function `f` of theirs is renamed to `model_f`; the drivers
(driver.h, drive_*.c) call both. A new drive_*.c is found by itself, and so is a new file of lib/libc. That a driver can fail
is tested with models that are wrong on purpose. Ends with the line `N passed, N failed`.
"""

import argparse
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIBC = os.path.join(HERE, "..", "..", "lib", "libc")
CLANG = shutil.which("clang-19") or "clang"
ROW = re.compile(r'^LIBC\((\w+), "([\w./]+)", (exact|contract|pure|unknown), "([^"]*)"\)$')
MODEL_FLAGS = ["-msse2", "-std=gnu11", "-O0", "-fno-builtin", "-Wall", "-Wextra", "-Werror"]
NATIVE_FLAGS = ["-fsanitize=undefined", "-fsanitize-trap=undefined"]
DRIVER_FLAGS = ["-std=gnu11", "-D_GNU_SOURCE", "-O1", "-fno-builtin", "-Wall", "-Wextra", "-Werror", "-Wno-deprecated-declarations"]

# Wrong on purpose: (file, what is there, what it becomes, the driver that must fail).
MUTANTS = [
    ("convert.c", "parse_unsigned(s, end, base, is_c23, high);", "parse_unsigned(s, end, base, is_c23, high / 2);", "strtoul"),
    ("convert.c", "if (digit_of(s[i]) >= 10) return start;", "", "strtod"),
    ("sort.c", "if (order < 0 ||", "if (order > 0 ||", "qsort"),
    ("string.c", "(set[k] != '\\0') != is_in_set) return i;", "(set[k] != '\\0') != is_in_set) return i + 1;", "strspn"),
    ("string.c", "while (part[k] && s[i + k] == part[k]) k++;", "while (part[k] && s[i + k] == part[k] && k < 3) k++;", "strstr"),
    ("memory.c", "i + 1 < n; i += 2", "i < n; i += 2", "swab"),
    ("memory.c", "if (left[i] != right[i]) return any_int_of_sign(left[i] < right[i]);", "if (left[i] != right[i]) return any_int_of_sign((char)left[i] < (char)right[i]);", "latch_c_memcmp"),
    ("input.c", "if (f->end == END_FLAGGED) f->end = END_SEEN;", "", "ungetc"),
    ("getopt.c", "if (*next_char == '\\0') optind++;", "", "getopt"),
    ("time.c", "day_of_year + 59 + leap", "day_of_year + 59", "gmtime_r"),
    ("output.c", "? EOF : (unsigned char)c", "? EOF : c", "fputc"),
    ("ctype.c", "is_in(c, '\\t', '\\r')", "is_in(c, '\\t', '\\f')", "isspace"),
]


class Failure(Exception):
    pass


def call(command):
    process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if process.returncode:
        raise Failure(" ".join(command) + "\n" + process.stdout)
    return process.stdout


def in_parallel(jobs):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda job: job(), jobs))


class Build:
    """The drivers, linked with models of one width."""

    def __init__(self, width, folder):
        self.width, self.folder = width, os.path.join(folder, str(width))
        os.makedirs(self.folder, exist_ok=True)
        self.models = {os.path.basename(name): name for name in sorted(glob.glob(os.path.join(LIBC, "*.c")))}
        drivers = [os.path.join(HERE, "driver.c"), *sorted(glob.glob(os.path.join(HERE, "drive_*.c")))]
        objects = in_parallel(
            [lambda source=source: self.model(source, self.path(source)) for source in self.models.values()]
            + [lambda source=source: self.driver(source) for source in drivers]
        )
        self.model_objects = dict(zip(self.models, objects))
        self.driver_objects = objects[len(self.models) :]

    def path(self, source):
        return os.path.join(self.folder, os.path.basename(source) + ".o")

    def compile(self, source, object_file, flags):
        call([CLANG, f"-m{self.width}", *flags, "-I", LIBC, "-c", source, "-o", object_file])
        return object_file

    def model(self, source, object_file):
        return self.compile(source, object_file, MODEL_FLAGS + NATIVE_FLAGS)

    def driver(self, source):
        return self.compile(source, self.path(source), DRIVER_FLAGS)

    def defined(self, object_file):
        symbols = [line.split() for line in call(["nm", "--defined-only", "-g", object_file]).splitlines()]
        return [fields[2] for fields in symbols]

    def functions(self):
        symbols = (line.split() for file in self.model_objects.values() for line in call(["nm", "--defined-only", "-g", file]).splitlines())
        return sorted(name for _, kind, name in symbols if kind == "T" and not name.startswith("latch_"))

    def link(self, objects, name):
        """The program of the drivers with these models. Models call each other, and the real library for what is built in."""
        together, renamed = os.path.join(self.folder, name + ".r.o"), os.path.join(self.folder, name + ".renamed.o")
        call([CLANG, f"-m{self.width}", "-r", "-nostdlib", "-o", together, *objects])
        names = os.path.join(self.folder, name + ".names")
        with open(names, "w", encoding="utf-8") as file:
            for symbol in self.defined(together):
                if symbol != "latch_errno":
                    file.write(f"{symbol} model_{symbol}\n")
        call(["objcopy", f"--redefine-syms={names}", together, renamed])
        program = os.path.join(self.folder, name)
        call([CLANG, f"-m{self.width}", "-o", program, *self.driver_objects, renamed, "-lm"])
        return program

    def program(self):
        return self.link(self.model_objects.values(), "drivers")

    def mutant(self, file, right, wrong):
        with open(self.models[file], encoding="utf-8") as source:
            text = source.read()
        if text.count(right) != 1:
            raise Failure(f"{file} does not have exactly one `{right}` to make wrong")
        mutated = os.path.join(self.folder, "mutant_" + file)
        with open(mutated, "w", encoding="utf-8") as out:
            out.write(text.replace(right, wrong))
        objects = {**self.model_objects, file: self.compile(mutated, mutated + ".o", MODEL_FLAGS + NATIVE_FLAGS + ["-w"])}
        return self.link(objects.values(), "mutant")


def read_table():
    rows = []
    with open(os.path.join(LIBC, "functions.def"), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("LIBC("):
                match = ROW.match(line.rstrip("\n"))
                if not match:
                    raise Failure(f"functions.def:{number}: not a row: {line.rstrip()}")
                rows.append(match.groups())
    return rows


def table_complaints(rows, drivers, functions):
    """What the table says and the models or drivers do not, and the other way round."""
    classes = {name: kind for name, _, kind, _ in rows}
    order = [(header, name) for name, header, _, _ in rows]
    for before, after in zip(order, order[1:]):
        if before >= after:
            yield f"functions.def: {after[1]} ({after[0]}) is not in its place, or there twice"
    for name, _, kind, remark in rows:
        driver = drivers.get(name) or drivers.get("latch_c_" + name)
        is_modelled = kind in ("exact", "contract")
        if is_modelled and not driver and not remark.startswith("built in"):
            yield f"{name} is {kind} and has no driver in test/libc"
        if is_modelled and driver and driver != kind:
            yield f"{name} is {kind}, its driver tests that it is {driver}"
        if not is_modelled and (driver or name in functions):
            yield f"{name} is {kind}, but has a model or a driver"
    for name in functions:
        if name not in classes:
            yield f"{name} is in lib/libc and not in functions.def"


def read_drivers(program):
    return dict(line.split() for line in call([program, "--list"]).splitlines())


def run_drivers(program, options):
    process = subprocess.run([program, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = process.stdout.splitlines()
    counts = re.match(r"(\d+) passed, (\d+) failed$", lines[-1] if lines else "")
    if not counts:
        return 0, 1, process.stdout + f"the drivers ended with {process.returncode}"
    return int(counts.group(1)), int(counts.group(2)), "\n".join(lines[:-1])


def run_mutants(build):
    passed, failed = 0, 0
    for file, right, wrong, function in MUTANTS:
        bad = run_drivers(build.mutant(file, right, wrong), ["--rounds", "2000", function])[1]
        if bad:
            passed += 1
        else:
            failed += 1
            print(f"{file}: `{wrong}` for `{right}` is not noticed by the driver of {function}")
    return passed, failed


def run_width(width, folder, arguments):
    build = Build(width, folder)
    program = build.program()
    options = ["--rounds", str(arguments.rounds), *arguments.functions]
    passed, failed, output = run_drivers(program, options)
    for line in output.splitlines():
        print(f"{width} bits: {line}")
    if arguments.functions:
        return passed, failed
    if width == 64:
        complaints = list(table_complaints(read_table(), read_drivers(program), build.functions()))
        print("".join(complaint + "\n" for complaint in complaints), end="")
        caught, missed = run_mutants(build)
        passed, failed = passed + caught + (not complaints), failed + missed + len(complaints)
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description="Tests the models of lib/libc against the real C library.")
    parser.add_argument("--width", type=int, choices=(64, 32), help="of one width only")
    parser.add_argument("--rounds", type=int, default=2000, help="calls of each driver (2000)")
    parser.add_argument("--keep", metavar="DIR", help="where to build, and leave everything")
    parser.add_argument("functions", nargs="*", metavar="FUNCTION")
    arguments = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for width in (arguments.width,) if arguments.width else (64, 32):
            try:
                more, bad = run_width(width, arguments.keep or scratch, arguments)
                passed, failed = passed + more, failed + bad
            except Failure as failure:
                print(f"{width} bits: {failure}")
                failed += 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
