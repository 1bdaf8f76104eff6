/* Acceleration. A predicate P with self-loops is split: entry(P) is what the other clauses conclude, and one clause
 *     entry(P)(x) & x turns into y by n1 turns of case 1, then n2 turns of case 2, ..   =>   P(y)
 * stands for all self-loops whose cases have an n-th iterate (loop.h). If that clause is all the loop can do, its self-loops go: with no other recursion, what
 * is left has no loop. Otherwise they stay, and conclude entry(P).
 *
 * The order of the cases is found by following the entries symbolically: a case comes when it is possible after those before it. It is all the loop can
 * do if, after a turn of a case, no case before it and none that is left out is possible. A solver is asked about that; what it does not know is possible. */

#include "pass/accelerate/accelerate.h"

#include "base/alloc.h"
#include "pass/passes.h"
#include "smt/smt.h"
#include "term/dag.h"

#include <stdlib.h>
#include <string.h>

static const double QUERY_SECONDS = 0.5, ALL_SECONDS = 3, ALL_SHARE = 0.2;
enum { MAX_STAGES = 6, MAX_STATES = 12 };

/* Arguments of P that some run of clauses gives, under a condition. Body atoms of the first clause are taken to hold of anything. */
typedef struct symbolic_state {
    term condition;
    const term *args;
} symbolic_state;
VEC_DECLARE(symbolic_state_vec, symbolic_state);

typedef struct flattening {
    const horn *h;
    term_store *ts;
    arena *mem;
    smt *solver;
    const limits *limit;
    pred pred;
    size_t arity;
    loop_case_vec cases;
    loop_iterate *iterates; /* by case */
    bool *has_iterate, *is_used; /* by case */
    symbolic_state_vec states; /* after the stages so far */
    const term *first; /* variables for the arguments of the entry */
    const term *args; /* after the stages so far, over these */
    term_vec conditions;
    loop_stage stages[MAX_STAGES];
    size_t n_stages;
    bool is_exact;
} flattening;

/* ---- symbolic states ---- */

static substitution *bind(const flattening *f, const loop_case *c, const term *args)
{
    substitution *s = substitution_new(f->ts);
    for (size_t i = 0; i < f->arity; i++) substitution_set(s, c->vars[i], args[i]);
    return s;
}

static bool is_possible(const flattening *f, term t)
{
    if (limits_is_over(f->limit)) return true;
    smt_push(f->solver);
    smt_assert(f->solver, t);
    smt_result found = smt_check(f->solver, NULL, 0);
    smt_pop(f->solver, 1);
    return found != SMT_UNSAT;
}

static term guard_of(const flattening *f, const loop_case *c) { return term_mk_and(f->ts, c->guards.data, c->guards.size); }

/* Can the case be taken in one of the states, where `also` holds? */
static bool can_come(const flattening *f, const loop_case *c, term also)
{
    term guard = guard_of(f, c);
    for (size_t i = 0; i < f->states.size; i++) {
        substitution *s = bind(f, c, f->states.data[i].args);
        term parts[] = {f->states.data[i].condition, also, substitution_apply(s, guard)};
        substitution_free(s);
        if (is_possible(f, term_mk_and(f->ts, parts, 3))) return true;
    }
    return false;
}

static bool always_holds(const flattening *f, const loop_case *c, term t)
{
    if (term_is_equal(t, term_true(f->ts))) return true;
    if (term_is_equal(t, term_false(f->ts))) return false;
    for (size_t i = 0; i < f->states.size; i++) {
        substitution *s = bind(f, c, f->states.data[i].args);
        term wrong = term_mk_and2(f->ts, f->states.data[i].condition, term_mk_not(f->ts, substitution_apply(s, t)));
        substitution_free(s);
        if (is_possible(f, wrong)) return false;
    }
    return true;
}

/* One of its cases directly before another: a turn of a, then one of b. */
static bool can_follow(const flattening *f, const loop_case *a, const loop_case *b)
{
    substitution *s = bind(f, b, a->next);
    term both = term_mk_and2(f->ts, guard_of(f, a), substitution_apply(s, guard_of(f, b)));
    substitution_free(s);
    return is_possible(f, both);
}

static const term *apply_all(flattening *f, substitution *s, const term *terms, size_t n)
{
    term *out = arena_alloc(f->mem, (n + 1) * sizeof *out);
    for (size_t i = 0; i < n; i++) out[i] = substitution_apply(s, terms[i]);
    return out;
}

