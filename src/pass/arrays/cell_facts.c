/* The largest inductive set of guesses (Houdini). All guesses count as facts at first; a model of a clause's body in which a guess
 * about the head is false kills that guess, until every clause keeps what is left. The solver is given only those guesses
 * about body atoms that some model has contradicted, which are few; only when one of these dies is a clause looked at again. There are thousands of guesses for
 * each predicate: logic/houdini.h, which assumes all candidates of a node at once and looks at an edge again whenever one of them is gone, is for few. */

#include "base/alloc.h"
#include "pass/arrays/cells.h"
#include "smt/smt.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>

/* Guesses about the head that one query asks for; twice as many after a query that kills none. */
enum { MIN_ASKED = 32, MAX_ASKED = 1024 };
/* Guesses about a body atom that one model adds. */
enum { MAX_ADDED = 2 };
#define QUERY_SECONDS 2.0
#define CORE_SECONDS 0.3
#define TIDY_SECONDS 2.0

/* A guess put to use at a body atom. */
typedef struct usage {
    uint32_t atom, guess;
} usage;
VEC_DECLARE(usage_vec, usage);

typedef struct finder {
    const horn *h;
    term_store *ts;
    const limits *limit;
    term_lists guesses; /* by predicate */
    bool **alive; /* by predicate and guess */
    bool **needed;
    usage_vec *used; /* by clause */
    bool *dirty; /* by clause */
    bool *reached; /* by predicate: others are false */
    smt *solver;
    evaluator *variables, *params;
    term_vec values; /* of an atom's arguments */
    term_vec scratch;
} finder;

static void finder_init(finder *x, const horn *h, const cell_shape *shapes, bool many, const limits *limit)
{
    *x = (finder){.h = h, .ts = horn_terms(h), .limit = limit};
    cell_guess(h, shapes, many, &x->guesses);
    size_t preds = horn_pred_count(h), clauses = horn_clause_count(h);
    x->alive = alloc_zeroed(preds + 1, sizeof *x->alive);
    x->needed = alloc_zeroed(preds + 1, sizeof *x->needed);
    for (size_t p = 0; p < preds; p++) {
        size_t n = x->guesses.data[p].size;
        x->alive[p] = alloc_zeroed(n + 1, sizeof(bool));
        x->needed[p] = alloc_zeroed(n + 1, sizeof(bool));
        for (size_t i = 0; i < n; i++) x->alive[p][i] = true;
    }
    x->used = alloc_zeroed(clauses + 1, sizeof *x->used);
    x->dirty = alloc_zeroed(clauses + 1, sizeof *x->dirty);
    x->reached = alloc_zeroed(preds + 1, sizeof *x->reached);
    x->solver = smt_new(x->ts, limit, NULL);
    smt_set_query_limit(x->solver, QUERY_SECONDS);
    x->variables = evaluator_new(x->ts);
    x->params = evaluator_new(x->ts);
}

static void finder_release(finder *x)
{
    for (size_t p = 0; p < horn_pred_count(x->h); p++) {
        term_vec_release(&x->guesses.data[p]);
        free(x->alive[p]);
        free(x->needed[p]);
    }
    term_lists_release(&x->guesses);
    free(x->alive);
    free(x->needed);
    for (size_t i = 0; i < horn_clause_count(x->h); i++) usage_vec_release(&x->used[i]);
    free(x->used);
    free(x->dirty);
    free(x->reached);
    smt_free(x->solver);
    evaluator_free(x->variables);
    evaluator_free(x->params);
    term_vec_release(&x->values);
    term_vec_release(&x->scratch);
}

/* What the guess says about the atom. */
static term guess_at(finder *x, atom a, uint32_t guess)
{
    term_vec_clear(&x->scratch);
    for (size_t i = 0; i < horn_pred_arity(x->h, a.pred); i++) term_vec_push(&x->scratch, horn_param(x->h, a.pred, i));
    return dag_substitute(x->ts, x->guesses.data[a.pred.id].data[guess], x->scratch.data, a.args, x->scratch.size);
}

/* ---- models ---- */

static void take_model(finder *x, const clause *c)
{
    evaluator_clear(x->variables);
    for (size_t i = 0; i < c->n_vars; i++) {
        term value = smt_value(x->solver, c->vars[i]);
        if (!term_is_none(value)) evaluator_set(x->variables, c->vars[i], value);
    }
}

static void look_at_atom(finder *x, atom a)
{
    evaluator_clear(x->params);
    for (size_t i = 0; i < horn_pred_arity(x->h, a.pred); i++) {
        term value = evaluator_eval(x->variables, a.args[i], NULL);
        if (!term_is_none(value)) evaluator_set(x->params, horn_param(x->h, a.pred, i), value);
    }
}

