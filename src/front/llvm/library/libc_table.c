#include "front/llvm/library/libc_table.h"

#include <string.h>

static const libc_function FUNCTIONS[] = {
#define LIBC(name, header, kind, remark) {#name, header, #kind, remark},
#include "libc/functions.def"
#undef LIBC
    {NULL, NULL, NULL, NULL}};

const libc_function *libc_functions(size_t *n)
{
    *n = sizeof FUNCTIONS / sizeof *FUNCTIONS - 1;
    return FUNCTIONS;
}

const libc_function *libc_find(const char *name)
{
    for (const libc_function *f = FUNCTIONS; f->name; f++)
        if (strcmp(f->name, name) == 0) return f;
    return NULL;
}
