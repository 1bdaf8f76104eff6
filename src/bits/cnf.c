#include "bits/cnf.h"

void cnf_init(cnf *f, const circuit *c)
{
    memset(f, 0, sizeof *f);
    f->c = c;
}

void cnf_release(cnf *f)
{
    u32_vec_release(&f->is_done);
    u32_vec_release(&f->stack);
    int_vec_release(&f->clauses);
}

static int literal_of(lit a) { return a.id & 1 ? -(int)lit_node(a) : (int)lit_node(a); }

static void add(cnf *f, int a, int b, int c)
{
    int lits[] = {a, b, c};
    assert(a && b); /* 0 ends a clause */
    assert(a != b && a != -b && (!c || (c != a && c != -a && c != b && c != -b)));
    for (int i = 0; i < 3; i++)
        if (lits[i]) int_vec_push(&f->clauses, lits[i]);
    int_vec_push(&f->clauses, 0);
}

static void push(cnf *f, uint32_t node)
{
    assert(node > 0 && node < f->is_done.size); /* node 0 is a constant */
    if (f->is_done.data[node]) return;
    f->is_done.data[node] = 1;
    u32_vec_push(&f->stack, node);
}

int cnf_literal(cnf *f, lit a)
{
    assert(!lit_is_constant(a));
    while (f->is_done.size < circuit_size(f->c)) u32_vec_push(&f->is_done, 0);
    push(f, lit_node(a));
    while (f->stack.size) {
        uint32_t node = u32_vec_pop(&f->stack);
        if (circuit_is_input(f->c, node)) continue;
        gate g = f->c->gates.data[node];
        int out = (int)node, x = literal_of(g.a), y = literal_of(g.b);
        add(f, -out, x, 0);
        add(f, -out, y, 0);
        add(f, out, -x, -y);
        push(f, lit_node(g.a));
        push(f, lit_node(g.b));
    }
    return literal_of(a);
}
