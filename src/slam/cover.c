#include "slam/cover.h"

#include "base/map.h"
#include "term/dag.h"

#include <bdd.h>
#include <stdlib.h>

struct slam_cover {
    term_store *ts;
    smt *solver;
    slam_cover_options options;
    term_vec predicates; /* by variable */
    u32_map variable; /* by predicate */
    u32_vec kept; /* BDDs with a reference */
    int possible; /* what literals exclude each other in pairs; with a reference of its own */
    size_t questions;
};

enum { FIRST_NODES = 20000, FIRST_CACHE = 5000, FIRST_VARIABLES = 64 };

/* Errors come back as negative results, which no caller can get: sizes only grow, variables are there before they are used. */
static void ignore(int error) { (void)error; }

slam_cover *slam_cover_new(term_store *ts, smt *solver, const slam_cover_options *options)
{
    if (bdd_isrunning() || bdd_init(FIRST_NODES, FIRST_CACHE) < 0) return NULL;
    bdd_error_hook(ignore);
    bdd_gbc_hook(NULL);
    bdd_setvarnum(FIRST_VARIABLES);
    slam_cover *c = alloc_zeroed(1, sizeof *c);
    c->ts = ts;
    c->solver = solver;
    c->options = *options;
    c->possible = bdd_addref(bdd_true());
    return c;
}

void slam_cover_free(slam_cover *c)
{
    if (!c) return;
    bdd_done();
    term_vec_release(&c->predicates);
    u32_map_release(&c->variable);
    u32_vec_release(&c->kept);
    free(c);
}

/* Its node stays until the next reset. */
static int keep(slam_cover *c, int b)
{
    bdd_addref(b);
    u32_vec_push(&c->kept, (uint32_t)b);
    return b;
}

static void release_to(slam_cover *c, size_t size)
{
    while (c->kept.size > size) bdd_delref((int)u32_vec_pop(&c->kept));
}

void slam_cover_reset(slam_cover *c) { release_to(c, 0); }

/* What has been kept since `size`, but for the result. */
static slam_set leave(slam_cover *c, size_t size, int result)
{
    bdd_addref(result);
    release_to(c, size);
    u32_vec_push(&c->kept, (uint32_t)result);
    return result;
}

static bool share_symbols(const slam_cover *c, term a, term b)
{
    term_vec mine;
    term_vec_init(&mine);
    dag_symbols(c->ts, &a, 1, &mine);
    bool any = false;
    for (size_t i = 0; i < mine.size; i++) any |= dag_has_symbol(c->ts, b, mine.data[i]);
    term_vec_release(&mine);
    return any;
}

/* Which literals of the two exclude each other. */
static void relate(slam_cover *c, int v, int w)
{
    term pair[2] = {c->predicates.data[v], c->predicates.data[w]};
    if (!share_symbols(c, pair[0], pair[1])) return;
    for (int signs = 0; signs < 4; signs++) {
        term literals[2] = {signs & 1 ? term_mk_not(c->ts, pair[0]) : pair[0], signs & 2 ? term_mk_not(c->ts, pair[1]) : pair[1]};
        c->questions++;
        if (smt_check(c->solver, literals, 2) != SMT_UNSAT) continue;
        int clause = bdd_addref(bdd_or(signs & 1 ? bdd_ithvar(v) : bdd_nithvar(v), signs & 2 ? bdd_ithvar(w) : bdd_nithvar(w)));
        int both = bdd_addref(bdd_and(c->possible, clause));
        bdd_delref(clause);
        bdd_delref(c->possible);
        c->possible = both;
    }
}

/* The solver has no assertions when a predicate comes for the first time. */
static int variable_of(slam_cover *c, term predicate)
{
    bool added;
    uint32_t *known = u32_map_put(&c->variable, predicate.id, &added);
    if (!added) return (int)*known;
    int v = (int)c->predicates.size;
    *known = (uint32_t)v;
    term_vec_push(&c->predicates, predicate);
    if (v >= bdd_varnum()) bdd_setvarnum(2 * bdd_varnum());
    for (int w = 0; w < v; w++) relate(c, v, w);
    return v;
}

/* ---- cubes ---- */

