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

#define ENGINE(name, function, help) const char ENGINE_NAME_##name[] = #name;
#define ENGINE_OF_PATHS ENGINE
#define ENGINE_OF_C(name, help) ENGINE(name, NULL, help)
#define ENGINE_OF_WHILE ENGINE_OF_C
#include "engine/engines.def"
#undef ENGINE
#undef ENGINE_OF_PATHS
#undef ENGINE_OF_C
#undef ENGINE_OF_WHILE

const engine ENGINES[] = {
#define ENGINE(named, function, text) {.name = ENGINE_NAME_##named, .help = text, .run = function},
#define ENGINE_OF_PATHS(named, function, text) {.name = ENGINE_NAME_##named, .help = text, .run = function, .small_blocks = true, .many_goals = true},
#define ENGINE_OF_C(named, text) {.name = ENGINE_NAME_##named, .help = text, .of_programs = true},
#define ENGINE_OF_WHILE(named, text) {.name = ENGINE_NAME_##named, .help = text, .of_programs = true, .of_while = true},
#include "engine/engines.def"
#undef ENGINE
#undef ENGINE_OF_PATHS
#undef ENGINE_OF_C
#undef ENGINE_OF_WHILE
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
