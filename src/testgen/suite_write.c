/* The folder of a suite. */

#include "base/process.h"
#include "testgen/exchange.h"
#include "testgen/goal_text.h"
#include "testgen/suite.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct writer {
    const suite *s;
    const suite_origin *origin;
    const char *folder;
    goal_text *words;
    diag *error;
} writer;

static bool write_bytes(writer *w, const char *name, const char *bytes, size_t n)
{
    scratch folder = {(char *)(uintptr_t)w->folder};
    char *path = scratch_file(&folder, name);
    bool ok = file_write_bytes(path, bytes, n);
    if (!ok) diag_set(w->error, path, 0, 0, "cannot write: %s", strerror(errno));
    free(path);
    return ok;
}

static bool write_text(writer *w, const char *name, text *content)
{
    bool ok = write_bytes(w, name, content->data, content->size);
    text_release(content);
    return ok;
}

/* ---- what was there before ---- */

static bool is_of_suite(const char *name)
{
    static const char *const NAMES[] = {"metadata.xml", "goals.csv", "run-tests.sh", "program.bc"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (!strcmp(name, NAMES[i])) return true;
    unsigned number;
    int end = 0;
    if (sscanf(name, "test-%u.inputs%n", &number, &end) == 1 && end && !name[end]) return true;
    end = 0;
    if (sscanf(name, "test-%u.c%n", &number, &end) == 1 && end && !name[end]) return true;
    end = 0;
    return sscanf(name, "testcase-%u.xml%n", &number, &end) == 1 && end && !name[end];
}

static bool clear_folder(writer *w)
{
    if (mkdir(w->folder, 0777) != 0 && errno != EEXIST) {
        diag_set(w->error, w->folder, 0, 0, "cannot make the folder: %s", strerror(errno));
        return false;
    }
    DIR *d = opendir(w->folder);
    if (!d) {
        diag_set(w->error, w->folder, 0, 0, "cannot open the folder: %s", strerror(errno));
        return false;
    }
    for (struct dirent *e; (e = readdir(d));)
        if (is_of_suite(e->d_name)) unlinkat(dirfd(d), e->d_name, 0);
    closedir(d);
    return true;
}

/* ---- tests ---- */

static void print_goal_line(writer *w, goal g, text *out)
{
    const goal_info *info = program_goal(w->s->program, g);
    if (info->place.file) text_printf(out, "%s:%u:%u: ", info->place.file, info->place.line, info->place.column);
    goal_text_print(w->words, g, out);
}

/* Comments may not nest. */
static void add_comment_line(text *out, const text *line)
{
    text_adds(out, " *   ");
    for (const char *c = line->data; *c; c++) {
        if (c[0] == '*' && c[1] == '/') text_addc(out, ' ');
        text_addc(out, *c == '\n' ? ' ' : *c);
    }
    text_addc(out, '\n');
}

static bool write_test(writer *w, size_t i)
{
    enum { MOST_LINES = 20 };
    const test *t = &w->s->tests.data[i];
    assert(t->covered && t->end);
    text content, line;
    char name[40];
    size_t count = 0;
    text_init(&content);
    text_init(&line);
    text_printf(&content, "/* Test %zu of `%s`: ends with %s. Covers", i + 1, w->origin->code.files[0], t->end);
    for (uint32_t g = 0; g < program_goal_count(w->s->program); g++) {
        if (!t->covered[g] || !w->s->is_wanted[g] || count++ >= MOST_LINES) continue;
        if (count == 1) text_adds(&content, ":\n");
        text_clear(&line);
        print_goal_line(w, (goal){g}, &line);
        add_comment_line(&content, &line);
    }
    if (count > MOST_LINES) text_printf(&content, " *   and %zu more\n", count - MOST_LINES);
    text_printf(&content, " * It is linked with %s. */\n%s", t->is_plain ? "the program's sources" : "program.bc, which asks it for all that the program does not set itself",
                t->source.data);
    text_release(&line);
    snprintf(name, sizeof name, "test-%zu.c", i + 1);
    return write_text(w, name, &content);
}

static bool write_exchange(writer *w, size_t i)
{
    text content;
    char name[40];
    text_init(&content);
    exchange_print_test(&content, program_terms(w->s->program), &w->s->tests.data[i]);
    snprintf(name, sizeof name, "testcase-%zu.xml", i + 1);
    return write_text(w, name, &content);
}

/* ---- the table ---- */

static void print_csv_word(text *out, const char *word)
{
    text_addc(out, '"');
    for (; *word; word++) {
        if (*word == '"') text_addc(out, '"');
        text_addc(out, *word);
    }
    text_addc(out, '"');
}

static void print_tests_of(const suite *s, uint32_t g, text *out)
{
    bool any = false;
    for (size_t i = 0; i < s->tests.size; i++) {
        if (!s->tests.data[i].covered[g]) continue;
        text_printf(out, any ? " %zu" : "%zu", i + 1);
        any = true;
    }
}

static bool write_table(writer *w)
{
    const program *p = w->s->program;
    text content, line;
    text_init(&content);
    text_init(&line);
    text_adds(&content, "file,line,column,function,kind,goal,status,tests\n");
    for (uint32_t g = 0; g < program_goal_count(p); g++) {
        if (!w->s->is_wanted[g]) continue;
        const goal_info *info = program_goal(p, (goal){g});
        const char *function = info->function ? info->function : program_proc_name(p, info->proc);
        print_csv_word(&content, info->place.file ? info->place.file : "");
        text_printf(&content, ",%u,%u,%s,%s,", info->place.line, info->place.column, function, goal_text_kind(p, (goal){g}));
        text_clear(&line);
        goal_text_print(w->words, (goal){g}, &line);
        print_csv_word(&content, line.data);
        text_printf(&content, ",%s,", goal_status_name(w->s->status[g]));
        print_tests_of(w->s, g, &content);
        text_addc(&content, '\n');
    }
    text_release(&line);
    return write_text(w, "goals.csv", &content);
}

/* ---- the runner ---- */

static void print_quoted(text *out, const char *word)
{
    text_addc(out, '\'');
    for (; *word; word++)
        if (*word == '\'') text_adds(out, "'\\''");
        else text_addc(out, *word);
    text_adds(out, "'");
}

/* How to get from the folder to the one that Latch was started in. */
static void print_way_back(text *out, const char *folder)
{
    char *from = realpath(folder, NULL), *to = realpath(".", NULL);
    size_t same = 0;
    if (from && to) {
        for (size_t i = 0; from[i] == to[i] || (!from[i] && to[i] == '/') || (from[i] == '/' && !to[i]); i++) {
            if (!from[i] || from[i] == '/' || !to[i]) same = i;
            if (!from[i] || !to[i]) break;
        }
        for (const char *c = from + same; *c; c++)
            if (*c == '/' && c[1]) text_adds(out, "/..");
        if (to[same] && to[same + 1]) text_printf(out, "%s%s", to[same] == '/' ? "" : "/", to + same);
    }
    free(from);
    free(to);
}

static void print_options(text *out, const suite_origin *o)
{
    for (size_t i = 0; i < o->n_compiler; i++) text_printf(out, "%s%s", i ? " " : "", o->compiler[i]);
    for (size_t i = 0; i < o->code.n_flags; i++) {
        text_addc(out, ' ');
        print_quoted(out, o->code.flags[i]);
    }
}

static const char *const RUNNER =
    "total=0 passed=0\n"
    "# run NUMBER plain|exact STATUS ENDING [ARGUMENT...]\n"
    "run() {\n"
    "    number=$1 form=$2 expected=$3 ending=$4\n"
    "    shift 4\n"
    "    total=$((total + 1))\n"
    "    objects=\"$build\"/source-*.o\n"
    "    [ \"$form\" = plain ] || objects=\"$build/program.o\"\n"
    "    if ! compile $objects \"$here/test-$number.c\" -lm -o \"$build/test\" 2>\"$build/said\"; then\n"
    "        cat \"$build/said\" >&2\n"
    "        echo \"test $number: FAIL (does not compile)\"\n"
    "        return\n"
    "    fi\n"
    "    timeout \"${TIMEOUT:-10}\" \"$build/test\" \"$@\" </dev/null >\"$build/said\" 2>&1\n"
    "    status=$?\n"
    "    if [ $status -eq \"$expected\" ]; then\n"
    "        passed=$((passed + 1))\n"
    "        echo \"test $number: pass ($ending)\"\n"
    "    else\n"
    "        tail -n 5 \"$build/said\"\n"
    "        echo \"test $number: FAIL (exit status $status; expected: $ending)\"\n"
    "    fi\n"
    "}\n"
    "\n";

static bool has_form(const suite *s, bool is_plain)
{
    for (size_t i = 0; i < s->tests.size; i++)
        if (s->tests.data[i].is_plain == is_plain) return true;
    return false;
}

static void print_builds(writer *w, text *out)
{
    for (size_t i = 0; i < w->origin->code.n_files && has_form(w->s, true); i++) {
        text_adds(out, "compile -c ");
        print_quoted(out, w->origin->code.files[i]);
        text_printf(out, " -o \"$build/source-%zu.o\" || exit 2\n", i + 1);
    }
    if (has_form(w->s, false)) text_adds(out, "compile -c \"$here/program.bc\" -o \"$build/program.o\" || exit 2\n");
}

static bool write_executable(writer *w, text *content)
{
    if (!write_text(w, "run-tests.sh", content)) return false;
    scratch folder = {(char *)(uintptr_t)w->folder};
    char *path = scratch_file(&folder, "run-tests.sh");
    chmod(path, 0755);
    free(path);
    return true;
}

static const char *const TREE_RUNNER =
    "total=0 passed=0\n"
    "# run NUMBER STATUS ENDING\n"
    "run() {\n"
    "    total=$((total + 1))\n"
    "    said=$(\"${LATCH:-latch}\" run --timeout \"${TIMEOUT:-10}\" --inputs \"$(cat \"$here/test-$1.inputs\")\" \"$program\" 2>&1 </dev/null)\n"
    "    status=$?\n"
    "    if [ $status -eq \"$2\" ]; then\n"
    "        passed=$((passed + 1))\n"
    "        echo \"test $1: pass ($3)\"\n"
    "    else\n"
    "        echo \"$said\" | tail -n 5\n"
    "        echo \"test $1: FAIL (exit status $status; expected: $3)\"\n"
    "    fi\n"
    "}\n"
    "\n";

static bool write_tree_runner(writer *w)
{
    text out;
    text_init(&out);
    text_adds(&out, "#!/bin/sh\n# Runs the program with each test's inputs. A test passes if the run ends as it did when the test was made; the\n"
                    "# exit status is 0 if all pass, 1 if one does not. LATCH is the interpreter.\n"
                    "here=$(cd \"$(dirname \"$0\")\" && pwd)\ncd \"$here\"");
    print_way_back(&out, w->folder);
    text_adds(&out, " || exit 2\nprogram=");
    print_quoted(&out, w->origin->code.files[0]);
    text_addc(&out, '\n');
    text_adds(&out, TREE_RUNNER);
    for (size_t i = 0; i < w->s->tests.size; i++) {
        text_printf(&out, "run %zu %d ", i + 1, w->s->tests.data[i].status);
        print_quoted(&out, w->s->tests.data[i].end);
        text_addc(&out, '\n');
    }
    text_adds(&out, "echo \"$passed of $total tests pass\"\n[ \"$passed\" -eq \"$total\" ]\n");
    return write_executable(w, &out);
}

static bool write_runner(writer *w)
{
    text out;
    text_init(&out);
    text_adds(&out, "#!/bin/sh\n# Compiles the program with each test and runs it. A test passes if the run ends as it did when the test was made; the\n"
                    "# exit status is 0 if all pass, 1 if one does not, 2 if the program does not compile. LATCH_CC is the compiler, a clang.\n"
                    "here=$(cd \"$(dirname \"$0\")\" && pwd)\nbuild=$(mktemp -d) || exit 2\ntrap 'rm -rf \"$build\"' EXIT\n");
    text_adds(&out, "cd \"$here\"");
    print_way_back(&out, w->folder);
    text_adds(&out, " || exit 2\ncompile() { \"${LATCH_CC:-clang-19}\" ");
    print_options(&out, w->origin);
    text_adds(&out, " \"$@\"; }\n");
    print_builds(w, &out);
    text_adds(&out, RUNNER);
    for (size_t i = 0; i < w->s->tests.size; i++) {
        const test *t = &w->s->tests.data[i];
        text_printf(&out, "run %zu %s %d ", i + 1, t->is_plain ? "plain" : "exact", t->status);
        print_quoted(&out, t->end);
        for (size_t k = 0; k < t->n_args; k++) {
            text_addc(&out, ' ');
            print_quoted(&out, t->args[k]);
        }
        text_addc(&out, '\n');
    }
    text_adds(&out, "echo \"$passed of $total tests pass\"\n[ \"$passed\" -eq \"$total\" ]\n");
    return write_executable(w, &out);
}

static bool write_tree(writer *w)
{
    bool ok = true;
    for (size_t i = 0; i < w->s->tests.size && ok; i++) {
        char name[40];
        snprintf(name, sizeof name, "test-%zu.inputs", i + 1);
        ok = write_bytes(w, name, w->s->tests.data[i].source.data, w->s->tests.data[i].source.size);
    }
    return ok && write_table(w) && write_tree_runner(w);
}

static bool write_all(writer *w)
{
    text metadata;
    text_init(&metadata);
    exchange_print_metadata(&metadata, w->origin);
    bool ok = write_text(w, "metadata.xml", &metadata);
    for (size_t i = 0; i < w->s->tests.size && ok; i++) ok = write_test(w, i) && write_exchange(w, i);
    if (ok && has_form(w->s, false)) ok = write_bytes(w, "program.bc", w->origin->code.bitcode->data, w->origin->code.bitcode->size);
    return ok && write_table(w) && write_runner(w);
}

bool suite_write(const suite *s, const suite_origin *origin, const char *folder, diag *error)
{
    writer w = {.s = s, .origin = origin, .folder = folder, .words = goal_text_new(s->program), .error = error};
    bool ok = clear_folder(&w) && (origin->is_tree ? write_tree(&w) : write_all(&w));
    goal_text_free(w.words);
    return ok;
}