/* The literals of a cube's BDD, as terms. */
static void cube_literals(slam_cover *c, int cube, term_vec *out)
{
    while (cube > 1) {
        term p = c->predicates.data[bdd_var(cube)];
        bool is_negated = bdd_high(cube) == 0;
        term_vec_push(out, is_negated ? term_mk_not(c->ts, p) : p);
        cube = is_negated ? bdd_low(cube) : bdd_high(cube);
    }
}

static int literal(slam_cover *c, term t)
{
    const uint32_t *v = u32_map_find(&c->variable, t.id);
    if (v) return bdd_ithvar((int)*v);
    v = u32_map_find(&c->variable, term_mk_not(c->ts, t).id);
    assert(v);
    return bdd_nithvar((int)*v);
}

static int clause_against(slam_cover *c, const term_vec *core)
{
    int b = keep(c, bdd_false());
    for (size_t i = 0; i < core->size; i++) b = keep(c, bdd_or(b, bdd_not(literal(c, core->data[i]))));
    return b;
}

/* The cube of all predicates with their values in the solver's model; one without a value is left open. */
static int cube_of_model(slam_cover *c, const term *predicates, size_t n)
{
    int b = keep(c, bdd_true());
    for (size_t i = 0; i < n; i++) {
        term value = smt_value(c->solver, predicates[i]);
        if (term_is_none(value)) continue;
        int v = variable_of(c, predicates[i]);
        b = keep(c, bdd_and(b, term_is_equal(value, term_true(c->ts)) ? bdd_ithvar(v) : bdd_nithvar(v)));
    }
    return b;
}

static slam_set cartesian(slam_cover *c, const term *predicates, size_t n)
{
    size_t mark = c->kept.size;
    int b = keep(c, bdd_true());
    c->questions++;
    if (smt_check(c->solver, NULL, 0) == SMT_UNSAT) return leave(c, mark, bdd_false());
    for (size_t i = 0; i < n; i++) {
        int v = variable_of(c, predicates[i]);
        term no = term_mk_not(c->ts, predicates[i]);
        c->questions += 2;
        if (smt_check(c->solver, &no, 1) == SMT_UNSAT) b = keep(c, bdd_and(b, bdd_ithvar(v)));
        else if (smt_check(c->solver, &predicates[i], 1) == SMT_UNSAT) b = keep(c, bdd_and(b, bdd_nithvar(v)));
    }
    return leave(c, mark, b);
}

static slam_set boolean(slam_cover *c, const term *predicates, size_t n, slam_set old)
{
    size_t mark = c->kept.size, models = 0;
    int lower = keep(c, bdd_false()), upper = keep(c, c->possible), open;
    term_vec cube, core;
    term_vec_init(&cube);
    term_vec_init(&core);
    while ((open = keep(c, bdd_apply(keep(c, bdd_apply(upper, lower, bddop_diff)), old, bddop_diff))) != 0) {
        if (c->options.most && models >= c->options.most) break;
        term_vec_clear(&cube);
        term_vec_clear(&core);
        int part = keep(c, bdd_satone(open));
        cube_literals(c, part, &cube);
        c->questions++;
        smt_result r = smt_check(c->solver, cube.data, cube.size);
        if (r == SMT_UNSAT) {
            smt_minimise_core(c->solver, &core, 1);
            upper = keep(c, bdd_and(upper, clause_against(c, &core)));
        } else {
            lower = keep(c, bdd_or(lower, r == SMT_SAT ? cube_of_model(c, predicates, n) : part));
            models++;
        }
    }
    term_vec_release(&cube);
    term_vec_release(&core);
    return leave(c, mark, upper);
}

slam_set slam_ec(slam_cover *c, const term *predicates, size_t n, term formula, slam_set old)
{
    if (term_is_equal(formula, term_false(c->ts))) return SLAM_SET_EMPTY;
    for (size_t i = 0; i < n; i++) variable_of(c, predicates[i]);
    smt_push(c->solver);
    smt_assert(c->solver, formula);
    slam_set s = c->options.cartesian ? cartesian(c, predicates, n) : boolean(c, predicates, n, old);
    smt_pop(c->solver, 1);
    return s;
}

