#include "encode/flow.h"

typedef struct frame {
    uint32_t b, next; /* next branch to follow */
} frame;
VEC_DECLARE(frame_vec, frame);

enum { NEW, OPEN, DONE };

size_t flow_branch_count(const flow *w, const program *p, proc f, uint32_t b)
{
    return w->ends.data[b] ? 0 : program_branch_count(p, f, (block){b});
}

static void find_ends(flow *w, const program *p, proc f)
{
    for (uint32_t b = 0; b < w->length.size; b++) {
        size_t n = program_stmt_count(p, f, (block){b}), i = 0;
        while (i < n && program_stmt(p, f, (block){b}, i)->kind != STMT_EXIT) i++;
        w->length.data[b] = (uint32_t)i;
        w->ends.data[b] = i < n;
    }
}

static void enter(frame_vec *frames, u32_vec *state, uint32_t b)
{
    assert(state->data[b] == NEW);
    state->data[b] = OPEN;
    frame_vec_push(frames, (frame){b, 0});
}

/* Depth first; leaves the blocks in post-order. */
static void visit_blocks(flow *w, const program *p, proc f)
{
    frame_vec frames;
    u32_vec state;
    frame_vec_init(&frames);
    u32_vec_init(&state);
    u32_vec_resize(&state, w->length.size);
    enter(&frames, &state, 0);
    while (frames.size) {
        frame *top = &frames.data[frames.size - 1];
        if (top->next == flow_branch_count(w, p, f, top->b)) {
            state.data[top->b] = DONE;
            u32_vec_push(&w->order, top->b);
            frames.size--;
            continue;
        }
        uint32_t to = program_branch(p, f, (block){top->b}, top->next++).target.id;
        if (state.data[to] == NEW) enter(&frames, &state, to);
        else if (state.data[to] == OPEN) w->is_loop_head.data[to] = true;
    }
    frame_vec_release(&frames);
    u32_vec_release(&state);
}

static void number_blocks(flow *w)
{
    size_t n = w->order.size;
    for (size_t i = 0; i < n / 2; i++) {
        uint32_t b = w->order.data[i];
        w->order.data[i] = w->order.data[n - 1 - i];
        w->order.data[n - 1 - i] = b;
    }
    assert(n > 0 && w->order.data[0] == 0); /* post-order turned round begins with the entry */
    for (size_t b = 0; b < w->position.size; b++) w->position.data[b] = FLOW_NONE;
    for (size_t i = 0; i < n; i++) w->position.data[w->order.data[i]] = (uint32_t)i;
}

static void collect_preds(flow *w, const program *p, proc f)
{
    u32_vec_resize(&w->first_pred, w->length.size + 2);
    uint32_t *at = w->first_pred.data + 1; /* shifted by one, so that filling moves each to its place */
    for (size_t k = 0; k < w->order.size; k++) {
        uint32_t b = w->order.data[k];
        for (size_t i = 0; i < flow_branch_count(w, p, f, b); i++) at[program_branch(p, f, (block){b}, i).target.id + 1]++;
    }
    for (size_t b = 1; b <= w->length.size; b++) at[b] += at[b - 1];
    assert(w->first_pred.size == w->length.size + 2);
    u32_vec_resize(&w->preds, at[w->length.size]);
    for (size_t k = 0; k < w->order.size; k++) {
        uint32_t b = w->order.data[k];
        for (size_t i = 0; i < flow_branch_count(w, p, f, b); i++)
            w->preds.data[at[program_branch(p, f, (block){b}, i).target.id]++] = b;
    }
}

void flow_init(flow *w, const program *p, proc f)
{
    size_t n = program_block_count(p, f);
    assert(n > 0);
    memset(w, 0, sizeof *w);
    u32_vec_resize(&w->position, n);
    u32_vec_resize(&w->is_loop_head, n);
    u32_vec_resize(&w->length, n);
    u32_vec_resize(&w->ends, n);
    find_ends(w, p, f);
    visit_blocks(w, p, f);
    number_blocks(w);
    collect_preds(w, p, f);
}

bool flow_is_failure(const program *p, const stmt *s) { return s->kind == STMT_CHECK && term_is_equal(s->value, term_false(program_terms(p))); }

const stmt *flow_failure(const flow *w, const program *p, proc f, uint32_t b)
{
    enum { NEAR = 16 };
    assert(b < w->length.size);
    uint32_t n = w->length.data[b];
    for (uint32_t i = 0; i < n && i < NEAR; i++) {
        const stmt *s = program_stmt(p, f, (block){b}, i);
        if (flow_is_failure(p, s)) return s;
        if (s->kind == STMT_CALL) break;
    }
    return NULL;
}

void flow_release(flow *w)
{
    u32_vec_release(&w->order);
    u32_vec_release(&w->position);
    u32_vec_release(&w->is_loop_head);
    u32_vec_release(&w->length);
    u32_vec_release(&w->ends);
    u32_vec_release(&w->first_pred);
    u32_vec_release(&w->preds);
}
