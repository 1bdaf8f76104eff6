#include "validate/replay.h"

#include "base/alloc.h"
#include "base/process.h"
#include "validate/compile.h"
#include "validate/harness.h"
#include "validate/run_program.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static const double RUN_SECONDS = 10;
enum { MOST_REPORTED = 1 << 20 };
/* What the harness says of a failing call, or of arithmetic: see validate/harness.c. */
static const char VIOLATED[] = "violated: ", CALLER[] = "caller: ";

/* One way to try: the program's sources with a harness that feeds its inputs, or the bitcode with one that feeds everything. */
typedef struct attempt {
    const replay_request *q;
    bool is_exact;
    text sanitizers; /* an option for the compiler; empty if there are none */
    text harness;
    char secret[24]; /* a word in all that the harness says: what the program prints is no report */
    string_vec files;
    const char *binary; /* the program that ran */
} attempt;

/* ---- what only a replay has ---- */

/* The name of something in a sanitizer's runtime that the program speaks of, or NULL. A program that poisons memory, or reports by itself, makes
 * reports that say nothing of its accesses, and one that looks whether there is such a runtime is another program in a replay. */
static const char *find_runtime_name(const text *code)
{
    static const char *const PREFIXES[] = {"__asan_", "__msan_", "__lsan_", "__ubsan_", "__sanitizer_", "__interceptor_"};
    for (size_t i = 0; i < sizeof PREFIXES / sizeof *PREFIXES; i++) {
        const char *at = memmem(code->data, code->size, PREFIXES[i], strlen(PREFIXES[i]));
        if (at) return at;
    }
    return NULL;
}

static bool is_without_runtime(const text *code, text *why)
{
    const char *name = find_runtime_name(code);
    int length = name ? (int)strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") : 0;
    if (name) text_printf(why, "it needs a sanitizer, and the program speaks to that: `%.*s`", length > 60 ? 60 : length, name);
    return !name;
}

/* ---- which goal it is ---- */

/* By a call of a function that the harness has. */
static bool is_failing_call(const goal_info *g) { return g->kind == GOAL_ASSERT || g->stated; }

static bool is_same_file(const place *a, const place *b) { return a->file && b->file ? strcmp(a->file, b->file) == 0 : a->file == b->file; }

bool replay_looks_like(const goal_info *g, const goal_info *other)
{
    const place *p = &g->place, *q = &other->place;
    bool same_line = is_same_file(p, q) && p->line == q->line;
    if (is_failing_call(g) != is_failing_call(other) || (same_line && p->column == q->column)) return false;
    if (!is_failing_call(g)) return same_line;
    return !g->stated || (other->stated && strcmp(g->stated, other->stated) == 0);
}

/* ---- compiling and running ---- */

/* Bitcode has the checks of arithmetic in it already. */
static const char *sanitizer_of_kind(goal_kind k, bool is_exact)
{
    switch (k) {
    case GOAL_OVERFLOW: return is_exact ? NULL : "-fsanitize=signed-integer-overflow,shift-base";
    case GOAL_DIV: return is_exact ? NULL : "-fsanitize=integer-divide-by-zero,signed-integer-overflow";
    case GOAL_SHIFT: return is_exact ? NULL : "-fsanitize=shift";
    case GOAL_BOUNDS: return is_exact ? "-fsanitize=address" : "-fsanitize=bounds,address";
    case GOAL_POINTER: return "-fsanitize=address";
    case GOAL_LEAK: return "-fsanitize=address";
    case GOAL_UNINIT: return "-fsanitize=memory";
    case GOAL_UNSIGNED: return is_exact ? NULL : "-fsanitize=unsigned-integer-overflow";
    case GOAL_CONVERSION: return is_exact ? NULL : "-fsanitize=implicit-conversion";
    case GOAL_ABORT: return is_exact ? "-fsanitize=address" : "-fsanitize=address,unreachable";
    default: return NULL;
    }
}

