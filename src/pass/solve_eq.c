#include "pass/solve_eq.h"

#include "base/map.h"
#include "term/dag.h"

enum {
    MAX_ROUNDS = 16,
    /* Sums, conjunctions and disjunctions are flat, so chains of definitions could grow quadratically through them. */
    MAX_WIDTH = 64
};

/* States of a term in the memo; a result r is DONE + r. */
enum { UNSEEN = 0, OPEN = 1, DONE = 2 };

typedef struct proposal {
    term symbol;
    uint32_t conjunct;
} proposal;
VEC_DECLARE(proposal_vec, proposal);

struct solve_eq {
    term_store *ts;
    u32_map rank; /* allowed symbol -> rank */
    u32_map def; /* symbol -> its definition + 1; 0 = none (any more) */
    u32_map memo;
    u64_map refused; /* pairs of conjunct and symbol that led to a cycle or grew too wide */
    size_t count;
    term_vec stack, args;
    size_vec open; /* positions on the stack of symbols whose definition is being resolved */
};

solve_eq *solve_eq_new(term_store *ts)
{
    solve_eq *e = alloc_zeroed(1, sizeof *e);
    e->ts = ts;
    return e;
}

void solve_eq_free(solve_eq *e)
{
    if (!e) return;
    u32_map_release(&e->rank);
    u32_map_release(&e->def);
    solve_eq_trim(e);
    free(e);
}

void solve_eq_trim(solve_eq *e)
{
    u32_map_release(&e->memo);
    u64_map_release(&e->refused);
    term_vec_release(&e->stack);
    term_vec_release(&e->args);
    size_vec_release(&e->open);
}

void solve_eq_allow(solve_eq *e, term symbol, uint32_t rank)
{
    assert(term_kind_of(e->ts, symbol) == TERM_SYM);
    *u32_map_put(&e->rank, symbol.id, NULL) = rank;
}

size_t solve_eq_count(const solve_eq *e) { return e->count; }

static uint32_t definition(const solve_eq *e, term symbol)
{
    const uint32_t *d = u32_map_find(&e->def, symbol.id);
    return d ? *d : 0;
}

bool solve_eq_has(const solve_eq *e, term symbol) { return definition(e, symbol) != 0; }

static uint32_t state(const solve_eq *e, term t)
{
    const uint32_t *s = u32_map_find(&e->memo, t.id);
    return s ? *s : UNSEEN;
}

static void set_state(solve_eq *e, term t, uint32_t s) { *u32_map_put(&e->memo, t.id, NULL) = s; }

/* The term on top of the stack needs an open one: the innermost open symbol is on that cycle and loses its definition. */
static void break_cycle(solve_eq *e)
{
    assert(e->open.size > 0); /* only definitions make cycles */
    size_t position = size_vec_pop(&e->open);
    while (e->stack.size > position + 1) {
        term t = term_vec_pop(&e->stack);
        if (state(e, t) == OPEN) set_state(e, t, UNSEEN);
    }
    term symbol = term_vec_pop(&e->stack);
    assert(term_kind_of(e->ts, symbol) == TERM_SYM && definition(e, symbol));
    *u32_map_put(&e->def, symbol.id, NULL) = 0;
    set_state(e, symbol, DONE + symbol.id);
}

static void visit_child(solve_eq *e, term child, bool *cycle)
{
    uint32_t s = state(e, child);
    if (s == OPEN) *cycle = true;
    if (s == UNSEEN) term_vec_push(&e->stack, child);
}

static void open_term(solve_eq *e, term t)
{
    assert(state(e, t) == UNSEEN && term_is_equal(term_vec_last(&e->stack), t));
    bool cycle = false;
    bool is_symbol = term_kind_of(e->ts, t) == TERM_SYM;
    uint32_t d = is_symbol ? definition(e, t) : 0;
    size_t n = term_arity(e->ts, t);
    if (!d && !n) {
        set_state(e, t, DONE + t.id);
        return;
    }
    set_state(e, t, OPEN);
    if (d) {
        size_vec_push(&e->open, e->stack.size - 1);
        visit_child(e, (term){d - 1}, &cycle);
    }
    for (size_t i = 0; i < n && !cycle; i++) visit_child(e, term_arg(e->ts, t, i), &cycle);
    if (cycle) break_cycle(e);
}

