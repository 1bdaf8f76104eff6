/* Unrolling of loops with few turns. Every predicate is split into copies, one for each combination of values that some of its
 * arguments have: P(i, x) with i in 0..3 becomes P0(x), .., P3(x), and its clauses become clauses between the copies. With the counters
 * of loops among these arguments the copies have no cycle any more, and what is to be found is no invariant.
 *
 * Which arguments: those with few values (finite_args.h), or only those of them that have more than a few, whatever is enough for the
 * most loops. Which combinations: those that clauses give when they are instantiated from the facts on; more than
 * possible are no harm. A problem in which no loop disappears, or that would become too large, is left alone. */

#include "base/alloc.h"
#include "base/text.h"
#include "pass/finite_args.h"
#include "pass/passes.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_VALUES = 300, /* of one argument */
    MAX_COPIES = 600,
    MAX_CLAUSES = 3000,
    MAX_SIZE = 300000 /* of all constraints */
};
static const double ALL_SECONDS = 3;

typedef struct copy {
    pred pred; /* of the old problem */
    const term *values; /* by argument of the old predicate: TERM_NONE where it still is an argument */
    size_t arity;
} copy;
VEC_DECLARE(copy_vec, copy);

static uint64_t copy_hash(copy c) { return map_hash_mix(map_hash_bytes(c.values, c.arity * sizeof(term)), c.pred.id); }
static bool copy_is_equal(copy a, copy b)
{
    return pred_is_equal(a.pred, b.pred) && (!a.arity || !memcmp(a.values, b.values, a.arity * sizeof(term)));
}
MAP_DECLARE(copy_map, copy, uint32_t, copy_hash, copy_is_equal);

/* Where a new clause comes from. */
typedef struct instance {
    uint32_t origin;
    const term *vars; /* for each variable of the old clause: its value, or itself */
} instance;
VEC_DECLARE(instance_vec, instance);

typedef struct unrolling {
    const horn *h;
    term_store *ts;
    const finite_args *finite;
    bool *split; /* by argument: copies differ in it */
    arena mem;
    copy_vec copies; /* by predicate of the new problem */
    copy_map index;
    u32_vec *copies_of; /* by predicate of the old problem */
    instance_vec instances; /* by clause of the new problem */
    horn *after;
    size_t size;
    bool is_over; /* a limit */
    substitution *by;
} unrolling;

typedef struct unroll_back {
    back base;
    arena mem;
    copy_vec copies;
    instance_vec instances;
} unroll_back;

static void unrolling_init(unrolling *u, const finite_args *finite, size_t fewest)
{
    const horn *h = finite->h;
    size_t preds = horn_pred_count(h), args = finite->first[preds];
    *u = (unrolling){.h = h, .ts = horn_terms(h), .finite = finite, .after = horn_new(horn_terms(h)), .by = substitution_new(horn_terms(h))};
    if (horn_file(h)) horn_set_file(u->after, horn_file(h));
    arena_init(&u->mem);
    u->split = alloc_zeroed(args + 1, sizeof *u->split);
    for (size_t i = 0; i < args; i++) u->split[i] = !finite->many[i] && finite->values[i].size >= fewest;
    u->copies_of = alloc_zeroed(preds + 1, sizeof *u->copies_of);
}

/* What the back-translator does not take. */
static void unrolling_release(unrolling *u)
{
    for (size_t i = 0; i < horn_pred_count(u->h); i++) u32_vec_release(&u->copies_of[i]);
    free(u->copies_of);
    free(u->split);
    copy_map_release(&u->index);
    substitution_free(u->by);
}

static void unrolling_discard(unrolling *u)
{
    unrolling_release(u);
    copy_vec_release(&u->copies);
    instance_vec_release(&u->instances);
    arena_release(&u->mem);
    horn_free(u->after);
}

/* ---- copies ---- */

