#ifndef FRONT_LLVM_ALLOCATION_SIZES_H
#define FRONT_LLVM_ALLOCATION_SIZES_H

/* Allocations of more than a process can have (MOST_BYTES) fail in every run. A result that may be null where it never is makes proofs about what is
 * allocated much harder; so LLVM's own analysis of ranges looks, on a copy of the module, which allocations are smaller in every run. It
 * knows the conditions that lead to a call, within one function. */

#include <llvm-c/Core.h>
#include <stdbool.h>

/* starts_at_main: and so argc >= 1. */
void allocation_sizes_mark(LLVMModuleRef module, bool starts_at_main);
/* After that: whether this call of malloc or its kin never asks for more. False: it may. */
bool allocation_size_is_bounded(LLVMValueRef call);
/* An allocation that fails sets errno, if the program looks at that. may_fail: every one may; otherwise only those that are not bounded. */
void allocation_failures_set_errno(LLVMModuleRef module, bool may_fail);

#endif
