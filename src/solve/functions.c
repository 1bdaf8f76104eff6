#include "solve/functions.h"

#include "logic/equation.h"
#include "smt/smt.h"
#include "term/eval.h"
#include "term/universe.h"

/* How many interpretations are tried; how many variables of a derivation are generalised at most, the others have their values. */
enum { MAX_ROUNDS = 300, MAX_VARIABLES = 400 };
static const double AXIOM_SECONDS = 5;

typedef struct search {
    const variant *v;
    const horn *h;
    term_store *ts;
    const engine *engine;
    const engine_context *context; /* of this search */
    engine_context inner; /* of the engine: what it says of bounds is about an instance */
    int round;
    smt *solver; /* asserts that none of the derivations found is one */
    term_vec applications; /* closed ones that it knows of */
    size_t n_used; /* of them, axioms have been instantiated with these */
    term_vec functions; /* the interpretation */
    derivation found;
    result *out;
} search;

/* One derivation of an instance, with symbols for the values of its steps. */
typedef struct general {
    search *s;
    const derivation *d;
    u32_vec first; /* of each step: its first symbol */
    term_vec symbols, values, terms; /* for each symbol: its value, and what it becomes */
    term_vec literals; /* that hold if it is a derivation */
} general;

static bool is_function(const search *s, term t)
{
    size_t f;
    return term_kind_of(s->ts, t) == TERM_APP && horn_find_function(s->h, term_name(s->ts, t), &f);
}

/* ---- interpretations ---- */

/* The application's arguments are the parameters: of sorts of one element, they always are. */
static term is_entry(search *s, size_t f, term application)
{
    term_vec tests;
    term_vec_init(&tests);
    bool ok = true;
    for (size_t i = 0; i < term_arity(s->ts, application) && ok; i++) {
        term arg = term_arg(s->ts, application, i);
        if (universe_is_in(s->ts, term_sort(s->ts, arg))) continue;
        term value = smt_value(s->solver, arg);
        ok = !term_is_none(value);
        if (ok) term_vec_push(&tests, term_mk_eq(s->ts, horn_function_param(s->h, f, i), value));
    }
    term t = ok ? term_mk_and(s->ts, tests.data, tests.size) : TERM_NONE;
    term_vec_release(&tests);
    return t;
}

/* What is not in the table is like its last entry, or in every other round as far from the first argument of that sort as there. */
static term guess_default(search *s, size_t f, term application, term value)
{
    horn_function about = horn_function_at(s->h, f);
    if (!sort_kind_is_arith(sort_kind_of(s->ts, about.result)) || s->round % 2 == 0) return value;
    for (size_t i = 0; i < about.arity; i++) {
        term arg = sort_is_equal(about.sorts[i], about.result) ? smt_value(s->solver, term_arg(s->ts, application, i)) : TERM_NONE;
        if (!term_is_none(arg)) return term_mk_add2(s->ts, horn_function_param(s->h, f, i), term_mk_sub(s->ts, value, arg));
    }
    return value;
}

/* From the solver's model. False: it has no values. */
static bool interpret(search *s, size_t f)
{
    horn_function about = horn_function_at(s->h, f);
    term body = TERM_NONE;
    bool is_element = universe_is_in(s->ts, about.result);
    for (size_t i = 0; i < s->applications.size && !is_element; i++) {
        term a = s->applications.data[i];
        if (strcmp(term_name(s->ts, a), about.name)) continue;
        term value = smt_value(s->solver, a), test = is_entry(s, f, a);
        if (term_is_none(value) || term_is_none(test)) return false;
        body = term_is_none(body) ? guess_default(s, f, a, value) : term_mk_ite(s->ts, test, value, body);
    }
    s->functions.data[f] = term_is_none(body) ? eval_default(s->ts, about.result) : body;
    return true;
}

static bool interpret_all(search *s)
{
    for (size_t f = 0; f < s->functions.size; f++)
        if (!interpret(s, f)) return false;
    return true;
}

/* ---- generalising a derivation ---- */

static term instantiate(general *g, size_t number, term t)
{
    const clause *c = horn_clause(g->s->h, g->d->steps.data[number].clause);
    return dag_substitute(g->s->ts, t, c->vars, g->symbols.data + g->first.data[number], c->n_vars);
}

