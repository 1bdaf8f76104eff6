#ifndef SOLVE_STRATEGY_H
#define SOLVE_STRATEGY_H

/* Which engine works on which variant of a problem, and for what part of the time: strategies.def, read for a given problem. */

#include "engine/engine.h"
#include "solve/variant.h"

typedef enum strategy_task { STRATEGY_HORN, STRATEGY_GOALS } strategy_task;

/* Of a problem; conditions of strategies.def are about these. Sizes, and whether clauses are linear, do not tell which engine is best. */
typedef struct strategy_features {
    bool has_arrays;
    bool has_fields; /* of a datatype with several constructors */
    /* What interpolants do not tell and facts do: loops that sum up what grows (recurrence/equations.h), remainders by small numbers. */
    bool needs_facts;
} strategy_features;
void strategy_find_features(const horn *h, strategy_features *out);

/* Who gets the variant with facts of abstract interpretation: those whom strategies.def gives it; each engine that is asked for by name, and those of "auto" whatever
 * the features are; nobody. */
typedef enum strategy_facts { STRATEGY_FACTS_AUTO, STRATEGY_FACTS_ON, STRATEGY_FACTS_OFF } strategy_facts;
bool strategy_facts_find(const char *name, strategy_facts *out); /* "auto", "on", "off"; false: it is none of these */

typedef struct strategy {
    const engine *engine;
    variant_kind variant;
    double slice, share; /* job_spec */
} strategy;
VEC_DECLARE(strategy_vec, strategy);

/* Appends those of a problem. `engine_name`: that of an engine, or "auto". */
void strategy_choose(strategy_task task, const char *engine_name, strategy_facts facts, const strategy_features *about, strategy_vec *out);
bool strategy_is_auto(const char *engine_name);
/* Does `auto` run this engine for some task? Does it run it beside what takes turns? */
bool strategy_has_engine(const engine *e);
bool strategy_runs_beside(strategy_task task, const char *engine_name);

/* The engines that are asked about open goals, in order; NULL: there are no more. */
typedef enum strategy_list { STRATEGY_ALL, STRATEGY_PARTS, STRATEGY_LOCAL, STRATEGY_LISTS } strategy_list;
const char *strategy_question(strategy_list list, size_t i);

#endif
