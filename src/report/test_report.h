#ifndef REPORT_TEST_REPORT_H
#define REPORT_TEST_REPORT_H

/* What came out of making tests. */

#include "base/text.h"
#include "report/json.h"
#include "solve/program_test.h"

/* The first line counts; then a line for each function, the goals that are proved unreachable and those that are open; `all`: every goal, with
 * its tests. */
void test_report_print(text *out, const test_outcome *o, double seconds, bool all);
void test_report_json(text *out, const test_outcome *o, const json_facts *facts);

#endif
