/* Ranges and strides of machine integers. Arguments that come from a program's integers never leave the range of some C type, and
 * often change in steps of a power of two; an engine that has to find that out for every variable, before it can see that nothing
 * wraps around, has little time for the rest.
 *
 * For each Int argument the narrowest lower and upper bound among those of the C types and the largest stride (x mod m = r for a
 * power of two m) are found such that all together are implied by every clause from the same claims about its body. As in an
 * abstract interpretation, claims start from nothing at all (no fact is known) and are weakened by the facts that a solver
 * finds clauses to give. They are then conjoined to the clauses with the predicate in their body. */

#include "base/alloc.h"
#include "base/map.h"
#include "pass/arrays/abstract.h"
#include "pass/facts.h"
#include "pass/passes.h"
#include "smt/smt.h"
#include "term/dag.h"
#include "term/lemmas.h"

#include <assert.h>
#include <stdlib.h>

/* Only as long as it is cheap, in time of the processor, which others may have in between: after the first seconds it should be foreseeable that it
 * will be done. */
static const double ALL_SECONDS = 3, FIRST_SECONDS = 0.3, QUERY_SECONDS = 0.5;

enum { LOWS = 6, HIGHS = 10 }; /* the last is no bound */
enum { MAX_MODULUS = 64 };

typedef struct range {
    uint8_t low, high; /* indices into the bounds */
    uint8_t modulus, residue;
} range;

typedef struct range_search {
    const horn *h;
    term_store *ts;
    term lows[LOWS], highs[HIGHS]; /* ascending in weakness */
    uint32_t *first; /* arguments of all predicates are numbered through: those of p begin at first[p] */
    range *ranges; /* by argument */
    bool strides; /* look for them too */
    bool *has_fact; /* by predicate; the claim about one without facts is `false` */
    abstraction *a;
    smt *solver;
    u32_vec work; /* clauses to look at again */
    bool *queued;
} range_search;

static term power(term_store *ts, uint32_t exponent, int64_t more, bool negative)
{
    rat r, m;
    rat_init(&r);
    rat_init(&m);
    rat_set_pow2(&r, exponent);
    rat_set_int(&m, more);
    rat_add(&r, &r, &m);
    if (negative) rat_neg(&r, &r);
    term t = term_mk_num(ts, &r, sort_int(ts));
    rat_release(&r);
    rat_release(&m);
    return t;
}

static void make_bounds(range_search *s)
{
    static const uint32_t low[] = {7, 15, 31, 63}, high[] = {1, 7, 8, 15, 16, 31, 32, 63, 64};
    s->lows[0] = term_mk_int(s->ts, 0);
    for (size_t i = 0; i < LOWS - 2; i++) s->lows[i + 1] = power(s->ts, low[i], 0, true);
    for (size_t i = 0; i < HIGHS - 1; i++) s->highs[i] = power(s->ts, high[i], -1, false);
    s->lows[LOWS - 1] = s->highs[HIGHS - 1] = TERM_NONE;
}

static bool is_int(const horn *h, pred p, size_t i) { return sort_kind_of(horn_terms(h), horn_pred_sort(h, p, i)) == SORT_INT; }

/* ---- when it is worth it ---- */

static bool is_machine_bound(const range_search *s, term num)
{
    for (size_t i = 1; i < LOWS - 1; i++)
        if (term_is_equal(num, s->lows[i])) return true;
    for (size_t i = 2; i < HIGHS - 1; i++)
        if (term_is_equal(num, s->highs[i])) return true;
    return false;
}

/* Do the clauses speak of machine integers at all? */
static bool has_machine_integers(const range_search *s)
{
    term_vec roots, all;
    term_vec_init(&roots);
    term_vec_init(&all);
    for (size_t i = 0; i < horn_clause_count(s->h); i++) abstract_roots(s->h, horn_clause(s->h, i), &roots);
    dag_subterms(s->ts, roots.data, roots.size, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) {
        found = term_kind_of(s->ts, all.data[i]) == TERM_NUM && is_machine_bound(s, all.data[i]);
    }
    term_vec_release(&all);
    term_vec_release(&roots);
    return found;
}