static void name_copy(const unrolling *u, const copy *c, text *out)
{
    text_adds(out, horn_pred_name(u->h, c->pred));
    for (size_t i = 0; i < c->arity; i++)
        if (!term_is_none(c->values[i])) text_printf(out, "'%u", c->values[i].id);
    pred other;
    while (horn_find_pred(u->after, out->data, &other)) text_adds(out, "'");
}

static void add_pred(unrolling *u, const copy *c)
{
    text name;
    text_init(&name);
    name_copy(u, c, &name);
    sort_vec sorts;
    sort_vec_init(&sorts);
    for (size_t i = 0; i < c->arity; i++)
        if (term_is_none(c->values[i])) sort_vec_push(&sorts, horn_pred_sort(u->h, c->pred, i));
    pred p = horn_add_pred(u->after, name.data, sorts.data, sorts.size);
    for (size_t i = 0, k = 0; i < c->arity; i++) {
        if (!term_is_none(c->values[i])) continue;
        const char *arg = horn_arg_name(u->h, c->pred, i);
        if (arg) horn_set_arg_name(u->after, p, k, arg);
        k++;
    }
    sort_vec_release(&sorts);
    text_release(&name);
}

/* The new predicate for these values. */
static pred find_copy(unrolling *u, pred old, const term *values)
{
    copy c = {old, values, horn_pred_arity(u->h, old)};
    const uint32_t *known = copy_map_find(&u->index, c);
    if (known) return (pred){*known};
    term *own = arena_alloc(&u->mem, c.arity * sizeof(term));
    if (c.arity) memcpy(own, values, c.arity * sizeof(term));
    c.values = own;
    uint32_t id = (uint32_t)u->copies.size;
    assert(id == horn_pred_count(u->after)); /* copies are numbered as their predicates */
    *copy_map_put(&u->index, c, NULL) = id;
    copy_vec_push(&u->copies, c);
    u32_vec_push(&u->copies_of[old.id], id);
    add_pred(u, &c);
    u->is_over |= u->copies.size > MAX_COPIES;
    return (pred){id};
}

/* ---- instances of clauses ---- */

/* Puts values for a body atom's arguments: into the substitution where they are variables, as equations otherwise. False if they do
 * not fit. */
static bool bind_atom(unrolling *u, atom a, const copy *c, term_vec *equations)
{
    assert(pred_is_equal(a.pred, c->pred) && c->arity == horn_pred_arity(u->h, a.pred));
    for (size_t i = 0; i < c->arity; i++) {
        term value = c->values[i], t = a.args[i];
        if (term_is_none(value)) continue;
        bool is_symbol = term_kind_of(u->ts, t) == TERM_SYM;
        term bound = is_symbol ? substitution_get(u->by, t) : t;
        if (term_is_none(bound)) substitution_set(u->by, t, value);
        else if (term_is_value(u->ts, bound) && !term_is_equal(bound, value)) return false;
        else if (!is_symbol) term_vec_push(equations, term_mk_eq(u->ts, t, value));
    }
    return true;
}

static const term *rest_of_args(unrolling *u, atom a, const term *values)
{
    size_t n = horn_pred_arity(u->h, a.pred), kept = 0;
    term *args = arena_alloc(&u->mem, n * sizeof(term));
    for (size_t i = 0; i < n; i++)
        if (term_is_none(values[i])) args[kept++] = substitution_apply(u->by, a.args[i]);
    return args;
}

static void add_instance(unrolling *u, uint32_t origin, const uint32_t *chosen, term constraint, atom head)
{
    const clause *c = horn_clause(u->h, origin);
    atom *body = arena_alloc(&u->mem, c->n_body * sizeof(atom));
    for (size_t i = 0; i < c->n_body; i++) body[i] = (atom){{chosen[i]}, rest_of_args(u, c->body[i], u->copies.data[chosen[i]].values)};
    term *vars = arena_alloc(&u->mem, c->n_vars * sizeof(term));
    for (size_t i = 0; i < c->n_vars; i++) vars[i] = substitution_apply(u->by, c->vars[i]);
    assert(u->instances.size == horn_clause_count(u->after)); /* each clause knows where it is from */
    horn_add_clause_like(u->after, body, c->n_body, constraint, head, c);
    instance_vec_push(&u->instances, (instance){origin, vars});
    u->size += dag_size(u->ts, constraint);
    u->is_over |= u->size > MAX_SIZE || u->instances.size > MAX_CLAUSES;
}

