#ifndef FRONT_SMTLIB_SMTLIB_H
#define FRONT_SMTLIB_SMTLIB_H

/* SMT-LIB 2 in: Horn problems, single terms, and results that another Latch process printed.
 * Input outside the fragment is refused with file:line:col and what was expected; nothing is skipped silently. */

#include "base/diag.h"
#include "base/limits.h"
#include "horn/horn.h"
#include "horn/result.h"

/* What a script said besides its clauses. */
typedef struct smtlib_info {
    answer status; /* of (set-info :status ...); ANSWER_UNKNOWN if none */
    bool wants_model; /* (get-model) was there */
} smtlib_info;

/* The problem in `length` bytes at `bytes` (need not end in NUL). NULL and *error filled if it is not one. `file` is for
 * messages; `limit` and `info` may be NULL. */
horn *smtlib_parse(term_store *ts, const char *file, const char *bytes, size_t length, const limits *limit, smtlib_info *info, diag *error);
/* The same from a file (or "-": standard input). */
horn *smtlib_load(term_store *ts, const char *path, const limits *limit, smtlib_info *info, diag *error);

/* One term. Its symbols must be among symbols[0..n-1] (may be none). */
term smtlib_parse_term(term_store *ts, const char *bytes, size_t length, const term *symbols, size_t n, diag *error);

/* Reads what result_print wrote for h into an initialised result; on failure it stays UNKNOWN. */
bool smtlib_parse_result(const horn *h, const char *bytes, size_t length, result *out, diag *error);

#endif
