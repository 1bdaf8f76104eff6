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

/* A script that is read command by command, on a stack of levels. What is refused leaves no trace. */
typedef struct smtlib_reader smtlib_reader;
smtlib_reader *smtlib_reader_new(const char *file); /* the name is for messages, and is borrowed */
void smtlib_reader_free(smtlib_reader *r);
/* A declaration, a definition or an assertion that stands at this place. */
bool smtlib_reader_take(smtlib_reader *r, const char *bytes, size_t length, uint32_t line, const limits *limit, diag *error);
bool smtlib_reader_knows(const char *command, size_t length); /* whether it is one of these, by its name */
size_t smtlib_reader_levels(const smtlib_reader *r);
void smtlib_reader_push(smtlib_reader *r);
/* Forgets what came after the last push; `keeps_names`: but for what was declared and defined. There is a level. */
void smtlib_reader_pop(smtlib_reader *r, bool keeps_names);
void smtlib_reader_reset(smtlib_reader *r, bool keeps_names); /* the same, of everything */
/* The clauses of all assertions and of the formulas in `assumptions`, one after the other; NULL and *error filled if they are none. The caller frees it; its terms live
 * until the reader is asked for anything else but a term. */
horn *smtlib_reader_problem(smtlib_reader *r, const char *assumptions, size_t length, uint32_t line, const limits *limit, diag *error);
/* A closed term, with what m says for the atoms of predicates. */
term smtlib_reader_term(smtlib_reader *r, const char *bytes, size_t length, uint32_t line, const horn *h, const model *m, diag *error);
/* The texts of all assertions, a line each. */
void smtlib_reader_print(text *out, const smtlib_reader *r);

/* One term. Its symbols must be among symbols[0..n-1] (may be none). */
term smtlib_parse_term(term_store *ts, const char *bytes, size_t length, const term *symbols, size_t n, diag *error);

/* Reads what result_print wrote for h into an initialised result; on failure it stays UNKNOWN. */
bool smtlib_parse_result(const horn *h, const char *bytes, size_t length, result *out, diag *error);

#endif
