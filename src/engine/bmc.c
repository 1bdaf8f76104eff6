#include "engine/bmc.h"

#include "base/map.h"
#include "itp/itp.h"
#include "smt/smt.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>

typedef struct slot {
    uint32_t parent, depth; /* of the root: 0 */
    uint32_t first_child; /* offset in bmc.children, or NO_CHILDREN */
} slot;

typedef struct instance {
    pred pred;
    uint32_t slot;
    term needed; /* Bool: this fact must be derived */
    uint32_t args; /* offset in bmc.terms: the fact's arguments, as symbols */
    uint32_t first_use, n_uses; /* once expanded: its clauses, in bmc.uses */
    bool expanded;
} instance;

/* A clause at a slot. */
typedef struct use {
    uint32_t clause, slot;
    term chosen; /* Bool: this clause derives the fact at the slot */
    uint32_t vars; /* offset in bmc.terms: what the clause's variables are here */
} use;

VEC_DECLARE(slot_vec, slot);
VEC_DECLARE(instance_vec, instance);
VEC_DECLARE(use_vec, use);

enum { NO_CHILDREN = UINT32_MAX };
/* For dropping one formula from the contradiction. */
#define CORE_SECONDS 0.1

typedef struct bmc {
    const horn *h;
    const engine_context *context;
    term_store *ts;
    smt *solver;
    stats *stats;
    size_t widest; /* most body atoms in a clause */
    slot_vec slots;
    instance_vec instances;
    use_vec uses;
    u32_vec children; /* slot numbers */
    u64_map by_place; /* predicate and slot -> instance + 1 */
    u32_map by_needed; /* term `needed` -> instance */
    term_vec terms;
    term_vec asserted; /* all that the solver knows, */
    u32_vec asserted_at; /* and at which slot */
    term_vec open; /* assumptions: not needed, for every instance that is not expanded */
    substitution *rename;
} bmc;

static void bmc_init(bmc *b, const horn *h, const engine_context *context, result *out)
{
    *b = (bmc){.h = h, .context = context, .ts = horn_terms(h), .stats = &out->stats};
    b->solver = smt_new(b->ts, &context->limits, &out->stats);
    b->rename = substitution_new(b->ts);
    for (size_t i = 0; i < horn_clause_count(h); i++)
        if (horn_clause(h, i)->n_body > b->widest) b->widest = horn_clause(h, i)->n_body;
    slot_vec_push(&b->slots, (slot){.first_child = NO_CHILDREN});
}

static void bmc_release(bmc *b)
{
    smt_free(b->solver);
    substitution_free(b->rename);
    slot_vec_release(&b->slots);
    instance_vec_release(&b->instances);
    use_vec_release(&b->uses);
    u32_vec_release(&b->children);
    u64_map_release(&b->by_place);
    u32_map_release(&b->by_needed);
    term_vec_release(&b->terms);
    term_vec_release(&b->asserted);
    u32_vec_release(&b->asserted_at);
    term_vec_release(&b->open);
}

static uint32_t child_slot(bmc *b, uint32_t parent, size_t j)
{
    assert(parent < b->slots.size && j < b->widest);
    if (b->slots.data[parent].first_child == NO_CHILDREN) {
        b->slots.data[parent].first_child = (uint32_t)b->children.size;
        for (size_t i = 0; i < b->widest; i++) {
            u32_vec_push(&b->children, (uint32_t)b->slots.size);
            slot_vec_push(&b->slots, (slot){parent, b->slots.data[parent].depth + 1, NO_CHILDREN});
        }
    }
    return b->children.data[b->slots.data[parent].first_child + j];
}

