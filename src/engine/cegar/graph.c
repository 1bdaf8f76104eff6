#include "engine/cegar/graph.h"

#include "engine/body_choices.h"
#include "term/dag.h"

#include <stdlib.h>

#define ENTAILMENT_SECONDS 5.0

void cegar_graph_init(cegar_graph *g, const horn *h, const engine_context *context, const cegar_options *options, result *out)
{
    *g = (cegar_graph){.h = h, .ts = horn_terms(h), .context = context, .options = *options, .stats = &out->stats};
    g->solver = smt_new(g->ts, &context->limits, g->stats);
    smt_set_query_limit(g->solver, ENTAILMENT_SECONDS);
    g->path_solver = smt_new(g->ts, &context->limits, g->stats);
    g->evaluator = evaluator_new(g->ts);
    g->edges = edges_new(h, g->solver);
    g->itp = itp_new(g->ts, &context->limits, g->stats, &ITP_OPTIONS_DEFAULT);
    g->of = alloc_zeroed(horn_pred_count(h) + 1, sizeof *g->of);
    for (size_t i = 0; i < horn_pred_count(h); i++) precision_vec_push(&g->places, (precision){.is_boolean = options->boolean});
    value_cases_init(&g->values, h);
    if (options->values) value_cases_find(&g->values);
    path_init(&g->path, cegar_path_graph(g));
}

static void release_vertex(cegar_vertex *x)
{
    term_vec_release(&x->label);
    term_vec_release(&x->point);
    u32_vec_release(&x->children);
}

void cegar_graph_release(cegar_graph *g)
{
    path_release(&g->path);
    for (size_t i = 0; i < g->vertices.size; i++) release_vertex(&g->vertices.data[i]);
    cegar_vertex_vec_release(&g->vertices);
    u32_vec_release(&g->parents);
    u32_vec_release(&g->errors);
    u32_vec_release(&g->open);
    for (size_t i = 0; i < horn_pred_count(g->h); i++) u32_vec_release(&g->of[i].vertices);
    free(g->of);
    for (size_t i = 0; i < g->places.size; i++) {
        term_vec_release(&g->places.data[i].predicates);
        u32_vec_release(&g->places.data[i].vertices);
    }
    precision_vec_release(&g->places);
    u64_map_release(&g->place_of_values);
    value_cases_release(&g->values);
    u64_map_release(&g->known);
    u64_map_release(&g->path_programs);
    smt_free(g->solver);
    smt_free(g->path_solver);
    evaluator_free(g->evaluator);
    edges_free(g->edges);
    itp_free(g->itp);
}

size_t cegar_parent_count(const cegar_graph *g, uint32_t v) { return horn_clause(g->h, cegar_vertex_at(g, v)->clause)->n_body; }

static path_vertex vertex_of_path(const void *graph, uint32_t v)
{
    const cegar_graph *g = graph;
    const cegar_vertex *x = cegar_vertex_at(g, v);
    return (path_vertex){.clause = x->clause, .guard = x->guard, .parents = cegar_parents(g, v), .label = &x->label, .formula = x->formula};
}

path_graph cegar_path_graph(const cegar_graph *g)
{
    return (path_graph){.h = g->h, .edges = g->edges, .vertex = vertex_of_path, .graph = g};
}

/* ---- predicates ---- */

bool cegar_add_predicate(cegar_graph *g, uint32_t v, term formula)
{
    bool added;
    pred p = cegar_vertex_at(g, v)->pred;
    uint64_t place = (uint64_t)cegar_vertex_at(g, v)->place << 32;
    if (term_kind_of(g->ts, formula) == TERM_NOT) formula = term_arg(g->ts, formula, 0);
    if (term_is_equal(formula, term_true(g->ts)) || term_is_equal(formula, term_false(g->ts))) return false;
    u64_map_put(&g->known, place | term_mk_not(g->ts, formula).id, &added);
    if (added) u64_map_put(&g->known, place | formula.id, &added);
    if (!added) return false;
    term_vec_push(&cegar_place(g, v)->predicates, formula);
    stats_count(g->stats, cegar_predicates);
    g->of[p.id].is_newly_split = value_cases_split(&g->values, p, formula) || g->of[p.id].is_newly_split;
    return true;
}

