#!/usr/bin/env python3
"""Hostile programs, through every command that runs the compiled program: nothing outside of its scratch folder changes, the verdict comes, and no
process is left. What the program does beside its own code comes from a library that it is linked with, so that the attack does not depend on
what Latch makes of it."""

import glob
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.environ.get("LATCH", os.path.join(TOP, "build", "latch"))
ATTACK = os.path.join(TOP, "test", "c", "hostile", "attack.c")
PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 1000 && x % 7 == 3)
        __assert_fail("x", "program.c", 7, "main");
    return 0;
}
"""


class SandboxTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.home = os.path.join(self.folder, "home")
        self.scratch = os.path.join(self.folder, "scratch")
        for name in (self.home, self.scratch, os.path.join(self.home, "empty")):
            os.mkdir(name)
        with open(os.path.join(self.home, "kept"), "w") as f:
            f.write("as it was\n")
        os.mkfifo(os.path.join(self.home, "pipe"))
        self.program = os.path.join(self.folder, "program.c")
        with open(self.program, "w") as f:
            f.write(PROGRAM)
        self.victim = subprocess.Popen(["sleep", "600"], start_new_session=True)
        self.before = self.state()

    def tearDown(self):
        self.victim.kill()
        self.victim.wait()
        shutil.rmtree(self.folder)

    def state(self):
        found = []
        for path in sorted(glob.glob(self.home + "/**", recursive=True)):
            s = os.lstat(path)
            found.append((path, s.st_mode, s.st_size, s.st_mtime, s.st_nlink, s.st_uid))
        return found

    def library(self, way, *flags):
        library = os.path.join(self.folder, "libhostile.so")
        defines = {"WAY": way, "FOLDER": self.home, "PROCESS": self.victim.pid}
        subprocess.run(["clang-19", "-w", "-shared", "-fPIC", "-DIN_LIBRARY", *flags, *(f'-D{k}="{v}"' for k, v in defines.items()), ATTACK, "-o", library],
                       check=True)
        return ["--", f"-L{self.folder}", f"-Wl,-rpath,{self.folder}", "-Wl,--no-as-needed", "-lhostile", "-Wno-unused-command-line-argument"]

    def processes_left(self):
        """Programs of the scratch folder that run."""
        left = []
        for link in glob.glob("/proc/[0-9]*/exe"):
            try:
                if os.readlink(link).startswith(self.scratch):
                    left.append(link)
            except OSError:
                pass
        return left

    def run_latch(self, *arguments):
        """In a process group of its own, which the program would end with its parent."""
        environment = dict(os.environ, HOME=self.home, TMPDIR=self.scratch)
        r = subprocess.run([LATCH, *arguments], capture_output=True, text=True, timeout=100, env=environment, start_new_session=True)
        self.assertEqual(self.processes_left(), [])
        self.assertEqual(self.state(), self.before)
        self.assertEqual(os.listdir(self.scratch), [], "the scratch folder is removed")
        self.assertIsNone(self.victim.poll())
        self.assertFalse(os.path.exists("/dev/shm/latch-harm") or os.path.exists("/tmp/latch-harm"))
        return r

    def check(self, way, *options):
        return self.run_latch("check", *options, self.program, *self.library(way))

    def test_verdict_comes_in_spite_of_attacks(self):
        for way in ("files", "network", "process", "all", "privileges", "daemon"):
            with self.subTest(way=way):
                r = self.check(way)
                self.assertEqual((r.stdout.splitlines()[0], r.returncode), ("UNSAFE", 10), r.stdout + r.stderr)

    def test_32_bits(self):
        r = self.run_latch("check", "--arch", "32", self.program, *self.library("files", "-m32"))
        self.assertEqual(r.stdout.splitlines()[0], "UNSAFE", r.stdout + r.stderr)

    def test_deep_folders(self):
        self.assertIn(self.check("dig").returncode, (10, 20))

    def test_program_that_forks_without_end(self):
        r = self.check("fork", "--timeout", "20")
        self.assertIn("UNKNOWN", r.stdout.splitlines()[0])
        self.assertIn("too many processes", r.stdout + r.stderr)

    def test_program_that_does_not_end(self):
        start = time.time()
        r = self.check("spin", "--timeout", "4")
        self.assertIn("UNKNOWN", r.stdout.splitlines()[0])
        self.assertLess(time.time() - start, 60)

    def test_tests_and_their_replay(self):
        flags = self.library("files")
        suite = os.path.join(self.folder, "suite")
        r = self.run_latch("test", "--timeout", "20", "-o", suite, self.program, *flags)
        count = re.search(r"has (\d+) test", r.stdout)
        self.assertTrue(count and int(count.group(1)) > 0, r.stdout + r.stderr)
        tests = sorted(glob.glob(suite + "/test-*.c") + glob.glob(suite + "/testcase-*.xml"))
        r = self.run_latch("replay", self.program, *tests, *flags)
        self.assertEqual(r.returncode, 10, r.stdout + r.stderr)

    def test_without_sandbox(self):
        """The attack is real: it works if the user insists."""
        flags = self.library("files")
        environment = dict(os.environ, HOME=self.home, TMPDIR=self.scratch)
        subprocess.run([LATCH, "check", "--no-sandbox", self.program, *flags], capture_output=True, timeout=100, env=environment, check=False)
        self.assertNotEqual(self.state(), self.before)
        for name in ("/dev/shm/latch-harm", "/tmp/latch-harm"):
            if os.path.exists(name):
                os.unlink(name)

    def test_interrupt_leaves_nothing(self):
        flags = self.library("spin")
        environment = dict(os.environ, HOME=self.home, TMPDIR=self.scratch)
        p = subprocess.Popen([LATCH, "check", self.program, *flags], stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True)
        end = time.time() + 60
        while not self.processes_left() and time.time() < end:
            time.sleep(0.05)
        self.assertTrue(self.processes_left(), "the replay has not begun")
        p.send_signal(signal.SIGINT)
        p.communicate(timeout=60)
        self.assertEqual(self.processes_left(), [])

    def test_kill_leaves_no_process(self):
        flags = self.library("spin")
        environment = dict(os.environ, HOME=self.home, TMPDIR=self.scratch)
        p = subprocess.Popen([LATCH, "check", self.program, *flags], stdout=subprocess.DEVNULL, env=environment, start_new_session=True)
        end = time.time() + 60
        while not self.processes_left() and time.time() < end:
            time.sleep(0.05)
        p.kill()
        p.wait()
        while self.processes_left() and time.time() < end:
            time.sleep(0.05)
        self.assertEqual(self.processes_left(), [])


if __name__ == "__main__":
    unittest.main()
