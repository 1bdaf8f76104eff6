#include "engine/derivation_tree.h"

#include "base/map.h"
#include "smt/blast.h"
#include "term/dag.h"
#include "term/eval.h"
#include "term/lemmas.h"

#include <stdlib.h>

#define NO_USE UINT32_MAX

typedef struct node {
    pred pred;
    uint32_t args; /* offset in terms */
    term guard; /* the node has to be derived if this holds */
    uint32_t first_use, n_uses; /* a list through use.next, in reverse order */
} node;
VEC_DECLARE(node_vec, node);

typedef struct use {
    uint32_t clause;
    uint32_t next; /* use of the same node */
    uint32_t child; /* node of the first body atom */
    uint32_t vars; /* offset in terms: what stands for the clause's variables */
    uint32_t facts; /* offset in parts: what holds if the use is chosen; n_facts of them */
    uint32_t n_facts;
    term chosen;
} use;
VEC_DECLARE(use_vec, use);

struct derivation_tree {
    const horn *h;
    term_store *ts;
    const limits *limit;
    stats *stats;
    substitution *rename;
    node_vec nodes;
    use_vec uses;
    term_vec terms, parts;
    term_vec guesses;
    term_vec asserted; /* in the solver at work */
    evaluator *values; /* NULL: the solver has the model */
    u32_vec open; /* nodes without a use */
};

static void say(derivation_tree *t, smt *solver, term fact)
{
    assert(term_is_bool(t->ts, fact));
    smt_assert(solver, fact);
    term_vec_push(&t->asserted, fact);
}

static uint32_t add_node(derivation_tree *t, pred p, uint32_t args)
{
    node_vec_push(&t->nodes, (node){.pred = p, .args = args, .guard = term_true(t->ts), .first_use = NO_USE});
    return (uint32_t)t->nodes.size - 1;
}

derivation_tree *derivation_tree_new(const horn *h, const limits *limit, stats *counters)
{
    derivation_tree *t = alloc_zeroed(1, sizeof *t);
    t->h = h;
    t->ts = horn_terms(h);
    t->limit = limit;
    t->stats = counters;
    t->rename = substitution_new(t->ts);
    add_node(t, PRED_FALSE, 0);
    return t;
}

void derivation_tree_free(derivation_tree *t)
{
    if (!t) return;
    substitution_free(t->rename);
    node_vec_release(&t->nodes);
    use_vec_release(&t->uses);
    term_vec_release(&t->terms);
    term_vec_release(&t->parts);
    term_vec_release(&t->guesses);
    term_vec_release(&t->asserted);
    evaluator_free(t->values);
    u32_vec_release(&t->open);
    free(t);
}

void derivation_tree_guess(derivation_tree *t, uint32_t at, const term *values)
{
    assert(at < t->nodes.size);
    const node *n = &t->nodes.data[at];
    for (size_t i = 0; i < horn_pred_arity(t->h, n->pred); i++)
        term_vec_push(&t->guesses, term_mk_eq(t->ts, t->terms.data[n->args + i], values[i]));
}

void derivation_tree_clear_guesses(derivation_tree *t) { term_vec_clear(&t->guesses); }

static void unify_head(derivation_tree *t, const clause *c, uint32_t args)
{
    size_t n = pred_is_false(c->head.pred) ? 0 : horn_pred_arity(t->h, c->head.pred);
    for (size_t i = 0; i < n; i++)
        if (term_kind_of(t->ts, c->head.args[i]) == TERM_SYM && term_is_none(substitution_get(t->rename, c->head.args[i])))
            substitution_set(t->rename, c->head.args[i], t->terms.data[args + i]);
}

static void rename_variables(derivation_tree *t, const clause *c)
{
    for (size_t i = 0; i < c->n_vars; i++) {
        term by = substitution_get(t->rename, c->vars[i]);
        if (term_is_none(by)) {
            by = term_mk_fresh(t->ts, "v", term_sort(t->ts, c->vars[i]));
            substitution_set(t->rename, c->vars[i], by);
        }
        term_vec_push(&t->terms, by);
    }
}

static void add_part(derivation_tree *t, term part) { term_vec_push(&t->parts, part); }

static uint32_t add_child(derivation_tree *t, atom a)
{
    uint32_t args = (uint32_t)t->terms.size;
    for (size_t i = 0; i < horn_pred_arity(t->h, a.pred); i++) {
        term arg = substitution_apply(t->rename, a.args[i]);
        if (term_kind_of(t->ts, arg) != TERM_SYM && !eval_is_value(t->ts, arg)) {
            term name = term_mk_fresh(t->ts, "v", term_sort(t->ts, arg));
            add_part(t, term_mk_eq(t->ts, name, arg));
            arg = name;
        }
        term_vec_push(&t->terms, arg);
    }
    assert(t->terms.size == args + horn_pred_arity(t->h, a.pred));
    return add_node(t, a.pred, args);
}