/* The predicates of a place stay where it becomes several. */
void cegar_set_values(cegar_graph *g, uint32_t v, term values)
{
    bool added;
    cegar_vertex *x = cegar_vertex_at(g, v);
    uint32_t *place = u64_map_put(&g->place_of_values, (uint64_t)x->pred.id << 32 | values.id, &added);
    if (added) {
        *place = (uint32_t)g->places.size;
        stats_count(g->stats, cegar_places);
        precision_vec_push(&g->places, (precision){.is_boolean = cegar_place(g, v)->is_boolean});
    }
    x->place = *place;
    u32_vec_push(&cegar_place(g, v)->vertices, v);
}

/* ---- vertices ---- */

static uint32_t add_vertex(cegar_graph *g, uint32_t index, const uint32_t *parents)
{
    const clause *c = horn_clause(g->h, index);
    uint32_t v = (uint32_t)g->vertices.size;
    cegar_vertex made = {.pred = c->head.pred, .clause = index, .guard = term_true(g->ts), .place = c->head.pred.id, .covered_by = CEGAR_NO_VERTEX, .parents = (uint32_t)g->parents.size, .formula = term_true(g->ts)};
    for (size_t j = 0; j < c->n_body; j++) {
        u32_vec_push(&g->parents, parents[j]);
        u32_vec_push(&cegar_vertex_at(g, parents[j])->children, v);
    }
    cegar_vertex_vec_push(&g->vertices, made);
    if (pred_is_false(made.pred)) {
        u32_vec_push(&g->errors, v);
    } else {
        u32_vec_push(&g->of[made.pred.id].vertices, v);
        u32_vec_push(&g->places.data[made.place].vertices, v);
        u32_vec_push(&g->open, v);
    }
    stats_count(g->stats, cegar_vertices);
    return v;
}

void cegar_add_case(cegar_graph *g, uint32_t v, term guard)
{
    u32_vec parents;
    u32_vec_init(&parents);
    u32_vec_append(&parents, cegar_parents(g, v), cegar_parent_count(g, v));
    uint32_t made = add_vertex(g, cegar_vertex_at(g, v)->clause, parents.data);
    cegar_vertex_at(g, made)->guard = guard;
    cegar_vertex_at(g, made)->n_cases = cegar_vertex_at(g, v)->n_cases + 1;
    u32_vec_release(&parents);
}

void cegar_expand_facts(cegar_graph *g)
{
    for (uint32_t i = 0; i < horn_clause_count(g->h); i++)
        if (!horn_clause(g->h, i)->n_body) add_vertex(g, i, NULL);
}

/* The expanded vertices of atom j's predicate that are not `without`. */
static void list_expanded(cegar_graph *g, body_choices *k, size_t j, uint32_t without)
{
    const u32_vec *vertices = &g->of[horn_clause(g->h, k->clause)->body[j].pred.id].vertices;
    u32_vec_clear(&k->lists[j]);
    for (size_t i = 0; i < vertices->size; i++)
        if (vertices->data[i] != without && cegar_vertex_at(g, vertices->data[i])->expanded) u32_vec_push(&k->lists[j], vertices->data[i]);
}

static void add_choices(cegar_graph *g, body_choices *k)
{
    if (!body_choices_first(k)) return;
    do {
        add_vertex(g, k->clause, k->vertices.data);
        g->incomplete = limits_is_over(&g->context->limits);
    } while (!g->incomplete && body_choices_next(k));
}

