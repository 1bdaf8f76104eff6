#ifndef PASS_ACCELERATE_ACCELERATE_H
#define PASS_ACCELERATE_ACCELERATE_H

/* What acceleration remembers, for its own files only. Predicates keep their ids, and each that is accelerated has an `entry`, a new one:
 * clauses that concluded P conclude entry(P), and one clause takes entry(P) to P by any numbers of turns of the loop. */

#include "recurrence/loop.h"
#include "pass/pass.h"

/* Some turns of a self-loop, of the old problem's clause `origin`, as they are in the new clause. */
typedef struct loop_stage {
    uint32_t origin;
    term turns; /* a variable of the new clause */
    const term *inputs; /* of the case: variables of the old clause */
    const term *values; /* what they are in a turn, over the old clause's variables */
    const term *chosen; /* variables of the new clause for those that are the same in all turns */
    size_t n_inputs;
} loop_stage;

typedef struct accelerated_loop {
    pred pred, entry;
    uint32_t clause; /* of the new problem */
    const loop_stage *stages; /* one after the other */
    size_t n_stages;
} accelerated_loop;
VEC_DECLARE(accelerated_loop_vec, accelerated_loop);

enum { CLAUSE_OF_LOOP = UINT32_MAX };

typedef struct accelerate_back {
    back base;
    arena mem;
    accelerated_loop_vec loops;
    u32_vec origins; /* by clause of the new problem: of the old one, or CLAUSE_OF_LOOP */
} accelerate_back;

bool accelerate_model_back(const back *base, const model *in, model *out, const limits *limit);
bool accelerate_derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit);

#endif