static bool is_self_loop(const clause *c, pred p) { return c->n_body == 1 && pred_is_equal(c->body[0].pred, p) && pred_is_equal(c->head.pred, p); }

static bool has_case_of(const flattening *f, uint32_t number)
{
    for (size_t i = 0; i < f->cases.size; i++)
        if (f->cases.data[i].origin == number) return true;
    return false;
}

/* With new names for its variables: the loop's clauses may have the same ones. */
static symbolic_state state_of(flattening *f, const clause *c)
{
    substitution *s = substitution_new(f->ts);
    for (size_t i = 0; i < c->n_vars; i++) substitution_set(s, c->vars[i], term_mk_fresh(f->ts, "e", term_sort(f->ts, c->vars[i])));
    symbolic_state state = {substitution_apply(s, c->constraint), apply_all(f, s, c->head.args, f->arity)};
    substitution_free(s);
    return state;
}

/* False if there are too many. */
static bool add_entries(flattening *f)
{
    const u32_vec *all = horn_clauses_of(f->h, f->pred);
    for (size_t i = 0; i < all->size; i++) {
        if (has_case_of(f, all->data[i])) continue;
        symbolic_state_vec_push(&f->states, state_of(f, horn_clause(f->h, all->data[i])));
    }
    return f->states.size <= MAX_STATES;
}

/* ---- stages ---- */

/* The case's iterate becomes the next stage. */
static void add_stage(flattening *f, size_t at)
{
    const loop_case *c = &f->cases.data[at];
    const loop_iterate *it = &f->iterates[at];
    term *chosen = arena_alloc(f->mem, (c->inputs.size + 1) * sizeof *chosen);
    term *inputs = arena_alloc(f->mem, (c->inputs.size + 1) * sizeof *inputs), *values = arena_alloc(f->mem, (c->inputs.size + 1) * sizeof *values);
    for (size_t i = 0; i < c->inputs.size; i++) {
        inputs[i] = c->inputs.data[i];
        values[i] = c->values.data[i];
        chosen[i] = term_mk_fresh(f->ts, "in", term_sort(f->ts, inputs[i]));
    }
    f->stages[f->n_stages++] = (loop_stage){c->origin, it->turns, inputs, values, chosen, c->inputs.size};
    substitution *s = bind(f, c, f->args);
    for (size_t i = 0; i < c->inputs.size; i++) substitution_set(s, inputs[i], chosen[i]);
    term_vec_push(&f->conditions, substitution_apply(s, it->condition));
    f->args = apply_all(f, s, it->after, f->arity);
    substitution_free(s);
    for (size_t i = 0; i < f->states.size; i++) {
        symbolic_state *state = &f->states.data[i];
        s = bind(f, c, state->args);
        for (size_t k = 0; k < c->inputs.size; k++) substitution_set(s, inputs[k], chosen[k]);
        state->condition = term_mk_and2(f->ts, state->condition, substitution_apply(s, it->condition));
        state->args = apply_all(f, s, it->after, f->arity);
        substitution_free(s);
    }
    f->is_used[at] = true;
}

/* Of the cases that are possible now, one that no other of them leads to; the number of cases if none is possible. */
static size_t choose_case(const flattening *f)
{
    size_t n = f->cases.size, chosen = n;
    bool *comes = alloc_zeroed(n + 1, sizeof *comes);
    for (size_t i = 0; i < n; i++) comes[i] = !f->is_used[i] && f->has_iterate[i] && can_come(f, &f->cases.data[i], term_true(f->ts));
    for (size_t i = 0; i < n && chosen == n; i++) {
        bool is_first = comes[i];
        for (size_t k = 0; k < n && is_first; k++) is_first = k == i || !comes[k] || !can_follow(f, &f->cases.data[k], &f->cases.data[i]);
        if (is_first) chosen = i;
    }
    for (size_t i = 0; i < n && chosen == n; i++)
        if (comes[i]) chosen = i;
    free(comes);
    return chosen;
}

/* After a turn of the last stage: is only that stage, or one that comes later, possible? Of the cases without a stage nothing is said yet. */
static bool stays_in_order(const flattening *f, size_t last)
{
    term turned = term_mk_ge(f->ts, f->stages[f->n_stages - 1].turns, term_mk_int(f->ts, 1));
    for (size_t i = 0; i < f->cases.size; i++)
        if (f->is_used[i] && i != last && can_come(f, &f->cases.data[i], turned)) return false;
    return true;
}

