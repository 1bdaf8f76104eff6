#include "random_tree.h"

#include <stdio.h>

typedef struct generator {
    term_store *ts;
    smt *solver;
    rng *rng;
    theory_mix mix;
    bool cubes;
    size_t node;
    term_vec numbers, bools, arrays, words, things; /* what the node may speak of, by sort */
    sort number;
} generator;

static uint32_t below(generator *g, uint32_t n) { return rng_below(g->rng, n); }
static term pick(generator *g, const term_vec *from) { return from->data[below(g, (uint32_t)from->size)]; }

static bool uses(const generator *g, theory_mix mix) { return g->mix == mix || g->mix == MIX_ALL; }

static void add_symbol(generator *g, term_vec *to, const char *base, size_t node, sort s)
{
    char name[40];
    snprintf(name, sizeof name, "%s%zu", base, node);
    term_vec_push(to, term_mk_sym(g->ts, name, s));
}

/* The variables of a node, or its local ones. */
static void add_symbols(generator *g, size_t node, bool local)
{
    term_store *ts = g->ts;
    bool arithmetic = g->mix != MIX_BOOL && g->mix != MIX_BV;
    if (arithmetic) add_symbol(g, &g->numbers, local ? "u" : "x", node, g->number);
    if (arithmetic && !local) add_symbol(g, &g->numbers, "y", node, g->number);
    if (uses(g, MIX_BOOL) || (!local && below(g, 2))) add_symbol(g, &g->bools, local ? "r" : "p", node, sort_bool(ts));
    if (g->mix == MIX_BOOL) add_symbol(g, &g->bools, local ? "s" : "q", node, sort_bool(ts));
    if (uses(g, MIX_ARRAYS) && !local) add_symbol(g, &g->arrays, "a", node, sort_array(ts, g->number, g->number));
    if (uses(g, MIX_BV)) add_symbol(g, &g->words, local ? "w" : "v", node, sort_bv(ts, 8));
    if (g->mix == MIX_BV && !local) add_symbol(g, &g->words, "z", node, sort_bv(ts, 8));
    if (uses(g, MIX_UF)) add_symbol(g, &g->things, local ? "t" : "o", node, sort_uninterpreted(ts, "Thing"));
}

static term number(generator *g, int64_t value)
{
    rat r;
    rat_init(&r);
    rat_set_int(&r, value);
    term t = term_mk_num(g->ts, &r, g->number);
    rat_release(&r);
    return t;
}

/* Functions are known to all nodes, as in a program. */
static term simple_number(generator *g)
{
    term t = pick(g, &g->numbers);
    if (uses(g, MIX_UF) && below(g, 3) == 0) return term_mk_app(g->ts, "f", g->number, &t, 1);
    if (g->arrays.size && below(g, 3) == 0) return term_mk_select(g->ts, pick(g, &g->arrays), t);
    if (!g->cubes && g->bools.size && below(g, 12) == 0) return term_mk_ite(g->ts, pick(g, &g->bools), t, pick(g, &g->numbers));
    return t;
}

static term linear_atom(generator *g)
{
    term_store *ts = g->ts;
    term sum = number(g, (int64_t)below(g, 9) - 4);
    uint32_t n = 1 + below(g, 3);
    for (uint32_t k = 0; k < n; k++) {
        rat c;
        rat_init(&c);
        static const int64_t small[] = {1, -1, 1, -1, 1, -1, 2, -2, 3};
        rat_set_int(&c, small[below(g, 9)]);
        sum = term_mk_add2(ts, sum, term_mk_scale(ts, &c, simple_number(g)));
        rat_release(&c);
    }
    term zero = number(g, 0);
    switch (below(g, 6)) {
    case 0:
    case 1: return term_mk_eq(ts, sum, zero);
    case 2: return g->cubes ? term_mk_lt(ts, sum, zero) : term_mk_not(ts, term_mk_eq(ts, sum, zero));
    default: return term_mk_le(ts, sum, zero);
    }
}

static term word(generator *g)
{
    static const term_kind kinds[] = {TERM_BV_ADD, TERM_BV_AND, TERM_BV_OR, TERM_BV_XOR};
    term t = pick(g, &g->words);
    rat r;
    rat_init(&r);
    rat_set_int(&r, below(g, 256));
    term c = term_mk_bv(g->ts, &r, 8);
    rat_release(&r);
    uint32_t choice = below(g, 8);
    if (choice < 4) return term_mk_bv_binary(g->ts, kinds[choice], t, below(g, 2) ? c : pick(g, &g->words));
    return choice == 4 ? c : t;
}

