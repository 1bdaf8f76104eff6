#include "validate/replay.h"

#include "base/map.h"
#include "base/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { STATUS_VIOLATED = 77, STATUS_ASSUMED = 78, STATUS_NO_INPUT = 79 };
static const double RUN_SECONDS = 10, COMPILE_SECONDS = 60;

VEC_DECLARE(string_vec, const char *);

/* ---- the harness ---- */

/* Every definition is weak: where the program has its own, that one counts. */
static const char *const PROLOGUE =
    "/* Feeds a program the inputs of a failing run. Made by Latch; compile it together with the program. */\n"
    "#include <stdio.h>\n"
    "#include <unistd.h>\n"
    "#define WEAK __attribute__((weak))\n"
    "\n"
    "static void latch_failed(const char *what, const char *file, unsigned line)\n"
    "{\n"
    "    fflush(stdout);\n"
    "    fprintf(stderr, \"\\nlatch: violated: %s at %s:%u\\n\", what, file, line);\n"
    "    fflush(stderr);\n"
    "    _exit(77);\n"
    "}\n"
    "const char *__asan_default_options(void)\n"
    "{\n"
    "    return \"detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:handle_abort=0\";\n"
    "}\n"
    "WEAK void reach_error(void) { latch_failed(\"reach_error\", \"\", 0); }\n"
    "WEAK void __VERIFIER_error(void) { latch_failed(\"__VERIFIER_error\", \"\", 0); }\n"
    "WEAK void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)\n"
    "{\n"
    "    latch_failed(expression ? expression : \"assert\", file ? file : \"\", line);\n"
    "}\n"
    "WEAK void __VERIFIER_assert(int condition) { if (!condition) latch_failed(\"__VERIFIER_assert\", \"\", 0); }\n"
    "WEAK void __VERIFIER_assume(int condition) { if (!condition) _exit(78); }\n"
    "WEAK void assume_abort_if_not(int condition) { if (!condition) _exit(78); }\n"
    "static void latch_no_input(const char *function)\n"
    "{\n"
    "    fprintf(stderr, \"\\nlatch: no more inputs for %s\\n\", function);\n"
    "    _exit(79);\n"
    "}\n\n";

static const char *c_type_name(const replay_value *v)
{
    if (v->is_pointer) return "void *";
    switch (v->width) {
    case 1: return "_Bool";
    case 8: return v->is_signed ? "signed char" : "unsigned char";
    case 16: return v->is_signed ? "short" : "unsigned short";
    case 32: return v->is_signed ? "int" : "unsigned int";
    case 64: return v->is_signed ? "long long" : "unsigned long long";
    default: return NULL;
    }
}

/* The bits of the value, as an unsigned constant: every compiler converts that back to the same bits. */
static void print_value(text *out, const term_store *ts, const replay_value *v)
{
    rat bits, size;
    rat_init(&bits);
    rat_init(&size);
    rat_set_pow2(&size, 64);
    rat_mod_euclid(&bits, term_number(ts, v->value), &size);
    rat_print(out, &bits);
    text_adds(out, "ull");
    rat_release(&bits);
    rat_release(&size);
}

static void print_function(text *out, const term_store *ts, const replay_request *q, size_t first)
{
    const replay_value *f = &q->values[first];
    const char *type = c_type_name(f);
    text_printf(out, "WEAK %s%s%s()\n{\n    static const unsigned long long values[] = {", type, f->is_pointer ? "" : " ", f->function);
    size_t count = 0;
    for (size_t i = first; i < q->n_values; i++) {
        if (strcmp(q->values[i].function, f->function)) continue;
        if (count++) text_adds(out, ", ");
        print_value(out, ts, &q->values[i]);
    }
    text_printf(out, "};\n    static unsigned next;\n    if (next == %zu) latch_no_input(\"%s\");\n    return (%s)%svalues[next++];\n}\n", count,
                f->function, type, f->is_pointer ? "(unsigned long)" : "");
}

/* False if an input has a type that no harness can return. */
static bool print_harness(text *out, const term_store *ts, const replay_request *q, text *why)
{
    string_map seen;
    string_map_init(&seen);
    text_adds(out, PROLOGUE);
    bool ok = true;
    for (size_t i = 0; i < q->n_values && ok; i++) {
        bool added;
        string_map_put(&seen, q->values[i].function, &added);
        if (!added) continue;
        ok = c_type_name(&q->values[i]) != NULL;
        if (ok)
            print_function(out, ts, q, i);
        else
            text_printf(why, "`%s' returns %u bits, which a harness cannot do", q->values[i].function, q->values[i].width);
    }
    string_map_release(&seen);
    return ok;
}

/* ---- compiling and running ---- */

