#ifndef FRONT_LLVM_ATOMIC_LOWER_H
#define FRONT_LLVM_ATOMIC_LOWER_H

/* Without threads an atomic operation is what it does to memory: a load, an operation, a store. A weak exchange never fails for no reason, as
 * on the processors that programs are replayed on. */

#include <llvm-c/Core.h>

void atomic_lower(LLVMModuleRef module);

#endif
