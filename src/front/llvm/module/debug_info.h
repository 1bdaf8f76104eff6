#ifndef FRONT_LLVM_DEBUG_INFO_H
#define FRONT_LLVM_DEBUG_INFO_H

/* The tables behind the debug information of module.h: which variable of the source an alloca, argument or global is, and the
 * files' names. Everything else is read from the metadata when it is asked for. */

#include "front/llvm/module/module.h"

typedef struct debug_info debug_info;

/* Leaves no calls of llvm.dbg functions in the module. Linear in its size. */
debug_info *debug_info_new(LLVMContextRef context, LLVMModuleRef module);
void debug_info_free(debug_info *d);
/* Where a function or global is defined, without tables: the file's name as the compiler was given it. */
place debug_info_definition_place(LLVMValueRef global);

#endif
