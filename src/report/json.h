#ifndef REPORT_JSON_H
#define REPORT_JSON_H

/* The result for programs. */

#include "base/text.h"
#include "horn/horn.h"
#include "horn/result.h"
#include "solve/program_check.h"

typedef struct json_facts {
    const char *version, *answer, *engine; /* engine may be NULL */
    double seconds;
    const char *note; /* about a program; NULL if there is none */
} json_facts;

void json_report_program(text *out, const program *p, const program_outcome *o, const json_facts *facts);
/* UNKNOWN, as nothing more is known of the problem. */
void json_report_unread(text *out, const char *file, const char *reason, const json_facts *facts);
void json_report(text *out, const horn *h, const result *r, const json_facts *facts);

/* For other reports: a string with its quotes; a field of the report; the field "stats", without a comma. */
void json_print_string(text *out, const char *s);
void json_print_field(text *out, const char *name, const char *value); /* a line, with a comma; NULL is null */
void json_print_stats(text *out, const stats *s);

#endif
