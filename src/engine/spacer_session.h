#ifndef ENGINE_SPACER_SESSION_H
#define ENGINE_SPACER_SESSION_H

/* A Horn problem in a Z3 context: predicate number i is called `p<i>` and clause number i is the rule `c<i>`. All queries derive
 * the nullary predicate `goal`. Only the spacer*.c files include this. */

#include "base/limits.h"
#include "horn/horn.h"
#include "horn/result.h"
#include "smt/z3_terms.h"
#include "smt/z3_watch.h"

/* What a Z3 predicate stands for: a predicate of the problem (its id), the goal, what Spacer asks for (it makes a predicate of
 * its own from which it derives the goal), or nothing. */
typedef uint32_t spacer_tag;
#define SPACER_GOAL UINT32_MAX
#define SPACER_TOP (UINT32_MAX - 1)
#define SPACER_OTHER (UINT32_MAX - 2)
#define SPACER_NO_CLAUSE UINT32_MAX

VEC_DECLARE(z3_ast_vec, Z3_ast);

typedef struct spacer_session {
    const horn *h;
    term_store *ts;
    const limits *limit;
    stats *stats;
    Z3_context z3;
    z3_terms *bridge;
    z3_watch *watch;
    z3_ast_vec kept; /* references that end with the session */
    z3_ast_vec preds; /* declarations, by predicate id */
    Z3_func_decl goal;
    z3_ast_vec rules; /* by clause number */
} spacer_session;

/* False if Z3 refused something; spacer_session_error says what. The session is to be released in any case. */
bool spacer_session_init(spacer_session *s, const horn *h, const limits *limit, stats *counters);
void spacer_session_release(spacer_session *s);
const char *spacer_session_error(const spacer_session *s);

typedef struct spacer_options {
    bool transform; /* may Spacer transform the clauses? */
    unsigned seed;
    size_t max_level; /* 0: no limit */
} spacer_options;
/* A fixedpoint with the clauses used[i] != 0 (NULL: all). The caller drops the reference. NULL if Z3 refused something. */
Z3_fixedpoint spacer_session_fixedpoint(spacer_session *s, const uint8_t *used, const spacer_options *options);
/* Is the goal derivable? Respects the limits and takes at most `seconds` (0: no such limit); `spacer_seconds` counts the time. */
Z3_lbool spacer_session_query(spacer_session *s, Z3_fixedpoint fp, double seconds);

/* Slicing changes a predicate's arguments: `*sliced` (may be NULL) tells. */
spacer_tag spacer_session_tag(const spacer_session *s, Z3_func_decl f, bool *sliced);
/* The clause that a rule's name at `name` (up to ';' or NUL) belongs to. */
uint32_t spacer_session_clause(const spacer_session *s, const char *name);

#endif
