/* The system as a formula. */

#include "engine/invgen/solve.h"
#include "smt/smt.h"

#include "base/alloc.h"

#include <stdlib.h>

enum { MAX_FACTORS = 4, LARGEST_FACTOR = 100 };

typedef struct factors {
    rat of[MAX_FACTORS];
    size_t n;
} factors;

typedef struct encoding {
    const invgen_system *s;
    term_store *ts;
    smt *solver;
    invgen_multipliers multipliers;
    sort real;
    factors factors; /* what the multipliers of conjuncts may be, beside 0 */
    term_vec parameters; /* of sort Real */
    term_vec formulas;
    term_vec choices; /* of the obligations: the multipliers of conjuncts, then whether the premise is infeasible */
    term_vec row_multipliers; /* of the obligations, one after the other, as many as the step has rows; TERM_NONE: none */
} encoding;

/* ---- factors ---- */

static void push_factor(factors *all, const rat *f)
{
    bool is_new = all->n < MAX_FACTORS;
    for (size_t i = 0; i < all->n; i++) is_new = is_new && !rat_is_equal(&all->of[i], f);
    if (!is_new) return;
    rat_init(&all->of[all->n]);
    rat_set(&all->of[all->n++], f);
}

/* The coefficients, or their inverses: without signs, and none that is large. */
static void push_factors_of(factors *all, const row *r, bool inverse)
{
    rat f;
    rat_init(&f);
    for (size_t i = 0; i < r->entries.size; i++) {
        int64_t c;
        if (!rat_to_int64(&r->entries.data[i].c, &c) || c < -LARGEST_FACTOR || c > LARGEST_FACTOR) continue;
        rat_abs(&f, &r->entries.data[i].c);
        if (inverse) rat_inv(&f, &f);
        push_factor(all, &f);
    }
    rat_release(&f);
}

/* 1, and perhaps those by which steps multiply dimensions: they do it to what is said of these, too. */
static void list_factors(const invgen_program *p, bool with_steps, factors *out)
{
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    push_factor(out, &one);
    rat_release(&one);
    for (size_t i = 0; with_steps && i < p->steps.size; i++) {
        const transition *t = &p->steps.data[i].t;
        for (size_t k = 0; k < t->rows.size; k++)
            if (t->rows.data[k].relation == ROW_EQ) push_factors_of(out, &t->rows.data[k], false);
        for (size_t k = 0; k < t->args.size; k++) push_factors_of(out, &t->args.data[k], true);
    }
}

static void factors_release(factors *all)
{
    for (size_t i = 0; i < all->n; i++) rat_release(&all->of[i]);
}

bool invgen_has_factors(const invgen_program *p)
{
    factors all = {0};
    list_factors(p, true, &all);
    size_t n = all.n;
    factors_release(&all);
    return n > 1;
}

/* The obligation at hand. */
typedef struct scene {
    encoding *e;
    const invgen_obligation *o;
    const invgen_step *tau;
    const term *rows; /* multipliers */
    term_vec conjuncts; /* multipliers: Booleans (one for each factor; of equations, as many for the negative ones), or numbers */
    term infeasible;
} scene;

static term zero(const encoding *e) { return term_mk_real(e->ts, 0, 1); }

static term fresh(const encoding *e, const char *hint, sort s) { return term_mk_fresh(e->ts, hint, s); }

static void declare_parameters(encoding *e)
{
    bool integers = e->multipliers == INVGEN_INTEGERS;
    for (size_t i = 0; i < e->s->n_parameters; i++) {
        term a = fresh(e, "invgen.a", integers ? sort_int(e->ts) : e->real);
        term_vec_push(&e->parameters, integers ? term_mk_to_real(e->ts, a) : a);
    }
}

/* ---- sums ---- */

typedef struct sum {
    const encoding *e;
    term_vec parts;
} sum;

static void add_parameter(void *context, const rat *c, uint32_t parameter)
{
    sum *x = context;
    term_vec_push(&x->parts, term_mk_scale(x->e->ts, c, x->e->parameters.data[parameter]));
}

static term total(sum *x)
{
    term_vec_push(&x->parts, zero(x->e));
    term t = term_mk_add(x->e->ts, x->parts.data, x->parts.size);
    term_vec_release(&x->parts);
    return t;
}

static size_t multipliers_of(const encoding *e, size_t b)
{
    if (e->multipliers == INVGEN_REALS) return 1;
    return invgen_is_equation(e->s, b % e->s->n_conjuncts) ? 2 * e->factors.n : e->factors.n;
}

/* multiplier * form */
static term times(const scene *c, const term *multiplier, size_t n, term form)
{
    const encoding *e = c->e;
    if (e->multipliers == INVGEN_REALS) return term_mk_mul2(e->ts, multiplier[0], form);
    term product = zero(e);
    for (size_t i = n; i-- > 0;) {
        term scaled = term_mk_scale(e->ts, &e->factors.of[i % e->factors.n], form);
        product = term_mk_ite(e->ts, multiplier[i], i < e->factors.n ? scaled : term_mk_neg(e->ts, scaled), product);
    }
    return product;
}