/* The values are those of the variables of the instance's clause, which may have lost some of the problem's. */
static void add_symbols(general *g, const horn *instance, size_t number)
{
    const step *s = &g->d->steps.data[number];
    const clause *c = horn_clause(g->s->h, s->clause), *own = horn_clause(instance, s->clause);
    u32_vec_push(&g->first, (uint32_t)g->symbols.size);
    for (size_t i = 0; i < c->n_vars; i++) {
        sort of = term_sort(g->s->ts, c->vars[i]);
        term value = eval_default(g->s->ts, of);
        for (size_t k = 0; k < own->n_vars; k++)
            if (term_is_equal(own->vars[k], c->vars[i])) value = g->d->values.data[s->value + k];
        term_vec_push(&g->symbols, term_mk_fresh(g->s->ts, "v", of));
        term_vec_push(&g->values, value);
        term_vec_push(&g->terms, g->symbols.data[g->symbols.size - 1]);
    }
}

static void add_literals(general *g, size_t number)
{
    const step *s = &g->d->steps.data[number];
    const clause *c = horn_clause(g->s->h, s->clause);
    dag_conjuncts(g->s->ts, instantiate(g, number, c->constraint), &g->literals);
    for (size_t k = 0; k < c->n_body; k++) {
        uint32_t premise = g->d->premises.data[s->premise + k];
        const clause *from = horn_clause(g->s->h, g->d->steps.data[premise].clause);
        for (size_t i = 0; i < horn_pred_arity(g->s->h, c->body[k].pred); i++) {
            term eq = term_mk_eq(g->s->ts, instantiate(g, number, c->body[k].args[i]), instantiate(g, premise, from->head.args[i]));
            dag_conjuncts(g->s->ts, eq, &g->literals);
        }
    }
}

static void replace_everywhere(general *g, term symbol, term by)
{
    substitution *s = substitution_new(g->s->ts);
    substitution_set(s, symbol, by);
    for (size_t i = 0; i < g->terms.size; i++) g->terms.data[i] = substitution_apply(s, g->terms.data[i]);
    size_t n = g->literals.size;
    term_vec old;
    term_vec_init(&old);
    term_vec_append(&old, g->literals.data, n);
    term_vec_clear(&g->literals);
    for (size_t i = 0; i < n; i++) dag_conjuncts(g->s->ts, substitution_apply(s, old.data[i]), &g->literals);
    term_vec_release(&old);
    substitution_free(s);
}

/* Values of uninterpreted sorts are symbols, too, but none of ours. */
static bool is_open_symbol(void *context, term candidate, term best)
{
    const general *g = context;
    return term_is_none(best) && term_vec_has(&g->symbols, candidate);
}

/* What equations say. */
static void solve_equations(general *g)
{
    for (size_t i = 0; i < g->literals.size && !limits_is_over(&g->s->context->limits); i++) {
        definition d;
        if (!equation_define(g->s->ts, g->literals.data[i], is_open_symbol, g, &d)) continue;
        replace_everywhere(g, d.symbol, d.value);
        i = (size_t)-1;
    }
}

static bool is_closed(const general *g, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(g->s->ts, &t, 1, &symbols);
    bool closed = true;
    for (size_t i = 0; i < symbols.size && closed; i++) closed = !term_vec_has(&g->symbols, symbols.data[i]);
    term_vec_release(&symbols);
    return closed;
}

/* An application of the symbol's sort, closed, in a literal with the symbol: TERM_NONE if there is none. */
static term find_neighbour(general *g, term symbol)
{
    term_store *ts = g->s->ts;
    term found = TERM_NONE;
    term_vec all;
    term_vec_init(&all);
    for (size_t i = 0; i < g->literals.size && term_is_none(found); i++) {
        if (!dag_has_symbol(ts, g->literals.data[i], symbol)) continue;
        term_vec_clear(&all);
        dag_subterms(ts, &g->literals.data[i], 1, &all);
        for (size_t k = 0; k < all.size && term_is_none(found); k++) {
            term t = all.data[k];
            if (is_function(g->s, t) && sort_is_equal(term_sort(ts, t), term_sort(ts, symbol)) && !term_has_bound(ts, t) && is_closed(g, t)) found = t;
        }
    }
    term_vec_release(&all);
    return found;
}

