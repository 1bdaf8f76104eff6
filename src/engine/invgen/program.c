#include "engine/invgen/program.h"

#include "base/alloc.h"
#include "engine/invgen/congruence.h"
#include "logic/implicant.h"

#include <stdlib.h>

/* Of one clause, and of all together. */
enum { MAX_CASES = 60, MAX_STEPS = 250, MAX_LOCATIONS = 40 };
/* Seconds for one question. */
#define PATIENCE 2.0

typedef struct builder {
    invgen_program *p;
    smt *solver;
    bool too_many;
} builder;

/* ---- facts as rows ---- */

static void drop_large(invgen_program *p, row_vec *rows)
{
    size_t kept = 0;
    for (size_t i = 0; i < rows->size; i++) {
        if (!row_is_large(&rows->data[i])) rows->data[kept++] = rows->data[i];
        else row_release(&rows->data[i]);
    }
    p->analysis.n_dropped += rows->size - kept;
    rows->size = kept;
}

typedef struct fact_reader {
    const invgen_program *p;
    pred pred;
    row *out;
    bool is_linear;
} fact_reader;

static void read_summand(void *context, const rat *c, term t)
{
    fact_reader *f = context;
    if (term_is_none(t)) {
        row_add_constant(f->out, c);
        return;
    }
    const u32_vec *numeric = &f->p->analysis.preds[f->pred.id].numeric;
    if (term_kind_of(f->p->ts, t) == TERM_TO_REAL) t = term_arg(f->p->ts, t, 0);
    for (uint32_t i = 0; i < numeric->size; i++) {
        if (!term_is_equal(t, horn_param(f->p->h, f->pred, numeric->data[i]))) continue;
        row_add_entry(f->out, c, i);
        return;
    }
    f->is_linear = false;
}

/* sum, related to 0. */
static bool row_of_sum(const invgen_program *p, pred q, term sum, row_relation relation, row *out)
{
    row_init(out, relation);
    fact_reader f = {p, q, out, true};
    term_linear_each(p->ts, sum, read_summand, &f);
    if (!f.is_linear) row_release(out);
    return f.is_linear;
}

/* right - left, related to 0. */
static bool row_of_fact(const invgen_program *p, pred q, term fact, row *out)
{
    term_kind k = term_kind_of(p->ts, fact);
    if (k != TERM_LE && k != TERM_LT && (k != TERM_EQ || !term_is_arith(p->ts, term_arg(p->ts, fact, 0)))) return false;
    return row_of_sum(p, q, term_mk_sub(p->ts, term_arg(p->ts, fact, 1), term_arg(p->ts, fact, 0)), k == TERM_EQ ? ROW_EQ : k == TERM_LE ? ROW_GE : ROW_GT, out);
}

/* sum mod modulus = remainder */
static bool row_of_congruence(const invgen_program *p, pred q, term fact, row *out)
{
    if (term_kind_of(p->ts, fact) != TERM_EQ) return false;
    bool is_left = term_kind_of(p->ts, term_arg(p->ts, fact, 0)) == TERM_MOD;
    term mod = term_arg(p->ts, fact, is_left ? 0 : 1), remainder = term_arg(p->ts, fact, is_left ? 1 : 0);
    if (term_kind_of(p->ts, mod) != TERM_MOD || !term_is_value(p->ts, remainder) || !term_is_value(p->ts, term_arg(p->ts, mod, 1))) return false;
    if (!rat_sign(term_number(p->ts, term_arg(p->ts, mod, 1)))) return false; /* any number */
    if (!row_of_sum(p, q, term_mk_sub(p->ts, term_arg(p->ts, mod, 0), remainder), ROW_CONGRUENT, out)) return false;
    rat_abs(&out->modulus, term_number(p->ts, term_arg(p->ts, mod, 1)));
    return true;
}

