#include "engine/spacer_proof.h"

#include "base/map.h"
#include "smt/smt.h"
#include "term/eval.h"

#define NO_STEP UINT32_MAX

/* A fact of the proof that has been derived. */
typedef struct fact {
    spacer_tag tag;
    uint32_t values; /* offset in explainer.values */
    uint32_t step;
} fact;
VEC_DECLARE(fact_vec, fact);

typedef struct explainer {
    spacer_session *s;
    smt *solver;
    derivation *out;
    term_vec values;
    fact_vec facts;
    u32_map fact_of; /* id of a proof -> index in facts */
    u32_vec kids; /* facts that the step at hand follows from */
    term_vec parts;
} explainer;

static bool is_hyper_resolution(const spacer_session *s, Z3_ast e)
{
    if (Z3_get_ast_kind(s->z3, e) != Z3_APP_AST) return false;
    return Z3_get_decl_kind(s->z3, Z3_get_app_decl(s->z3, Z3_to_app(s->z3, e))) == Z3_OP_PR_HYPER_RESOLVE;
}

static unsigned arg_count(const spacer_session *s, Z3_ast e) { return Z3_get_app_num_args(s->z3, Z3_to_app(s->z3, e)); }
static Z3_ast arg(const spacer_session *s, Z3_ast e, unsigned i) { return Z3_get_app_arg(s->z3, Z3_to_app(s->z3, e), i); }

Z3_ast spacer_proof_root(const spacer_session *s, Z3_ast e)
{
    while (e && Z3_get_ast_kind(s->z3, e) == Z3_APP_AST && !is_hyper_resolution(s, e)) e = arg_count(s, e) ? arg(s, e, 0) : NULL;
    return e && is_hyper_resolution(s, e) ? e : NULL;
}

/* A hyper-resolution step has as arguments the rule, the proofs of its body atoms, and the fact. */
unsigned spacer_proof_premise_count(const spacer_session *s, Z3_ast e) { return arg_count(s, e) >= 2 ? arg_count(s, e) - 2 : 0; }
Z3_ast spacer_proof_premise(const spacer_session *s, Z3_ast e, unsigned i) { return arg(s, e, i + 1); }

bool spacer_proof_fact(spacer_session *s, Z3_ast e, spacer_tag *tag, term_vec *values)
{
    *tag = SPACER_OTHER;
    if (!is_hyper_resolution(s, e) || !arg_count(s, e)) return false;
    Z3_ast shown = arg(s, e, arg_count(s, e) - 1);
    if (Z3_get_ast_kind(s->z3, shown) != Z3_APP_AST) return false;
    bool sliced;
    *tag = spacer_session_tag(s, Z3_get_app_decl(s->z3, Z3_to_app(s->z3, shown)), &sliced);
    if (*tag == SPACER_OTHER || sliced) return false;
    evaluator *eval = evaluator_new(s->ts);
    bool ok = true;
    for (unsigned i = 0; i < arg_count(s, shown) && ok; i++) {
        term value = z3_terms_from_z3(s->bridge, arg(s, shown, i));
        if (!term_is_none(value)) value = evaluator_eval(eval, value, NULL);
        ok = !term_is_none(value);
        if (ok) term_vec_push(values, value);
    }
    evaluator_free(eval);
    return ok;
}

/* Appends the hyper-resolution steps under `root`, each once, premises first. False if there are other proofs among them. */
static bool order_steps(const spacer_session *s, Z3_ast root, z3_ast_vec *out)
{
    u32_map done;
    z3_ast_vec stack;
    u32_map_init(&done);
    z3_ast_vec_init(&stack);
    z3_ast_vec_push(&stack, root);
    bool ok = true;
    while (stack.size && ok) {
        Z3_ast top = z3_ast_vec_last(&stack);
        size_t before = stack.size;
        ok = is_hyper_resolution(s, top);
        for (unsigned i = 0; ok && i < spacer_proof_premise_count(s, top); i++) {
            Z3_ast premise = spacer_proof_premise(s, top, i);
            if (!u32_map_find(&done, Z3_get_ast_id(s->z3, premise))) z3_ast_vec_push(&stack, premise);
        }
        if (!ok || stack.size > before) continue;
        z3_ast_vec_pop(&stack);
        bool added;
        u32_map_put(&done, Z3_get_ast_id(s->z3, top), &added);
        if (added) z3_ast_vec_push(out, top);
    }
    u32_map_release(&done);
    z3_ast_vec_release(&stack);
    return ok;
}

size_t spacer_proof_size(const spacer_session *s, Z3_ast proof, size_t limit)
{
    Z3_ast root = spacer_proof_root(s, proof);
    z3_ast_vec steps;
    u32_map size_of;
    z3_ast_vec_init(&steps);
    u32_map_init(&size_of);
    size_t size = limit < UINT32_MAX ? limit : UINT32_MAX, last = size;
    if (root && order_steps(s, root, &steps)) {
        for (size_t i = 0; i < steps.size; i++) {
            last = 1;
            for (unsigned k = 0; k < spacer_proof_premise_count(s, steps.data[i]); k++)
                last += *u32_map_find(&size_of, Z3_get_ast_id(s->z3, spacer_proof_premise(s, steps.data[i], k)));
            if (last > size) last = size;
            *u32_map_put(&size_of, Z3_get_ast_id(s->z3, steps.data[i]), NULL) = (uint32_t)last;
        }
    }
    z3_ast_vec_release(&steps);
    u32_map_release(&size_of);
    return last;
}