/* The instance of p at a slot, made on first use. */
static uint32_t instance_at(bmc *b, pred p, uint32_t at)
{
    bool added;
    uint32_t *known = u64_map_put(&b->by_place, (uint64_t)at << 32 | p.id, &added);
    if (!added) return *known;
    assert(at < b->slots.size && !pred_is_false(p));
    *known = (uint32_t)b->instances.size;
    instance i = {.pred = p, .slot = at, .args = (uint32_t)b->terms.size};
    i.needed = term_mk_fresh(b->ts, "needed", sort_bool(b->ts));
    for (size_t a = 0; a < horn_pred_arity(b->h, p); a++)
        term_vec_push(&b->terms, term_mk_fresh(b->ts, "at", horn_pred_sort(b->h, p, a)));
    instance_vec_push(&b->instances, i);
    *u32_map_put(&b->by_needed, i.needed.id, NULL) = (uint32_t)b->instances.size - 1;
    term_vec_push(&b->open, term_mk_not(b->ts, i.needed));
    return (uint32_t)b->instances.size - 1;
}

/* Makes clause variables that are arguments of the atom be the instance's symbols. */
static void unify_variables(bmc *b, atom a, uint32_t args)
{
    for (size_t i = 0; i < horn_pred_arity(b->h, a.pred); i++)
        if (term_kind_of(b->ts, a.args[i]) == TERM_SYM && term_is_none(substitution_get(b->rename, a.args[i])))
            substitution_set(b->rename, a.args[i], b->terms.data[args + i]);
}

static void equate_arguments(bmc *b, atom a, uint32_t args, term_vec *parts)
{
    for (size_t i = 0; i < horn_pred_arity(b->h, a.pred); i++)
        term_vec_push(parts, term_mk_eq(b->ts, substitution_apply(b->rename, a.args[i]), b->terms.data[args + i]));
}

static void assert_at(bmc *b, uint32_t at, term t)
{
    assert(at < b->slots.size && term_is_bool(b->ts, t));
    smt_assert(b->solver, t);
    term_vec_push(&b->asserted, t);
    u32_vec_push(&b->asserted_at, at);
}

/* Adds clause number `index` at a slot; `head_args` is where the fact's arguments are (ignored for a query). */
static term add_use(bmc *b, uint32_t index, uint32_t at, uint32_t head_args)
{
    const clause *c = horn_clause(b->h, index);
    bool is_query = pred_is_false(c->head.pred);
    u32_vec premises;
    u32_vec_init(&premises);
    substitution_clear(b->rename);
    if (!is_query) unify_variables(b, c->head, head_args);
    for (size_t j = 0; j < c->n_body; j++) {
        u32_vec_push(&premises, instance_at(b, c->body[j].pred, child_slot(b, at, j)));
        unify_variables(b, c->body[j], b->instances.data[premises.data[j]].args);
    }
    use u = {.clause = index, .slot = at, .chosen = term_mk_fresh(b->ts, "chosen", sort_bool(b->ts)), .vars = (uint32_t)b->terms.size};
    for (size_t v = 0; v < c->n_vars; v++) {
        if (term_is_none(substitution_get(b->rename, c->vars[v])))
            substitution_set(b->rename, c->vars[v], term_mk_fresh(b->ts, "local", term_sort(b->ts, c->vars[v])));
        term_vec_push(&b->terms, substitution_get(b->rename, c->vars[v]));
    }
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, substitution_apply(b->rename, c->constraint));
    if (!is_query) equate_arguments(b, c->head, head_args, &parts);
    for (size_t j = 0; j < c->n_body; j++) {
        const instance *premise = &b->instances.data[premises.data[j]];
        equate_arguments(b, c->body[j], premise->args, &parts);
        term_vec_push(&parts, premise->needed);
    }
    assert_at(b, at, term_mk_implies(b->ts, u.chosen, term_mk_and(b->ts, parts.data, parts.size)));
    assert(premises.size == c->n_body && b->terms.size == u.vars + c->n_vars);
    use_vec_push(&b->uses, u);
    stats_count(b->stats, unrolled_clauses);
    term_vec_release(&parts);
    u32_vec_release(&premises);
    return u.chosen;
}

