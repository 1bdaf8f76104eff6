#!/usr/bin/env python3
"""tools/check-layers accepts a tree in order and refuses each kind of violation, naming the file and line."""

import os
import subprocess
import tempfile
import unittest

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/check-layers")

GOOD = {
    "include/latch.h": "#include <stddef.h>\nint latch_run(void);\n",
    "src/base/vec.h": "#include <stddef.h>\n",
    "src/base/vec.c": '#include "base/vec.h"\nconst int table[] = {1, 2};\nstatic const char *const names[] = {"a", "b"};\n'
    "const char *name(int i) { return names[i]; }\n",
    "src/base/stats.def": "",
    "src/term/term.h": '#include "base/vec.h"\n',
    "src/smt/smt.h": '#include "term/term.h"\n',
    "src/smt/z3_terms.h": '#include "term/term.h"\n#include <z3.h>\n',
    "src/smt/smt_z3.c": '#include "smt/smt.h"\n#include "z3_terms.h"\n',
    "src/domain/domain.h": '#include "term/term.h"\n',
    "src/domain/polyhedra_ppl.c": '#include "domain/domain.h"\n#include <ppl_c.h>\n',
    "src/program/program.h": '#include "base/vec.h"\n',
    "src/horn/horn.h": '#include "term/term.h"\n',
    "src/front/llvm/read.c": '#include <llvm-c/Core.h>\n#include "program/program.h"\n',
    "src/front/smtlib/smtlib.h": '#include "horn/horn.h"\n',
    "src/pass/pass.h": '#include "horn/horn.h"\n',
    "src/engine/engine.h": '#include "horn/horn.h"\n',
    "src/engine/spacer.c": '#include "engine/engine.h"\n#include "smt/z3_terms.h"\n',
    "src/validate/validate.c": '#include "horn/horn.h"\n#include "smt/smt.h"\n',
    "src/solve/solve.c": '#include "pass/pass.h"\n#include "engine/engine.h"\n',
    "src/api/latch.c": '#include <latch.h>\n#include "engine/engine.h"\n',
    "src/app/main.c": '#include "latch.h"\n#include "base/vec.h"\n',
}


class CheckLayers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name
        for path, text in GOOD.items():
            self.write(path, text)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, path, text):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)

    def run_tool(self, *options):
        done = subprocess.run([TOOL, "--root", self.root, *options], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_refused(self, place, path, text, *options):
        self.write(path, text)
        code, output = self.run_tool(*options)
        self.assertEqual(code, 1, f"{path} was accepted:\n{text}")
        self.assertEqual([line for line in output.splitlines() if not line.startswith(place + ":")], [])
        self.assertIn(place, output)

    def compile(self, path):
        target = os.path.join(self.root, "obj", path[:-2] + ".o")
        os.makedirs(os.path.dirname(target), exist_ok=True)
        compiler = os.environ.get("CC", "cc").split()
        options = ["-O2", "-fPIC", "-I" + os.path.join(self.root, "src"), "-c", "-o", target]
        subprocess.run([*compiler, *options, os.path.join(self.root, path)], check=True)

    def test_good_tree(self):
        self.assertEqual(self.run_tool(), (0, ""))

    def test_includes_that_go_up_or_sideways(self):
        upward = [
            ("base", "term/term.h"),
            ("term", "smt/smt.h"),
            ("smt", "domain/domain.h"),
            ("horn", "program/program.h"),
            ("horn", "front/smtlib/smtlib.h"),
            ("front", "smt/smt.h"),
            ("front", "pass/pass.h"),
            ("pass", "engine/engine.h"),
            ("engine", "pass/pass.h"),
            ("engine", "front/smtlib/smtlib.h"),
            ("validate", "pass/pass.h"),
            ("validate", "engine/engine.h"),
            ("validate", "domain/domain.h"),
            ("app", "horn/horn.h"),
            ("base", "latch.h"),
        ]
        for module, header in upward:
            for form in (f'"{header}"', f"<{header}>"):
                with self.subTest(module=module, form=form):
                    self.assert_refused(f"src/{module}/bad.c:2", f"src/{module}/bad.c", f"int x;\n#  include {form}\n")
                    os.remove(os.path.join(self.root, f"src/{module}/bad.c"))

    def test_relative_path_is_followed(self):
        self.assert_refused("src/base/bad.c:1", "src/base/bad.c", '#include "../term/term.h"\n')

    def test_public_header_stands_alone(self):
        self.assert_refused("include/latch.h:1", "include/latch.h", '#include "base/vec.h"\n')

    def test_module_without_a_layer(self):
        self.assert_refused("src/helpers/x.c:1", "src/helpers/x.c", "int x;\n")

    def test_computed_include(self):
        self.assert_refused("src/base/bad.c:1", "src/base/bad.c", "#include HEADER\n")

    def test_commented_include_is_none(self):
        self.write("src/base/fine.c", '/* #include "term/term.h"\n#include "term/term.h" */\n// #include "horn/horn.h"\n')
        self.assertEqual(self.run_tool(), (0, ""))

    def test_include_after_comment_counts(self):
        self.assert_refused("src/base/bad.c:2", "src/base/bad.c", '/* why\n*/ #include "term/term.h" /* x */\n')

    def test_third_party_headers(self):
        for path, header in [
            ("src/engine/bmc.c", "z3.h"),
            ("src/horn/z.c", "z3_api.h"),
            ("src/engine/bmc.c", "smt/z3_terms.h"),
            ("src/domain/octagon.c", "ppl_c.h"),
            ("src/front/while/parse.c", "llvm-c/Core.h"),
        ]:
            with self.subTest(path=path, header=header):
                self.assert_refused(f"{path}:1", path, f"#include <{header}>\n")
                os.remove(os.path.join(self.root, path))

    def test_third_party_header_through_one_of_ours(self):
        self.write("src/smt/smt.h", '#include "z3_terms.h"\n')
        code, output = self.run_tool()
        self.assertEqual(code, 1)
        self.assertIn("src/validate/validate.c:2: ", output)

    def test_constant_tables_are_no_state(self):
        self.compile("src/base/vec.c")
        self.assertEqual(self.run_tool("--objects", os.path.join(self.root, "obj")), (0, ""))

    def test_global_state(self):
        for text in [
            "int counter;\n",
            "static int counter = 7;\nint next(void) { return counter++; }\n",
            "int next(void) { static int counter; return counter++; }\n",
            "_Thread_local int counter;\n",
            'const char *counter = "a pointer that may change";\n',
            "__attribute__((common)) int counter;\n",
        ]:
            with self.subTest(text=text):
                self.write("src/base/vec.c", "\n" + text)
                self.compile("src/base/vec.c")
                objects = os.path.join(self.root, "obj")
                self.assert_refused("src/base/vec.c:2", "src/base/vec.c", "\n" + text, "--objects", objects)


if __name__ == "__main__":
    unittest.main()
