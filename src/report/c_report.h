#ifndef REPORT_C_REPORT_H
#define REPORT_C_REPORT_H

/* Results about C programs, in terms of the source. */

#include "base/text.h"
#include "encode/encode.h"
#include "program/program.h"
#include "solve/program_check.h"

/* The goals, one line each: place, kind, message, verdict; at most `most` lines. */
void c_report_goals(text *out, const program *p, const program_outcome *o, bool only_open, size_t most);
/* The run that the inputs make, to the violated goal: one line for each source line that changes something or takes an input. */
void c_report_trace(text *out, const program *p, const term_vec *inputs);
/* The counterexample that did not replay, with everything that is needed to look into it. */
void c_report_mismatch(text *out, const program *p, const program_outcome *o);
/* What was proved at loop heads, and at procedures' entries and exits, in C syntax. */
void c_report_annotations(text *out, const program *p, const annotation_vec *annotations);
/* What the verdict rests on. */
void c_report_assumptions(text *out, const program *p);
/* What the user should know about the question itself: that there was nothing to check. Nothing, mostly; without a newline. */
void c_report_note(text *out, const program *p);

#endif
