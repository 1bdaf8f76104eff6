#include "least_model.h"

#include "base/map.h"
#include "term/dag.h"
#include "term/datatype.h"
#include "term/eval.h"

#include <stdlib.h>

/* Values of any sort. */
enum { MAX_DOMAIN = 4 };

typedef struct fact {
    pred pred;
    uint32_t step;
    const term *args;
} fact;
VEC_DECLARE(fact_vec, fact);

typedef struct search {
    const horn *h;
    term_store *ts;
    evaluator *e;
    fact_vec facts; /* in the order they were found */
    fact_vec *by_pred;
    derivation d;
    size_t budget;
    bool unsafe;
    /* of the clause at hand */
    const clause *c;
    uint32_t index;
    term *value; /* by variable; TERM_NONE = not bound */
    uint32_t *premises;
    const term **premise_args;
    size_t fixed; /* the atom that is the newest fact; n_body = none */
    const fact *newest;
} search;

static size_t variable_index(const clause *c, term v)
{
    size_t i = 0;
    while (i < c->n_vars && !term_is_equal(c->vars[i], v)) i++;
    return i;
}

static bool is_known(const search *s, pred p, const term *args)
{
    size_t n = horn_pred_arity(s->h, p);
    const fact_vec *facts = &s->by_pred[p.id];
    for (size_t i = 0; i < facts->size; i++) {
        if (!n || memcmp(facts->data[i].args, args, n * sizeof(term)) == 0) return true;
    }
    return false;
}

/* Plain variables of atoms are bound already; other arguments must evaluate to the premise's. */
static bool body_holds(search *s)
{
    for (size_t i = 0; i < s->c->n_body; i++) {
        for (size_t j = 0; j < horn_pred_arity(s->h, s->c->body[i].pred); j++) {
            term t = s->c->body[i].args[j];
            if (term_kind_of(s->ts, t) == TERM_SYM) continue;
            if (!term_is_equal(evaluator_eval(s->e, t, NULL), s->premise_args[i][j])) return false;
        }
    }
    return term_is_equal(evaluator_eval(s->e, s->c->constraint, NULL), term_true(s->ts));
}

static void try_instance(search *s)
{
    if (s->budget) s->budget--;
    evaluator_clear(s->e);
    for (size_t i = 0; i < s->c->n_vars; i++) evaluator_set(s->e, s->c->vars[i], s->value[i]);
    if (!body_holds(s)) return;
    pred p = s->c->head.pred;
    if (pred_is_false(p)) {
        derivation_add(&s->d, s->h, s->index, s->premises, s->value);
        s->unsafe = true;
        return;
    }
    size_t n = horn_pred_arity(s->h, p);
    term *args = alloc_zeroed(n + 1, sizeof *args);
    for (size_t i = 0; i < n; i++) args[i] = evaluator_eval(s->e, s->c->head.args[i], NULL);
    if (is_known(s, p, args)) {
        free(args);
        return;
    }
    fact f = {p, derivation_add(&s->d, s->h, s->index, s->premises, s->value), args};
    fact_vec_push(&s->facts, f);
    fact_vec_push(&s->by_pred[p.id], f);
}

static term domain_value(search *s, sort t, int64_t k);

/* Constructors without fields first, then the others, of one field. */
static term datatype_value(search *s, sort t, int64_t k)
{
    for (size_t i = 0; i < datatype_size(s->ts, t); i++) {
        constructor c = datatype_constructor(s->ts, t, i);
        if (!constructor_arity(s->ts, c) && k-- == 0) return term_mk_construct(s->ts, c, NULL);
    }
    for (size_t i = 0; i < datatype_size(s->ts, t); i++) {
        constructor c = datatype_constructor(s->ts, t, i);
        if (constructor_arity(s->ts, c) != 1) continue;
        term inner = domain_value(s, constructor_field(s->ts, c, 0).sort, k);
        if (!term_is_none(inner)) return term_mk_construct(s->ts, c, &inner);
    }
    return TERM_NONE;
}

