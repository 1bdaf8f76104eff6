/* Trees of formulas, node by node from the leaves: what a subtree says, against everything else. */

#include "itp/axioms.h"
#include "itp/farkas.h"
#include "itp/language.h"
#include "itp/prover.h"
#include "itp/taste.h"

#include "term/dag.h"

#include <stdlib.h>

/* At any time the formulas of the nodes from `at` on and the interpolants of the finished subtrees below them contradict each other. */
typedef struct tree {
    itp *prover;
    const itp_node *nodes; /* as given */
    size_t n;
    term_vec sliced; /* their formulas, as far as the contradiction needs them */
    scope given; /* of the nodes as given: where hints may come from */
    term_vec sums; /* of one certificate, if there is one: an interpolant for every node, as long as all below are taken from here */
    term *out;
} tree;

static void tree_init(tree *t, itp *i, const itp_node *nodes, size_t n, term *out)
{
    *t = (tree){.prover = i, .nodes = nodes, .n = n, .out = out};
    term_vec_init(&t->sliced);
    term_vec_init(&t->sums);
    scope_init(&t->given, i->ts);
    for (size_t v = 0; v < n; v++) scope_add_node(&t->given, &nodes[v].formula, 1);
}

static void tree_release(tree *t)
{
    term_vec_release(&t->sliced);
    term_vec_release(&t->sums);
    scope_release(&t->given);
}

/* The contradiction of the whole tree, if there is one; what it does not need is taken away from the nodes. */
static smt_result slice(tree *t)
{
    itp *i = t->prover;
    question q = {.prover = i};
    term_vec_init(&q.a);
    term_vec_init(&q.b);
    for (size_t v = 0; v < t->n; v++) dag_conjuncts(i->ts, t->nodes[v].formula, &q.a);
    smt_result r = smt_check(i->solver, q.a.data, q.a.size);
    if (r == SMT_UNSAT) {
        pair_minimise(&q);
        u32_map kept;
        u32_map_init(&kept);
        for (size_t k = 0; k < q.a.size; k++) u32_map_put(&kept, q.a.data[k].id, NULL);
        for (size_t v = 0; v < t->n; v++) {
            term_vec_clear(&q.b);
            dag_conjuncts(i->ts, t->nodes[v].formula, &q.b);
            size_t left = 0;
            for (size_t k = 0; k < q.b.size; k++)
                if (u32_map_find(&kept, q.b.data[k].id)) q.b.data[left++] = q.b.data[k];
            term_vec_push(&t->sliced, term_mk_and(i->ts, q.b.data, left));
        }
        u32_map_release(&kept);
    }
    term_vec_release(&q.a);
    term_vec_release(&q.b);
    return r;
}

static bool is_below(const tree *t, size_t node, size_t top)
{
    while (node < top) node = t->nodes[node].parent;
    return node == top;
}

/* Makes the subtree of v the inside. */
static void enter(tree *t, size_t v)
{
    bool goes_on = v > 0 && t->nodes[v - 1].parent == v;
    for (size_t u = 0; u + 1 < v && goes_on; u++) goes_on = t->nodes[u].parent != v;
    if (!goes_on) scope_reset(&t->given);
    for (size_t u = goes_on ? v : 0; u <= v; u++)
        if (is_below(t, u, v)) scope_enter(&t->given, &t->nodes[u].formula, 1);
}

/* The node's formula and its children's interpolants, against all that is left. */
static void ask(const tree *t, size_t v, question *q)
{
    const term_store *ts = t->prover->ts;
    dag_conjuncts(ts, t->sliced.data[v], &q->a);
    for (size_t u = v + 1; u < t->n; u++) dag_conjuncts(ts, t->sliced.data[u], &q->b);
    for (size_t u = 0; u < v; u++) {
        if (t->nodes[u].parent == v) dag_conjuncts(ts, t->out[u], &q->a);
        else if (t->nodes[u].parent > v) dag_conjuncts(ts, t->out[u], &q->b);
    }
}

/* ---- all at once ---- */

/* More rows than this are first cut down to a core. */
#define MAX_FREE_ROWS 150

typedef struct certificate {
    term_vec rows;
    u32_vec owners; /* the node of each row */
    rat *multipliers, *bounds;
    bool **rows_of, **nodes_of; /* the rows and nodes of each subtree */
    farkas_parts parts; /* the subtrees */
} certificate;

/* The linear literals of the nodes, and axioms about them. False if some literals are not linear. */
static bool list_rows(certificate *c, const tree *t, bool sliced)
{
    const term_store *ts = t->prover->ts;
    bool all = true;
    term_vec conjuncts, axioms;
    term_vec_init(&conjuncts);
    term_vec_init(&axioms);
    for (size_t v = 0; v < t->n; v++) {
        term_vec_clear(&conjuncts);
        dag_conjuncts(ts, sliced ? t->sliced.data[v] : t->nodes[v].formula, &conjuncts);
        axioms_of(t->prover->ts, conjuncts.data, conjuncts.size, &axioms);
        term_vec_append(&conjuncts, axioms.data, axioms.size);
        term_vec_clear(&axioms);
        for (size_t k = 0; k < conjuncts.size; k++) {
            all = all && farkas_is_row(ts, conjuncts.data[k]);
            if (!farkas_is_row(ts, conjuncts.data[k])) continue;
            term_vec_push(&c->rows, conjuncts.data[k]);
            u32_vec_push(&c->owners, (uint32_t)v);
        }
    }
    term_vec_release(&conjuncts);
    term_vec_release(&axioms);
    return all;
}