/* Of the goal, or of all that it may be. Some sanitizers may be in there twice. */
static void add_sanitizers(attempt *a)
{
    static const char OPTION[] = "-fsanitize=";
    const replay_request *q = a->q;
    uint32_t seen = 0;
    for (size_t i = 0; i < (q->goals ? q->n_goals : 1); i++) {
        goal_kind k = q->goals ? q->goals[i].kind : q->goal.kind;
        const char *option = seen & UINT32_C(1) << k ? NULL : sanitizer_of_kind(k, a->is_exact);
        seen |= UINT32_C(1) << k;
        if (option) text_printf(&a->sanitizers, "%s%s", a->sanitizers.size ? "," : OPTION, option + strlen(OPTION));
    }
}

static const char *sanitizers(const attempt *a) { return a->sanitizers.size ? a->sanitizers.data : NULL; }

/* What the harness begins with. The handlers of signals tell where the program aborts. */
static const char *harness_options(const replay_request *q)
{
    goal_kind kind = q->goal.kind;
    for (size_t i = 0; i < q->n_goals; i++)
        if (q->goals[i].kind == GOAL_LEAK) kind = GOAL_LEAK;
    switch (kind) {
    case GOAL_LEAK: return "#define LATCH_SANITIZER_OPTIONS \"detect_leaks=1:handle_abort=0\"\n";
    case GOAL_ABORT: return "#define LATCH_SANITIZER_OPTIONS \"detect_leaks=0:handle_abort=1:handle_sigill=1:handle_sigtrap=1\"\n";
    default: return "";
    }
}

static compile_request request_of(const attempt *a, const string_vec *files, const char *output)
{
    return (compile_request){.bits = a->q->bits, .flags = a->q->flags, .n_flags = a->q->n_flags, .sanitizer = sanitizers(a),
                             .files = files->data, .n_files = files->size, .output = output, .limits = a->q->limits};
}

/* Chosen anew for each run. */
static bool choose_secret(attempt *a)
{
    uint64_t number;
    bool ok = getrandom(&number, sizeof number, 0) == sizeof number;
    snprintf(a->secret, sizeof a->secret, "%016lx ", (unsigned long)number);
    return ok;
}

static bool write_harness(const attempt *a, const char *path)
{
    text source;
    text_init(&source);
    text_printf(&source, "#define LATCH_SECRET \"%s\"\n#define LATCH_REPORT %d\n", a->secret, (int)PROCESS_SHARED);
    text_add(&source, a->harness.data, a->harness.size);
    bool ok = file_write(path, source.data);
    text_release(&source);
    return ok;
}

/* Writes the harness to `source`; what the linker misses is added to it. */
static bool compile(attempt *a, const char *source, const char *output, text *why)
{
    text said;
    text_init(&said);
    string_vec_push(&a->files, source);
    compile_request q = request_of(a, &a->files, output);
    bool written = write_harness(a, source), ok = written && compile_run(&q, &said, why);
    if (written && !ok && compile_add_stubs(&a->harness, said.data)) {
        text_clear(&said);
        text_clear(why);
        written = write_harness(a, source);
        ok = written && compile_run(&q, &said, why);
    }
    if (!written) text_printf(why, "cannot write %s: %s", source, strerror(errno));
    text_release(&said);
    string_vec_pop(&a->files);
    return ok;
}

/* The first mention of a file, by its name without folders: not of one whose name only ends like it. */
static const char *find_file(const char *said, const char *name_and_colon)
{
    const char *at = strstr(said, name_and_colon);
    while (at && at > said && !strchr("/ \t\n'\"(", at[-1])) at = strstr(at + 1, name_and_colon);
    return at;
}

/* The first place in this file that is mentioned has this line, and this column if that is looked at. */
static bool tells(const place *p, const char *said, bool with_column)
{
    text file;
    text_init(&file);
    const char *name = p->file ? strrchr(p->file, '/') : NULL;
    text_printf(&file, "%s:", name ? name + 1 : p->file ? p->file : "");
    const char *at = find_file(said, file.data);
    char *end = NULL;
    bool is_same = at && strtoul(at + file.size, &end, 10) == p->line;
    if (is_same && with_column) is_same = *end == ':' && strtoul(end + 1, NULL, 10) == p->column;
    text_release(&file);
    return is_same;
}

