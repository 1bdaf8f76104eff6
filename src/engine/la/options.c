#include "engine/la/la.h"
#include "engine/switches.h"

#include <stddef.h>

#define LENGTH(table) (sizeof(table) / sizeof *(table))

static const engine_switch SWITCHES[] = {
    {"search-paths", offsetof(la_options, paper), false},
    {"cover", offsetof(la_options, cover), true},
    {"predicates", offsetof(la_options, predicates), false},
    {"coarse", offsetof(la_options, coarse), false},
    {"backjump", offsetof(la_options, backjump), true},
    {"relevance", offsetof(la_options, relevance), true},
    {"generalise", offsetof(la_options, generalise), true},
    {"eager", offsetof(la_options, eager), true},
    {"preserve", offsetof(la_options, preserve), true},
    {"values", offsetof(la_options, values), true},
    {"inductive", offsetof(la_options, inductive), true},
    {"combine", offsetof(la_options, combine), true},
    {"interpolate", offsetof(la_options, interpolate), false},
    {"houdini", offsetof(la_options, houdini), true},
    {"doubling", offsetof(la_options, doubling), false},
    {"execute", offsetof(la_options, execute), true},
    {"objections", offsetof(la_options, objections), true},
    {"early-objections", offsetof(la_options, early_objections), false},
};

/* The paper's search, with all of its improvements (section 4), and all ways to converge that it names. */
static const engine_switch SWITCHES_OF_PAPER[] = {
    {"search-paths", offsetof(la_options, paper), true},
    {"cover", offsetof(la_options, cover), true},
    {"predicates", offsetof(la_options, predicates), true},
    {"coarse", offsetof(la_options, coarse), false},
    {"backjump", offsetof(la_options, backjump), true},
    {"relevance", offsetof(la_options, relevance), true},
    {"generalise", offsetof(la_options, generalise), true},
    {"eager", offsetof(la_options, eager), true},
    {"houdini", offsetof(la_options, houdini), true},
};

const char *la_options_read(la_options *o, const char *list)
{
    return switches_read_with(o, SWITCHES, LENGTH(SWITCHES), &(engine_preset){"paper", SWITCHES_OF_PAPER, LENGTH(SWITCHES_OF_PAPER)}, list);
}