/* ---- the search ---- */

static void push_bounds(const range_search *s, term t, range r, term_vec *out)
{
    if (r.low < LOWS - 1) term_vec_push(out, term_mk_ge(s->ts, t, s->lows[r.low]));
    if (r.high < HIGHS - 1) term_vec_push(out, term_mk_le(s->ts, t, s->highs[r.high]));
    if (r.modulus == 1) return;
    term_vec_push(out, term_mk_eq(s->ts, term_mk_mod(s->ts, t, term_mk_int(s->ts, r.modulus)), term_mk_int(s->ts, r.residue)));
}

static void push_atom_bounds(const range_search *s, atom a, term_vec *out)
{
    for (size_t i = 0; i < horn_pred_arity(s->h, a.pred); i++) {
        if (is_int(s->h, a.pred, i)) push_bounds(s, a.args[i], s->ranges[s->first[a.pred.id] + i], out);
    }
}

static uint8_t residue(const rat *v, uint8_t modulus)
{
    rat m;
    rat_init(&m);
    rat_set_int(&m, modulus);
    rat_mod_euclid(&m, v, &m);
    int64_t r = 0;
    bool fits = rat_to_int64(&m, &r);
    assert(fits);
    (void)fits;
    rat_release(&m);
    return (uint8_t)r;
}

static void include(const range_search *s, range *r, const rat *v)
{
    while (r->low < LOWS - 1 && rat_cmp(v, term_number(s->ts, s->lows[r->low])) < 0) r->low++;
    while (r->high < HIGHS - 1 && rat_cmp(v, term_number(s->ts, s->highs[r->high])) > 0) r->high++;
    while (residue(v, r->modulus) != r->residue) {
        r->modulus /= 2;
        r->residue %= r->modulus;
    }
}

/* Weakens the claim about the head as the model says, or all the way if that is not known. */
static void weaken(range_search *s, atom head, bool known)
{
    for (size_t i = 0; i < horn_pred_arity(s->h, head.pred); i++) {
        if (!is_int(s->h, head.pred, i)) continue;
        range *r = &s->ranges[s->first[head.pred.id] + i];
        term value = known ? smt_value(s->solver, abstraction_apply(s->a, head.args[i])) : TERM_NONE;
        if (term_is_none(value)) {
            *r = (range){LOWS - 1, HIGHS - 1, 1, 0};
            continue;
        }
        const rat *v = term_number(s->ts, value);
        uint8_t modulus = s->strides ? MAX_MODULUS : 1;
        if (!s->has_fact[head.pred.id]) *r = (range){0, 0, modulus, residue(v, modulus)};
        include(s, r, v);
    }
    s->has_fact[head.pred.id] = true;
}

static void assert_abstractly(range_search *s, term t, term_vec *roots)
{
    term_vec_push(roots, t);
    smt_assert(s->solver, abstraction_apply(s->a, t));
    smt_assert(s->solver, abstraction_lemmas(s->a, roots->data, roots->size));
}

/* The clause concludes something outside of the claim about its head. */
static void assert_violation(range_search *s, const clause *c)
{
    if (!s->has_fact[c->head.pred.id]) return;
    term_vec bounds, roots;
    term_vec_init(&bounds);
    term_vec_init(&roots);
    push_atom_bounds(s, c->head, &bounds);
    assert_abstractly(s, term_mk_not(s->ts, term_mk_and(s->ts, bounds.data, bounds.size)), &roots);
    term_vec_release(&roots);
    term_vec_release(&bounds);
}

static void enqueue(range_search *s, uint32_t index)
{
    if (s->queued[index] || pred_is_false(horn_clause(s->h, index)->head.pred)) return;
    s->queued[index] = true;
    u32_vec_push(&s->work, index);
}

static void assert_body(range_search *s, const clause *c)
{
    term_vec parts, roots;
    term_vec_init(&parts);
    term_vec_init(&roots);
    term_vec_push(&parts, c->constraint);
    for (size_t i = 0; i < c->n_body; i++) push_atom_bounds(s, c->body[i], &parts);
    abstract_roots(s->h, c, &roots);
    assert_abstractly(s, term_mk_and(s->ts, parts.data, parts.size), &roots);
    term_vec_release(&roots);
    term_vec_release(&parts);
}

