#ifndef PROGRAM_CONCOLIC_H
#define PROGRAM_CONCOLIC_H

/* A run with symbols for its inputs (DART's directed execution): where could it have gone instead, and on what does that depend?
 *
 * The run happens on given values; beside each value is kept what it is in terms of the inputs. Memory is followed cell by cell: a cell of an
 * array that is an input has a symbol of its own once it is read. What solvers find hard is left as it is in this run (the
 * address of an access, a factor, a divisor, a mask), and that it is so becomes an event. So every input that makes all events hold up to a point leads
 * to that point, and one that makes an alternative hold, in place of its event, goes the other way there. */

#include "base/limits.h"
#include "program/interpret.h"
#include "program/program.h"

typedef struct concolic_symbol {
    term symbol;
    size_t input; /* its number in the run */
    term index; /* of the cell, if that is an array; or TERM_NONE */
    term low, high; /* or TERM_NONE */
} concolic_symbol;
VEC_DECLARE(concolic_symbol_vec, concolic_symbol);

typedef struct concolic_alternative {
    term condition; /* over symbols */
    block target; /* where it leads, in the procedure of the event; of an assumption that fails: where that is */
    bool is_goal; /* it violates `goal` instead */
    goal goal;
} concolic_alternative;
VEC_DECLARE(concolic_alternative_vec, concolic_alternative);

typedef struct concolic_event {
    term condition; /* over symbols: true in this run, a conjunct of its path condition */
    uint32_t activation;
    block b;
    size_t first, count; /* alternatives */
    size_t n_inputs; /* read before */
} concolic_event;
VEC_DECLARE(concolic_event_vec, concolic_event);

typedef struct concolic_activation {
    proc f;
    uint32_t caller; /* an activation before it; UINT32_MAX: there is none */
    block from; /* of the caller */
} concolic_activation;
VEC_DECLARE(concolic_activation_vec, concolic_activation);

typedef struct concolic_pointer {
    term address; /* over symbols: read where nothing has been set, or an input */
    term now; /* in this run */
} concolic_pointer;
VEC_DECLARE(concolic_pointer_vec, concolic_pointer);

typedef struct concolic_visit {
    goal goal;
    size_t n_inputs; /* read before */
} concolic_visit;
VEC_DECLARE(concolic_visit_vec, concolic_visit);

typedef struct concolic_run {
    run_end end; /* RUN_STUCK also for what is not followed (arrays of arrays, say) */
    size_t steps;
    term_vec inputs;
    concolic_symbol_vec symbols;
    concolic_event_vec events;
    concolic_alternative_vec alternatives;
    concolic_activation_vec activations;
    concolic_pointer_vec pointers;
    concolic_visit_vec visits; /* of goals, each once */
} concolic_run;
void concolic_run_init(concolic_run *r);
void concolic_run_release(concolic_run *r);

typedef struct concolic concolic;
concolic *concolic_new(const program *p); /* borrowed; it gets no more terms of its own while this lives */
void concolic_free(concolic *f);

typedef struct concolic_options {
    const term *inputs;
    size_t n_inputs;
    /* When there are no more: a value of this sort and range, of a variable that may be a pointer. */
    term (*choose)(void *user, sort s, term low, term high, bool is_pointer);
    void *user;
    size_t max_steps;
    size_t max_events; /* there are no more of them: what comes later in the run cannot be left */
    limits limits;
} concolic_options;
void concolic_execute(concolic *f, const concolic_options *options, concolic_run *out);

#endif
