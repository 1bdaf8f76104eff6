#ifndef FRONT_LLVM_STARTUP_H
#define FRONT_LLVM_STARTUP_H

/* What runs before and after main: constructors by priority, main, the handlers of atexit in reverse, destructors. A program without any of these
 * begins and ends with main. */

#include "front/llvm/module/module.h"

/* Returns where runs begin: the entry itself, or a new function with its parameters that does all of this. Call it before the library is linked. */
LLVMValueRef startup_add(c_module *m, LLVMValueRef entry);

#endif