static term value_of_application(search *s, term application)
{
    evaluator *e = evaluator_new(s->ts);
    term_vec params, args;
    term_vec_init(&params);
    term_vec_init(&args);
    size_t f, n = term_arity(s->ts, application);
    bool ok = horn_find_function(s->h, term_name(s->ts, application), &f);
    for (size_t i = 0; i < n && ok; i++) {
        term value = evaluator_eval(e, term_arg(s->ts, application, i), NULL);
        ok = !term_is_none(value);
        term_vec_push(&params, horn_function_param(s->h, f, i));
        term_vec_push(&args, value);
    }
    term t = ok ? evaluator_eval(e, dag_substitute(s->ts, s->functions.data[f], params.data, args.data, n), NULL) : TERM_NONE;
    term_vec_release(&params);
    term_vec_release(&args);
    evaluator_free(e);
    return t;
}

/* What is still open gets its value: relative to an application that it is compared with, if there is one. */
static void close_symbols(general *g)
{
    term_store *ts = g->s->ts;
    for (size_t i = 0; i < g->symbols.size; i++) {
        term symbol = g->symbols.data[i], by = g->values.data[i];
        bool is_open = term_is_equal(g->terms.data[i], symbol);
        if (!is_open) continue;
        term near = term_is_arith(ts, symbol) ? find_neighbour(g, symbol) : TERM_NONE;
        term value = term_is_none(near) ? TERM_NONE : value_of_application(g->s, near);
        if (!term_is_none(value)) by = term_mk_add2(ts, near, term_mk_sub(ts, by, value));
        replace_everywhere(g, symbol, by);
    }
}

static void use_values(general *g)
{
    for (size_t i = 0; i < g->symbols.size; i++) g->terms.data[i] = g->values.data[i];
    substitution *s = substitution_new(g->s->ts);
    for (size_t i = 0; i < g->symbols.size; i++) substitution_set(s, g->symbols.data[i], g->values.data[i]);
    for (size_t i = 0; i < g->literals.size; i++) g->literals.data[i] = substitution_apply(s, g->literals.data[i]);
    substitution_free(s);
}

/* ---- axioms ---- */

static bool is_axiom(const clause *c) { return pred_is_false(c->head.pred) && !c->n_body; }

/* Matches an application in the axiom, the arguments of which are variables, or closed and the same, with a closed one. */
static bool match(search *s, const clause *c, term pattern, term closed, term *values)
{
    for (size_t k = 0; k < c->n_vars; k++) values[k] = TERM_NONE;
    for (size_t i = 0; i < term_arity(s->ts, pattern); i++) {
        term p = term_arg(s->ts, pattern, i), by = term_arg(s->ts, closed, i);
        size_t k = 0;
        while (k < c->n_vars && !term_is_equal(c->vars[k], p)) k++;
        if (k == c->n_vars ? !term_is_equal(p, by) : !term_is_none(values[k]) && !term_is_equal(values[k], by)) return false;
        if (k < c->n_vars) values[k] = by;
    }
    for (size_t k = 0; k < c->n_vars; k++)
        if (term_is_none(values[k])) return false;
    return true;
}

static void know_applications(search *s, const term *roots, size_t n);

/* Instances of a query without predicates with the applications that are new. */
static void instantiate_axiom(search *s, uint32_t number, size_t n_known)
{
    const clause *c = horn_clause(s->h, number);
    term_vec all, values;
    term_vec_init(&all);
    term_vec_init(&values);
    term_vec_resize(&values, c->n_vars);
    dag_subterms(s->ts, &c->constraint, 1, &all);
    for (size_t i = 0; i < all.size; i++) {
        if (!is_function(s, all.data[i]) || term_has_bound(s->ts, all.data[i])) continue;
        for (size_t k = s->n_used; k < n_known; k++) {
            term closed = s->applications.data[k];
            if (strcmp(term_name(s->ts, closed), term_name(s->ts, all.data[i])) || !match(s, c, all.data[i], closed, values.data)) continue;
            term instance = dag_substitute(s->ts, c->constraint, c->vars, values.data, c->n_vars);
            derivation_add(&s->found, s->h, number, NULL, values.data);
            smt_assert(s->solver, term_mk_not(s->ts, instance));
            know_applications(s, &instance, 1);
        }
    }
    term_vec_release(&all);
    term_vec_release(&values);
}

/* One generation: what the instances have in them that is new is for the next round. */
static void instantiate_axioms(search *s)
{
    size_t n_known = s->applications.size;
    const u32_vec *queries = horn_clauses_of(s->h, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++)
        if (is_axiom(horn_clause(s->h, queries->data[i]))) instantiate_axiom(s, queries->data[i], n_known);
    s->n_used = n_known;
}

/* ---- the search ---- */

