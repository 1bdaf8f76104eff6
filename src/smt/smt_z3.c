#include "smt/backend.h"

#include "base/map.h"
#include "smt/z3_eliminate.h"
#include "smt/z3_terms.h"
#include "smt/z3_values.h"
#include "smt/z3_watch.h"
#include "term/abstraction.h"
#include "term/dag.h"
#include "term/eval.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <z3_version.h>

/* With quantifiers, the incremental solver gets at most this long (or a quarter of the time) before the other one is asked. */
#define FIRST_TRY_SECONDS 1.0
/* Not worth asking another solver for less. */
#define LEAST_SECONDS 0.01
/* Proxies of this weight, about a hundred small atoms, are kept besides those in use. */
#define MAX_IDLE_WEIGHT 512

#define TOO_DEEP "a formula is too deep or too large for the solver"

VEC_DECLARE(ast_vec, Z3_ast);

typedef struct proxy {
    Z3_ast yes, no; /* p, not p */
    uint32_t used; /* number of the last check that assumed p */
    double weight;
} proxy;
VEC_DECLARE(proxy_vec, proxy);

/* What solvers can share: a context takes Z3 many megabytes, a solver in it few. */
typedef struct home {
    Z3_context z3;
    Z3_params params;
    z3_terms *bridge;
    z3_watch *watch;
    size_t users;
} home;

/* The assertions live twice: in Z3's solver, and as terms in `asserted`, from which a second solver can be made.
 *
 * The solver is a "simple" one: Z3's SMT core and nothing else, which is several times faster on many small incremental
 * questions than the combined one, whose tactics start anew for each. What the core leaves open (non-linear arithmetic,
 * quantifiers) is asked once more of a combined solver of its own, which has complete procedures for some of it. */
typedef struct z3_smt {
    smt *front;
    term_store *ts;
    const limits *limit;
    home *home; /* owns the next four */
    Z3_context z3;
    Z3_params params;
    z3_terms *bridge;
    z3_watch *watch;
    Z3_solver solver;

    term_vec asserted;
    abstraction *bits, *operations; /* see help_with_bits */
    size_vec levels; /* asserted.size at each push */
    size_vec worded; /* indices in asserted: about bit-vectors, see model_is_sound */
    size_t first_quantified, first_broken; /* indices in asserted: has a quantifier, Z3 refused it; SIZE_MAX if none */

    /* Literals that stand for assumptions: p => t is asserted, on a level of their own above all others, which goes when the
     * assertions change or when too many of them lie idle. */
    proxy_vec proxies;
    u32_map proxy_of; /* term id -> index */
    bool has_proxy_level;
    double proxy_weight, used_weight; /* of all proxies, of those the last check assumed */
    uint32_t check_number;

    bool has_words; /* bit-vectors occurred: see model_is_sound */
    Z3_model model; /* NULL, or that of the last check */
    bool has_model; /* of the last check, still in Z3's solver: making it costs more than many a check */
    evaluator *evaluator; /* of the model, as far as symbols were asked for: */
    u32_map valued; /* symbol -> value, that of TERM_NONE included */
    term_vec given; /* assumptions of the last check */
    ast_vec literals; /* and what stands for them, followed by the negated idle proxies */
} z3_smt;

static bool z3_failed(const z3_smt *s) { return Z3_get_error_code(s->z3) != Z3_OK; }

static Z3_solver new_solver(z3_smt *s, Z3_solver made)
{
    Z3_solver_inc_ref(s->z3, made);
    Z3_solver_set_params(s->z3, made, s->params);
    return made;
}

static home *home_new(term_store *ts, const limits *limit)
{
    home *h = alloc_zeroed(1, sizeof *h);
    h->z3 = z3_terms_new_context();
    h->params = Z3_mk_params(h->z3);
    Z3_params_inc_ref(h->z3, h->params);
    /* SIGINT is the caller's; Z3 would put its own handler in place during every check. */
    Z3_params_set_bool(h->z3, h->params, Z3_mk_string_symbol(h->z3, "ctrl_c"), false);
    h->bridge = z3_terms_new(ts, h->z3);
    h->watch = z3_watch_new(h->z3, limit);
    return h;
}

static void home_leave(home *h)
{
    if (--h->users) return;
    z3_watch_free(h->watch);
    z3_terms_free(h->bridge);
    Z3_params_dec_ref(h->z3, h->params);
    Z3_del_context(h->z3);
    free(h);
}

