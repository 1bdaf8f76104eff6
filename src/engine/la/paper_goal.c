/* Goals as paths: frames that derive subgoals of older ones. */

#include "engine/la/paper.h"
#include "logic/implicant.h"

#include <stdlib.h>

void goal_begin(paper *s, uint32_t level)
{
    frame_vec_clear(&s->frames);
    subgoal_vec_clear(&s->subgoals);
    term_vec_clear(&s->terms);
    subgoal_vec_push(&s->subgoals, (subgoal){.pred = PRED_FALSE, .level = level, .frame = NO_FRAME, .by = NO_FRAME});
}

static term symbol_at(paper *s, uint32_t f, uint64_t what, sort of)
{
    bool added;
    uint32_t *known = u64_map_put(&s->symbols, (uint64_t)f << 40 | what, &added);
    if (added) *known = term_mk_fresh(s->ts, "at", of).id;
    return (term){*known};
}

/* The head's arguments are the subgoal's: a variable becomes the symbol there, anything else is an equation. */
static void unify_head(paper *s, const clause *c, const subgoal *g, substitution *rename)
{
    for (size_t i = 0; !pred_is_false(c->head.pred) && i < horn_pred_arity(s->h, c->head.pred); i++) {
        term arg = c->head.args[i];
        if (term_kind_of(s->ts, arg) == TERM_SYM && term_is_none(substitution_get(rename, arg))) substitution_set(rename, arg, s->terms.data[g->args + i]);
    }
}

static void equate_head(paper *s, const clause *c, const subgoal *g, substitution *rename, term_vec *parts)
{
    for (size_t i = 0; !pred_is_false(c->head.pred) && i < horn_pred_arity(s->h, c->head.pred); i++)
        term_vec_push(parts, term_mk_eq(s->ts, s->terms.data[g->args + i], substitution_apply(rename, c->head.args[i])));
}

static bool is_taken(const paper *s, size_t from, term t)
{
    for (size_t i = from; i < s->terms.size; i++)
        if (term_is_equal(s->terms.data[i], t)) return true;
    return false;
}

/* The subgoals of frame f: their arguments are distinct symbols. */
static void add_subgoals(paper *s, uint32_t f, uint32_t level, const clause *c, substitution *rename, term_vec *parts)
{
    for (size_t j = 0; j < c->n_body; j++) {
        size_t args = s->terms.size;
        for (size_t i = 0; i < horn_pred_arity(s->h, c->body[j].pred); i++) {
            term given = substitution_apply(rename, c->body[j].args[i]);
            bool keeps = term_kind_of(s->ts, given) == TERM_SYM && !is_taken(s, args, given);
            uint64_t what = (uint64_t)1 << 39 | (uint64_t)j << 32 | horn_param(s->h, c->body[j].pred, i).id;
            term symbol = keeps ? given : symbol_at(s, f, what, term_sort(s->ts, given));
            if (!keeps) term_vec_push(parts, term_mk_eq(s->ts, symbol, given));
            term_vec_push(&s->terms, symbol);
        }
        subgoal_vec_push(&s->subgoals, (subgoal){.pred = c->body[j].pred, .level = level, .frame = f, .by = NO_FRAME, .args = args});
    }
}

uint32_t goal_resolve(paper *s, uint32_t which, uint32_t index)
{
    const clause *c = horn_clause(s->h, index);
    subgoal g = s->subgoals.data[which];
    assert(g.by == NO_FRAME && pred_is_equal(g.pred, c->head.pred) && (g.level || !c->n_body));
    uint32_t f = (uint32_t)s->frames.size;
    s->subgoals.data[which].by = f;
    frame made = {.clause = index, .subgoal = which, .vars = s->terms.size, .first = (uint32_t)s->subgoals.size};
    substitution *rename = substitution_new(s->ts);
    term_vec parts;
    term_vec_init(&parts);
    unify_head(s, c, &g, rename);
    for (size_t i = 0; i < c->n_vars; i++) {
        if (term_is_none(substitution_get(rename, c->vars[i]))) substitution_set(rename, c->vars[i], symbol_at(s, f, c->vars[i].id, term_sort(s->ts, c->vars[i])));
        term_vec_push(&s->terms, substitution_get(rename, c->vars[i]));
    }
    term_vec_push(&parts, substitution_apply(rename, c->constraint));
    equate_head(s, c, &g, rename, &parts);
    add_subgoals(s, f, g.level - 1, c, rename, &parts);
    made.constraint = made.formula = term_mk_and(s->ts, parts.data, parts.size);
    frame_vec_push(&s->frames, made);
    term_vec_release(&parts);
    substitution_free(rename);
    return f;
}

void goal_undo(paper *s)
{
    frame last = frame_vec_pop(&s->frames);
    s->subgoals.data[last.subgoal].by = NO_FRAME;
    s->subgoals.size = last.first;
    s->terms.size = last.vars;
}

/* ---- questions ---- */

static term translate(paper *s, const subgoal *g, term formula, bool to_label)
{
    size_t n = pred_is_false(g->pred) ? 0 : horn_pred_arity(s->h, g->pred);
    term_vec params;
    term_vec_init(&params);
    for (size_t i = 0; i < n; i++) term_vec_push(&params, horn_param(s->h, g->pred, i));
    const term *args = s->terms.data + g->args;
    term made = dag_substitute(s->ts, formula, to_label ? args : params.data, to_label ? params.data : args, n);
    term_vec_release(&params);
    return made;
}

