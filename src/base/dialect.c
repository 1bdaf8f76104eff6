#include "base/dialect.h"

const char *const *dialect_options(size_t *n)
{
    static const char *const OPTIONS[] = {"-std=gnu17", "-Wno-everything", "-fbracket-depth=100000"};
    *n = sizeof OPTIONS / sizeof *OPTIONS;
    return OPTIONS;
}
