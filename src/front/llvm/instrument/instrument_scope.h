#ifndef FRONT_LLVM_INSTRUMENT_SCOPE_H
#define FRONT_LLVM_INSTRUMENT_SCOPE_H

/* Local variables that may be gone while there are pointers to them, in the module that a replay compiles. AddressSanitizer does not see every use of
 * such a pointer: the variable of a loop's next turn, or the next array of variable size, may be where the last one was. C does not say where they
 * are. So they become blocks of the heap, which end where the variable's scope does, and whose places AddressSanitizer does not give to
 * others soon.
 *   void *latch_scope_begin(void *now, unsigned long long size)
 *       where the scope begins: the block, or the one that is there already
 *   void *latch_scope_end(void *now)
 *       where it ends, if it has begun; null */

#include "front/llvm/instrument/instrument_unseen.h"

void instrument_scopes(instrumenter *n);

#endif
