#ifndef FRONT_LLVM_CONSTANT_OVERFLOW_H
#define FRONT_LLVM_CONSTANT_OVERFLOW_H

/* clang computes constant expressions itself, and an overflow in one leaves no trace in the module. So for the overflow check the files
 * are compiled once more with clang's own overflow checks, which it makes for constants, too: a check that must fail there is an overflow
 * that Latch could not see. */

#include "front/llvm/module/module.h"

/* False and *error filled if there is one, or if the files do not compile. */
bool constant_overflow_check(const char *const *files, size_t n, const c_module_options *options, diag *error);

#endif