/* goal => one of the clauses. */
static void add_choice(bmc *b, term goal, const u32_vec *clauses, uint32_t at, uint32_t head_args)
{
    term_vec choice;
    term_vec_init(&choice);
    term_vec_push(&choice, term_mk_not(b->ts, goal));
    for (size_t i = 0; i < clauses->size; i++) term_vec_push(&choice, add_use(b, clauses->data[i], at, head_args));
    assert_at(b, at, term_mk_or(b->ts, choice.data, choice.size));
    term_vec_release(&choice);
}

static void expand(bmc *b, uint32_t index)
{
    instance i = b->instances.data[index];
    assert(!i.expanded);
    const u32_vec *clauses = horn_clauses_of(b->h, i.pred);
    i.first_use = (uint32_t)b->uses.size;
    i.n_uses = (uint32_t)clauses->size;
    i.expanded = true;
    b->instances.data[index] = i;
    add_choice(b, i.needed, clauses, i.slot, i.args);
    assert(b->uses.size == i.first_use + i.n_uses);
}

/* Expands what the core blames, down to `bound`. False if nothing there may be expanded. */
static bool expand_core(bmc *b, const term_vec *core, size_t bound)
{
    bool any = false;
    for (size_t i = 0; i < core->size && !limits_is_over(&b->context->limits); i++) {
        uint32_t index = *u32_map_find(&b->by_needed, term_arg(b->ts, core->data[i], 0).id);
        assert(index < b->instances.size && term_is_equal(b->instances.data[index].needed, term_arg(b->ts, core->data[i], 0)));
        const instance *blamed = &b->instances.data[index];
        if (blamed->expanded || b->slots.data[blamed->slot].depth > bound) continue;
        expand(b, index);
        any = true;
    }
    if (!any) return false;
    size_t kept = 0;
    for (size_t i = 0; i < b->open.size; i++) {
        uint32_t index = *u32_map_find(&b->by_needed, term_arg(b->ts, b->open.data[i], 0).id);
        if (!b->instances.data[index].expanded) b->open.data[kept++] = b->open.data[i];
    }
    assert(kept < b->open.size); /* what was expanded is not open any more */
    b->open.size = kept;
    return true;
}

/* ---- the derivation, from the solver's model ---- */

static const use *chosen_use(bmc *b, uint32_t first, uint32_t n)
{
    assert(first + n <= b->uses.size);
    for (uint32_t i = first; i < first + n; i++)
        if (term_is_equal(smt_value(b->solver, b->uses.data[i].chosen), term_true(b->ts))) return &b->uses.data[i];
    return NULL;
}

/* Appends the uses of the derivation in pre-order (a step before its premises). False if the model lacks one. */
static bool collect_uses(bmc *b, uint32_t n_queries, u32_vec *out)
{
    u32_vec stack; /* instances still to derive */
    u32_vec_init(&stack);
    const use *u = chosen_use(b, 0, n_queries);
    bool ok = u != NULL;
    while (ok) {
        u32_vec_push(out, (uint32_t)(u - b->uses.data));
        const clause *c = horn_clause(b->h, u->clause);
        for (size_t j = c->n_body; j-- > 0;) u32_vec_push(&stack, instance_at(b, c->body[j].pred, child_slot(b, u->slot, j)));
        if (!stack.size) break;
        const instance *i = &b->instances.data[u32_vec_pop(&stack)];
        u = i->expanded ? chosen_use(b, i->first_use, i->n_uses) : NULL;
        ok = u != NULL;
    }
    u32_vec_release(&stack);
    return ok;
}

static bool add_step(bmc *b, const use *u, u32_vec *conclusions, derivation *d)
{
    const clause *c = horn_clause(b->h, u->clause);
    term_vec values;
    term_vec_init(&values);
    bool ok = true;
    for (size_t v = 0; v < c->n_vars && ok; v++) {
        term_vec_push(&values, smt_value(b->solver, b->terms.data[u->vars + v]));
        ok = !term_is_none(term_vec_last(&values));
    }
    if (ok) {
        /* Reading pre-order backwards, the premises' conclusions are on top, the first premise's uppermost. */
        u32_vec premises;
        u32_vec_init(&premises);
        assert(conclusions->size >= c->n_body);
        for (size_t j = 0; j < c->n_body; j++) u32_vec_push(&premises, u32_vec_pop(conclusions));
        u32_vec_push(conclusions, derivation_add(d, b->h, u->clause, premises.data, values.data));
        u32_vec_release(&premises);
    }
    term_vec_release(&values);
    return ok;
}