static term domain_value(search *s, sort t, int64_t k)
{
    switch (sort_kind_of(s->ts, t)) {
    case SORT_BOOL: return k < 2 ? term_mk_bool(s->ts, k == 1) : TERM_NONE;
    case SORT_INT: return k < 3 ? term_mk_int(s->ts, k) : TERM_NONE;
    case SORT_DATATYPE: return datatype_value(s, t, k);
    default: return k < 3 ? term_mk_real(s->ts, k, 1) : TERM_NONE;
    }
}

static void choose_values(search *s, size_t i)
{
    while (i < s->c->n_vars && !term_is_none(s->value[i])) i++;
    if (i == s->c->n_vars) {
        try_instance(s);
        return;
    }
    for (int64_t k = 0; k < MAX_DOMAIN && !s->unsafe && s->budget; k++) {
        s->value[i] = domain_value(s, term_sort(s->ts, s->c->vars[i]), k);
        if (!term_is_none(s->value[i])) choose_values(s, i + 1);
    }
    s->value[i] = TERM_NONE;
}

static bool bind(search *s, const atom *a, const term *args)
{
    for (size_t j = 0; j < horn_pred_arity(s->h, a->pred); j++) {
        if (term_kind_of(s->ts, a->args[j]) != TERM_SYM) {
            if (term_is_value(s->ts, a->args[j]) && !term_is_equal(a->args[j], args[j])) return false;
            continue;
        }
        term *value = &s->value[variable_index(s->c, a->args[j])];
        if (!term_is_none(*value) && !term_is_equal(*value, args[j])) return false;
        *value = args[j];
    }
    return true;
}

static void choose_premises(search *s, size_t i);

static void choose_premise(search *s, size_t i, const fact *f)
{
    term *kept = alloc_zeroed(s->c->n_vars + 1, sizeof *kept);
    memcpy(kept, s->value, s->c->n_vars * sizeof *kept);
    s->premises[i] = f->step;
    s->premise_args[i] = f->args;
    if (bind(s, &s->c->body[i], f->args)) choose_premises(s, i + 1);
    memcpy(s->value, kept, s->c->n_vars * sizeof *kept);
    free(kept);
}

static void choose_premises(search *s, size_t i)
{
    if (i == s->c->n_body) {
        choose_values(s, 0);
    } else if (i == s->fixed) {
        choose_premise(s, i, s->newest);
    } else {
        uint32_t p = s->c->body[i].pred.id;
        for (size_t k = 0, n = s->by_pred[p].size; k < n && !s->unsafe && s->budget; k++) {
            fact f = s->by_pred[p].data[k];
            choose_premise(s, i, &f);
        }
    }
}

static void fire(search *s, uint32_t index, size_t fixed, const fact *newest)
{
    if (s->unsafe || !s->budget) return;
    s->c = horn_clause(s->h, index);
    s->index = index;
    s->fixed = fixed;
    s->newest = newest;
    s->value = alloc_zeroed(s->c->n_vars + 1, sizeof *s->value);
    s->premises = alloc_zeroed(s->c->n_body + 1, sizeof *s->premises);
    s->premise_args = alloc_zeroed(s->c->n_body + 1, sizeof *s->premise_args);
    for (size_t i = 0; i < s->c->n_vars; i++) s->value[i] = TERM_NONE;
    choose_premises(s, 0);
    free(s->value);
    free(s->premises);
    free(s->premise_args);
}

static void saturate(search *s)
{
    for (uint32_t i = 0; i < horn_clause_count(s->h); i++) {
        if (!horn_clause(s->h, i)->n_body) fire(s, i, SIZE_MAX, NULL);
    }
    for (size_t next = 0; next < s->facts.size && !s->unsafe && s->budget; next++) {
        fact f = s->facts.data[next];
        const u32_vec *uses = horn_uses_of(s->h, f.pred);
        for (size_t i = 0; i < uses->size; i++) {
            const clause *c = horn_clause(s->h, uses->data[i]);
            for (size_t k = 0; k < c->n_body; k++) {
                if (pred_is_equal(c->body[k].pred, f.pred)) fire(s, uses->data[i], k, &f);
            }
        }
    }
}

