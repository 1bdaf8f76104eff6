#include "engine/spacer.h"

#include "engine/spacer_proof.h"
#include "engine/spacer_session.h"
#include "engine/spacer_trace.h"
#include "engine/derivation_tree.h"
#include "smt/smt.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>

/* The first attempt's time; each later one gets twice as much. */
#define FIRST_SECONDS 8.0
/* A counterexample with more steps is not unfolded into a tree. */
#define MAX_TREE 200000
/* A query for the values of a counterexample that takes longer gets Spacer's values to help. */
#define EASY_SECONDS 2.0
/* Nodes added to a counterexample for the body atoms that Spacer has dropped. */
#define MAX_MISSING 200
/* Nodes of a counterexample searched for from scratch. */
#define MAX_SEARCH 3000
/* For checking one clause, and for checking all. */
#define CHECK_SECONDS 1.0
#define CHECK_ALL_SECONDS 3.0

/* ---- safe: the model ---- */

static Z3_ast get_answer(spacer_session *s, Z3_fixedpoint fp)
{
    Z3_ast answered = Z3_fixedpoint_get_answer(s->z3, fp);
    if (!answered || Z3_get_error_code(s->z3) != Z3_OK) return NULL;
    Z3_inc_ref(s->z3, answered);
    return answered;
}

static bool is_app_of(Z3_context z3, Z3_ast e, Z3_decl_kind kind)
{
    return Z3_get_ast_kind(z3, e) == Z3_APP_AST && Z3_get_decl_kind(z3, Z3_get_app_decl(z3, Z3_to_app(z3, e))) == kind;
}

/* Is `e` an application of one of our predicates? */
static bool is_atom(const spacer_session *s, Z3_ast e, pred *p)
{
    if (Z3_get_ast_kind(s->z3, e) != Z3_APP_AST) return false;
    bool sliced;
    p->id = spacer_session_tag(s, Z3_get_app_decl(s->z3, Z3_to_app(s->z3, e)), &sliced);
    return !sliced && p->id < s->preds.size;
}

/* by[i] is the parameter of p that Z3's bound variable i stands for in the atom p(...). False if an argument is no variable. */
static bool read_parameters(const spacer_session *s, Z3_ast atom_expr, pred p, term_vec *by)
{
    Z3_app a = Z3_to_app(s->z3, atom_expr);
    for (unsigned i = 0; i < Z3_get_app_num_args(s->z3, a); i++) {
        Z3_ast v = Z3_get_app_arg(s->z3, a, i);
        if (Z3_get_ast_kind(s->z3, v) != Z3_VAR_AST) return false;
        size_t index = Z3_get_index_value(s->z3, v);
        while (by->size <= index) term_vec_push(by, term_false(s->ts));
        by->data[index] = horn_param(s->h, p, i);
    }
    return true;
}

/* One conjunct of Spacer's answer: forall x. p(x) = formula; for a formula that is true or false also p(x), not p(x). */
static bool read_definition(const spacer_session *s, Z3_ast e, pred *p, term *formula)
{
    while (Z3_get_ast_kind(s->z3, e) == Z3_QUANTIFIER_AST) e = Z3_get_quantifier_body(s->z3, e);
    if (Z3_get_ast_kind(s->z3, e) != Z3_APP_AST) return false;
    Z3_app a = Z3_to_app(s->z3, e);
    *formula = term_true(s->ts);
    if (is_atom(s, e, p)) return true;
    if (is_app_of(s->z3, e, Z3_OP_NOT)) {
        *formula = term_false(s->ts);
        return is_atom(s, Z3_get_app_arg(s->z3, a, 0), p);
    }
    if (!is_app_of(s->z3, e, Z3_OP_EQ) && !is_app_of(s->z3, e, Z3_OP_IFF)) return false;
    Z3_ast head = Z3_get_app_arg(s->z3, a, 0), body = Z3_get_app_arg(s->z3, a, 1);
    if (!is_atom(s, head, p)) return false;
    term_vec by;
    term_vec_init(&by);
    *formula = read_parameters(s, head, *p, &by) ? z3_terms_from_z3_open(s->bridge, body, by.data, by.size) : TERM_NONE;
    term_vec_release(&by);
    return true;
}