static void add_conjuncts(const scene *c, size_t column, sum *out)
{
    size_t at = 0;
    for (size_t b = 0; b < invgen_body_conjuncts(c->e->s, c->tau); b++) {
        sum form = {.e = c->e};
        size_t n = multipliers_of(c->e, b);
        invgen_body_column(c->e->s, c->tau, b, column, add_parameter, &form);
        if (form.parts.size) term_vec_push(&out->parts, times(c, c->conjuncts.data + at, n, total(&form)));
        at += n;
    }
}

static void add_rows(const scene *c, size_t column, sum *out)
{
    rat minus;
    rat_init(&minus);
    for (size_t i = 0; i < invgen_row_count(c->tau); i++) {
        const rat *r = invgen_row_counts(c->tau, i) ? invgen_row_column(c->tau, i, column) : NULL;
        if (!r || !rat_sign(r)) continue;
        rat_neg(&minus, r);
        term_vec_push(&out->parts, term_mk_scale(c->e->ts, &minus, c->rows[i]));
    }
    rat_release(&minus);
}

/* The head's expression; 0 if the premise is infeasible. */
static term head(const scene *c, size_t column)
{
    uint32_t parameter;
    if (!invgen_head_column(c->e->s, c->o, column, &parameter)) return zero(c->e);
    term a = c->e->parameters.data[parameter];
    return term_mk_ite(c->e->ts, c->infeasible, zero(c->e), c->o->is_negated ? term_mk_neg(c->e->ts, a) : a);
}

/* ---- obligations ---- */

/* May the implication fall short by less than 1? */
static bool is_rounded(const scene *c)
{
    bool integral = c->e->multipliers == INVGEN_INTEGERS && c->tau->head != INVGEN_NOWHERE;
    for (size_t d = 0; d < c->tau->t.n_head; d++) integral = integral && c->tau->t.is_int[d];
    return integral;
}

/* Some strict row has a multiplier: 0 < 0 is a contradiction, too. */
static term strict_rows(const scene *c)
{
    sum x = {.e = c->e};
    for (size_t i = 0; i < invgen_row_count(c->tau); i++)
        if (invgen_row(c->tau, i)->relation == ROW_GT) term_vec_push(&x.parts, c->rows[i]);
    return total(&x);
}

static term slack(const scene *c)
{
    encoding *e = c->e;
    sum x = {.e = e};
    size_t column = c->tau->t.n_dims;
    add_conjuncts(c, column, &x);
    add_rows(c, column, &x);
    term left = total(&x), h = head(c, column), one = term_mk_real(e->ts, 1, 1);
    term contradiction = term_mk_or2(e->ts, e->multipliers == INVGEN_INTEGERS ? term_mk_gt(e->ts, left, zero(e)) : term_mk_ge(e->ts, left, one),
                                     term_mk_and2(e->ts, term_mk_ge(e->ts, left, zero(e)), term_mk_ge(e->ts, strict_rows(c), one)));
    term implication = is_rounded(c) ? term_mk_gt(e->ts, left, term_mk_sub(e->ts, h, one)) : term_mk_ge(e->ts, left, h);
    return term_mk_ite(e->ts, c->infeasible, contradiction, implication);
}

static void declare_multipliers(scene *c)
{
    encoding *e = c->e;
    for (size_t b = 0; b < invgen_body_conjuncts(e->s, c->tau); b++) {
        size_t n = multipliers_of(e, b);
        for (size_t i = 0; i < n; i++) term_vec_push(&c->conjuncts, fresh(e, "invgen.m", e->multipliers == INVGEN_REALS ? e->real : sort_bool(e->ts)));
        if (e->multipliers == INVGEN_REALS && !invgen_is_equation(e->s, b % e->s->n_conjuncts))
            term_vec_push(&e->formulas, term_mk_ge(e->ts, term_vec_last(&c->conjuncts), zero(e)));
    }
    size_t first = e->row_multipliers.size;
    for (size_t i = 0; i < invgen_row_count(c->tau); i++) {
        term m = invgen_row_counts(c->tau, i) ? fresh(e, "invgen.l", e->real) : TERM_NONE;
        term_vec_push(&e->row_multipliers, m);
        if (!term_is_none(m) && invgen_row(c->tau, i)->relation != ROW_EQ) term_vec_push(&e->formulas, term_mk_ge(e->ts, m, zero(e)));
    }
    c->rows = e->row_multipliers.data + first;
    c->infeasible = c->tau->head == INVGEN_NOWHERE ? term_true(e->ts) : fresh(e, "invgen.f", sort_bool(e->ts));
}

static void encode_obligation(encoding *e, const invgen_obligation *o)
{
    scene c = {.e = e, .o = o, .tau = invgen_step_of(e->s, o)};
    declare_multipliers(&c);
    for (size_t column = 0; column < c.tau->t.n_dims; column++) {
        sum x = {.e = e};
        add_conjuncts(&c, column, &x);
        add_rows(&c, column, &x);
        term_vec_push(&e->formulas, term_mk_eq(e->ts, total(&x), head(&c, column)));
    }
    term_vec_push(&e->formulas, slack(&c));
    term_vec_append(&e->choices, c.conjuncts.data, c.conjuncts.size);
    term_vec_push(&e->choices, c.infeasible);
    term_vec_release(&c.conjuncts);
}

