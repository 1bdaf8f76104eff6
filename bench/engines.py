"""Engines: how a name on the command line becomes a command to run on a task."""

import functools
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

PEERS = ("z3", "golem", "eld")
KINDS = ("latch", "peer", "custom")

# Latch is told the limit and given a moment to report what it has; nobody else is.
LATCH_KILL_GRACE = 2.0
LATCH_LATE_GRACE = 0.5


class EngineError(Exception):
    """An engine that cannot be understood, with a message for people."""


@dataclass(frozen=True)
class Engine:
    label: str       # as given, and as it appears in every table
    kind: str        # one of KINDS
    command: tuple   # words, with {file}, {time}, {bits}, {check}

    def takes(self, task):
        return self.kind != "peer" or task.is_horn

    def argv(self, task, time):
        words = [w.format(file=task.path, time=f"{time:g}", bits=task.bits, check=task.check) for w in self.command]
        if self.kind == "latch" and not task.is_horn:
            words[-1:-1] = options_for(task, words[0])
        return words

    def kill_after(self, time):
        return time + LATCH_KILL_GRACE if self.kind == "latch" else time

    def late_after(self, time):
        return time + LATCH_LATE_GRACE if self.kind == "latch" else time


@functools.cache
def knows(latch, option):
    """Whether a build of Latch has the option: older ones are run beside new ones."""
    try:
        return option in subprocess.run([latch, "--help"], capture_output=True, text=True, errors="replace", timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired):
        return False


def program_options(task, latch):
    """How a C task is meant: functions without a body change nothing."""
    return [*(["--arch", task.bits] if task.bits else []), *(["--unseen", "pure"] if knows(latch, "--unseen") else [])]


def options_for(task, latch):
    """What a C task asks of `latch check`."""
    return [*program_options(task, latch), *(["--check", task.check] if task.check else [])]


def braces(word):
    return word.replace("{", "{{").replace("}", "}}")


def parse(spec, latch, label=None):
    """NAME or NAME:OPTIONS, the options separated by `+` or spaces. A peer's NAME is its program, any other an engine
    of the program `latch`."""
    name, _, opts = spec.partition(":")
    if not name:
        raise EngineError(f"'{spec}': an engine needs a name")
    extra = tuple(map(braces, opts.replace("+", " ").split()))
    if name in PEERS:
        return Engine(spec, "peer", (name, *extra, "{file}"))
    return Engine(label or spec, "latch", (braces(str(latch)), "check", "--engine", name, "--timeout", "{time}", "--stats", *extra, "{file}"))


def parse_custom(definition):
    """NAME=COMMAND, where COMMAND is split as by a shell and then has {file}, {time}, {bits} and {check} filled in."""
    name, equals, command = definition.partition("=")
    if not name or not equals or not command.strip():
        raise EngineError(f"'{definition}': expected NAME=COMMAND")
    words = tuple(shlex.split(command))
    if not any("{file}" in w for w in words):
        raise EngineError(f"'{definition}': the command needs {{file}}")
    try:
        for w in words:
            w.format(file="", time="", bits="", check="")
    except (KeyError, IndexError, ValueError):
        raise EngineError(f"'{definition}': only {{file}}, {{time}}, {{bits}}, {{check}} are filled in; write {{{{ for a brace") from None
    return Engine(name, "custom", words)


def parse_builds(given, default):
    """{name: path} of the builds of Latch that are given as PATH, whose name is "", or as NAME=PATH."""
    builds = {"": default}
    for text in given:
        name, equals, path = text.partition("=")
        named = equals and re.fullmatch(r"[\w.-]+", name)
        builds[name if named else ""] = Path(path if named else text).absolute()
    return builds


def of_spec(label):
    """The engine as given, without the build."""
    return re.sub(r"@[\w.-]+$", "", label)


def parse_all(spec, builds):
    """An engine of Latch runs once for each build, beside itself."""
    if spec.partition(":")[0] in PEERS:
        return [parse(spec, None)]
    return [parse(spec, path, f"{spec}@{name}" if name else spec) for name, path in builds.items()]


def select(specs, definitions, builds):
    """The engines of a run in the order of `specs`; those only defined come last."""
    custom = {e.label: e for e in map(parse_custom, definitions)}
    chosen = {e.label: e for s in specs for e in ([custom[s]] if s in custom else parse_all(s, builds))}
    return list((chosen | {n: e for n, e in custom.items() if n not in chosen}).values())


def is_installed(engine):
    return shutil.which(engine.command[0].format(file="", time="", bits="", check="")) is not None