/* Spacer says nothing about predicates that it has seen not to matter: nothing follows from them, or they have no facts. Those
 * are false as far as their clauses allow, and true otherwise. `known` tells which predicates are not to be changed. */
static void complete_model(const spacer_session *s, const uint8_t *known, model *m)
{
    smt *solver = smt_new(s->ts, s->limit, s->stats);
    bool changed = true;
    while (changed && !limits_is_over(s->limit)) {
        changed = false;
        for (size_t i = 0; i < horn_clause_count(s->h); i++) {
            const clause *c = horn_clause(s->h, i);
            if (pred_is_false(c->head.pred) || known[c->head.pred.id]) continue;
            term refuted = model_refute_clause(m, s->h, c);
            if (term_kind_of(s->ts, refuted) == TERM_FALSE) continue;
            smt_push(solver);
            smt_assert(solver, refuted);
            if (smt_check(solver, NULL, 0) != SMT_UNSAT) {
                model_set(m, c->head.pred, term_true(s->ts));
                changed = true;
            }
            smt_pop(solver, 1);
        }
    }
    smt_free(solver);
}

static void read_model(const spacer_session *s, Z3_ast answered, result *out)
{
    model_init(&out->model, s->h);
    for (uint32_t i = 0; i < s->preds.size; i++) model_set(&out->model, (pred){i}, term_false(s->ts));
    uint8_t *known = alloc_zeroed(s->preds.size + 1, 1);
    bool many = is_app_of(s->z3, answered, Z3_OP_AND), ok = true;
    unsigned n = many ? Z3_get_app_num_args(s->z3, Z3_to_app(s->z3, answered)) : 1, n_known = 0;
    for (unsigned i = 0; i < n && ok; i++) {
        pred p;
        term formula;
        Z3_ast e = many ? Z3_get_app_arg(s->z3, Z3_to_app(s->z3, answered), i) : answered;
        if (!read_definition(s, e, &p, &formula)) continue;
        ok = !term_is_none(formula);
        if (!ok) result_set_unknown(out, "Spacer's interpretation of %s is outside of our language", horn_pred_name(s->h, p));
        else model_set(&out->model, p, formula);
        n_known += !known[p.id];
        known[p.id] = 1;
    }
    if (ok) {
        if (n_known < s->preds.size) complete_model(s, known, &out->model);
        out->answer = ANSWER_SAFE;
    }
    free(known);
}

/* A clause that the model surely breaks, or the number of clauses: what Spacer's inliner makes of a model is wrong now and then.
 * This is no proof that the model is right; it stops looking after a while. */
static size_t find_broken_clause(const spacer_session *s, const model *m)
{
    limits own = limits_within(s->limit, CHECK_ALL_SECONDS);
    smt *solver = smt_new(s->ts, &own, s->stats);
    smt_set_query_limit(solver, CHECK_SECONDS);
    size_t i = 0, n = horn_clause_count(s->h);
    for (bool broken = false; i < n && !broken; i += !broken) {
        term refuted = model_refute_clause(m, s->h, horn_clause(s->h, i));
        if (term_kind_of(s->ts, refuted) == TERM_FALSE) continue;
        smt_push(solver);
        smt_assert(solver, refuted);
        broken = smt_check(solver, NULL, 0) == SMT_SAT;
        smt_pop(solver, 1);
    }
    smt_free(solver);
    return i;
}

static void answer_safe(spacer_session *s, Z3_fixedpoint fp, bool transformed, result *out)
{
    Z3_ast answered = get_answer(s, fp);
    if (!answered) {
        result_set_unknown(out, "Spacer has no model to show: %s", spacer_session_error(s));
        return;
    }
    read_model(s, answered, out);
    Z3_dec_ref(s->z3, answered);
    if (out->answer != ANSWER_SAFE || !transformed) return;
    size_t broken = find_broken_clause(s, &out->model);
    if (broken < horn_clause_count(s->h)) result_set_unknown(out, "Spacer's model does not hold in clause %zu", broken);
}

