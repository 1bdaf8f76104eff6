#include "engine/lawi/unwinding.h"
#include "engine/lawi/rules.h"
#include "engine/weaken.h"

#include "term/dag.h"

#include <stdlib.h>

#define ENTAILMENT_SECONDS 5.0

void unwinding_init(unwinding *u, const horn *h, const engine_context *context, const lawi_options *options, const lawi_observer *observer, result *out)
{
    *u = (unwinding){.h = h, .ts = horn_terms(h), .context = context, .options = *options, .stats = &out->stats, .epoch = 1};
    if (observer) u->observer = *observer;
    u->solver = smt_new(u->ts, &context->limits, u->stats);
    smt_set_query_limit(u->solver, ENTAILMENT_SECONDS);
    u->path_solver = smt_new(u->ts, &context->limits, u->stats);
    u->evaluator = evaluator_new(u->ts);
    u->edges = edges_new(h, u->solver);
    itp_options of_itp = ITP_OPTIONS_DEFAULT;
    of_itp.quantifiers = options->quantifiers;
    if (options->languages) lawi_first_language(u, &of_itp);
    u->itp = itp_new(u->ts, &context->limits, u->stats, &of_itp);
    size_t n = horn_pred_count(h);
    u->places = alloc_zeroed(n ? n : 1, sizeof *u->places);
    for (size_t i = 0; i < n; i++) u->places[i].invariant = term_true(u->ts);
    value_cases_init(&u->values, h);
    for (size_t i = 0; i < horn_clause_count(h); i++)
        if (horn_clause(h, i)->n_body > u->widest_body) u->widest_body = horn_clause(h, i)->n_body;
}

void unwinding_clear(unwinding *u)
{
    for (size_t i = 0; i < u->vertices.size; i++) {
        term_vec_release(&u->vertices.data[i].label);
        u32_vec_release(&u->vertices.data[i].covers);
        term_vec_release(&u->vertices.data[i].facts);
        term_vec_release(&u->vertices.data[i].point);
    }
    vertex_vec_clear(&u->vertices);
    u32_vec_clear(&u->parents);
    u32_vec_clear(&u->leaves);
    u64_map_clear(&u->joins);
    u32_vec_clear(&u->coverers);
    for (size_t i = 0; i < horn_pred_count(u->h); i++) {
        u32_vec_clear(&u->places[i].vertices);
        u32_vec_clear(&u->places[i].expanded);
    }
    u->epoch++;
}

void unwinding_release(unwinding *u)
{
    unwinding_clear(u);
    smt_free(u->solver);
    smt_free(u->path_solver);
    evaluator_free(u->evaluator);
    edges_free(u->edges);
    itp_free(u->itp);
    int64_vec_release(&u->constants);
    vertex_vec_release(&u->vertices);
    u32_vec_release(&u->parents);
    u32_vec_release(&u->leaves);
    u32_vec_release(&u->coverers);
    for (size_t i = 0; i < horn_pred_count(u->h); i++) {
        u32_vec_release(&u->places[i].vertices);
        u32_vec_release(&u->places[i].expanded);
        term_vec_release(&u->places[i].pool);
        term_vec_release(&u->places[i].invariants);
    }
    free(u->places);
    value_cases_release(&u->values);
    u64_map_release(&u->seen);
    u64_map_release(&u->path_programs);
    u64_map_release(&u->joins);
}

size_t unwinding_parent_count(const unwinding *u, uint32_t v) { return horn_clause(u->h, unwinding_vertex(u, v)->clause)->n_body; }

place *unwinding_place(const unwinding *u, uint32_t v)
{
    assert(!pred_is_false(unwinding_vertex(u, v)->pred));
    return &u->places[unwinding_vertex(u, v)->pred.id];
}

static uint64_t hash_of_join(const unwinding *u, uint32_t index, const uint32_t *parents)
{
    return map_hash_mix(index, map_hash_bytes(parents, horn_clause(u->h, index)->n_body * sizeof *parents));
}

/* Two applications with one hash cannot make a wrong answer: the model that would miss one of them does not validate. */
bool unwinding_has(const unwinding *u, uint32_t index, const uint32_t *parents)
{
    return horn_clause(u->h, index)->n_body > 1 && u64_map_find(&u->joins, hash_of_join(u, index, parents));
}

