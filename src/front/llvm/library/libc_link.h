#ifndef FRONT_LLVM_LIBC_LINK_H
#define FRONT_LLVM_LIBC_LINK_H

/* The C library of lib/libc, which is built into Latch as bitcode for 32 and for 64 bits, is put into a program where the program calls it.
 *
 * Each call gets a copy of its own (the functions are inlined): the points-to analysis does not tell callers apart, and a strlen that all
 * strings of a program go through would make one region of all of them. The copies carry the place of the call as LLVM's
 * `inlinedAt`, so goals and traces speak of the program's lines. */

#include "base/diag.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* The part of the library that the program calls, without the function options->except (which may be NULL). False if there is none, or if it cannot be
 * read: then *error says why. */
typedef struct libc_options {
    uint32_t bits;
    const char *except;
    bool forgets_contents; /* what realloc leaves in memory is any values */
    const char *file; /* bitcode to take instead of what is built in; or NULL */
} libc_options;
bool libc_is_called(LLVMModuleRef module, const libc_options *options, LLVMModuleRef *library, diag *error);
/* Puts it into the module, and disposes of it. */
bool libc_link(LLVMModuleRef module, LLVMModuleRef library, diag *error);

#endif
