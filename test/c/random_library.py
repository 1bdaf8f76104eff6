"""Random programs that call the C library: characters, strings, numbers as text, sorting, memory, formats, handlers of exit. What each call
returns and leaves behind goes into a checksum. Nothing in them is undefined: buffers have room for whatever is done to them.

Inputs are what a program gets from outside (standard input, an argument, a variable of the environment, rand); the program looks at each
modulo INPUT_VALUES only, so that its runs can be counted."""

import random
import re

INPUT_VALUES = 3
VARIABLE = "FUZZ"
SOURCES = {
    "getchar": "int {name} = getchar(); {name} = {name} == EOF ? 0 : {name} % 3;",
    "fgetc": "int {name} = fgetc(stdin); {name} = feof(stdin) ? 0 : {name} % 3;",
    "argument": "int {name} = argc > 1 ? (unsigned char)argv[1][0] % 3 : 0;",
    "environment": "const char *value = getenv(\"" + VARIABLE + "\"); int {name} = value ? (unsigned char)value[0] % 3 : 0;",
    "rand": "int {name} = rand() % 3;",
}
FROM_STDIN = ("getchar", "fgetc")

PROLOGUE = """#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
void reach_error(void);
static unsigned checksum;
static void note(long long v) { checksum = checksum * 31u + (unsigned)v; }
static void note_text(const char *s) { for (; *s; s++) note((unsigned char)*s); }
static void note_place(const char *base, const char *p) { note(p ? p - base : -1); }
static int sign(int v) { return (v > 0) - (v < 0); }
static int order(int a, int b) { return (a > b) - (a < b); }
static int upwards(const void *a, const void *b) { return order(*(const int *)a, *(const int *)b); }
static int downwards(const void *a, const void *b) { return order(*(const int *)b, *(const int *)a); }
static int by_character(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static void finish(void)
{
    printf("checksum %u\\n", checksum);
    /* GOAL */
}
static void leave(void) { note(77); }
"""
BEGIN = """    char s[16] = "{text}", t[16] = "{text}", *end = NULL, *rest = NULL;
    int v[4] = { {n}, {n}, {n}, {n} }, x = {n}, y = 0;
"""
TEXTS = ["", "a", "7", "42", "-7x", "0x1f", "abc", "a,b", "Zz9", " +5", "aXbX", "b-a", "1 2", "  "]
SETS = [",", "ab", "0123456789", " -", "xX", "abcz"]
# {s}, {t}: buffers, {c}: a character, {k}: a small number, {n}: a number, {i}: a variable
STATEMENTS = [
    # ctype.h
    "note(!!{class}({c}));", "note(!!{class}({c}));", "note(toupper({c})); note(tolower({c}));",
    "for (int i = 0; {s}[i]; i++) {s}[i] = (char)toupper((unsigned char){s}[i]);",
    # string.h
    "note((long long)strlen({s}));", "note((long long)strnlen({s}, {k}));", "note_place({s}, strchr({s}, {c}));", "note_place({s}, strrchr({s}, {c}));",
    "note_place({s}, memchr({s}, {c}, {k}));", "note_place({s}, memrchr({s}, {c}, {k}));", "note((long long)strspn({s}, {set}));",
    "note((long long)strcspn({s}, {set}));", "note_place({s}, strpbrk({s}, {set}));", "note_place({s}, strstr({s}, {literal}));",
    "note_place({s}, strchrnul({s}, {c}));", "note(sign(strcmp({s}, {t})));", "note(sign(strcmp({s}, {literal})));",
    "note(sign(strncmp({s}, {literal}, {k})));", "note(sign(memcmp({s}, {t}, {k})));", "note(sign(strcasecmp({s}, {literal})));",
    "strcpy({s}, {literal});", "strcpy({s}, {t});", "if (strlen({s}) + strlen({t}) < sizeof {s}) strcat({s}, {t});",
    "if (strlen({s}) < 8) strncat({s}, {t}, {k});", "strncpy({s}, {t}, {k}); {s}[{k}] = 0;", "note_place({s}, stpcpy({s}, {literal}));",
    "memmove({s} + {k}, {s} + {k}, {k});", "memmove({s} + 1, {s}, {k}); {s}[15] = 0;", "memcpy(t, s, {k}); t[15] = 0;", "memset({s}, {c}, {k}); {s}[15] = 0;",
    "note_place({s}, memccpy({s}, {literal} \"....\", '.', {k}));", "swab({literal} \"....\", {s}, 4); {s}[15] = 0;", "explicit_bzero({s}, {k});",
    "for (char *p = strtok({s}, {set}); p; p = strtok(NULL, {set})) note_place({s}, p);",
    "for (char *p = strtok_r({s}, {set}, &rest); p; p = strtok_r(NULL, {set}, &rest)) note_text(p);",
    "rest = {s}; while (rest) note((long long)strlen(strsep(&rest, {set})));",
    "rest = strdup({s}); if (rest) note_text(rest); free(rest);", "rest = strndup({s}, {k}); if (rest) note((long long)strlen(rest)); free(rest);",
    # stdlib.h
    "x = atoi({s}); note(x);", "note(atol({literal}));", "note(strtol({s}, &end, {base})); note_place({s}, end);", "note(strtol({literal}, NULL, 0));",
    "note((long long)strtoul({s}, &end, {base})); note_place({s}, end);", "note(strtoll({s}, &end, 10)); note_place({s}, end);",
    "note(abs({n}));", "note(div({n}, {k} + 1).rem); note(ldiv({n}, -3).quot);", "note(ffs({n}));",
    "qsort(v, {few}, sizeof *v, {order});", "qsort({s}, {few}, 1, by_character);",
    "qsort(v, {few}, sizeof *v, upwards); y = {n}; note(bsearch(&y, v, {few}, sizeof *v, upwards) != NULL);",
    "int *{new} = malloc(2 * sizeof(int)); if (!{new}) exit(0); {new}[0] = {n}; {new}[1] = {i}; {new} = realloc({new}, 4 * sizeof(int)); "
    "if (!{new}) exit(0); note({new}[0]); note({new}[1]); free({new});",
    "int *{new} = calloc(3, sizeof(int)); if (!{new}) exit(0); {new}[1] = {i}; note({new}[0] + {new}[1]); free({new});",
    "note(v[{few} - 1]);", "atexit(leave);",
    # stdio.h
    "note(snprintf({s}, sizeof {s}, \"{number_format}\", {i})); note_text({s});", "note(snprintf({s}, {k} + 1, \"{number_format}\", {n})); note_text({s});",
    "note(snprintf({s}, sizeof {s}, \"%c%s\", {c}, {literal})); note_text({s});", "note(snprintf({s}, sizeof {s}, \"{text_format}\", {literal})); note_text({s});",
    "note(sscanf({s}, \"%d\", &x)); note(x);", "note(sscanf({literal}, \"%d%c\", &x, t)); note(x); note(t[0]);", "note(sscanf({s}, \"%x\", (unsigned *)&y)); note(y);",
    "note(sscanf({literal}, \"%3s%n\", t, &y)); note_text(t); note(y);", "note(sscanf({s}, \"%*[a-c]%d\", &y)); note(y);",
    "printf(\"%d\\n\", {i});", "puts({literal});", "putchar({c});",
    # the state
    "note({i});", "note_text({s});", "v[{few} - 1] = {i};", "{i} = {n};", "{s}[{few}] = (char){c};",
]
CLASSES = ["isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit"]
NUMBER_FORMATS = ["%d", "%5d", "%-4d|", "%x", "%03d", "%+d", "%u", "%o", "%.3d"]
TEXT_FORMATS = ["%s", "%.2s", "%5s", "%-3s."]


