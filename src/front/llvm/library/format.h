#ifndef FRONT_LLVM_FORMAT_H
#define FRONT_LLVM_FORMAT_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* Calls of the printf and scanf families become calls of functions with a fixed number of arguments, one for each part of the format: the steps of
 * lib/libc/format.h and scan.h, which are only declared here. What stays as it is:
 *   - a call whose format is not a constant string, or has a conversion that is not supported, or one that its argument does not fit;
 *   - calls of printf, puts and putchar whose result no one uses: the front end shows what they print. The strings that they read are read by
 *     a step before them.
 * Before a call that stays, a step does to its stream what the call may do. The same is done for other variadic functions of the library that have
 * a fixed form: open and fcntl. Every new call has the place of the old one in the source. */
void format_expand(LLVMModuleRef module, LLVMTargetDataRef layout);

#endif
