#!/usr/bin/env python3
"""What a run that is shown says: inputs stand where the program's own code asks for them."""

import os
import subprocess
import tempfile
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATCH = os.environ.get("LATCH", os.path.join(TOP, "build", "latch"))
# The library's function is called through a pointer, by two calls.
READER = """#include <assert.h>
#include <stdio.h>

typedef int reader(FILE *);

static int second(reader *read)
{
    int first = read(stdin);
    return first == 'a' ? read(stdin) : 0;
}

int main(void)
{
    assert(second(fgetc) != 'b');
    return 0;
}
"""


def check(source, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.c")
        with open(path, "w") as f:
            f.write(source)
        return subprocess.run([LATCH, "check", "--timeout", "60", *options, path], capture_output=True, text=True, check=False).stdout


class TraceTest(unittest.TestCase):
    def test_inputs_of_a_library_function_behind_a_pointer(self):
        out = check(READER)
        self.assertTrue(out.startswith("UNSAFE\n"), out)
        self.assertNotIn("lib/libc", out)
        self.assertRegex(out, r"p\.c:8: .*// standard input = 97, first = 97\n")
        self.assertRegex(out, r"p\.c:9: .*// standard input = 98\n")

    def test_the_library_is_shown_if_asked_for(self):
        self.assertIn("lib/libc/stream.h:", check(READER, "--trace-library"))


if __name__ == "__main__":
    unittest.main()
