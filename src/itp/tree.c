/* Trees of formulas, node by node from the leaves: what a subtree says, against everything else. */

#include "itp/axioms.h"
#include "itp/farkas.h"
#include "itp/language.h"
#include "itp/prover.h"
#include "itp/preference.h"

#include "logic/implicant.h"
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
    assert(v < t->n && t->sliced.size == t->n && !q->a.size && !q->b.size);
    const term_store *ts = t->prover->ts;
    dag_conjuncts(ts, t->sliced.data[v], &q->a);
    for (size_t u = v + 1; u < t->n; u++) dag_conjuncts(ts, t->sliced.data[u], &q->b);
    for (size_t u = 0; u < v; u++) {
        assert(t->nodes[u].parent > u && !term_is_none(t->out[u])); /* parents come after their children, which are done */
        if (t->nodes[u].parent == v) dag_conjuncts(ts, t->out[u], &q->a);
        else if (t->nodes[u].parent > v) dag_conjuncts(ts, t->out[u], &q->b);
    }
}

/* ---- all at once ---- */

/* More rows than this are first cut down to a core. */
#define MAX_FREE_ROWS 150
/* A root of more cubes is left to the way node by node. */
#define MAX_ROOT_CUBES 8

typedef struct certificate {
    term_vec rows;
    u32_vec owners; /* the node of each row */
    rat *multipliers, *bounds;
    bool **rows_of, **nodes_of; /* the rows and nodes of each subtree */
    farkas_parts parts; /* the subtrees */
} certificate;

/* Appends a node's linear literals, and axioms about them (which are appended to the literals). */
static void list_rows_of(certificate *c, term_store *ts, uint32_t owner, term_vec *literals, bool plain)
{
    term_vec axioms;
    term_vec_init(&axioms);
    axioms_of(ts, literals->data, literals->size, &axioms);
    term_vec_append(literals, axioms.data, axioms.size);
    term_vec_release(&axioms);
    for (size_t k = 0; k < literals->size; k++) {
        if (!farkas_is_row(ts, literals->data[k]) || (plain && !farkas_is_plain(ts, literals->data[k]))) continue;
        term_vec_push(&c->rows, literals->data[k]);
        u32_vec_push(&c->owners, owner);
    }
}

