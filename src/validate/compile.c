#include "validate/compile.h"

#include "base/dialect.h"
#include "base/map.h"
#include "base/process.h"
#include "base/real_library.h"

#include <stdlib.h>
#include <string.h>

static const double COMPILE_SECONDS = 60;

void compile_fixed_options(string_vec *args, uint32_t bits)
{
    static const char *const FIXED[] = {"-O0", "-g", "-ftrivial-auto-var-init=zero", "-no-pie", "-fno-pie",
                                        /* which the program does not know, as in the analysis */
                                        "-D__PIC__=2", "-D__pic__=2", "-D__PIE__=2", "-D__pie__=2",
                                        /* a function that must not return and does: what happens to be next is not run */
                                        "-mllvm", "-trap-unreachable"};
    size_t n_dialect;
    const char *const *dialect = dialect_options(&n_dialect);
    string_vec_push(args, bits == 32 ? "-m32" : "-m64");
    if (bits == 32) string_vec_push(args, "-msse2"); /* as in the analysis: module/clang.c */
    string_vec_append(args, dialect, n_dialect);
    string_vec_append(args, FIXED, sizeof FIXED / sizeof *FIXED);
}

void compile_arguments(string_vec *args, const compile_request *q, const char *compiler)
{
    string_vec_push(args, compiler);
    compile_fixed_options(args, q->bits);
    if (q->sanitizer) {
        string_vec_push(args, q->sanitizer);
        string_vec_push(args, "-fno-sanitize-recover=all");
        if (strstr(q->sanitizer, "memory")) string_vec_push(args, "-ftrivial-auto-var-init=uninitialized"); /* what is never set, it is to see */
    }
    string_vec_append(args, q->flags, q->n_flags);
    string_vec_push(args, q->is_text ? "-E" : "-w"); /* what the user has made an error was none in the analysis */
    if (q->is_object) string_vec_push(args, "-c");
    string_vec_push(args, "-o");
    string_vec_push(args, q->output);
    string_vec_append(args, q->files, q->n_files);
    if (!q->is_object && !q->is_text) string_vec_push(args, "-lm");
    string_vec_push(args, NULL);
}

bool compile_run(const compile_request *q, text *said, text *why)
{
    char *compiler = process_find("clang-19");
    if (!compiler) compiler = process_find("clang");
    if (!compiler) {
        text_adds(why, "there is no clang to compile it");
        return false;
    }
    string_vec args;
    string_vec_init(&args);
    compile_arguments(&args, q, compiler);
    limits l = limits_within(&q->limits, COMPILE_SECONDS);
    process_result r = process_run(args.data, &l, said);
    string_vec_release(&args);
    free(compiler);
    if (r.end == PROCESS_OUT_OF_TIME)
        text_adds(why, "it is not compiled in time");
    else if (r.end != PROCESS_EXITED || r.code != 0)
        text_printf(why, "it does not compile: %.500s", said->size ? said->data : "the compiler said nothing");
    return r.end == PROCESS_EXITED && r.code == 0;
}

bool compile_add_stubs(text *harness, const char *said)
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
        if (real_library_has(name)) continue; /* which must not be replaced */
        string_map_put(&seen, name, &added);
        if (added) text_printf(harness, "WEAK long %s() { return 0; }\n", name);
        any = true;
    }
    string_map_release(&seen);
    text_release(&names);
    return any;
}

void compile_print_quoted(text *out, const char *word)
{
    text_addc(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            text_adds(out, "'\\''");
        else
            text_addc(out, *word);
    text_adds(out, "' ");
}
