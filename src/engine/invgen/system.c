#include "engine/invgen/system.h"

#include "base/alloc.h"

#include <stdlib.h>

static void push_obligations(invgen_system *s, uint32_t tau)
{
    bool is_safety = s->p->steps.data[tau].head == INVGEN_NOWHERE;
    for (uint32_t c = 0; c < (is_safety ? 1 : s->n_conjuncts); c++) {
        invgen_obligation_vec_push(&s->obligations, (invgen_obligation){.step = tau, .conjunct = c});
        if (!is_safety && invgen_is_equation(s, c)) invgen_obligation_vec_push(&s->obligations, (invgen_obligation){.step = tau, .conjunct = c, .is_negated = true});
    }
}

/* Steps to the queries, then those to where they begin, and so on: what is decided first restricts what comes next. */
static void list_obligations(invgen_system *s)
{
    const invgen_program *p = s->p;
    bool *wanted = alloc_zeroed(p->locations.size + 1, sizeof *wanted), *done = alloc_zeroed(p->steps.size + 1, sizeof *done);
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = 0; i < p->steps.size; i++) {
            const invgen_step *tau = &p->steps.data[i];
            if (done[i] || (tau->head != INVGEN_NOWHERE && !wanted[tau->head])) continue;
            any = done[i] = true;
            push_obligations(s, i);
            for (size_t j = 0; j < tau->body.size; j++) wanted[tau->body.data[j]] = true;
        }
    }
    free(wanted);
    free(done);
}

void invgen_system_init(invgen_system *s, const invgen_program *p, invgen_shape shape, const row_vec *dynamic)
{
    *s = (invgen_system){.p = p, .dynamic = dynamic, .shape = shape, .n_conjuncts = shape.n_equal + shape.n_at_most};
    for (size_t l = 0; l < p->locations.size; l++) {
        u32_vec_push(&s->first, s->n_parameters);
        s->n_parameters += (uint32_t)(s->n_conjuncts * (p->locations.data[l].n + 1));
    }
    list_obligations(s);
}

void invgen_system_release(invgen_system *s)
{
    u32_vec_release(&s->first);
    invgen_obligation_vec_release(&s->obligations);
}

uint32_t invgen_parameter_of(const invgen_system *s, uint32_t location, size_t conjunct, size_t d)
{
    assert(conjunct < s->n_conjuncts && d <= s->p->locations.data[location].n);
    return s->first.data[location] + (uint32_t)(conjunct * (s->p->locations.data[location].n + 1) + d);
}

void invgen_body_column(const invgen_system *s, const invgen_step *tau, size_t b, size_t column, invgen_entry_fn *each, void *context)
{
    size_t j = b / s->n_conjuncts, conjunct = b % s->n_conjuncts;
    uint32_t location = tau->body.data[j];
    const row *args = invgen_args(s->p, tau, j);
    size_t n = s->p->locations.data[location].n;
    bool is_constant = column == tau->t.n_dims;
    for (size_t d = 0; d < n; d++) {
        const rat *c = is_constant ? &args[d].constant : row_coefficient(&args[d], (uint32_t)column);
        if (c && rat_sign(c)) each(context, c, invgen_parameter_of(s, location, conjunct, d));
    }
    if (!is_constant) return;
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    each(context, &one, invgen_parameter_of(s, location, conjunct, n));
    rat_release(&one);
}

bool invgen_head_column(const invgen_system *s, const invgen_obligation *o, size_t column, uint32_t *parameter)
{
    const invgen_step *tau = invgen_step_of(s, o);
    if (tau->head == INVGEN_NOWHERE || (column >= tau->t.n_head && column < tau->t.n_dims)) return false;
    *parameter = invgen_parameter_of(s, tau->head, o->conjunct, column == tau->t.n_dims ? tau->t.n_head : column);
    return true;
}

const rat *invgen_row_column(const invgen_step *s, size_t i, size_t column)
{
    const row *r = invgen_row(s, i);
    return column == s->t.n_dims ? &r->constant : row_coefficient(r, (uint32_t)column);
}

/* ---- solutions ---- */

void invgen_solution_init(invgen_solution *x, const invgen_system *s)
{
    x->parameters = alloc_zeroed(s->n_parameters + 1, sizeof *x->parameters);
    for (size_t i = 0; i < s->n_parameters; i++) rat_init(&x->parameters[i]);
    x->used = alloc_zeroed(s->p->steps.size + 1, sizeof *x->used);
    for (size_t i = 0; i < s->p->steps.size; i++) x->used[i] = alloc_zeroed(s->p->steps.data[i].facts.size + 1, sizeof *x->used[i]);
}

void invgen_solution_release(invgen_solution *x, const invgen_system *s)
{
    for (size_t i = 0; i < s->n_parameters; i++) rat_release(&x->parameters[i]);
    for (size_t i = 0; i < s->p->steps.size; i++) free(x->used[i]);
    free(x->parameters);
    free(x->used);
}

term invgen_conjunct(const invgen_system *s, const invgen_solution *x, uint32_t location, size_t conjunct)
{
    const invgen_location *l = &s->p->locations.data[location];
    row r;
    rat minus;
    rat_init(&minus);
    row_init(&r, invgen_is_equation(s, conjunct) ? ROW_EQ : ROW_GE);
    for (uint32_t d = 0; d < l->n; d++) {
        rat_neg(&minus, &x->parameters[invgen_parameter_of(s, location, conjunct, d)]);
        row_add_entry(&r, &minus, d);
    }
    rat_neg(&minus, &x->parameters[invgen_parameter_of(s, location, conjunct, l->n)]);
    row_add_constant(&r, &minus);
    term t = invgen_row_formula(s->p, l->pred, &r);
    row_release(&r);
    rat_release(&minus);
    return t;
}

static term map_at(const invgen_system *s, const invgen_solution *x, uint32_t location)
{
    const invgen_program *p = s->p;
    term t = invgen_location_guard(p, location);
    for (size_t i = 0; p->congruences && i < p->congruences[location].size; i++)
        t = term_mk_and2(p->ts, t, invgen_row_formula(p, p->locations.data[location].pred, &p->congruences[location].data[i]));
    for (size_t c = 0; c < s->n_conjuncts; c++) t = term_mk_and2(p->ts, t, invgen_conjunct(s, x, location, c));
    return t;
}

void invgen_map(const invgen_system *s, const invgen_solution *x, model *out)
{
    const invgen_program *p = s->p;
    for (uint32_t q = 0; q < horn_pred_count(p->h); q++) {
        term any = term_false(p->ts);
        for (uint32_t l = 0; l < p->locations.size; l++)
            if (p->locations.data[l].is_reached && p->locations.data[l].pred.id == q) any = term_mk_or2(p->ts, any, map_at(s, x, l));
        model_set(out, (pred){q}, term_mk_and2(p->ts, model_get(&p->facts, (pred){q}), any));
    }
}
