#ifndef FRONT_LLVM_UNSEEN_H
#define FRONT_LLVM_UNSEEN_H

/* Functions that are called and that nobody has seen: no body, and not known by name.
 *
 * Such a function may change whatever it can reach: through the arguments of this call and of earlier ones, to any depth, but not through what
 * its parameters declare const (prototypes.h). What it can reach is one set for the whole program (memory.h, "the outside"), not followed from
 * call to call, but for local variables whose address has not gone anywhere yet (translate_outside.c). It may call any function whose address is
 * in that set, any number of times; and it returns any value. That much of it becomes a call of `latch.effects` before each call of the function:
 *   without callbacks   a primitive: the translation gives all regions of the outside any values
 *   with callbacks      a function: any number of times, memory changes and a callback is called with any arguments
 * Variables that the program only declares, and those of the C library (errno, optarg, the state of stdin), are always within its reach.
 * What is left to believe is that it changes nothing else, and frees nothing. */

#include "front/llvm/memory/memory.h"
#include "front/llvm/module/module.h"

#define UNSEEN_EFFECTS "latch.effects" /* no C program can have such names */
#define UNSEEN_SHARED "latch.shared" /* the addresses of variables that are not the program's own: those that it only declares, and the library's */
#define UNSEEN_CHANGE "latch.change" /* memory of the outside gets any values */
#define UNSEEN_ANY "latch.any." /* any value of a type */
#define UNSEEN_GIVEN "latch.given" /* its argument becomes known outside */

/* May a call of it change memory or call functions? */
bool unseen_has_effects(LLVMValueRef function);
bool unseen_writes_nothing(LLVMValueRef function); /* as its attributes say */
struct llvm_value_vec; /* translate.h */
void unseen_list_calls(LLVMValueRef function, struct llvm_value_vec *out); /* the direct ones */
/* Marks the calls. Nothing happens if all functions are known. */
void unseen_mark_calls(c_module *m);
/* Gives `latch.effects` a body for the functions that may be called back. True if there are new ones: the analysis of memory must be made again. */
bool unseen_add_callbacks(c_module *m, const memory *mem);

#endif
