/* Clause inlining: a predicate that is no loop head is resolved away where that does not increase the number of clauses and keeps
 * constraints small. Predicates with one definition go first, then those with one use, then the rest. Loop heads stay: engines
 * find invariants for two nested loops sooner than one for both in one. What is between them becomes large blocks. */

#include "pass/inline.h"

#include "base/alloc.h"
#include "base/map.h"
#include "pass/clause_builder.h"
#include "pass/passes.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_SIZE = 3000, /* of a resolvent's DAG, and of what copying one definition adds in all */
    WIDE = 16, /* terms with many arguments count once more for this many */
    MAX_BODY = 8 /* atoms of a resolvent, unless a parent has more */
};

typedef struct inliner {
    const horn *h;
    term_store *ts;
    arena mem;
    rule_vec rules;
    rule_vec *defs, *uses; /* by predicate; may hold dead rules */
    bool *loop_head; /* by predicate */
    u32_vec work; /* predicates to try */
    bool *queued;
    elimination_vec eliminations;
} inliner;

static size_t rule_size(const inliner *in, const clause *c)
{
    term_vec roots, all;
    term_vec_init(&roots);
    term_vec_init(&all);
    clause_builder_body_args(in->h, c, &roots);
    clause_builder_head_args(in->h, c, &roots);
    term_vec_push(&roots, c->constraint);
    dag_subterms(in->ts, roots.data, roots.size, &all);
    size_t size = 0;
    for (size_t i = 0; i < all.size; i++) {
        size_t n = term_arity(in->ts, all.data[i]);
        size += (n > 0) + n / WIDE;
    }
    term_vec_release(&all);
    term_vec_release(&roots);
    return size;
}

static void enqueue(inliner *in, pred p)
{
    assert(pred_is_false(p) || p.id < horn_pred_count(in->h));
    if (pred_is_false(p) || in->queued[p.id]) return;
    in->queued[p.id] = true;
    u32_vec_push(&in->work, p.id);
}

/* Makes a finished rule one of the problem's clauses. */
static void add_rule(inliner *in, rule *r)
{
    rule_vec_push(&in->rules, r);
    if (!pred_is_false(r->clause.head.pred)) rule_vec_push(&in->defs[r->clause.head.pred.id], r);
    enqueue(in, r->clause.head.pred);
    for (size_t i = 0; i < r->clause.n_body; i++) {
        rule_vec *uses = &in->uses[r->clause.body[i].pred.id];
        if (!uses->size || rule_vec_last(uses) != r) rule_vec_push(uses, r);
        enqueue(in, r->clause.body[i].pred);
    }
}

static void inliner_init(inliner *in, const horn *h)
{
    size_t preds = horn_pred_count(h);
    *in = (inliner){.h = h, .ts = horn_terms(h)};
    arena_init(&in->mem);
    in->defs = alloc_zeroed(preds + 1, sizeof(rule_vec));
    in->uses = alloc_zeroed(preds + 1, sizeof(rule_vec));
    in->loop_head = alloc_zeroed(preds + 1, sizeof(bool));
    in->queued = alloc_zeroed(preds + 1, sizeof(bool));
    horn_loop_heads(h, in->loop_head);
    for (uint32_t i = 0; i < horn_clause_count(h); i++) {
        rule *r = arena_alloc(&in->mem, sizeof *r);
        *r = (rule){.clause = clause_builder_copy(&in->mem, h, horn_clause(h, i)), .origin = i};
        r->size = rule_size(in, &r->clause);
        add_rule(in, r);
    }
}

/* Leaves mem, and eliminations, to the back-translator. */
static void inliner_release(inliner *in)
{
    for (size_t i = 0; i < horn_pred_count(in->h); i++) {
        rule_vec_release(&in->defs[i]);
        rule_vec_release(&in->uses[i]);
    }
    free(in->defs);
    free(in->uses);
    free(in->loop_head);
    free(in->queued);
    u32_vec_release(&in->work);
    rule_vec_release(&in->rules);
}

/* ---- resolution ---- */