uint32_t unwinding_add(unwinding *u, uint32_t index, term guard, const uint32_t *parents)
{
    const clause *c = horn_clause(u->h, index);
    uint32_t v = (uint32_t)u->vertices.size;
    vertex made = {.pred = c->head.pred, .clause = index, .guard = guard, .covered_by = NO_VERTEX};
    made.parents = (uint32_t)u->parents.size;
    made.formula = term_true(u->ts);
    for (size_t j = 0; j < c->n_body; j++) {
        uint32_t depth = unwinding_vertex(u, parents[j])->depth + 1;
        if (depth > made.depth) made.depth = depth;
        u32_vec_push(&u->parents, parents[j]);
    }
    if (c->n_body > 1) u64_map_put(&u->joins, hash_of_join(u, index, parents), NULL);
    vertex_vec_push(&u->vertices, made);
    u32_vec_push(&u->leaves, v);
    if (!pred_is_false(made.pred)) u32_vec_push(&unwinding_place(u, v)->vertices, v);
    stats_count(u->stats, lawi_vertices);
    return v;
}

/* ---- covering ---- */

bool unwinding_is_false(const unwinding *u, uint32_t v)
{
    return term_is_equal(unwinding_vertex(u, v)->formula, term_false(u->ts));
}

static bool is_known(const unwinding *u, uint32_t v) { return unwinding_vertex(u, v)->asked == u->epoch; }

bool unwinding_is_closed(unwinding *u, uint32_t v)
{
    u32_vec stack;
    u32_vec_init(&stack);
    u32_vec_push(&stack, v);
    while (stack.size) {
        uint32_t top = u32_vec_last(&stack);
        vertex *x = unwinding_vertex(u, top);
        bool closed = x->covered_by != NO_VERTEX || unwinding_is_false(u, top), ready = true;
        size_t n = unwinding_parent_count(u, top);
        for (size_t j = 0; j < n && !closed && ready; j++) {
            uint32_t parent = unwinding_parents(u, top)[j];
            ready = is_known(u, parent);
            if (!ready) u32_vec_push(&stack, parent);
            else closed = unwinding_vertex(u, parent)->is_closed;
        }
        if (!ready && !closed) continue;
        x->is_closed = closed;
        x->asked = u->epoch;
        u32_vec_pop(&stack);
    }
    u32_vec_release(&stack);
    return unwinding_vertex(u, v)->is_closed;
}

void unwinding_say(const unwinding *u, lawi_event event, uint32_t v)
{
    if (!u->observer.see) return;
    const vertex *x = unwinding_vertex(u, v);
    uint32_t other = unwinding_parent_count(u, v) ? unwinding_parents(u, v)[0] : UINT32_MAX;
    if (event == LAWI_COVERED) other = x->covered_by;
    u->observer.see(u->observer.user, event, v, other, x->formula);
}

void unwinding_uncover(unwinding *u, uint32_t v)
{
    assert(unwinding_vertex(u, v)->covered_by != NO_VERTEX);
    unwinding_say(u, LAWI_UNCOVERED, v);
    unwinding_vertex(u, v)->covered_by = NO_VERTEX;
    unwinding_vertex(u, v)->asked = 0;
    if (unwinding_vertex(u, v)->expanded) u->epoch++;
}

static void uncover_all(unwinding *u, uint32_t w)
{
    u32_vec *covers = &unwinding_vertex(u, w)->covers;
    for (size_t i = 0; i < covers->size; i++)
        if (unwinding_vertex(u, covers->data[i])->covered_by == w) unwinding_uncover(u, covers->data[i]);
    u32_vec_clear(covers);
}

/* A closed vertex covers nothing. v has just been closed, and so has what is derived from it; a vertex that is not expanded neither
 * covers another nor is anything derived from it. */
static void note_closed(unwinding *u, uint32_t v)
{
    vertex *x = unwinding_vertex(u, v);
    if (!x->expanded) {
        assert(!x->covers.size);
        x->is_closed = true;
        x->asked = u->epoch;
        return;
    }
    u->epoch++;
    size_t kept = 0;
    for (size_t i = 0; i < u->coverers.size; i++) {
        uint32_t w = u->coverers.data[i];
        if (unwinding_is_closed(u, w)) uncover_all(u, w);
        if (unwinding_vertex(u, w)->covers.size) u->coverers.data[kept++] = w;
    }
    u->coverers.size = kept;
}

void unwinding_cover(unwinding *u, uint32_t v, uint32_t w)
{
    assert(w < v && !unwinding_is_closed(u, v) && !unwinding_is_closed(u, w));
    unwinding_vertex(u, v)->covered_by = w;
    assert(unwinding_vertex(u, w)->expanded);
    if (!unwinding_vertex(u, w)->covers.size) u32_vec_push(&u->coverers, w);
    u32_vec_push(&unwinding_vertex(u, w)->covers, v);
    note_closed(u, v);
    stats_count(u->stats, lawi_covers);
    unwinding_say(u, LAWI_COVERED, v);
}

