#ifndef REPORT_JSON_H
#define REPORT_JSON_H

/* The result for programs. */

#include "base/text.h"
#include "horn/horn.h"
#include "horn/result.h"

typedef struct json_facts {
    const char *version, *answer, *engine; /* engine may be NULL */
    double seconds;
} json_facts;

void json_report(text *out, const horn *h, const result *r, const json_facts *facts);

#endif