static term rename_symbol(inliner *in, term symbol)
{
    const char *name = term_name(in->ts, symbol);
    char hint[64];
    size_t n = 0;
    while (n < sizeof hint - 1 && name[n] && (name[n] != '!' || n == 0)) n++;
    memcpy(hint, name, n);
    hint[n] = 0;
    return term_mk_fresh(in->ts, hint, term_sort(in->ts, symbol));
}

/* The definition's variables as terms over the resolvent's: what the head's plain variables are in the use, and otherwise
 * themselves, renamed where the use has the same. */
static substitution *unify(inliner *in, const clause *def, const clause *use, size_t at)
{
    assert(at < use->n_body && pred_is_equal(use->body[at].pred, def->head.pred));
    substitution *s = substitution_new(in->ts);
    u32_map taken;
    u32_map_init(&taken);
    for (size_t i = 0; i < use->n_vars; i++) u32_map_put(&taken, use->vars[i].id, NULL);
    for (size_t i = 0; i < horn_pred_arity(in->h, def->head.pred); i++) {
        term t = def->head.args[i];
        if (term_kind_of(in->ts, t) == TERM_SYM && term_is_none(substitution_get(s, t))) substitution_set(s, t, use->body[at].args[i]);
    }
    for (size_t i = 0; i < def->n_vars; i++) {
        term v = def->vars[i];
        if (!term_is_none(substitution_get(s, v))) continue;
        substitution_set(s, v, u32_map_find(&taken, v.id) ? rename_symbol(in, v) : v);
    }
    u32_map_release(&taken);
    return s;
}

static term resolvent_constraint(inliner *in, const clause *def, const clause *use, size_t at, substitution *s)
{
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, use->constraint);
    term_vec_push(&parts, substitution_apply(s, def->constraint));
    for (size_t i = 0; i < horn_pred_arity(in->h, def->head.pred); i++) {
        term_vec_push(&parts, term_mk_eq(in->ts, substitution_apply(s, def->head.args[i]), use->body[at].args[i]));
    }
    term constraint = term_mk_and(in->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return constraint;
}

/* The definition's body, then the rest of the use's. */
static clause resolvent_draft(inliner *in, const clause *def, const clause *use, size_t at, substitution *s)
{
    clause c = {.line = use->line, .tag = use->tag};
    atom *body = arena_alloc(&in->mem, (def->n_body + use->n_body) * sizeof(atom));
    for (size_t i = 0; i < def->n_body; i++) {
        size_t n = horn_pred_arity(in->h, def->body[i].pred);
        term *args = arena_alloc(&in->mem, n * sizeof(term));
        for (size_t j = 0; j < n; j++) args[j] = substitution_apply(s, def->body[i].args[j]);
        body[c.n_body++] = (atom){def->body[i].pred, args};
    }
    for (size_t i = 0; i < use->n_body; i++) {
        if (i != at) body[c.n_body++] = clause_builder_atom(&in->mem, in->h, use->body[i]);
    }
    assert(c.n_body == def->n_body + use->n_body - 1);
    c.body = body;
    c.head = clause_builder_atom(&in->mem, in->h, use->head);
    c.constraint = resolvent_constraint(in, def, use, at, s);
    clause_builder_set_vars(&in->mem, in->h, &c);
    return c;
}

static bool is_same_atom(const inliner *in, atom a, atom b)
{
    if (!pred_is_equal(a.pred, b.pred)) return false;
    size_t n = horn_pred_arity(in->h, a.pred);
    return !n || memcmp(a.args, b.args, n * sizeof(term)) == 0;
}

/* Drops repeated body atoms; place[i] is where the i-th is now. */
static void merge_atoms(inliner *in, clause *c, uint32_t *place)
{
    atom *body = arena_alloc(&in->mem, c->n_body * sizeof(atom));
    size_t n = 0;
    for (size_t i = 0; i < c->n_body; i++) {
        size_t j = 0;
        while (j < n && !is_same_atom(in, body[j], c->body[i])) j++;
        if (j == n) body[n++] = c->body[i];
        place[i] = (uint32_t)j;
    }
    assert(n <= c->n_body && (n || !c->n_body));
    c->body = body;
    c->n_body = n;
}

