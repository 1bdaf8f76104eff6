/* Does an interpolation hold? Shares nothing with how it was found. */

#include "itp/itp.h"

#include "itp/scope.h"

static const char *decide(smt *s, term contradiction, const char *broken)
{
    smt_push(s);
    smt_assert(s, contradiction);
    smt_result r = smt_check(s, NULL, 0);
    smt_pop(s, 1);
    return r == SMT_UNSAT ? NULL : r == SMT_SAT ? broken : "an interpolant could not be checked";
}

static bool is_in_subtree(const itp_node *nodes, size_t n, size_t node, size_t top)
{
    while (node < top && node + 1 < n) node = nodes[node].parent;
    return node == top;
}

static bool is_over_shared(term_store *ts, const itp_node *nodes, size_t n, size_t v, term t)
{
    scope s;
    scope_init(&s, ts);
    for (size_t u = 0; u < n; u++) scope_add_node(&s, &nodes[u].formula, 1);
    for (size_t u = 0; u <= v; u++)
        if (is_in_subtree(nodes, n, u, v)) scope_enter(&s, &nodes[u].formula, 1);
    bool shared = scope_has(&s, t);
    scope_release(&s);
    return shared;
}

const char *itp_check(term_store *ts, const itp_node *nodes, size_t n, const term *out, const limits *limit)
{
    const char *wrong = NULL;
    smt *s = smt_new(ts, limit, NULL);
    for (size_t v = 0; v < n && !wrong; v++) {
        term_vec parts;
        term_vec_init(&parts);
        term_vec_push(&parts, nodes[v].formula);
        for (size_t c = 0; c < v; c++)
            if (nodes[c].parent == v) term_vec_push(&parts, out[c]);
        bool is_root = v + 1 == n;
        if (!is_root) term_vec_push(&parts, term_mk_not(ts, out[v]));
        term contradiction = term_mk_and(ts, parts.data, parts.size);
        term_vec_release(&parts);
        wrong = decide(s, contradiction, is_root ? "an interpolant does not contradict the rest" : "an interpolant does not follow");
        if (!wrong && !is_root && !is_over_shared(ts, nodes, n, v, out[v])) wrong = "an interpolant is not over shared symbols";
    }
    smt_free(s);
    return wrong;
}
