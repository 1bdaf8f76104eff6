#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

/* An engine takes a Horn problem and looks for a model or a derivation. It works on the problem it is given (the passes have
 * run before), never prints, and stops soon after its limits are over. Its answer is not trusted: whoever runs it validates
 * it against the original problem. Engines are declared once, in engines.def. */

#include "base/limits.h"
#include "base/stats.h"
#include "horn/horn.h"
#include "horn/result.h"

typedef struct engine_context {
    limits limits;
    size_t max_bound; /* how deep to search; 0 = no limit */
    const char *engine_options; /* switches of the engine, comma-separated; its page in docs/engines lists them. May be NULL */
    /* Called now and then from the engine's own loop with what is worth showing (`bound` -1 = unknown). May be NULL. */
    void (*progress)(void *user, const char *what, int64_t bound);
    void *user;
} engine_context;

typedef struct engine {
    const char *name;
    const char *help; /* one line */
    bool in_auto; /* runs in the portfolio */
    /* Fills *out, an initialised result: answer, or unknown with the reason, the bound reached and statistics. */
    void (*run)(const horn *h, const engine_context *context, result *out);
} engine;

extern const engine ENGINES[];
extern const size_t ENGINE_COUNT;
const engine *engine_find(const char *name);

#endif
