#ifndef FRONT_LLVM_ADDRESS_FLOW_H
#define FRONT_LLVM_ADDRESS_FLOW_H

/* Which integers may be addresses, and which pointers are compared: found once, for the whole program.
 *
 * An integer is an *address* if it is a pointer made a number, perhaps with a distance added, bits of its alignment changed, or taken exclusive-or with
 * another one, and stored and passed on. What other operations compute from it is a number like any other: they see the address as the machine
 * has it, not as we do (translate_observed.c). */

#include "base/map.h"
#include "base/vec.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

enum { MODEL_ALIGNMENT = 16 }; /* of what we give addresses to */

struct translator;
typedef struct address_flow address_flow;

address_flow *address_flow_new(struct translator *t);
void address_flow_free(address_flow *f);

bool address_flow_is_address(const address_flow *f, LLVMValueRef v); /* an integer, or some part of a struct */
/* It is one near its object, or a number in which there is nothing of any address. */
bool address_flow_is_near(const address_flow *f, LLVMValueRef v);
bool address_flow_is_held(const address_flow *f, LLVMValueRef pointer); /* there may be pointers, or addresses, in the object */
/* An integer is read where there may be a pointer, but it is none as a whole: taken not to be part of one. */
bool address_flow_reads_part(const address_flow *f, LLVMValueRef load);
/* It is, as far as can be seen: of a local variable in which nothing but pointers are stored. */
bool address_flow_reads_only_part(const address_flow *f, LLVMValueRef load);
/* An address is subtracted, or two are added: the result is a number, computed from the addresses as the machine has them. */
bool address_flow_is_mixture(const address_flow *f, LLVMValueRef v);
bool address_flow_is_freed(const address_flow *f, uint32_t node); /* free or realloc may get a pointer into it */
bool address_flow_is_compared(const address_flow *f, uint32_t node); /* by == or != with another pointer */
bool address_flow_has_freed(const address_flow *f); /* some node is */
/* What a pointer may point to, or MEMORY_NO_NODE. Pointers that are only compared have no node of their own (memory_is_only_compared): they
 * get that of what is stored in the local variable that they come from. */
uint32_t address_flow_node(const struct translator *t, LLVMValueRef v);
uint32_t address_flow_node_stored(const struct translator *t, LLVMValueRef variable); /* of all that is stored in a local variable */
bool address_flow_has_numbers(const address_flow *f); /* numbers become pointers that were none before: a pointer may point anywhere */
/* Pointers to local variables are compared: it matters where those end. */
bool address_flow_compares_locals(const address_flow *f);

#endif
