#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../horn/least_model.h"
#include "../horn/disguise.h"
#include "../horn/random_horn.h"
#include "pass/pass.h"
#include "logic/solve_eq.h"
#include "smt/smt.h"
#include "term/dag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUDGET = 20000 };
static const limits NO_LIMIT = {0};

typedef struct fixture {
    term_store *ts;
    smt *solver;
    size_t safe, unsafe, given_up, ran, quantified;
} fixture;

static void fixture_init(fixture *f)
{
    *f = (fixture){.ts = term_store_new()};
    f->solver = smt_new(f->ts, &NO_LIMIT, NULL);
}

static void fixture_release(fixture *f)
{
    smt_free(f->solver);
    term_store_free(f->ts);
}

static void fail_on(const char *wrong, const char *pass_name, uint64_t seed)
{
    if (wrong) fail_msg("pass %s, seed %llu: %s", pass_name, (unsigned long long)seed, wrong);
}

static bool is_unsat(fixture *f, term t)
{
    smt_push(f->solver);
    smt_assert(f->solver, t);
    smt_result found = smt_check(f->solver, NULL, 0);
    smt_pop(f->solver, 1);
    return found == SMT_UNSAT;
}

static const char *check_model(fixture *f, const horn *h, const model *m)
{
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        if (!is_unsat(f, model_refute_clause(m, h, horn_clause(h, i)))) return "a clause does not hold in the model";
    }
    return NULL;
}

static const char *check_result(fixture *f, const horn *h, const result *r)
{
    if (r->answer == ANSWER_UNKNOWN) return r->reason ? r->reason : "the answer is lost";
    return r->answer == ANSWER_SAFE ? check_model(f, h, &r->model) : least_model_check_derivation(h, &r->derivation);
}

/* A model of h that says less: predicates become true where the clauses still hold. */
static void weaken(fixture *f, const horn *h, model *m)
{
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        term kept = model_get(m, (pred){p});
        model_set(m, (pred){p}, term_true(horn_terms(h)));
        if (check_model(f, h, m)) model_set(m, (pred){p}, kept);
    }
}


static size_t skip_all_but(const char *name, const char **skip)
{
    size_t n = 0;
    for (size_t i = 0; name && i < PASS_COUNT; i++) {
        if (strcmp(PASSES[i].name, name) != 0) skip[n++] = PASSES[i].name;
    }
    return n;
}

static size_t count_quantified(const horn *h, const model *m)
{
    size_t n = 0;
    for (uint32_t p = 0; p < horn_pred_count(h); p++) n += term_has_quantifier(horn_terms(h), model_get(m, (pred){p}));
    return n;
}

/* The law of passes on one problem: the same answer, and what proves it there proves it here. */
static void tag_queries(horn *h)
{
    for (uint32_t i = 0; i < horn_clause_count(h); i++)
        if (pred_is_false(horn_clause(h, i)->head.pred)) horn_tag_clause(h, i, i + 1);
}

/* A query has the tag of the one that it comes from. */
static const char *check_tags(const horn *h, const horn *after)
{
    const u32_vec *queries = horn_clauses_of(after, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++) {
        uint32_t tag = horn_clause(after, queries->data[i])->tag;
        if (!tag || tag > horn_clause_count(h) || !pred_is_false(horn_clause(h, tag - 1)->head.pred)) return "a query has lost its tag";
    }
    return NULL;
}

static void check_passes(fixture *f, const horn *h, answer expected, const char *name, uint64_t seed)
{
    const char *skip[16], *shown = name ? name : "all";
    size_t n = skip_all_but(name, skip);
    pipeline *p = pipeline_run(h, skip, n, &NO_LIMIT, NULL, NULL);
    if (name && pass_find_variant(name)) pipeline_vary(p, pass_find_variant(name), skip, n, &NO_LIMIT, NULL, NULL);
    const horn *after = pipeline_result(p);
    fail_on(horn_check(after), shown, seed);
    fail_on(check_tags(h, after), shown, seed);
    f->ran += after != h;
    result r;
    result_init(&r);
    if (least_model(after, BUDGET, &r)) {
        if (r.answer != expected) fail_on("the answer changed", shown, seed);
        if (seed % 3 == 0 && r.answer == ANSWER_SAFE) weaken(f, after, &r.model);
        fail_on(check_result(f, after, &r), "(oracle)", seed);
        pipeline_back(p, &r, &NO_LIMIT);
        if (r.answer != expected) fail_on("the answer changed on the way back", shown, seed);
        fail_on(check_result(f, h, &r), shown, seed);
        if (r.answer == ANSWER_SAFE) f->quantified += count_quantified(h, &r.model);
    } else {
        f->given_up++;
    }
    result_release(&r);
    pipeline_free(p);
}

