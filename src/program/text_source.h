#ifndef PROGRAM_TEXT_SOURCE_H
#define PROGRAM_TEXT_SOURCE_H

/* Random texts, such as people and other programs write them: numbers, letters and words with something between them, lines. Bytes
 * chosen one by one are hardly ever a number, and a program that reads one ends at once. */

#include "base/text.h"
#include "program/program.h"

typedef struct text_source text_source;
/* The letters and words that the program knows are among those that it gets; `numerals` are all numbers in it. Both are borrowed. */
text_source *text_source_new(const program *p, const term_vec *numerals);
void text_source_free(text_source *s);
void text_source_begin(text_source *s, uint64_t seed); /* a new text; the same seed gives the same one */
int text_source_next(text_source *s); /* its next byte, or -1 at its end; then there is another text */
void text_source_argument(text_source *s, text *out); /* adds what somebody may have typed as an argument: no zeros, ASCII */

#endif