/* ---- unsafe: the derivation ---- */

typedef struct checker {
    const horn *h;
    const derivation *d;
    evaluator *eval;
    term_vec facts; /* the arguments of all conclusions so far */
    u32_vec fact_of; /* offset in facts, by step */
} checker;

static bool is_equal_value(checker *c, term a, term b)
{
    if (term_is_none(a) || term_is_none(b)) return false;
    if (term_is_equal(a, b)) return true;
    term equal = evaluator_eval(c->eval, term_mk_eq(horn_terms(c->h), a, b), NULL);
    return !term_is_none(equal) && term_kind_of(horn_terms(c->h), equal) == TERM_TRUE;
}

/* A quantified constraint is left to the validator. */
static bool step_holds(checker *c, const step *st)
{
    const term_store *ts = horn_terms(c->h);
    const clause *cl = horn_clause(c->h, st->clause);
    bool div0 = false;
    evaluator_clear(c->eval);
    for (size_t i = 0; i < cl->n_vars; i++) evaluator_set(c->eval, cl->vars[i], c->d->values.data[st->value + i]);
    term holds = evaluator_eval(c->eval, cl->constraint, &div0);
    if (term_is_none(holds) ? !term_has_quantifier(ts, cl->constraint) : term_kind_of(ts, holds) != TERM_TRUE) return false;
    for (size_t j = 0; j < cl->n_body; j++) {
        uint32_t premise = c->d->premises.data[st->premise + j], fact = c->fact_of.data[premise];
        if (!pred_is_equal(horn_clause(c->h, c->d->steps.data[premise].clause)->head.pred, cl->body[j].pred)) return false;
        for (size_t i = 0; i < horn_pred_arity(c->h, cl->body[j].pred); i++)
            if (!is_equal_value(c, evaluator_eval(c->eval, cl->body[j].args[i], &div0), c->facts.data[fact + i])) return false;
    }
    u32_vec_push(&c->fact_of, (uint32_t)c->facts.size);
    size_t arity = pred_is_false(cl->head.pred) ? 0 : horn_pred_arity(c->h, cl->head.pred);
    for (size_t i = 0; i < arity; i++) term_vec_push(&c->facts, evaluator_eval(c->eval, cl->head.args[i], &div0));
    return !div0;
}

static bool derivation_holds(const horn *h, const derivation *d)
{
    checker c = {.h = h, .d = d, .eval = evaluator_new(horn_terms(h))};
    bool ok = d->steps.size > 0;
    for (size_t i = 0; i < d->steps.size && ok; i++) ok = step_holds(&c, &d->steps.data[i]);
    evaluator_free(c.eval);
    term_vec_release(&c.facts);
    u32_vec_release(&c.fact_of);
    return ok;
}

/* Keeps the derivation if it is one. */
static bool accept(const horn *h, bool built, derivation *d)
{
    if (built && derivation_holds(h, d)) return true;
    derivation_release(d);
    return false;
}

/* A tree that is too hard for the solver becomes easy with the values that Spacer has found, but they cost some time to get. */
static smt_result solve_tree(spacer_session *s, Z3_fixedpoint fp, const spacer_trace *trace, const u32_vec *nodes, derivation_tree *tree,
                             derivation *out)
{
    derivation_tree_limits how = {.seconds = EASY_SECONDS, .search = MAX_MISSING};
    smt_result found = derivation_tree_solve(tree, &how, out);
    if (found != SMT_UNKNOWN) return found;
    how.seconds = 0;
    Z3_ast proof = get_answer(s, fp);
    if (proof) {
        spacer_trace_guess(trace, s, proof, nodes, tree);
        Z3_dec_ref(s->z3, proof);
        derivation_release(out);
        if (derivation_tree_solve(tree, &how, out) == SMT_SAT) return SMT_SAT;
        derivation_tree_clear_guesses(tree);
    }
    derivation_release(out);
    return derivation_tree_solve(tree, &how, out);
}

