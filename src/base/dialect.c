#include "base/dialect.h"

const char *const *dialect_options(size_t *n)
{
    /* In conditions clang computes strchr of a literal itself, without the conversion to char that C asks for. */
    static const char *const OPTIONS[] = {"-std=gnu17", "-Wno-everything", "-fbracket-depth=100000", "-fno-builtin-strchr"};
    *n = sizeof OPTIONS / sizeof *OPTIONS;
    return OPTIONS;
}
