#include "bits/patterns.h"

void patterns_init(patterns *p, const circuit *c)
{
    memset(p, 0, sizeof *p);
    p->c = c;
    p->chance = 0x9e3779b97f4a7c15ULL;
}

void patterns_release(patterns *p) { u64_vec_release(&p->values); }

static uint64_t value_of(const patterns *p, lit a) { return p->values.data[lit_node(a)] ^ (a.id & 1 ? UINT64_MAX : 0); }

/* New inputs are 0 in half of the assignments, so that models that know nothing of them stay simple. */
static uint64_t choose(patterns *p)
{
    p->chance ^= p->chance << 13;
    p->chance ^= p->chance >> 7;
    p->chance ^= p->chance << 17;
    return p->chance & UINT32_MAX;
}

static void extend(patterns *p)
{
    for (size_t i = p->values.size; i < circuit_size(p->c); i++) {
        const gate *g = &p->c->gates.data[i];
        u64_vec_push(&p->values, !i ? 0 : circuit_is_input(p->c, (uint32_t)i) ? choose(p) : value_of(p, g->a) & value_of(p, g->b));
    }
}

bool patterns_make_true(patterns *p, lit a)
{
    extend(p);
    return value_of(p, a) != 0;
}

void patterns_learn(patterns *p, sat *solver, const cnf *known)
{
    extend(p);
    /* Those with zeros for what is new are replaced. */
    uint64_t bit = (uint64_t)1 << (32 + p->next++ % 32);
    for (size_t i = 1; i < p->values.size; i++) {
        const gate *g = &p->c->gates.data[i];
        uint64_t *value = &p->values.data[i];
        if (!circuit_is_input(p->c, (uint32_t)i)) *value = value_of(p, g->a) & value_of(p, g->b);
        else if (i < known->is_done.size && known->is_done.data[i] && sat_is_true(solver, (int)i)) *value |= bit;
        else *value &= ~bit;
    }
}