static void *new_in(home *h, smt *front)
{
    z3_smt *s = alloc_zeroed(1, sizeof *s);
    term_store *ts = front->ts;
    h->users++;
    s->home = h;
    s->front = front;
    s->ts = ts;
    s->limit = front->limit;
    s->z3 = h->z3;
    s->params = h->params;
    s->bridge = h->bridge;
    s->watch = h->watch;
    s->solver = new_solver(s, Z3_mk_simple_solver(s->z3));
    s->evaluator = evaluator_new(ts);
    s->bits = abstraction_new(ts, ABSTRACT_BITS);
    s->operations = abstraction_new(ts, ABSTRACT_ALL);
    s->first_quantified = s->first_broken = SIZE_MAX;
    return s;
}

static void *new_inside(smt *front, void *beside) { return new_in(beside ? ((z3_smt *)beside)->home : home_new(front->ts, front->limit), front); }

static void forget_model(z3_smt *s)
{
    s->has_model = false;
    if (!s->model) return;
    Z3_model_dec_ref(s->z3, s->model);
    s->model = NULL;
    evaluator_clear(s->evaluator);
    u32_map_clear(&s->valued);
}

static void leave_proxy_level(z3_smt *s)
{
    if (!s->has_proxy_level) return;
    Z3_solver_pop(s->z3, s->solver, 1);
    for (size_t i = 0; i < s->proxies.size; i++) {
        Z3_dec_ref(s->z3, s->proxies.data[i].yes);
        Z3_dec_ref(s->z3, s->proxies.data[i].no);
    }
    proxy_vec_clear(&s->proxies);
    u32_map_clear(&s->proxy_of);
    s->proxy_weight = 0;
    s->has_proxy_level = false;
}

static void free_inside(void *inside)
{
    z3_smt *s = inside;
    forget_model(s);
    leave_proxy_level(s);
    Z3_solver_dec_ref(s->z3, s->solver);
    abstraction_free(s->bits);
    abstraction_free(s->operations);
    home_leave(s->home);
    term_vec_release(&s->asserted);
    size_vec_release(&s->levels);
    size_vec_release(&s->worded);
    proxy_vec_release(&s->proxies);
    u32_map_release(&s->proxy_of);
    term_vec_release(&s->given);
    ast_vec_release(&s->literals);
    evaluator_free(s->evaluator);
    u32_map_release(&s->valued);
    free(s);
}

/* ---- the stack of assertions ---- */

static void push(void *inside)
{
    z3_smt *s = inside;
    forget_model(s);
    leave_proxy_level(s);
    Z3_solver_push(s->z3, s->solver);
    size_vec_push(&s->levels, s->asserted.size);
}

static void pop(void *inside, size_t levels)
{
    z3_smt *s = inside;
    assert(levels <= s->levels.size);
    if (!levels) return;
    forget_model(s);
    leave_proxy_level(s);
    Z3_solver_pop(s->z3, s->solver, (unsigned)levels);
    size_t level = s->levels.size - levels;
    s->asserted.size = s->levels.data[level];
    s->levels.size = level;
    while (s->worded.size && s->worded.data[s->worded.size - 1] >= s->asserted.size) s->worded.size--;
    if (s->first_quantified >= s->asserted.size) s->first_quantified = SIZE_MAX;
    if (s->first_broken >= s->asserted.size) s->first_broken = SIZE_MAX;
}

/* NULL if Z3 cannot take it. */
static Z3_ast to_z3(z3_smt *s, term t) { return z3_terms_is_too_deep(s->bridge, t) ? NULL : z3_terms_to_z3(s->bridge, t); }

/* Z3 is much better at bv2nat than at int2bv, and knows little of the arithmetic of bit operations: each int2bv(x) becomes a
 * bit-vector b with bv2nat(b) = x mod 2^width, and lemmas are added. Equisatisfiable, with the same values of t's symbols. */
static term help_with_bits(z3_smt *s, term t)
{
    if (term_is_equal(abstraction_apply(s->bits, t), t)) return t;
    term more = term_mk_and2(s->ts, t, abstraction_facts(s->operations, &t, 1));
    return term_mk_and2(s->ts, abstraction_apply(s->bits, more), abstraction_lemmas(s->bits, &more, 1));
}