static void read_derivation(bmc *b, uint32_t n_queries, result *out)
{
    u32_vec order, conclusions;
    u32_vec_init(&order);
    u32_vec_init(&conclusions);
    bool ok = collect_uses(b, n_queries, &order);
    for (size_t i = order.size; ok && i-- > 0;) ok = add_step(b, &b->uses.data[order.data[i]], &conclusions, &out->derivation);
    assert(!ok || conclusions.size == 1);
    if (ok)
        out->answer = ANSWER_UNSAFE;
    else
        result_set_unknown(out, "the solver's model has no exact values");
    u32_vec_release(&order);
    u32_vec_release(&conclusions);
}

/* ---- the model, when what is unrolled has no derivation whatever the rest may derive ---- */

/* Replaces what is not needed for the contradiction by true. */
static void keep_core(bmc *b)
{
    smt *s = smt_new(b->ts, &b->context->limits, b->stats);
    term_vec names, core;
    term_vec_init(&names);
    term_vec_init(&core);
    u32_map needed;
    u32_map_init(&needed);
    for (size_t i = 0; i < b->asserted.size; i++) {
        term_vec_push(&names, term_mk_fresh(b->ts, "asserted", sort_bool(b->ts)));
        smt_assert(s, term_mk_implies(b->ts, names.data[i], b->asserted.data[i]));
    }
    if (smt_check(s, names.data, names.size) == SMT_UNSAT) {
        smt_minimise_core(s, &core, CORE_SECONDS);
        for (size_t i = 0; i < core.size; i++) u32_map_put(&needed, core.data[i].id, NULL);
        for (size_t i = 0; i < b->asserted.size; i++)
            if (!u32_map_find(&needed, names.data[i].id)) b->asserted.data[i] = term_true(b->ts);
    }
    u32_map_release(&needed);
    term_vec_release(&names);
    term_vec_release(&core);
    smt_free(s);
}

/* The slots are a tree, with what was asserted at each. An interpolant of a slot speaks of what is needed there and of its arguments,
 * and follows from all below. labels[s] becomes that of slot s, or none if nothing was asserted there. */
static bool interpolate(bmc *b, itp *prover, term *labels)
{
    size_t n = b->slots.size;
    assert(b->asserted.size == b->asserted_at.size);
    uint32_t *number = alloc_zeroed(n, sizeof *number), used = 0;
    term_vec *at = alloc_zeroed(n, sizeof *at);
    itp_node *nodes = alloc_zeroed(n, sizeof *nodes);
    term *found = alloc_zeroed(n, sizeof *found);
    for (size_t i = 0; i < b->asserted.size; i++) term_vec_push(&at[b->asserted_at.data[i]], b->asserted.data[i]);
    /* Children have greater numbers than their parents here, and smaller ones there. */
    for (size_t s = n; s-- > 0;)
        if (at[s].size) number[s] = used++;
    for (size_t s = 0; s < n; s++)
        if (at[s].size) nodes[number[s]] = (itp_node){term_mk_and(b->ts, at[s].data, at[s].size), number[b->slots.data[s].parent]};
    assert(!used || number[0] + 1 == used); /* the root is the last node */
    bool ok = itp_tree(prover, nodes, used, NULL, found) == ITP_FOUND;
    for (size_t s = 0; s < n; s++) {
        labels[s] = ok && s && at[s].size ? found[number[s]] : TERM_NONE;
        term_vec_release(&at[s]);
    }
    free(number);
    free(at);
    free(nodes);
    free(found);
    return ok;
}

