#include "engine/clause_solver.h"
#include "engine/la/la.h"

#include <stdlib.h>

/* More proxies than this, and the solver starts anew: each costs an assumption in every check. */
enum { MAX_PROXIES = 80 };
#define CHECK_SECONDS 20.0

typedef struct proxy {
    term literal; /* a fresh symbol p; p => formula is asserted */
    uint32_t used; /* number of the last check that assumed it */
} proxy;
VEC_DECLARE(proxy_vec, proxy);

/* A lemma at level l is asserted for body atom i under the symbol gates[i][l]; what always holds is asserted plainly. */
struct edge {
    la *la;
    clause_solver of;
    const clause *c;
    term_vec *gates;
    size_t *read; /* for each body atom: how many news of its predicate the solver has */
    u64_map asserted; /* body atom and lemma -> level it is asserted at */
    proxy_vec proxies;
    u32_map proxy_of; /* formula -> index */
    uint32_t check;
    term_vec assumptions, core;
};

static void start_solver(edge *e)
{
    assert(!e->of.c || e->of.c == e->c);
    clause_solver_start(&e->of, e->la->solver);
    smt_set_query_limit(e->of.solver, CHECK_SECONDS);
    proxy_vec_clear(&e->proxies);
    u32_map_clear(&e->proxy_of);
    u64_map_clear(&e->asserted);
    for (size_t i = 0; i < e->c->n_body; i++) e->read[i] = 0;
}

edge *edge_new(la *a, uint32_t index)
{
    edge *e = alloc_zeroed(1, sizeof *e);
    e->la = a;
    clause_solver_init(&e->of, a->h, index);
    e->c = e->of.c;
    size_t n = e->c->n_body;
    e->gates = alloc_zeroed(n + 1, sizeof *e->gates);
    e->read = alloc_zeroed(n + 1, sizeof *e->read);
    start_solver(e);
    return e;
}

void edge_free(edge *e)
{
    if (!e) return;
    for (size_t i = 0; i <= e->c->n_body; i++) term_vec_release(&e->gates[i]);
    clause_solver_release(&e->of);
    free(e->gates);
    free(e->read);
    u64_map_release(&e->asserted);
    proxy_vec_release(&e->proxies);
    u32_map_release(&e->proxy_of);
    term_vec_release(&e->assumptions);
    term_vec_release(&e->core);
    free(e);
}

const clause *edge_clause(const edge *e) { return e->c; }
term edge_value(edge *e, term t) { return smt_value(e->of.solver, t); }

term edge_at(edge *e, size_t at, term formula) { return clause_solver_at(&e->of, at, formula); }

static term gate(edge *e, size_t at, uint32_t level)
{
    assert(at < e->c->n_body && level != LEVEL_ALWAYS);
    while (e->gates[at].size <= level)
        term_vec_push(&e->gates[at], term_mk_fresh(e->la->ts, "gate", sort_bool(e->la->ts)));
    return e->gates[at].data[level];
}

static void assert_lemma(edge *e, size_t at, uint32_t number)
{
    term_store *ts = e->la->ts;
    const lemma *l = &e->la->lemmas.data[number];
    assert(at < e->c->n_body && pred_is_equal(l->pred, e->c->body[at].pred));
    bool added;
    uint32_t *level = u64_map_put(&e->asserted, (uint64_t)at << 32 | number, &added);
    if (l->dead || (!added && *level == l->level)) return;
    *level = l->level;
    term formula = edge_at(e, at, l->formula);
    smt_assert(e->of.solver, l->level == LEVEL_ALWAYS ? formula : term_mk_implies(ts, gate(e, at, l->level), formula));
}

static void read_news(edge *e)
{
    for (size_t i = 0; i < e->c->n_body; i++) {
        const u32_vec *news = &e->la->places[e->c->body[i].pred.id].news;
        assert(e->read[i] <= news->size);
        for (; e->read[i] < news->size; e->read[i]++) assert_lemma(e, i, news->data[e->read[i]]);
    }
}