static void map_variables(inliner *in, rule *r, substitution *s, solve_eq *e)
{
    const clause *def = &r->def->clause, *use = &r->use->clause;
    term *def_terms = arena_alloc(&in->mem, def->n_vars * sizeof(term));
    term *use_terms = arena_alloc(&in->mem, use->n_vars * sizeof(term));
    for (size_t i = 0; i < def->n_vars; i++) def_terms[i] = solve_eq_apply(e, substitution_apply(s, def->vars[i]));
    for (size_t i = 0; i < use->n_vars; i++) use_terms[i] = solve_eq_apply(e, use->vars[i]);
    r->def_terms = def_terms;
    r->use_terms = use_terms;
}

static void map_atoms(inliner *in, rule *r)
{
    size_t n_def = r->def->clause.n_body, n_use = r->use->clause.n_body;
    uint32_t *place = arena_alloc(&in->mem, (n_def + n_use) * sizeof *place);
    uint32_t *use_atoms = arena_alloc(&in->mem, n_use * sizeof *use_atoms);
    merge_atoms(in, &r->clause, place);
    for (size_t i = 0, k = n_def; i < n_use; i++) use_atoms[i] = i == r->at ? 0 : place[k++];
    for (size_t i = 0; i < n_def; i++) assert(place[i] < r->clause.n_body);
    r->def_atoms = place;
    r->use_atoms = use_atoms;
}

static rule *resolve(inliner *in, const rule *def, const rule *use, size_t at)
{
    rule *r = arena_alloc(&in->mem, sizeof *r);
    *r = (rule){.def = def, .use = use, .at = at};
    substitution *s = unify(in, &def->clause, &use->clause, at);
    solve_eq *e = solve_eq_new(in->ts);
    r->clause = resolvent_draft(in, &def->clause, &use->clause, at, s);
    clause_builder_solve(&in->mem, in->h, &r->clause, e);
    map_variables(in, r, s, e);
    map_atoms(in, r);
    r->size = rule_size(in, &r->clause);
    solve_eq_free(e);
    substitution_free(s);
    return r;
}

/* ---- what to resolve away ---- */

static void forget_dead(rule_vec *rules)
{
    size_t n = 0;
    for (size_t i = 0; i < rules->size; i++) {
        if (!rules->data[i]->dead) rules->data[n++] = rules->data[i];
    }
    rules->size = n;
}

static size_t occurrences(const rule *r, pred p, size_t *last)
{
    size_t n = 0;
    for (size_t i = 0; i < r->clause.n_body; i++) {
        if (!pred_is_equal(r->clause.body[i].pred, p)) continue;
        *last = i;
        n++;
    }
    return n;
}

/* Would each pair of definition and use make a resolvent that is small enough? */
static bool fits(const rule_vec *defs, const rule_vec *uses, pred p)
{
    size_t at, copies = 0;
    for (size_t i = 0; i < uses->size; i++) {
        size_t n = occurrences(uses->data[i], p, &at);
        if (n > 1 && defs->size > 1) return false;
        copies += n;
        for (size_t k = 0; k < defs->size; k++) {
            const rule *d = defs->data[k], *u = uses->data[i];
            size_t body = u->clause.n_body + n * d->clause.n_body - n;
            if (u->size + n * d->size > MAX_SIZE) return false;
            if (body > MAX_BODY && body > u->clause.n_body && body > d->clause.n_body) return false;
        }
    }
    size_t total = 0;
    for (size_t k = 0; k < defs->size; k++) total += defs->data[k]->size;
    assert(copies > 0);
    return (copies - 1) * total <= MAX_SIZE;
}

enum { TIER_ONE_DEFINITION, TIER_ONE_USE, TIER_ANY, TIERS };