static disguise disguise_for(const char *name, uint64_t seed)
{
    if (name && !strcmp(name, "divisions")) return DIVISIONS;
    if (name && !strcmp(name, "ranges")) return seed % 2 ? DIVISIONS : BITS;
    return PLAIN;
}

static void check_seed(fixture *f, uint64_t seed, const char *name)
{
    uint64_t state = seed;
    random_horn_shape shape = random_horn_small(true);
    if (seed % 2 == 0) shape = (random_horn_shape){.max_preds = 8, .max_args = 2, .max_extra_clauses = 2, .max_body = 3, .bounded = true};
    shape.datatypes = name ? !strcmp(name, "records") || !strcmp(name, "fields") : seed % 4 == 0;
    horn *h = random_horn(f->ts, &state, &shape);
    if (disguise_for(name, seed) != PLAIN) {
        horn *plain = h;
        h = disguise_problem(plain, disguise_for(name, seed));
        horn_free(plain);
    }
    fail_on(horn_check(h), "(generator)", seed);
    tag_queries(h);
    result r;
    result_init(&r);
    if (least_model(h, BUDGET, &r)) {
        f->safe += r.answer == ANSWER_SAFE;
        f->unsafe += r.answer == ANSWER_UNSAFE;
        check_passes(f, h, r.answer, name, seed);
    } else {
        f->given_up++;
    }
    result_release(&r);
    horn_free(h);
}

static void check_seeds(const char *name, uint64_t first, uint64_t count)
{
    fixture f;
    fixture_init(&f);
    for (uint64_t seed = first; seed < first + count; seed++) check_seed(&f, seed, name);
    assert_true(f.safe > count / 4);
    assert_true(f.unsafe > count / 4);
    assert_true(f.given_up < count / 20);
    assert_true(f.ran > count / 10);
    assert_true(f.quantified == 0);
    fixture_release(&f);
}

/* SCALE=n in the environment runs n times as many seeds. */
static uint64_t scale(void) { return getenv("SCALE") ? strtoull(getenv("SCALE"), NULL, 10) : 1; }

static void slice_keeps_answers(void **state) { (void)state; check_seeds("slice", 0, 100 * scale()); }
static void propagate_keeps_answers(void **state) { (void)state; check_seeds("propagate", 100000, 100 * scale()); }
static void deadargs_keeps_answers(void **state) { (void)state; check_seeds("deadargs", 200000, 100 * scale()); }
static void inline_keeps_answers(void **state) { (void)state; check_seeds("inline", 300000, 250 * scale()); }
static void ranges_keeps_answers(void **state) { (void)state; check_seeds("ranges", 700000, 30 * scale()); }
static void divisions_keeps_answers(void **state) { (void)state; check_seeds("divisions", 800000, 30 * scale()); }
static void records_keeps_answers(void **state) { (void)state; check_seeds("records", 810000, 100 * scale()); }
static void fields_keeps_answers(void **state) { (void)state; check_seeds("fields", 820000, 100 * scale()); }
static void unroll_keeps_answers(void **state) { (void)state; check_seeds("unroll", 900000, 100 * scale()); }
static void absint_keeps_answers(void **state) { (void)state; check_seeds("absint", 950000, 60 * scale()); }
static void accelerate_keeps_answers(void **state) { (void)state; check_seeds("accelerate", 950000, 100 * scale()); }
static void pipeline_keeps_answers(void **state) { (void)state; check_seeds(NULL, 400000, 100 * scale()); }

/* ---- unbounded problems ---- */