uint32_t derivation_tree_add(derivation_tree *t, uint32_t at, uint32_t index)
{
    const clause *c = horn_clause(t->h, index);
    node *n = &t->nodes.data[at];
    assert(pred_is_equal(c->head.pred, n->pred));
    uint32_t args = n->args;
    use u = {.clause = index, .next = n->first_use, .vars = (uint32_t)t->terms.size, .facts = (uint32_t)t->parts.size};
    u.child = (uint32_t)t->nodes.size;
    n->first_use = (uint32_t)t->uses.size;
    n->n_uses++;
    substitution_clear(t->rename);
    unify_head(t, c, args);
    rename_variables(t, c);
    add_part(t, substitution_apply(t->rename, c->constraint));
    size_t arity = pred_is_false(c->head.pred) ? 0 : horn_pred_arity(t->h, c->head.pred);
    for (size_t i = 0; i < arity; i++)
        add_part(t, term_mk_eq(t->ts, substitution_apply(t->rename, c->head.args[i]), t->terms.data[args + i]));
    for (size_t i = 0; i < c->n_body; i++) add_child(t, c->body[i]);
    assert(u.child > at && t->nodes.size == u.child + c->n_body); /* so that parents come before their children */
    u.n_facts = (uint32_t)t->parts.size - u.facts;
    assert(u.n_facts && t->terms.size >= u.vars + c->n_vars);
    use_vec_push(&t->uses, u);
    return u.child;
}

/* Says in the solver how the node is derived, if it has to be. Parents come before their children. */
static void assert_node(derivation_tree *t, smt *solver, uint32_t at)
{
    node n = t->nodes.data[at];
    assert(n.n_uses);
    term_vec choice;
    term_vec_init(&choice);
    term_vec_push(&choice, term_mk_not(t->ts, n.guard));
    for (uint32_t k = n.first_use; k != NO_USE; k = t->uses.data[k].next) {
        use *u = &t->uses.data[k];
        u->chosen = n.n_uses == 1 ? n.guard : term_mk_fresh(t->ts, "chosen", sort_bool(t->ts));
        term_vec_push(&choice, u->chosen);
        term facts = term_mk_and(t->ts, t->parts.data + u->facts, u->n_facts);
        say(t, solver, term_mk_implies(t->ts, u->chosen, facts));
        size_t n_body = horn_clause(t->h, u->clause)->n_body;
        for (size_t j = 0; j < n_body; j++) t->nodes.data[u->child + j].guard = u->chosen;
    }
    if (n.n_uses > 1) say(t, solver, term_mk_or(t->ts, choice.data, choice.size));
    term_vec_release(&choice);
}

static void assert_tree(derivation_tree *t, smt *solver)
{
    u32_vec_clear(&t->open);
    for (size_t i = 0; i < t->guesses.size; i++) say(t, solver, t->guesses.data[i]);
    for (uint32_t i = 0; i < t->nodes.size; i++) {
        if (t->nodes.data[i].n_uses) assert_node(t, solver, i);
        else u32_vec_push(&t->open, i);
    }
}

/* Lets an open node be derived by any clause of its predicate. */
static void expand(derivation_tree *t, smt *solver, uint32_t at)
{
    assert(at < t->nodes.size && !t->nodes.data[at].n_uses);
    uint32_t from = (uint32_t)t->nodes.size;
    const u32_vec *clauses = horn_clauses_of(t->h, t->nodes.data[at].pred);
    for (size_t i = 0; i < clauses->size; i++) derivation_tree_add(t, at, clauses->data[i]);
    if (clauses->size) assert_node(t, solver, at);
    else say(t, solver, term_mk_not(t->ts, t->nodes.data[at].guard));
    for (uint32_t i = from; i < t->nodes.size; i++) u32_vec_push(&t->open, i);
}

/* Expands the open nodes that `blamed` (negated guards) names. False if there are none. */
static bool expand_blamed(derivation_tree *t, smt *solver, const term_vec *blamed)
{
    u32_map in_blamed;
    u32_map_init(&in_blamed);
    for (size_t i = 0; i < blamed->size; i++) u32_map_put(&in_blamed, blamed->data[i].id, NULL);
    u32_vec open = t->open;
    u32_vec_init(&t->open);
    bool any = false;
    for (size_t i = 0; i < open.size; i++) {
        term assumption = term_mk_not(t->ts, t->nodes.data[open.data[i]].guard);
        if (u32_map_find(&in_blamed, assumption.id)) {
            expand(t, solver, open.data[i]);
            any = true;
        } else {
            u32_vec_push(&t->open, open.data[i]);
        }
    }
    u32_vec_release(&open);
    u32_map_release(&in_blamed);
    return any;
}

