/* A slice of a path: what is asked of it has the same answer as asked of the whole path. */

#include "engine/interla/path.h"
#include "term/dag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { SYMBOLS = 8 };

typedef struct fixture {
    term_store *ts;
    smt *follower, *scratch, *oracle;
    term symbols[SYMBOLS];
    interla_path path;
    uint64_t seed;
} fixture;

static uint32_t pick(fixture *f, uint32_t n)
{
    f->seed = f->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(f->seed >> 33) % n;
}

static void fixture_init(fixture *f, uint64_t seed)
{
    static const limits NONE = {0};
    *f = (fixture){.ts = term_store_new(), .seed = seed};
    f->follower = smt_new(f->ts, &NONE, NULL);
    f->scratch = smt_new(f->ts, &NONE, NULL);
    f->oracle = smt_new(f->ts, &NONE, NULL);
    for (int i = 0; i < SYMBOLS; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        f->symbols[i] = term_mk_sym(f->ts, name, sort_int(f->ts));
    }
    interla_path_init(&f->path, f->ts, f->follower, f->scratch);
}

static void fixture_release(fixture *f)
{
    interla_path_release(&f->path);
    smt_free(f->follower);
    smt_free(f->scratch);
    smt_free(f->oracle);
    term_store_free(f->ts);
}

/* x - y <= c, often with y = x: a bound. */
static term random_atom(fixture *f)
{
    term x = f->symbols[pick(f, SYMBOLS)], y = f->symbols[pick(f, SYMBOLS)];
    term left = pick(f, 2) ? x : term_mk_sub(f->ts, x, y);
    term atom = term_mk_le(f->ts, left, term_mk_int(f->ts, (int64_t)pick(f, 7) - 3));
    return pick(f, 2) ? atom : term_mk_not(f->ts, atom);
}

static smt_result ask_all(fixture *f, const term *asked, size_t n)
{
    smt_push(f->oracle);
    for (size_t i = 0; i < f->path.all.size; i++) smt_assert(f->oracle, f->path.all.data[i]);
    for (size_t i = 0; i < n; i++) smt_assert(f->oracle, asked[i]);
    smt_result r = smt_check(f->oracle, NULL, 0);
    smt_pop(f->oracle, 1);
    return r;
}

static smt_result ask_slice(fixture *f, const term *asked, size_t n)
{
    smt *solver = interla_path_open(&f->path, asked, n, NULL);
    smt_result r = smt_check(solver, asked, n);
    smt_pop(solver, 1);
    return r;
}

/* Nothing outside the slice has a symbol in common with it. */
static void assert_closed(fixture *f, const term *asked, size_t n)
{
    term_vec slice, symbols;
    term_vec_init(&slice);
    term_vec_init(&symbols);
    interla_path_slice(&f->path, asked, n, &slice, &symbols);
    for (size_t i = 0; i < f->path.all.size; i++) {
        bool inside = false, shares = false;
        for (size_t k = 0; k < slice.size; k++) inside |= term_is_equal(slice.data[k], f->path.all.data[i]);
        for (size_t k = 0; k < symbols.size; k++) shares |= dag_has_symbol(f->ts, f->path.all.data[i], symbols.data[k]);
        assert_true(inside == shares);
    }
    term_vec_release(&slice);
    term_vec_release(&symbols);
}

/* A random walk: the path grows by conjuncts that keep it satisfiable, and is cut now and then. */
static void slices_answer_like_the_path(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, 7);
    size_t sat = 0, unsat = 0;
    for (int i = 0; i < 600; i++) {
        term asked[2] = {random_atom(&f), random_atom(&f)};
        smt_result wanted = ask_all(&f, asked, 2);
        assert_int_equal(ask_slice(&f, asked, 2), wanted);
        assert_closed(&f, asked, 2);
        if (wanted == SMT_SAT) interla_path_add(&f.path, asked[pick(&f, 2)]);
        if (!pick(&f, 5)) interla_path_cut(&f.path, pick(&f, (uint32_t)f.path.all.size + 1));
        sat += wanted == SMT_SAT;
        unsat += wanted == SMT_UNSAT;
    }
    assert_true(sat > 100 && unsat > 50);
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(slices_answer_like_the_path)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
