"""Verdicts: what a finished run means for a task."""

import re
import signal
from dataclasses import dataclass

CORRECT, WRONG, UNCONFIRMED = "correct", "wrong", "unconfirmed"
TIMEOUT, MEMOUT, ERROR, UNKNOWN = "timeout", "memout", "error", "unknown"
SOLVED = (CORRECT, UNCONFIRMED)

ANSWERS = {"sat": True, "safe": True, "unsat": False, "unsafe": False, "unknown": None}
LATCH_EXITS = {True: 0, False: 10, None: 20}
REASON_LENGTH = 200
SAYS_TIME = re.compile(r"\btime[- ]?out\b|\btime limit\b|\bout of time\b|\btimed out\b|\bdeadline\b", re.I)
SAYS_MEMORY = re.compile(r"\bout of memory\b|\bmemory limit\b|\bmem[- ]?out\b|bad_alloc|OutOfMemoryError", re.I)


@dataclass(frozen=True)
class Judgement:
    answer: str   # the task's word for what the engine said, "" when it said nothing
    verdict: str
    reason: str


def parse_answer(engine, stdout):
    """(said, answer, text): what an engine answered and the rest of that line; or, when it did not, what it said instead.
    Latch must answer in its first line. Others may chat first, but an SMT-LIB error before the answer voids it."""
    lines = [line.strip() for line in stdout.splitlines() if line.strip()]
    for line in lines[:1] if engine.kind == "latch" else lines:
        word, _, rest = line.partition(" ")
        if word.lower() in ANSWERS:
            return True, ANSWERS[word.lower()], rest.strip()
        if line.startswith("(error"):
            return False, None, line
    return False, None, lines[0] if lines else ""


def first_words(text):
    """The first line of `text` that says something: rulers such as a sanitizer's `=====` do not."""
    for line in text.splitlines():
        if any(c.isalnum() for c in line):
            return line.strip()
    return ""


def trim(text):
    text = " ".join(text.split())
    return text if len(text) <= REASON_LENGTH else text[:REASON_LENGTH - 1] + "…"


def unknown_reason(rest, stderr):
    inside = re.fullmatch(r"\((.*)\)", rest)
    return (inside.group(1) if inside else rest) or first_words(stderr)


def describe_exit(code):
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def failure(engine, said, answer, exit_code):
    """Why a run that ended by itself did not end well, or ""."""
    if exit_code < 0:
        return describe_exit(exit_code)
    if not said:
        return f"no answer, {describe_exit(exit_code)}"
    if engine.kind == "latch" and exit_code != LATCH_EXITS[answer]:
        return f"{describe_exit(exit_code)} does not fit the answer"
    return ""


def judge_failure(detail, exit_code):
    """A crash is an error even when the time is over: stopping must not crash either."""
    if SAYS_MEMORY.search(detail):
        return MEMOUT
    return TIMEOUT if exit_code >= 0 and SAYS_TIME.search(detail) else ERROR


def judge_unknown(reason, is_over):
    """A limit the engine noticed by itself counts as that limit."""
    if SAYS_MEMORY.search(reason):
        return MEMOUT
    return TIMEOUT if is_over or SAYS_TIME.search(reason) else UNKNOWN


def judge(engine, task, time, out):
    """The judgement of `out` (a procs.Outcome) under the time limit `time`. A wrong answer is wrong however the run ended."""
    said, answer, text = parse_answer(engine, out.stdout)
    word = task.word(answer) if said else ""
    if answer is not None and task.expected is not None and answer != task.expected:
        return Judgement(word, WRONG, "")
    if out.stopped:
        return Judgement(word, out.stopped, "")
    broken = failure(engine, said, answer, out.exit_code)
    if broken:
        detail = trim(first_words(out.stderr) or text)
        return Judgement(word, judge_failure(detail, out.exit_code), f"{broken}: {detail}" if detail else broken)
    if answer is None:
        reason = trim(unknown_reason(text, out.stderr))
        return Judgement(word, judge_unknown(reason, out.wall >= time), reason)
    if out.wall > engine.late_after(time):
        return Judgement(word, TIMEOUT, "")
    return Judgement(word, UNCONFIRMED if task.expected is None else CORRECT, "")