/* Checks under the assumption that open nodes are not needed. After SMT_UNSAT, `blamed` has the assumptions to give up. */
static smt_result check(derivation_tree *t, smt *solver, term_vec *blamed)
{
    term_vec assumptions;
    term_vec_init(&assumptions);
    bool absurd = false;
    for (size_t i = 0; i < t->open.size; i++) {
        term_vec_push(&assumptions, term_mk_not(t->ts, t->nodes.data[t->open.data[i]].guard));
        absurd = absurd || term_kind_of(t->ts, term_vec_last(&assumptions)) == TERM_FALSE;
    }
    term_vec_clear(blamed);
    smt_result found = SMT_UNSAT;
    if (absurd) {
        term_vec_push(blamed, term_false(t->ts));
    } else {
        stats_count(t->stats, rebuild_checks);
        found = smt_check(solver, assumptions.data, assumptions.size);
        if (found == SMT_UNSAT) smt_core(solver, blamed);
    }
    term_vec_release(&assumptions);
    return found;
}

/* A tree that is complete, with operations on bounded integers that the solver is bad at, may be decided by bits. */
static smt_result check_bits(derivation_tree *t, double seconds)
{
    term all = term_mk_and(t->ts, t->asserted.data, t->asserted.size);
    if (t->open.size || !lemmas_is_about_part(t->ts, all)) return SMT_UNKNOWN;
    limits own = limits_within(t->limit, seconds > 0 ? seconds : limits_left(t->limit) / 2);
    evaluator *values = evaluator_new(t->ts);
    smt_result found = blast_check(t->ts, all, &own, t->stats, values);
    if (found == SMT_SAT) t->values = values;
    else evaluator_free(values);
    return found;
}

static term value_of(const derivation_tree *t, smt *solver, term x)
{
    return t->values ? evaluator_eval(t->values, x, NULL) : smt_value(solver, x);
}

static uint32_t chosen_use(const derivation_tree *t, smt *solver, const node *n)
{
    if (n->n_uses == 1) return n->first_use;
    for (uint32_t k = n->first_use; k != NO_USE; k = t->uses.data[k].next)
        if (term_is_equal(value_of(t, solver, t->uses.data[k].chosen), term_true(t->ts))) return k;
    return NO_USE;
}

static bool add_step(derivation_tree *t, smt *solver, const use *u, const uint32_t *step_of, derivation *out, uint32_t *number)
{
    const clause *c = horn_clause(t->h, u->clause);
    term_vec values;
    term_vec_init(&values);
    bool ok = true;
    for (size_t i = 0; i < c->n_vars && ok; i++) {
        term value = value_of(t, solver, t->terms.data[u->vars + i]);
        ok = !term_is_none(value);
        term_vec_push(&values, value);
    }
    if (ok) *number = derivation_add(out, t->h, u->clause, step_of + u->child, values.data);
    term_vec_release(&values);
    return ok;
}

/* After SMT_SAT. */
static bool read_derivation(derivation_tree *t, smt *solver, derivation *out)
{
    size_t n = t->nodes.size;
    uint32_t *use_of = alloc_resize(NULL, n, sizeof *use_of), *step_of = alloc_zeroed(n, sizeof *step_of);
    for (size_t i = 0; i < n; i++) use_of[i] = NO_USE;
    bool ok = true;
    use_of[0] = chosen_use(t, solver, &t->nodes.data[0]);
    for (size_t i = 0; i < n && ok; i++) {
        if (use_of[i] == NO_USE) continue;
        const use *u = &t->uses.data[use_of[i]];
        assert(u->child > i && pred_is_equal(horn_clause(t->h, u->clause)->head.pred, t->nodes.data[i].pred));
        size_t n_body = horn_clause(t->h, u->clause)->n_body;
        for (size_t j = 0; j < n_body && ok; j++) {
            use_of[u->child + j] = chosen_use(t, solver, &t->nodes.data[u->child + j]);
            ok = use_of[u->child + j] != NO_USE;
        }
    }
    for (size_t i = n; i-- > 0 && ok;)
        if (use_of[i] != NO_USE) ok = add_step(t, solver, &t->uses.data[use_of[i]], step_of, out, &step_of[i]);
    ok = ok && use_of[0] != NO_USE;
    free(use_of);
    free(step_of);
    return ok;
}

smt_result derivation_tree_solve(derivation_tree *t, const derivation_tree_limits *how, derivation *out)
{
    smt *solver = smt_new(t->ts, t->limit, t->stats);
    term_vec blamed;
    term_vec_init(&blamed);
    size_t room = t->nodes.size + how->search;
    smt_set_query_limit(solver, how->seconds);
    term_vec_clear(&t->asserted);
    evaluator_free(t->values);
    t->values = NULL;
    assert_tree(t, solver);
    assert(t->nodes.data[0].n_uses || t->open.size);
    smt_result found = check_bits(t, how->seconds);
    if (found == SMT_UNKNOWN) found = check(t, solver, &blamed);
    while (found == SMT_UNSAT && t->nodes.size < room && !limits_is_over(t->limit)) {
        if (!expand_blamed(t, solver, &blamed)) break;
        found = check(t, solver, &blamed);
    }
    if (found == SMT_SAT && !read_derivation(t, solver, out)) found = SMT_UNKNOWN;
    term_vec_release(&blamed);
    smt_free(solver);
    return found;
}