class Generator:
    def __init__(self, seed, inputs):
        self.random = random.Random(seed)
        self.inputs = inputs
        self.count = 0

    def literal(self):
        return f'"{self.random.choice(TEXTS)}"'

    def number(self):
        return str(self.random.choice([0, 1, 2, 3, 5, 7, 10, 255, -1, -7, 1000]))

    def choices(self):
        """What stands for a word in braces."""
        r = self.random
        characters = ["'a'", "'X'", "'7'", "' '", "','", "(unsigned char)s[0]", "(unsigned char)t[1]"]
        return {
            "c": lambda: r.choice(characters + [f"('a' + {i})" for i in self.inputs]), "k": lambda: r.randrange(1, 7), "few": lambda: r.randrange(2, 5),
            "n": lambda: r.choice([0, 1, 2, 3, 5, 7, 10, 255, -1, -7, 1000]), "i": lambda: r.choice(["x", "y", "v[0]", "v[2]", *self.inputs, *self.inputs]),
            "base": lambda: r.choice([10, 10, 0, 16, 8, 36]), "class": lambda: r.choice(CLASSES), "set": lambda: f'"{r.choice(SETS)}"',
            "text": lambda: r.choice(TEXTS), "literal": lambda: f'"{r.choice(TEXTS)}"', "order": lambda: r.choice(["upwards", "downwards"]),
            "number_format": lambda: r.choice(NUMBER_FORMATS), "text_format": lambda: r.choice(TEXT_FORMATS),
        }

    def fill(self, pattern):
        """Values are chosen anew each time; what names something is the same in the whole statement."""
        self.count += 1
        choices = self.choices()
        s, t = self.random.choice([("s", "t"), ("t", "s")])
        fixed = {"s": s, "t": t, "new": f"p{self.count}", **{word: choices[word]() for word in ("i", "order", "few", "set")}}
        return re.sub(r"\{(\w+)\}", lambda m: str(fixed[m[1]] if m[1] in fixed else choices[m[1]]()), pattern)

    def program(self, size, sources):
        lines = [SOURCES[source].format(name=name) for name, source in zip(self.inputs, sources)]
        lines += [self.fill(self.random.choice(STATEMENTS)) for _ in range(size)]
        if self.random.random() < 0.3:
            lines.insert(len(sources), "atexit(finish);")
        else:
            lines.append("finish();")
        if self.inputs and self.random.random() < 0.7:
            at = self.random.randrange(len(sources), len(lines))
            lines[at] = f"if ({self.random.choice(self.inputs)} == {self.random.randrange(INPUT_VALUES)}) {{ {lines[at]} }}"
        parameters = "int argc, char **argv" if "argument" in sources else "void"
        return PROLOGUE + f"int main({parameters})\n{{\n" + self.fill(BEGIN) + "".join(f"    {line}\n" for line in lines) + "    return 0;\n}\n"


def random_program(seed, size, sources):
    """A program with these sources of inputs, in order; the last line of its output has the checksum."""
    return Generator(seed, [f"in{i}" for i in range(len(sources))]).program(size, sources)
