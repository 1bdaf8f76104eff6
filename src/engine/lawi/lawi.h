#ifndef ENGINE_LAWI_LAWI_H
#define ENGINE_LAWI_LAWI_H

/* Lazy abstraction with interpolants (IMPACT), on Horn clauses. See docs/engines/lawi.md; unwinding.h has the invariants. */

#include "engine/engine.h"
#include "term/term.h"

/* What the search does, for those who watch it (a test, a trace). Vertices are numbered in the order in which they are made. */
typedef enum lawi_event {
    LAWI_VISITED, /* DFS has come to an open vertex */
    LAWI_REFINED, /* an error vertex, by labels along its path */
    LAWI_STRENGTHENED, /* a vertex has a new label */
    LAWI_COVERED,
    LAWI_UNCOVERED,
    LAWI_RAISED, /* the language of interpolants; everything starts again */
} lawi_event;
typedef struct lawi_observer {
    /* `other`: what covers the vertex, if it does; otherwise its first parent; UINT32_MAX if there is none. `label`: over its predicate's parameters. */
    void (*see)(void *user, lawi_event event, uint32_t vertex, uint32_t other, term label);
    void *user;
} lawi_observer;

/* Each a switch of engine_context.engine_options; see switches.def. */
typedef struct lawi_options {
#define LAWI_SWITCH(field, name, initial, paper) bool field;
#include "engine/lawi/switches.def"
#undef LAWI_SWITCH
} lawi_options;

/* NULL, or the first name of the list (which may be NULL) that is no switch. */
const char *lawi_options_read(lawi_options *o, const char *list);
/* `observer` may be NULL. */
void lawi_run_with(const horn *h, const engine_context *context, const lawi_options *options, const lawi_observer *observer, result *out);
void lawi_run(const horn *h, const engine_context *context, result *out);

#endif