static bool tells_place(const replay_request *q, const char *said, bool with_column)
{
    const goal_info *g = &q->goal;
    return tells(&g->place, said, with_column) || (g->index.file && tells(&g->index, said, with_column));
}

/* What the harness has said after its secret word, from a line that begins with `what` on; NULL if there is none. */
static const char *told(const attempt *a, const char *said, const char *what)
{
    text words;
    text_init(&words);
    text_printf(&words, "latch: %s%s", a->secret, what);
    const char *at = strstr(said, words.data);
    if (at) at += words.size - strlen(what);
    text_release(&words);
    return at;
}

/* Where the report of the harness or of a sanitizer begins, which the harness has seen end the run; NULL if there is none. Further places in it
 * are those of callers, or where memory was allocated and freed. */
static const char *report_in(const attempt *a, const char *said)
{
    const char *own = told(a, said, VIOLATED);
    if (own || !told(a, said, "sanitizer")) return own;
    const char *memory = strstr(said, "WARNING: MemorySanitizer: use-of-uninitialized-value");
    if (memory) return memory;
    const char *error = strstr(said, "ERROR: AddressSanitizer"), *runtime = strstr(said, "runtime error: ");
    return runtime && (!error || runtime < error) ? said : error;
}

/* Several goals may have one place. What the harness itself says begins with the kind. */
static bool is_same_kind(const goal_info *g, const char *report)
{
    static const char *const WORDS[][2] = {{"access through a null", "SEGV"}, {"access to an object that is gone", "use-after-"},
                                           {"free of memory that is gone", "double-free"}, {"call of `abort`", " in abort"}};
    const char *kind = goal_kind_name(g->kind);
    if (strncmp(report, VIOLATED, strlen(VIOLATED)) == 0) return strncmp(report + strlen(VIOLATED), kind, strlen(kind)) == 0;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strncmp(g->message, WORDS[i][0], strlen(WORDS[i][0])) == 0) return strstr(report, WORDS[i][1]) != NULL;
    return true;
}

static bool is_same_undefined(const attempt *a, const char *said)
{
    const replay_request *q = a->q;
    const char *report = report_in(a, said);
    if (!report) return false;
    /* The instruction that the processor stops at may be one that another one was folded into, with the column of that. */
    bool is_fault = strstr(report, "SEGV") != NULL;
    bool is_null = q->has_lookalike && q->goal.kind == GOAL_BOUNDS && strstr(report, "points to the zero page");
    if (tells_place(q, report, q->has_lookalike && !is_fault) && !is_null && is_same_kind(&q->goal, report)) return true;
    /* no caller is known of a function at address 0 */
    return strncmp(q->goal.message, "call through", 12) == 0 && strstr(said, "pc points to the zero page");
}

/* A line of a stack trace is about one of the program's files. */
static bool is_in_program(const replay_request *q, const char *frame)
{
    const char *end = strchr(frame, '\n');
    bool found = false;
    text name;
    text_init(&name);
    for (size_t i = 0; i < q->n_files && !found; i++) {
        const char *slash = strrchr(q->files[i], '/');
        text_clear(&name);
        text_printf(&name, "%s:", slash ? slash + 1 : q->files[i]);
        const char *at = find_file(frame, name.data);
        found = at && (!end || at < end);
    }
    text_release(&name);
    return found;
}

/* Whether memory is left that the program itself has allocated: the frame below malloc is its own (below realloc, it may be the
 * harness). The library keeps buffers of its own. */
static bool is_leak(const attempt *a, const char *said)
{
    const replay_request *q = a->q;
    const char *report = told(a, said, "sanitizer") ? strstr(said, "ERROR: LeakSanitizer") : NULL;
    for (const char *at = report ? strstr(report, " allocated from:") : NULL; at; at = strstr(at + 1, " allocated from:")) {
        const char *frame = strstr(at, "    #1 ");
        const char *next = frame ? strchr(frame, '\n') : NULL;
        if (frame && (is_in_program(q, frame) || (next && strstr(frame, "latch_reallocate") && strstr(frame, "latch_reallocate") < next && is_in_program(q, next + 1))))
            return true;
    }
    return false;
}