static term proxy_for(edge *e, term formula)
{
    assert(term_is_bool(e->la->ts, formula));
    term_store *ts = e->la->ts;
    bool added;
    uint32_t *known = u32_map_put(&e->proxy_of, formula.id, &added);
    if (added) {
        *known = (uint32_t)e->proxies.size;
        proxy_vec_push(&e->proxies, (proxy){term_mk_fresh(ts, "lit", sort_bool(ts)), 0});
        smt_assert(e->of.solver, term_mk_implies(ts, e->proxies.data[*known].literal, formula));
    }
    assert(*known < e->proxies.size);
    e->proxies.data[*known].used = e->check;
    return e->proxies.data[*known].literal;
}

/* The term that stands for `formula` among the assumptions. */
static term assume(edge *e, term formula)
{
    term t = term_is_value(e->la->ts, formula) ? formula : proxy_for(e, formula);
    term_vec_push(&e->assumptions, t);
    return t;
}

static void begin(edge *e)
{
    if (e->proxies.size > MAX_PROXIES) start_solver(e);
    e->check++;
    term_vec_clear(&e->assumptions);
    read_news(e);
}

static smt_result end(edge *e)
{
    for (size_t i = 0; i < e->proxies.size; i++)
        if (e->proxies.data[i].used != e->check) term_vec_push(&e->assumptions, term_mk_not(e->la->ts, e->proxies.data[i].literal));
    double start = limits_now();
    smt_result r = smt_check(e->of.solver, e->assumptions.data, e->assumptions.size);
    e->la->stats->value[e->la->purpose.checks] += 1;
    e->la->stats->value[e->la->purpose.seconds] += limits_now() - start;
    return r;
}

static void open_gates(edge *e, size_t at, uint32_t level)
{
    for (uint32_t l = 0; l < e->gates[at].size; l++) {
        term g = e->gates[at].data[l];
        term_vec_push(&e->assumptions, l >= level ? g : term_mk_not(e->la->ts, g));
    }
}

static void assume_support(edge *e, const support *s)
{
    assert(s->n_facts <= e->c->n_body);
    for (size_t i = 0; i < e->c->n_body; i++) {
        pred p = e->c->body[i].pred;
        if (i < s->n_facts) assume(e, edge_at(e, i, e->la->places[p.id].facts_formula));
        else if (s->also && pred_is_equal(p, s->also_pred)) assume(e, edge_at(e, i, *s->also));
        if (s->candidates) assume(e, edge_at(e, i, s->candidates[p.id]));
        open_gates(e, i, i < s->n_facts ? LEVEL_ALWAYS : s->level);
    }
}

smt_result edge_check(la *a, edge *e, const support *s, const term *head, size_t n, bool *in_core)
{
    if (s->is_closed && e->c->n_body) return SMT_UNSAT;
    assert(a == e->la && (!n || !pred_is_false(e->c->head.pred)));
    begin(e);
    assume_support(e, s);
    u32_map mine;
    u32_map_init(&mine);
    for (size_t i = 0; i < n; i++) {
        term t = assume(e, edge_at(e, e->c->n_body, head[i]));
        *u32_map_put(&mine, t.id, NULL) = (uint32_t)i;
    }
    smt_result r = end(e);
    if (r == SMT_UNSAT && in_core) {
        term_vec_clear(&e->core);
        smt_core(e->of.solver, &e->core);
        for (size_t i = 0; i < e->core.size; i++) {
            uint32_t *which = u32_map_find(&mine, e->core.data[i].id);
            assert(!which || *which < n);
            if (which) in_core[*which] = true;
        }
    }
    if (r == SMT_UNKNOWN && !la_is_over(a)) a->why = "the solver did not decide a query";
    u32_map_release(&mine);
    return r;
}

smt_result edge_check_plain(edge *e, const term *formulas, size_t n)
{
    begin(e);
    for (size_t i = 0; i < e->c->n_body; i++) open_gates(e, i, LEVEL_ALWAYS);
    for (size_t i = 0; i < n; i++) assume(e, formulas[i]);
    return end(e);
}
