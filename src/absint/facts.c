/* Abstract states as formulas over parameters. */

#include "absint/analysis.h"

static term sum_of(const analysis *a, pred p, const row *r, sort s)
{
    term_vec parts;
    term_vec_init(&parts);
    const abstract_pred *of = &a->preds[p.id];
    for (size_t i = 0; i < r->entries.size; i++) {
        term x = horn_param(a->h, p, of->numeric.data[r->entries.data[i].dim]);
        if (sort_kind_of(a->ts, s) == SORT_REAL && of->is_int[r->entries.data[i].dim]) x = term_mk_to_real(a->ts, x);
        term_vec_push(&parts, term_mk_scale(a->ts, &r->entries.data[i].c, x));
    }
    term_vec_push(&parts, term_mk_num(a->ts, &r->constant, s));
    term sum = term_mk_add(a->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return sum;
}

/* Is the row one of integers? */
static bool is_integral(const abstract_pred *p, const row *r)
{
    bool integral = rat_is_integer(&r->constant) && rat_is_integer(&r->modulus);
    for (size_t i = 0; i < r->entries.size; i++) integral = integral && p->is_int[r->entries.data[i].dim] && rat_is_integer(&r->entries.data[i].c);
    return integral;
}

static term formula_of(const analysis *a, pred p, const row *r)
{
    bool integral = is_integral(&a->preds[p.id], r);
    sort s = integral ? sort_int(a->ts) : sort_real(a->ts);
    if (r->relation == ROW_CONGRUENT && !integral) return term_true(a->ts);
    term sum = sum_of(a, p, r, s), zero = term_mk_num(a->ts, &(rat){.num = 0, .den = 1}, s);
    switch (r->relation) {
    case ROW_EQ: return term_mk_eq(a->ts, sum, zero);
    case ROW_GE: return term_mk_ge(a->ts, sum, zero);
    case ROW_GT: return term_mk_gt(a->ts, sum, zero);
    case ROW_CONGRUENT: break;
    }
    return term_mk_eq(a->ts, term_mk_mod(a->ts, sum, term_mk_num(a->ts, &r->modulus, s)), zero);
}

term facts_of(const analysis *a, pred p)
{
    const abstract_state *s = &a->preds[p.id].state;
    if (!s->value) return term_false(a->ts);
    term_vec facts;
    term_vec_init(&facts);
    const row_vec *all[] = {&s->rows, &s->given};
    for (size_t v = 0; v < 2; v++)
        for (size_t k = 0; k < all[v]->size; k++) term_vec_push(&facts, formula_of(a, p, &all[v]->data[k]));
    term conjunction = term_mk_and(a->ts, facts.data, facts.size);
    term_vec_release(&facts);
    return conjunction;
}
