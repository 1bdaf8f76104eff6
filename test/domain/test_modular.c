/* Linear algebra modulo m, beside submodules as sets of all their elements. */

#include "../horn/random_horn.h"
#include "base/alloc.h"
#include "domain/modular.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N = 3 };

/* All of (Z/m)^N, numbered; which elements belong to a submodule. */
static size_t count_all(uint64_t m) { return (size_t)(m * m * m); }

static void element_of(uint64_t m, size_t number, uint64_t *out)
{
    for (size_t c = 0; c < N; c++, number /= m) out[c] = number % m;
}

static size_t number_of(uint64_t m, const uint64_t *v)
{
    size_t number = 0;
    for (size_t c = N; c-- > 0;) number = number * m + v[c];
    return number;
}

/* Adds the generator: the set is closed under + again. */
static void close_under(bool *set, uint64_t m, const uint64_t *generator)
{
    uint64_t v[N];
    for (size_t round = 0; round < m; round++) {
        for (size_t i = count_all(m); i-- > 0;) {
            if (!set[i]) continue;
            element_of(m, i, v);
            for (size_t c = 0; c < N; c++) v[c] = (v[c] + generator[c]) % m;
            set[number_of(m, v)] = true;
        }
    }
}

static void random_submodule(uint64_t *seed, uint64_t m, modular *s, bool *set)
{
    modular_init(s, m, N);
    memset(set, 0, count_all(m) * sizeof *set);
    set[0] = true;
    for (uint32_t k = random_below(seed, 4); k; k--) {
        uint64_t v[N];
        for (size_t c = 0; c < N; c++) v[c] = random_chance(seed, 30) ? 0 : random_below(seed, (uint32_t)m);
        assert_int_equal(modular_add(s, v), !set[number_of(m, v)]);
        close_under(set, m, v);
    }
}

static void assert_same(const modular *s, const bool *set)
{
    uint64_t v[N];
    for (size_t i = 0; i < count_all(s->modulus); i++) {
        element_of(s->modulus, i, v);
        assert_int_equal(modular_has(s, v), set[i]);
    }
}

/* Those that begin with k zeros. */
static void assert_drops(const modular *s, const bool *set, size_t k)
{
    modular rest;
    uint64_t v[N];
    modular_drop(s, k, &rest);
    for (size_t i = 0; i < count_all(s->modulus); i++) {
        element_of(s->modulus, i, v);
        bool zeros = true;
        for (size_t c = 0; c < k; c++) zeros = zeros && !v[c];
        if (zeros) assert_int_equal(modular_has(&rest, v + k), set[i]);
    }
    modular_release(&rest);
}

static void has_what_the_set_has(void **state)
{
    (void)state;
    uint64_t seed = 3;
    static bool first[9 * 9 * 9], second[9 * 9 * 9];
    for (int i = 0; i < 400; i++) {
        uint64_t m = 2 + random_below(&seed, 8);
        modular a, b, both;
        random_submodule(&seed, m, &a, first);
        random_submodule(&seed, m, &b, second);
        assert_same(&a, first);
        for (size_t k = 0; k <= N; k++) assert_drops(&a, first, k);
        modular_meet(&a, &b, &both);
        for (size_t k = 0; k < count_all(m); k++) first[k] = first[k] && second[k];
        assert_same(&both, first);
        modular_release(&a);
        modular_release(&b);
        modular_release(&both);
    }
}

/* Entries near the largest modulus do not overflow. */
static void large_moduli(void **state)
{
    (void)state;
    modular s;
    modular_init(&s, MODULAR_MAX, 2);
    assert_true(modular_add(&s, (uint64_t[]){MODULAR_MAX - 1, MODULAR_MAX - 3}));
    assert_true(modular_has(&s, (uint64_t[]){1, 3}));
    assert_true(modular_has(&s, (uint64_t[]){MODULAR_MAX / 2, MODULAR_MAX / 2}));
    assert_false(modular_has(&s, (uint64_t[]){1, MODULAR_MAX - 1}));
    assert_true(modular_add(&s, (uint64_t[]){0, 4}));
    assert_true(modular_has(&s, (uint64_t[]){1, MODULAR_MAX - 1}));
    modular_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(has_what_the_set_has), cmocka_unit_test(large_moduli)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