static const char *sanitizer(goal_kind k)
{
    switch (k) {
    case GOAL_OVERFLOW: return "-fsanitize=signed-integer-overflow";
    case GOAL_DIV: return "-fsanitize=integer-divide-by-zero,signed-integer-overflow";
    case GOAL_SHIFT: return "-fsanitize=shift";
    case GOAL_BOUNDS: return "-fsanitize=bounds,address";
    case GOAL_POINTER: return "-fsanitize=address";
    default: return NULL;
    }
}

/* Locals that are never set are 0, so that a run can be repeated. */
static void compiler_arguments(string_vec *args, const replay_request *q, const char *compiler, const char *harness, const char *output)
{
    static const char *const FIXED[] = {"-std=gnu99", "-fgnu89-inline", "-Wno-everything", "-O0", "-g", "-fbracket-depth=100000",
                                        "-ftrivial-auto-var-init=zero", "-no-pie", "-fno-pie"};
    string_vec_push(args, compiler);
    string_vec_push(args, q->bits == 32 ? "-m32" : "-m64");
    string_vec_append(args, FIXED, sizeof FIXED / sizeof *FIXED);
    if (sanitizer(q->goal.kind)) {
        string_vec_push(args, sanitizer(q->goal.kind));
        string_vec_push(args, "-fno-sanitize-recover=all");
    }
    string_vec_append(args, q->flags, q->n_flags);
    string_vec_push(args, "-o");
    string_vec_push(args, output);
    string_vec_append(args, q->files, q->n_files);
    string_vec_push(args, harness);
    string_vec_push(args, NULL);
}

/* Functions without a body that give no input do nothing, and what they return does not matter. True if the linker missed any. */
static bool add_stubs(text *harness, const char *said)
{
    static const char MISSING[] = "undefined reference to `";
    string_map seen;
    string_map_init(&seen);
    text names;
    text_init(&names);
    for (const char *at = strstr(said, MISSING); at; at = strstr(at, MISSING)) {
        at += sizeof MISSING - 1;
        text_add(&names, at, strcspn(at, "'\n"));
        text_addc(&names, '\0');
    }
    bool any = false;
    for (const char *name = names.data; name < names.data + names.size; name += strlen(name) + 1) {
        bool added;
        string_map_put(&seen, name, &added);
        if (added) text_printf(harness, "WEAK long %s() { return 0; }\n", name);
        any = true;
    }
    string_map_release(&seen);
    text_release(&names);
    return any;
}

static process_result run_compiler(const replay_request *q, const char *compiler, const char *harness, const char *output, text *said)
{
    string_vec args;
    string_vec_init(&args);
    compiler_arguments(&args, q, compiler, harness, output);
    limits l = limits_within(&q->limits, COMPILE_SECONDS);
    process_result r = process_run(args.data, &l, said);
    string_vec_release(&args);
    return r;
}

