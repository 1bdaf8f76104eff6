#ifndef FRONT_LLVM_ASSEMBLY_H
#define FRONT_LLVM_ASSEMBLY_H

/* Inline assembly: what its constraints say about its operands. The instructions themselves are not read.
 *
 * An assembly hands over values: *register* operands (which may be addresses), and *memory* operands, of which the call has the address.
 * With a memory clobber it may also change whatever the addresses in its operands lead to. */

#include "base/vec.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct assembly_operand {
    bool is_output, is_memory; /* is_memory: the argument is its address */
    LLVMValueRef argument; /* NULL: a register that is only written */
    uint32_t result; /* of a register output: which of the call's results */
    bool is_tied; /* an input in the register of the output with this number */
    uint32_t tied_to;
    LLVMTypeRef type; /* is_memory: of what is there */
} assembly_operand;
VEC_DECLARE(assembly_operand_vec, assembly_operand);

typedef struct assembly {
    assembly_operand_vec operands; /* outputs first, as they are numbered in the text */
    bool is_empty; /* there are no instructions: a barrier for the compiler */
    bool clobbers_memory;
} assembly;

bool assembly_is_call(LLVMValueRef inst); /* also asm goto */
void assembly_read(assembly *out, LLVMValueRef call);
void assembly_release(assembly *a);

/* The memory operand is left as it is: it is only read, or nothing is executed and what was there goes in. */
bool assembly_keeps(const assembly *a, const assembly_operand *memory);
/* The input that a register output holds if nothing is executed; NULL if there is none. */
LLVMValueRef assembly_kept_value(const assembly *a, const assembly_operand *output);
/* Addresses in this operand lead the assembly to memory beyond its operands, which it may change. */
bool assembly_is_way_out(const assembly *a, const assembly_operand *o);

#endif
