#include "engine/switches.h"

#include <string.h>

static bool *switch_of(void *options, const engine_switch *s) { return (bool *)((char *)options + s->offset); }

static bool set_switch(void *options, const engine_switch *table, size_t n, const char *name, size_t length)
{
    bool value = length < 3 || strncmp(name, "no-", 3) != 0;
    if (!value) {
        name += 3;
        length -= 3;
    }
    for (size_t i = 0; i < n; i++)
        if (strlen(table[i].name) == length && !strncmp(table[i].name, name, length)) {
            *switch_of(options, &table[i]) = value;
            return true;
        }
    return false;
}

static void set_all(void *options, const engine_switch *table, size_t n)
{
    for (size_t i = 0; i < n; i++) *switch_of(options, &table[i]) = table[i].initial;
}

const char *switches_read_with(void *options, const engine_switch *table, size_t n, const engine_preset *preset, const char *list)
{
    set_all(options, table, n);
    while (list && *list) {
        size_t length = strcspn(list, ",");
        if (preset && strlen(preset->name) == length && !strncmp(preset->name, list, length)) set_all(options, preset->table, preset->n);
        else if (!set_switch(options, table, n, list, length)) return list;
        list += length + (list[length] == ',');
    }
    return NULL;
}

const char *switches_read(void *options, const engine_switch *table, size_t n, const char *list)
{
    return switches_read_with(options, table, n, NULL, list);
}