static bool can_inline(inliner *in, pred p, int tier)
{
    rule_vec *defs = &in->defs[p.id], *uses = &in->uses[p.id];
    forget_dead(defs);
    forget_dead(uses);
    size_t at, nd = defs->size, nu = uses->size;
    if (in->loop_head[p.id] || !nd || !nu || nd * nu > nd + nu) return false;
    if (tier == TIER_ONE_DEFINITION && nd > 1) return false;
    if (tier == TIER_ONE_USE && nd > 1 && nu > 1) return false;
    for (size_t k = 0; k < nd; k++) {
        if (occurrences(defs->data[k], p, &at)) return false;
    }
    return fits(defs, uses, p);
}

static const rule **copy_rules(inliner *in, const rule_vec *rules)
{
    const rule **copy = arena_alloc(&in->mem, rules->size * sizeof *copy);
    for (size_t i = 0; i < rules->size; i++) copy[i] = rules->data[i];
    return copy;
}

static void inline_pred(inliner *in, pred p)
{
    rule_vec *defs = &in->defs[p.id], *uses = &in->uses[p.id];
    assert(!in->loop_head[p.id] && defs->size && uses->size);
    elimination e = {p, copy_rules(in, defs), copy_rules(in, uses), defs->size, uses->size};
    elimination_vec_push(&in->eliminations, e);
    for (size_t i = 0; i < e.n_uses; i++) {
        for (size_t k = 0; k < e.n_defs; k++) {
            const rule *r = e.uses[i];
            rule *made = NULL;
            for (size_t at; occurrences(r, p, &at); r = made) made = resolve(in, e.defs[k], r, at);
            assert(made && !made->dead); /* each use has the predicate, so there is something to resolve */
            if (!term_is_equal(made->clause.constraint, term_false(in->ts))) add_rule(in, made);
        }
    }
    for (size_t k = 0; k < defs->size; k++) defs->data[k]->dead = true;
    for (size_t i = 0; i < uses->size; i++) uses->data[i]->dead = true;
    rule_vec_clear(defs);
    rule_vec_clear(uses);
}

static bool run_tier(inliner *in, int tier, const limits *limit)
{
    bool changed = false;
    for (size_t i = 0; i < in->work.size && !limits_is_over(limit); i++) {
        pred p = {in->work.data[i]};
        in->queued[p.id] = false;
        if (!can_inline(in, p, tier)) continue;
        inline_pred(in, p);
        changed = true;
    }
    u32_vec_clear(&in->work);
    memset(in->queued, 0, horn_pred_count(in->h) * sizeof(bool));
    return changed;
}

/* A tier starts when the ones before it are exhausted, and they start again after it. */
static void run_tiers(inliner *in, const limits *limit)
{
    int tier = 0;
    while (tier < TIERS && !limits_is_over(limit)) {
        for (uint32_t p = 0; p < horn_pred_count(in->h); p++) enqueue(in, (pred){p});
        tier = run_tier(in, tier, limit) && tier > 0 ? 0 : tier + 1;
    }
}

static horn *build(inliner *in, rule_vec *kept)
{
    horn *out = horn_new(in->ts);
    if (horn_file(in->h)) horn_set_file(out, horn_file(in->h));
    horn_copy_preds(out, in->h);
    for (size_t i = 0; i < in->rules.size; i++) {
        rule *r = in->rules.data[i];
        if (r->dead) continue;
        horn_add_clause_like(out, r->clause.body, r->clause.n_body, r->clause.constraint, r->clause.head, &r->clause);
        rule_vec_push(kept, r);
    }
    return out;
}

/* ---- derivations ---- */

/* An instance of a rule that is still to be expanded. */
typedef struct instance {
    const rule *rule;
    const term *values; /* of the rule's variables */
    uint32_t *premises; /* steps of the old derivation, one for each body atom */
    uint32_t *conclusion; /* where to put the number of the step that concludes its head */
} instance;
VEC_DECLARE(instance_vec, instance);

typedef struct expansion {
    const horn *h;
    evaluator *e;
    arena mem; /* released after each step */
    instance_vec stack;
    derivation *out;
} expansion;

