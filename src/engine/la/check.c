/* The invariants of la.h, for debug builds: linear in the annotation, but for one question to the solver for each predicate that has facts. */

#include "engine/la/la.h"

/* Are the formula's symbols parameters of p? */
static bool is_over_params(const la *a, pred p, term formula)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(a->ts, &formula, 1, &symbols);
    bool all = true;
    for (size_t i = 0; i < symbols.size && all; i++) {
        size_t k = 0, n = horn_pred_arity(a->h, p);
        while (k < n && !term_is_equal(horn_param(a->h, p, k), symbols.data[i])) k++;
        all = k < n;
    }
    term_vec_release(&symbols);
    return all;
}

/* A lemma is the negation of its cube, and speaks of its predicate's parameters. */
static const char *check_lemma(la *a, const lemma *l)
{
    if (l->pred.id >= horn_pred_count(a->h)) return "a lemma of no predicate";
    if (!term_is_equal(l->formula, term_mk_not(a->ts, cube_formula(a->ts, &l->cube)))) return "a lemma is not the negation of its cube";
    if (!is_over_params(a, l->pred, l->formula)) return "a lemma is not over its predicate's parameters";
    for (size_t i = 0; i < l->cube.size; i++) {
        uint32_t param = l->cube.data[i].param;
        if (param != NO_PARAM && (param >= horn_pred_arity(a->h, l->pred) || !cells_has(a, l->pred, param))) return "a set literal about no value-set parameter";
    }
    return NULL;
}

/* The place has each live lemma of its predicate once, in the order of their numbers, and every lemma that it has was news. */
static const char *check_place(const la *a, pred p, size_t *live)
{
    const place *at = &a->places[p.id];
    for (size_t i = 0; i < at->lemmas.size; i++) {
        uint32_t number = at->lemmas.data[i];
        if (number >= a->lemmas.size || !pred_is_equal(a->lemmas.data[number].pred, p)) return "a place has a lemma of another";
        if (i && at->lemmas.data[i - 1] >= number) return "lemmas of a place are not in order";
        *live += !a->lemmas.data[number].dead;
    }
    for (size_t i = 0; i < at->news.size; i++)
        if (at->news.data[i] >= a->lemmas.size || !pred_is_equal(a->lemmas.data[at->news.data[i]].pred, p)) return "news of another place";
    for (size_t i = 0; i < at->facts.size; i++)
        if (at->facts.data[i] >= a->facts.size || !pred_is_equal(a->facts.data[at->facts.data[i]].pred, p)) return "a place has a fact of another";
    return NULL;
}

/* A fact comes by its clause from older facts of the body's predicates. */
static const char *check_fact(const la *a, uint32_t number)
{
    const fact *f = &a->facts.data[number];
    const clause *c = horn_clause(a->h, f->clause);
    if (!pred_is_equal(c->head.pred, f->pred)) return "a fact of another predicate than its clause's";
    if (f->premise + c->n_body > a->premises.size) return "a fact without premises";
    for (size_t i = 0; i < c->n_body; i++) {
        uint32_t premise = a->premises.data[f->premise + i];
        if (premise >= number || !pred_is_equal(a->facts.data[premise].pred, c->body[i].pred)) return "a fact from a wrong premise";
    }
    return NULL;
}

/* What has a derivation satisfies what always holds: otherwise a lemma or a fact is wrong. */
static const char *check_agreement(la *a, pred p)
{
    enum { MANY = 30 };
    const place *at = &a->places[p.id];
    if (!at->facts.size || at->facts.size > MANY || la_is_over(a)) return NULL;
    return smt_entails(a->solver, at->facts_formula, annotation(a, p, LEVEL_ALWAYS)) == SMT_SAT ? "a fact contradicts a lemma that always holds" : NULL;
}

const char *la_check(la *a)
{
    const char *wrong = NULL;
    size_t live = 0, listed = 0;
    for (size_t i = 0; i < a->lemmas.size && !wrong; i++) {
        wrong = check_lemma(a, &a->lemmas.data[i]);
        live += !a->lemmas.data[i].dead;
    }
    for (uint32_t p = 0; p < horn_pred_count(a->h) && !wrong; p++) wrong = check_place(a, (pred){p}, &listed);
    if (!wrong && live != listed) wrong = "a live lemma is in no place";
    for (uint32_t i = 0; i < a->facts.size && !wrong; i++) wrong = check_fact(a, i);
    for (uint32_t p = 0; p < horn_pred_count(a->h) && !wrong; p++) wrong = check_agreement(a, (pred){p});
    if (!wrong && a->open.size) wrong = "a goal is still open";
    if (!wrong && a->jump != SIZE_MAX) wrong = "still jumping back";
    for (size_t i = 0; i < a->kept.size && !wrong; i++)
        if (a->kept.data[i].pred.id >= horn_pred_count(a->h) || a->kept.data[i].level > a->bound) wrong = "a kept goal above the bound";
    return wrong;
}
