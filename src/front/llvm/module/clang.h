#ifndef FRONT_LLVM_CLANG_H
#define FRONT_LLVM_CLANG_H

/* The C compiler as a process of its own. */

#include "base/process.h"
#include "front/llvm/module/module.h"

/* Compiles a .c or .i file to bitcode in the folder; *output is the name of the new file, to be freed by the caller. False and
 * *error filled (with clang's messages as they are) if clang is not there, refuses the file or is not ready within the limits. */
bool clang_compile(const scratch *s, const char *source, const c_module_options *options, char **output, diag *error);

#endif
