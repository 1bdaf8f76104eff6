#include "bits/circuit.h"

void circuit_init(circuit *c)
{
    memset(c, 0, sizeof *c);
    gate_vec_push(&c->gates, (gate){LIT_FALSE, LIT_FALSE});
}

void circuit_release(circuit *c)
{
    gate_vec_release(&c->gates);
    u64_map_release(&c->known);
}

lit circuit_input(circuit *c)
{
    gate_vec_push(&c->gates, (gate){LIT_FALSE, LIT_FALSE});
    return (lit){(uint32_t)(c->gates.size - 1) << 1};
}

static bool is_gate(const circuit *c, lit a) { return !lit_is_constant(a) && !circuit_is_input(c, lit_node(a)); }

/* What `a and b` is if a is the gate g and that is enough to know; false if it is not. */
static bool simplify_below(const circuit *c, lit a, lit b, lit *out)
{
    if (!is_gate(c, a)) return false;
    gate g = c->gates.data[lit_node(a)];
    bool is_negated = a.id & 1, has = lit_is_equal(g.a, b) || lit_is_equal(g.b, b);
    bool has_not = lit_is_equal(g.a, lit_not(b)) || lit_is_equal(g.b, lit_not(b));
    if (!is_negated && has) *out = a;
    else if (!is_negated && has_not) *out = LIT_FALSE;
    else if (is_negated && has_not) *out = b;
    else return false;
    return true;
}

/* not (x and y) and not (x and not y) = not x: two ways that part by y and meet again. */
static bool simplify_cases(gate g, gate h, lit *out)
{
    lit x[] = {g.a, g.a, g.b, g.b}, y[] = {g.b, g.b, g.a, g.a}, p[] = {h.a, h.b, h.a, h.b}, q[] = {h.b, h.a, h.b, h.a};
    for (int i = 0; i < 4; i++)
        if (lit_is_equal(x[i], p[i]) && lit_is_equal(y[i], lit_not(q[i]))) {
            *out = lit_not(x[i]);
            return true;
        }
    return false;
}

/* Two gates that contradict each other, or of which one implies the other. */
static bool simplify_both(const circuit *c, lit a, lit b, lit *out)
{
    if (!is_gate(c, a) || !is_gate(c, b)) return false;
    gate g = c->gates.data[lit_node(a)], h = c->gates.data[lit_node(b)];
    bool clash = lit_is_equal(g.a, lit_not(h.a)) || lit_is_equal(g.a, lit_not(h.b)) || lit_is_equal(g.b, lit_not(h.a)) || lit_is_equal(g.b, lit_not(h.b));
    if (!clash) return false;
    if (!(a.id & 1) && !(b.id & 1)) *out = LIT_FALSE;
    else if (!(a.id & 1)) *out = a;
    else if (!(b.id & 1)) *out = b;
    else return simplify_cases(g, h, out);
    return true;
}

lit circuit_and(circuit *c, lit a, lit b)
{
    if (a.id > b.id) {
        lit t = a;
        a = b;
        b = t;
    }
    if (lit_is_equal(a, LIT_FALSE) || lit_is_equal(a, lit_not(b))) return LIT_FALSE;
    if (lit_is_equal(a, LIT_TRUE) || lit_is_equal(a, b)) return b;
    lit simple;
    if (simplify_below(c, a, b, &simple) || simplify_below(c, b, a, &simple) || simplify_both(c, a, b, &simple)) return simple;
    /* a and not (a and x) = a and not x */
    for (int turn = 0; turn < 2; turn++) {
        lit one = turn ? b : a, other = turn ? a : b;
        if (!is_gate(c, one) || !(one.id & 1)) continue;
        gate g = c->gates.data[lit_node(one)];
        if (lit_is_equal(g.a, other)) return circuit_and(c, other, lit_not(g.b));
        if (lit_is_equal(g.b, other)) return circuit_and(c, other, lit_not(g.a));
    }
    assert(a.id < b.id && lit_node(b) < c->gates.size); /* arguments are older than the gate, and in one order */
    assert(!lit_is_constant(a) && lit_node(a) != lit_node(b));
    bool added;
    uint32_t *node = u64_map_put(&c->known, (uint64_t)a.id << 32 | b.id, &added);
    if (added) {
        *node = (uint32_t)c->gates.size;
        gate_vec_push(&c->gates, (gate){a, b});
    }
    return (lit){*node << 1};
}

lit circuit_xor(circuit *c, lit a, lit b)
{
    if (lit_is_constant(a)) return a.id ? lit_not(b) : b;
    if (lit_is_constant(b)) return b.id ? lit_not(a) : a;
    /* The sign goes to the outside, so that a xor b and not a xor b are one gate. */
    uint32_t sign = (a.id ^ b.id) & 1;
    a.id &= ~1U;
    b.id &= ~1U;
    assert(!(a.id & 1) && !(b.id & 1));
    lit neither = circuit_and(c, lit_not(a), lit_not(b)), both = circuit_and(c, a, b);
    return (lit){circuit_and(c, lit_not(neither), lit_not(both)).id ^ sign};
}

lit circuit_ite(circuit *c, lit condition, lit a, lit b)
{
    if (lit_is_equal(a, b)) return a;
    if (lit_is_constant(condition)) return condition.id ? a : b;
    if (lit_is_equal(a, LIT_TRUE) || lit_is_equal(a, condition)) return circuit_or(c, condition, b);
    if (lit_is_equal(a, LIT_FALSE) || lit_is_equal(a, lit_not(condition))) return circuit_and(c, lit_not(condition), b);
    if (lit_is_equal(b, LIT_TRUE) || lit_is_equal(b, lit_not(condition))) return circuit_or(c, lit_not(condition), a);
    if (lit_is_equal(b, LIT_FALSE) || lit_is_equal(b, condition)) return circuit_and(c, condition, a);
    if (lit_is_equal(a, lit_not(b))) return lit_not(circuit_xor(c, condition, a));
    return circuit_or(c, circuit_and(c, condition, a), circuit_and(c, lit_not(condition), b));
}

void circuit_evaluate(const circuit *c, uint32_t end, u32_vec *values)
{
    assert(end <= c->gates.size);
    u32_vec_reserve(values, end);
    for (size_t i = values->size; i < end; i++) {
        const gate *g = &c->gates.data[i];
        assert(circuit_is_input(c, (uint32_t)i) || (lit_node(g->a) < i && lit_node(g->b) < i) || !i); /* their values are there */
        u32_vec_push(values, i && !circuit_is_input(c, (uint32_t)i) && circuit_value(values, g->a) && circuit_value(values, g->b));
    }
}