void cegar_expand(cegar_graph *g, uint32_t v)
{
    cegar_vertex *x = cegar_vertex_at(g, v);
    assert(x->visited && !x->removed && !x->expanded && !cegar_is_covered(g, v) && !pred_is_false(x->pred));
    pred p = x->pred;
    x->expanded = true;
    const u32_vec *uses = horn_uses_of(g->h, p);
    for (size_t i = 0; i < uses->size && !g->incomplete; i++) {
        body_choices k;
        body_choices_init(&k, g->h, uses->data[i]);
        for (size_t at = 0; at < k.n; at++) {
            if (!pred_is_equal(horn_clause(g->h, k.clause)->body[at].pred, p)) continue;
            /* v may be chosen for a later atom as well, and was for earlier ones before. */
            for (size_t j = 0; j < k.n; j++) list_expanded(g, &k, j, j < at ? v : CEGAR_NO_VERTEX);
            u32_vec_clear(&k.lists[at]);
            u32_vec_push(&k.lists[at], v);
            add_choices(g, &k);
        }
        body_choices_release(&k);
    }
}

/* ---- covering ---- */

static bool is_subset(const term_vec *a, const term_vec *b)
{
    for (size_t i = 0; i < a->size; i++)
        if (!term_vec_has(b, a->data[i])) return false;
    return true;
}

/* Does a state that v stands for not satisfy the formula? */
static bool is_refuted(cegar_graph *g, const cegar_vertex *x, term formula)
{
    if (!x->point.size) return false;
    evaluator_clear(g->evaluator);
    for (size_t i = 0; i < x->point.size; i++) evaluator_set(g->evaluator, horn_param(g->h, x->pred, i), x->point.data[i]);
    bool div0 = false;
    return term_is_equal(evaluator_eval(g->evaluator, formula, &div0), term_false(g->ts)) && !div0;
}

static bool entails(cegar_graph *g, const cegar_vertex *x, const cegar_vertex *w)
{
    if (is_subset(&w->label, &x->label)) return true;
    return !is_refuted(g, x, w->formula) && smt_entails(g->solver, x->formula, w->formula) == SMT_UNSAT;
}

/* Those that have gone elsewhere, or are removed, are taken off the list. */
static void cover_by(cegar_graph *g, uint32_t v, uint32_t place)
{
    cegar_vertex *x = cegar_vertex_at(g, v);
    u32_vec *others = &g->places.data[place].vertices;
    size_t kept = 0;
    for (size_t i = 0; i < others->size; i++) {
        uint32_t w = others->data[i];
        const cegar_vertex *y = cegar_vertex_at(g, w);
        if (y->removed || y->place != place) continue;
        others->data[kept++] = w;
        if (x->covered_by == CEGAR_NO_VERTEX && y->expanded && w != v && entails(g, x, y)) x->covered_by = w;
    }
    others->size = kept;
}

bool cegar_cover(cegar_graph *g, uint32_t v)
{
    const cegar_vertex *x = cegar_vertex_at(g, v);
    cegar_phase begin = cegar_phase_begin(g);
    cover_by(g, v, x->place);
    if (!cegar_is_covered(g, v) && x->place != x->pred.id) cover_by(g, v, x->pred.id);
    cegar_phase_end(g, begin, cover);
    if (cegar_is_covered(g, v)) stats_count(g->stats, cegar_covers);
    return cegar_is_covered(g, v);
}

/* ---- removal ---- */

/* Vertices of p are visited again if what covered them is not expanded any more. */
static void uncover(cegar_graph *g, pred p)
{
    u32_vec *vertices = &g->of[p.id].vertices;
    size_t kept = 0;
    for (size_t i = 0; i < vertices->size; i++) {
        uint32_t v = vertices->data[i];
        cegar_vertex *x = cegar_vertex_at(g, v);
        if (x->removed) continue;
        vertices->data[kept++] = v;
        if (!cegar_is_covered(g, v) || cegar_vertex_at(g, x->covered_by)->expanded) continue;
        x->covered_by = CEGAR_NO_VERTEX;
        u32_vec_push(&g->open, v);
    }
    vertices->size = kept;
}