static const term *eval_all(expansion *x, const term *terms, size_t n)
{
    term *values = arena_alloc(&x->mem, n * sizeof(term));
    for (size_t i = 0; i < n; i++) {
        values[i] = evaluator_eval(x->e, terms[i], NULL);
        if (term_is_none(values[i])) return NULL;
    }
    return values;
}

/* The definition's instance goes on top of the use's, and so becomes a step before it. */
static bool expand_resolvent(expansion *x, const instance *i)
{
    const rule *r = i->rule;
    const clause *def = &r->def->clause, *use = &r->use->clause;
    evaluator_clear(x->e);
    for (size_t k = 0; k < r->clause.n_vars; k++) evaluator_set(x->e, r->clause.vars[k], i->values[k]);
    const term *def_values = eval_all(x, r->def_terms, def->n_vars);
    const term *use_values = eval_all(x, r->use_terms, use->n_vars);
    if (!def_values || !use_values) return false;
    uint32_t *def_premises = arena_alloc(&x->mem, def->n_body * sizeof *def_premises);
    uint32_t *use_premises = arena_alloc(&x->mem, use->n_body * sizeof *use_premises);
    for (size_t k = 0; k < def->n_body; k++) def_premises[k] = i->premises[r->def_atoms[k]];
    for (size_t k = 0; k < use->n_body; k++) {
        if (k != r->at) use_premises[k] = i->premises[r->use_atoms[k]];
    }
    assert(r->at < use->n_body && r->def && r->use);
    instance_vec_push(&x->stack, (instance){r->use, use_values, use_premises, i->conclusion});
    instance_vec_push(&x->stack, (instance){r->def, def_values, def_premises, &use_premises[r->at]});
    return true;
}

static bool expand(expansion *x, instance root)
{
    instance_vec_push(&x->stack, root);
    while (x->stack.size) {
        instance i = instance_vec_pop(&x->stack);
        if (!i.rule->def) {
            *i.conclusion = derivation_add(x->out, x->h, i.rule->origin, i.premises, i.values);
        } else if (!expand_resolvent(x, &i)) {
            return false;
        }
    }
    return true;
}

static bool expand_step(expansion *x, const inline_back *b, const derivation *in, size_t index, uint32_t *step_of)
{
    const step *s = &in->steps.data[index];
    const rule *r = b->kept.data[s->clause];
    arena_init(&x->mem);
    uint32_t *premises = arena_alloc(&x->mem, r->clause.n_body * sizeof *premises);
    for (size_t i = 0; i < r->clause.n_body; i++) premises[i] = step_of[in->premises.data[s->premise + i]];
    bool ok = expand(x, (instance){r, in->values.data + s->value, premises, &step_of[index]});
    arena_release(&x->mem);
    return ok;
}

static bool derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit)
{
    const inline_back *b = (const inline_back *)base;
    expansion x = {.h = base->before, .e = evaluator_new(horn_terms(base->before)), .out = out};
    uint32_t *step_of = alloc_zeroed(in->steps.size + 1, sizeof *step_of);
    bool ok = true;
    for (size_t i = 0; i < in->steps.size && ok; i++) ok = !limits_is_over(limit) && expand_step(&x, b, in, i, step_of);
    free(step_of);
    instance_vec_release(&x.stack);
    evaluator_free(x.e);
    return ok;
}

static void inline_back_free(back *base)
{
    inline_back *b = (inline_back *)base;
    arena_release(&b->mem);
    elimination_vec_release(&b->eliminations);
    rule_vec_release(&b->kept);
    free(b);
}

horn *pass_inline(const horn *h, const limits *limit, back **out)
{
    inliner in;
    inliner_init(&in, h);
    run_tiers(&in, limit);
    horn *after = NULL;
    if (in.eliminations.size) {
        inline_back *b = alloc_zeroed(1, sizeof *b);
        after = build(&in, &b->kept);
        b->base = (back){inline_model_back, derivation_back, inline_back_free, h, after};
        b->mem = in.mem;
        b->eliminations = in.eliminations;
        *out = &b->base;
    } else {
        arena_release(&in.mem);
        elimination_vec_release(&in.eliminations);
    }
    inliner_release(&in);
    return after;
}
