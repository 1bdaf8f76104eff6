#include "engine/engine.h"

#include "engine/absint.h"
#include "engine/backward.h"
#include "engine/bmc.h"
#include "engine/cegar/cegar.h"
#include "engine/interla/interla.h"
#include "engine/invgen/invgen.h"
#include "engine/la.h"
#include "engine/la/la.h"
#include "engine/lawi/lawi.h"
#include "engine/spacer.h"

#include <string.h>

const engine ENGINES[] = {
#define ENGINE(name, function, help) {#name, help, false, false, false, function},
#define ENGINE_OF_PATHS(name, function, help) {#name, help, true, true, false, function},
#define ENGINE_OF_PROGRAMS(name, help) {#name, help, false, false, true, NULL},
#include "engine/engines.def"
#undef ENGINE
#undef ENGINE_OF_PATHS
#undef ENGINE_OF_PROGRAMS
};
const size_t ENGINE_COUNT = sizeof ENGINES / sizeof *ENGINES;

const engine *engine_find(const char *name)
{
    for (size_t i = 0; i < ENGINE_COUNT; i++)
        if (!strcmp(ENGINES[i].name, name)) return &ENGINES[i];
    return NULL;
}

const char *engine_find_wrong_option(const engine *e, const char *list)
{
    la_options of_la;
    lawi_options of_lawi;
    cegar_options of_cegar;
    invgen_options of_invgen;
    if (e->run == la_run) return la_options_read(&of_la, list);
    if (e->run == lawi_run) return lawi_options_read(&of_lawi, list);
    if (e->run == cegar_run) return cegar_options_read(&of_cegar, list);
    if (e->run == invgen_run) return invgen_options_read(&of_invgen, list);
    return list && *list ? list : NULL;
}