static void add_stages(flattening *f)
{
    f->is_exact = true;
    while (f->n_stages < MAX_STAGES && !limits_is_over(f->limit)) {
        size_t next = choose_case(f);
        if (next == f->cases.size) break;
        f->is_exact = f->is_exact && always_holds(f, &f->cases.data[next], f->iterates[next].exact_if);
        add_stage(f, next);
        f->is_exact = f->is_exact && stays_in_order(f, next);
    }
    for (size_t i = 0; i < f->cases.size && f->is_exact; i++)
        f->is_exact = f->is_used[i] || !can_come(f, &f->cases.data[i], term_true(f->ts));
}

/* ---- one predicate ---- */

static void find_cases(flattening *f)
{
    const u32_vec *all = horn_clauses_of(f->h, f->pred);
    for (size_t i = 0; i < all->size; i++)
        if (is_self_loop(horn_clause(f->h, all->data[i]), f->pred)) loop_cases(f->mem, f->h, all->data[i], &f->cases);
    f->iterates = arena_alloc(f->mem, (f->cases.size + 1) * sizeof *f->iterates);
    f->has_iterate = arena_alloc(f->mem, (f->cases.size + 1) * sizeof *f->has_iterate);
    f->is_used = arena_alloc(f->mem, (f->cases.size + 1) * sizeof *f->is_used);
    for (size_t i = 0; i < f->cases.size; i++) {
        bool found = loop_iterate_find(f->mem, f->ts, &f->cases.data[i], &f->iterates[i]);
        f->has_iterate[i] = found && !term_is_equal(f->iterates[i].exact_if, term_false(f->ts)); /* it might be iterated again and again */
        f->is_used[i] = false;
    }
}

static bool has_any_iterate(const flattening *f)
{
    for (size_t i = 0; i < f->cases.size; i++)
        if (f->has_iterate[i]) return true;
    return false;
}

static void set_first(flattening *f)
{
    term *first = arena_alloc(f->mem, (f->arity + 1) * sizeof *first);
    for (size_t i = 0; i < f->arity; i++) {
        const char *name = horn_arg_name(f->h, f->pred, i);
        first[i] = term_mk_fresh(f->ts, name ? name : "x", horn_pred_sort(f->h, f->pred, i));
    }
    f->first = f->args = first;
}

/* Finds the stages of a predicate; false if there are none. */
static bool flatten(flattening *f)
{
    find_cases(f);
    if (!has_any_iterate(f)) return false;
    set_first(f);
    if (!add_entries(f)) return false;
    add_stages(f);
    return f->n_stages > 0;
}

static void flattening_release(flattening *f)
{
    for (size_t i = 0; i < f->cases.size; i++) loop_case_release(&f->cases.data[i]);
    loop_case_vec_release(&f->cases);
    symbolic_state_vec_release(&f->states);
    term_vec_release(&f->conditions);
}

/* ---- the new problem ---- */

typedef struct builder {
    const horn *h;
    horn *after;
    accelerate_back *back;
    bool *is_dropped; /* by clause */
    pred *entry; /* by predicate: PRED_FALSE where it is not accelerated */
} builder;

static pred add_entry(builder *b, pred p)
{
    size_t n = horn_pred_arity(b->h, p);
    sort_vec sorts;
    sort_vec_init(&sorts);
    for (size_t i = 0; i < n; i++) sort_vec_push(&sorts, horn_pred_sort(b->h, p, i));
    text name;
    text_init(&name);
    text_printf(&name, "%s'entry", horn_pred_name(b->h, p));
    pred other;
    while (horn_find_pred(b->after, name.data, &other)) text_adds(&name, "'");
    pred entry = horn_add_pred(b->after, name.data, sorts.data, n);
    for (size_t i = 0; i < n; i++)
        if (horn_arg_name(b->h, p, i)) horn_set_arg_name(b->after, entry, i, horn_arg_name(b->h, p, i));
    text_release(&name);
    sort_vec_release(&sorts);
    return entry;
}

/* Of the clauses of an exact loop all cases are known, and stand in the new clause or are not possible. */
static void add_loop(builder *b, const flattening *f)
{
    pred entry = add_entry(b, f->pred);
    b->entry[f->pred.id] = entry;
    for (size_t i = 0; i < f->cases.size && f->is_exact; i++) b->is_dropped[f->cases.data[i].origin] = true;
    loop_stage *stages = arena_alloc(&b->back->mem, f->n_stages * sizeof *stages);
    memcpy(stages, f->stages, f->n_stages * sizeof *stages);
    term condition = term_mk_and(horn_terms(b->h), f->conditions.data, f->conditions.size);
    atom from = {entry, f->first}, to = {f->pred, f->args};
    size_t number = horn_add_clause_like(b->after, &from, 1, condition, to, horn_clause(b->h, f->stages[0].origin));
    assert(number == b->back->origins.size);
    u32_vec_push(&b->back->origins, CLAUSE_OF_LOOP);
    accelerated_loop_vec_push(&b->back->loops, (accelerated_loop){f->pred, entry, (uint32_t)number, stages, f->n_stages});
}