static Z3_ast formula_to_z3(z3_smt *s, term t) { return to_z3(s, help_with_bits(s, t)); }

static void assert_in(z3_smt *s, Z3_solver solver, term t, bool *refused)
{
    Z3_ast e = formula_to_z3(s, t);
    if (e) Z3_solver_assert(s->z3, solver, e);
    if (!e || z3_failed(s)) *refused = true;
}

static bool is_about(const z3_smt *s, term t, sort_kind kind)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(s->ts, &t, 1, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) found = sort_kind_of(s->ts, term_sort(s->ts, all.data[i])) == kind;
    term_vec_release(&all);
    return found;
}

static bool is_about_words(const z3_smt *s, term t) { return is_about(s, t, SORT_BV); }

static void look_for_words(z3_smt *s, term t) { s->has_words = s->has_words || is_about_words(s, t); }

static void assert_term(void *inside, term t)
{
    z3_smt *s = inside;
    bool is_worded = is_about_words(s, t);
    s->has_words = s->has_words || is_worded;
    if (is_worded) size_vec_push(&s->worded, s->asserted.size);
    assert(term_is_bool(s->ts, t) && !term_has_bound(s->ts, t));
    forget_model(s);
    leave_proxy_level(s);
    bool refused = false;
    assert_in(s, s->solver, t, &refused);
    if (refused && s->first_broken == SIZE_MAX) s->first_broken = s->asserted.size;
    if (term_has_quantifier(s->ts, t) && s->first_quantified == SIZE_MAX) s->first_quantified = s->asserted.size;
    term_vec_push(&s->asserted, t);
}

/* After an exception inside Z3 its solver is not trusted any more: a new one gets the same assertions at the same levels. */
static void rebuild_solver(z3_smt *s)
{
    leave_proxy_level(s);
    Z3_solver_dec_ref(s->z3, s->solver);
    s->solver = new_solver(s, Z3_mk_simple_solver(s->z3));
    s->first_broken = SIZE_MAX;
    size_t level = 0;
    for (size_t i = 0; i < s->asserted.size || level < s->levels.size;) {
        if (level < s->levels.size && s->levels.data[level] == i) {
            Z3_solver_push(s->z3, s->solver);
            level++;
            continue;
        }
        bool refused = false;
        assert_in(s, s->solver, s->asserted.data[i], &refused);
        if (refused && s->first_broken == SIZE_MAX) s->first_broken = i;
        i++;
    }
}

/* ---- assumptions ---- */

static bool is_literal(const z3_smt *s, term t)
{
    if (term_kind_of(s->ts, t) == TERM_NOT) t = term_arg(s->ts, t, 0);
    return term_kind_of(s->ts, t) == TERM_SYM;
}

static Z3_ast keep(const z3_smt *s, Z3_ast e)
{
    Z3_inc_ref(s->z3, e);
    return e;
}

/* What it costs Z3 to carry t along without need, roughly: bit-vector operators become circuits. */
static double weight(const z3_smt *s, term t)
{
    term_vec parts;
    term_vec_init(&parts);
    dag_subterms(s->ts, &t, 1, &parts);
    double sum = 0;
    for (size_t i = 0; i < parts.size; i++) {
        sort of = term_sort(s->ts, parts.data[i]);
        double bits = sort_kind_of(s->ts, of) == SORT_BV ? sort_bv_width(s->ts, of) : 1;
        term_kind kind = term_kind_of(s->ts, parts.data[i]);
        bool is_product = kind >= TERM_BV_MUL && kind <= TERM_BV_SMOD;
        sum += is_product ? bits * bits : kind == TERM_MUL || kind == TERM_FLOAT ? MAX_IDLE_WEIGHT : bits;
    }
    term_vec_release(&parts);
    return sum;
}

static proxy *make_proxy(z3_smt *s, term t)
{
    Z3_ast e = formula_to_z3(s, t);
    if (!e) return NULL;
    look_for_words(s, t);
    if (!s->has_proxy_level) Z3_solver_push(s->z3, s->solver);
    s->has_proxy_level = true;
    proxy p = {.yes = keep(s, Z3_mk_fresh_const(s->z3, "assumed", Z3_mk_bool_sort(s->z3))), .weight = weight(s, t)};
    s->proxy_weight += p.weight;
    p.no = keep(s, Z3_mk_not(s->z3, p.yes));
    *u32_map_put(&s->proxy_of, t.id, NULL) = (uint32_t)s->proxies.size;
    proxy_vec_push(&s->proxies, p);
    Z3_solver_assert(s->z3, s->solver, Z3_mk_implies(s->z3, p.yes, e));
    return z3_failed(s) ? NULL : &s->proxies.data[s->proxies.size - 1];
}

