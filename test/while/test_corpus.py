#!/usr/bin/env python3
"""Programs of the while language, safe ones and such with a bug. The first line of each says what is expected:

    // expect: safe
    // expect: unsafe

    test_corpus.py [NAME...]                       check with slam, a third of them with one of its switches, another third with auto (other thirds every day)
    test_corpus.py --table [--time S] [ENGINE...]  a table: right, undecided and wrong answers and times for each engine (make bench-while)

No answer may be wrong, and slam and auto must have as many right as the constants below say, in the test and in the table.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LATCH = os.path.abspath(os.environ.get("LATCH", os.path.join(HERE, "..", "..", "build", "latch")))
RELEASE = os.path.join(os.path.dirname(os.path.dirname(LATCH)), "latch")
SWITCHES = ["atoms", "statements", "cartesian", "one-trace", "forward", "forward,one-trace"]
# Programs left undecided; the machine may be busy.
MOST_UNKNOWN = {"slam": 8, "auto": 3}
FEWEST = 60  # programs
BAD = [  # a kind of mistake, the text, line:column
    ("syntax", "int x;\nx = 1", "2:3"),
    ("undeclared", "int x;\nx := y", "2:6"),
    ("wrong kind of parameter", "proc p(out int f) { *f := 1 }\nmain { int x; p(x + 1) }", "2:19"),
    ("ref to an expression", "proc p(ref int f) { *f := 1 }\nproc q(out int g) { p(*g + 1) }\nskip", "2:26"),
    ("ref to a local", "proc p(ref int f) { *f := 1 }\nmain { int x; p(x) }", "2:17"),
    ("recursion in declarations", "proc p() {\n    proc q() { skip }\n}\nskip", "2:5"),
    ("a type", "int x;\nx := x > 1", "2:8"),
    ("number of arguments", "proc p(int a) { skip }\nmain { p() }", "2:8"),
    ("line ends of DOS", "int x;\r\nx = 1\r\n", "2:3"),
    ("nothing", "", "1:1"),
    ("a comment only", "// nothing", "1:11"),
    ("a letter that is none", "int \u00e4;\nx := 1", "1:5"),
    ("a zero byte", "int x; x := 1\0; x := 2", "1:14"),
    ("blocks in blocks", "int x; " + "{ " * 5000 + "x := 1" + " }" * 5000, "1:808"),
    ("parentheses in parentheses", "int x; x := " + "(" * 5000 + "1" + ")" * 5000, "1:212"),
    ("two properties", "int x; x := 1 ensure x = 1 ensure x = 2", "1:28"),
    ("the result of what has none", "proc p(int n) { skip }\nmain { int y; y := p(3) }", "2:15"),
]
NEST = "proc r(ref int f, ref int g, int n) { if n > 0 then { *f := *f + 1; r(g, f, n - 1) } }\nproc s(out int a, out int b, int n) { r(a, b, n) }\n"
GOALS = "int x; assume x > 0; if x = 1 then assert x = 2 else assert x != 3; assume x < 4; assert x < 5 ensure x = 2"
ODD = [  # a program that is one, a command with options, its exit code, what it says
    ("\ufeffint x; x := 1 ensure x = 1", ["slam"], 0, "SAFE"),
    ("// gr\u00fc\u00dfe\r\nint x;\r\nx := 1;\r\nif x = 1 then\r\n    x := 2\r\nensure x = 2\r\n", ["slam"], 0, "SAFE"),
    ("int x; x := 1", ["slam"], 0, "there is nothing to check: the program has no assertion, and no predicate for its end"),
    ("int x; x := 1; while true do skip; assert x = 2 ensure x = 5", ["slam"], 0, "SAFE"),
    ("proc p() { p() } main { p(); assert false }", ["slam"], 0, "SAFE"),
    ("int x; x := 0; " + "if x = 0 then " * 390 + "x := 1 ensure x = 1", ["slam"], 0, "SAFE"),
    ("int x; x := 0;" + "".join(f"x := x + {i};" for i in range(1000)) + " skip ensure x = 499500", ["check"], 0, "SAFE"),
    (f"int x; x := {'9' * 60}; x := x * x ensure x > {'9' * 100}", ["slam"], 0, "SAFE"),
    (f"int x; x := {'9' * 60}; x := x * x ensure x < {'9' * 100}", ["check"], 10, "UNSAFE"),
    ("int x; proc p(int x) { x := 5 } proc q() { x := 6 } main { int x; x := 1; p(x); q(); assert x = 1 }", ["slam"], 0, "SAFE"),
    ("proc p(ref int f, ref int g) { assert f != g } proc q(out int a, out int b) { p(a, b) } main { int x, y; q(x, y); q(x, x) }", ["slam"], 10, "UNSAFE"),
    (GOALS, ["slam"], 10, "x = 2` fails: VIOLATED"),
    (GOALS, ["slam"], 10, "x != 3` fails: VIOLATED"),
    (GOALS, ["slam"], 10, "x < 5` fails: proved"),
    (GOALS, ["slam"], 10, "at the end of main, not `x = 2`: proved"),
    (GOALS, ["slam", "--engine-options", "forward"], 10, "x < 5` fails: proved"),
    ("int x; x := 7; assert x = 8; assert x = 9 ensure x = 10", ["slam"], 10, "at the end of main, not `x = 10`: proved"),
    (NEST + "main { int x, y, n; x := 0; y := 0; assume n >= 0; s(x, y, n); assert x >= y and x <= y + 1 }", ["check"], 0, "SAFE"),
    (NEST + "main { int x, n; x := 0; assume n >= 0; s(x, x, n); assert x != 3 }", ["slam"], 10, "UNSAFE"),
    ("main { int x; havoc x }", ["run", "--inputs", "-2, 1"], 0, "x = -2"),
    ("main { int x; havoc x }", ["run", "--inputs", "1,,2"], 2, "the inputs of a run are integers"),
    ("main { int x; havoc x }", ["run", "--inputs", "1/2"], 2, "the inputs of a run are integers"),
    ("skip", ["check", "--entry", "p"], 2, "--entry and --check are for C programs"),
    ("skip", ["check", "--check", "div"], 2, "--entry and --check are for C programs"),
]


def run(latch, path, *options, seconds=10):
    start = time.time()
    command = [latch, "check", "--timeout", str(seconds), *options, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=6 * seconds + 60, check=False)
    word = done.stdout.split(None, 1)[0] if done.stdout.strip() else "NOTHING"
    code = {"SAFE": 0, "UNSAFE": 10, "UNKNOWN": 20}.get(word)
    if code != done.returncode:
        word = f"exit code {done.returncode} after {word}"
    return word, time.time() - start


def expected(path):
    with open(path, encoding="utf-8") as file:
        match = re.fullmatch(r"// expect: (safe|unsafe)", file.readline().rstrip("\n"))
    if not match:
        sys.exit(f"{path}:1: no expectation")
    return match.group(1).upper()


def programs(names):
    paths = sorted(glob.glob(os.path.join(HERE, "*.while")))
    return [path for path in paths if not names or os.path.basename(path)[:-6] in names]


def check_corpus(paths):
    """Passed and failed checks."""
    latch = RELEASE if os.path.exists(RELEASE) and len(paths) > 20 else LATCH
    day = int(time.time()) // 86400
    passed = failed = 0
    unknown = dict.fromkeys(MOST_UNKNOWN, 0)
    for number, path in enumerate(paths):
        ways = [["--engine", "slam"]]
        if (number + day) % 3 == 0:
            ways.append(["--engine", "slam", "--engine-options", SWITCHES[number // 3 % len(SWITCHES)]])
        if (number + day) % 3 == 1 or len(paths) < FEWEST:
            ways.append(["--engine", "auto"])
        for way in ways:
            word, _ = run(latch, path, *way, seconds=10 if len(way) == 2 else 3)
            if word == "UNKNOWN" and len(way) == 2:
                unknown[way[1]] += 1
            if word in (expected(path), "UNKNOWN"):
                passed += 1
            else:
                failed += 1
                print(f"failed: {path} {' '.join(way)}: {word}")
    for engine, most in MOST_UNKNOWN.items():
        passed += unknown[engine] <= most
        failed += unknown[engine] > most
        if unknown[engine] > most:
            print(f"failed: {engine} decides all but {unknown[engine]}")
    return passed, failed


def check_odd_files():
    passed = failed = 0
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"odd-{os.getpid()}.while")
    for source, command, code, said in ODD:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(source)
        done = subprocess.run([LATCH, *command, "--timeout", "30", path], capture_output=True, text=True, timeout=240, check=False)
        good = done.returncode == code and said in done.stdout + done.stderr
        passed += good
        failed += not good
        if not good:
            print(f"failed: latch {' '.join(command)} of {source[:200]}: exit code {done.returncode}, {done.stdout[:300]}{done.stderr[:300]}")
    os.remove(path)
    return passed, failed


def check_bad_files():
    passed = failed = 0
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"bad-{os.getpid()}.while")
    for kind, source, where in BAD:
        for command in ("check", "slam", "run", "fmt"):
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(source)
            done = subprocess.run([LATCH, command, path], capture_output=True, text=True, timeout=60, check=False)
            good = done.returncode == 2 and done.stderr.startswith(f"{path}:{where}: error: ") and not done.stdout
            passed += good
            failed += not good
            if not good:
                print(f"failed: {kind}, latch {command}: exit code {done.returncode}, {done.stderr.strip()}")
    os.remove(path)
    return passed, failed


def print_table(paths, engines, seconds):
    print(f"{len(paths)} programs, {seconds} s for each\n")
    print("| engine | safe | unsafe | undecided | wrong | seconds | over 1 s |\n|---|---|---|---|---|---|---|")
    any_wrong = len(paths) < FEWEST
    for engine in engines:
        name, _, switches = engine.partition(":")
        options = ["--engine", name] + (["--engine-options", switches] if switches else [])
        rows = [(path, *run(LATCH, path, *options, seconds=seconds)) for path in paths]
        counts = {word: sum(1 for path, answer, _ in rows if answer == word == expected(path)) for word in ("SAFE", "UNSAFE")}
        open_ones = [path for path, answer, _ in rows if answer == "UNKNOWN"]
        wrong = [path for path, answer, _ in rows if answer not in (expected(path), "UNKNOWN")]
        any_wrong |= bool(wrong) or len(open_ones) > MOST_UNKNOWN.get(engine, len(paths))
        total, slow = sum(row[2] for row in rows), sum(1 for row in rows if row[2] > 1)
        print(f"| {engine} | {counts['SAFE']} | {counts['UNSAFE']} | {len(open_ones)} | {len(wrong)} | {total:.1f} | {slow} |", flush=True)
        for what, names in (("undecided", open_ones), ("WRONG", wrong)):
            if names:
                names = [os.path.basename(name) for name in names]
                print(f"<!-- {engine}, {what}: {' '.join(names)} -->")
    return any_wrong


def main():
    parser = argparse.ArgumentParser(description="Programs of the while language, and what Latch says about them.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs; with --table: engines, as NAME or NAME:SWITCHES")
    parser.add_argument("--table", action="store_true", help="a table instead of tests")
    parser.add_argument("--time", type=int, default=10, metavar="S", help="seconds for each program")
    arguments = parser.parse_args()
    if arguments.table:
        sys.exit(print_table(programs([]), arguments.names or ["slam", "auto"], arguments.time))
    passed, failed = check_corpus(programs(arguments.names))
    if not arguments.names:
        for check in (check_bad_files, check_odd_files):
            more, worse = check()
            passed, failed = passed + more, failed + worse
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
