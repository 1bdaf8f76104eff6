#ifndef FRONT_LLVM_VARIADIC_H
#define FRONT_LLVM_VARIADIC_H

/* Variable arguments as ordinary memory. Every call of a variadic function that may have a body puts them into an object of the caller's, laid
 * out like the part of the stack where the machine's calling convention has them once its registers are used up, and the object's address
 * into a global variable, which the callee reads first. va_start makes a list that has no registers left. What clang makes of va_arg then
 * finds everything; the module stays one that can be compiled and run. */

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

void variadic_lower(LLVMModuleRef module, LLVMTargetDataRef layout);

#endif
