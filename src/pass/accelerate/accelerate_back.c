/* Answers back through acceleration. A step of a loop's clause becomes the turns that it stands for, which are run one after the other; if they are too
 * many, they are left out, and what comes back is an outline (result.h).
 *
 * A model of the new problem says something about entry(P), I, and about P, M. The old problem's P must be closed under the loop, which M need not be. If
 * it is not, what follows from I by the loop's clause is, because that is exact: exists x, n. I(x) & condition & parameters = arguments. */

#include "pass/accelerate/accelerate.h"

#include "logic/project.h"
#include "logic/solve_eq.h"
#include "smt/smt.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>

static const double QUERY_SECONDS = 2, MODEL_SECONDS = 10;

/* ---- derivations ---- */

enum { MAX_TURNS = 20000 }; /* of one derivation: beyond that its text is larger than what processes should send each other */

typedef struct expansion {
    const accelerate_back *b;
    const derivation *in;
    derivation *out;
    evaluator *eval;
    const limits *limit;
    int64_t turns; /* so far */
    term_vec fact; /* what the last turn concluded */
} expansion;

/* The value in a step of the new problem; what has disappeared from the clause has any. */
static term value_in(const expansion *x, const step *s, term symbol)
{
    const clause *c = horn_clause(x->b->base.after, s->clause);
    const term *at = c->n_vars ? bsearch(&symbol, c->vars, c->n_vars, sizeof symbol, term_compare) : NULL;
    term_store *ts = horn_terms(x->b->base.after);
    return at ? x->in->values.data[s->value + (size_t)(at - c->vars)] : eval_default(ts, term_sort(ts, symbol));
}

/* One turn from the fact on. */
static bool turn(expansion *x, const step *s, const loop_stage *stage, uint32_t *last)
{
    const horn *h = x->b->base.before;
    const clause *c = horn_clause(h, stage->origin);
    evaluator_clear(x->eval);
    for (size_t i = 0; i < x->fact.size; i++) evaluator_set(x->eval, c->body[0].args[i], x->fact.data[i]);
    for (size_t i = 0; i < stage->n_inputs; i++)
        if (term_is_equal(stage->inputs[i], stage->values[i])) evaluator_set(x->eval, stage->inputs[i], value_in(x, s, stage->chosen[i]));
    term_vec values;
    term_vec_init(&values);
    bool ok = true;
    for (size_t i = 0; i < stage->n_inputs; i++) term_vec_push(&values, evaluator_eval(x->eval, stage->values[i], NULL));
    for (size_t i = 0; i < values.size; i++) {
        ok &= !term_is_none(values.data[i]);
        if (ok) evaluator_set(x->eval, stage->inputs[i], values.data[i]);
    }
    term_vec_clear(&values);
    for (size_t i = 0; i < c->n_vars; i++) term_vec_push(&values, evaluator_eval(x->eval, c->vars[i], NULL));
    if (ok) *last = derivation_add(x->out, h, stage->origin, last, values.data);
    term_vec_clear(&values);
    for (size_t i = 0; i < x->fact.size && ok; i++) {
        term_vec_push(&values, evaluator_eval(x->eval, c->head.args[i], NULL));
        ok = !term_is_none(values.data[i]);
    }
    for (size_t i = 0; i < x->fact.size && ok; i++) x->fact.data[i] = values.data[i];
    term_vec_release(&values);
    return ok;
}

/* `last`: the premise, then the last turn. */
static bool expand(expansion *x, const step *s, const accelerated_loop *loop, uint32_t *last)
{
    const atom *from = horn_clause(x->b->base.after, s->clause)->body;
    term_vec_clear(&x->fact);
    for (size_t i = 0; i < horn_pred_arity(x->b->base.before, loop->pred); i++) term_vec_push(&x->fact, value_in(x, s, from->args[i]));
    for (size_t i = 0; i < loop->n_stages; i++) {
        int64_t n;
        if (!rat_to_int64(term_number(horn_terms(x->b->base.before), value_in(x, s, loop->stages[i].turns)), &n)) return false;
        for (; n > 0; n--)
            if (limits_is_over(x->limit) || !turn(x, s, &loop->stages[i], last)) return false;
    }
    return true;
}

/* Of all stages; MAX_TURNS + 1 if it is more. */
static int64_t count_turns(const expansion *x, const step *s, const accelerated_loop *loop)
{
    int64_t sum = 0;
    for (size_t i = 0; i < loop->n_stages; i++) {
        int64_t n;
        bool is_small = rat_to_int64(term_number(horn_terms(x->b->base.before), value_in(x, s, loop->stages[i].turns)), &n) && n <= MAX_TURNS;
        sum += is_small ? n : MAX_TURNS + 1;
    }
    return sum > MAX_TURNS ? MAX_TURNS + 1 : sum;
}

static const accelerated_loop *loop_of(const accelerate_back *b, uint32_t number)
{
    for (size_t i = 0; i < b->loops.size; i++)
        if (b->loops.data[i].clause == number) return &b->loops.data[i];
    return NULL;
}