/* Without what others say as well. */
static void minimise(const bool *is_int, size_t n, row_vec *rows)
{
    void *v = DOMAIN_POLYHEDRA.top(&DOMAIN_POLYHEDRA, n, is_int);
    DOMAIN_POLYHEDRA.meet(v, rows->data, rows->size);
    row_vec fewer;
    row_vec_init(&fewer);
    DOMAIN_POLYHEDRA.rows(v, &fewer);
    DOMAIN_POLYHEDRA.free(v);
    if (fewer.size && fewer.size <= rows->size) {
        row_vec_free(rows);
        *rows = fewer;
    } else {
        row_vec_free(&fewer);
    }
}

static void read_facts(invgen_program *p, pred q)
{
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    dag_conjuncts(p->ts, model_get(&p->facts, q), &conjuncts);
    row_vec *rows = &p->fact_rows[q.id];
    for (size_t i = 0; i < conjuncts.size; i++) {
        row r;
        if (row_of_congruence(p, q, conjuncts.data[i], &r)) row_vec_push(&p->fact_congruences[q.id], r);
        else if (row_of_fact(p, q, conjuncts.data[i], &r)) row_vec_push(rows, r);
    }
    const abstract_pred *of = &p->analysis.preds[q.id];
    if (p->view.is_plain) drop_large(p, rows);
    if (rows->size) minimise(of->is_int, of->numeric.size, rows);
    term_vec_release(&conjuncts);
}

/* ---- locations ---- */

/* What the locations of a predicate differ in besides its Boolean arguments; `true`: nothing. */
static term split_of(const invgen_program *p, pred q) { return p->view.is_split && p->view.split ? model_get(p->view.split, q) : term_true(p->ts); }

static bool is_boolean_argument(const horn *h, pred q, size_t i) { return horn_pred_sort(h, q, i).id == sort_bool(horn_terms(h)).id; }

static bool has_booleans(const invgen_location *l, const u32_vec *values)
{
    if (l->booleans.size != values->size) return false;
    for (size_t i = 0; i < values->size; i++)
        if (l->booleans.data[i] != values->data[i]) return false;
    return true;
}

/* Takes over the values. */
static uint32_t find_location(invgen_program *p, pred q, u32_vec *values)
{
    for (uint32_t i = 0; i < p->locations.size; i++) {
        const invgen_location *l = &p->locations.data[i];
        if (!pred_is_equal(l->pred, q) || !has_booleans(l, values)) continue;
        u32_vec_release(values);
        return i;
    }
    invgen_location made = {.pred = q, .booleans = *values, .n = p->analysis.preds[q.id].numeric.size};
    invgen_location_vec_push(&p->locations, made);
    return (uint32_t)p->locations.size - 1;
}

static bool push_value(builder *b, term t, u32_vec *values, term_vec *literals)
{
    term value = smt_value(b->solver, t);
    if (term_is_none(value)) return false;
    bool holds = term_is_equal(value, term_true(b->p->ts));
    u32_vec_push(values, holds);
    term_vec_push(literals, holds ? t : term_mk_not(b->p->ts, t));
    return true;
}

/* The location of the atom in the solver's model; literals that say it are appended. False if the model does not tell. */
static bool locate(builder *b, atom a, bool is_head, term_vec *literals, uint32_t *out)
{
    const invgen_program *p = b->p;
    u32_vec values;
    u32_vec_init(&values);
    bool told = true;
    for (size_t i = 0; p->view.is_split && i < horn_pred_arity(p->h, a.pred) && told; i++) {
        if (!is_boolean_argument(p->h, a.pred, i)) continue;
        term t = is_head ? horn_param(p->h, a.pred, i) : abstraction_apply(p->analysis.operations, a.args[i]);
        told = push_value(b, t, &values, literals);
    }
    if (told && !term_is_equal(split_of(p, a.pred), term_true(p->ts)))
        told = push_value(b, is_head ? split_of(p, a.pred) : abstraction_apply(p->analysis.operations, model_apply(p->view.split, p->h, a)), &values, literals);
    if (told) *out = find_location(b->p, a.pred, &values);
    else u32_vec_release(&values);
    return told;
}

/* ---- steps ---- */