/* The place of the call that returns to this address. */
static bool add_place_of_call(const attempt *a, const char *tool, unsigned long returns_to, text *out)
{
    text address;
    text_init(&address);
    text_printf(&address, "0x%lx", returns_to - 1);
    const char *argv[] = {tool, "--no-inlines", "--functions=none", "-e", a->binary, address.data, NULL};
    limits l = limits_within(&a->q->limits, RUN_SECONDS);
    process_result r = process_run(argv, &l, out);
    text_release(&address);
    return r.end == PROCESS_EXITED && r.code == 0;
}

/* Did the goal's call end the run, and not one of another goal that says the same? reach_error and its kin do not tell where they were called. */
static bool is_same_call(const attempt *a, const char *said)
{
    const replay_request *q = a->q;
    const char *words = told(a, said, VIOLATED), *caller = told(a, said, CALLER);
    if (!words || !caller) return false;
    if (q->goal.stated) {
        size_t n = strlen(q->goal.stated);
        words += strlen(VIOLATED);
        if (strncmp(words, q->goal.stated, n) != 0 || words[n] != '\n') return false;
    }
    if (q->goal.stated && !q->has_lookalike) return true;
    char *tool = process_find("llvm-symbolizer-19");
    if (!tool) tool = process_find("llvm-symbolizer");
    text where;
    text_init(&where);
    unsigned long returns_to = strtoul(caller + strlen(CALLER), NULL, 10);
    bool is_same = tool ? add_place_of_call(a, tool, returns_to, &where) && tells_place(q, where.data, q->has_lookalike) : !q->has_lookalike;
    text_release(&where);
    free(tool);
    return is_same;
}

/* Did the run end at the goal's place? */
static bool is_same_failure(const attempt *a, const char *said)
{
    if (a->q->goal.kind == GOAL_LEAK) return is_leak(a, said);
    return is_failing_call(&a->q->goal) ? is_same_call(a, said) : is_same_undefined(a, said);
}

/* At one of several places. Calls tell by themselves that they are goals. */
static bool is_one_of(const attempt *a, const char *said, text *why)
{
    const char *words = told(a, said, VIOLATED);
    for (size_t i = 0; i < a->q->n_goals; i++) {
        replay_request one = *a->q;
        attempt alone = *a;
        one.goal = a->q->goals[i];
        alone.q = &one;
        bool is_call = words && is_failing_call(&one.goal);
        if (!is_call && !is_same_failure(&alone, said)) continue;
        if (is_call) text_printf(why, "%.*s", (int)strcspn(words + strlen(VIOLATED), "\n"), words + strlen(VIOLATED));
        else text_printf(why, "%s:%u: %s", one.goal.place.file ? one.goal.place.file : "?", one.goal.place.line, one.goal.message);
        return true;
    }
    return false;
}

/* The caller frees it. */
static char *argument(const replay_request *q, size_t i)
{
    text t;
    text_init(&t);
    if (q->unset) unset_argument(q->unset, i, q->bits / 8, &t);
    return text_take(&t);
}