/* The rows of all nodes (plain ones, unless the core needs others), of the root those of one of its cubes. */
static void list_rows(certificate *c, const tree *t, bool sliced, const term_vec *root)
{
    term_vec literals;
    term_vec_init(&literals);
    for (size_t v = 0; v + 1 < t->n; v++) {
        term_vec_clear(&literals);
        dag_conjuncts(t->prover->ts, sliced ? t->sliced.data[v] : t->nodes[v].formula, &literals);
        list_rows_of(c, t->prover->ts, (uint32_t)v, &literals, !sliced);
    }
    term_vec_clear(&literals);
    term_vec_append(&literals, root->data, root->size);
    list_rows_of(c, t->prover->ts, (uint32_t)t->n - 1, &literals, !sliced);
    term_vec_release(&literals);
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
    assert(c->rows.size == c->owners.size && t->n > 0);
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

/* The sums over the subtrees of one refutation are added to t->sums. What it uses is not sliced away. */
static void take_sums(tree *t, const certificate *c)
{
    term_store *ts = t->prover->ts;
    for (size_t k = 0; k < c->rows.size; k++) {
        assert(c->owners.data[k] < t->n);
        size_t v = c->owners.data[k];
        if (v + 1 < t->n && rat_sign(&c->multipliers[k])) t->sliced.data[v] = term_mk_and2(ts, t->sliced.data[v], c->rows.data[k]);
    }
    for (size_t v = 0; v + 1 < t->n; v++) {
        term sum = farkas_sum(ts, c->rows.data, c->rows.size, c->multipliers, c->rows_of[v], &c->bounds[v]);
        assert(v < t->sums.size);
        t->sums.data[v] = preference_tidy(ts, term_mk_and2(ts, t->sums.data[v], sum));
    }
}

/* Refutes all linear literals (or those of the core) together with one cube of the root. */
static bool refute_cube(tree *t, bool sliced, const term_vec *root)
{
    certificate c = {0};
    list_rows(&c, t, sliced, root);
    bool found = false;
    if (sliced || c.rows.size <= MAX_FREE_ROWS) {
        certificate_prepare(&c, t);
        found = farkas_refute(t->prover->ts, c.rows.data, c.rows.size, &c.parts, c.multipliers, c.bounds);
    }
    if (found) take_sums(t, &c);
    certificate_release(&c, t);
    return found;
}

/* Appends a cube of the root in which `rest` holds. SMT_UNSAT: there is none. */
static smt_result next_cube(tree *t, const term_vec *rest, term_vec *cube)
{
    itp *i = t->prover;
    term_vec asked;
    term_vec_init(&asked);
    dag_conjuncts(i->ts, t->sliced.data[t->n - 1], &asked);
    size_t n = asked.size;
    term_vec_append(&asked, rest->data, rest->size);
    smt_result r = smt_check(i->solver, asked.data, asked.size);
    implicant_model model = {.solver = i->solver, .cost = scope_cost, .context = &t->given};
    if (r == SMT_SAT && !implicant_of_model(&model, i->ts, asked.data, n, cube)) r = SMT_UNKNOWN;
    term_vec_release(&asked);
    return r;
}

/* One certificate for each cube of the root; their sums together are interpolants. */
static bool refute_all(tree *t, bool sliced)
{
    term_store *ts = t->prover->ts;
    term_vec rest, cube;
    term_vec_init(&rest);
    term_vec_init(&cube);
    term_vec_clear(&t->sums);
    for (size_t v = 0; v + 1 < t->n; v++) term_vec_push(&t->sums, term_true(ts));
    smt_result r = SMT_SAT;
    for (size_t k = 0; k <= MAX_ROOT_CUBES && r == SMT_SAT; k++) {
        term_vec_clear(&cube);
        r = k < MAX_ROOT_CUBES ? next_cube(t, &rest, &cube) : SMT_UNKNOWN;
        if (r == SMT_SAT && !refute_cube(t, sliced, &cube)) r = SMT_UNKNOWN;
        term_vec_push(&rest, term_mk_not(ts, term_mk_and(ts, cube.data, cube.size)));
    }
    if (r != SMT_UNSAT) term_vec_clear(&t->sums);
    term_vec_release(&rest);
    term_vec_release(&cube);
    return r == SMT_UNSAT;
}

/* Is the core linear, but for the root? */
static bool is_linear(const tree *t)
{
    const term_store *ts = t->prover->ts;
    term_vec literals;
    term_vec_init(&literals);
    for (size_t v = 0; v + 1 < t->n; v++) dag_conjuncts(ts, t->sliced.data[v], &literals);
    bool all = true;
    for (size_t k = 0; k < literals.size && all; k++) all = farkas_is_row(ts, literals.data[k]);
    term_vec_release(&literals);
    return all;
}

/* The root with all its linear literals, but of the others only those in the core. */
static term root_with_rows(const tree *t)
{
    term_store *ts = t->prover->ts;
    term_vec literals;
    term_vec_init(&literals);
    dag_conjuncts(ts, t->nodes[t->n - 1].formula, &literals);
    size_t left = 0;
    for (size_t k = 0; k < literals.size; k++)
        if (farkas_is_row(ts, literals.data[k])) literals.data[left++] = literals.data[k];
    term rows = term_mk_and(ts, literals.data, left);
    term_vec_release(&literals);
    return term_mk_and2(ts, t->sliced.data[t->n - 1], rows);
}

/* Where the core is linear, as program paths mostly are. */
static void find_certificates(tree *t)
{
    if (!is_linear(t)) return;
    term_vec core;
    term_vec_init(&core);
    term_vec_append(&core, t->sliced.data, t->n);
    t->sliced.data[t->n - 1] = root_with_rows(t);
    if (!refute_all(t, false) || !preference_is_simple(t->prover->ts, t->sums.data, t->sums.size)) {
        memcpy(t->sliced.data, core.data, t->n * sizeof(term));
        refute_all(t, true);
    }
    term_vec_release(&core);
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
    assert(t->sums.size == t->n - 1);
    term sum = t->sums.data[v];
    if (!language_has(&t->prover->options, t->prover->ts, sum)) return TERM_NONE;
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

itp_result tree_interpolate(itp *i, const itp_node *nodes, size_t n, const itp_hints *hints, term *out)
{
    tree t;
    tree_init(&t, i, nodes, n, out);
    smt_result r = slice(&t);
    bool found = r == SMT_UNSAT;
    if (found) {
        find_certificates(&t);
        for (size_t v = 0; v + 1 < n && found; v++) found = interpolate_node(&t, v, hints);
    }
    if (r == SMT_UNKNOWN) prover_give_up(i, smt_why_unknown(i->solver));
    tree_release(&t);
    return found ? ITP_FOUND : r == SMT_SAT ? ITP_SAT : ITP_UNKNOWN;
}