/* Does the guess hold for the atom looked at? What cannot be evaluated does not. */
static bool holds(finder *x, pred p, size_t guess)
{
    term value = evaluator_eval(x->params, x->guesses.data[p.id].data[guess], NULL);
    return !term_is_none(value) && term_kind_of(x->ts, value) == TERM_TRUE;
}

static bool is_used(const finder *x, size_t index, uint32_t a, uint32_t guess)
{
    for (size_t i = 0; i < x->used[index].size; i++)
        if (x->used[index].data[i].atom == a && x->used[index].data[i].guess == guess) return true;
    return false;
}

/* Puts guesses to use that the model contradicts. False if there are none: the body is possible. */
static bool contradict(finder *x, size_t index)
{
    const clause *c = horn_clause(x->h, index);
    bool any = false;
    for (uint32_t a = 0; a < c->n_body; a++) {
        pred p = c->body[a].pred;
        look_at_atom(x, c->body[a]);
        int added = 0;
        for (uint32_t i = 0; i < x->guesses.data[p.id].size && added < MAX_ADDED; i++) {
            if (!x->alive[p.id][i] || holds(x, p, i) || is_used(x, index, a, i)) continue;
            usage_vec_push(&x->used[index], (usage){a, i});
            smt_assert(x->solver, guess_at(x, c->body[a], i));
            added++;
        }
        any |= added > 0;
    }
    return any;
}

/* ---- the fixed point ---- */

static void kill_guess(finder *x, pred p, uint32_t guess)
{
    if (!x->alive[p.id][guess]) return;
    x->alive[p.id][guess] = false;
    const u32_vec *uses = horn_uses_of(x->h, p);
    for (size_t i = 0; i < uses->size; i++) {
        const clause *c = horn_clause(x->h, uses->data[i]);
        for (uint32_t a = 0; a < c->n_body; a++)
            if (pred_is_equal(c->body[a].pred, p) && is_used(x, uses->data[i], a, guess)) x->dirty[uses->data[i]] = true;
    }
}

static void kill_range(finder *x, pred p, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) kill_guess(x, p, (uint32_t)i);
}

/* Guesses about the head that the model makes false die. */
static bool kill_false(finder *x, atom head)
{
    bool any = false;
    look_at_atom(x, head);
    for (uint32_t i = 0; i < x->guesses.data[head.pred.id].size; i++) {
        if (!x->alive[head.pred.id][i] || holds(x, head.pred, i)) continue;
        kill_guess(x, head.pred, i);
        any = true;
    }
    return any;
}

static void assert_body(finder *x, size_t index)
{
    const clause *c = horn_clause(x->h, index);
    smt_assert(x->solver, c->constraint);
    size_t kept = 0;
    for (size_t i = 0; i < x->used[index].size; i++) {
        usage u = x->used[index].data[i];
        if (!x->alive[c->body[u.atom].pred.id][u.guess]) continue;
        x->used[index].data[kept++] = u;
        smt_assert(x->solver, guess_at(x, c->body[u.atom], u.guess));
    }
    x->used[index].size = kept;
}

/* One of the next living guesses about the head is false; *to becomes the first one not asked for. */
static term ask_next(finder *x, atom head, size_t most, size_t from, size_t *to)
{
    term_vec denied;
    term_vec_init(&denied);
    const bool *alive = x->alive[head.pred.id];
    for (*to = from; *to < x->guesses.data[head.pred.id].size && denied.size < most; ++*to)
        if (alive[*to]) term_vec_push(&denied, term_mk_not(x->ts, guess_at(x, head, (uint32_t)*to)));
    term t = term_mk_or(x->ts, denied.data, denied.size);
    term_vec_release(&denied);
    return t;
}

/* A clause that has an atom of its head in its body may lose a guess that it has put to use: it is then dirty again. */
static void visit_clause(finder *x, size_t index)
{
    const clause *c = horn_clause(x->h, index);
    x->dirty[index] = false;
    smt_push(x->solver);
    assert_body(x, index);
    size_t from = 0, to = 0, most = MIN_ASKED, n = x->guesses.data[c->head.pred.id].size;
    while (from < n && !x->dirty[index] && !limits_is_over(x->limit)) {
        term asked = ask_next(x, c->head, most, from, &to);
        smt_push(x->solver);
        smt_assert(x->solver, asked);
        smt_result r = smt_check(x->solver, NULL, 0);
        if (r == SMT_SAT) take_model(x, c);
        smt_pop(x->solver, 1);
        most = r != SMT_UNSAT ? MIN_ASKED : most < MAX_ASKED ? 2 * most : most;
        if (r == SMT_UNSAT) from = to;
        else if (r == SMT_UNKNOWN) kill_range(x, c->head.pred, from, to);
        else if (!contradict(x, index) && !kill_false(x, c->head)) kill_range(x, c->head.pred, from, to);
    }
    smt_pop(x->solver, 1);
}

