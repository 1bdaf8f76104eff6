#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H

/* From a problem to a validated answer. Engines run as jobs of a supervisor, on variants of the problem, as strategies.def has it. Their answers
 * come as text, are parsed here and validated against the original problem in another process; the first validated answer
 * wins and ends the others. This process never calls a solver, so it can always stop at once. */

#include "base/limits.h"
#include "horn/horn.h"
#include "horn/result.h"
#include "solve/strategy.h"

typedef struct solve_options {
    const char *engine; /* a name, or "auto": what strategies.def has for the task */
    strategy_task task;
    strategy_facts facts;
    limits limits;
    size_t memory; /* bytes for all processes together; 0 = no limit */
    size_t jobs; /* engines at a time; 0 = as many as there are cores */
    size_t max_bound;
    const char *engine_options; /* for the engines; NULL = none */
    bool explains; /* engines that can tell how they get on, do */
    bool no_learn; /* engine_context.no_learn */
    const char *const *skip; /* passes to leave out */
    size_t n_skip;
    const horn *small; /* the same problem in small blocks, for the engines that want those (engine.small_blocks); NULL = none */
    bool takes_outlines; /* an outline of a derivation (result.h) is an answer, too, and is not validated: who asks must do that */
    struct supervisor *supervisor; /* with other jobs; NULL: one of its own, with the limits above */
    const bool *is_superseded; /* raised by one of those: the search ends without an answer. May be NULL */
    /* Called a few times a second. May be NULL. */
    void (*progress)(void *user, const char *engine, const char *what, int64_t bound, double seconds);
    void *user;
} solve_options;

/* Fills an initialised result, validated if it is an answer; *engine becomes the name of the engine that gave it, or NULL. The answer is
 * about options->small if there is one and that engine wants it. */
void solve_run(const horn *h, const solve_options *options, result *out, const char **engine);

#endif
