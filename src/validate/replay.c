#include "validate/replay.h"

#include "base/process.h"
#include "validate/compile.h"
#include "validate/harness.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const double RUN_SECONDS = 10;

/* One way to try: the program's sources with a harness that feeds its inputs, or the bitcode with one that feeds everything. */
typedef struct attempt {
    const replay_request *q;
    bool is_exact;
    text harness;
    string_vec files;
} attempt;

/* ---- compiling and running ---- */

/* Bitcode has the checks of arithmetic in it already. */
static const char *sanitizer(goal_kind k, bool is_exact)
{
    switch (k) {
    case GOAL_OVERFLOW: return is_exact ? NULL : "-fsanitize=signed-integer-overflow";
    case GOAL_DIV: return is_exact ? NULL : "-fsanitize=integer-divide-by-zero,signed-integer-overflow";
    case GOAL_SHIFT: return is_exact ? NULL : "-fsanitize=shift";
    case GOAL_BOUNDS: return is_exact ? "-fsanitize=address" : "-fsanitize=bounds,address";
    case GOAL_POINTER: return "-fsanitize=address";
    default: return NULL;
    }
}

static compile_request request_of(const attempt *a, const string_vec *files, const char *output)
{
    return (compile_request){.bits = a->q->bits, .flags = a->q->flags, .n_flags = a->q->n_flags, .sanitizer = sanitizer(a->q->goal.kind, a->is_exact),
                             .files = files->data, .n_files = files->size, .output = output, .limits = a->q->limits};
}

/* Writes the harness to `source`; what the linker misses is added to it. */
static bool compile(attempt *a, const char *source, const char *output, text *why)
{
    text said;
    text_init(&said);
    string_vec_push(&a->files, source);
    compile_request q = request_of(a, &a->files, output);
    bool written = file_write(source, a->harness.data), ok = written && compile_run(&q, &said, why);
    if (written && !ok && compile_add_stubs(&a->harness, said.data)) {
        text_clear(&said);
        text_clear(why);
        written = file_write(source, a->harness.data);
        ok = written && compile_run(&q, &said, why);
    }
    if (!written) text_printf(why, "cannot write %s: %s", source, strerror(errno));
    text_release(&said);
    string_vec_pop(&a->files);
    return ok;
}

/* The first place in the goal's file that is mentioned is the goal's line. */
static bool tells_place(const replay_request *q, const char *said)
{
    text file;
    text_init(&file);
    const char *name = q->goal.place.file ? strrchr(q->goal.place.file, '/') : NULL;
    text_printf(&file, "%s:", name ? name + 1 : q->goal.place.file ? q->goal.place.file : "");
    const char *at = strstr(said, file.data);
    bool is_same = at && strtoul(at + file.size, NULL, 10) == q->goal.place.line;
    text_release(&file);
    return is_same;
}

/* Where the report of the harness or of a sanitizer begins; NULL if there is none. Further places in it are those of callers, or where memory
 * was allocated and freed. */
static const char *report_in(const char *said)
{
    const char *own = strstr(said, "latch: violated: ");
    if (own) return own;
    const char *error = strstr(said, "ERROR: AddressSanitizer"), *runtime = strstr(said, "runtime error: ");
    return runtime && (!error || runtime < error) ? said : error;
}

/* Several goals may have one place. */
static bool is_same_kind(const char *message, const char *report)
{
    static const char *const WORDS[][2] = {{"access through a null", "SEGV"}, {"access to an object that is gone", "use-after-"},
                                           {"free of memory that is gone", "double-free"}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strncmp(message, WORDS[i][0], strlen(WORDS[i][0])) == 0) return strstr(report, WORDS[i][1]) != NULL;
    return true;
}

static bool is_same_undefined(const replay_request *q, const char *said)
{
    const char *report = report_in(said);
    if (report && tells_place(q, report) && is_same_kind(q->goal.message, report)) return true;
    /* no caller is known of a function at address 0 */
    return strncmp(q->goal.message, "call through", 12) == 0 && strstr(said, "pc points to the zero page");
}

/* Did the run end at the goal's place? reach_error and its kin do not tell where they were called. */
static bool is_same_failure(const replay_request *q, const char *said)
{
    if (q->goal.kind != GOAL_ASSERT) return is_same_undefined(q, said);
    const char *line = strstr(said, "latch: violated: ");
    if (!line) return false;
    const char *at = strstr(line, " at :0");
    if (at) return true;
    const char *colon = strrchr(line, ':');
    return colon && strtoul(colon + 1, NULL, 10) == (q->goal.stated_line ? q->goal.stated_line : q->goal.place.line);
}

