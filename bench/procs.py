"""Processes: run a command under a time and a memory limit and end it together with everything it started.

The command gets a session of its own. Its tree is that session and all descendants seen while it ran, so that a child
that opens a session for itself is found too. Memory is the resident memory of the whole tree, polled: a limit on the
address space would stop programs that only reserve much of it."""

import os
import resource
import select
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")
MB = 1024 * 1024
FIRST_POLL, LAST_POLL = 0.01, 0.2
OUTPUT_KEPT = 64 * 1024


@dataclass
class Outcome:
    stopped: str | None  # "timeout", "memout", "cancelled"; None: ended by itself
    exit_code: int       # negative: the signal that ended it
    wall: float
    cpu: float
    peak_mb: float
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Process:
    pid: int
    parent: int
    session: int
    started: int  # with the pid, names a process for good
    cpu: float
    rss: int
    is_zombie: bool


def read_process(pid):
    try:
        # Reading unbuffered halves the cost of looking at all processes.
        fd = os.open(f"/proc/{pid}/stat", os.O_RDONLY | os.O_CLOEXEC)
        try:
            stat = os.read(fd, 4096)
        finally:
            os.close(fd)
    except OSError:
        return None
    # The name, in parentheses, may hold anything; what follows the last one is numbers.
    f = stat[stat.rindex(b")") + 2:].split()
    cpu = sum(map(int, f[11:15])) / TICK
    return Process(pid, int(f[1]), int(f[3]), int(f[19]), cpu, int(f[21]) * PAGE, f[0] in b"ZX")


def processes():
    found = (read_process(int(name)) for name in os.listdir("/proc") if name.isdigit())
    return [p for p in found if p]


class Tree:
    """The processes that come from `root`, which leads a session and has not been waited for."""

    def __init__(self, root):
        self.root = root
        self.seen = set()   # (pid, started) of every member so far
        self.members = []
        self.cpu = 0.0
        self.peak = 0

    def refresh(self):
        everyone = processes()
        members = {p.pid: p for p in everyone if p.session == self.root or (p.pid, p.started) in self.seen}
        grew = True
        while grew:
            children = {p.pid: p for p in everyone if p.parent in members and p.pid not in members}
            members |= children
            grew = bool(children)
        self.members = list(members.values())
        self.seen |= {(p.pid, p.started) for p in self.members}
        self.cpu = max(self.cpu, sum(p.cpu for p in self.members))
        self.peak = max(self.peak, self.rss())

    def rss(self):
        return sum(p.rss for p in self.members)

    def freeze(self):
        """Stops all members until no new one turns up: of what is killed outright, the children lose their parent."""
        known = None
        while known != self.seen:
            known = set(self.seen)
            self.signal(signal.SIGSTOP)
            self.refresh()

    def kill(self):
        """Ends all members, and waits until they are gone."""
        self.freeze()
        while True:
            self.signal(signal.SIGKILL)
            self.refresh()
            if all(p.is_zombie for p in self.members):
                return
            time.sleep(0.002)

    def signal(self, which):
        send(os.killpg, self.root, which)
        for p in self.members:
            send(os.kill, p.pid, which)


def send(how, pid, which):
    try:
        how(pid, which)
    except (ProcessLookupError, PermissionError):
        pass


def watch(tree, pidfd, start, kill_after, mem_mb, cancelled):
    """Waits for the end of the tree's root; returns the limit that was hit first, or None."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    interval = FIRST_POLL
    while True:
        left = start + kill_after - time.monotonic()
        if poll.poll(max(0.0, min(interval, left)) * 1000):
            return None
        if cancelled():
            return "cancelled"
        if time.monotonic() - start >= kill_after:
            return "timeout"
        tree.refresh()
        if tree.rss() > mem_mb * MB:
            return "memout"
        interval = min(2 * interval, LAST_POLL)


def peak_mb(tree, usage):
    # A child's ru_maxrss starts at the resident memory of the process that started it: up to that it is only an upper
    # bound, good enough for a run too short to be polled.
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reported = usage.ru_maxrss * 1024 if usage.ru_maxrss > own or not tree.peak else 0
    return max(tree.peak, reported) / MB


def read_head(f):
    f.seek(0)
    return f.read(OUTPUT_KEPT).decode("utf-8", "replace")


def run(argv, kill_after, mem_mb, cancelled=lambda: False):
    """Runs `argv` for `kill_after` seconds at most. When it returns, no process of its tree is left. Raises OSError
    when the program cannot be started."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)
        pidfd = os.pidfd_open(child.pid)
        tree = Tree(child.pid)
        try:
            stopped = watch(tree, pidfd, start, kill_after, mem_mb, cancelled)
            wall = time.monotonic() - start
        finally:
            # The root stays a zombie until it is waited for, so its number cannot belong to anybody else yet.
            tree.kill()
            os.close(pidfd)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        cpu = max(tree.cpu, usage.ru_utime + usage.ru_stime)
        return Outcome(stopped, child.returncode, wall, cpu, peak_mb(tree, usage), read_head(out), read_head(err))
