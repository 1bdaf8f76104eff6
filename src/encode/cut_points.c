#include "encode/cut_points.h"

#include <stdlib.h>

/* A segment's clauses are made of all its statements, so it costs statements * ends. While points are few, segments may overlap and
 * together cost this much for each statement of the procedure (and a lump sum); otherwise no segment costs more than LARGEST. */
enum { COST_PER_STATEMENT = 256, COST_AT_LEAST = 1 << 22, LARGEST = 1 << 18 };

typedef struct chooser {
    const program *p;
    proc f;
    const flow *w;
    u32_vec offset; /* by block: its places are offset[b] + 0 .. offset[b] + length */
    bool *is_cut; /* by place */
} chooser;

static bool is_cut(const chooser *c, uint32_t b, uint32_t index) { return c->is_cut[c->offset.data[b] + index]; }
static void cut(chooser *c, uint32_t b, uint32_t index) { c->is_cut[c->offset.data[b] + index] = true; }
static stmt_kind kind_at(const chooser *c, uint32_t b, uint32_t i) { return program_stmt(c->p, c->f, (block){b}, i)->kind; }
static bool has_query(const chooser *c, uint32_t b, uint32_t i) { return kind_at(c, b, i) == STMT_CHECK || kind_at(c, b, i) == STMT_REACH; }

static void cut_where_needed(chooser *c, bool large_blocks)
{
    for (size_t k = 0; k < c->w->order.size; k++) {
        uint32_t b = c->w->order.data[k];
        if (c->w->is_loop_head.data[b] || (!large_blocks && b != 0)) cut(c, b, 0);
        for (uint32_t i = 0; i < c->w->length.data[b]; i++) {
            if (kind_at(c, b, i) != STMT_CALL) continue;
            cut(c, b, i);
            if (!large_blocks) cut(c, b, i + 1);
        }
    }
}

/* ---- what it costs ---- */

typedef struct walk {
    u32_vec seen; /* by block: number of the last segment that goes through its start */
    u32_vec work;
    uint32_t segment;
    size_t statements, ends, limit;
} walk;

static void walk_into(walk *w, uint32_t b)
{
    if (w->seen.data[b] == w->segment) return;
    w->seen.data[b] = w->segment;
    u32_vec_push(&w->work, b);
}

/* From `index` to the next point or to the successors. */
static void walk_block(const chooser *c, walk *w, uint32_t b, uint32_t index)
{
    for (uint32_t i = index;; i++) {
        w->statements++;
        if (i > index && is_cut(c, b, i)) {
            w->ends++;
            return;
        }
        if (i == c->w->length.data[b]) break;
        if (has_query(c, b, i)) w->ends++;
    }
    size_t n = flow_branch_count(c->w, c->p, c->f, b);
    if (!n) w->ends++;
    for (size_t i = 0; i < n; i++) walk_into(w, program_branch(c->p, c->f, (block){b}, i).target.id);
}

static size_t walk_segment(const chooser *c, walk *w, uint32_t b, uint32_t index)
{
    w->segment++;
    w->statements = w->ends = 0;
    u32_vec_clear(&w->work);
    walk_block(c, w, b, index);
    while (w->work.size && w->statements <= w->limit) {
        uint32_t to = u32_vec_pop(&w->work);
        if (is_cut(c, to, 0)) w->ends++;
        else walk_block(c, w, to, 0);
    }
    return w->statements * (w->ends + 1);
}

static bool is_cheap(const chooser *c)
{
    walk w = {.segment = 0};
    u32_vec_resize(&w.seen, c->w->length.size);
    size_t statements = 0;
    for (size_t k = 0; k < c->w->order.size; k++) statements += c->w->length.data[c->w->order.data[k]] + 1;
    w.limit = statements * COST_PER_STATEMENT + COST_AT_LEAST;
    size_t cost = walk_segment(c, &w, 0, 0);
    for (size_t k = 0; k < c->w->order.size && cost <= w.limit; k++) {
        uint32_t b = c->w->order.data[k];
        for (uint32_t i = 0; i <= c->w->length.data[b] && cost <= w.limit; i++)
            if (is_cut(c, b, i)) cost += walk_segment(c, &w, b, i);
    }
    u32_vec_release(&w.seen);
    u32_vec_release(&w.work);
    return cost <= w.limit;
}