static void step_release(invgen_step *s)
{
    transition_release(&s->t);
    u32_vec_release(&s->body);
    row_vec_free(&s->facts);
    u32_vec_release(&s->fact_atom);
    u32_vec_release(&s->fact_index);
}

const row *invgen_args(const invgen_program *p, const invgen_step *s, size_t j)
{
    const row *args = s->t.args.data;
    for (size_t k = 0; k < j; k++) args += p->locations.data[s->body.data[k]].n;
    return args;
}

static void push_facts(const invgen_program *p, invgen_step *s)
{
    for (uint32_t j = 0; j < s->body.size; j++) {
        const row_vec *known = &p->fact_rows[p->locations.data[s->body.data[j]].pred.id];
        for (uint32_t i = 0; i < known->size; i++) {
            transition_push_about(&known->data[i], invgen_args(p, s, j), &s->facts);
            u32_vec_push(&s->fact_atom, j);
            u32_vec_push(&s->fact_index, i);
        }
    }
}

/* Takes over the body's locations. */
static void add_step(builder *b, uint32_t index, const term_vec *literals, u32_vec *body, uint32_t head)
{
    invgen_step s = {.head = head, .body = *body};
    if (transition_init(&s.t, &b->p->analysis, index, literals->data, literals->size)) {
        push_facts(b->p, &s);
        invgen_step_vec_push(&b->p->steps, s);
    } else {
        step_release(&s);
    }
    b->too_many = b->p->steps.size > MAX_STEPS || b->p->locations.size > MAX_LOCATIONS;
}

/* The case of the clause that the solver's model belongs to. It is said by *literals. False if the model does not tell. */
static bool add_case(builder *b, uint32_t index, term_vec *literals)
{
    const clause *c = horn_clause(b->p->h, index);
    uint32_t head = INVGEN_NOWHERE;
    u32_vec body;
    term_vec formulas;
    u32_vec_init(&body);
    term_vec_init(&formulas);
    bool told = pred_is_false(c->head.pred) || locate(b, c->head, true, &formulas, &head);
    for (size_t j = 0; j < c->n_body && told; j++) {
        uint32_t at;
        told = locate(b, c->body[j], false, &formulas, &at);
        u32_vec_push(&body, at);
    }
    term_vec_push(&formulas, b->p->analysis.clauses[index].formula);
    implicant_model m = {.solver = b->solver, .cost = implicant_size, .context = b->p->ts};
    told = told && implicant_of_model(&m, b->p->ts, formulas.data, formulas.size, literals);
    if (told) add_step(b, index, literals, &body, head);
    else u32_vec_release(&body);
    term_vec_release(&formulas);
    return told;
}

/* One step for all of the clause: its disjunctions are left out. */
static void add_coarse(builder *b, uint32_t index)
{
    const clause *c = horn_clause(b->p->h, index);
    term_vec literals;
    u32_vec body, none = {0};
    term_vec_init(&literals);
    u32_vec_init(&body);
    uint32_t head = pred_is_false(c->head.pred) ? INVGEN_NOWHERE : find_location(b->p, c->head.pred, &none);
    for (size_t j = 0; j < c->n_body; j++) u32_vec_push(&body, find_location(b->p, c->body[j].pred, &(u32_vec){0}));
    dag_conjuncts(b->p->ts, b->p->analysis.clauses[index].formula, &literals);
    add_step(b, index, &literals, &body, head);
    term_vec_release(&literals);
}

static void assert_facts(builder *b, const clause *c)
{
    const invgen_program *p = b->p;
    for (size_t j = 0; j < c->n_body; j++) smt_assert(b->solver, abstraction_apply(p->analysis.operations, model_apply(&p->facts, p->h, c->body[j])));
}

static void drop_steps(invgen_program *p, size_t n)
{
    while (p->steps.size > n) step_release(&p->steps.data[--p->steps.size]);
}