static rat *new_rats(size_t n)
{
    rat *r = alloc_zeroed(n + 1, sizeof *r);
    for (size_t k = 0; k < n; k++) rat_init(&r[k]);
    return r;
}

static void free_rats(rat *r, size_t n)
{
    for (size_t k = 0; k < n && r; k++) rat_release(&r[k]);
    free(r);
}

static void certificate_prepare(certificate *c, const tree *t)
{
    size_t rows = c->rows.size, parts = t->n - 1;
    c->multipliers = new_rats(rows);
    c->bounds = new_rats(parts);
    c->rows_of = alloc_zeroed(t->n, sizeof *c->rows_of);
    c->nodes_of = alloc_zeroed(t->n, sizeof *c->nodes_of);
    for (size_t v = 0; v < parts; v++) {
        c->rows_of[v] = alloc_zeroed(rows + 1, sizeof(bool));
        c->nodes_of[v] = alloc_zeroed(t->n, sizeof(bool));
        for (size_t k = 0; k < rows; k++) c->rows_of[v][k] = is_below(t, c->owners.data[k], v);
        for (size_t u = 0; u <= v; u++) c->nodes_of[v][u] = is_below(t, u, v);
    }
    c->parts = (farkas_parts){c->rows_of, c->nodes_of, parts};
}

static void certificate_release(certificate *c, const tree *t)
{
    for (size_t v = 0; v + 1 < t->n && c->rows_of; v++) {
        free(c->rows_of[v]);
        free(c->nodes_of[v]);
    }
    free(c->rows_of);
    free(c->nodes_of);
    free_rats(c->multipliers, c->rows.size);
    free_rats(c->bounds, t->n - 1);
    term_vec_release(&c->rows);
    u32_vec_release(&c->owners);
}

/* The sums over the subtrees of one refutation of all linear literals, or of those of the core. What it uses is not sliced away. */
static bool find_certificate(tree *t, bool sliced)
{
    certificate c = {0};
    bool all_linear = list_rows(&c, t, sliced), found = false;
    if (sliced ? all_linear : c.rows.size <= MAX_FREE_ROWS) {
        certificate_prepare(&c, t);
        found = farkas_refute(t->prover->ts, c.rows.data, c.rows.size, &c.parts, c.multipliers, c.bounds);
    }
    for (size_t k = 0; k < c.rows.size && found && !sliced; k++) {
        term *f = &t->sliced.data[c.owners.data[k]];
        if (rat_sign(&c.multipliers[k])) *f = term_mk_and2(t->prover->ts, *f, c.rows.data[k]);
    }
    for (size_t v = 0; v + 1 < t->n && found; v++)
        term_vec_push(&t->sums, farkas_sum(t->prover->ts, c.rows.data, c.rows.size, c.multipliers, c.rows_of[v], &c.bounds[v]));
    certificate_release(&c, t);
    return found;
}

/* ---- node by node ---- */

/* Are all finished interpolants the certificate's? */
static bool is_on_certificate(const tree *t, size_t v)
{
    for (size_t u = 0; u < v; u++)
        if (!term_is_equal(t->out[u], t->sums.data[u])) return false;
    return true;
}

static term from_certificate(tree *t, size_t v, question *q)
{
    if (!t->sums.size) return TERM_NONE;
    term sum = t->sums.data[v];
    if (!language_has(t->prover->ts, sum, t->prover->options.language)) return TERM_NONE;
    return is_on_certificate(t, v) || (scope_has(q->scope, sum) && pair_is_interpolant(q, sum)) ? sum : TERM_NONE;
}

static bool interpolate_node(tree *t, size_t v, const itp_hints *hints)
{
    scope between;
    scope_init(&between, t->prover->ts);
    question q = {.prover = t->prover, .scope = &between};
    term_vec_init(&q.a);
    term_vec_init(&q.b);
    enter(t, v);
    ask(t, v, &q);
    scope_add_node(&between, q.a.data, q.a.size);
    scope_add_node(&between, q.b.data, q.b.size);
    scope_enter(&between, q.a.data, q.a.size);
    term found = hints && hints[v].n ? pair_from_hints(&q, &hints[v], &t->given) : TERM_NONE;
    if (term_is_none(found)) found = from_certificate(t, v, &q);
    if (term_is_none(found)) found = pair_interpolate(&q);
    t->out[v] = found;
    scope_release(&between);
    term_vec_release(&q.a);
    term_vec_release(&q.b);
    return !term_is_none(found);
}

/* Is the core linear? Only then is a certificate looked for. */
static bool is_linear(const tree *t)
{
    certificate c = {0};
    bool all = list_rows(&c, t, true);
    certificate_release(&c, t);
    return all;
}

itp_result tree_interpolate(itp *i, const itp_node *nodes, size_t n, const itp_hints *hints, term *out)
{
    tree t;
    tree_init(&t, i, nodes, n, out);
    smt_result r = slice(&t);
    bool found = r == SMT_UNSAT;
    if (found) {
        if (is_linear(&t) && !find_certificate(&t, false)) find_certificate(&t, true);
        for (size_t v = 0; v + 1 < n && found; v++) found = interpolate_node(&t, v, hints);
    }
    if (r == SMT_UNKNOWN) prover_give_up(i, smt_why_unknown(i->solver));
    tree_release(&t);
    return found ? ITP_FOUND : r == SMT_SAT ? ITP_SAT : ITP_UNKNOWN;
}
