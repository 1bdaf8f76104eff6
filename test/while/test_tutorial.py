#!/usr/bin/env python3
"""Every listing of docs/slam.md is what the tool prints: each `$ latch ...` in an indented block is run, and compared with the lines below it. The functions that its
table names are in the code, and the editor file has the words of the language.

    test_tutorial.py            compares
    test_tutorial.py --update   writes what is printed into the page
"""

import glob
import os
import re
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGE = os.path.join(ROOT, "docs", "slam.md")
LATCH = os.path.abspath(os.environ.get("LATCH", os.path.join(ROOT, "build", "latch")))
RELEASE = os.path.join(os.path.dirname(os.path.dirname(LATCH)), "latch")
INDENT = "    "


def run(line):
    """What the command prints, as lines of a block."""
    words = shlex.split(line)
    latch = RELEASE if os.path.exists(RELEASE) else LATCH
    if words[0] == "cat":
        with open(os.path.join(ROOT, words[1]), encoding="utf-8") as file:
            output = file.read()
    else:
        output = subprocess.run([latch, *words[1:]], capture_output=True, text=True, timeout=300, cwd=ROOT, check=False).stdout
    return [(INDENT + text).rstrip() for text in output.splitlines()]


def listings(lines):
    """(first line, end, command) of each listing."""
    at = 0
    while at < len(lines):
        if lines[at].startswith((INDENT + "$ latch ", INDENT + "$ cat ")):
            end = at + 1
            while end < len(lines) and (lines[end].startswith(INDENT) and not lines[end].startswith(INDENT + "$ ") or
                                        not lines[end] and end + 1 < len(lines) and lines[end + 1].startswith(INDENT) and not lines[end + 1].startswith(INDENT + "$ ")):
                end += 1
            yield at, end, lines[at][len(INDENT) + 2:]
            at = end
        else:
            at += 1


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def named_functions(page):
    """The words in code font of the right column of the table of functions that are no files."""
    table = page.split("## Where the report's functions are", 1)[1].split("\n## ", 1)[0]
    cells = [line.rsplit(" | ", 1)[1] for line in table.splitlines() if line.startswith("| ")]
    return [name for cell in cells for name in re.findall(r"`(?:struct )?(\w+)`", cell)]


def wrong_names(page):
    code = "".join(read(path) for path in glob.glob(os.path.join(ROOT, "src", "slam", "*")) + glob.glob(os.path.join(ROOT, "src", "hoare", "*")))
    names = named_functions(page)
    return [f"docs/slam.md: {name} is not in the code" for name in names if not re.search(rf"\b{name}\b", code)] if names else ["docs/slam.md: no functions"]


def wrong_words():
    words = set(re.findall(r'"(\w+)"', read("src", "front", "while", "lexer.c").split("WORDS[] = {", 1)[1].split("}", 1)[0]))
    coloured = {word for line in re.findall(r"^syntax keyword latchwhile(?!Todo)\w+ (.*)$", read("editors", "vim", "syntax", "latchwhile.vim"), re.M) for word in line.split()}
    return [f"editors/vim: {word}" for word in sorted(words ^ coloured)]


def main():
    with open(PAGE, encoding="utf-8") as file:
        lines = file.read().splitlines()
    passed = failed = 0
    shown = list(lines)
    for at, end, command in reversed(list(listings(lines))):
        now = run(command)
        if now == lines[at + 1:end]:
            passed += 1
        else:
            failed += 1
            print(f"failed: docs/slam.md:{at + 1}: {command} prints something else")
        shown[at + 1:end] = now
    for wrong in (wrong_names("\n".join(lines)), wrong_words()):
        passed += not wrong
        failed += bool(wrong)
        for line in wrong:
            print(f"failed: {line}")
    if "--update" in sys.argv:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write("\n".join(shown) + "\n")
        sys.exit(0)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