/* `said` is what was said in the file for reports. */
static replay_verdict judge(const attempt *a, process_result r, const char *said, text *why)
{
    if (r.end == PROCESS_OUT_OF_TIME) {
        text_adds(why, "it does not end in time");
    } else if (r.end == PROCESS_OVER_LIMIT) {
        text_adds(why, "it was stopped for ");
        process_describe(r, why);
    } else if (r.end == PROCESS_EXITED && r.code == STATUS_ASSUMED) {
        text_adds(why, "an assumption of the program does not hold");
    } else if (r.end == PROCESS_EXITED && r.code == STATUS_NO_INPUT) {
        const char *which = told(a, said, "");
        text_printf(why, "it asks for other inputs%s%.*s", which ? ": " : "", which ? (int)strcspn(which, "\n") : 0, which ? which : "");
    } else if (r.end == PROCESS_EXITED && r.code == 0) {
        text_adds(why, "it ends with exit status 0");
    } else if (r.end == PROCESS_NOT_STARTED) {
        text_adds(why, "it cannot be started");
        return REPLAY_FAILED;
    } else if (a->q->goals ? is_one_of(a, said, why) : is_same_failure(a, said)) {
        return REPLAY_CONFIRMED;
    } else if (told(a, said, VIOLATED)) {
        const char *what = told(a, said, VIOLATED) + strlen(VIOLATED);
        text_printf(why, "it fails elsewhere: %.*s", (int)strcspn(what, "\n"), what);
    } else if (r.end == PROCESS_SIGNALLED) {
        text_printf(why, "it is ended by signal %d (%s)", r.code, strsignal(r.code));
    } else {
        text_printf(why, "it ends with exit status %d", r.code);
    }
    return REPLAY_OTHER;
}

static replay_verdict run(const attempt *a, const scratch *folder, text *why)
{
    const replay_request *q = a->q;
    char *reports = scratch_file(folder, "reports");
    text printed, said;
    text_init(&printed);
    text_init(&said);
    string_vec args;
    string_vec_init(&args);
    string_vec_push(&args, a->binary);
    for (size_t i = 1; i < replay_argument_count(q->argc); i++) string_vec_push(&args, argument(q, i));
    string_vec_push(&args, NULL);
    run_request how = {.scratch = folder, .argv = args.data, .shared = reports, .confine = q->confine, .limits = limits_within(&q->limits, RUN_SECONDS)};
    process_result r = {PROCESS_NOT_STARTED, 0};
    (void)unlink(reports); /* of the run before, whose rights the program may have changed */
    if (file_write(reports, "")) r = run_program(&how, &printed);
    (void)file_read(reports, MOST_REPORTED, &said);
    replay_verdict v = judge(a, r, said.data, why);
    for (size_t i = 1; i + 1 < args.size; i++) free((char *)(uintptr_t)args.data[i]);
    string_vec_release(&args);
    text_release(&printed);
    text_release(&said);
    free(reports);
    return v;
}

/* ---- what the user keeps ---- */

static const char *const HARNESS_PLACE = "\"$here\"/harness.c", *const BITCODE_PLACE = "\"$here\"/program.bc",
                  *const BINARY_PLACE = "\"$binary\"";

static void print_script(text *out, const attempt *a)
{
    string_vec args, files;
    string_vec_init(&args);
    string_vec_init(&files);
    string_vec_append(&files, a->files.data, a->files.size);
    string_vec_push(&files, HARNESS_PLACE);
    compile_request q = request_of(a, &files, BINARY_PLACE);
    compile_arguments(&args, &q, "clang-19");
    text_printf(out, "#!/bin/sh\n# Compiles the program with the inputs of a failing run, and runs it: exit status %d means that it fails again.\n"
                     "here=$(cd \"$(dirname \"$0\")\" && pwd)\nbinary=$(mktemp)\n(cd ", STATUS_VIOLATED);
    /* where folders in the flags (-I include) are found */
    char *now = realpath(".", NULL);
    compile_print_quoted(out, now ? now : ".");
    free(now);
    text_adds(out, "&& ");
    for (size_t i = 0; i + 1 < args.size; i++) {
        const char *word = args.data[i];
        if (word == HARNESS_PLACE || word == BINARY_PLACE || word == BITCODE_PLACE) text_printf(out, "%s ", word);
        else if (word) compile_print_quoted(out, word);
    }
    text_adds(out, ") || exit 2\n\"$binary\"");
    for (size_t i = 1; i < replay_argument_count(a->q->argc); i++) {
        char *word = argument(a->q, i);
        text_addc(out, ' ');
        compile_print_quoted(out, word);
        free(word);
    }
    text_adds(out, "\nstatus=$?\nrm -f \"$binary\"\nexit $status\n");
    string_vec_release(&args);
    string_vec_release(&files);
}