static bool rebuild_from_trace(spacer_session *s, Z3_fixedpoint fp, const spacer_trace *trace, spacer_reading reading,
                               derivation *out)
{
    derivation_tree *tree = derivation_tree_new(s->h, s->limit, s->stats);
    u32_vec nodes;
    u32_vec_init(&nodes);
    bool built = spacer_trace_build(trace, s->h, reading, tree, &nodes) && solve_tree(s, fp, trace, &nodes, tree, out) == SMT_SAT;
    u32_vec_release(&nodes);
    derivation_tree_free(tree);
    return accept(s->h, built, out);
}

/* Any derivation at all, if there is a small one. */
static bool rebuild_by_search(spacer_session *s, derivation *out)
{
    derivation_tree *tree = derivation_tree_new(s->h, s->limit, s->stats);
    bool built = derivation_tree_solve(tree, &(derivation_tree_limits){.search = MAX_SEARCH}, out) == SMT_SAT;
    derivation_tree_free(tree);
    return accept(s->h, built, out);
}

/* From a second run, without transformations, on the clauses that matter (NULL: all). */
static bool rebuild_from_proof(spacer_session *s, const uint8_t *used, derivation *out)
{
    Z3_fixedpoint fp = spacer_session_fixedpoint(s, used, &(spacer_options){.transform = false});
    if (!fp) return false;
    bool built = false;
    if (spacer_session_query(s, fp, 0) == Z3_L_TRUE) {
        Z3_ast proof = get_answer(s, fp);
        built = proof && spacer_proof_build(s, proof, out);
        if (proof) Z3_dec_ref(s->z3, proof);
    }
    Z3_fixedpoint_dec_ref(s->z3, fp);
    return accept(s->h, built, out);
}

/* Spacer lists a trace with shared parts repeated, which may be exponentially long when clauses have several body atoms; its
 * proof shares them. */
static bool trace_is_short(spacer_session *s, Z3_fixedpoint fp)
{
    if (horn_is_linear(s->h)) return true;
    Z3_ast proof = get_answer(s, fp);
    if (!proof) return false;
    size_t size = spacer_proof_size(s, proof, MAX_TREE);
    Z3_dec_ref(s->z3, proof);
    return size < MAX_TREE;
}

static bool rebuild(spacer_session *s, Z3_fixedpoint fp, derivation *out)
{
    spacer_trace trace;
    spacer_trace_init(&trace);
    uint8_t *used = alloc_zeroed(horn_clause_count(s->h) + 1, 1);
    bool known = trace_is_short(s, fp) && spacer_trace_read(&trace, s, fp);
    int readings = !known ? 0 : horn_is_linear(s->h) ? 1 : SPACER_READINGS;
    bool ok = false;
    for (int i = 0; i < readings && !ok; i++) ok = rebuild_from_trace(s, fp, &trace, (spacer_reading)i, out);
    if (known && !ok) {
        spacer_trace_used(&trace, s->h, used);
        ok = rebuild_from_proof(s, used, out);
    }
    ok = ok || rebuild_from_proof(s, NULL, out) || rebuild_by_search(s, out);
    free(used);
    spacer_trace_release(&trace);
    return ok;
}

static void answer_unsafe(spacer_session *s, Z3_fixedpoint fp, result *out)
{
    double start = limits_work(), spacer = stats_get(s->stats, spacer_seconds);
    derivation_init(&out->derivation);
    bool ok = rebuild(s, fp, &out->derivation);
    stats_add(s->stats, rebuild_seconds, limits_work() - start - (stats_get(s->stats, spacer_seconds) - spacer));
    if (ok) {
        derivation_trim(&out->derivation, s->h);
        out->answer = ANSWER_UNSAFE;
    } else {
        result_set_unknown(out, limits_is_over(s->limit) ? "out of time while rebuilding Spacer's counterexample"
                                                         : "Spacer's counterexample could not be rebuilt");
    }
}

/* ---- neither ---- */