/* Without variables: elements of uninterpreted sorts are symbols, but none. */
static bool is_ground(search *s, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(s->ts, &t, 1, &symbols);
    bool ground = true;
    for (size_t i = 0; i < symbols.size && ground; i++) ground = strstr(term_name(s->ts, symbols.data[i]), "!val!") != NULL;
    term_vec_release(&symbols);
    return ground;
}

static void know_applications(search *s, const term *roots, size_t n)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(s->ts, roots, n, &all);
    for (size_t i = 0; i < all.size; i++)
        if (is_function(s, all.data[i]) && !term_has_bound(s->ts, all.data[i]) && is_ground(s, all.data[i]) && !term_vec_has(&s->applications, all.data[i]))
            term_vec_push(&s->applications, all.data[i]);
    term_vec_release(&all);
}

static void keep_steps(search *s, const general *g)
{
    uint32_t offset = (uint32_t)s->found.steps.size;
    u32_vec premises;
    u32_vec_init(&premises);
    for (size_t i = 0; i < g->d->steps.size; i++) {
        const step *x = &g->d->steps.data[i];
        u32_vec_clear(&premises);
        for (size_t k = 0; k < horn_clause(s->h, x->clause)->n_body; k++) u32_vec_push(&premises, g->d->premises.data[x->premise + k] + offset);
        derivation_add(&s->found, s->h, x->clause, premises.data, g->terms.data + g->first.data[i]);
    }
    u32_vec_release(&premises);
}

/* No interpretation is good under which this derivation is one. */
static void exclude(search *s, const horn *instance, const derivation *d)
{
    general g = {.s = s, .d = d};
    for (size_t i = 0; i < d->steps.size; i++) add_symbols(&g, instance, i);
    for (size_t i = 0; i < d->steps.size; i++) add_literals(&g, i);
    if (g.symbols.size <= MAX_VARIABLES) {
        solve_equations(&g);
        close_symbols(&g);
    } else {
        use_values(&g);
    }
    keep_steps(s, &g);
    term all = term_mk_and(s->ts, g.literals.data, g.literals.size);
    know_applications(s, &all, 1);
    smt_assert(s->solver, term_mk_not(s->ts, all));
    u32_vec_release(&g.first);
    term_vec_release(&g.symbols);
    term_vec_release(&g.values);
    term_vec_release(&g.terms);
    term_vec_release(&g.literals);
}

/* Those that are closed in the problem are good ones to begin with. */
static void know_clauses(search *s)
{
    for (size_t i = 0; i < horn_clause_count(s->h); i++) {
        const clause *c = horn_clause(s->h, i);
        know_applications(s, &c->constraint, 1);
        for (size_t k = 0; k < c->n_body; k++) know_applications(s, c->body[k].args, horn_pred_arity(s->h, c->body[k].pred));
        if (!pred_is_false(c->head.pred)) know_applications(s, c->head.args, horn_pred_arity(s->h, c->head.pred));
    }
}

/* The same clauses, by their numbers, but for axioms, which hold. */
static horn *without_axioms(const horn *h)
{
    horn *out = horn_new(horn_terms(h));
    horn_copy_preds(out, h);
    horn_set_file(out, horn_file(h));
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        horn_add_clause(out, c->body, c->n_body, is_axiom(c) ? term_false(horn_terms(h)) : c->constraint, c->head, c->line);
    }
    return out;
}

/* The axioms under the interpretation: values that break one are excluded. */
static smt_result break_axiom(search *s, const horn *instance, uint32_t number)
{
    const clause *c = horn_clause(instance, number);
    smt *solver = smt_new_beside(s->solver);
    smt_set_query_limit(solver, AXIOM_SECONDS);
    smt_assert(solver, c->constraint);
    smt_result r = smt_check(solver, NULL, 0);
    term_vec values;
    term_vec_init(&values);
    for (size_t i = 0; i < c->n_vars && r == SMT_SAT; i++) {
        term value = smt_value(solver, c->vars[i]);
        if (term_is_none(value)) r = SMT_UNKNOWN;
        else term_vec_push(&values, value);
    }
    smt_free(solver);
    derivation d;
    derivation_init(&d);
    if (r == SMT_SAT) {
        derivation_add(&d, instance, number, NULL, values.data);
        exclude(s, instance, &d);
    }
    derivation_release(&d);
    term_vec_release(&values);
    return r;
}