/* What states that were reached say about every conjunct: linear, without multipliers. */
static void encode_dynamic(encoding *e, uint32_t location)
{
    const row_vec *rows = &e->s->dynamic[location];
    for (size_t c = 0; c < e->s->n_conjuncts; c++) {
        for (size_t i = 0; i < rows->size; i++) {
            const row *r = &rows->data[i];
            sum x = {.e = e};
            for (size_t k = 0; k < r->entries.size; k++)
                add_parameter(&x, &r->entries.data[k].c, invgen_parameter_of(e->s, location, c, r->entries.data[k].dim));
            term left = total(&x);
            bool equal = r->relation == ROW_EQ || invgen_is_equation(e->s, c);
            term_vec_push(&e->formulas, equal ? term_mk_eq(e->ts, left, zero(e)) : term_mk_ge(e->ts, left, zero(e)));
        }
    }
}

/* ---- solving ---- */

static bool read_parameters(const encoding *e, invgen_solution *out)
{
    for (size_t i = 0; i < e->s->n_parameters; i++) {
        term v = smt_value(e->solver, e->parameters.data[i]);
        if (term_is_none(v)) return false;
        rat_set(&out->parameters[i], term_number(e->ts, v));
    }
    return true;
}

static void read_used(const encoding *e, invgen_solution *out)
{
    const term *m = e->row_multipliers.data;
    for (size_t k = 0; k < e->s->obligations.size; k++) {
        const invgen_obligation *o = &e->s->obligations.data[k];
        const invgen_step *tau = invgen_step_of(e->s, o);
        for (size_t i = 0; i < invgen_row_count(tau); i++, m++) {
            if (i < tau->t.rows.size || term_is_none(*m)) continue;
            term v = smt_value(e->solver, *m);
            if (term_is_none(v) || rat_sign(term_number(e->ts, v))) out->used[o->step][i - tau->t.rows.size] = true;
        }
    }
}

static bool holds(const encoding *e, term t) { return term_is_equal(smt_value(e->solver, t), term_true(e->ts)); }

/* The solver's parameters are any; those of least size for the same multipliers of conjuncts say the same more simply. */
static void simplify(const encoding *e, const limits *l, stats *counters, invgen_solution *out)
{
    size_t n = e->s->obligations.size;
    invgen_choice *chosen = alloc_zeroed(n + 1, sizeof *chosen);
    const term *next = e->choices.data;
    bool fits = true;
    for (size_t k = 0; k < n && fits; k++) {
        size_t body = invgen_body_conjuncts(e->s, invgen_step_of(e->s, &e->s->obligations.data[k]));
        fits = body <= INVGEN_MAX_BODY;
        for (size_t b = 0; b < body && fits; b++) {
            size_t signs = multipliers_of(e, b);
            assert(e->factors.n == 1);
            chosen[k].multipliers[b] = holds(e, next[0]) ? 1 : signs == 2 && holds(e, next[1]) ? -1 : 0;
            next += signs;
        }
        chosen[k].infeasible = fits && holds(e, *next++);
    }
    if (fits) invgen_solve_chosen(e->s, chosen, l, counters, out);
    free(chosen);
}

static void encode(encoding *e)
{
    list_factors(e->s->p, e->multipliers == INVGEN_FACTORS, &e->factors);
    declare_parameters(e);
    for (uint32_t l = 0; e->s->dynamic && l < e->s->p->locations.size; l++) encode_dynamic(e, l);
    for (size_t i = 0; i < e->s->obligations.size; i++) encode_obligation(e, &e->s->obligations.data[i]);
}

invgen_answer invgen_solve_smt(const invgen_system *s, invgen_multipliers m, const limits *l, stats *counters, invgen_solution *out)
{
    encoding e = {.s = s, .ts = s->p->ts, .multipliers = m, .real = sort_real(s->p->ts)};
    e.solver = smt_new(e.ts, l, counters);
    encode(&e);
    for (size_t i = 0; i < e.formulas.size; i++) smt_assert(e.solver, e.formulas.data[i]);
    smt_result r = limits_is_over(l) ? SMT_UNKNOWN : smt_check(e.solver, NULL, 0);
    invgen_answer a = r == SMT_UNSAT ? INVGEN_NONE : INVGEN_OPEN;
    if (r == SMT_SAT && read_parameters(&e, out)) {
        read_used(&e, out);
        if (m == INVGEN_SMALL) simplify(&e, l, counters, out);
        a = INVGEN_SOLVED;
    }
    smt_free(e.solver);
    factors_release(&e.factors);
    term_vec_release(&e.parameters);
    term_vec_release(&e.formulas);
    term_vec_release(&e.choices);
    term_vec_release(&e.row_multipliers);
    return a;
}
