#ifndef PROGRAM_FOLLOW_H
#define PROGRAM_FOLLOW_H

/* A run with symbols for its inputs (DART's directed execution): where could it have gone instead, and on what does that depend?
 *
 * The run happens on given values; beside each value is kept what it is in terms of the inputs. Memory is followed cell by cell: a cell of an
 * array that is an input has a symbol of its own once it is read. What solvers find hard is left as it is in this run (the
 * address of an access, a factor, a divisor, a mask), and that it is so becomes an event. So every input that makes all events hold up to a point leads
 * to that point, and one that makes an alternative hold, in place of its event, goes the other way there. */

#include "base/limits.h"
#include "program/interpret.h"
#include "program/program.h"

typedef struct follow_symbol {
    term symbol;
    size_t input; /* its number in the run */
    term index; /* of the cell, if that is an array; or TERM_NONE */
    term low, high; /* or TERM_NONE */
} follow_symbol;
VEC_DECLARE(follow_symbol_vec, follow_symbol);

typedef struct follow_alternative {
    term condition; /* over symbols */
    block target; /* where it leads, in the procedure of the event; of an assumption that fails: where that is */
    bool is_goal; /* it violates `goal` instead */
    goal goal;
} follow_alternative;
VEC_DECLARE(follow_alternative_vec, follow_alternative);

typedef struct follow_event {
    term held; /* over symbols: true in this run */
    uint32_t activation;
    block b;
    size_t first, count; /* alternatives */
    size_t n_inputs; /* read before */
} follow_event;
VEC_DECLARE(follow_event_vec, follow_event);

typedef struct follow_activation {
    proc f;
    uint32_t caller; /* an activation before it; UINT32_MAX: there is none */
    block from; /* of the caller */
} follow_activation;
VEC_DECLARE(follow_activation_vec, follow_activation);

typedef struct follow_pointer {
    term address; /* over symbols: read where nothing has been set, or an input */
    term now; /* in this run */
} follow_pointer;
VEC_DECLARE(follow_pointer_vec, follow_pointer);

typedef struct follow_visit {
    goal goal;
    size_t n_inputs; /* read before */
} follow_visit;
VEC_DECLARE(follow_visit_vec, follow_visit);

typedef struct followed {
    run_end end; /* RUN_STUCK also for what is not followed (arrays of arrays, say) */
    size_t steps;
    term_vec inputs;
    follow_symbol_vec symbols;
    follow_event_vec events;
    follow_alternative_vec alternatives;
    follow_activation_vec activations;
    follow_pointer_vec pointers;
    follow_visit_vec visits; /* of goals, each once */
} followed;
void followed_init(followed *r);
void followed_release(followed *r);

typedef struct follower follower;
follower *follower_new(const program *p); /* borrowed; it gets no more terms of its own while this lives */
void follower_free(follower *f);

typedef struct follow_options {
    const term *inputs;
    size_t n_inputs;
    /* When there are no more: a value of this sort and range, of a variable that may be a pointer. */
    term (*choose)(void *user, sort s, term low, term high, bool is_pointer);
    void *user;
    size_t max_steps;
    size_t max_events; /* there are no more of them: what comes later in the run cannot be left */
    limits limits;
} follow_options;
void follow(follower *f, const follow_options *options, followed *out);

#endif
