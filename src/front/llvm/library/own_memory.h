#ifndef FRONT_LLVM_OWN_MEMORY_H
#define FRONT_LLVM_OWN_MEMORY_H

/* A program may have its own memcpy, memmove or memset, and compilers call it: where the source does, and to copy or set large objects.
 *
 * clang writes both as llvm.memcpy. If the size is not constant, that is a call of the program's function. Otherwise it depends on the compiler
 * and the size whether there is a call: small ones have none, large ones are a place that no run may get to. */

#include "front/llvm/module/module.h"

void own_memory_lower(c_module *m);

#endif
