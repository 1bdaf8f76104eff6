#ifndef ENCODE_CUT_POINTS_H
#define ENCODE_CUT_POINTS_H

/* Where a procedure is cut into acyclic segments. A point is a place before a statement of a block, or at its end; the entry
 * is a start of a segment too, but no point unless a branch leads back to it.
 *
 * Small blocks: every reachable block's start, and before and after each call. Large blocks: loop heads, and before each call. A
 * segment goes from a start up to the next points, and a statement may lie in several segments; each CHECK in it and each point it
 * ends at makes a clause over all of it. Where that would take more than linear time there are further points, such that every
 * statement lies in one segment and no segment has many statements and many ends. */

#include "encode/flow.h"

typedef struct cut_point {
    uint32_t block, index;
    bool is_loop_head;
} cut_point;
VEC_DECLARE(cut_point_vec, cut_point);

typedef struct cut_points {
    cut_point_vec points; /* by block, then by index */
    u32_vec first; /* those of block b: points first[b] .. first[b + 1] - 1 */
} cut_points;

void cut_points_init(cut_points *c, const program *p, proc f, const flow *w, bool large_blocks);
void cut_points_release(cut_points *c);
/* The first point of the block at `index` or later, or NULL. */
const cut_point *cut_points_next(const cut_points *c, uint32_t b, uint32_t index);

#endif
