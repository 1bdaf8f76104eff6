#ifndef FRONT_LLVM_PROTOTYPES_H
#define FRONT_LLVM_PROTOTYPES_H

/* What the parameters of functions without a body point to, and must not be changed: `const`. clang says so only where it optimises, in the
 * debug information for calls. So if there are such functions, the files are compiled once more, just for that. */

#include "front/llvm/module/module.h"

/* Marks the unseen functions of the module (unseen.h). Without the sources of all files nothing is known, and nothing is const. */
void prototypes_read(c_module *m, const char *const *files, size_t n, const c_module_options *options);
/* Bit 0: what the parameter points to is const; bit 1: what the pointers there point to is; and so on. `const char *const *names`: bits 0 and 1. */
uint32_t prototype_const_levels(LLVMValueRef function, unsigned index);

#endif