void unwinding_mark_ancestors(const unwinding *u, uint32_t v, mark_vec *marks)
{
    mark_vec_clear(marks);
    mark_vec_resize(marks, (size_t)v + 1);
    marks->data[v] = true;
    for (size_t w = (size_t)v + 1; w-- > 0;)
        for (size_t j = 0; marks->data[w] && j < unwinding_parent_count(u, (uint32_t)w); j++)
            marks->data[unwinding_parents(u, (uint32_t)w)[j]] = true;
}

/* ---- labels ---- */

bool unwinding_is_refuted(unwinding *u, uint32_t v, term formula)
{
    const vertex *x = unwinding_vertex(u, v);
    if (!x->point.size) return false;
    term label = term_mk_and2(u->ts, x->formula, unwinding_place(u, v)->invariant);
    evaluator_clear(u->evaluator);
    for (size_t i = 0; i < x->point.size; i++) evaluator_set(u->evaluator, horn_param(u->h, x->pred, i), x->point.data[i]);
    bool div0 = false;
    if (!term_is_equal(evaluator_eval(u->evaluator, formula, &div0), term_false(u->ts))) return false;
    return term_is_equal(evaluator_eval(u->evaluator, label, &div0), term_true(u->ts)) && !div0;
}

bool unwinding_entails(unwinding *u, uint32_t v, term formula)
{
    const vertex *x = unwinding_vertex(u, v);
    if (unwinding_is_false(u, v) || term_vec_has(&x->label, formula)) return true;
    if (unwinding_is_refuted(u, v, formula)) return false;
    return smt_entails(u->solver, term_mk_and2(u->ts, x->formula, unwinding_place(u, v)->invariant), formula) == SMT_UNSAT;
}

static void remember(unwinding *u, uint32_t v, term conjunct)
{
    bool added;
    u64_map_put(&u->seen, (uint64_t)unwinding_vertex(u, v)->pred.id << 32 | conjunct.id, &added);
    if (!added) return;
    u->has_new_split = value_cases_split(&u->values, unwinding_vertex(u, v)->pred, conjunct) || u->has_new_split;
    term_vec_push(&unwinding_place(u, v)->pool, conjunct);
    u->n_seen++;
}

/* Adds a conjunct; those that it entails go. */
static void add_conjunct(unwinding *u, uint32_t v, term conjunct)
{
    vertex *x = unwinding_vertex(u, v);
    size_t kept = 0;
    for (size_t i = 0; i < x->label.size; i++)
        if (smt_entails(u->solver, conjunct, x->label.data[i]) != SMT_UNSAT) x->label.data[kept++] = x->label.data[i];
    x->label.size = kept;
    term_vec_push(&x->label, conjunct);
    x->formula = term_mk_and(u->ts, x->label.data, x->label.size);
    remember(u, v, conjunct);
}

static void die(unwinding *u, uint32_t v)
{
    vertex *x = unwinding_vertex(u, v);
    term_vec_clear(&x->label);
    term_vec_push(&x->label, term_false(u->ts));
    x->formula = term_false(u->ts);
    note_closed(u, v);
}

static void recheck_covers(unwinding *u, uint32_t w)
{
    if (!u->options.keep) {
        uncover_all(u, w);
        return;
    }
    u32_vec *covers = &unwinding_vertex(u, w)->covers;
    size_t kept = 0;
    for (size_t i = 0; i < covers->size; i++) {
        uint32_t v = covers->data[i];
        if (unwinding_vertex(u, v)->covered_by != w) continue;
        if (unwinding_entails(u, v, unwinding_vertex(u, w)->formula)) covers->data[kept++] = v;
        else unwinding_uncover(u, v);
    }
    covers->size = kept;
}

static bool add_conjuncts(unwinding *u, uint32_t v, term formula)
{
    bool changed = false;
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    weaken_split(u->ts, formula, &conjuncts);
    for (size_t i = 0; i < conjuncts.size; i++) {
        if (unwinding_entails(u, v, conjuncts.data[i])) continue;
        add_conjunct(u, v, conjuncts.data[i]);
        changed = true;
    }
    term_vec_release(&conjuncts);
    return changed;
}

bool unwinding_strengthen(unwinding *u, uint32_t v, term formula)
{
    if (unwinding_is_false(u, v)) return false;
    if (term_is_equal(formula, term_false(u->ts))) {
        die(u, v);
        unwinding_say(u, LAWI_STRENGTHENED, v);
        return true;
    }
    if (!add_conjuncts(u, v, formula)) return false;
    if (smt_entails(u->solver, unwinding_vertex(u, v)->formula, term_false(u->ts)) == SMT_UNSAT) die(u, v);
    else recheck_covers(u, v);
    unwinding_say(u, LAWI_STRENGTHENED, v);
    return true;
}