static Z3_ast assumption_literal(z3_smt *s, term t)
{
    if (is_literal(s, t)) return to_z3(s, t);
    uint32_t *known = u32_map_find(&s->proxy_of, t.id);
    proxy *p = known ? &s->proxies.data[*known] : make_proxy(s, t);
    if (!p) return NULL;
    if (p->used != s->check_number) s->used_weight += p->weight;
    p->used = s->check_number;
    return p->yes;
}

/* Idle proxies are assumed to be false: otherwise Z3 would guess them, and work on what they imply. */
static void rule_out_idle_proxies(z3_smt *s)
{
    for (size_t i = 0; i < s->proxies.size; i++)
        if (s->proxies.data[i].used != s->check_number) ast_vec_push(&s->literals, s->proxies.data[i].no);
}

static bool prepare_assumptions(z3_smt *s, const term *assumptions, size_t n)
{
    term_vec_clear(&s->given);
    ast_vec_clear(&s->literals);
    s->check_number++;
    if (s->proxy_weight > s->used_weight + MAX_IDLE_WEIGHT) leave_proxy_level(s);
    s->used_weight = 0;
    for (size_t i = 0; i < n; i++) {
        term t = assumptions[i];
        assert(term_is_bool(s->ts, t) && !term_has_bound(s->ts, t));
        if (term_is_equal(t, term_true(s->ts))) continue;
        Z3_ast literal = assumption_literal(s, t);
        if (!literal) {
            leave_proxy_level(s);
            return false;
        }
        term_vec_push(&s->given, t);
        ast_vec_push(&s->literals, literal);
    }
    rule_out_idle_proxies(s);
    return true;
}

/* ---- checking ---- */

static double seconds_left(const z3_smt *s, double since)
{
    double left = limits_left(s->limit);
    if (s->front->query_limit > 0) {
        double own = s->front->query_limit - (limits_work() - since);
        if (own < left) left = own;
    }
    return left > 0 ? left : 0;
}

static void set_why(z3_smt *s, const char *reason)
{
    text_clear(&s->front->why);
    text_adds(&s->front->why, reason && *reason ? reason : "no reason given");
}

static smt_result unknown(z3_smt *s, const char *reason)
{
    set_why(s, reason);
    return SMT_UNKNOWN;
}

static smt_result unknown_by_time(z3_smt *s)
{
    if (s->limit->stop && *s->limit->stop) return unknown(s, "interrupted");
    return unknown(s, limits_is_over(s->limit) ? "out of time" : "the query's time limit is over");
}

static void keep_model(z3_smt *s, Z3_solver solver)
{
    s->model = Z3_solver_get_model(s->z3, solver);
    if (s->model) Z3_model_inc_ref(s->z3, s->model);
}

static void fetch_model(z3_smt *s)
{
    if (s->has_model) keep_model(s, s->solver);
    s->has_model = false;
}

/* The answer of `solver`; *timed_out tells whether an unknown one is for lack of time. */
static smt_result ask(z3_smt *s, Z3_solver solver, const ast_vec *literals, double seconds, bool *timed_out)
{
    unsigned n = literals ? (unsigned)literals->size : 0;
    z3_watch_begin(s->watch, seconds);
    Z3_lbool answer = n ? Z3_solver_check_assumptions(s->z3, solver, n, literals->data) : Z3_solver_check(s->z3, solver);
    Z3_error_code error = Z3_get_error_code(s->z3);
    *timed_out = z3_watch_end(s->watch);
    /* An answer that comes with an interruption is not trusted. */
    if (answer != Z3_L_UNDEF && error == Z3_OK && !*timed_out) {
        if (answer == Z3_L_TRUE && solver == s->solver) s->has_model = true;
        else if (answer == Z3_L_TRUE) keep_model(s, solver);
        return answer == Z3_L_TRUE ? SMT_SAT : SMT_UNSAT;
    }
    if (*timed_out) unknown_by_time(s);
    else if (error != Z3_OK) set_why(s, Z3_get_error_msg(s->z3, error));
    else set_why(s, Z3_solver_get_reason_unknown(s->z3, solver));
    if (error != Z3_OK && solver == s->solver) rebuild_solver(s);
    return SMT_UNKNOWN;
}

