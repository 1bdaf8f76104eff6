#include "scan.h"

#include <ctype.h>
#include <limits.h>

/* ---- streams ---- */

LATCH_LIBRARY void latch_scan_somehow(FILE *stream)
{
    struct latch_file *f = stream_of(stream);
    stream_write(f);
    f->pushed = any_in(EOF, 255);
    f->end = any_in(END_NOT_SEEN, END_FAILED);
}

LATCH_LIBRARY void latch_scan_stdin_somehow(void) { latch_scan_somehow(stdin); }

LATCH_LIBRARY void latch_scan_string_somehow(void) { errno_may_change(); }

LATCH_LIBRARY void latch_scan_begin(struct latch_scan *s, FILE *stream)
{
    s->from = stream_of(stream);
    s->read = 0;
    s->assigned = 0;
    s->stopped = SCAN_GOES_ON;
}

LATCH_LIBRARY void latch_scan_begin_stdin(struct latch_scan *s) { latch_scan_begin(s, stdin); }

#define SCAN struct latch_scan
#define STEP(name) latch_scan_##name
#define PEEK(s) stream_peek((s)->from)
#define ADVANCE(s) ((s)->from->pushed = EOF)
#include "scan_steps.h"
#undef SCAN
#undef STEP
#undef PEEK
#undef ADVANCE

/* ---- strings ---- */

/* The real one measures the string first. */
LATCH_LIBRARY void latch_sscan_begin(struct latch_sscan *s, const char *string)
{
    (void)strlen(string);
    s->from = string;
    s->read = 0;
    s->assigned = 0;
    s->stopped = SCAN_GOES_ON;
}

/* Without a branch: the end is 0, and EOF is -1. */
LATCH_INLINE int string_peek(const char *at)
{
    unsigned char c = (unsigned char)*at;
    return c - (c == 0);
}

#define SCAN struct latch_sscan
#define STEP(name) latch_sscan_##name
#define PEEK(s) string_peek((s)->from)
#define ADVANCE(s) ((s)->from++)
#include "scan_steps.h"
