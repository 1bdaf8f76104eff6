#ifndef FRONT_LLVM_COMPARATOR_H
#define FRONT_LLVM_COMPARATOR_H

/* How often, and for which elements, qsort calls its comparator is not said by C. That does not matter if the comparator changes nothing; calls
 * with any other one get the library's form that leaves it open (lib/libc/sort.c). Call it before the library is linked. */

#include <llvm-c/Core.h>

void comparator_choose_forms(LLVMModuleRef module);

#endif