/* False if nothing is known about its body yet. */
static bool check_clause(range_search *s, uint32_t index, const limits *limit)
{
    const clause *c = horn_clause(s->h, index);
    bool weaker = false, open = true;
    for (size_t i = 0; i < c->n_body; i++) open &= s->has_fact[c->body[i].pred.id];
    if (!open) return false;
    smt_push(s->solver);
    assert_body(s, c);
    while (open && !limits_is_over(limit)) {
        smt_push(s->solver);
        assert_violation(s, c);
        smt_result r = smt_check(s->solver, NULL, 0);
        open = r == SMT_SAT;
        weaker |= r != SMT_UNSAT;
        if (r != SMT_UNSAT) weaken(s, c->head, r == SMT_SAT);
        smt_pop(s->solver, 1);
    }
    smt_pop(s->solver, 1);
    const u32_vec *uses = horn_uses_of(s->h, c->head.pred);
    for (size_t i = 0; weaker && i < uses->size; i++) enqueue(s, uses->data[i]);
    return true;
}

/* At this pace not even half of the clauses will be looked at once. */
static bool is_hopeless(const range_search *s, size_t looked_at, double passed)
{
    return passed > FIRST_SECONDS && (double)looked_at / passed * ALL_SECONDS < (double)horn_clause_count(s->h) / 2;
}

typedef enum outcome { FOUND, TOO_LONG, HOPELESS } outcome;

static outcome find_ranges(range_search *s, bool strides, const limits *limit)
{
    double seconds = limits_left(limit) / 8, start = limits_work();
    limits own = limits_within(limit, limits_left(limit) / 4);
    if (seconds > ALL_SECONDS) seconds = ALL_SECONDS;
    size_t looked_at = 0;
    bool hopeless = false;
    s->strides = strides;
    s->a = abstraction_new(s->ts, ABSTRACT_ALL);
    s->solver = smt_new(s->ts, &own, NULL);
    smt_set_query_limit(s->solver, QUERY_SECONDS);
    for (size_t i = 0; i < horn_pred_count(s->h); i++) s->has_fact[i] = false;
    for (size_t i = horn_clause_count(s->h); i-- > 0;) enqueue(s, (uint32_t)i);
    bool over = limits_is_over(&own);
    while (s->work.size && !over && !hopeless) {
        uint32_t index = u32_vec_pop(&s->work);
        s->queued[index] = false;
        looked_at += check_clause(s, index, &own);
        double passed = limits_work() - start;
        hopeless = is_hopeless(s, looked_at, passed);
        over = passed > seconds || limits_is_over(&own);
    }
    bool done = !s->work.size && !over;
    while (s->work.size) s->queued[u32_vec_pop(&s->work)] = false;
    smt_free(s->solver);
    abstraction_free(s->a);
    return done ? FOUND : hopeless ? HOPELESS : TOO_LONG;
}

/* ---- the new problem ---- */

/* The variables that operations and case distinctions between numbers depend on: that is where a range makes a difference. */
static void find_relevant(const range_search *s, const clause *c, u32_map *out)
{
    term_vec roots, all, deciding;
    term_vec_init(&roots);
    term_vec_init(&all);
    term_vec_init(&deciding);
    abstract_roots(s->h, c, &roots);
    dag_subterms(s->ts, roots.data, roots.size, &all);
    for (size_t i = 0; i < all.size; i++) {
        term t = all.data[i];
        bool is_number = sort_kind_of(s->ts, term_sort(s->ts, t)) == SORT_INT;
        if (is_number && term_kind_of(s->ts, t) == TERM_ITE) term_vec_push(&deciding, term_arg(s->ts, t, 0));
        if (lemmas_is_about(s->ts, t)) term_vec_push(&deciding, t);
    }
    term_vec_clear(&all);
    dag_symbols(s->ts, deciding.data, deciding.size, &all);
    for (size_t i = 0; i < all.size; i++) u32_map_put(out, all.data[i].id, NULL);
    term_vec_release(&deciding);
    term_vec_release(&all);
    term_vec_release(&roots);
}

