#include "front/llvm/clang.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

VEC_DECLARE(argument_vec, const char *);

static char *find_clang(diag *error)
{
    char *file = process_find("clang-19");
    if (!file) file = process_find("clang");
    if (!file) diag_set(error, NULL, 0, 0, "C files need clang-19, which is not on PATH; install the package clang-19");
    return file;
}

static bool has_suffix(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n >= m && !strcmp(name + n - m, suffix);
}

static void add_all(argument_vec *args, const char *const *more, size_t n)
{
    for (size_t i = 0; i < n; i++) argument_vec_push(args, more[i]);
}

/* What the user gives comes between the defaults, which it may override, and what we cannot do without. */
static void add_arguments(argument_vec *args, const char *clang, const char *source, const char *output,
                          const c_module_options *options)
{
    static const char *const DEFAULTS[] = {"-std=gnu99", "-fgnu89-inline", "-Wno-everything", "-fbracket-depth=100000"};
    static const char *const STRICT[] = {"-Werror=integer-overflow", "-Werror=division-by-zero", "-Werror=shift-count-overflow",
                                         "-Werror=shift-count-negative"};
    const char *const fixed[] = {options->bits == 32 ? "-m32" : "-m64",
                                 "-O0",
                                 "-g",
                                 "-fno-discard-value-names",
                                 "-fdebug-compilation-dir=.", /* file names stay as the user gave them */
                                 "-fno-color-diagnostics",
                                 "-fno-crash-diagnostics", /* which would leave files behind */
                                 "-emit-llvm",
                                 "-c",
                                 "-o",
                                 output,
                                 "-x",
                                 has_suffix(source, ".i") ? "cpp-output" : "c",
                                 source};
    argument_vec_push(args, clang);
    add_all(args, DEFAULTS, sizeof DEFAULTS / sizeof *DEFAULTS);
    add_all(args, options->flags, options->n_flags);
    if (options->refuse_undefined_constants) add_all(args, STRICT, sizeof STRICT / sizeof *STRICT);
    static const char *const SCOPES[] = {"-Xclang", "-fsanitize-address-use-after-scope"};
    if (options->marks_scopes) add_all(args, SCOPES, sizeof SCOPES / sizeof *SCOPES);
    add_all(args, fixed, sizeof fixed / sizeof *fixed);
    argument_vec_push(args, NULL);
}

static void report(diag *error, const char *source, process_result r, text *said)
{
    while (said->size && said->data[said->size - 1] == '\n') said->data[--said->size] = '\0';
    if (r.end == PROCESS_OUT_OF_TIME)
        diag_set(error, source, 0, 0, "the time was over before clang had compiled the file");
    else if (r.end == PROCESS_NOT_STARTED)
        diag_set(error, source, 0, 0, "clang cannot be started");
    else if (r.end == PROCESS_SIGNALLED)
        diag_set(error, source, 0, 0, "clang was ended by signal %d%s%s", r.code, said->size ? ":\n" : "", said->data);
    else if (r.code == 0)
        diag_set(error, source, 0, 0, "clang wrote no bitcode; is there a flag such as -E or -S among those for the compiler?");
    else if (said->size)
        diag_set(error, NULL, 0, 0, "%s", said->data);
    else
        diag_set(error, source, 0, 0, "clang failed with exit code %d and without a message", r.code);
}

static bool run(const argument_vec *args, const char *source, const char *output, const limits *l, diag *error)
{
    text said;
    text_init(&said);
    process_result r = process_run(args->data, l, &said);
    bool ok = r.end == PROCESS_EXITED && r.code == 0 && access(output, R_OK) == 0;
    if (!ok) report(error, source, r, &said);
    text_release(&said);
    return ok;
}

bool clang_compile(const scratch *s, const char *source, const c_module_options *options, char **output, diag *error)
{
    char *clang = find_clang(error);
    if (!clang) return false;
    *output = scratch_file(s, "module.bc");
    unlink(*output); /* of the file before */
    text named;
    text_init(&named);
    text_printf(&named, "%s%s", source[0] == '-' ? "./" : "", source);
    argument_vec args;
    argument_vec_init(&args);
    add_arguments(&args, clang, named.data, *output, options);
    bool ok = run(&args, source, *output, &options->limits, error);
    argument_vec_release(&args);
    text_release(&named);
    free(clang);
    if (!ok) {
        free(*output);
        *output = NULL;
    }
    return ok;
}
