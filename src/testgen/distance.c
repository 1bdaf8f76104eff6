#include "testgen/distance.h"

#include <stdlib.h>

/* From a block to another one, in the same procedure or in one that it calls. */
typedef struct arrow {
    uint32_t from;
    uint32_t next; /* to the same block; NO_ARROW: there are no more */
    bool is_call;
    uint8_t length;
} arrow;
VEC_DECLARE(arrow_vec, arrow);
static const uint32_t NO_ARROW = UINT32_MAX;

struct distances {
    const program *p;
    uint32_t *first; /* by procedure: the number of its first block */
    uint32_t n_blocks;
    uint32_t *heads; /* by block: the first arrow to it */
    arrow_vec arrows;
    uint32_t *to_goal; /* by block; those below: without what happens in the block itself */
    uint32_t *to_return; /* of the same procedure */
    uint32_t *goal_behind, *return_behind;
    u32_vec now, later; /* blocks that spread their distance */
};

static uint32_t number_of(const distances *d, proc f, block b)
{
    assert(f.id < program_proc_count(d->p) && b.id < program_block_count(d->p, f));
    return d->first[f.id] + b.id;
}

static void add_arrow(distances *d, uint32_t from, uint32_t to, bool is_call, uint8_t length)
{
    assert(from < d->n_blocks && to < d->n_blocks && length <= 1); /* spread() has a list for each of the two lengths */
    arrow_vec_push(&d->arrows, (arrow){from, d->heads[to], is_call, length});
    d->heads[to] = (uint32_t)d->arrows.size - 1;
}

static void add_arrows(distances *d, proc f, block b)
{
    uint32_t here = number_of(d, f, b);
    size_t n = program_branch_count(d->p, f, b);
    for (size_t i = 0; i < n; i++) add_arrow(d, here, number_of(d, f, program_branch(d->p, f, b, i).target), false, n > 1);
    for (size_t i = 0; i < program_stmt_count(d->p, f, b); i++) {
        const stmt *s = program_stmt(d->p, f, b, i);
        if (s->kind == STMT_CALL) add_arrow(d, here, number_of(d, s->callee, (block){0}), true, 1);
    }
}

/* Backwards from the blocks in `now`, whose distance is 0. */
static void spread(distances *d, uint32_t *distance, bool through_calls)
{
    for (uint32_t level = 0; d->now.size; level++) {
        while (d->now.size) {
            uint32_t to = u32_vec_pop(&d->now);
            assert(distance[to] <= level);
            if (distance[to] != level) continue;
            for (uint32_t i = d->heads[to]; i != NO_ARROW; i = d->arrows.data[i].next) {
                const arrow *a = &d->arrows.data[i];
                if ((a->is_call && !through_calls) || distance[a->from] <= level + a->length) continue;
                distance[a->from] = level + a->length;
                u32_vec_push(a->length ? &d->later : &d->now, a->from);
            }
        }
        assert(!d->now.size);
        u32_vec next = d->later;
        d->later = d->now;
        d->now = next;
    }
}

/* From the ends of blocks. */
static void look_behind(const distances *d, const uint32_t *distance, uint32_t *behind)
{
    for (uint32_t b = 0; b < d->n_blocks; b++) behind[b] = DISTANCE_FAR;
    for (uint32_t to = 0; to < d->n_blocks; to++)
        for (uint32_t i = d->heads[to]; i != NO_ARROW; i = d->arrows.data[i].next) {
            const arrow *a = &d->arrows.data[i];
            if (!a->is_call && distance[to] + a->length < behind[a->from]) behind[a->from] = distance[to] + a->length;
        }
}

static void start(distances *d, uint32_t *distance, uint32_t from)
{
    assert(!d->later.size);
    distance[from] = 0;
    u32_vec_push(&d->now, from);
}