/* A random instance of the clause whose premises are among the facts derived so far; false if there is none. */
static bool derive(fixture *f, const horn *h, uint64_t *state, uint32_t index, derivation *d)
{
    const clause *c = horn_clause(h, index);
    uint32_t premises[16];
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, c->constraint);
    bool ok = c->n_body <= 16 && (!c->n_body || d->steps.size);
    for (size_t i = 0; i < c->n_body && ok; i++) {
        premises[i] = random_below(state, (uint32_t)d->steps.size);
        ok = pred_is_equal(horn_clause(h, d->steps.data[premises[i]].clause)->head.pred, c->body[i].pred);
        term_vec fact;
        term_vec_init(&fact);
        ok = ok && derivation_fact(d, h, premises[i], &fact);
        for (size_t j = 0; j < fact.size && ok; j++) term_vec_push(&parts, term_mk_eq(f->ts, c->body[i].args[j], fact.data[j]));
        term_vec_release(&fact);
    }
    if (ok) {
        smt_push(f->solver);
        smt_assert(f->solver, term_mk_and(f->ts, parts.data, parts.size));
        ok = smt_check(f->solver, NULL, 0) == SMT_SAT;
        term_vec values;
        term_vec_init(&values);
        for (size_t i = 0; i < c->n_vars && ok; i++) term_vec_push(&values, smt_value(f->solver, c->vars[i]));
        if (ok) derivation_add(d, h, index, premises, values.data);
        term_vec_release(&values);
        smt_pop(f->solver, 1);
    }
    term_vec_release(&parts);
    return ok;
}

static bool find_derivation(fixture *f, const horn *h, uint64_t *state, derivation *d)
{
    size_t n = horn_clause_count(h);
    for (int tries = 0; n && tries < 60; tries++) {
        uint32_t index = random_below(state, (uint32_t)n);
        if (derive(f, h, state, index, d) && pred_is_false(horn_clause(h, index)->head.pred)) {
            derivation_trim(d, h);
            return true;
        }
    }
    return false;
}

static void unbounded_derivations_come_back(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f);
    random_horn_shape shape = random_horn_small(false);
    shape.max_body = 3;
    for (uint64_t seed = 500000; seed < 500000 + 100 * scale(); seed++) {
        uint64_t state = seed;
        horn *h = random_horn(f.ts, &state, &shape);
        fail_on(horn_check(h), "(generator)", seed);
        pipeline *p = pipeline_run(h, NULL, 0, &NO_LIMIT, NULL, NULL);
        fail_on(horn_check(pipeline_result(p)), "all", seed);
        result r;
        result_init(&r);
        if (find_derivation(&f, pipeline_result(p), &state, &r.derivation)) {
            r.answer = ANSWER_UNSAFE;
            pipeline_back(p, &r, &NO_LIMIT);
            fail_on(check_result(&f, h, &r), "all", seed);
            f.unsafe++;
        }
        result_release(&r);
        pipeline_free(p);
        horn_free(h);
    }
    assert_true(f.unsafe > 10 * scale());
    assert_null(term_store_check(f.ts));
    fixture_release(&f);
}

/* ---- arrays ---- */

/* What a random step makes of the array a, with index i and input n. */
static term random_write(term_store *ts, uint64_t *state, term a, term i, term n)
{
    term zero = term_mk_int(ts, 0), one = term_mk_int(ts, 1);
    switch (random_below(state, 4)) {
    case 0: return term_mk_store(ts, a, i, n);
    case 1: return term_mk_store(ts, a, random_chance(state, 50) ? zero : one, n);
    case 2: return term_mk_store(ts, a, i, term_mk_add2(ts, term_mk_select(ts, a, i), one));
    default: return term_mk_store(ts, term_mk_store(ts, a, zero, term_mk_select(ts, a, one)), one, term_mk_select(ts, a, zero));
    }
}

/* A few writes to an array of which nothing is known at first, then a question about a cell. */
static horn *writing_problem(term_store *ts, uint64_t *state)
{
    enum { STEPS = 5 };
    horn *h = horn_new(ts);
    sort sorts[] = {sort_array(ts, sort_int(ts), sort_int(ts)), sort_int(ts)};
    term a = term_mk_sym(ts, "a", sorts[0]), i = term_mk_sym(ts, "i", sorts[1]), n = term_mk_sym(ts, "n", sorts[1]);
    term zero = term_mk_int(ts, 0), three = term_mk_int(ts, 3);
    for (uint32_t p = 0; p < STEPS; p++) {
        char name[32];
        snprintf(name, sizeof name, "P%u", p);
        horn_add_pred(h, name, sorts, 2);
    }
    horn_add_clause(h, NULL, 0, term_true(ts), (atom){{0}, (term[]){a, zero}}, 0);
    for (uint32_t p = 0; p + 1 < STEPS; p++) {
        term input = term_mk_and2(ts, term_mk_le(ts, zero, n), term_mk_le(ts, n, three));
        term next = random_chance(state, 50) ? term_mk_add2(ts, i, term_mk_int(ts, 1)) : n;
        horn_add_clause(h, &(atom){{p}, (term[]){a, i}}, 1, input, (atom){{p + 1}, (term[]){random_write(ts, state, a, i, n), next}}, 0);
    }
    term cell = term_mk_select(ts, a, random_chance(state, 50) ? zero : i);
    term bad = random_chance(state, 50) ? term_mk_lt(ts, cell, zero) : term_mk_gt(ts, cell, three);
    horn_add_clause(h, &(atom){{STEPS - 1}, (term[]){a, i}}, 1, bad, (atom){PRED_FALSE, NULL}, 0);
    return h;
}

