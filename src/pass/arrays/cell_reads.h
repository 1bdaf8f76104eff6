#ifndef PASS_CELL_READS_H
#define PASS_CELL_READS_H

/* A clause without its arrays: reads are pushed through writes and choices down to the clause's array variables, and what is read
 * there becomes a variable for each index. Arrays that differ do so at an index of their own. What cannot be said
 * that way (quantifiers over arrays, functions of them) becomes an unknown: the result is implied by the clause. */

#include "base/map.h"
#include "term/term.h"

/* The cells of an array variable that were read. */
typedef struct cell_base {
    term array;
    term_vec indices, values;
} cell_base;
VEC_DECLARE(cell_base_vec, cell_base);

typedef struct cell_reads {
    term_store *ts;
    u32_map without; /* term -> the same without arrays; an array term -> itself, when all in it is done */
    u64_map reads; /* array, index -> value */
    u32_map base_of; /* array variable -> its number in bases */
    cell_base_vec bases;
    term_vec stack;
} cell_reads;

void cell_reads_init(cell_reads *r, term_store *ts);
void cell_reads_release(cell_reads *r);
/* t, which is no array, without arrays. */
term cell_reads_term(cell_reads *r, term t);
/* The array's element at an index that has no arrays. */
term cell_reads_at(cell_reads *r, term array, term index);
/* Appends the indices at which the variables in `array` were read. */
void cell_reads_indices(cell_reads *r, term array, term_vec *out);
/* Equal indices have equal values: appends that for all pairs of cells. */
void cell_reads_consistency(cell_reads *r, term_vec *out);

#endif
