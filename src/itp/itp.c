#include "itp/itp.h"

#include "itp/prover.h"
#include "itp/preference.h"

#include <stdlib.h>

itp *itp_new(term_store *ts, const limits *limit, stats *counters, const itp_options *options)
{
    itp *i = alloc_zeroed(1, sizeof *i);
    i->ts = ts;
    i->limit = limit;
    i->request = *limit;
    i->counters = counters;
    i->options = options ? *options : ITP_OPTIONS_DEFAULT;
    i->solver = smt_new(ts, &i->request, counters);
    text_init(&i->why);
    return i;
}

void itp_free(itp *i)
{
    if (!i) return;
    smt_free(i->solver);
    text_release(&i->why);
    free(i);
}

void itp_set_language(itp *i, int64_t language) { i->options.language = language; }

void prover_give_up(itp *i, const char *why)
{
    if (!i->why.size) text_adds(&i->why, why);
}

static void count_size(stats *counters, size_t atoms)
{
    stats_add(counters, itp_atoms, atoms);
    if (!atoms) stats_count(counters, itp_constant);
    else if (atoms == 1) stats_count(counters, itp_one_atom);
    else if (atoms == 2) stats_count(counters, itp_two_atoms);
    else if (atoms <= 4) stats_count(counters, itp_few_atoms);
    else stats_count(counters, itp_many_atoms);
}

static void count(itp *i, itp_result r, const term *out, size_t n, double since)
{
    if (!i->counters) return;
    stats_count(i->counters, itp_requests);
    stats_add(i->counters, itp_seconds, limits_now() - since);
    if (r == ITP_UNKNOWN) stats_count(i->counters, itp_failures);
    if (r != ITP_FOUND) return;
    stats_add(i->counters, itp_results, n);
    for (size_t k = 0; k < n; k++) count_size(i->counters, preference_count_atoms(i->ts, out[k]));
}

itp_result itp_tree(itp *i, const itp_node *nodes, size_t n, const itp_hints *hints, term *out)
{
    assert(n > 0);
    double since = limits_now();
    i->request = i->options.seconds > 0 ? limits_within(i->limit, i->options.seconds) : *i->limit;
    text_clear(&i->why);
    itp_result r = tree_interpolate(i, nodes, n, hints, out);
    if (r == ITP_FOUND && i->options.check) {
        const char *wrong = itp_check(i->ts, nodes, n, out, i->limit);
        assert(!wrong || limits_is_over(i->limit));
        if (wrong) {
            prover_give_up(i, wrong);
            r = ITP_UNKNOWN;
        }
    }
    count(i, r, out, n - 1, since);
    return r;
}

itp_result itp_path(itp *i, const term *parts, size_t n, const itp_hints *hints, term *out)
{
    itp_node *nodes = alloc_resize(NULL, n, sizeof *nodes);
    for (size_t k = 0; k < n; k++) nodes[k] = (itp_node){parts[k], (uint32_t)k + 1};
    itp_result r = itp_tree(i, nodes, n, hints, out);
    free(nodes);
    return r;
}

itp_result itp_pair(itp *i, term a, term b, const itp_hints *hints, term *out)
{
    return itp_path(i, (term[]){a, b}, 2, hints, out);
}

term itp_value(itp *i, term t) { return smt_value(i->solver, t); }

const char *itp_why_unknown(const itp *i) { return i->why.data; }