/* The caller frees it. */
static char *argument(const replay_request *q, size_t i)
{
    text t;
    text_init(&t);
    if (q->unset) unset_argument(q->unset, i, q->bits / 8, &t);
    return text_take(&t);
}

static replay_verdict judge(const replay_request *q, process_result r, const char *said, text *why)
{
    if (r.end == PROCESS_OUT_OF_TIME) {
        text_adds(why, "it does not end in time");
    } else if (r.end == PROCESS_EXITED && r.code == STATUS_ASSUMED) {
        text_adds(why, "an assumption of the program does not hold");
    } else if (r.end == PROCESS_EXITED && r.code == STATUS_NO_INPUT) {
        const char *which = strstr(said, "latch: ");
        text_printf(why, "it asks for other inputs%s%.*s", which ? ": " : "", which ? (int)strcspn(which + 7, "\n") : 0, which ? which + 7 : "");
    } else if (r.end == PROCESS_EXITED && r.code == 0) {
        text_adds(why, "it ends with exit status 0");
    } else if (r.end == PROCESS_NOT_STARTED) {
        text_adds(why, "it cannot be started");
        return REPLAY_FAILED;
    } else if (is_same_failure(q, said)) {
        return REPLAY_CONFIRMED;
    } else if (r.end == PROCESS_SIGNALLED) {
        text_printf(why, "it is ended by signal %d (%s)", r.code, strsignal(r.code));
    } else {
        text_printf(why, "it ends with exit status %d", r.code);
    }
    return REPLAY_OTHER;
}

static replay_verdict run(const replay_request *q, const char *binary, text *why)
{
    text said;
    text_init(&said);
    string_vec args;
    string_vec_init(&args);
    string_vec_push(&args, binary);
    for (size_t i = 1; i < replay_argument_count(q->argc); i++) string_vec_push(&args, argument(q, i));
    string_vec_push(&args, NULL);
    limits l = limits_within(&q->limits, RUN_SECONDS);
    process_result r = process_run(args.data, &l, &said);
    replay_verdict v = judge(q, r, said.data, why);
    for (size_t i = 1; i + 1 < args.size; i++) free((char *)(uintptr_t)args.data[i]);
    string_vec_release(&args);
    text_release(&said);
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
                     "here=$(dirname \"$0\")\nbinary=$(mktemp)\n", STATUS_VIOLATED);
    for (size_t i = 0; i + 1 < args.size; i++) {
        const char *word = args.data[i];
        if (word == HARNESS_PLACE || word == BINARY_PLACE || word == BITCODE_PLACE) text_printf(out, "%s ", word);
        else if (word) compile_print_quoted(out, word);
    }
    text_adds(out, "|| exit 2\n\"$binary\"");
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
    text_clear(why);
    if (compile(a, source, binary, why) && (!a->q->keep || keep_files(a, why))) v = run(a->q, binary, why);
    free(source);
    free(binary);
    return v;
}

static replay_verdict try_sources(const term_store *ts, const replay_request *q, const scratch *folder, text *why)
{
    attempt a = {.q = q};
    text_init(&a.harness);
    string_vec_init(&a.files);
    string_vec_append(&a.files, q->files, q->n_files);
    replay_verdict v = REPLAY_FAILED;
    if (strcmp(q->entry, "main")) text_adds(why, "it does not start in main");
    else if (harness_print_plain(&a.harness, ts, q->values, q->n_values, why)) v = run_attempt(&a, folder, why);
    string_vec_release(&a.files);
    text_release(&a.harness);
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
    text_init(&a.harness);
    string_vec_init(&a.files);
    string_vec_push(&a.files, bitcode);
    bool ok = file_write_bytes(bitcode, q->bitcode->data, q->bitcode->size);
    if (!ok) text_printf(why, "cannot write %s: %s", bitcode, strerror(errno));
    for (size_t i = 0; i < n && ok && v != REPLAY_CONFIRMED && !limits_is_over(&q->limits); i++) {
        text_clear(&a.harness);
        harness_print_exact(&a.harness, q->unset, UNKNOWNS[i], false);
        v = run_attempt(&a, folder, why);
    }
    string_vec_release(&a.files);
    text_release(&a.harness);
    free(bitcode);
    return v;
}

size_t replay_argument_count(int64_t argc)
{
    enum { MOST = 1000 };
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
            text_printf(why, "; with all unset memory and all values from outside as found, %s", then.data);
            text_release(&then);
        }
    } else {
        text_adds(why, error.message);
    }
    scratch_release(&folder);
    diag_release(&error);
    return v;
}
