#ifndef LATCH_LIBC_SCAN_H
#define LATCH_LIBC_SCAN_H

/* The steps into which src/front/llvm/library/format.c takes a call of the scanf family apart: latch_scan_x for streams, latch_sscan_x for strings. A step
 * does nothing if one before it has failed. A width of zero is none. */

#include "stream.h"

/* A call that stays as it is: the stream may be anywhere afterwards. */
void latch_scan_somehow(FILE *stream);
void latch_scan_stdin_somehow(void);
void latch_scan_string_somehow(void);

enum {
    SCAN_GOES_ON,
    SCAN_MISMATCH, /* matching failure */
    SCAN_NO_INPUT, /* input failure */
};

/* The front end makes one in memory for each call: pointer, int, int, int. */
struct latch_scan {
    struct latch_file *from;
    int read; /* characters */
    int assigned; /* conversions */
    int stopped;
};

struct latch_sscan {
    const char *from;
    int read;
    int assigned;
    int stopped;
};

#endif