/* The values that each split argument of the head may have, one after the other; counts[i] is 0 for the others. */
static void choose_head(unrolling *u, const clause *c, term constraint, const possible_map *known, size_t *counts, term_vec *choices)
{
    term_vec values;
    term_vec_init(&values);
    for (size_t i = 0; i < horn_pred_arity(u->h, c->head.pred); i++) {
        uint32_t arg = u->finite->first[c->head.pred.id] + (uint32_t)i;
        counts[i] = 0;
        if (!u->split[arg]) continue;
        const term_vec *all = &u->finite->values[arg];
        term_vec_clear(&values);
        if (possible_values(u->ts, substitution_apply(u->by, c->head.args[i]), constraint, known, MAX_VALUES, &values)) all = &values;
        term_vec_append(choices, all->data, all->size);
        counts[i] = all->size;
    }
    term_vec_release(&values);
}

/* One instance for each combination of values that the head may have. */
static void add_instances(unrolling *u, uint32_t origin, const uint32_t *chosen, term constraint, const possible_map *known)
{
    const clause *c = horn_clause(u->h, origin);
    size_t n = horn_pred_arity(u->h, c->head.pred), combinations = 1;
    size_t *counts = alloc_zeroed(n + 1, sizeof *counts);
    term *values = alloc_zeroed(n + 1, sizeof *values);
    term_vec choices, parts;
    term_vec_init(&choices);
    term_vec_init(&parts);
    choose_head(u, c, constraint, known, counts, &choices);
    for (size_t i = 0; i < n && combinations <= MAX_CLAUSES; i++) combinations *= counts[i] ? counts[i] : 1;
    u->is_over |= combinations > MAX_CLAUSES;
    for (size_t at = 0; at < combinations && !u->is_over; at++) {
        size_t rest = at, first = 0;
        term_vec_clear(&parts);
        term_vec_push(&parts, constraint);
        for (size_t i = 0; i < n; i++) {
            assert(first + counts[i] <= choices.size);
            values[i] = counts[i] ? choices.data[first + rest % counts[i]] : TERM_NONE;
            if (!counts[i]) continue;
            term_vec_push(&parts, term_mk_eq(u->ts, substitution_apply(u->by, c->head.args[i]), values[i]));
            rest /= counts[i];
            first += counts[i];
        }
        term fits = term_mk_and(u->ts, parts.data, parts.size);
        if (term_is_equal(fits, term_false(u->ts))) continue;
        atom head = {find_copy(u, c->head.pred, values), rest_of_args(u, c->head, values)};
        add_instance(u, origin, chosen, fits, head);
    }
    term_vec_release(&choices);
    term_vec_release(&parts);
    free(counts);
    free(values);
}

/* The clause with these copies in its body. */
static void instantiate(unrolling *u, uint32_t index, const uint32_t *chosen)
{
    const clause *c = horn_clause(u->h, index);
    possible_map known;
    term_vec parts;
    possible_map_init(&known);
    term_vec_init(&parts);
    substitution_clear(u->by);
    bool fits = true;
    for (size_t i = 0; i < c->n_body && fits; i++) fits = bind_atom(u, c->body[i], &u->copies.data[chosen[i]], &parts);
    term_vec_push(&parts, c->constraint);
    term constraint = fits ? substitution_apply(u->by, term_mk_and(u->ts, parts.data, parts.size)) : term_false(u->ts);
    if (!term_is_equal(constraint, term_false(u->ts))) {
        finite_args_known(u->finite, c, &known);
        if (pred_is_false(c->head.pred)) add_instance(u, index, chosen, constraint, c->head);
        else add_instances(u, index, chosen, constraint, &known);
    }
    term_vec_release(&parts);
    possible_map_release(&known);
}