/* All cases, found one after the other by a solver; one step for all where these are too many. */
static void add_cases(builder *b, uint32_t index)
{
    term_vec literals;
    term_vec_init(&literals);
    size_t n = 0, before = b->p->steps.size;
    smt_push(b->solver);
    assert_facts(b, horn_clause(b->p->h, index));
    smt_assert(b->solver, b->p->analysis.clauses[index].formula);
    smt_result r;
    while ((r = smt_check(b->solver, NULL, 0)) == SMT_SAT && n++ < MAX_CASES && !b->too_many) {
        term_vec_clear(&literals);
        if (!add_case(b, index, &literals)) break;
        smt_assert(b->solver, term_mk_not(b->p->ts, term_mk_and(b->p->ts, literals.data, literals.size)));
    }
    smt_pop(b->solver, 1);
    if (r != SMT_UNSAT && !b->p->view.is_split) {
        drop_steps(b->p, before);
        b->too_many = false;
        add_coarse(b, index);
    } else {
        b->too_many = b->too_many || r != SMT_UNSAT;
    }
    term_vec_release(&literals);
}

/* ---- what is on a way from facts to queries ---- */

static bool all_reached(const invgen_program *p, const invgen_step *s)
{
    for (size_t j = 0; j < s->body.size; j++)
        if (!p->locations.data[s->body.data[j]].is_reached) return false;
    return true;
}

static void find_reached(invgen_program *p)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < p->steps.size; i++) {
            const invgen_step *s = &p->steps.data[i];
            if (s->head == INVGEN_NOWHERE || p->locations.data[s->head].is_reached || !all_reached(p, s)) continue;
            p->locations.data[s->head].is_reached = changed = true;
        }
    }
}

static void find_needed(const invgen_program *p, bool *needed)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < p->steps.size; i++) {
            const invgen_step *s = &p->steps.data[i];
            if (s->head != INVGEN_NOWHERE && !needed[s->head]) continue;
            for (size_t j = 0; j < s->body.size; j++) {
                changed = changed || !needed[s->body.data[j]];
                needed[s->body.data[j]] = true;
            }
        }
    }
}

static void slice(invgen_program *p)
{
    find_reached(p);
    bool *needed = alloc_zeroed(p->locations.size + 1, sizeof *needed);
    find_needed(p, needed);
    size_t kept = 0;
    for (size_t i = 0; i < p->steps.size; i++) {
        invgen_step *s = &p->steps.data[i];
        if (all_reached(p, s) && (s->head == INVGEN_NOWHERE || needed[s->head])) p->steps.data[kept++] = *s;
        else step_release(s);
    }
    p->steps.size = kept;
    free(needed);
}

/* ---- all of it ---- */

void invgen_program_drop(invgen_program *p, const bool *marked)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->steps.size; i++) {
        if (marked[i]) step_release(&p->steps.data[i]);
        else p->steps.data[kept++] = p->steps.data[i];
    }
    p->steps.size = kept;
}

static bool build(invgen_program *p)
{
    builder b = {.p = p, .solver = smt_new(p->ts, p->limits, p->counters)};
    smt_set_query_limit(b.solver, PATIENCE);
    for (uint32_t i = 0; i < horn_clause_count(p->h) && !b.too_many && !limits_is_over(p->limits); i++) add_cases(&b, i);
    smt_free(b.solver);
    if (p->view.has_congruences) invgen_congruences(p);
    slice(p);
    return !b.too_many && !limits_is_over(p->limits);
}

bool invgen_program_init(invgen_program *p, const horn *h, const model *facts, const invgen_view *v, const limits *l, stats *counters)
{
    *p = (invgen_program){.h = h, .ts = horn_terms(h), .limits = l, .counters = counters, .view = *v};
    analysis_init(&p->analysis, h, &DOMAIN_POLYHEDRA, l);
    p->analysis.is_plain = v->is_plain;
    model_init(&p->facts, h);
    p->fact_rows = alloc_zeroed(horn_pred_count(h) + 1, sizeof *p->fact_rows);
    p->fact_congruences = alloc_zeroed(horn_pred_count(h) + 1, sizeof *p->fact_congruences);
    for (uint32_t q = 0; q < horn_pred_count(h); q++) {
        model_set(&p->facts, (pred){q}, model_get(facts, (pred){q}));
        read_facts(p, (pred){q});
    }
    return build(p);
}

