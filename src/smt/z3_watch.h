#ifndef SMT_Z3_WATCH_H
#define SMT_Z3_WATCH_H

/* Makes Z3 stop in time. Z3 has timeouts of its own, but they start a thread per call, come late now and then, and know nothing
 * of a flag raised by a signal handler. A watch is one thread per context, started with the first piece of work that can be over;
 * it looks at the clock and at the flag every few milliseconds while work goes on, and sleeps for good while none does. */

#include "base/limits.h"

#include <z3.h>

typedef struct z3_watch z3_watch;

/* `limit` is borrowed. */
z3_watch *z3_watch_new(Z3_context z3, const limits *limit);
void z3_watch_free(z3_watch *w);

/* Until z3_watch_end, what Z3 does in the context is interrupted as soon as the limits are over or `seconds` (0: no such limit)
 * of processor time have been used. Z3 must not catch SIGINT itself meanwhile: set the parameter "ctrl_c" to false. */
void z3_watch_begin(z3_watch *w, double seconds);
/* Was the work interrupted? */
bool z3_watch_end(z3_watch *w);

#endif
