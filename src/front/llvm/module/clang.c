#include "front/llvm/module/clang.h"

#include "base/dialect.h"
#include "base/file_name.h"
#include "front/llvm/translate/sanitizer_goals.h"

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

static void add_all(argument_vec *args, const char *const *more, size_t n)
{
    for (size_t i = 0; i < n; i++) argument_vec_push(args, more[i]);
}

/* What the user gives comes between the defaults, which it may override, and what we cannot do without. */
static void add_defaults(argument_vec *args, const char *clang, const c_module_options *options)
{
    size_t n_dialect;
    const char *const *dialect = dialect_options(&n_dialect);
    argument_vec_push(args, clang);
    add_all(args, dialect, n_dialect);
    if (options->bits == 32) argument_vec_push(args, "-msse2"); /* floating point in the precision of its types, as with 64 bits */
    argument_vec_push(args, "-D__NO_CTYPE"); /* calls of isalpha and its kin instead of look-ups in a table */
    add_all(args, options->flags, options->n_flags);
}

static void add_fixed(argument_vec *args, const char *source, const char *output, const c_module_options *options)
{
    const char *const fixed[] = {options->bits == 32 ? "-m32" : "-m64",
                                 "-fno-color-diagnostics",
                                 "-fno-crash-diagnostics", /* which would leave files behind */
                                 "-o",
                                 output,
                                 "-x",
                                 file_name_ends_with(source, ".i") ? "cpp-output" : "c",
                                 source};
    add_all(args, fixed, sizeof fixed / sizeof *fixed);
    argument_vec_push(args, NULL);
}

static bool add_sanitizers(argument_vec *args, const c_module_options *options)
{
    bool any = false;
    for (int k = 0; k < GOAL_KINDS; k++) {
        const char *sanitize[2];
        if (!(options->checks >> k & 1) || !sanitizer_goals_flags((goal_kind)k, sanitize)) continue;
        add_all(args, sanitize, 2);
        any = true;
    }
    return any;
}

static void add_arguments(argument_vec *args, const char *clang, const char *source, const char *output, const c_module_options *options)
{
    static const char *const STRICT[] = {"-Werror=integer-overflow", "-Werror=division-by-zero", "-Werror=shift-count-overflow",
                                         "-Werror=shift-count-negative"};
    static const char *const PAST_ENDS[] = {"-Warray-bounds", "-Wno-error=array-bounds"};
    static const char *const SCOPES[] = {"-Xclang", "-fsanitize-address-use-after-scope"};
    static const char *const PLAIN[] = {"-O0"}, *const DESCRIBED[] = {"-O1", "-U__OPTIMIZE__", "-Xclang", "-disable-llvm-passes"};
    static const char *const OTHERS[] = {"-g", "-fno-discard-value-names", "-fdebug-compilation-dir=.", /* file names stay as the user gave them */
                                         "-emit-llvm", "-c"};
    add_defaults(args, clang, options);
    if (options->refuse_undefined_constants) add_all(args, STRICT, sizeof STRICT / sizeof *STRICT);
    if (options->past_ends) add_all(args, PAST_ENDS, sizeof PAST_ENDS / sizeof *PAST_ENDS);
    if (options->marks_scopes) add_all(args, SCOPES, sizeof SCOPES / sizeof *SCOPES);
    (void)add_sanitizers(args, options);
    if (options->describes_calls) add_all(args, DESCRIBED, sizeof DESCRIBED / sizeof *DESCRIBED);
    else add_all(args, PLAIN, sizeof PLAIN / sizeof *PLAIN);
    add_all(args, OTHERS, sizeof OTHERS / sizeof *OTHERS);
    add_fixed(args, source, output, options);
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

/* What it warns of, if it succeeds, is added to `warnings`, which may be NULL. */
static bool run(const argument_vec *args, const char *source, const char *output, const limits *l, text *warnings, diag *error)
{
    text said;
    text_init(&said);
    process_result r = process_run(args->data, l, &said);
    bool ok = r.end == PROCESS_EXITED && r.code == 0 && access(output, R_OK) == 0;
    if (!ok) report(error, source, r, &said);
    else if (warnings) text_add(warnings, said.data, said.size);
    text_release(&said);
    return ok;
}

/* The caller frees it; NULL: it failed. */
static char *preprocess(const scratch *s, const char *clang, const char *source, const c_module_options *options, bool is_plain, diag *error)
{
    char *output = scratch_file(s, is_plain ? "plain.i" : "module.i");
    unlink(output);
    argument_vec args;
    argument_vec_init(&args);
    add_defaults(&args, clang, options);
    if (!is_plain) (void)add_sanitizers(&args, options);
    argument_vec_push(&args, "-O0");
    argument_vec_push(&args, "-E");
    add_fixed(&args, source, output, options);
    bool ok = run(&args, source, output, &options->limits, NULL, error);
    argument_vec_release(&args);
    if (ok) return output;
    free(output);
    return NULL;
}

static bool have_same_contents(const char *a, const char *b)
{
    text x, y;
    text_init(&x);
    text_init(&y);
    bool same = file_read(a, SIZE_MAX, &x) && file_read(b, SIZE_MAX, &y) && x.size == y.size && memcmp(x.data, y.data, x.size) == 0;
    text_release(&x);
    text_release(&y);
    return same;
}

/* Programs can ask which sanitizers they are compiled with (__has_feature), and are others then: where we need some, for ourselves, such a program is
 * preprocessed without them. The file to compile, which the caller frees; NULL: it failed. */
static char *without_sanitizers(const scratch *s, const char *clang, const char *source, const c_module_options *options, diag *error)
{
    char *plain = preprocess(s, clang, source, options, true, error), *ours = plain ? preprocess(s, clang, source, options, false, error) : NULL;
    char *chosen = NULL;
    if (ours) chosen = have_same_contents(plain, ours) ? alloc_string(source, strlen(source)) : alloc_string(plain, strlen(plain));
    free(plain);
    free(ours);
    return chosen;
}

static bool is_sanitized(const c_module_options *options)
{
    argument_vec flags;
    argument_vec_init(&flags);
    bool any = add_sanitizers(&flags, options);
    argument_vec_release(&flags);
    return any;
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
    bool may_ask = is_sanitized(options) && !file_name_ends_with(source, ".i");
    char *chosen = may_ask ? without_sanitizers(s, clang, named.data, options, error) : alloc_string(named.data, named.size);
    argument_vec args;
    argument_vec_init(&args);
    if (chosen) add_arguments(&args, clang, chosen, *output, options);
    bool ok = chosen && run(&args, source, *output, &options->limits, options->past_ends, error);
    argument_vec_release(&args);
    text_release(&named);
    free(chosen);
    free(clang);
    if (!ok) {
        free(*output);
        *output = NULL;
    }
    return ok;
}
