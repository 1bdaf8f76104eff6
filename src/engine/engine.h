#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

/* An engine takes a Horn problem and looks for a model or a derivation. It works on the problem it is given (the passes have
 * run before), never prints, and stops soon after its limits are over. Its answer is not trusted: whoever runs it validates
 * it against the original problem. Engines are declared once, in engines.def. */

#include "base/limits.h"
#include "base/stats.h"
#include "horn/horn.h"
#include "horn/result.h"

/* Every query is a goal of its own, for engines that can do that (engine.many_goals): what is found out about one is said at once, and
 * the engine goes on with the others. At the end it answers SAFE, with a model in which all the queries hold that were
 * neither reached, settled nor proved before, or unknown. It answers SAFE also if there are no such queries left. */
typedef struct engine_goals {
    /* The last step of the derivation is an instance of the query, a clause number. */
    void (*reached)(void *user, size_t query, const derivation *d);
    /* Asked after each of these: has enough become known about this query otherwise? It is then no goal any more. May be NULL. */
    bool (*is_settled)(void *user, size_t query);
    /* These queries, and every clause that is no query, hold in the model. */
    void (*proved)(void *user, const uint32_t *queries, size_t n, const model *m);
    void *user;
} engine_goals;

typedef struct engine_context {
    limits limits;
    size_t max_bound; /* how deep to search; 0 = no limit */
    const char *engine_options; /* switches of the engine, comma-separated; its page in docs/engines lists them. May be NULL */
    const engine_goals *goals; /* NULL: the first query that is reached ends the run */
    bool no_learn; /* engines that learn from failures do without: for comparison */
    /* Called now and then from the engine's own loop with what is worth showing (`bound` -1 = unknown). May be NULL. */
    void (*progress)(void *user, const char *what, int64_t bound);
    void *user;
} engine_context;

typedef struct engine {
    const char *name;
    const char *help; /* one line */
    bool small_blocks; /* wants programs encoded with a clause for each basic block, and clauses not inlined */
    bool many_goals; /* knows engine_context.goals */
    bool of_programs; /* works on programs before they are clauses (program_check.h runs it); it has no `run` */
    bool of_while; /* and these are `while` programs */
    /* Fills *out, an initialised result: answer, or unknown with the reason, the bound reached and statistics. */
    void (*run)(const horn *h, const engine_context *context, result *out);
} engine;

extern const engine ENGINES[];
extern const size_t ENGINE_COUNT;

/* ENGINE_NAME_x is the name of engine x, for those few who mean one engine: who writes it wrong cannot compile it. */
#define ENGINE(name, function, help) extern const char ENGINE_NAME_##name[];
#define ENGINE_OF_PATHS ENGINE
#define ENGINE_OF_C(name, help) ENGINE(name, NULL, help)
#define ENGINE_OF_WHILE ENGINE_OF_C
#include "engine/engines.def"
#undef ENGINE
#undef ENGINE_OF_PATHS
#undef ENGINE_OF_C
#undef ENGINE_OF_WHILE

const engine *engine_find(const char *name);
/* NULL, or the first name of a list for engine_context.engine_options that is no switch of the engine. */
const char *engine_find_wrong_option(const engine *e, const char *list);

#endif