static void writes_come_back_without_quantifiers(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f);
    for (uint64_t seed = 1000000; seed < 1000000 + 60 * scale(); seed++) {
        uint64_t state = seed;
        horn *h = writing_problem(f.ts, &state);
        fail_on(horn_check(h), "(generator)", seed);
        pipeline *p = pipeline_run(h, NULL, 0, &NO_LIMIT, NULL, NULL);
        const horn *after = pipeline_result(p);
        assert_int_equal(horn_pred_count(after), 0);
        result r;
        result_init(&r);
        model_init(&r.model, after);
        if (!check_model(&f, after, &r.model)) {
            r.answer = ANSWER_SAFE;
            pipeline_back(p, &r, &NO_LIMIT);
            fail_on(check_result(&f, h, &r), "all", seed);
            f.quantified += count_quantified(h, &r.model);
            f.safe++;
        }
        result_release(&r);
        pipeline_free(p);
        horn_free(h);
    }
    assert_true(f.safe > 10 * scale());
    assert_int_equal(f.quantified, 0);
    fixture_release(&f);
}

/* ---- equations ---- */

/* phi <=> psi & x1 = t1 & ... & xn = tn, and no t has an x. */
static void check_solution(fixture *f, term phi, const term *vars, size_t n, bool complete, uint64_t seed)
{
    solve_eq *e = solve_eq_new(f->ts);
    for (size_t i = 0; i < n; i++) solve_eq_allow(e, vars[i], seed % 5 ? vars[i].id % 3 : 0);
    term psi = solve_eq_run(e, phi);
    term_vec parts, symbols;
    term_vec_init(&parts);
    term_vec_init(&symbols);
    term_vec_push(&parts, psi);
    size_t eliminated = 0;
    for (size_t i = 0; i < n; i++) {
        term t = solve_eq_apply(e, vars[i]);
        assert_true(solve_eq_has(e, vars[i]) != term_is_equal(t, vars[i]));
        if (!solve_eq_has(e, vars[i])) continue;
        eliminated++;
        term_vec_push(&parts, term_mk_eq(f->ts, vars[i], t));
        dag_symbols(f->ts, &t, 1, &symbols);
    }
    dag_symbols(f->ts, &psi, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) assert_false(solve_eq_has(e, symbols.data[i]));
    assert_int_equal(eliminated, solve_eq_count(e));
    if (complete) assert_int_equal(eliminated, n);
    term solved = term_mk_and(f->ts, parts.data, parts.size);
    if (!is_unsat(f, term_mk_xor(f->ts, phi, solved))) fail_on("the solved constraint is another", "solve_eq", seed);
    f->ran += eliminated > 0;
    term_vec_release(&symbols);
    term_vec_release(&parts);
    solve_eq_free(e);
}

static void solving_equations_keeps_constraints(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f);
    random_horn_shape shape = random_horn_small(false);
    shape.max_args = 6;
    for (uint64_t seed = 600000; seed < 600000 + 100 * scale(); seed++) {
        uint64_t state = seed;
        horn *h = random_horn(f.ts, &state, &shape);
        term_vec parts, vars;
        term_vec_init(&parts);
        term_vec_init(&vars);
        for (size_t i = 0; i < horn_clause_count(h); i++) term_vec_push(&parts, horn_clause(h, i)->constraint);
        for (size_t i = 0; i + 2 < parts.size; i++) {
            term phi = term_mk_and(f.ts, parts.data + i, 3);
            term_vec_clear(&vars);
            dag_symbols(f.ts, &phi, 1, &vars);
            check_solution(&f, phi, vars.data, vars.size, false, seed);
        }
        term_vec_release(&vars);
        term_vec_release(&parts);
        horn_free(h);
    }
    assert_true(f.ran > 50);
    fixture_release(&f);
}