static void collect_core(z3_smt *s)
{
    Z3_ast_vector core = Z3_solver_get_unsat_core(s->z3, s->solver);
    if (!core) {
        term_vec_append(&s->front->core, s->given.data, s->given.size);
        return;
    }
    Z3_ast_vector_inc_ref(s->z3, core);
    u32_map used;
    u32_map_init(&used);
    unsigned n = Z3_ast_vector_size(s->z3, core);
    for (unsigned i = 0; i < n; i++) u32_map_put(&used, Z3_get_ast_id(s->z3, Z3_ast_vector_get(s->z3, core, i)), NULL);
    for (size_t i = 0; i < s->given.size; i++) {
        uint32_t *use = u32_map_find(&used, Z3_get_ast_id(s->z3, s->literals.data[i]));
        if (!use || *use) continue;
        *use = 1; /* given twice, named once */
        term_vec_push(&s->front->core, s->given.data[i]);
    }
    u32_map_release(&used);
    Z3_ast_vector_dec_ref(s->z3, core);
}

/* Z3's core, used incrementally, sometimes says sat of contradictory bit-vector formulas, with a model that is none: bits that came up in
 * an earlier check are not tied to the word any more (Z3 4.8.12). So it does of formulas with bv2nat and arrays. Such a model makes an assumption
 * or an assertion false. */
static bool is_false_in_model(z3_smt *s, term t)
{
    Z3_ast e = to_z3(s, t), v = NULL;
    return e && Z3_model_eval(s->z3, s->model, e, true, &v) && v && Z3_get_bool_value(s->z3, v) == Z3_L_FALSE;
}

static bool model_is_sound(z3_smt *s)
{
    if (!s->has_words) return true;
    fetch_model(s);
    if (!s->model) return true;
    for (size_t i = 0; i < s->given.size; i++)
        if (is_false_in_model(s, s->given.data[i])) return false;
    for (size_t i = 0; i < s->worded.size; i++)
        if (is_false_in_model(s, s->asserted.data[s->worded.data[i]])) return false;
    return true;
}

/* All assertions and assumptions at once, to Z3's combined solver. Its core is everything. */
static smt_result ask_once(z3_smt *s, double seconds)
{
    bool timed_out, refused = false;
    Z3_solver solver = new_solver(s, Z3_mk_solver(s->z3));
    for (size_t i = 0; i < s->asserted.size; i++) assert_in(s, solver, s->asserted.data[i], &refused);
    for (size_t i = 0; i < s->given.size; i++) assert_in(s, solver, s->given.data[i], &refused);
    smt_result r = refused ? unknown(s, TOO_DEEP) : ask(s, solver, NULL, seconds, &timed_out);
    if (r == SMT_UNSAT) term_vec_append(&s->front->core, s->given.data, s->given.size);
    if (r == SMT_SAT && !model_is_sound(s)) {
        forget_model(s);
        r = unknown(s, "the solver's model is none");
    }
    Z3_solver_dec_ref(s->z3, solver);
    return r;
}

static bool has_quantifier(const z3_smt *s)
{
    for (size_t i = 0; i < s->given.size; i++)
        if (term_has_quantifier(s->ts, s->given.data[i])) return true;
    return s->first_quantified != SIZE_MAX;
}

static smt_result check(z3_smt *s, double since)
{
    double left = seconds_left(s, since);
    bool quantified = has_quantifier(s), timed_out;
    if (left <= 0) return unknown_by_time(s);
    double first = !quantified ? left : left / 4 < FIRST_TRY_SECONDS ? left / 4 : FIRST_TRY_SECONDS;
    smt_result r = ask(s, s->solver, &s->literals, first, &timed_out);
    if (r == SMT_SAT && !model_is_sound(s)) {
        forget_model(s);
        rebuild_solver(s);
        return ask_once(s, seconds_left(s, since));
    }
    if (r == SMT_UNSAT) collect_core(s);
    if (r != SMT_UNKNOWN || (timed_out && !quantified)) return r;
    left = seconds_left(s, since);
    return left < LEAST_SECONDS ? r : ask_once(s, left);
}