static bool is_wider(const solve_eq *e, term result, term from)
{
    term_kind k = term_kind_of(e->ts, result);
    if (k != TERM_ADD && k != TERM_AND && k != TERM_OR) return false;
    size_t width = term_arity(e->ts, result);
    return width > MAX_WIDTH && width > 2 * term_arity(e->ts, from);
}

static void close_symbol(solve_eq *e, term symbol)
{
    assert(definition(e, symbol) && e->open.size > 0);
    size_vec_pop(&e->open);
    term from = {definition(e, symbol) - 1};
    assert(state(e, from) >= DONE);
    term result = {state(e, from) - DONE};
    if (is_wider(e, result, from)) {
        *u32_map_put(&e->def, symbol.id, NULL) = 0;
        result = symbol;
    }
    set_state(e, symbol, DONE + result.id);
}

static void close_term(solve_eq *e, term t)
{
    if (term_kind_of(e->ts, t) == TERM_SYM) {
        close_symbol(e, t);
        return;
    }
    bool changed = false;
    term_vec_clear(&e->args);
    for (size_t i = 0, n = term_arity(e->ts, t); i < n; i++) {
        assert(state(e, term_arg(e->ts, t, i)) >= DONE);
        term a = term_arg(e->ts, t, i), r = {state(e, a) - DONE};
        changed |= !term_is_equal(a, r);
        term_vec_push(&e->args, r);
    }
    term result = changed ? term_rebuild(e->ts, t, e->args.data) : t;
    set_state(e, t, DONE + result.id);
}

/* Follows arguments and definitions alike, depth first, so that shared terms are rebuilt once. */
static term resolve(solve_eq *e, term root)
{
    assert(!e->stack.size && !e->open.size);
    term_vec_push(&e->stack, root);
    while (e->stack.size) {
        term t = term_vec_last(&e->stack);
        uint32_t s = state(e, t);
        if (s == UNSEEN) {
            open_term(e, t);
            continue;
        }
        if (s == OPEN) close_term(e, t);
        e->stack.size--;
    }
    return (term){state(e, root) - DONE};
}

term solve_eq_apply(solve_eq *e, term t) { return e->count ? resolve(e, t) : t; }

/* The best symbol to solve an equation for. */
typedef struct choice {
    const solve_eq *e;
    term conjunct, symbol; /* symbol: TERM_NONE while there is none */
    uint32_t rank;
    bool is_int;
    rat coefficient;
} choice;

static bool is_better(const choice *c, term symbol)
{
    const solve_eq *e = c->e;
    if (term_kind_of(e->ts, symbol) != TERM_SYM) return false;
    const uint32_t *rank = u32_map_find(&e->rank, symbol.id);
    if (!rank || solve_eq_has(e, symbol)) return false;
    if (u64_map_find(&e->refused, (uint64_t)c->conjunct.id << 32 | symbol.id)) return false;
    /* Newer symbols are mostly copies of older ones, with worse names. */
    return term_is_none(c->symbol) || *rank < c->rank || (*rank == c->rank && symbol.id > c->symbol.id);
}

static void take(choice *c, term symbol)
{
    c->symbol = symbol;
    c->rank = *u32_map_find(&c->e->rank, symbol.id);
}

static void consider_monomial(void *context, const rat *coefficient, term t)
{
    choice *c = context;
    if (term_is_none(t) || !is_better(c, t)) return;
    if (c->is_int && !rat_is_one(coefficient) && !rat_is_minus_one(coefficient)) return;
    take(c, t);
    rat_set(&c->coefficient, coefficient);
}