bool accelerate_derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit)
{
    const accelerate_back *b = (const accelerate_back *)base;
    expansion x = {.b = b, .in = in, .out = out, .eval = evaluator_new(horn_terms(base->before)), .limit = limit};
    u32_vec numbers, premises; /* by step of the new derivation: the old one's that concludes the same */
    u32_vec_init(&numbers);
    u32_vec_init(&premises);
    bool ok = true;
    for (size_t i = 0; i < in->steps.size && ok; i++) {
        const step *s = &in->steps.data[i];
        const clause *c = horn_clause(base->after, s->clause);
        u32_vec_clear(&premises);
        for (size_t k = 0; k < c->n_body; k++) u32_vec_push(&premises, numbers.data[in->premises.data[s->premise + k]]);
        uint32_t number;
        if (b->origins.data[s->clause] == CLAUSE_OF_LOOP) {
            number = premises.data[0];
            const accelerated_loop *loop = loop_of(b, s->clause);
            x.turns += count_turns(&x, s, loop);
            if (x.turns > MAX_TURNS) out->is_outline = true;
            else ok = expand(&x, s, loop, &number);
        } else {
            number = derivation_add(out, base->before, b->origins.data[s->clause], premises.data, in->values.data + s->value);
        }
        u32_vec_push(&numbers, number);
    }
    u32_vec_release(&numbers);
    u32_vec_release(&premises);
    term_vec_release(&x.fact);
    evaluator_free(x.eval);
    return ok;
}

/* ---- models ---- */

/* Do the self-loops that the clause stands for keep to the model? */
static bool is_closed(smt *solver, const accelerate_back *b, const accelerated_loop *loop, const model *m)
{
    const horn *h = b->base.before;
    bool *is_kept = alloc_zeroed(horn_clause_count(h) + 1, sizeof *is_kept), closed = true;
    for (size_t i = 0; i < b->origins.size; i++)
        if (b->origins.data[i] != CLAUSE_OF_LOOP) is_kept[b->origins.data[i]] = true;
    const u32_vec *all = horn_clauses_of(h, loop->pred);
    for (size_t i = 0; i < all->size && closed; i++) {
        if (is_kept[all->data[i]]) continue;
        smt_push(solver);
        smt_assert(solver, model_refute_clause(m, h, horn_clause(h, all->data[i])));
        closed = smt_check(solver, NULL, 0) == SMT_UNSAT;
        smt_pop(solver, 1);
    }
    free(is_kept);
    return closed;
}

/* What follows from the entry's interpretation, exactly: without quantifiers if that is possible. */
static term image(const accelerate_back *b, const accelerated_loop *loop, const model *in, term_vec *locals)
{
    const horn *after = b->base.after;
    term_store *ts = horn_terms(after);
    const clause *c = horn_clause(after, loop->clause);
    term_vec parts, symbols;
    term_vec_init(&parts);
    term_vec_init(&symbols);
    term_vec_push(&parts, model_apply(in, after, c->body[0]));
    term_vec_push(&parts, c->constraint);
    for (size_t i = 0; i < horn_pred_arity(after, loop->pred); i++) term_vec_push(&parts, term_mk_eq(ts, horn_param(after, loop->pred, i), c->head.args[i]));
    solve_eq *e = solve_eq_new(ts);
    for (size_t i = 0; i < c->n_vars; i++) solve_eq_allow(e, c->vars[i], 0);
    term matrix = solve_eq_run(e, term_mk_and(ts, parts.data, parts.size));
    solve_eq_free(e);
    dag_symbols(ts, &matrix, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++)
        if (bsearch(&symbols.data[i], c->vars, c->n_vars, sizeof(term), term_compare)) term_vec_push(locals, symbols.data[i]);
    term_vec_release(&symbols);
    term_vec_release(&parts);
    return matrix;
}

/* Without the inequations between products: a weaker formula. What is left are equations among the arguments, polynomial ones too, and linear bounds. */
static term drop_products(term_store *ts, term matrix)
{
    term_vec parts;
    term_vec_init(&parts);
    dag_conjuncts(ts, matrix, &parts);
    size_t kept = 0;
    for (size_t i = 0; i < parts.size; i++) {
        bool has_product = dag_has_kind(ts, parts.data[i], TERM_MUL);
        if (!has_product || term_kind_of(ts, parts.data[i]) == TERM_EQ) parts.data[kept++] = parts.data[i];
    }
    term weaker = term_mk_and(ts, parts.data, kept);
    term_vec_release(&parts);
    return weaker;
}

static term interpret(smt *solver, const accelerate_back *b, const accelerated_loop *loop, const model *in, model *out)
{
    term_store *ts = horn_terms(b->base.before);
    term given = model_get(in, loop->pred);
    if (is_closed(solver, b, loop, out)) return given;
    term_vec locals;
    term_vec_init(&locals);
    term matrix = image(b, loop, in, &locals);
    if (!locals.size) {
        /* A candidate that solvers like better, if it is inductive. */
        term candidate = term_mk_and2(ts, given, drop_products(ts, matrix));
        model_set(out, loop->pred, candidate);
        if (is_closed(solver, b, loop, out)) {
            term_vec_release(&locals);
            return candidate;
        }
        model_set(out, loop->pred, given);
    }
    term formula = locals.size ? project_exists(solver, ts, locals.data, locals.size, matrix, QUERY_SECONDS) : matrix;
    if (term_is_none(formula)) formula = term_mk_exists(ts, locals.data, locals.size, matrix);
    term_vec_release(&locals);
    return formula;
}

bool accelerate_model_back(const back *base, const model *in, model *out, const limits *limit)
{
    const accelerate_back *b = (const accelerate_back *)base;
    limits own = limits_within(limit, MODEL_SECONDS);
    smt *solver = smt_new(horn_terms(base->before), &own, NULL);
    smt_set_query_limit(solver, QUERY_SECONDS);
    for (uint32_t p = 0; p < horn_pred_count(base->before); p++) model_set(out, (pred){p}, model_get(in, (pred){p}));
    for (size_t i = 0; i < b->loops.size; i++) model_set(out, b->loops.data[i].pred, interpret(solver, b, &b->loops.data[i], in, out));
    smt_free(solver);
    return true;
}