static term word_atom(generator *g)
{
    term a = word(g), b = word(g);
    static const term_kind kinds[] = {TERM_BV_ULE, TERM_BV_ULT, TERM_BV_SLE};
    uint32_t choice = below(g, 6);
    if (choice < 3) return term_mk_bv_binary(g->ts, kinds[choice], a, b);
    return term_mk_eq(g->ts, a, b);
}

static term array_atom(generator *g)
{
    term_store *ts = g->ts;
    term a = pick(g, &g->arrays), b = pick(g, &g->arrays);
    return term_mk_eq(ts, a, below(g, 4) ? term_mk_store(ts, b, pick(g, &g->numbers), simple_number(g)) : b);
}

static term thing(generator *g)
{
    term t = pick(g, &g->things);
    return below(g, 3) ? t : term_mk_app(g->ts, "h", term_sort(g->ts, t), &t, 1);
}

static term thing_atom(generator *g)
{
    term atom = term_mk_eq(g->ts, thing(g), thing(g));
    return below(g, 3) ? atom : term_mk_not(g->ts, atom);
}

static term atom(generator *g)
{
    for (;;) {
        switch (below(g, 8)) {
        case 0:
        case 1:
            if (!g->bools.size) break;
            term b = pick(g, &g->bools);
            return below(g, 2) ? b : term_mk_not(g->ts, b);
        case 2:
            if (g->arrays.size) return array_atom(g);
            break;
        case 3:
            if (g->words.size) return word_atom(g);
            break;
        case 4:
            if (g->things.size) return thing_atom(g);
            break;
        default:
            if (g->numbers.size) return linear_atom(g);
            if (g->words.size) return word_atom(g);
        }
    }
}

static term formula(generator *g)
{
    term_vec parts;
    term_vec_init(&parts);
    for (uint32_t n = 2 + below(g, g->mix == MIX_BOOL ? 5 : 4); n > 0; n--) {
        term t = atom(g);
        if (!g->cubes && below(g, 2)) t = term_mk_or2(g->ts, t, atom(g));
        if (!g->cubes && below(g, 5) == 0) t = term_mk_ite(g->ts, atom(g), t, atom(g));
        if (!g->cubes && below(g, 6) == 0) t = term_mk_eq(g->ts, atom(g), t);
        term_vec_push(&parts, t);
    }
    term t = term_mk_and(g->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

static void node_formula(generator *g, itp_node_vec *nodes, size_t v, size_t first)
{
    term_vec *lists[] = {&g->numbers, &g->bools, &g->arrays, &g->words, &g->things};
    for (size_t k = 0; k < 5; k++) term_vec_clear(lists[k]);
    bool is_root = first + v + 1 == nodes->size;
    if (!is_root) add_symbols(g, v, false);
    for (size_t c = 0; c < v; c++)
        if (nodes->data[first + c].parent == v) add_symbols(g, c, false);
    if (rng_one_in(g->rng, 2)) add_symbols(g, v, true);
    term t = formula(g);
    while (smt_check(g->solver, &t, 1) == SMT_UNSAT) t = formula(g);
    nodes->data[first + v].formula = t;
}

void random_tree(term_store *ts, smt *solver, rng *r, theory_mix mix, tree_shape shape, bool cubes, itp_node_vec *out)
{
    generator g = {.ts = ts, .solver = solver, .rng = r, .mix = mix, .cubes = cubes, .number = mix == MIX_LRA ? sort_real(ts) : sort_int(ts)};
    size_t first = out->size, n = shape == SHAPE_PAIR ? 2 : 3 + rng_below(r, 3);
    for (size_t v = 0; v < n; v++) {
        uint32_t parent = (uint32_t)v + 1;
        if (shape == SHAPE_TREE && v + 2 < n) parent += rng_below(r, (uint32_t)(n - v - 1));
        itp_node_vec_push(out, (itp_node){term_true(ts), parent});
    }
    for (size_t v = 0; v < n; v++) node_formula(&g, out, v, first);
    term_vec *lists[] = {&g.numbers, &g.bools, &g.arrays, &g.words, &g.things};
    for (size_t k = 0; k < 5; k++) term_vec_release(lists[k]);
}

const char *random_mix_name(theory_mix mix)
{
    static const char *const names[] = {"lia", "lra", "bool", "uf", "arrays", "bv", "all"};
    return names[mix];
}
