#include "engine/la/la.h"

#include <stddef.h>

static const struct {
    const char *name;
    size_t offset;
    bool initial;
} SWITCHES[] = {
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
enum { SWITCH_COUNT = sizeof SWITCHES / sizeof *SWITCHES };

static bool *switch_of(la_options *o, size_t i) { return (bool *)((char *)o + SWITCHES[i].offset); }

static bool set_switch(la_options *o, const char *name, size_t length)
{
    bool value = length < 3 || strncmp(name, "no-", 3) != 0;
    if (!value) {
        name += 3;
        length -= 3;
    }
    for (size_t i = 0; i < SWITCH_COUNT; i++)
        if (strlen(SWITCHES[i].name) == length && !strncmp(SWITCHES[i].name, name, length)) {
            *switch_of(o, i) = value;
            return true;
        }
    return false;
}

const char *la_options_read(la_options *o, const char *list)
{
    for (size_t i = 0; i < SWITCH_COUNT; i++) *switch_of(o, i) = SWITCHES[i].initial;
    while (list && *list) {
        size_t length = strcspn(list, ",");
        if (!set_switch(o, list, length)) return list;
        list += length + (list[length] == ',');
    }
    return NULL;
}
