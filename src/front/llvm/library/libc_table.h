#ifndef FRONT_LLVM_LIBC_TABLE_H
#define FRONT_LLVM_LIBC_TABLE_H

/* The functions of the C library that are known by name: lib/libc/functions.def. */

#include <stddef.h>

/* A function of the C library that Latch knows (functions.def). */
typedef struct libc_function {
    const char *name, *header, *kind, *remark; /* kind: "exact", "contract", "pure" or "unknown" */
} libc_function;
const libc_function *libc_functions(size_t *n);
const libc_function *libc_find(const char *name); /* NULL: not known */

#endif