/* ---- one segment for each statement ---- */

typedef struct owner {
    size_t statements, ends;
} owner;
VEC_DECLARE(owner_vec, owner);

typedef struct partition {
    chooser *c;
    owner_vec owners;
    u32_vec at_end; /* by block: the owner at its end */
} partition;

static uint32_t new_owner(partition *q)
{
    owner_vec_push(&q->owners, (owner){0, 0});
    return (uint32_t)q->owners.size - 1;
}

/* The owner of all that leads to b, or a new one, and b is cut. */
static uint32_t owner_at_start(partition *q, uint32_t b)
{
    const flow *w = q->c->w;
    uint32_t from = w->first_pred.data[b], to = w->first_pred.data[b + 1];
    if (from == to) return new_owner(q); /* the entry */
    if (is_cut(q->c, b, 0)) return new_owner(q);
    assert(!w->is_loop_head.data[b]); /* that is cut */
    uint32_t o = q->at_end.data[w->preds.data[from]];
    for (uint32_t i = from + 1; i < to; i++) {
        if (q->at_end.data[w->preds.data[i]] == o) continue;
        cut(q->c, b, 0);
        return new_owner(q);
    }
    return o;
}

static void own_block(partition *q, uint32_t b)
{
    uint32_t o = owner_at_start(q, b);
    for (uint32_t i = 0;; i++) {
        owner *x = &q->owners.data[o];
        bool is_full = x->statements > 0 && x->statements * x->ends > LARGEST;
        if (is_full) cut(q->c, b, i);
        if (x->statements > 0 && is_cut(q->c, b, i)) {
            x->ends++;
            o = new_owner(q);
            x = &q->owners.data[o];
        }
        x->statements++;
        if (i == q->c->w->length.data[b]) break;
        if (has_query(q->c, b, i)) x->ends++;
    }
    assert(o < q->owners.size);
    q->at_end.data[b] = o;
}

/* A block is not a loop head, so what leads to it comes earlier in the order and has its owner. */
static void cut_to_partition(chooser *c)
{
    partition q = {.c = c};
    u32_vec_resize(&q.at_end, c->w->length.size);
    for (size_t k = 0; k < c->w->order.size; k++) own_block(&q, c->w->order.data[k]);
    owner_vec_release(&q.owners);
    u32_vec_release(&q.at_end);
}

/* ---- all together ---- */

static void collect_points(cut_points *out, const chooser *c)
{
    for (uint32_t b = 0; b < c->w->length.size; b++) {
        u32_vec_push(&out->first, (uint32_t)out->points.size);
        if (!flow_is_reachable(c->w, b)) continue;
        for (uint32_t i = 0; i <= c->w->length.data[b]; i++)
            if (is_cut(c, b, i)) cut_point_vec_push(&out->points, (cut_point){b, i, i == 0 && c->w->is_loop_head.data[b]});
    }
    assert(out->first.size == c->w->length.size);
    u32_vec_push(&out->first, (uint32_t)out->points.size);
}

void cut_points_init(cut_points *out, const program *p, proc f, const flow *w, bool large_blocks)
{
    chooser c = {.p = p, .f = f, .w = w};
    uint32_t places = 0;
    memset(out, 0, sizeof *out);
    for (uint32_t b = 0; b < w->length.size; b++) {
        u32_vec_push(&c.offset, places);
        places += w->length.data[b] + 1;
    }
    c.is_cut = alloc_zeroed(places, sizeof(bool));
    cut_where_needed(&c, large_blocks);
    if (!is_cheap(&c)) cut_to_partition(&c);
    collect_points(out, &c);
    u32_vec_release(&c.offset);
    free(c.is_cut);
}

void cut_points_release(cut_points *c)
{
    cut_point_vec_release(&c->points);
    u32_vec_release(&c->first);
}

const cut_point *cut_points_next(const cut_points *c, uint32_t b, uint32_t index)
{
    assert(b + 1 < c->first.size && c->first.data[b] <= c->first.data[b + 1]);
    uint32_t low = c->first.data[b], end = c->first.data[b + 1], high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->points.data[middle].index < index) low = middle + 1;
        else high = middle;
    }
    assert(low == end || (c->points.data[low].block == b && c->points.data[low].index >= index));
    return low < end ? &c->points.data[low] : NULL;
}
