#ifndef BASE_STATS_H
#define BASE_STATS_H

/* Counters and times of one run, declared once in stats.def. */

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum stat_kind { STAT_COUNT, STAT_SECONDS } stat_kind;

typedef enum stat_id {
#define STAT(name, kind, help) STAT_ID_##name,
#include "base/stats.def"
#undef STAT
    STAT_IDS
} stat_id;

typedef struct stats {
    double value[STAT_IDS];
} stats;

#define stats_count(s, name) ((s)->value[STAT_ID_##name] += 1)
#define stats_add(s, name, amount) ((s)->value[STAT_ID_##name] += (double)(amount))
#define stats_set(s, name, amount) ((s)->value[STAT_ID_##name] = (double)(amount))
#define stats_get(s, name) ((s)->value[STAT_ID_##name])

void stats_init(stats *s);
void stats_merge(stats *into, const stats *from);
/* The value of the statistic called `name`, or NULL if there is none. */
double *stats_find(stats *s, const char *name);
const char *stats_name(stat_id id);
const char *stats_help(stat_id id);
stat_kind stats_kind(stat_id id);
/* "name value" for every statistic that is not zero, as an aligned table for people. */
void stats_print(text *out, const stats *s);

#endif
