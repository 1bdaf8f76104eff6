/* The checker of refutations: what the solver writes is accepted, what does not follow is not. */

#include "bits/drat.h"
#include "bits/sat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const limits NONE = {0};

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Random clauses of three literals, as many as make about half of the problems unsatisfiable. */
static void random_problem(int_vec *out, uint64_t *seed, int variables, int clauses)
{
    int_vec_clear(out);
    for (int i = 0; i < clauses; i++) {
        int a = 1 + (int)(next_random(seed) % (uint64_t)variables), b, c;
        do b = 1 + (int)(next_random(seed) % (uint64_t)variables);
        while (b == a);
        do c = 1 + (int)(next_random(seed) % (uint64_t)variables);
        while (c == a || c == b);
        int lits[] = {a, b, c};
        for (int k = 0; k < 3; k++) int_vec_push(out, next_random(seed) & 1 ? lits[k] : -lits[k]);
        int_vec_push(out, 0);
    }
}

static sat_result solve(const int_vec *problem, char **proof, size_t *size)
{
    FILE *to = open_memstream(proof, size);
    sat *s = sat_new(to);
    for (size_t i = 0; i < problem->size; i += 4) sat_add_clause(s, problem->data + i, 3);
    sat_result r = sat_solve(s, 0, 0, &NONE);
    sat_end_proof(s);
    fflush(to);
    sat_free(s);
    fclose(to);
    return r;
}

static void refutations_of_the_solver_are_valid(void **state)
{
    (void)state;
    uint64_t seed = 99;
    int_vec problem;
    int_vec_init(&problem);
    int refuted = 0, satisfiable = 0;
    for (int i = 0; i < 60; i++) {
        int variables = 40 + i;
        random_problem(&problem, &seed, variables, (int)(4.4 * variables));
        char *proof = NULL;
        size_t size = 0;
        if (solve(&problem, &proof, &size) == SAT_UNSATISFIABLE) {
            assert_int_equal(drat_check(&problem, (unsigned char *)proof, size, &NONE), DRAT_VALID);
            /* Without its last clauses it refutes nothing. */
            assert_int_equal(drat_check(&problem, (unsigned char *)proof, size / 2, &NONE), DRAT_INVALID);
            refuted++;
        } else {
            /* Nothing refutes it: not even the claim of the empty clause. */
            unsigned char claim[] = {'a', 0};
            assert_int_equal(drat_check(&problem, claim, sizeof claim, &NONE), DRAT_INVALID);
            satisfiable++;
        }
        free(proof);
    }
    int_vec_release(&problem);
    assert_true(refuted > 10 && satisfiable > 10);
}

static void clauses_that_do_not_follow_are_refused(void **state)
{
    (void)state;
    int clauses[] = {1, 2, 0, -1, 2, 0, 1, -2, 0};
    int_vec problem;
    int_vec_init(&problem);
    int_vec_append(&problem, clauses, sizeof clauses / sizeof *clauses);
    unsigned char follows[] = {'a', 4, 0}; /* 2 */
    unsigned char does_not[] = {'a', 3, 0}; /* -1 */
    unsigned char unknown[] = {'a', 40, 0}; /* a variable that is none */
    assert_int_equal(drat_check(&problem, follows, sizeof follows, &NONE), DRAT_INVALID); /* but it is no refutation */
    assert_int_equal(drat_check(&problem, does_not, sizeof does_not, &NONE), DRAT_INVALID);
    assert_int_equal(drat_check(&problem, unknown, sizeof unknown, &NONE), DRAT_INVALID);
    int more[] = {-1, -2, 0};
    int_vec_append(&problem, more, 3);
    unsigned char whole[] = {'a', 4, 0, 'a', 0};
    assert_int_equal(drat_check(&problem, whole, sizeof whole, &NONE), DRAT_VALID);
    /* What is deleted is not there any more. */
    unsigned char deleted[] = {'d', 2, 4, 0, 'a', 4, 0, 'a', 0};
    assert_int_equal(drat_check(&problem, deleted, sizeof deleted, &NONE), DRAT_INVALID);
    int_vec_release(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refutations_of_the_solver_are_valid), cmocka_unit_test(clauses_that_do_not_follow_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