static smt_result check_all(void *inside, const term *assumptions, size_t n, double since)
{
    z3_smt *s = inside;
    z3_terms_trim(s->bridge);
    if (s->first_broken != SIZE_MAX || !prepare_assumptions(s, assumptions, n)) return unknown(s, TOO_DEEP);
    return check(s, since);
}

/* ---- models ---- */

static term model_value(z3_smt *s, term t)
{
    Z3_ast e = to_z3(s, t), v = NULL;
    if (!e || !Z3_model_eval(s->z3, s->model, e, true, &v) || !v) return TERM_NONE;
    Z3_inc_ref(s->z3, v);
    term value = z3_values_read(s->bridge, s->model, v);
    Z3_dec_ref(s->z3, v);
    return value;
}

/* The value of t by our evaluator, from the model's values of its symbols. TERM_NONE if they do not determine it. */
static term evaluated_value(z3_smt *s, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(s->ts, &t, 1, &symbols);
    bool ok = true, div0 = false, added;
    for (size_t i = 0; i < symbols.size && ok; i++) {
        uint32_t *known = u32_map_put(&s->valued, symbols.data[i].id, &added);
        if (added) *known = model_value(s, symbols.data[i]).id;
        ok = !term_is_none((term){*known});
        if (added && ok) evaluator_set(s->evaluator, symbols.data[i], (term){*known});
    }
    term value = ok ? evaluator_eval(s->evaluator, t, &div0) : TERM_NONE;
    term_vec_release(&symbols);
    return div0 ? TERM_NONE : value;
}

/* Z3's own evaluation comes second: it takes two arrays over a finite sort for different whenever their defaults are. */
static term value(void *inside, term t)
{
    z3_smt *s = inside;
    fetch_model(s);
    if (!s->model) return TERM_NONE;
    if (term_kind_of(s->ts, t) == TERM_SYM) return model_value(s, t);
    term value = evaluated_value(s, t);
    return term_is_none(value) ? model_value(s, t) : value;
}

/* ---- quantifier elimination, simplification ---- */

static bool has_finite_index(const z3_smt *s, term t)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(s->ts, &t, 1, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) {
        sort of = term_sort(s->ts, all.data[i]);
        found = sort_kind_of(s->ts, of) == SORT_ARRAY && sort_kind_of(s->ts, sort_array_index(s->ts, of)) == SORT_BOOL;
    }
    term_vec_release(&all);
    return found;
}

/* How many of qe-light, qe and qe2 may be asked. Z3 4.8.12 may crash when `qe` is interrupted at work on bit-vectors; `qe2` ends the process at some
 * formulas about arrays, and of arrays with Bool indices `qe` takes satisfiable ones for false. */
static size_t trusted_tactics(const z3_smt *s, term t)
{
    if (is_about_words(s, t) || has_finite_index(s, t) || is_about(s, t, SORT_DATATYPE)) return 1;
    return is_about(s, t, SORT_ARRAY) ? 2 : 3;
}

static term eliminate(void *inside, const term *vars, size_t n, term t, double seconds)
{
    const z3_smt *s = inside;
    z3_elimination e = {.z3 = s->z3, .ts = s->ts, .bridge = s->bridge, .watch = s->watch, .limit = s->limit, .seconds = seconds, .n_tactics = trusted_tactics(s, t)};
    return z3_eliminate(&e, vars, n, t);
}

static term simplify(void *inside, term t)
{
    z3_smt *s = inside;
    Z3_ast e = to_z3(s, t);
    if (!e) return t;
    z3_watch_begin(s->watch, s->front->query_limit);
    Z3_ast simple = Z3_simplify_ex(s->z3, e, s->params);
    bool interrupted = z3_watch_end(s->watch);
    term result = interrupted || z3_failed(s) ? TERM_NONE : z3_terms_from_z3(s->bridge, simple);
    return term_is_none(result) ? t : result;
}

static void forget(void *inside) { forget_model(inside); }

const smt_backend SMT_Z3 = {
    .version = "Z3 " Z3_FULL_VERSION,
    .new = new_inside, .free = free_inside,
    .push = push, .pop = pop, .assert_term = assert_term,
    .check = check_all, .value = value, .forget_model = forget,
    .eliminate = eliminate, .simplify = simplify,
};
