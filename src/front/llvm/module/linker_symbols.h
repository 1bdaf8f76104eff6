#ifndef FRONT_LLVM_MODULE_LINKER_SYMBOLS_H
#define FRONT_LLVM_MODULE_LINKER_SYMBOLS_H

/* Symbols that no file defines: the linker gives them an address, which lies in or between the objects of the program (`__start_X` and `__stop_X` around
 * the variables of a section X, `edata`, `end`). Such a symbol is no object of its own, and a replay must neither define nor fill it. */

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Declared only, and by a name that the linker knows. */
bool linker_symbol_is(LLVMValueRef global);
/* One that is used, or NULL. */
LLVMValueRef linker_symbol_used(LLVMModuleRef module);

#endif
