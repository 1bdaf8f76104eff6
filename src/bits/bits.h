#ifndef BITS_BITS_H
#define BITS_BITS_H

/* Bounded model checking, bit by bit, that is complete where all loops and recursions of the program end: it is unwound into one circuit
 * (unwind.h), and a SAT solver looks for a run that violates a goal.
 *
 * A proof is checked: the solver's refutation by drat.h, and the circuit against some hundred runs of the interpreter. */

#include "bits/unwind.h"

typedef enum bits_answer { BITS_UNKNOWN, BITS_PROVED, BITS_VIOLATED } bits_answer;
typedef struct bits_result {
    bits_answer answer;
    goal violated;
    term_vec inputs; /* of the run that violates it, as `interpret` takes them */
    u32_vec unreachable; /* of the goals that are proved: those that no run gets to */
    text about; /* why it is unknown, or what was unwound */
} bits_result;
void bits_result_init(bits_result *r);
void bits_result_release(bits_result *r);

typedef struct bits_options {
    uint32_t max_turns; /* of a loop while it depends on the inputs whether there is another; 0: no limit */
    limits limits;
} bits_options;

void bits_run(const program *p, const bits_options *options, bits_result *out);

#endif