static void find_returns(distances *d)
{
    for (uint32_t b = 0; b < d->n_blocks; b++) d->to_return[b] = DISTANCE_FAR;
    for (uint32_t f = 0; f < program_proc_count(d->p); f++)
        for (uint32_t b = 0; b < program_block_count(d->p, (proc){f}); b++)
            if (program_is_return(d->p, (proc){f}, (block){b})) start(d, d->to_return, number_of(d, (proc){f}, (block){b}));
    spread(d, d->to_return, false);
    look_behind(d, d->to_return, d->return_behind);
    for (uint32_t f = 0; f < program_proc_count(d->p); f++)
        for (uint32_t b = 0; b < program_block_count(d->p, (proc){f}); b++)
            if (program_is_return(d->p, (proc){f}, (block){b})) d->return_behind[number_of(d, (proc){f}, (block){b})] = 0;
}

static bool has_goal(const distances *d, proc f, block b, bool (*is_wanted)(void *user, goal g), void *user)
{
    for (size_t i = 0; i < program_stmt_count(d->p, f, b); i++) {
        const stmt *s = program_stmt(d->p, f, b, i);
        if ((s->kind == STMT_REACH || s->kind == STMT_CHECK) && is_wanted(user, s->goal)) return true;
    }
    return false;
}

void distances_update(distances *d, bool (*is_wanted)(void *user, goal g), void *user)
{
    for (uint32_t b = 0; b < d->n_blocks; b++) d->to_goal[b] = DISTANCE_FAR;
    for (uint32_t f = 0; f < program_proc_count(d->p); f++)
        for (uint32_t b = 0; b < program_block_count(d->p, (proc){f}); b++)
            if (has_goal(d, (proc){f}, (block){b}, is_wanted, user)) start(d, d->to_goal, number_of(d, (proc){f}, (block){b}));
    spread(d, d->to_goal, true);
    look_behind(d, d->to_goal, d->goal_behind);
}

uint32_t distances_from(const distances *d, const concolic_run *r, uint32_t activation, block b)
{
    assert(activation < r->activations.size);
    const concolic_activation *a = &r->activations.data[activation];
    uint32_t at = number_of(d, a->f, b), best = d->to_goal[at], on_the_way = d->to_return[at];
    while (a->caller != UINT32_MAX && on_the_way < best) {
        at = number_of(d, r->activations.data[a->caller].f, a->from);
        assert(a->caller < (uint32_t)(a - r->activations.data)); /* callers are older, so this ends */
        a = &r->activations.data[a->caller];
        if (on_the_way + d->goal_behind[at] < best) best = on_the_way + d->goal_behind[at];
        on_the_way += d->return_behind[at];
    }
    return best;
}

distances *distances_new(const program *p)
{
    distances *d = alloc_zeroed(1, sizeof *d);
    d->p = p;
    d->first = alloc_zeroed(program_proc_count(p) + 1, sizeof *d->first);
    for (uint32_t f = 0; f < program_proc_count(p); f++) {
        d->first[f] = d->n_blocks;
        d->n_blocks += (uint32_t)program_block_count(p, (proc){f});
    }
    d->heads = alloc_zeroed(d->n_blocks + 1, sizeof *d->heads);
    memset(d->heads, 0xff, d->n_blocks * sizeof *d->heads);
    d->to_goal = alloc_zeroed(d->n_blocks + 1, sizeof *d->to_goal);
    d->to_return = alloc_zeroed(d->n_blocks + 1, sizeof *d->to_return);
    d->goal_behind = alloc_zeroed(d->n_blocks + 1, sizeof *d->goal_behind);
    d->return_behind = alloc_zeroed(d->n_blocks + 1, sizeof *d->return_behind);
    for (uint32_t f = 0; f < program_proc_count(p); f++)
        for (uint32_t b = 0; b < program_block_count(p, (proc){f}); b++) add_arrows(d, (proc){f}, (block){b});
    find_returns(d);
    assert(!d->now.size && !d->later.size);
    return d;
}

void distances_free(distances *d)
{
    if (!d) return;
    free(d->first);
    free(d->heads);
    arrow_vec_release(&d->arrows);
    free(d->to_goal);
    free(d->to_return);
    free(d->goal_behind);
    free(d->return_behind);
    u32_vec_release(&d->now);
    u32_vec_release(&d->later);
    free(d);
}
