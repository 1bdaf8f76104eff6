/* On random contradictions the result is an interpolant, says a fresh solver. `test_random N [MIX]` tries N of each kind and prints
 * what it saw; without arguments it is a test among others. */

#include "random_tree.h"
#include "itp/preference.h"
#include "term/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

static const limits NO_LIMIT = {0};

typedef struct tally {
    size_t asked, found, unknown, wrong, interpolants, atoms;
} tally;

static void report(const term_store *ts, const itp_node *nodes, size_t n, const term *out, const char *why)
{
    text t;
    text_init(&t);
    text_printf(&t, "%s\n", why);
    for (size_t v = 0; v < n; v++) {
        text_printf(&t, "  %zu -> %u: ", v, nodes[v].parent);
        print_term_infix(&t, ts, nodes[v].formula, 0);
        text_adds(&t, "\n");
        if (!out || v + 1 == n) continue;
        text_adds(&t, "      interpolant: ");
        print_term_infix(&t, ts, out[v], 0);
        text_adds(&t, "\n");
    }
    fputs(t.data, stderr);
    text_release(&t);
}

typedef struct session {
    term_store *ts;
    smt *solver;
    stats counters;
    itp *itp;
} session;

static void session_init(session *s)
{
    s->ts = term_store_new();
    stats_init(&s->counters);
    s->solver = smt_new(s->ts, &NO_LIMIT, NULL);
    s->itp = itp_new(s->ts, &NO_LIMIT, &s->counters, &(itp_options){.language = -1, .seconds = 5});
}

static void session_release(session *s)
{
    itp_free(s->itp);
    smt_free(s->solver);
    term_store_free(s->ts);
}

/* One tree; only contradictions between nodes are counted. */
static void try_one(session *s, rng *r, theory_mix mix, tree_shape shape, tally *sum)
{
    itp_node_vec nodes;
    itp_node_vec_init(&nodes);
    random_tree(s->ts, s->solver, r, mix, shape, rng_one_in(r, 2), &nodes);
    term out[16];
    itp_result result = itp_tree(s->itp, nodes.data, nodes.size, NULL, out);
    size_t atoms = 0;
    for (size_t k = 0; k + 1 < nodes.size && result == ITP_FOUND; k++) atoms += preference_count_atoms(s->ts, out[k]);
    if (result == ITP_UNKNOWN || atoms) {
        sum->asked++;
        sum->found += result == ITP_FOUND;
        sum->unknown += result == ITP_UNKNOWN;
        sum->interpolants += result == ITP_FOUND ? nodes.size - 1 : 0;
        sum->atoms += atoms;
    }
    const char *wrong = atoms ? itp_check(s->ts, nodes.data, nodes.size, out, &NO_LIMIT) : NULL;
    if (wrong) report(s->ts, nodes.data, nodes.size, out, wrong);
    sum->wrong += wrong != NULL;
    if (result == ITP_UNKNOWN && getenv("SHOW_FAILURES")) report(s->ts, nodes.data, nodes.size, NULL, itp_why_unknown(s->itp));
    itp_node_vec_release(&nodes);
}

static tally try_many(theory_mix mix, size_t wanted)
{
    tally sum = {0};
    rng r = {.state = 4711 + (uint64_t)mix};
    while (sum.asked < wanted) {
        session s;
        session_init(&s);
        for (int k = 0; k < 100 && sum.asked < wanted; k++) try_one(&s, &r, mix, (tree_shape)rng_below(&r, 3), &sum);
        session_release(&s);
    }
    return sum;
}

static int run_long(size_t wanted, const char *only)
{
    bool ok = true;
    for (theory_mix mix = 0; mix < MIXES; mix++) {
        if (only && strcmp(only, random_mix_name(mix)) != 0) continue;
        clock_t since = clock();
        tally t = try_many(mix, wanted);
        ok = ok && !t.wrong;
        printf("%-7s %zu contradictions: %zu interpolated, %zu not found (%.2f %%), %zu wrong; %.2f atoms each; %.1f s\n",
               random_mix_name(mix), t.asked, t.found, t.unknown, 100.0 * (double)t.unknown / (double)t.asked, t.wrong,
               (double)t.atoms / (double)(t.interpolants ? t.interpolants : 1), (double)(clock() - since) / CLOCKS_PER_SEC);
        fflush(stdout);
    }
    return ok ? 0 : 1;
}

static void check_mix(theory_mix mix, size_t wanted, size_t most_failures)
{
    tally t = try_many(mix, wanted);
    assert_int_equal(t.wrong, 0);
    assert_true(t.unknown <= most_failures);
}

static void interpolates_lia(void **state)
{
    (void)state;
    check_mix(MIX_LIA, 250, 2);
}

static void interpolates_lra(void **state)
{
    (void)state;
    check_mix(MIX_LRA, 250, 2);
}

static void interpolates_booleans(void **state)
{
    (void)state;
    check_mix(MIX_BOOL, 200, 0);
}

static void interpolates_other_theories(void **state)
{
    (void)state;
    check_mix(MIX_UF, 75, 1);
    check_mix(MIX_ARRAYS, 75, 1);
    check_mix(MIX_BV, 75, 1);
    check_mix(MIX_ALL, 75, 1);
}

int main(int argc, char **argv)
{
    if (argc > 1) return run_long((size_t)atol(argv[1]), argc > 2 ? argv[2] : NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interpolates_lia),
        cmocka_unit_test(interpolates_lra),
        cmocka_unit_test(interpolates_booleans),
        cmocka_unit_test(interpolates_other_theories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
