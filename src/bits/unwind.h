#ifndef BITS_UNWIND_H
#define BITS_UNWIND_H

/* A program as one circuit: procedures are inlined, loops unwound turn by turn. Ways that meet become one, each variable a choice between
 * its values there; a turn of a loop that no run makes (which the solver is asked) is the end of it. */

#include "bits/cnf.h"
#include "bits/components.h"
#include "bits/expression.h"
#include "bits/patterns.h"

/* What no run may do. */
typedef enum duty_kind {
    DUTY_GOAL, /* violate a goal */
    DUTY_TURN, /* make another turn of a loop, or another call of a recursion, than those unwound: the solver says that none does */
    DUTY_CUT, /* the same, but some may: they are left out of the circuit from there on */
    DUTY_DIVISION, /* divide by zero, which no expression has a value for */
    DUTY_RANGE /* give a variable a value that it is promised never to have, and has no bits for */
} duty_kind;
typedef struct duty {
    duty_kind kind;
    lit is_missed;
    goal goal; /* DUTY_GOAL */
    place place;
} duty;
VEC_DECLARE(duty_vec, duty);

/* Where runs ask for inputs: an INPUT or HAVOC, or, at the start, a variable. */
typedef struct request {
    const stmt *asked_by; /* NULL: the start */
    lit is_asked;
} request;
VEC_DECLARE(request_vec, request);

typedef struct ending {
    lit is_taken;
    value status; /* NO_VALUE: it is 0, or not known */
} ending;
VEC_DECLARE(ending_vec, ending);

typedef struct unwound_loop {
    uint32_t key;
    place place; /* of its head */
    uint32_t turns; /* the most in one go */
    bool is_cut, is_havoc;
} unwound_loop;
VEC_DECLARE(unwound_loop_vec, unwound_loop);

typedef struct unwind_options {
    uint32_t max_turns; /* of a loop while it depends on inputs whether there is another; 0: no limit */
    const u32_map *havoc; /* loops that are not unwound (key: see loop_of): whatever they change may be anything at their heads. May be NULL */
    size_t max_size; /* of the circuit */
    limits limits;
} unwind_options;

typedef struct unwound {
    const program *p;
    unwind_options options;
    call_graph *calls;
    liveness *live;
    component_vec *orders; /* by procedure, made when it is entered first */
    memory m;
    expressions e;
    duty_vec duties;
    lit_vec reached; /* by goal: a run gets to a CHECK of it, or, for one that never holds, to the decision that leads to it */
    request_vec requests; /* by origin of inputs */
    ending_vec endings;
    unwound_loop_vec loops;
    u32_map loop_of; /* key, made of procedure and block -> loop */
    u32_vec depth; /* by procedure: activations */
    cnf asked; /* the clauses that the solver has */
    size_t told; /* of them: how many literals it knows */
    sat *solver;
    patterns patterns;
    text failure; /* why it is not complete; empty: it is */
} unwound;

/* Unwinds all of the program, or as far as it goes. */
void unwound_init(unwound *u, const program *p, const unwind_options *options);
void unwound_release(unwound *u);
static inline bool unwound_is_complete(const unwound *u) { return !u->failure.size; }
/* Whether the literal can be true. If so the model is what the solver has. SAT_UNKNOWN after so many conflicts; 0: no limit. */
sat_result unwound_ask(unwound *u, lit a, int conflicts, const limits *limit);

#endif