static void answer_unknown(spacer_session *s, Z3_fixedpoint fp, result *out)
{
    Z3_error_code code = Z3_get_error_code(s->z3);
    const char *why = code == Z3_OK ? Z3_fixedpoint_get_reason_unknown(s->z3, fp) : Z3_get_error_msg(s->z3, code);
    if (limits_is_over(s->limit)) result_set_unknown(out, "out of time in Spacer");
    else result_set_unknown(out, "Spacer gave up: %s", why);
}

/* Adds what Spacer counted to the statistics. Returns the level it was at; below it there is no derivation. */
static int64_t count_work(spacer_session *s, Z3_fixedpoint fp)
{
    Z3_stats counters = Z3_fixedpoint_get_statistics(s->z3, fp);
    if (!counters) return 0;
    Z3_stats_inc_ref(s->z3, counters);
    int64_t level = 0;
    for (unsigned i = 0; i < Z3_stats_size(s->z3, counters); i++) {
        if (!Z3_stats_is_uint(s->z3, counters, i)) continue;
        const char *key = Z3_stats_get_key(s->z3, counters, i);
        unsigned value = Z3_stats_get_uint_value(s->z3, counters, i);
        if (!strcmp(key, "SPACER max query lvl")) level = value;
        if (!strcmp(key, "SPACER num queries")) stats_add(s->stats, spacer_queries, value);
        if (!strcmp(key, "SPACER num lemmas")) stats_add(s->stats, spacer_lemmas, value);
    }
    Z3_stats_dec_ref(s->z3, counters);
    stats_set(s->stats, bound, (double)level);
    return level;
}

static void attempt(spacer_session *s, const spacer_options *options, double seconds, result *out)
{
    Z3_fixedpoint fp = spacer_session_fixedpoint(s, NULL, options);
    if (!fp) {
        result_set_unknown(out, "Spacer refused the clauses: %s", spacer_session_error(s));
        return;
    }
    switch (spacer_session_query(s, fp, seconds)) {
    case Z3_L_FALSE: answer_safe(s, fp, options->transform, out); break;
    case Z3_L_TRUE: answer_unsafe(s, fp, out); break;
    default: answer_unknown(s, fp, out); break;
    }
    int64_t level = count_work(s, fp);
    if (level > out->bound + 1) out->bound = level - 1;
    Z3_fixedpoint_dec_ref(s->z3, fp);
}

/* The time for an attempt; 0 = all there is, if another attempt would not get half as much again. */
static double seconds_for(const limits *l, unsigned number)
{
    double seconds = FIRST_SECONDS * (double)((uint64_t)1 << (number < 40 ? number : 40));
    return limits_left(l) < seconds * 1.5 ? 0 : seconds;
}

static void run(spacer_session *s, const engine_context *context, result *out)
{
    for (unsigned i = 0; out->answer == ANSWER_UNKNOWN && (i == 0 || !limits_is_over(s->limit)); i++) {
        /* Z3's own inlining helps it on linear clauses; on others its models are often quantified or wrong. */
        spacer_options options = {.transform = (i % 2 == 0) == horn_is_linear(s->h), .seed = i / 2, .max_level = context->max_bound};
        double seconds = seconds_for(s->limit, i), start = limits_work();
        const char *what = options.transform ? "transformed clauses" : "clauses as they are";
        if (context->progress) context->progress(context->user, what, out->bound);
        attempt(s, &options, seconds, out);
        /* Once both ways were tried twice, giving up early is not a matter of time. */
        if (i > 2 && (seconds == 0 || limits_work() - start < seconds)) break;
    }
    if (out->answer == ANSWER_UNKNOWN) return;
    free(out->reason);
    out->reason = NULL;
}

void spacer_run(const horn *h, const engine_context *context, result *out)
{
    spacer_session s;
    if (spacer_session_init(&s, h, &context->limits, &out->stats)) run(&s, context, out);
    else result_set_unknown(out, "Z3 refused the problem: %s", spacer_session_error(&s));
    spacer_session_release(&s);
}
