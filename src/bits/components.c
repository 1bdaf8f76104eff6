#include "bits/components.h"

/* Components are found from the last one to the first, so they are collected backwards. */
typedef struct finder {
    const program *p;
    proc f;
    const flow *w;
    u32_vec number; /* by block: 0 not seen yet, UINT32_MAX done */
    u32_vec stack;
    uint32_t count;
    component_vec *out; /* reversed; `end` of a head is the size at which its loop began */
} finder;

static uint32_t visit(finder *x, uint32_t b);

static void visit_loop(finder *x, uint32_t head)
{
    uint32_t begin = (uint32_t)x->out->size;
    for (size_t i = 0; i < flow_branch_count(x->w, x->p, x->f, head); i++) {
        uint32_t next = program_branch(x->p, x->f, (block){head}, i).target.id;
        if (!x->number.data[next]) visit(x, next);
    }
    assert(begin <= x->out->size);
    component_vec_push(x->out, (component){head, begin + 1});
}

/* The least number that b leads back to. */
static uint32_t visit(finder *x, uint32_t b)
{
    u32_vec_push(&x->stack, b);
    uint32_t own = ++x->count, least = own;
    x->number.data[b] = own;
    bool is_loop = false;
    for (size_t i = 0; i < flow_branch_count(x->w, x->p, x->f, b); i++) {
        uint32_t next = program_branch(x->p, x->f, (block){b}, i).target.id;
        uint32_t back = x->number.data[next] ? x->number.data[next] : visit(x, next);
        if (back > least) continue;
        least = back;
        is_loop = true;
    }
    if (least != own) return least;
    x->number.data[b] = UINT32_MAX;
    uint32_t member = u32_vec_pop(&x->stack);
    assert(least <= own && (is_loop || member == b)); /* what is above b on the stack leads back to it */
    if (!is_loop) {
        component_vec_push(x->out, (component){b, 0});
        return least;
    }
    for (; member != b; member = u32_vec_pop(&x->stack)) x->number.data[member] = 0;
    visit_loop(x, b);
    return least;
}

static void reverse(component_vec *v)
{
    uint32_t n = (uint32_t)v->size;
    for (uint32_t i = 0; i < n / 2; i++) {
        component t = v->data[i];
        v->data[i] = v->data[n - 1 - i];
        v->data[n - 1 - i] = t;
    }
    for (uint32_t i = 0; i < n; i++)
        if (v->data[i].end) v->data[i].end = n - (v->data[i].end - 1);
    for (uint32_t i = 0; i < n; i++) assert(!v->data[i].end || (v->data[i].end > i && v->data[i].end <= n)); /* a loop is a part of the order */
}

void components_find(const program *p, proc f, const flow *w, component_vec *out)
{
    finder x = {.p = p, .f = f, .w = w, .out = out};
    for (size_t i = 0; i < program_block_count(p, f); i++) u32_vec_push(&x.number, 0);
    visit(&x, 0);
    assert(!x.stack.size);
    reverse(out);
    u32_vec_release(&x.number);
    u32_vec_release(&x.stack);
}
