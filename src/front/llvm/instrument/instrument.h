#ifndef FRONT_LLVM_INSTRUMENT_H
#define FRONT_LLVM_INSTRUMENT_H

/* The module as a replay compiles it when the plain program does not do: with calls of functions that the replay's harness defines.
 *   void latch_unset(unsigned site, void *object, unsigned long long size)
 *       wherever memory that nothing has set appears, and for variables that are only declared
 *   void latch_supply(unsigned site, void *home, unsigned long long size)
 *       for every value from outside: results of functions without a body, parameters of the entry
 *   void *latch_allocated(unsigned site, void *object, unsigned long long size)
 *       after malloc and calloc; its result is what the program gets
 *   void *latch_reallocate(unsigned site, void *old, unsigned long long size)
 *       instead of realloc
 *   void latch_placed(unsigned site, void *object, unsigned long long size)
 *       for an object that is set, or not yet there: where it is
 *   void latch_gone(void *object), latch_free
 *       where a local variable ends; instead of free
 *   latch_given, latch_change, ...
 *       what unseen functions do (instrument_unseen.h)
 *   latch_scope_begin, latch_scope_end
 *       where the scopes of local variables begin and end (instrument_scope.h)
 *   void latch_undefined(unsigned long long is_undefined, const char *kind, const char *file, unsigned line, unsigned column)
 *       before every operation that is checked for; before all, if goals are covered: a test ends there
 *   void latch_cover(unsigned goal, unsigned long long condition)
 *       where a goal for tests is covered, if the condition holds
 * The module is changed. */

#include "front/llvm/translate/translate.h"

/* Appends the bitcode to *out; nothing if it could not be made. */
void instrument_module(const translator *t, text *out);

#endif
