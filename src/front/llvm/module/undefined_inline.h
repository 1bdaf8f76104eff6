#ifndef FRONT_LLVM_UNDEFINED_INLINE_H
#define FRONT_LLVM_UNDEFINED_INLINE_H

/* Inline functions that no file defines for the linker.
 *
 * `inline int f(void) { ... }` alone is no external definition (C11 6.7.4): without optimisation, compilers leave a call of something undefined. In
 * the older dialect of -fgnu89-inline it is one, and `extern inline` is none. A program must not be taken for one that calls functions that
 * nobody has seen, in either dialect. */

#include "front/llvm/module/module.h"

/* A function that is called, has no body in the module, and has one in the other dialect, is an error: *error is filled. The module was loaded with
 * these options; `is_gnu89`: -fgnu89-inline is one of them. */
bool undefined_inline_is_called(const c_module *m, const char *const *files, size_t n, const c_module_options *options, bool is_gnu89, diag *error);

#endif
