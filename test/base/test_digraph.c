/* Strongly connected components against reachability by Warshall's algorithm, on random graphs. */

#include "base/digraph.h"
#include "base/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST = 12, ROUNDS = 3000 };

typedef struct sample {
    uint32_t n;
    digraph graph;
    bool reaches[MOST][MOST]; /* by a path of one edge or more */
} sample;

static uint32_t below(uint64_t *state, uint32_t bound) { return (uint32_t)(map_hash_u64(*state += 0x9e3779b97f4a7c15ULL) % bound); }

static void sample_init(sample *s, uint64_t *state)
{
    *s = (sample){.n = 1 + below(state, MOST)};
    digraph_init(&s->graph);
    uint32_t density = 1 + below(state, 8);
    for (uint32_t v = 0; v < s->n; v++) {
        digraph_add_node(&s->graph);
        for (uint32_t to = 0; to < s->n; to++) {
            if (below(state, 2 * density) != 0) continue;
            digraph_add_edge(&s->graph, to);
            s->reaches[v][to] = true;
        }
    }
    for (uint32_t k = 0; k < s->n; k++)
        for (uint32_t i = 0; i < s->n; i++)
            for (uint32_t j = 0; j < s->n; j++) s->reaches[i][j] |= s->reaches[i][k] && s->reaches[k][j];
}

static bool is_reached(const sample *s, uint32_t root, uint32_t v) { return root == DIGRAPH_UNREACHED || root == v || s->reaches[root][v]; }

static void check_components(const sample *s, uint32_t root)
{
    u32_vec order, component, is_cyclic;
    u32_vec_init(&order);
    u32_vec_init(&component);
    u32_vec_init(&is_cyclic);
    digraph_components(&s->graph, root, &order, &component, &is_cyclic);
    size_t reached = 0;
    for (uint32_t v = 0; v < s->n; v++) {
        assert_true(is_reached(s, root, v) == (component.data[v] != DIGRAPH_UNREACHED));
        if (!is_reached(s, root, v)) continue;
        reached++;
        assert_true(is_cyclic.data[component.data[v]] == s->reaches[v][v]);
        for (uint32_t w = 0; w < s->n; w++) {
            if (!is_reached(s, root, w)) continue;
            bool together = v == w || (s->reaches[v][w] && s->reaches[w][v]);
            assert_true(together == (component.data[v] == component.data[w]));
            if (s->reaches[v][w]) assert_true(component.data[w] <= component.data[v]);
        }
    }
    assert_int_equal(order.size, reached);
    for (size_t i = 1; i < order.size; i++) assert_true(component.data[order.data[i - 1]] <= component.data[order.data[i]]);
    u32_vec_release(&order);
    u32_vec_release(&component);
    u32_vec_release(&is_cyclic);
}

static void test_components(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < ROUNDS; round++) {
        sample s;
        sample_init(&s, &seed);
        check_components(&s, DIGRAPH_UNREACHED);
        check_components(&s, below(&seed, s.n));
        digraph_release(&s.graph);
    }
}

/* A path as long as no stack would allow. */
static void test_depth(void **state)
{
    (void)state;
    enum { LENGTH = 1000000 };
    digraph g;
    digraph_init(&g);
    for (uint32_t v = 0; v < LENGTH; v++) {
        digraph_add_node(&g);
        digraph_add_edge(&g, (v + 1) % LENGTH);
    }
    u32_vec component, is_cyclic;
    u32_vec_init(&component);
    u32_vec_init(&is_cyclic);
    digraph_components(&g, DIGRAPH_UNREACHED, NULL, &component, &is_cyclic);
    assert_int_equal(is_cyclic.size, 1);
    u32_vec_release(&component);
    u32_vec_release(&is_cyclic);
    digraph_release(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_components), cmocka_unit_test(test_depth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