/* args = the values of the fact */
static term equal_to_fact(explainer *e, const term *args, const fact *f)
{
    term_store *ts = e->s->ts;
    size_t n = horn_pred_arity(e->s->h, (pred){f->tag});
    term_vec_clear(&e->parts);
    for (size_t i = 0; i < n; i++) term_vec_push(&e->parts, term_mk_eq(ts, args[i], e->values.data[f->values + i]));
    return term_mk_and(ts, e->parts.data, e->parts.size);
}

/* The atom is one of the facts at hand. */
static term among_kids(explainer *e, atom a)
{
    term choice = term_false(e->s->ts);
    for (size_t i = 0; i < e->kids.size; i++) {
        const fact *f = &e->facts.data[e->kids.data[i]];
        if (f->tag == a.pred.id) choice = term_mk_or2(e->s->ts, choice, equal_to_fact(e, a.args, f));
    }
    return choice;
}

static uint32_t matching_kid(explainer *e, atom a)
{
    for (size_t i = 0; i < e->kids.size; i++) {
        const fact *f = &e->facts.data[e->kids.data[i]];
        if (f->tag != a.pred.id) continue;
        if (term_is_equal(smt_value(e->solver, equal_to_fact(e, a.args, f)), term_true(e->s->ts))) return f->step;
    }
    return NO_STEP;
}

/* After SMT_SAT. */
static bool add_step(explainer *e, uint32_t index, fact *f)
{
    const clause *c = horn_clause(e->s->h, index);
    u32_vec premises;
    term_vec values;
    u32_vec_init(&premises);
    term_vec_init(&values);
    bool ok = true;
    for (size_t i = 0; i < c->n_body && ok; i++) {
        u32_vec_push(&premises, matching_kid(e, c->body[i]));
        ok = u32_vec_last(&premises) != NO_STEP;
    }
    for (size_t i = 0; i < c->n_vars && ok; i++) {
        term_vec_push(&values, smt_value(e->solver, c->vars[i]));
        ok = !term_is_none(term_vec_last(&values));
    }
    if (ok) f->step = derivation_add(e->out, e->s->h, index, premises.data, values.data);
    u32_vec_release(&premises);
    term_vec_release(&values);
    return ok;
}

static bool explain_by(explainer *e, uint32_t index, fact *f)
{
    const clause *c = horn_clause(e->s->h, index);
    term_vec facts;
    term_vec_init(&facts);
    term_vec_push(&facts, c->constraint);
    for (size_t i = 0; i < c->n_body; i++) term_vec_push(&facts, among_kids(e, c->body[i]));
    if (!pred_is_false(c->head.pred)) term_vec_push(&facts, equal_to_fact(e, c->head.args, f));
    term all = term_mk_and(e->s->ts, facts.data, facts.size);
    term_vec_release(&facts);
    if (term_kind_of(e->s->ts, all) == TERM_FALSE) return false;
    smt_push(e->solver);
    smt_assert(e->solver, all);
    stats_count(e->s->stats, rebuild_checks);
    bool ok = smt_check(e->solver, NULL, 0) == SMT_SAT && add_step(e, index, f);
    smt_pop(e->solver, 1);
    return ok;
}

static bool explain(explainer *e, Z3_ast proof)
{
    spacer_session *s = e->s;
    u32_vec_clear(&e->kids);
    for (unsigned i = 0; i < spacer_proof_premise_count(s, proof); i++)
        u32_vec_push(&e->kids, *u32_map_find(&e->fact_of, Z3_get_ast_id(s->z3, spacer_proof_premise(s, proof, i))));
    fact f = {.values = (uint32_t)e->values.size, .step = NO_STEP};
    if (!spacer_proof_fact(s, proof, &f.tag, &e->values)) return false;
    if (f.tag == SPACER_TOP && e->kids.size == 1 && e->facts.data[e->kids.data[0]].tag == SPACER_GOAL) {
        f = e->facts.data[e->kids.data[0]];
    } else {
        bool is_goal = f.tag == SPACER_TOP || f.tag == SPACER_GOAL;
        const u32_vec *clauses = horn_clauses_of(s->h, is_goal ? PRED_FALSE : (pred){f.tag});
        bool done = false;
        for (size_t i = 0; i < clauses->size && !done && !limits_is_over(s->limit); i++) done = explain_by(e, clauses->data[i], &f);
    }
    fact_vec_push(&e->facts, f);
    *u32_map_put(&e->fact_of, Z3_get_ast_id(s->z3, proof), NULL) = (uint32_t)e->facts.size - 1;
    return f.step != NO_STEP;
}

bool spacer_proof_build(spacer_session *s, Z3_ast proof, derivation *out)
{
    Z3_ast root = spacer_proof_root(s, proof);
    if (!root) return false;
    explainer e = {.s = s, .out = out};
    e.solver = smt_new(s->ts, s->limit, s->stats);
    z3_ast_vec steps;
    z3_ast_vec_init(&steps);
    bool ok = order_steps(s, root, &steps);
    for (size_t i = 0; i < steps.size && ok; i++) ok = explain(&e, steps.data[i]);
    z3_ast_vec_release(&steps);
    smt_free(e.solver);
    term_vec_release(&e.values);
    fact_vec_release(&e.facts);
    u32_map_release(&e.fact_of);
    u32_vec_release(&e.kids);
    term_vec_release(&e.parts);
    return ok;
}