/* The script finds the harness beside itself and the program where it is now, from wherever it is started. */
static bool keep_files(const attempt *a, text *why)
{
    const replay_request *q = a->q;
    if (mkdir(q->keep, 0777) != 0 && errno != EEXIST) {
        text_printf(why, "cannot make %s: %s", q->keep, strerror(errno));
        return false;
    }
    scratch folder = {(char *)(uintptr_t)q->keep};
    char *source = scratch_file(&folder, "harness.c"), *script = scratch_file(&folder, "run.sh"), *bitcode = scratch_file(&folder, "program.bc");
    attempt kept = {.q = q, .is_exact = a->is_exact};
    for (size_t i = 0; i < q->n_files && !a->is_exact; i++) string_vec_push(&kept.files, realpath(q->files[i], NULL));
    if (a->is_exact) string_vec_push(&kept.files, BITCODE_PLACE);
    text commands;
    text_init(&commands);
    print_script(&commands, &kept);
    bool ok = file_write(source, a->harness.data) && file_write(script, commands.data) && chmod(script, 0777) == 0;
    if (ok && a->is_exact) ok = file_write_bytes(bitcode, q->bitcode->data, q->bitcode->size);
    if (!ok) text_printf(why, "cannot write to %s: %s", q->keep, strerror(errno));
    text_release(&commands);
    for (size_t i = 0; i < kept.files.size && !a->is_exact; i++) free((char *)(uintptr_t)kept.files.data[i]);
    string_vec_release(&kept.files);
    free(source);
    free(script);
    free(bitcode);
    return ok;
}

/* ---- attempts ---- */

static replay_verdict run_attempt(attempt *a, const scratch *folder, text *why)
{
    char *source = scratch_file(folder, "harness.c"), *binary = scratch_file(folder, "replay");
    replay_verdict v = REPLAY_FAILED;
    a->binary = binary;
    text_clear(why);
    a->binary = binary;
    if (!choose_secret(a)) text_printf(why, "there is no random number: %s", strerror(errno));
    else if (compile(a, source, binary, why) && (!a->q->keep || keep_files(a, why))) v = run(a, folder, why);
    a->binary = NULL;
    free(source);
    free(binary);
    return v;
}

static bool read_whole(const char *file, text *out, text *why)
{
    bool ok = file_read(file, SIZE_MAX, out);
    if (!ok) text_printf(why, "cannot read %s: %s", file, strerror(errno));
    return ok;
}

static bool read_preprocessed(const replay_request *q, const char *file, const char *output, const char *sanitized_by, text *out, text *why)
{
    text said;
    text_init(&said);
    compile_request one = {.bits = q->bits, .flags = q->flags, .n_flags = q->n_flags, .sanitizer = sanitized_by,
                           .files = &file, .n_files = 1, .output = output, .is_text = true, .limits = q->limits};
    bool ok = compile_run(&one, &said, why) && read_whole(output, out, why);
    text_release(&said);
    return ok;
}

/* What is compiled for this file of the program: the file itself, unless it asks which sanitizers there are, and is another program then; otherwise the
 * text that a user's compiler makes of it, in which the columns may be others. The caller frees it; NULL: that failed. */
static char *choose_source(const attempt *a, const scratch *folder, size_t i, text *why)
{
    const replay_request *q = a->q;
    const char *file = q->files[i], *sanitized_by = sanitizers(a);
    size_t length = strlen(file);
    if (!sanitized_by) return alloc_string(file, length);
    bool is_source = length > 2 && !strcmp(file + length - 2, ".c");
    text plain, ours, name;
    text_init(&plain);
    text_init(&ours);
    text_init(&name);
    text_printf(&name, "source-%zu.i", i);
    char *preprocessed = scratch_file(folder, name.data), *chosen = NULL;
    bool ok = is_source ? read_preprocessed(q, file, preprocessed, sanitized_by, &ours, why) && read_preprocessed(q, file, preprocessed, NULL, &plain, why)
                        : read_whole(file, &plain, why);
    ok = ok && is_without_runtime(&plain, why);
    bool is_same = !is_source || (ours.size == plain.size && memcmp(ours.data, plain.data, plain.size) == 0);
    if (ok && is_same) chosen = alloc_string(file, length);
    else if (ok) chosen = alloc_string(preprocessed, strlen(preprocessed));
    free(preprocessed);
    text_release(&plain);
    text_release(&ours);
    text_release(&name);
    return chosen;
}

