#include "smt/backend.h"

#include <stdlib.h>

static const smt_backend *const BACKEND = &SMT_Z3;

static smt *new_with(const smt_backend *backend, void *beside, term_store *ts, const limits *limit, stats *counters)
{
    smt *s = alloc_zeroed(1, sizeof *s);
    *s = (smt){.backend = backend, .ts = ts, .limit = limit, .counters = counters, .last = SMT_UNKNOWN};
    text_init(&s->why);
    s->inside = backend->new(s, beside);
    return s;
}

smt *smt_new(term_store *ts, const limits *limit, stats *counters) { return new_with(BACKEND, NULL, ts, limit, counters); }

smt *smt_new_beside(smt *other) { return new_with(other->backend, other->inside, other->ts, other->limit, other->counters); }

void smt_free(smt *s)
{
    if (!s) return;
    s->backend->free(s->inside);
    term_vec_release(&s->core);
    text_release(&s->why);
    u64_map_release(&s->entailed);
    free(s);
}

/* ---- assertions: what was entailed before depends on them ---- */

void smt_push(smt *s) { s->backend->push(s->inside); }

void smt_pop(smt *s, size_t levels)
{
    if (levels) u64_map_clear(&s->entailed);
    s->backend->pop(s->inside, levels);
}

void smt_assert(smt *s, term t)
{
    u64_map_clear(&s->entailed);
    s->backend->assert_term(s->inside, t);
}

void smt_set_query_limit(smt *s, double seconds) { s->query_limit = seconds; }
double smt_query_limit(const smt *s) { return s->query_limit; }

/* ---- checks ---- */

static void count_check(smt *s, smt_result r, double since)
{
    if (!s->counters) return;
    stats_count(s->counters, solver_checks);
    stats_add(s->counters, solver_seconds, limits_work() - since);
    if (r == SMT_SAT) stats_count(s->counters, solver_sat);
    else if (r == SMT_UNSAT) stats_count(s->counters, solver_unsat);
    else stats_count(s->counters, solver_unknown);
}

static bool has_false(const smt *s, const term *assumptions, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (term_is_equal(assumptions[i], term_false(s->ts))) return true;
    return false;
}

/* Not asked: Z3's core, used incrementally, has been seen to say sat of  assumed & (assumed => false)  (Z3 4.8.12). */
static smt_result refute_false(smt *s)
{
    term_vec_push(&s->core, term_false(s->ts));
    return SMT_UNSAT;
}

smt_result smt_check(smt *s, const term *assumptions, size_t n)
{
    double since = limits_work();
    s->backend->forget_model(s->inside);
    term_vec_clear(&s->core);
    text_clear(&s->why);
    s->last = has_false(s, assumptions, n) ? refute_false(s) : s->backend->check(s->inside, assumptions, n, since);
    assert(s->last != SMT_UNKNOWN || s->why.size);
    assert(s->last == SMT_UNSAT || !s->core.size);
    count_check(s, s->last, since);
    return s->last;
}

const char *smt_why_unknown(const smt *s) { return s->why.data; }

term smt_value(smt *s, term t)
{
    assert(s->last == SMT_SAT);
    return s->backend->value(s->inside, t);
}

/* ---- cores ---- */

void smt_core(smt *s, term_vec *out)
{
    assert(s->last == SMT_UNSAT);
    term_vec_append(out, s->core.data, s->core.size);
}

static void copy_without(term_vec *to, const term_vec *from, size_t skip)
{
    term_vec_clear(to);
    term_vec_append(to, from->data, skip);
    term_vec_append(to, from->data + skip + 1, from->size - skip - 1);
}

/* Keeps in `core` what is in `smaller` too, of which both have the same order. Returns how many of the first n are left. */
static size_t shrink_to(term_vec *core, const term_vec *smaller, size_t n)
{
    size_t kept = 0, left = 0;
    for (size_t i = 0; i < core->size && kept < smaller->size; i++) {
        if (!term_is_equal(core->data[i], smaller->data[kept])) continue;
        core->data[kept++] = core->data[i];
        if (i < n) left++;
    }
    assert(kept == smaller->size);
    core->size = kept;
    return left;
}