static bool is_reached(const finder *x, const clause *c)
{
    for (size_t i = 0; i < c->n_body; i++)
        if (!x->reached[c->body[i].pred.id]) return false;
    return true;
}

static void find_fixed_point(finder *x)
{
    size_t n = horn_clause_count(x->h);
    for (size_t i = 0; i < n; i++) x->dirty[i] = true;
    for (bool changed = true; changed && !limits_is_over(x->limit);) {
        changed = false;
        for (size_t i = 0; i < n && !limits_is_over(x->limit); i++) {
            const clause *c = horn_clause(x->h, i);
            if (!x->dirty[i] || pred_is_false(c->head.pred) || !is_reached(x, c)) continue;
            x->reached[c->head.pred.id] = true;
            visit_clause(x, i);
            changed = true;
        }
    }
}

static bool contradicts_query(finder *x, size_t index)
{
    smt_push(x->solver);
    assert_body(x, index);
    smt_result r = smt_check(x->solver, NULL, 0);
    while (r == SMT_SAT && !limits_is_over(x->limit)) {
        take_model(x, horn_clause(x->h, index));
        if (!contradict(x, index)) break;
        r = smt_check(x->solver, NULL, 0);
    }
    smt_pop(x->solver, 1);
    return r == SMT_UNSAT;
}

static bool contradicts_queries(finder *x)
{
    const u32_vec *queries = horn_clauses_of(x->h, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++)
        if (is_reached(x, horn_clause(x->h, queries->data[i])) && !contradicts_query(x, queries->data[i])) return false;
    return true;
}

/* ---- what a proof needs ---- */

typedef struct need {
    finder *x;
    u32_vec work; /* pairs: predicate, guess */
    bool failed; /* the solver did not find a proof again */
} need;

static void require(need *n, pred p, uint32_t guess)
{
    if (n->x->needed[p.id][guess]) return;
    n->x->needed[p.id][guess] = true;
    u32_vec_push(&n->work, p.id);
    u32_vec_push(&n->work, guess);
}

/* The guesses that the clause's body needs to contradict what was asserted: those needed already, or more. */
static void require_core(need *n, size_t index)
{
    finder *x = n->x;
    const clause *c = horn_clause(x->h, index);
    term_vec assumed, core;
    term_vec_init(&assumed);
    term_vec_init(&core);
    bool found = false;
    for (int all = 0; all < 2 && !found; all++) {
        term_vec_clear(&assumed);
        for (size_t i = 0; i < x->used[index].size; i++) {
            usage u = x->used[index].data[i];
            pred p = c->body[u.atom].pred;
            if (x->alive[p.id][u.guess] && (all || x->needed[p.id][u.guess])) term_vec_push(&assumed, guess_at(x, c->body[u.atom], u.guess));
        }
        found = smt_check(x->solver, assumed.data, assumed.size) == SMT_UNSAT;
    }
    n->failed |= !found;
    if (found) smt_minimise_core(x->solver, &core, CORE_SECONDS);
    for (size_t i = 0; i < x->used[index].size && found; i++) {
        usage u = x->used[index].data[i];
        if (!x->alive[c->body[u.atom].pred.id][u.guess]) continue;
        term t = guess_at(x, c->body[u.atom], u.guess);
        for (size_t j = 0; j < core.size; j++)
            if (term_is_equal(core.data[j], t)) require(n, c->body[u.atom].pred, u.guess);
    }
    term_vec_release(&assumed);
    term_vec_release(&core);
}

static void require_for(need *n, size_t index, term denied)
{
    if (!is_reached(n->x, horn_clause(n->x->h, index))) return;
    smt_push(n->x->solver);
    smt_assert(n->x->solver, horn_clause(n->x->h, index)->constraint);
    smt_assert(n->x->solver, denied);
    require_core(n, index);
    smt_pop(n->x->solver, 1);
}

/* False if all are needed, for all we know. */
static bool find_needed(finder *x)
{
    need n = {.x = x};
    const u32_vec *queries = horn_clauses_of(x->h, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++) require_for(&n, queries->data[i], term_true(x->ts));
    while (n.work.size && !n.failed && !limits_is_over(x->limit)) {
        uint32_t guess = u32_vec_pop(&n.work);
        pred p = {u32_vec_pop(&n.work)};
        const u32_vec *defs = horn_clauses_of(x->h, p);
        for (size_t i = 0; i < defs->size; i++)
            require_for(&n, defs->data[i], term_mk_not(x->ts, guess_at(x, horn_clause(x->h, defs->data[i])->head, guess)));
    }
    u32_vec_release(&n.work);
    return !n.failed;
}

