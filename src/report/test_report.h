#ifndef REPORT_TEST_REPORT_H
#define REPORT_TEST_REPORT_H

/* What came out of making tests. */

#include "base/text.h"
#include "report/json.h"
#include "solve/program_test.h"
#include "solve/test_replay.h"

/* The first line counts; then a line for each function, the goals that are proved unreachable and those that are open; `all`: every goal, with
 * its tests. */
void test_report_print(text *out, const test_outcome *o, double seconds, bool all);
/* One replayed test: how it ended, and how much it covers of what is wanted; `all`: every goal that it covers. */
void test_report_replayed(text *out, const suite *s, const char *path, const replayed *r, bool all);
/* What they cover together: the statuses of the suite. */
void test_report_together(text *out, const suite *s);
void test_report_json(text *out, const test_outcome *o, const json_facts *facts);

#endif