/* What the slot's label says of an instance's arguments, as parameters. Only this one is needed there; the label holds whatever the
 * arguments of others are. */
static term label_of(bmc *b, const instance *i, term label)
{
    substitution_clear(b->rename);
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(b->ts, &label, 1, &symbols);
    for (size_t k = 0; k < symbols.size; k++) substitution_set(b->rename, symbols.data[k], eval_default(b->ts, term_sort(b->ts, symbols.data[k])));
    substitution_set(b->rename, i->needed, term_true(b->ts));
    for (size_t a = 0; a < horn_pred_arity(b->h, i->pred); a++)
        substitution_set(b->rename, b->terms.data[i->args + a], horn_param(b->h, i->pred, a));
    term_vec_release(&symbols);
    return substitution_apply(b->rename, label);
}

/* Nothing is left to expand and there is no derivation, whatever instances that are not expanded may be. What an instance is labelled with
 * follows by any clause from the labels of its premises: so the conjunction of the labels of all instances of a predicate does,
 * too, and is a model. */
static void conclude_none(bmc *b, result *out)
{
    itp_options options = ITP_OPTIONS_DEFAULT;
    options.seconds = 0;
    itp *prover = itp_new(b->ts, &b->context->limits, b->stats, &options);
    term *labels = alloc_zeroed(b->slots.size, sizeof *labels);
    keep_core(b);
    bool ok = interpolate(b, prover, labels);
    model_init(&out->model, b->h);
    for (size_t k = 0; k < b->instances.size && ok; k++) {
        const instance *i = &b->instances.data[k];
        if (!i->expanded) continue;
        assert(!term_is_none(labels[i->slot]) && i->slot); /* its clauses were asserted there */
        term label = label_of(b, i, labels[i->slot]);
        model_set(&out->model, i->pred, term_mk_and2(b->ts, model_get(&out->model, i->pred), label));
    }
    if (ok) {
        out->answer = ANSWER_SAFE;
    } else {
        model_release(&out->model);
        result_set_unknown(out, "there is no derivation of any depth, but no model was found: %s", itp_why_unknown(prover));
    }
    free(labels);
    itp_free(prover);
}

/* ---- the search ---- */

/* Checks and expands until the bound is settled. Returns false when the run is over, with *out filled. */
static bool settle_bound(bmc *b, size_t bound, uint32_t n_queries, result *out)
{
    term_vec core;
    term_vec_init(&core);
    bool more = false, again = true;
    while (again) {
        again = false;
        switch (smt_check(b->solver, b->open.data, b->open.size)) {
        case SMT_SAT: read_derivation(b, n_queries, out); break;
        case SMT_UNKNOWN: result_set_unknown(out, "%s", smt_why_unknown(b->solver)); break;
        case SMT_UNSAT:
            term_vec_clear(&core);
            smt_core(b->solver, &core);
            if (core.size == 0)
                conclude_none(b, out);
            else if (expand_core(b, &core, bound))
                again = true;
            else
                more = true;
            break;
        }
        if (again && limits_is_over(&b->context->limits)) {
            result_set_unknown(out, "out of time");
            again = false;
        }
    }
    term_vec_release(&core);
    return more;
}

void bmc_run(const horn *h, const engine_context *context, result *out)
{
    bmc b;
    bmc_init(&b, h, context, out);
    const u32_vec *queries = horn_clauses_of(h, PRED_FALSE);
    add_choice(&b, term_true(b.ts), queries, 0, 0);
    assert(b.uses.size == queries->size);
    for (size_t bound = 0;; bound++) {
        if (context->progress) context->progress(context->user, "depth", (int64_t)bound);
        if (!settle_bound(&b, bound, (uint32_t)queries->size, out)) break;
        out->bound = (int64_t)bound;
        stats_set(&out->stats, bound, bound);
        if (context->max_bound && bound >= context->max_bound) {
            result_set_unknown(out, "no derivation of depth %zu or less", bound);
            break;
        }
    }
    bmc_release(&b);
}