/* Do the needed guesses about the body give those about the head? */
static bool keeps_needed(finder *x, size_t index)
{
    const clause *c = horn_clause(x->h, index);
    if (!is_reached(x, c)) return true;
    term_vec parts;
    term_vec_init(&parts);
    smt_push(x->solver);
    smt_assert(x->solver, c->constraint);
    for (size_t a = 0; a < c->n_body; a++) {
        pred p = c->body[a].pred;
        for (uint32_t i = 0; i < x->guesses.data[p.id].size; i++)
            if (x->needed[p.id][i]) smt_assert(x->solver, guess_at(x, c->body[a], i));
    }
    size_t n = pred_is_false(c->head.pred) ? 0 : x->guesses.data[c->head.pred.id].size;
    for (uint32_t i = 0; i < n; i++)
        if (x->needed[c->head.pred.id][i]) term_vec_push(&parts, guess_at(x, c->head, i));
    if (!pred_is_false(c->head.pred)) smt_assert(x->solver, term_mk_not(x->ts, term_mk_and(x->ts, parts.data, parts.size)));
    bool kept = smt_check(x->solver, NULL, 0) == SMT_UNSAT;
    smt_pop(x->solver, 1);
    term_vec_release(&parts);
    return kept;
}

static bool can_drop(finder *x, pred p, uint32_t guess)
{
    const u32_vec *uses = horn_uses_of(x->h, p);
    x->needed[p.id][guess] = false;
    bool ok = true;
    for (size_t i = 0; i < uses->size && ok; i++) ok = keeps_needed(x, uses->data[i]);
    x->needed[p.id][guess] = !ok;
    return ok;
}

/* Cores are found one by one, so that all together may be more than it takes: fewer facts are nicer to read. */
static void drop_spare(finder *x)
{
    limits own = limits_within(x->limit, TIDY_SECONDS);
    for (uint32_t p = (uint32_t)horn_pred_count(x->h); p-- > 0;)
        for (uint32_t i = (uint32_t)x->guesses.data[p].size; i-- > 0;)
            if (x->needed[p][i] && !limits_is_over(&own)) can_drop(x, (pred){p}, i);
}

/* ---- the result ---- */

/* The living guesses about p that do not follow from earlier ones. */
static void drop_redundant(finder *x, uint32_t p)
{
    smt_push(x->solver);
    for (uint32_t i = 0; i < x->guesses.data[p].size && !limits_is_over(x->limit); i++) {
        if (!x->alive[p][i]) continue;
        term t = x->guesses.data[p].data[i], denied = term_mk_not(x->ts, t);
        if (smt_check(x->solver, &denied, 1) == SMT_UNSAT) continue;
        x->needed[p][i] = true;
        smt_assert(x->solver, t);
    }
    smt_pop(x->solver, 1);
}

static term conjunction(finder *x, uint32_t p)
{
    if (!x->reached[p]) return term_false(x->ts);
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < x->guesses.data[p].size; i++)
        if (x->needed[p][i]) term_vec_push(&parts, x->guesses.data[p].data[i]);
    term t = term_mk_and(x->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

static void find_facts(finder *x, term_vec *facts, bool *proved)
{
    find_fixed_point(x);
    bool finished = !limits_is_over(x->limit);
    *proved = finished && contradicts_queries(x);
    if (*proved && find_needed(x)) drop_spare(x);
    else if (finished)
        for (uint32_t p = 0; p < horn_pred_count(x->h); p++) drop_redundant(x, p);
    if (limits_is_over(x->limit)) *proved = finished = false;
    if (finished) term_vec_clear(facts);
    for (uint32_t p = 0; p < horn_pred_count(x->h) && finished; p++) term_vec_push(facts, conjunction(x, p));
}

/* Few guesses first, which mostly suffice. */
void cell_facts_find(const horn *h, const cell_shape *shapes, const limits *limit, term_vec *facts, bool *proved)
{
    *proved = false;
    for (uint32_t p = 0; p < horn_pred_count(h); p++) term_vec_push(facts, term_true(horn_terms(h)));
    for (int many = 0; many < 2 && !*proved && !limits_is_over(limit); many++) {
        finder x;
        finder_init(&x, h, shapes, many, limit);
        find_facts(&x, facts, proved);
        finder_release(&x);
    }
}