static bool choose_sources(attempt *a, const scratch *folder, text *why)
{
    for (size_t i = 0; i < a->q->n_files; i++) {
        char *file = choose_source(a, folder, i, why);
        if (!file) return false;
        string_vec_push(&a->files, file);
    }
    return true;
}

static replay_verdict try_sources(const term_store *ts, const replay_request *q, const scratch *folder, text *why)
{
    attempt a = {.q = q};
    text_init(&a.sanitizers);
    text_init(&a.harness);
    add_sanitizers(&a);
    text_adds(&a.harness, harness_options(q));
    string_vec_init(&a.files);
    replay_verdict v = REPLAY_FAILED;
    if (strcmp(q->entry, "main")) text_adds(why, "it does not start in main");
    else if (harness_print_plain(&a.harness, ts, q->values, q->n_values, q->events, why) && choose_sources(&a, folder, why)) v = run_attempt(&a, folder, why);
    for (size_t i = 0; i < a.files.size; i++) free((char *)(uintptr_t)a.files.data[i]);
    string_vec_release(&a.files);
    text_release(&a.harness);
    text_release(&a.sanitizers);
    return v;
}

/* Floating-point numbers from outside: the run says nothing about them, so some are tried. */
static replay_verdict try_bitcode(const replay_request *q, const scratch *folder, text *why)
{
    static const char *const UNKNOWNS[] = {"0.0", "1.0", "-1.0", "1e9", "(0.0 / 0.0)"};
    size_t n = unset_list_has_unknowns(q->unset) ? sizeof UNKNOWNS / sizeof *UNKNOWNS : 1;
    attempt a = {.q = q, .is_exact = true};
    char *bitcode = scratch_file(folder, "program.bc");
    replay_verdict v = REPLAY_FAILED;
    text_init(&a.sanitizers);
    text_init(&a.harness);
    add_sanitizers(&a);
    string_vec_init(&a.files);
    string_vec_push(&a.files, bitcode);
    bool ok = file_write_bytes(bitcode, q->bitcode->data, q->bitcode->size);
    if (!ok) text_printf(why, "cannot write %s: %s", bitcode, strerror(errno));
    else if (sanitizers(&a)) ok = is_without_runtime(q->bitcode, why);
    for (size_t i = 0; i < n && ok && v != REPLAY_CONFIRMED && !limits_is_over(&q->limits); i++) {
        text_clear(&a.harness);
        text_adds(&a.harness, harness_options(q));
        harness_print_exact(&a.harness, q->unset, q->events, UNKNOWNS[i], false);
        v = run_attempt(&a, folder, why);
    }
    string_vec_release(&a.files);
    text_release(&a.harness);
    text_release(&a.sanitizers);
    free(bitcode);
    return v;
}

size_t replay_argument_count(int64_t argc)
{
    enum { MOST = 150000 }; /* the system's limit for all of them together, on most systems, is 2 MB, with 9 bytes for an empty one */
    return argc >= 1 && argc <= MOST ? (size_t)argc : 1;
}

replay_verdict replay_run(const term_store *ts, const replay_request *q, text *why)
{
    diag error;
    diag_init(&error);
    scratch folder = {NULL};
    replay_verdict v = REPLAY_FAILED;
    if (scratch_init(&folder, &error)) {
        v = try_sources(ts, q, &folder, why);
        if (v != REPLAY_CONFIRMED && q->bitcode && q->bitcode->size) {
            text then;
            text_init(&then);
            v = try_bitcode(q, &folder, &then);
            if (then.size) text_printf(why, "; with all unset memory and all values from outside as found, %s", then.data);
            text_release(&then);
        }
    } else {
        text_adds(why, error.message);
    }
    scratch_release(&folder);
    diag_release(&error);
    return v;
}