/* SMT_SAT: at least one is broken. */
static smt_result break_axioms(search *s, const horn *instance)
{
    smt_result all = SMT_UNSAT;
    for (uint32_t i = 0; i < horn_clause_count(instance); i++) {
        if (!is_axiom(horn_clause(instance, i))) continue;
        smt_result r = break_axiom(s, instance, i);
        if (r != SMT_UNSAT && all != SMT_SAT) all = r;
    }
    return all;
}

/* The engine's result for the problem without axioms. True: there is a derivation, which is excluded now. */
static bool take_result(search *s, const horn *instance, result *r)
{
    if (r->answer == ANSWER_UNSAFE && !r->derivation.is_outline) {
        exclude(s, instance, &r->derivation);
        return true;
    }
    if (r->answer != ANSWER_SAFE) {
        result_set_unknown(s->out, "with an interpretation of the functions: %s", r->reason ? r->reason : "no derivation that can be followed");
        return false;
    }
    smt_result broken = break_axioms(s, instance);
    if (broken == SMT_UNKNOWN) result_set_unknown(s->out, "it is not known whether an interpretation of the functions satisfies the axioms");
    if (broken != SMT_UNSAT) return broken == SMT_SAT;
    s->out->answer = ANSWER_SAFE;
    s->out->model = r->model;
    term_vec_release(&s->out->model.function);
    term_vec_append(&s->out->model.function, s->functions.data, s->functions.size);
    term_vec_init(&r->model.formula);
    term_vec_init(&r->model.function);
    return false;
}

/* False: there is an answer, or none to be had. */
static bool try_interpretation(search *s)
{
    horn *instance = horn_interpret(s->h, &s->functions), *asked = without_axioms(instance);
    variant v = {.kind = VARIANT_AS_IT_IS, .small_blocks = s->v->small_blocks, .h = asked, .skip = s->v->skip, .n_skip = s->v->n_skip, .limits = s->context->limits};
    result r;
    result_init(&r);
    variant_prepare(&v);
    variant_search(&v, VARIANT_AS_IT_IS, s->engine, &s->inner, &r);
    stats_merge(&s->out->stats, &r.stats);
    bool again = take_result(s, instance, &r);
    result_release(&r);
    variant_release(&v);
    horn_free(asked);
    horn_free(instance);
    return again;
}

/* False: every interpretation is excluded, or it is not known whether one is left. */
static bool choose_interpretation(search *s)
{
    instantiate_axioms(s);
    smt_result r = smt_check(s->solver, NULL, 0);
    term_vec before;
    term_vec_init(&before);
    term_vec_append(&before, s->functions.data, s->functions.size);
    bool is_chosen = r == SMT_SAT && interpret_all(s), is_same = is_chosen && !memcmp(before.data, s->functions.data, before.size * sizeof(term));
    term_vec_release(&before);
    if (is_chosen && !is_same) return true;
    if (r == SMT_UNSAT) {
        s->out->answer = ANSWER_UNSAFE;
        s->out->derivation = s->found;
        derivation_init(&s->found);
    } else if (is_same) {
        result_set_unknown(s->out, "nothing follows about the functions from a derivation: they are about uninterpreted sorts of more than one element");
    } else {
        result_set_unknown(s->out, "no interpretation of the functions is known: %s", r == SMT_SAT ? "no exact values" : smt_why_unknown(s->solver));
    }
    return false;
}

static void tell(void *user, const char *what, int64_t bound)
{
    const engine_context *c = user;
    (void)bound;
    c->progress(c->user, what, -1);
}

void functions_run(const variant *v, const engine *e, const engine_context *c, result *out)
{
    search s = {.v = v, .h = v->h, .ts = horn_terms(v->h), .engine = e, .context = c, .out = out, .solver = smt_new(horn_terms(v->h), &c->limits, &out->stats)};
    s.inner = *c;
    s.inner.progress = tell;
    s.inner.user = (void *)(uintptr_t)c;
    derivation_init(&s.found);
    for (size_t i = 0; i < horn_function_count(s.h); i++) term_vec_push(&s.functions, TERM_NONE);
    result_set_unknown(out, "no interpretation of the functions was found in %d tries", MAX_ROUNDS);
    know_clauses(&s);
    for (; s.round < MAX_ROUNDS && choose_interpretation(&s) && try_interpretation(&s); s.round++) {
        if (!limits_is_over(&c->limits)) continue;
        result_set_unknown(out, "out of time");
        break;
    }
    out->bound = -1;
    derivation_release(&s.found);
    term_vec_release(&s.applications);
    term_vec_release(&s.functions);
    smt_free(s.solver);
}