/* How many of the copies that may stand at place i of the body, next to the `newest` at place `at`, so that no choice comes twice: those
 * before it came before, those after it may be the same. */
static size_t count_choices(const unrolling *u, const clause *c, size_t i, size_t at, uint32_t newest)
{
    const u32_vec *all = &u->copies_of[c->body[i].pred.id];
    for (size_t k = 1; k < all->size; k++) assert(all->data[k - 1] < all->data[k]);
    size_t n = 0;
    while (n < all->size && (all->data[n] < newest || (i > at && all->data[n] == newest))) n++;
    return n;
}

/* Every choice of copies for the clause's body with the newest one at that place. */
static void instantiate_with(unrolling *u, uint32_t index, size_t at, uint32_t newest)
{
    const clause *c = horn_clause(u->h, index);
    uint32_t *chosen = alloc_zeroed(c->n_body, sizeof *chosen);
    size_t *counts = alloc_zeroed(c->n_body, sizeof *counts), combinations = 1;
    for (size_t i = 0; i < c->n_body && combinations <= MAX_CLAUSES; i++) {
        counts[i] = i == at ? 1 : count_choices(u, c, i, at, newest);
        combinations *= counts[i];
    }
    u->is_over |= combinations > MAX_CLAUSES;
    for (size_t k = 0; k < combinations && !u->is_over; k++) {
        size_t rest = k;
        for (size_t i = 0; i < c->n_body; i++) {
            assert(counts[i] > 0);
            chosen[i] = i == at ? newest : u->copies_of[c->body[i].pred.id].data[rest % counts[i]];
            rest /= counts[i];
        }
        instantiate(u, index, chosen);
    }
    free(chosen);
    free(counts);
}

/* False if the new problem is too large. */
static bool explore(unrolling *u, const limits *limit)
{
    for (uint32_t i = 0; i < horn_clause_count(u->h); i++)
        if (!horn_clause(u->h, i)->n_body) instantiate(u, i, NULL);
    for (uint32_t newest = 0; newest < u->copies.size && !u->is_over; newest++) {
        pred p = u->copies.data[newest].pred;
        const u32_vec *uses = horn_uses_of(u->h, p);
        for (size_t i = 0; i < uses->size && !u->is_over; i++) {
            const clause *c = horn_clause(u->h, uses->data[i]);
            for (size_t at = 0; at < c->n_body; at++)
                if (pred_is_equal(c->body[at].pred, p)) instantiate_with(u, uses->data[i], at, newest);
        }
        u->is_over |= limits_is_over(limit);
    }
    return !u->is_over;
}

/* ---- which arguments ---- */

/* How many loop heads of the old problem have no copy that is one. */
static size_t count_unrolled(const unrolling *u)
{
    size_t n = horn_pred_count(u->h), unrolled = 0;
    bool *before = alloc_zeroed(n + 1, sizeof *before), *after = alloc_zeroed(u->copies.size + 1, sizeof *after);
    horn_loop_heads(u->h, before);
    horn_loop_heads(u->after, after);
    for (size_t i = 0; i < n; i++) {
        bool is_loop = false;
        for (size_t k = 0; k < u->copies_of[i].size; k++) is_loop |= after[u->copies_of[i].data[k]];
        unrolled += before[i] && !is_loop;
    }
    free(before);
    free(after);
    return unrolled;
}

/* The smallest that unrolls the most loops. False if none is unrolled. */
static bool find_unrolling(unrolling *best, const finite_args *finite, const limits *limit)
{
    static const size_t FEWEST[] = {5, 3, 2};
    size_t most = 0;
    for (size_t i = 0; i < sizeof FEWEST / sizeof *FEWEST; i++) {
        unrolling u;
        unrolling_init(&u, finite, FEWEST[i]);
        size_t unrolled = explore(&u, limit) ? count_unrolled(&u) : 0;
        if (unrolled <= most) {
            unrolling_discard(&u);
            continue;
        }
        if (most) unrolling_discard(best);
        *best = u;
        most = unrolled;
    }
    return most > 0;
}

