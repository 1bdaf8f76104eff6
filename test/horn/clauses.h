#ifndef TEST_HORN_CLAUSES_H
#define TEST_HORN_CLAUSES_H

#include "horn/horn.h"

/* The problem that these SMT-LIB commands (declarations and assertions) describe. The test fails if they cannot be read. */
horn *clauses_parse(term_store *ts, const char *commands);

#endif