static void remove_vertex(cegar_graph *g, uint32_t v, u32_vec *work, bool *changed)
{
    cegar_vertex *x = cegar_vertex_at(g, v);
    if (x->removed) return;
    u32_vec_append(work, x->children.data, x->children.size);
    if (x->expanded) changed[x->pred.id] = true;
    x->removed = true;
    x->expanded = false;
    x->covered_by = CEGAR_NO_VERTEX;
    release_vertex(x);
    stats_count(g->stats, cegar_removed);
}

void cegar_remove_below(cegar_graph *g, uint32_t v)
{
    cegar_vertex *x = cegar_vertex_at(g, v);
    bool *changed = alloc_zeroed(horn_pred_count(g->h) + 1, sizeof *changed);
    changed[x->pred.id] = true;
    u32_vec work;
    u32_vec_init(&work);
    u32_vec_append(&work, x->children.data, x->children.size);
    u32_vec_clear(&x->children);
    x->expanded = false;
    while (work.size) remove_vertex(g, u32_vec_pop(&work), &work, changed);
    for (uint32_t p = 0; p < horn_pred_count(g->h); p++)
        if (changed[p]) uncover(g, (pred){p});
    u32_vec_push(&g->open, v);
    u32_vec_release(&work);
    free(changed);
}

static void split_vertices(cegar_graph *g, const u32_vec *vertices)
{
    for (size_t i = 0; i < vertices->size; i++) {
        uint32_t v = vertices->data[i];
        if (cegar_vertex_at(g, v)->removed) continue;
        cegar_remove_below(g, v);
        cegar_vertex_at(g, v)->visited = cegar_vertex_at(g, v)->is_case = false;
        cegar_vertex_at(g, v)->n_tried = 0;
    }
}

bool cegar_split_again(cegar_graph *g)
{
    bool any = false;
    for (uint32_t p = 0; p < horn_pred_count(g->h); p++) {
        if (!g->of[p].is_newly_split) continue;
        u32_vec vertices;
        u32_vec_init(&vertices);
        u32_vec_append(&vertices, g->of[p].vertices.data, g->of[p].vertices.size);
        split_vertices(g, &vertices);
        u32_vec_release(&vertices);
        g->of[p].is_newly_split = false;
        any = true;
    }
    return any;
}

/* ---- invariants ---- */

static const char *check_vertex(cegar_graph *g, uint32_t v)
{
    const cegar_vertex *x = cegar_vertex_at(g, v);
    const clause *c = horn_clause(g->h, x->clause);
    bool is_covered = cegar_is_covered(g, v);
    if (x->removed) return x->expanded || is_covered ? "a removed vertex is expanded or covered" : NULL;
    if (x->expanded && is_covered) return "a vertex is both expanded and covered";
    if (is_covered && !cegar_vertex_at(g, x->covered_by)->expanded) return "covered by a vertex that is not expanded";
    if (!pred_is_equal(c->head.pred, x->pred)) return "a vertex of another predicate than its clause's";
    if (!term_is_equal(x->formula, term_mk_and(g->ts, x->label.data, x->label.size))) return "the formula is not the label's conjunction";
    for (size_t j = 0; j < c->n_body; j++) {
        uint32_t parent = cegar_parents(g, v)[j];
        const cegar_vertex *y = cegar_vertex_at(g, parent);
        if (parent >= v || !pred_is_equal(y->pred, c->body[j].pred)) return "a parent of another predicate than the body atom's";
        if (!y->expanded) return "derived from a vertex that is not expanded";
    }
    return NULL;
}

const char *cegar_check(cegar_graph *g)
{
    const char *wrong = NULL;
    for (uint32_t v = 0; v < g->vertices.size && !wrong; v++) wrong = check_vertex(g, v);
    return wrong;
}
