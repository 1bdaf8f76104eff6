#include "base/stats.h"

#include <string.h>

static const struct {
    const char *name, *help;
    stat_kind kind;
} TABLE[STAT_IDS] = {
#define STAT(name, kind, help) {#name, help, STAT_##kind},
#include "base/stats.def"
#undef STAT
};

void stats_init(stats *s) { memset(s, 0, sizeof *s); }

void stats_merge(stats *into, const stats *from)
{
    for (int i = 0; i < STAT_IDS; i++) into->value[i] += from->value[i];
}

double *stats_find(stats *s, const char *name)
{
    for (int i = 0; i < STAT_IDS; i++)
        if (!strcmp(TABLE[i].name, name)) return &s->value[i];
    return NULL;
}

const char *stats_name(stat_id id) { return TABLE[id].name; }
const char *stats_help(stat_id id) { return TABLE[id].help; }
stat_kind stats_kind(stat_id id) { return TABLE[id].kind; }

void stats_print(text *out, const stats *s)
{
    for (int i = 0; i < STAT_IDS; i++) {
        if (s->value[i] == 0) continue;
        if (TABLE[i].kind == STAT_SECONDS)
            text_printf(out, "  %-18s %12.3f  %s\n", TABLE[i].name, s->value[i], TABLE[i].help);
        else
            text_printf(out, "  %-18s %12.0f  %s\n", TABLE[i].name, s->value[i], TABLE[i].help);
    }
}