/* Writes the harness to `source`; what the linker misses is added to it. */
static bool compile(const replay_request *q, text *harness, const char *source, const char *output, text *why)
{
    char *compiler = process_find("clang-19");
    if (!compiler) compiler = process_find("clang");
    if (!compiler) {
        text_adds(why, "there is no clang to compile it");
        return false;
    }
    text said;
    text_init(&said);
    bool ok = file_write(source, harness->data);
    process_result r = ok ? run_compiler(q, compiler, source, output, &said) : (process_result){PROCESS_NOT_STARTED, 0};
    if (ok && r.end == PROCESS_EXITED && r.code != 0 && add_stubs(harness, said.data)) {
        text_clear(&said);
        ok = file_write(source, harness->data);
        if (ok) r = run_compiler(q, compiler, source, output, &said);
    }
    if (!ok)
        text_printf(why, "cannot write %s: %s", source, strerror(errno));
    else if (r.end != PROCESS_EXITED || r.code != 0)
        text_printf(why, "it does not compile: %.500s", said.size ? said.data : "the compiler said nothing");
    text_release(&said);
    free(compiler);
    return ok && r.end == PROCESS_EXITED && r.code == 0;
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

/* Did the run end at the goal's place? reach_error and its kin do not tell where they were called. */
static bool is_same_failure(const replay_request *q, const char *said)
{
    if (sanitizer(q->goal.kind)) {
        text where;
        text_init(&where);
        const char *file = q->goal.place.file ? strrchr(q->goal.place.file, '/') : NULL;
        text_printf(&where, "%s:", file ? file + 1 : q->goal.place.file ? q->goal.place.file : "");
        /* the innermost place in the goal's file; further ones are those of callers, or where memory was allocated and freed */
        const char *error = strstr(said, "ERROR: AddressSanitizer"), *runtime = strstr(said, "runtime error: ");
        const char *from = runtime && (!error || runtime < error) ? said : error, *at = from ? strstr(from, where.data) : NULL;
        bool found = at && strtoul(at + where.size, NULL, 10) == q->goal.place.line && is_same_kind(q->goal.message, from);
        /* no caller is known of a function at address 0 */
        if (!found && strncmp(q->goal.message, "call through", 12) == 0) found = strstr(said, "pc points to the zero page") != NULL;
        text_release(&where);
        return found;
    }
    const char *line = strstr(said, "latch: violated: ");
    if (!line) return false;
    const char *at = strstr(line, " at :0");
    if (at) return true;
    const char *colon = strrchr(line, ':');
    return colon && strtoul(colon + 1, NULL, 10) == q->goal.place.line;
}

static replay_verdict run(const replay_request *q, const char *binary, text *why)
{
    text said;
    text_init(&said);
    limits l = limits_within(&q->limits, RUN_SECONDS);
    process_result r = process_run((const char *const[]){binary, NULL}, &l, &said);
    replay_verdict v = REPLAY_OTHER;
    if (r.end == PROCESS_OUT_OF_TIME)
        text_adds(why, "it does not end in time");
    else if (r.end == PROCESS_EXITED && r.code == STATUS_ASSUMED)
        text_adds(why, "an assumption of the program does not hold");
    else if (r.end == PROCESS_EXITED && r.code == STATUS_NO_INPUT)
        text_adds(why, "it asks for more inputs");
    else if (r.end != PROCESS_NOT_STARTED && is_same_failure(q, said.data))
        v = REPLAY_CONFIRMED;
    else if (r.end == PROCESS_SIGNALLED)
        text_printf(why, "it is ended by signal %d (%s)", r.code, strsignal(r.code));
    else if (r.end == PROCESS_EXITED)
        text_printf(why, "it ends with exit status %d", r.code);
    else {
        text_adds(why, "it cannot be started");
        v = REPLAY_FAILED;
    }
    text_release(&said);
    return v;
}

/* ---- what the user keeps ---- */

static void print_quoted(text *out, const char *word)
{
    text_addc(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            text_adds(out, "'\\''");
        else
            text_addc(out, *word);
    text_adds(out, "' ");
}

static const char *const HARNESS_PLACE = "\"$harness\"", *const BINARY_PLACE = "\"$binary\"";

static bool keep_files(const replay_request *q, const char *harness, text *why)
{
    if (mkdir(q->keep, 0777) != 0 && errno != EEXIST) {
        text_printf(why, "cannot make %s: %s", q->keep, strerror(errno));
        return false;
    }
    /* The script finds the harness beside itself and the program where it is now, from wherever it is started. */
    scratch folder = {(char *)(uintptr_t)q->keep};
    char *source = scratch_file(&folder, "harness.c"), *script = scratch_file(&folder, "run.sh");
    replay_request absolute = *q;
    const char **files = alloc_zeroed(q->n_files, sizeof *files);
    for (size_t i = 0; i < q->n_files; i++) files[i] = realpath(q->files[i], NULL);
    absolute.files = files;
    string_vec args;
    string_vec_init(&args);
    compiler_arguments(&args, &absolute, "clang-19", HARNESS_PLACE, BINARY_PLACE);
    text commands;
    text_init(&commands);
    text_printf(&commands, "#!/bin/sh\n# Compiles the program with the inputs of a failing run, and runs it: exit status %d means that it fails again.\n"
                           "harness=$(dirname \"$0\")/harness.c\nbinary=$(mktemp)\n", STATUS_VIOLATED);
    for (size_t i = 0; i + 1 < args.size; i++) {
        if (!args.data[i])
            continue;
        if (args.data[i] == HARNESS_PLACE || args.data[i] == BINARY_PLACE)
            text_printf(&commands, "%s ", args.data[i]);
        else
            print_quoted(&commands, args.data[i]);
    }
    text_adds(&commands, "|| exit 2\n\"$binary\"\nstatus=$?\nrm -f \"$binary\"\nexit $status\n");
    bool ok = file_write(source, harness) && file_write(script, commands.data) && chmod(script, 0777) == 0;
    if (!ok) text_printf(why, "cannot write to %s: %s", q->keep, strerror(errno));
    text_release(&commands);
    string_vec_release(&args);
    for (size_t i = 0; i < q->n_files; i++) free((char *)(uintptr_t)files[i]);
    free(files);
    free(source);
    free(script);
    return ok;
}

replay_verdict replay_run(const term_store *ts, const replay_request *q, text *why)
{
    text harness;
    text_init(&harness);
    diag error;
    diag_init(&error);
    scratch folder = {NULL};
    replay_verdict v = REPLAY_FAILED;
    if (strcmp(q->entry, "main")) {
        text_adds(why, "only programs that start in main can be replayed");
    } else if (print_harness(&harness, ts, q, why)) {
        if (scratch_init(&folder, &error)) {
            char *source = scratch_file(&folder, "harness.c"), *binary = scratch_file(&folder, "replay");
            if (compile(q, &harness, source, binary, why) && (!q->keep || keep_files(q, harness.data, why))) v = run(q, binary, why);
            free(source);
            free(binary);
        } else {
            text_adds(why, error.message);
        }
    }
    scratch_release(&folder);
    diag_release(&error);
    text_release(&harness);
    return v;
}