void smt_minimise_core(smt *s, term_vec *out, double seconds)
{
    assert(s->last == SMT_UNSAT);
    double own_limit = s->query_limit;
    if (own_limit <= 0 || seconds < own_limit) s->query_limit = seconds;
    term_vec core = s->core, trial;
    term_vec_init(&s->core);
    term_vec_init(&trial);
    for (size_t i = 0; i < core.size && !limits_is_over(s->limit);) {
        copy_without(&trial, &core, i);
        if (s->counters) stats_count(s->counters, core_checks);
        if (smt_check(s, trial.data, trial.size) == SMT_UNSAT) i = shrink_to(&core, &s->core, i);
        else i++;
    }
    s->query_limit = own_limit;
    s->backend->forget_model(s->inside);
    term_vec_release(&trial);
    term_vec_release(&s->core);
    s->core = core;
    s->last = SMT_UNSAT;
    smt_core(s, out);
}

/* ---- entailment ---- */

static bool has_arg(const term_store *ts, term t, term_kind kind, term arg)
{
    if (term_is_equal(t, arg)) return true;
    if (term_kind_of(ts, t) != kind) return false;
    size_t n = term_arity(ts, t);
    for (size_t i = 0; i < n; i++)
        if (term_is_equal(term_arg(ts, t, i), arg)) return true;
    return false;
}

/* Upper bounds of one sum: the smaller bound entails the larger. */
static bool bound_entails(const term_store *ts, term a, term b)
{
    if (term_kind_of(ts, a) != TERM_LE || term_kind_of(ts, b) != TERM_LE) return false;
    if (!term_is_equal(term_arg(ts, a, 0), term_arg(ts, b, 0))) return false;
    return rat_cmp(term_number(ts, term_arg(ts, a, 1)), term_number(ts, term_arg(ts, b, 1))) <= 0;
}

static bool conjunct_entails(const term_store *ts, term a, term b)
{
    if (has_arg(ts, b, TERM_OR, a) || bound_entails(ts, a, b)) return true;
    if (term_kind_of(ts, a) != TERM_AND) return false;
    size_t n = term_arity(ts, a);
    for (size_t i = 0; i < n; i++) {
        term part = term_arg(ts, a, i);
        if (has_arg(ts, b, TERM_OR, part) || bound_entails(ts, part, b)) return true;
    }
    return false;
}

/* Without asking the solver: true means yes. */
static bool entails_by_syntax(const term_store *ts, term a, term b)
{
    if (term_is_equal(a, b) || term_kind_of(ts, a) == TERM_FALSE || term_kind_of(ts, b) == TERM_TRUE) return true;
    if (term_kind_of(ts, b) != TERM_AND) return conjunct_entails(ts, a, b);
    size_t n = term_arity(ts, b);
    for (size_t i = 0; i < n; i++)
        if (!conjunct_entails(ts, a, term_arg(ts, b, i))) return false;
    return true;
}

smt_result smt_entails(smt *s, term a, term b)
{
    if (s->counters) stats_count(s->counters, entailments);
    uint64_t key = (uint64_t)a.id << 32 | b.id;
    uint32_t *known = u64_map_find(&s->entailed, key);
    if (known || entails_by_syntax(s->ts, a, b)) {
        if (s->counters) stats_count(s->counters, entailment_hits);
        return known ? (smt_result)*known : SMT_UNSAT;
    }
    s->backend->push(s->inside);
    s->backend->assert_term(s->inside, a);
    s->backend->assert_term(s->inside, term_mk_not(s->ts, b));
    smt_result r = smt_check(s, NULL, 0);
    s->backend->pop(s->inside, 1);
    if (r != SMT_UNKNOWN) *u64_map_put(&s->entailed, key, NULL) = (uint32_t)r;
    return r;
}

/* ---- what only the back end can do ---- */

term smt_eliminate(smt *s, const term *vars, size_t n, term t, double seconds) { return s->backend->eliminate(s->inside, vars, n, t, seconds); }

term smt_simplify(smt *s, term t) { return s->backend->simplify(s->inside, t); }

const char *smt_version(void) { return BACKEND->version; }
