"""Engines: how a name on the command line becomes a command to run on a task."""

import shlex
import shutil
from dataclasses import dataclass

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
    command: tuple   # words, with {file}, {time}, {bits}

    def takes(self, task):
        return self.kind != "peer" or task.is_horn

    def argv(self, task, time):
        words = [w.format(file=task.path, time=f"{time:g}", bits=task.bits) for w in self.command]
        if self.kind == "latch" and task.bits:
            words[-1:-1] = ["--arch", task.bits]
        return words

    def kill_after(self, time):
        return time + LATCH_KILL_GRACE if self.kind == "latch" else time

    def late_after(self, time):
        return time + LATCH_LATE_GRACE if self.kind == "latch" else time


def braces(word):
    return word.replace("{", "{{").replace("}", "}}")


def parse(spec, latch):
    """NAME or NAME:OPTIONS, the options separated by `+` or spaces. A peer's NAME is its program, any other an engine
    of the program `latch`."""
    name, _, opts = spec.partition(":")
    if not name:
        raise EngineError(f"'{spec}': an engine needs a name")
    extra = tuple(map(braces, opts.replace("+", " ").split()))
    if name in PEERS:
        return Engine(spec, "peer", (name, *extra, "{file}"))
    return Engine(spec, "latch", (braces(str(latch)), "check", "--engine", name, "--timeout", "{time}", "--stats", *extra, "{file}"))


def parse_custom(definition):
    """NAME=COMMAND, where COMMAND is split as by a shell and then has {file}, {time} and {bits} filled in."""
    name, equals, command = definition.partition("=")
    if not name or not equals or not command.strip():
        raise EngineError(f"'{definition}': expected NAME=COMMAND")
    words = tuple(shlex.split(command))
    if not any("{file}" in w for w in words):
        raise EngineError(f"'{definition}': the command needs {{file}}")
    try:
        for w in words:
            w.format(file="", time="", bits="")
    except (KeyError, IndexError, ValueError):
        raise EngineError(f"'{definition}': only {{file}}, {{time}}, {{bits}} are filled in; write {{{{ for a brace") from None
    return Engine(name, "custom", words)


def select(specs, definitions, latch):
    """The engines of a run in the order of `specs`; those only defined come last."""
    custom = {e.label: e for e in map(parse_custom, definitions)}
    chosen = {s: custom.get(s) or parse(s, latch) for s in specs}
    return list((chosen | {n: e for n, e in custom.items() if n not in chosen}).values())


def is_installed(engine):
    return shutil.which(engine.command[0].format(file="", time="", bits="")) is not None