static void add_clauses(builder *b)
{
    for (uint32_t i = 0; i < horn_clause_count(b->h); i++) {
        const clause *c = horn_clause(b->h, i);
        if (b->is_dropped[i]) continue;
        atom head = c->head;
        if (!pred_is_false(head.pred) && !pred_is_false(b->entry[head.pred.id])) head.pred = b->entry[head.pred.id];
        horn_add_clause_like(b->after, c->body, c->n_body, c->constraint, head, c);
        u32_vec_push(&b->back->origins, i);
    }
}

/* Does no other clause than facts and self-loops conclude it? Then the symbolic states say everything. */
static bool begins_with_facts(const horn *h, pred p)
{
    const u32_vec *all = horn_clauses_of(h, p);
    for (size_t i = 0; i < all->size; i++) {
        const clause *c = horn_clause(h, all->data[i]);
        if (c->n_body && !is_self_loop(c, p)) return false;
    }
    return true;
}

static void accelerate_pred(builder *b, pred p, smt *solver, const limits *limit)
{
    flattening f = {.h = b->h, .ts = horn_terms(b->h), .mem = &b->back->mem, .solver = solver, .limit = limit, .pred = p, .arity = horn_pred_arity(b->h, p)};
    if (flatten(&f)) add_loop(b, &f);
    flattening_release(&f);
}

static bool has_self_loop(const horn *h, pred p)
{
    const u32_vec *all = horn_clauses_of(h, p);
    for (size_t i = 0; i < all->size; i++)
        if (is_self_loop(horn_clause(h, all->data[i]), p)) return true;
    return false;
}

static void accelerate_back_free(back *base)
{
    accelerate_back *b = (accelerate_back *)base;
    accelerated_loop_vec_release(&b->loops);
    u32_vec_release(&b->origins);
    arena_release(&b->mem);
    free(b);
}

static void builder_init(builder *b, const horn *h)
{
    *b = (builder){.h = h, .after = horn_new(horn_terms(h)), .back = alloc_zeroed(1, sizeof *b->back)};
    if (horn_file(h)) horn_set_file(b->after, horn_file(h));
    horn_copy_preds(b->after, h);
    arena_init(&b->back->mem);
    b->is_dropped = alloc_zeroed(horn_clause_count(h) + 1, sizeof *b->is_dropped);
    b->entry = alloc_zeroed(horn_pred_count(h) + 1, sizeof *b->entry);
    for (size_t i = 0; i < horn_pred_count(h); i++) b->entry[i] = PRED_FALSE;
}

/* Loops that begin with facts first: those after them will then, too, when the passes are done with the new problem. */
static void accelerate_all(builder *b, const limits *limit)
{
    double seconds = limits_left(limit) * ALL_SHARE;
    limits own = limits_within(limit, seconds < ALL_SECONDS ? seconds : ALL_SECONDS);
    smt *solver = smt_new(horn_terms(b->h), &own, NULL);
    smt_set_query_limit(solver, QUERY_SECONDS);
    for (int round = 0; round < 2 && !b->back->loops.size; round++)
        for (uint32_t i = 0; i < horn_pred_count(b->h) && !limits_is_over(&own); i++)
            if (has_self_loop(b->h, (pred){i}) && begins_with_facts(b->h, (pred){i}) == (round == 0)) accelerate_pred(b, (pred){i}, solver, &own);
    smt_free(solver);
}

horn *pass_accelerate(const horn *h, const limits *limit, back **out)
{
    bool any = false;
    for (uint32_t i = 0; i < horn_pred_count(h) && !any; i++) any = has_self_loop(h, (pred){i});
    if (!any) return NULL;
    builder b;
    builder_init(&b, h);
    accelerate_all(&b, limit);
    b.back->base = (back){accelerate_model_back, accelerate_derivation_back, accelerate_back_free, h, b.after};
    if (b.back->loops.size) {
        add_clauses(&b);
        *out = &b.back->base;
    } else {
        accelerate_back_free(&b.back->base);
        horn_free(b.after);
        b.after = NULL;
    }
    free(b.is_dropped);
    free(b.entry);
    return b.after;
}