static void push_relevant_bounds(const range_search *s, atom a, const u32_map *relevant, term_vec *out)
{
    for (size_t i = 0; i < horn_pred_arity(s->h, a.pred); i++) {
        if (!is_int(s->h, a.pred, i) || !u32_map_find(relevant, a.args[i].id)) continue;
        push_bounds(s, a.args[i], s->ranges[s->first[a.pred.id] + i], out);
    }
}

static bool add_clause(const range_search *s, const clause *c, horn *out)
{
    term_vec parts;
    u32_map relevant;
    term_vec_init(&parts);
    u32_map_init(&relevant);
    find_relevant(s, c, &relevant);
    for (size_t i = 0; i < c->n_body; i++) {
        if (s->has_fact[c->body[i].pred.id]) push_relevant_bounds(s, c->body[i], &relevant, &parts);
        else term_vec_push(&parts, term_false(s->ts));
    }
    term_vec_push(&parts, c->constraint);
    term constraint = term_mk_and(s->ts, parts.data, parts.size);
    u32_map_release(&relevant);
    term_vec_release(&parts);
    horn_add_clause_like(out, c->body, c->n_body, constraint, c->head, c);
    return !term_is_equal(constraint, c->constraint);
}

static horn *build(const range_search *s)
{
    horn *out = horn_new(s->ts);
    if (horn_file(s->h)) horn_set_file(out, horn_file(s->h));
    horn_copy_preds(out, s->h);
    bool changed = false;
    for (size_t i = 0; i < horn_clause_count(s->h); i++) changed |= add_clause(s, horn_clause(s->h, i), out);
    if (changed) return out;
    horn_free(out);
    return NULL;
}

/* They are inductive on their own. */
static void make_claims(const range_search *s, model *out)
{
    term_vec bounds;
    term_vec_init(&bounds);
    model_init(out, s->h);
    for (uint32_t p = 0; p < horn_pred_count(s->h); p++) {
        term_vec_clear(&bounds);
        if (!s->has_fact[p]) term_vec_push(&bounds, term_false(s->ts));
        for (size_t i = 0; s->has_fact[p] && i < horn_pred_arity(s->h, (pred){p}); i++) {
            if (is_int(s->h, (pred){p}, i)) push_bounds(s, horn_param(s->h, (pred){p}, i), s->ranges[s->first[p] + i], &bounds);
        }
        model_set(out, (pred){p}, term_mk_and(s->ts, bounds.data, bounds.size));
    }
    term_vec_release(&bounds);
}

static void search_init(range_search *s, const horn *h)
{
    size_t preds = horn_pred_count(h);
    *s = (range_search){.h = h, .ts = horn_terms(h)};
    make_bounds(s);
    s->first = alloc_zeroed(preds + 1, sizeof *s->first);
    for (uint32_t i = 0; i < preds; i++) s->first[i + 1] = s->first[i] + (uint32_t)horn_pred_arity(h, (pred){i});
    s->ranges = alloc_zeroed(s->first[preds] + 1, sizeof *s->ranges);
    s->has_fact = alloc_zeroed(preds + 1, sizeof *s->has_fact);
    s->queued = alloc_zeroed(horn_clause_count(h) + 1, sizeof *s->queued);
}

horn *pass_ranges(const horn *h, const limits *limit, back **out)
{
    range_search s;
    search_init(&s, h);
    outcome found = has_machine_integers(&s) ? find_ranges(&s, true, limit) : HOPELESS;
    if (found == TOO_LONG) found = find_ranges(&s, false, limit);
    horn *after = found == FOUND ? build(&s) : NULL;
    if (after) {
        model claims;
        make_claims(&s, &claims);
        *out = facts_back_new(h, after, &claims);
    }
    free(s.first);
    free(s.ranges);
    free(s.has_fact);
    free(s.queued);
    u32_vec_release(&s.work);
    return after;
}