void invgen_program_release(invgen_program *p)
{
    drop_steps(p, 0);
    invgen_step_vec_release(&p->steps);
    for (size_t i = 0; i < p->locations.size; i++) {
        u32_vec_release(&p->locations.data[i].booleans);
        if (p->congruences) row_vec_free(&p->congruences[i]);
    }
    free(p->congruences);
    invgen_location_vec_release(&p->locations);
    for (size_t q = 0; q < horn_pred_count(p->h); q++) {
        row_vec_free(&p->fact_rows[q]);
        row_vec_free(&p->fact_congruences[q]);
    }
    free(p->fact_rows);
    free(p->fact_congruences);
    model_release(&p->facts);
    analysis_release(&p->analysis);
}

/* ---- formulas ---- */

uint32_t invgen_argument(const invgen_program *p, uint32_t location, size_t dimension)
{
    return p->analysis.preds[p->locations.data[location].pred.id].numeric.data[dimension];
}

term invgen_parameter(const invgen_program *p, uint32_t location, size_t dimension)
{
    return horn_param(p->h, p->locations.data[location].pred, invgen_argument(p, location, dimension));
}

term invgen_location_guard(const invgen_program *p, uint32_t location)
{
    const invgen_location *l = &p->locations.data[location];
    term guard = term_true(p->ts);
    size_t next = 0;
    for (size_t i = 0; i < horn_pred_arity(p->h, l->pred) && next < l->booleans.size; i++) {
        if (!is_boolean_argument(p->h, l->pred, i)) continue;
        term t = horn_param(p->h, l->pred, i);
        guard = term_mk_and2(p->ts, guard, l->booleans.data[next++] ? t : term_mk_not(p->ts, t));
    }
    if (next == l->booleans.size) return guard;
    term split = split_of(p, l->pred);
    return term_mk_and2(p->ts, guard, l->booleans.data[next] ? split : term_mk_not(p->ts, split));
}

term invgen_row_formula(const invgen_program *p, pred q, const row *given)
{
    const abstract_pred *of = &p->analysis.preds[q.id];
    row r;
    row_copy(&r, given);
    row_truth truth = row_normalise(&r, of->is_int);
    bool integral = rat_is_integer(&r.constant);
    for (size_t i = 0; i < r.entries.size; i++) integral = integral && of->is_int[r.entries.data[i].dim];
    sort s = integral ? sort_int(p->ts) : sort_real(p->ts);
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, term_mk_num(p->ts, &r.constant, s));
    for (size_t i = 0; i < r.entries.size; i++) {
        uint32_t d = r.entries.data[i].dim;
        term x = horn_param(p->h, q, of->numeric.data[d]);
        if (!integral && of->is_int[d]) x = term_mk_to_real(p->ts, x);
        term_vec_push(&parts, term_mk_scale(p->ts, &r.entries.data[i].c, x));
    }
    term sum = term_mk_add(p->ts, parts.data, parts.size), zero = term_mk_num(p->ts, &(rat){.num = 0, .den = 1}, s);
    term_vec_release(&parts);
    if (r.relation == ROW_CONGRUENT && integral) sum = term_mk_mod(p->ts, sum, term_mk_num(p->ts, &r.modulus, s));
    row_relation relation = r.relation;
    row_release(&r);
    if (truth != ROW_OPEN) return term_mk_bool(p->ts, truth == ROW_TRUE);
    return relation == ROW_GE ? term_mk_ge(p->ts, sum, zero) : relation == ROW_GT ? term_mk_gt(p->ts, sum, zero) : term_mk_eq(p->ts, sum, zero);
}

term invgen_fact(const invgen_program *p, pred q, size_t index) { return invgen_row_formula(p, q, &p->fact_rows[q.id].data[index]); }