static term points(const search *s, pred p)
{
    term_vec disjuncts;
    term_vec_init(&disjuncts);
    for (size_t i = 0; i < s->by_pred[p.id].size; i++) {
        term point = term_true(s->ts);
        for (size_t j = 0; j < horn_pred_arity(s->h, p); j++) {
            point = term_mk_and2(s->ts, point, term_mk_eq(s->ts, horn_param(s->h, p, j), s->by_pred[p.id].data[i].args[j]));
        }
        term_vec_push(&disjuncts, point);
    }
    term t = term_mk_or(s->ts, disjuncts.data, disjuncts.size);
    term_vec_release(&disjuncts);
    return t;
}

bool least_model(const horn *h, size_t budget, result *out)
{
    search s = {.h = h, .ts = horn_terms(h), .e = evaluator_new(horn_terms(h)), .budget = budget};
    s.by_pred = alloc_zeroed(horn_pred_count(h) + 1, sizeof(fact_vec));
    derivation_init(&s.d);
    saturate(&s);
    bool done = s.unsafe || s.budget;
    if (s.unsafe) {
        out->answer = ANSWER_UNSAFE;
        out->derivation = s.d;
        derivation_trim(&out->derivation, h);
    } else {
        derivation_release(&s.d);
    }
    if (done && !s.unsafe) {
        out->answer = ANSWER_SAFE;
        model_init(&out->model, h);
        for (uint32_t p = 0; p < horn_pred_count(h); p++) model_set(&out->model, (pred){p}, points(&s, (pred){p}));
    }
    for (size_t i = 0; i < s.facts.size; i++) free((void *)(uintptr_t)s.facts.data[i].args);
    for (size_t p = 0; p < horn_pred_count(h); p++) fact_vec_release(&s.by_pred[p]);
    free(s.by_pred);
    fact_vec_release(&s.facts);
    evaluator_free(s.e);
    return done;
}

/* ---- checking ---- */

static const char *check_premise(const horn *h, const derivation *d, evaluator *e, size_t index, size_t i)
{
    const step *s = &d->steps.data[index];
    atom a = horn_clause(h, s->clause)->body[i];
    uint32_t premise = d->premises.data[s->premise + i];
    if (premise >= index) return "a premise is not an earlier step";
    if (!pred_is_equal(horn_clause(h, d->steps.data[premise].clause)->head.pred, a.pred)) return "a premise is about another predicate";
    const char *wrong = NULL;
    term_vec args;
    term_vec_init(&args);
    if (!derivation_fact(d, h, premise, &args)) wrong = "a fact has no value";
    for (size_t j = 0; !wrong && j < args.size; j++) {
        if (!term_is_equal(evaluator_eval(e, a.args[j], NULL), args.data[j])) wrong = "a premise's fact is not the body atom";
    }
    term_vec_release(&args);
    return wrong;
}

const char *least_model_check_derivation(const horn *h, const derivation *d)
{
    if (!d->steps.size) return "there are no steps";
    const char *wrong = NULL;
    evaluator *e = evaluator_new(horn_terms(h));
    for (size_t i = 0; i < d->steps.size && !wrong; i++) {
        const step *s = &d->steps.data[i];
        const clause *c = horn_clause(h, s->clause);
        evaluator_clear(e);
        for (size_t k = 0; k < c->n_vars; k++) evaluator_set(e, c->vars[k], d->values.data[s->value + k]);
        if (!term_is_equal(evaluator_eval(e, c->constraint, NULL), term_true(horn_terms(h)))) wrong = "a constraint is not true";
        for (size_t k = 0; k < c->n_body && !wrong; k++) wrong = check_premise(h, d, e, i, k);
    }
    evaluator_free(e);
    if (!wrong && !pred_is_false(horn_clause(h, step_vec_last(&d->steps).clause)->head.pred)) wrong = "the last step is no query";
    return wrong;
}