/* ---- back ---- */

/* The copy's interpretation, over the old parameters, where the split arguments have its values. */
static term interpret_copy(const unroll_back *b, const model *in, uint32_t id)
{
    const copy *c = &b->copies.data[id];
    term_store *ts = horn_terms(b->base.before);
    term_vec from, to, parts;
    term_vec_init(&from);
    term_vec_init(&to);
    term_vec_init(&parts);
    for (size_t i = 0; i < c->arity; i++) {
        term param = horn_param(b->base.before, c->pred, i);
        if (term_is_none(c->values[i])) {
            term_vec_push(&from, horn_param(b->base.after, (pred){id}, from.size));
            term_vec_push(&to, param);
        } else {
            term_vec_push(&parts, term_mk_eq(ts, param, c->values[i]));
        }
    }
    term_vec_push(&parts, dag_substitute(ts, model_get(in, (pred){id}), from.data, to.data, from.size));
    term formula = term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&from);
    term_vec_release(&to);
    term_vec_release(&parts);
    return formula;
}

static bool model_back(const back *base, const model *in, model *out, const limits *limit)
{
    (void)limit;
    const unroll_back *b = (const unroll_back *)base;
    size_t n = horn_pred_count(base->before);
    term_vec *cases = alloc_zeroed(n + 1, sizeof *cases);
    for (uint32_t i = 0; i < b->copies.size; i++) term_vec_push(&cases[b->copies.data[i].pred.id], interpret_copy(b, in, i));
    for (uint32_t p = 0; p < n; p++) {
        model_set(out, (pred){p}, term_mk_or(horn_terms(base->before), cases[p].data, cases[p].size));
        term_vec_release(&cases[p]);
    }
    free(cases);
    return true;
}

/* A variable that has disappeared does not matter and has any value. */
static term value_of(const horn *h, const clause *c, const term *values, term var)
{
    if (term_is_value(horn_terms(h), var)) return var;
    for (size_t i = 0; i < c->n_vars; i++)
        if (term_is_equal(c->vars[i], var)) return values[i];
    return eval_default(horn_terms(h), term_sort(horn_terms(h), var));
}

static bool derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit)
{
    (void)limit;
    const unroll_back *b = (const unroll_back *)base;
    term_vec values;
    term_vec_init(&values);
    for (size_t i = 0; i < in->steps.size; i++) {
        const step *s = &in->steps.data[i];
        const instance *from = &b->instances.data[s->clause];
        const clause *old = horn_clause(base->before, from->origin), *new = horn_clause(base->after, s->clause);
        term_vec_clear(&values);
        for (size_t k = 0; k < old->n_vars; k++)
            term_vec_push(&values, value_of(base->before, new, in->values.data + s->value, from->vars[k]));
        derivation_add(out, base->before, from->origin, in->premises.data + s->premise, values.data);
    }
    term_vec_release(&values);
    return true;
}

static void unroll_back_free(back *base)
{
    unroll_back *b = (unroll_back *)base;
    arena_release(&b->mem);
    copy_vec_release(&b->copies);
    instance_vec_release(&b->instances);
    free(b);
}

horn *pass_unroll(const horn *h, const limits *limit, back **out)
{
    limits own = limits_within(limit, ALL_SECONDS);
    finite_args finite;
    unrolling u;
    horn *after = NULL;
    if (finite_args_find(&finite, h, MAX_VALUES, &own) && find_unrolling(&u, &finite, &own)) {
        after = u.after;
        unroll_back *b = alloc_zeroed(1, sizeof *b);
        b->base = (back){model_back, derivation_back, unroll_back_free, h, after};
        b->mem = u.mem;
        b->copies = u.copies;
        b->instances = u.instances;
        *out = &b->base;
        unrolling_release(&u);
    }
    finite_args_release(&finite);
    return after;
}
