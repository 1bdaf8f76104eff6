#ifndef ENGINE_SWITCHES_H
#define ENGINE_SWITCHES_H

/* Switches of an engine (engine_context.engine_options): a table of names, and the Booleans of an options struct that they stand for. */

#include <stdbool.h>
#include <stddef.h>

typedef struct engine_switch {
    const char *name;
    size_t offset; /* of a bool in the options struct */
    bool initial;
} engine_switch;

/* Sets all switches of the table in *options: as they are initially, then as the list says, which may be NULL: names with commas between them,
 * each with `no-` in front to switch it off. NULL, or the first name that is none. */
const char *switches_read(void *options, const engine_switch *table, size_t n, const char *list);

/* A name that sets several switches, such as `paper`, to what its own table has as `initial`; those after it in a list change single ones. */
typedef struct engine_preset {
    const char *name;
    const engine_switch *table;
    size_t n;
} engine_preset;
const char *switches_read_with(void *options, const engine_switch *table, size_t n, const engine_preset *preset, const char *list);

#endif
