#ifndef BITS_FLOATS_H
#define BITS_FLOATS_H

/* Floating-point operations as circuits: what base/ieee.h computes, on words that are bit patterns (or integers, where those operations take or give
 * them). */

#include "base/ieee.h"
#include "bits/word.h"

/* `args` as the operation takes them, whatever integers they are. */
word floats_apply(word_store *s, ieee_operation op, uint32_t width, const word *args);

#endif
