#ifndef ENCODE_INLINE_CALLS_H
#define ENCODE_INLINE_CALLS_H

/* Calls replaced by copies of the callee.
 *
 * A procedure is inlined everywhere or nowhere, and recursive ones nowhere. Those with the smallest bodies, or with one call
 * only, come first, as long as the whole program stays under the limit of statements. A copy has its own variables; its
 * parameters are assigned before, its results copied after. A block with a call is split: the part after the call is a new block.
 *
 * The new program runs through the same statements in the same order as the old one (and some that assign parameters
 * and results), so it asks for the same inputs. Procedures and goals keep their ids; a procedure that is no longer reached is
 * left with one empty block. */

#include "base/map.h"
#include "encode/call_graph.h"

typedef struct block_origin {
    proc proc;
    uint32_t block;
    bool is_start; /* false: the rest of that block after a call */
} block_origin;
VEC_DECLARE(block_origin_vec, block_origin);

typedef struct inlined {
    const program *original;
    program *copy; /* NULL if nothing was inlined: then the program is the original */
    u32_map original_var; /* variable of the copy -> the variable it is a copy of */
    block_origin_vec *origins; /* by procedure and block of the copy; NULL without a copy */
    u32_vec is_inlined; /* by procedure */
    u64_map silent; /* addresses of HAVOC statements that are no inputs */
} inlined;

void inlined_init(inlined *in, const program *p, size_t limit);
void inlined_release(inlined *in);
static inline const program *inlined_program(const inlined *in) { return in->copy ? in->copy : in->original; }
block_origin inlined_origin(const inlined *in, proc f, uint32_t b);
term inlined_original_var(const inlined *in, term symbol);
/* False for a HAVOC that makes a variable of a copy undefined again: where the original has a new activation of the procedure, nobody
 * is asked. */
bool inlined_is_input(const inlined *in, const stmt *s);

#endif