/* Arrays, bit-vectors, cycles, coefficients. */
static void equations_of_all_sorts_are_solved(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f);
    term_store *ts = f.ts;
    sort array = sort_array(ts, sort_int(ts), sort_int(ts));
    term a = term_mk_sym(ts, "a", array), b = term_mk_sym(ts, "b", array);
    term i = term_mk_sym(ts, "i", sort_int(ts)), j = term_mk_sym(ts, "j", sort_int(ts)), k = term_mk_sym(ts, "k", sort_int(ts));
    term u = term_mk_sym(ts, "u", sort_bv(ts, 8)), v = term_mk_sym(ts, "v", sort_bv(ts, 8));
    term x = term_mk_sym(ts, "x", sort_real(ts)), y = term_mk_sym(ts, "y", sort_real(ts));
    rat three;
    rat_init(&three);
    rat_set_int(&three, 3);
    term parts[] = {
        term_mk_eq(ts, a, term_mk_store(ts, b, i, j)),
        /* i occurs under select as well: only k can be solved for. */
        term_mk_eq(ts, term_mk_add2(ts, i, term_mk_select(ts, b, i)), k),
        term_mk_eq(ts, u, term_mk_bv_unary(ts, TERM_BV_NOT, v)),
        term_mk_eq(ts, term_mk_scale(ts, &three, x), y),
    };
    rat_release(&three);
    check_solution(&f, term_mk_and(ts, parts, 4), (term[]){a, k, u, x}, 4, true, 0);
    check_solution(&f, term_mk_and(ts, parts, 4), (term[]){i}, 1, false, 0);
    term cycle[] = {term_mk_eq(ts, i, term_mk_add2(ts, j, k)), term_mk_eq(ts, j, term_mk_sub(ts, i, k)), term_mk_eq(ts, k, term_mk_select(ts, b, j))};
    check_solution(&f, term_mk_and(ts, cycle, 3), (term[]){i, j, k}, 3, false, 0);
    fixture_release(&f);
}

/* ---- size ---- */

enum { LONG = 1000, WIDE = 40, DEEP = 50000 };

/* LONG predicates in a row, each with WIDE counters of which one is looked at, a loop at every tenth. */
static horn *long_problem(term_store *ts)
{
    horn *h = horn_new(ts);
    sort sorts[WIDE];
    term old[WIDE], new[WIDE];
    char name[32];
    for (size_t k = 0; k < WIDE; k++) {
        sorts[k] = sort_int(ts);
        snprintf(name, sizeof name, "x%zu", k);
        old[k] = term_mk_sym(ts, name, sorts[k]);
        snprintf(name, sizeof name, "y%zu", k);
        new[k] = term_mk_sym(ts, name, sorts[k]);
    }
    for (uint32_t p = 0; p < LONG; p++) {
        snprintf(name, sizeof name, "P%u", p);
        horn_add_pred(h, name, sorts, WIDE);
    }
    term parts[WIDE];
    for (size_t k = 0; k < WIDE; k++) parts[k] = term_mk_eq(ts, new[k], k % 4 ? term_mk_add2(ts, old[k], term_mk_int(ts, 1)) : old[k]);
    term constraint = term_mk_and(ts, parts, WIDE), one = term_mk_int(ts, 1);
    for (size_t k = 0; k < WIDE; k++) parts[k] = one;
    horn_add_clause(h, NULL, 0, term_true(ts), (atom){{0}, parts}, 0);
    for (uint32_t p = 0; p + 1 < LONG; p++) {
        horn_add_clause(h, &(atom){{p}, old}, 1, constraint, (atom){{p + 1}, new}, 0);
        if (p % 10 == 0) horn_add_clause(h, &(atom){{p}, old}, 1, constraint, (atom){{p}, new}, 0);
    }
    horn_add_clause(h, &(atom){{LONG - 1}, old}, 1, term_mk_lt(ts, old[1], one), (atom){PRED_FALSE, NULL}, 0);
    return h;
}

