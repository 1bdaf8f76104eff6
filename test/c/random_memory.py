"""Random programs that move pointers around: to locals, globals, the heap, parts of objects, through memory and calls. Many of their
accesses are wrong. Nothing in them is uninitialised, and offsets are small enough for red zones."""

import random

PROLOGUE = """#include <stdlib.h>
#include <string.h>
struct s { int a; int *p; int b[2]; struct s *n; };
int g[3];
static int v;
int *h = &v;
static int *id(int *p) { return p; }
static void set(int **w, int *p) { *w = p; }
static int *leak(int n) { int loc = n; int *r = &loc; return n ? g : r; }
static int *rec(int n, int *p)
{
    int loc[2] = {n, n};
    if (n > 1) return rec(n - 1, p);
    return p ? p : loc;
}
static struct s *make(void)
{
    struct s *r = malloc(sizeof *r);
    if (!r) exit(0);
    r->a = 1;
    r->p = 0;
    r->n = 0;
    r->b[0] = r->b[1] = 0;
    return r;
}
"""
BEGIN = """    int x = 1, a[3] = {0, 0, 0}, *p = &x, *q = a, **pp = &p;
    struct s s1 = {1, 0, {0, 0}, 0}, s2 = {2, &v, {0, 0}, 0}, *sp = &s1;
"""
CONDITIONS = ["c", "d", "c == d", "p", "q", "sp", "p == q", "c > 1"]
PLACES = ["&x", "a + {n}", "g + {n}", "h", "&s1.a", "s1.b + {n}", "0", "{p}", "{p} + {n}", "id({p})", "s1.p", "s2.p", "*pp", "c ? p : q",
          "leak({n})", "sp ? sp->p : p", "rec(2, {p})", "sp ? &sp->a : q"]
STATEMENTS = [
    "{p} = {place};", "{p} = {place};", "{p} = {place};", "{p} = {place};", "if ({p}) x += *{p};", "if ({p}) x += *{p};", "x += *{p};",
    "if ({p}) *{p} = {n};", "if ({p}) x += {p}[{n}];", "{p} = calloc({size}, sizeof(int)); if (!{p}) exit(0);", "free({p});",
    "free({p}); {p} = 0;", "set(&{p}, {place});", "sp = &s1;", "sp = &s2;", "sp = make();", "sp = sp ? sp->n : &s1;", "if (sp) sp->p = {p};",
    "if (sp) sp->n = make();", "if (sp) sp->n = sp;", "if (sp) sp->b[{size} - 1] = 1;", "s2 = s1;", "memcpy(&s1, &s2, sizeof s1);",
    "pp = &{p};", "pp = &s1.p;", "*pp = {place};", "a[{size} - 1] = 1;", "a[c + d] = 1;", "{p}++;", "{p}--;", "free(sp); sp = 0;",
    "if (sp) x += sp->a;", "if (sp && sp->p) x += *sp->p;", "memset(&s1, 0, sizeof s1);", "if (sp && sp->n) x += sp->n->a;",
    "memset(a, 0, sizeof a);", "memcpy(a, g, c * 4);", "memcpy(a, g, 4 * {size});", "if ({p}) memset({p}, 0, 4 * {size});",
]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.depth, self.count = [], 1, 0

    def add(self, line):
        self.lines.append("    " * self.depth + line)

    def fill(self, pattern):
        r = self.random
        if "{place}" in pattern:
            pattern = pattern.replace("{place}", r.choice(PLACES if r.random() < 0.5 else PLACES[:6]))
        number = r.choice(["0", "1", "2"] if r.random() < 0.6 else ["3", "c", "d", "-1"])
        return pattern.format(p=r.choice("pq"), n=number, size=r.choice("1234"))

    def body(self, size):
        self.depth += 1
        for _ in range(self.random.randint(1, size)):
            self.statement()
        self.depth -= 1

    def statement(self):
        kind = self.random.randrange(12) if self.depth < 3 else 12
        self.count += 1
        if kind == 0:
            self.add(f"if ({self.random.choice(CONDITIONS)}) {{")
            self.body(2)
            self.add("} else {")
            self.body(1)
            self.add("}")
        elif kind == 1:
            i = f"i{self.count}"
            self.add(f"for (int {i} = 0; {i} < {self.random.choice(['2', 'c'])}; {i}++) {{")
            self.body(2)
            self.add("}")
        elif kind == 2:
            y = f"y{self.count}"
            self.add("{")
            self.add(f"    int {y}[2] = {{0, 0}};")
            self.add(f"    {self.random.choice('pq')} = {y} + {self.random.choice('01c')};")
            self.body(2)
            self.add("}")
        else:
            self.add(self.fill(self.random.choice(STATEMENTS)))


def random_program(seed):
    g = Generator(seed)
    c, d = g.random.randrange(3), g.random.randrange(3)
    for _ in range(g.random.randint(4, 14)):
        g.statement()
    begin = f"int main(void)\n{{\n    int c = {c}, d = {d};\n"
    return PROLOGUE + begin + BEGIN + "\n".join(g.lines) + "\n    return x > 5;\n}\n"
