#ifndef FRONT_LLVM_ORIGINAL_H
#define FRONT_LLVM_ORIGINAL_H

/* What is analysed is the program and more: code of the C library in place of calls (libc_link.h), what functions without a body may do
 * (unseen.h), the start and the end of a run (startup.h). What a replay compiles, and what tests cover, is the program alone: a copy of
 * the module from before. Its instructions are numbered, so that each one that is the program's own is found again in the
 * copy; all others have none there. */

#include <llvm-c/Core.h>

typedef struct originals originals;

/* Numbers the instructions of the module and makes *copy of it. */
originals *originals_new(LLVMModuleRef module, LLVMModuleRef *copy);
void originals_free(originals *o);
/* The same in the copy; NULL if it is not the program's own. With o == NULL, where nothing was added, everything is itself. */
LLVMValueRef original_instruction(const originals *o, LLVMValueRef instruction);
LLVMBasicBlockRef original_block(const originals *o, LLVMBasicBlockRef b); /* that begins where b begins */

#endif