static void long_problems_are_no_problem(void **unused)
{
    (void)unused;
    term_store *ts = term_store_new();
    horn *h = long_problem(ts);
    pipeline *p = pipeline_run(h, NULL, 0, &NO_LIMIT, NULL, NULL);
    const horn *after = pipeline_result(p);
    /* Loop heads stay, with the one argument that matters. */
    assert_int_equal(horn_pred_count(after), LONG / 10);
    for (uint32_t i = 0; i < horn_pred_count(after); i++) assert_int_equal(horn_pred_arity(after, (pred){i}), 1);
    result r;
    result_init(&r);
    r.answer = ANSWER_SAFE;
    model_init(&r.model, after);
    for (uint32_t i = 0; i < horn_pred_count(after); i++) {
        model_set(&r.model, (pred){i}, term_mk_ge(ts, horn_param(after, (pred){i}, 0), term_mk_int(ts, 1)));
    }
    pipeline_back(p, &r, &NO_LIMIT);
    assert_int_equal(r.answer, ANSWER_SAFE);
    fixture f = {.ts = ts, .solver = smt_new(ts, &NO_LIMIT, NULL)};
    fail_on(check_model(&f, h, &r.model), "all", 0);
    smt_free(f.solver);
    result_release(&r);
    pipeline_free(p);
    horn_free(h);
    term_store_free(ts);
}

/* x' = f(f(...f(x)...)) by a chain of definitions, DEEP of them. */
static void deep_constraints_are_no_problem(void **unused)
{
    (void)unused;
    term_store *ts = term_store_new();
    sort s = sort_int(ts);
    horn *h = horn_new(ts);
    pred p = horn_add_pred(h, "P", &s, 1);
    term_vec parts;
    term_vec_init(&parts);
    term x = term_mk_sym(ts, "x", s), last = x;
    for (size_t i = 0; i < DEEP; i++) {
        char name[32];
        snprintf(name, sizeof name, "v%zu", i);
        term v = term_mk_sym(ts, name, s);
        term by = term_mk_ite(ts, term_mk_le(ts, last, term_mk_int(ts, (int64_t)i)), term_mk_add2(ts, last, term_mk_int(ts, 1)), last);
        term_vec_push(&parts, term_mk_eq(ts, v, by));
        last = v;
    }
    term constraint = term_mk_and(ts, parts.data, parts.size), zero = term_mk_int(ts, 0);
    horn_add_clause(h, NULL, 0, term_true(ts), (atom){p, &zero}, 0);
    horn_add_clause(h, &(atom){p, &x}, 1, constraint, (atom){p, &last}, 0);
    horn_add_clause(h, &(atom){p, &x}, 1, term_mk_lt(ts, term_mk_int(ts, DEEP - 1), x), (atom){PRED_FALSE, NULL}, 0);
    pipeline *pipe = pipeline_run(h, NULL, 0, &NO_LIMIT, NULL, NULL);
    const horn *after = pipeline_result(pipe);
    for (size_t i = 0; i < horn_clause_count(after); i++) assert_true(horn_clause(after, i)->n_vars <= 1);
    result r;
    result_init(&r);
    r.answer = ANSWER_UNSAFE;
    for (uint32_t n = 0; n < 3; n++) {
        uint32_t premise = n - 1;
        term value = n == 1 ? zero : term_mk_int(ts, DEEP);
        uint32_t index = 0;
        while (horn_clause(after, index)->n_body != (n > 0) || pred_is_false(horn_clause(after, index)->head.pred) != (n == 2)) index++;
        derivation_add(&r.derivation, after, index, &premise, &value);
    }
    pipeline_back(pipe, &r, &NO_LIMIT);
    assert_int_equal(r.answer, ANSWER_UNSAFE);
    fail_on(least_model_check_derivation(h, &r.derivation), "all", 0);
    result_release(&r);
    pipeline_free(pipe);
    term_vec_release(&parts);
    horn_free(h);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slice_keeps_answers),
        cmocka_unit_test(propagate_keeps_answers),
        cmocka_unit_test(deadargs_keeps_answers),
        cmocka_unit_test(inline_keeps_answers),
        cmocka_unit_test(ranges_keeps_answers),
        cmocka_unit_test(divisions_keeps_answers),
        cmocka_unit_test(records_keeps_answers),
        cmocka_unit_test(fields_keeps_answers),
        cmocka_unit_test(unroll_keeps_answers),
        cmocka_unit_test(absint_keeps_answers),
        cmocka_unit_test(accelerate_keeps_answers),
        cmocka_unit_test(pipeline_keeps_answers),
        cmocka_unit_test(unbounded_derivations_come_back),
        cmocka_unit_test(writes_come_back_without_quantifiers),
        cmocka_unit_test(solving_equations_keeps_constraints),
        cmocka_unit_test(equations_of_all_sorts_are_solved),
        cmocka_unit_test(long_problems_are_no_problem),
        cmocka_unit_test(deep_constraints_are_no_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
