#ifndef TESTGEN_EXCHANGE_H
#define TESTGEN_EXCHANGE_H

/* The exchange format for test suites of the competitions on software testing: metadata.xml, and an XML file for each test with the values
 * that the program's inputs have, in order. */

#include "testgen/suite.h"

void exchange_print_metadata(text *out, const suite_origin *origin);
void exchange_print_test(text *out, const term_store *ts, const test *t);

/* The values of a test: numbers, in C, one a string. False, with what is wrong, if it is none. */
VEC_DECLARE(exchange_value_vec, char *);
bool exchange_parse_test(const char *content, exchange_value_vec *out, text *why);
void exchange_values_release(exchange_value_vec *v);

#endif