/* lhs = rhs solved for x with coefficient a on the left: x - (lhs - rhs) / a, in which x cancels. */
static term solve_linear(solve_eq *e, choice *c, term lhs, term rhs)
{
    c->is_int = sort_kind_of(e->ts, term_sort(e->ts, lhs)) == SORT_INT;
    term_linear_each(e->ts, lhs, consider_monomial, c);
    if (term_is_none(c->symbol)) return TERM_NONE;
    rat factor;
    rat_init(&factor);
    rat_inv(&factor, &c->coefficient);
    rat_neg(&factor, &factor);
    term rest = term_mk_scale(e->ts, &factor, term_mk_sub(e->ts, lhs, rhs));
    rat_release(&factor);
    return term_mk_add2(e->ts, c->symbol, rest);
}

static term solve_sides(choice *c, term lhs, term rhs)
{
    term by = TERM_NONE;
    if (is_better(c, lhs)) {
        take(c, lhs);
        by = rhs;
    }
    if (is_better(c, rhs)) {
        take(c, rhs);
        by = lhs;
    }
    return by;
}

/* The definition that the conjunct gives to c->symbol, or TERM_NONE. */
static term solve_conjunct(solve_eq *e, choice *c)
{
    term_store *ts = e->ts;
    bool positive = term_kind_of(ts, c->conjunct) != TERM_NOT;
    term t = positive ? c->conjunct : term_arg(ts, c->conjunct, 0);
    if (is_better(c, t)) {
        take(c, t);
        return term_mk_bool(ts, positive);
    }
    if (term_kind_of(ts, t) != TERM_EQ) return TERM_NONE;
    term lhs = term_arg(ts, t, 0), rhs = term_arg(ts, t, 1);
    sort_kind k = sort_kind_of(ts, term_sort(ts, lhs));
    if (!positive && k != SORT_BOOL) return TERM_NONE;
    if (sort_kind_is_arith(k)) return solve_linear(e, c, lhs, rhs);
    term by = solve_sides(c, lhs, rhs);
    return term_is_none(by) || positive ? by : term_mk_not(ts, by);
}

static void propose(solve_eq *e, const term_vec *conjuncts, proposal_vec *out)
{
    for (size_t i = 0; i < conjuncts->size; i++) {
        choice c = {.e = e, .conjunct = conjuncts->data[i], .symbol = TERM_NONE};
        rat_init(&c.coefficient);
        term by = solve_conjunct(e, &c);
        rat_release(&c.coefficient);
        if (term_is_none(by)) continue;
        *u32_map_put(&e->def, c.symbol.id, NULL) = by.id + 1;
        proposal_vec_push(out, (proposal){c.symbol, (uint32_t)i});
    }
}

/* Resolves the proposed definitions; the conjuncts of those that survive become true. */
static void accept(solve_eq *e, const proposal_vec *proposals, term_vec *conjuncts)
{
    u32_map_clear(&e->memo);
    for (size_t i = 0; i < proposals->size; i++) resolve(e, proposals->data[i].symbol);
    for (size_t i = 0; i < proposals->size; i++) {
        const proposal *p = &proposals->data[i];
        term *conjunct = &conjuncts->data[p->conjunct];
        if (solve_eq_has(e, p->symbol)) {
            *conjunct = term_true(e->ts);
            e->count++;
        } else {
            u64_map_put(&e->refused, (uint64_t)conjunct->id << 32 | p->symbol.id, NULL);
        }
    }
}

term solve_eq_run(solve_eq *e, term constraint)
{
    proposal_vec proposals;
    term_vec conjuncts;
    proposal_vec_init(&proposals);
    term_vec_init(&conjuncts);
    constraint = solve_eq_apply(e, constraint);
    for (int round = 0; round < MAX_ROUNDS; round++) {
        proposal_vec_clear(&proposals);
        term_vec_clear(&conjuncts);
        dag_conjuncts(e->ts, constraint, &conjuncts);
        propose(e, &conjuncts, &proposals);
        if (!proposals.size) break;
        accept(e, &proposals, &conjuncts);
        for (size_t i = 0; i < conjuncts.size; i++) conjuncts.data[i] = resolve(e, conjuncts.data[i]);
        constraint = term_mk_and(e->ts, conjuncts.data, conjuncts.size);
    }
    term_vec_release(&conjuncts);
    proposal_vec_release(&proposals);
    return constraint;
}