slam_set slam_set_or(slam_cover *c, slam_set a, slam_set b) { return keep(c, bdd_or(a, b)); }
slam_set slam_set_not(slam_cover *c, slam_set a) { return keep(c, bdd_not(a)); }
bool slam_set_within(slam_cover *c, slam_set a, slam_set b) { return keep(c, bdd_apply(a, b, bddop_diff)) == 0; }
size_t slam_cover_questions(const slam_cover *c) { return c->questions; }

/* ---- as formulas ---- */

/* Minato and Morreale: cubes that together are between low and high, none of which is superfluous. Returns their union. */
static int isop(slam_cover *c, int low, int high, term_vec *cubes, term_vec *prefix)
{
    if (low == 0) return 0;
    if (high == 1) {
        term_vec_push(cubes, term_mk_and(c->ts, prefix->data, prefix->size));
        return 1;
    }
    int l = low > 1 ? bdd_var2level(bdd_var(low)) : INT32_MAX, h = high > 1 ? bdd_var2level(bdd_var(high)) : INT32_MAX;
    int var = bdd_level2var(l < h ? l : h), x = bdd_ithvar(var), nx = bdd_nithvar(var);
    int low0 = keep(c, bdd_restrict(low, nx)), low1 = keep(c, bdd_restrict(low, x));
    int high0 = keep(c, bdd_restrict(high, nx)), high1 = keep(c, bdd_restrict(high, x));
    term p = c->predicates.data[var];
    term_vec_push(prefix, term_mk_not(c->ts, p));
    int only0 = isop(c, keep(c, bdd_apply(low0, high1, bddop_diff)), high0, cubes, prefix);
    term_vec_pop(prefix);
    term_vec_push(prefix, p);
    int only1 = isop(c, keep(c, bdd_apply(low1, high0, bddop_diff)), high1, cubes, prefix);
    term_vec_pop(prefix);
    int left0 = keep(c, bdd_apply(low0, only0, bddop_diff)), left1 = keep(c, bdd_apply(low1, only1, bddop_diff));
    int both = isop(c, keep(c, bdd_or(left0, left1)), keep(c, bdd_and(high0, high1)), cubes, prefix);
    return keep(c, bdd_or(both, keep(c, bdd_ite(x, only1, only0))));
}

/* Variables that need not be in a formula between low and high. */
static void drop_variables(slam_cover *c, int *low, int *high)
{
    for (int v = (int)c->predicates.size; v-- > 0;) {
        int set = keep(c, bdd_ithvar(v)), l = keep(c, bdd_exist(*low, set)), h = keep(c, bdd_forall(*high, set));
        if (keep(c, bdd_apply(l, h, bddop_diff)) != 0) continue;
        *low = l;
        *high = h;
    }
}

/* Without literals that follow from the others. */
static term tidy_cube(slam_cover *c, term cube)
{
    term_vec literals;
    term_vec_init(&literals);
    dag_conjuncts(c->ts, cube, &literals);
    for (size_t i = 0; i < literals.size && literals.size > 1;) {
        term kept = literals.data[i];
        literals.data[i] = term_mk_not(c->ts, kept);
        c->questions++;
        if (smt_check(c->solver, literals.data, literals.size) == SMT_UNSAT) {
            literals.data[i] = literals.data[--literals.size];
        } else {
            literals.data[i++] = kept;
        }
    }
    term t = term_mk_and(c->ts, literals.data, literals.size);
    if (literals.size && smt_check(c->solver, literals.data, literals.size) == SMT_UNSAT) t = term_false(c->ts);
    term_vec_release(&literals);
    return t;
}

term slam_set_term(slam_cover *c, slam_set s, bool tidy)
{
    size_t mark = c->kept.size;
    term_vec cubes, prefix;
    term_vec_init(&cubes);
    term_vec_init(&prefix);
    int low = keep(c, bdd_and(s, c->possible)), high = keep(c, bdd_or(s, keep(c, bdd_not(c->possible))));
    drop_variables(c, &low, &high);
    isop(c, low, high, &cubes, &prefix);
    release_to(c, mark);
    for (size_t i = 0; tidy && i < cubes.size; i++) cubes.data[i] = tidy_cube(c, cubes.data[i]);
    term t = term_mk_or(c->ts, cubes.data, cubes.size);
    term_vec_release(&cubes);
    term_vec_release(&prefix);
    return t;
}