term goal_label(paper *s, uint32_t which, term formula) { return translate(s, &s->subgoals.data[which], formula, true); }

term goal_annotation(paper *s, uint32_t which)
{
    subgoal *g = &s->subgoals.data[which];
    if (pred_is_false(g->pred)) return term_true(s->ts);
    term now = paper_instance(s, g->pred, g->level)->formula;
    if (!term_is_equal(g->known, now)) *g = (subgoal){g->pred, g->level, g->frame, g->by, g->args, now, translate(s, g, now, false)};
    return g->here;
}

/* All of the goal as conjuncts, each with the frame it is of (NO_FRAME: of none). */
static void list_parts(paper *s, term_vec *parts, u32_vec *owners)
{
    for (uint32_t f = 0; f < s->frames.size; f++) {
        dag_conjuncts(s->ts, s->frames.data[f].formula, parts);
        while (owners->size < parts->size) u32_vec_push(owners, f);
    }
    for (uint32_t g = 0; g < s->subgoals.size; g++) {
        if (s->subgoals.data[g].by != NO_FRAME) continue;
        dag_conjuncts(s->ts, goal_annotation(s, g), parts);
        while (owners->size < parts->size) u32_vec_push(owners, s->subgoals.data[g].frame);
    }
}

smt_result goal_check(paper *s, term_vec *core, mark_vec *uses)
{
    term_vec parts;
    u32_vec owners;
    term_vec_init(&parts);
    u32_vec_init(&owners);
    list_parts(s, &parts, &owners);
    smt_result r = smt_check(s->solver, parts.data, parts.size);
    if (r == SMT_UNSAT) {
        u32_map in_core;
        u32_map_init(&in_core);
        smt_core(s->solver, core);
        for (size_t i = 0; i < core->size; i++) u32_map_put(&in_core, core->data[i].id, NULL);
        mark_vec_clear(uses);
        mark_vec_resize(uses, s->frames.size);
        for (size_t i = 0; i < parts.size; i++)
            if (owners.data[i] != NO_FRAME && u32_map_find(&in_core, parts.data[i].id)) uses->data[owners.data[i]] = true;
        u32_map_release(&in_core);
    }
    if (r == SMT_UNKNOWN && !paper_is_over(s)) s->why = "the solver did not decide a goal";
    term_vec_release(&parts);
    u32_vec_release(&owners);
    return r;
}

term goal_decide(paper *s)
{
    term constraint = s->frames.data[s->frames.size - 1].constraint;
    if (s->options.coarse) return constraint;
    implicant_model from = {.solver = s->solver, .cost = implicant_size, .context = s->ts};
    term_vec literals;
    term_vec_init(&literals);
    bool found = implicant_of_model(&from, s->ts, &constraint, 1, &literals);
    term made = found ? term_mk_and(s->ts, literals.data, literals.size) : constraint;
    term_vec_release(&literals);
    stats_count(s->stats, la_decisions);
    return made;
}

void goal_split(paper *s, const term_vec *core, term_vec *prefix, term_vec *suffix)
{
    u32_map own;
    u32_map_init(&own);
    const frame *f = &s->frames.data[s->frames.size - 1];
    term_vec parts;
    term_vec_init(&parts);
    dag_conjuncts(s->ts, f->formula, &parts);
    for (uint32_t g = f->first; g < s->subgoals.size; g++) dag_conjuncts(s->ts, goal_annotation(s, g), &parts);
    for (size_t i = 0; i < parts.size; i++) u32_map_put(&own, parts.data[i].id, NULL);
    for (size_t i = 0; i < core->size; i++) term_vec_push(u32_map_find(&own, core->data[i].id) ? prefix : suffix, core->data[i]);
    term_vec_release(&parts);
    u32_map_release(&own);
}

/* ---- a derivation ---- */

static bool add_step(paper *s, uint32_t f, uint32_t *steps, derivation *out)
{
    const frame *x = &s->frames.data[f];
    const clause *c = horn_clause(s->h, x->clause);
    term_vec values;
    u32_vec premises;
    term_vec_init(&values);
    u32_vec_init(&premises);
    for (size_t j = 0; j < c->n_body; j++) u32_vec_push(&premises, steps[s->subgoals.data[x->first + j].by]);
    bool ok = true;
    for (size_t i = 0; i < c->n_vars && ok; i++) {
        term_vec_push(&values, smt_value(s->solver, s->terms.data[x->vars + i]));
        ok = !term_is_none(term_vec_last(&values));
    }
    if (ok) steps[f] = derivation_add(out, s->h, x->clause, premises.data, values.data);
    term_vec_release(&values);
    u32_vec_release(&premises);
    return ok;
}

bool goal_derivation(paper *s, derivation *out)
{
    term_vec core;
    mark_vec uses;
    term_vec_init(&core);
    mark_vec_init(&uses);
    bool ok = goal_check(s, &core, &uses) == SMT_SAT;
    uint32_t *steps = alloc_zeroed(s->frames.size + 1, sizeof *steps);
    /* A frame's subgoals are derived by younger ones. */
    for (size_t f = s->frames.size; f-- > 0 && ok;) ok = add_step(s, (uint32_t)f, steps, out);
    free(steps);
    term_vec_release(&core);
    mark_vec_release(&uses);
    return ok;
}
