#include "engine/la/la.h"
#include "engine/switches.h"

#include <stddef.h>

static const engine_switch SWITCHES[] = {
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

const char *la_options_read(la_options *o, const char *list)
{
    return switches_read(o, SWITCHES, sizeof SWITCHES / sizeof *SWITCHES, list);
}
