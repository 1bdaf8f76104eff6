#include "logic/solve_eq.h"

#include "base/map.h"
#include "logic/equation.h"
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

static uint32_t defined_by(const solve_eq *e, term symbol)
{
    const uint32_t *d = u32_map_find(&e->def, symbol.id);
    return d ? *d : 0;
}

bool solve_eq_has(const solve_eq *e, term symbol) { return defined_by(e, symbol) != 0; }

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
    assert(term_kind_of(e->ts, symbol) == TERM_SYM && defined_by(e, symbol));
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
    uint32_t d = is_symbol ? defined_by(e, t) : 0;
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
    assert(defined_by(e, symbol) && e->open.size > 0);
    size_vec_pop(&e->open);
    term from = {defined_by(e, symbol) - 1};
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

typedef struct choice {
    const solve_eq *e;
    term conjunct;
} choice;

/* The best symbol to solve an equation for. */
static bool is_better(void *context, term symbol, term best)
{
    const choice *c = context;
    const solve_eq *e = c->e;
    const uint32_t *rank = u32_map_find(&e->rank, symbol.id);
    if (!rank || solve_eq_has(e, symbol)) return false;
    if (u64_map_find(&e->refused, (uint64_t)c->conjunct.id << 32 | symbol.id)) return false;
    if (term_is_none(best)) return true;
    uint32_t best_rank = *u32_map_find(&e->rank, best.id);
    /* Newer symbols are mostly copies of older ones, with worse names. */
    return *rank < best_rank || (*rank == best_rank && symbol.id > best.id);
}

static void propose(solve_eq *e, const term_vec *conjuncts, proposal_vec *out)
{
    for (size_t i = 0; i < conjuncts->size; i++) {
        choice c = {.e = e, .conjunct = conjuncts->data[i]};
        definition d;
        if (!equation_define(e->ts, c.conjunct, is_better, &c, &d)) continue;
        *u32_map_put(&e->def, d.symbol.id, NULL) = d.value.id + 1;
        proposal_vec_push(out, (proposal){d.symbol, (uint32_t)i});
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
