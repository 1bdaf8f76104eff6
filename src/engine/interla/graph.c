#include "engine/interla/graph.h"

#include "logic/equation.h"
#include "term/dag.h"

/* ---- making ---- */

static void location_release(interla_location *l)
{
    term_vec_release(&l->params);
    u32_vec_release(&l->out);
    u32_vec_release(&l->in);
}

static void edge_release(interla_edge *e)
{
    term_vec_release(&e->guard);
    term_vec_release(&e->args);
    term_vec_release(&e->locals);
    term_vec_release(&e->vars);
    term_vec_release(&e->call.args);
    term_vec_release(&e->call.entry_vars);
}

void interla_graph_release(interla_graph *g)
{
    for (size_t i = 0; i < g->locations.size; i++) location_release(&g->locations.data[i]);
    for (size_t i = 0; i < g->edges.size; i++) edge_release(&g->edges.data[i]);
    for (size_t i = 0; i < g->kinds.size; i++) {
        term_vec_release(&g->kinds.data[i].results);
        term_vec_release(&g->kinds.data[i].returned);
        u32_vec_release(&g->kinds.data[i].member);
        u32_vec_release(&g->kinds.data[i].position);
        u32_vec_release(&g->kinds.data[i].distance);
    }
    interla_location_vec_release(&g->locations);
    interla_edge_vec_release(&g->edges);
    interla_kind_vec_release(&g->kinds);
    u32_vec_release(&g->kind_of);
    u32_vec_release(&g->source_of);
}

static uint32_t add_location(interla_graph *g)
{
    interla_location_vec_resize(&g->locations, g->locations.size + 1);
    return (uint32_t)g->locations.size - 1;
}

/* ---- a clause on its way into edges ---- */

typedef struct splitter {
    interla_graph *g;
    size_t index;
    const clause *c;
    substitution *known; /* clause variables -> terms over the symbols of the edge */
    term_vec open; /* conjuncts that are not yet in an edge, over clause variables and, until it is closed, symbols of the edge */
    term_vec scratch;
} splitter;

static bool is_clause_var(const splitter *x, term t)
{
    size_t low = 0, high = x->c->n_vars;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (x->c->vars[mid].id < t.id)
            low = mid + 1;
        else
            high = mid;
    }
    return low < x->c->n_vars && term_is_equal(x->c->vars[low], t);
}

static bool is_unknown(const splitter *x, term t)
{
    return is_clause_var(x, t) && term_is_none(substitution_get(x->known, t));
}

/* The one unknown variable of t; TERM_NONE if there is none, or *several. */
static term only_unknown(splitter *x, term t, bool *several)
{
    term found = TERM_NONE;
    term_vec_clear(&x->scratch);
    dag_symbols(x->g->ts, &t, 1, &x->scratch);
    *several = false;
    for (size_t i = 0; i < x->scratch.size; i++) {
        if (!is_unknown(x, x->scratch.data[i])) continue;
        *several = *several || !term_is_none(found);
        found = x->scratch.data[i];
    }
    return *several ? TERM_NONE : found;
}

/* Makes open conjuncts that define an unknown variable known, and those that are all known guards. */
static void settle(splitter *x, interla_edge *e)
{
    for (bool changed = true; changed;) {
        changed = false;
        size_t kept = 0;
        for (size_t i = 0; i < x->open.size; i++) {
            term t = substitution_apply(x->known, x->open.data[i]);
            bool several;
            term v = only_unknown(x, t, &several);
            term solved = term_is_none(v) ? TERM_NONE : equation_solve_for(x->g->ts, t, v);
            if (!term_is_none(solved)) {
                substitution_set(x->known, v, solved);
                changed = true;
            } else if (term_is_none(v) && !several) {
                dag_conjuncts(x->g->ts, t, &e->guard);
            } else {
                x->open.data[kept++] = x->open.data[i]; /* as it is: what is known of the edge is not known of the next one */
            }
        }
        x->open.size = kept;
    }
}

/* The atom's arguments are these symbols. */
static void bind_atom(splitter *x, atom a, const term_vec *symbols)
{
    for (size_t i = 0; i < symbols->size; i++) {
        if (is_unknown(x, a.args[i]))
            substitution_set(x->known, a.args[i], symbols->data[i]);
        else
            term_vec_push(&x->open, term_mk_eq(x->g->ts, a.args[i], symbols->data[i]));
    }
}

/* Variables of the terms that are still unknown become locals of the edge. */
static void make_local(splitter *x, interla_edge *e, const term *terms, size_t n)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(x->g->ts, terms, n, &symbols);
    for (size_t i = 0; i < symbols.size; i++) {
        if (!is_unknown(x, symbols.data[i])) continue;
        term_vec_push(&e->locals, symbols.data[i]);
        substitution_set(x->known, symbols.data[i], symbols.data[i]);
    }
    term_vec_release(&symbols);
}

static void apply_all(splitter *x, const term *terms, size_t n, term_vec *out)
{
    for (size_t i = 0; i < n; i++) term_vec_push(out, substitution_apply(x->known, terms[i]));
}

static void add_call(splitter *x, interla_edge *e, size_t at, smt *solver)
{
    interla_graph *g = x->g;
    atom called = interla_body(g, x->index, at);
    uint32_t kind = g->kind_of.data[called.pred.id];
    const interla_kind *k = &g->kinds.data[kind];
    e->call = (interla_call){.kind = kind, .atom = (uint32_t)interla_body_index(g, x->index, at), .loop = INTERLA_NONE, .entry_clause = INTERLA_NONE};
    bind_atom(x, called, &k->returned);
    settle(x, e);
    make_local(x, e, called.args, k->returned.size);
    settle(x, e);
    size_t arity = g->locations.data[k->entry].params.size;
    for (size_t j = 0; j < arity; j++)
        term_vec_push(&e->call.args, substitution_apply(x->known, called.args[k->position.data[k->exit * arity + j]]));
    if (k->entry == INTERLA_INIT) return;
    bool found = interla_find_entry_clause(g, k, x->index, at, solver, &e->call);
    assert(found);
    (void)found;
    for (size_t i = 0; i < e->call.entry_vars.size; i++)
        e->call.entry_vars.data[i] = substitution_apply(x->known, e->call.entry_vars.data[i]);
}

/* Equations with symbols of the edge cannot wait for the next one: their unknown variables become locals. */
static void close_edge(splitter *x, interla_edge *e)
{
    term_vec symbols;
    term_vec_init(&symbols);
    for (size_t i = 0; i < x->open.size; i++) {
        term_vec_clear(&symbols);
        dag_symbols(x->g->ts, &x->open.data[i], 1, &symbols);
        bool is_own = false;
        for (size_t k = 0; k < symbols.size; k++) is_own = is_own || !is_clause_var(x, symbols.data[k]);
        if (is_own) make_local(x, e, &x->open.data[i], 1);
    }
    term_vec_release(&symbols);
    settle(x, e);
}

/* The target of an edge that is not its clause's last: a point that knows every variable known so far. */
static uint32_t add_midpoint(splitter *x, interla_edge *e, term_vec *vars)
{
    uint32_t at = add_location(x->g);
    interla_location *l = &x->g->locations.data[at];
    term_vec_clear(vars);
    for (size_t i = 0; i < x->c->n_vars; i++) {
        term v = x->c->vars[i], known = substitution_get(x->known, v);
        if (term_is_none(known)) continue;
        term_vec_push(vars, v);
        term_vec_push(&e->args, known);
        term_vec_push(&l->params, term_mk_fresh(x->g->ts, "mid", term_sort(x->g->ts, v)));
    }
    return at;
}

/* What is known of a midpoint's variables are its parameters. */
static void restart_at(splitter *x, uint32_t at, const term_vec *vars)
{
    substitution_clear(x->known);
    for (size_t i = 0; i < vars->size; i++) substitution_set(x->known, vars->data[i], x->g->locations.data[at].params.data[i]);
}

static void add_edge(interla_graph *g, interla_edge *e)
{
    bool dead = false;
    for (size_t i = 0; i < e->guard.size; i++) dead |= term_is_equal(e->guard.data[i], term_false(g->ts));
    if (dead) {
        edge_release(e);
        return;
    }
    uint32_t id = (uint32_t)g->edges.size;
    u32_vec_push(&g->locations.data[e->source].out, id);
    u32_vec_push(&g->locations.data[e->target].in, id);
    interla_edge_vec_push(&g->edges, *e);
}

static void finish_clause(splitter *x, interla_edge *e)
{
    const clause *c = x->c;
    e->is_last = true;
    e->target = interla_location_of(c->head.pred);
    size_t arity = pred_is_false(c->head.pred) ? 0 : horn_pred_arity(x->g->h, c->head.pred);
    settle(x, e);
    make_local(x, e, x->open.data, x->open.size);
    make_local(x, e, c->vars, c->n_vars);
    for (size_t i = 0; i < x->open.size; i++) dag_conjuncts(x->g->ts, substitution_apply(x->known, x->open.data[i]), &e->guard);
    apply_all(x, c->head.args, arity, &e->args);
    apply_all(x, c->vars, c->n_vars, &e->vars);
    add_edge(x->g, e);
}

static void add_clause(interla_graph *g, size_t index, smt *solver)
{
    const clause *c = horn_clause(g->h, index);
    splitter x = {.g = g, .index = index, .c = c, .known = substitution_new(g->ts)};
    term_vec vars;
    term_vec_init(&vars);
    dag_conjuncts(g->ts, c->constraint, &x.open);
    interla_edge e = {.clause = (uint32_t)index, .source = INTERLA_INIT, .loop = INTERLA_NONE, .call = {.kind = INTERLA_NONE}};
    if (c->n_body) {
        atom source = interla_body(g, index, 0);
        e.source = interla_location_of(source.pred);
        bind_atom(&x, source, &g->locations.data[e.source].params);
    }
    settle(&x, &e);
    for (size_t at = 1; at < c->n_body; at++) {
        add_call(&x, &e, at, solver);
        if (at + 1 == c->n_body) break;
        close_edge(&x, &e);
        e.target = add_midpoint(&x, &e, &vars);
        interla_edge next = {.clause = (uint32_t)index, .source = e.target, .loop = INTERLA_NONE, .call = {.kind = INTERLA_NONE}};
        add_edge(g, &e);
        restart_at(&x, next.source, &vars);
        e = next;
    }
    finish_clause(&x, &e);
    term_vec_release(&vars);
    term_vec_release(&x.open);
    term_vec_release(&x.scratch);
    substitution_free(x.known);
}

static bool is_continued_alone(const horn *h, pred p)
{
    const u32_vec *uses = horn_uses_of(h, p);
    for (size_t i = 0; i < uses->size; i++) {
        const clause *c = horn_clause(h, uses->data[i]);
        if (c->n_body == 1 && !pred_is_false(c->head.pred)) return true;
    }
    return false;
}

static uint32_t choose_source(const horn *h, size_t index)
{
    const clause *c = horn_clause(h, index);
    for (uint32_t b = 0; c->n_body > 1 && b < c->n_body; b++)
        if (is_continued_alone(h, c->body[b].pred)) return b;
    return 0;
}

void interla_graph_init(interla_graph *g, const horn *h, smt *solver)
{
    *g = (interla_graph){.h = h, .ts = horn_terms(h)};
    add_location(g);
    add_location(g);
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        uint32_t at = add_location(g);
        interla_location *l = &g->locations.data[at];
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++) term_vec_push(&l->params, horn_param(h, (pred){p}, i));
        u32_vec_push(&g->kind_of, INTERLA_NONE);
    }
    for (size_t i = 0; i < horn_clause_count(h); i++) u32_vec_push(&g->source_of, choose_source(h, i));
    interla_kind_vec_push(&g->kinds, (interla_kind){.entry = INTERLA_INIT, .exit = INTERLA_GOAL});
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        for (size_t at = 1; at < c->n_body; at++) {
            pred called = interla_body(g, i, at).pred;
            if (g->kind_of.data[called.id] == INTERLA_NONE) interla_find_procedure(g, called, solver);
        }
    }
    for (size_t i = 0; i < horn_clause_count(h); i++) add_clause(g, i, solver);
    interla_find_loops(g);
    for (uint32_t k = 1; k < g->kinds.size; k++) interla_graph_measure(g, k, NULL);
}

/* ---- distances ---- */

bool interla_edge_is_in(const interla_graph *g, uint32_t kind, const interla_edge *e)
{
    const interla_kind *k = &g->kinds.data[kind];
    if (kind == INTERLA_MAIN) return true;
    pred head = horn_clause(g->h, e->clause)->head.pred; /* midpoints belong where their clause leads */
    if (pred_is_false(head) || interla_location_of(head) == k->entry) return false;
    return k->entry == INTERLA_INIT || k->member.data[interla_location_of(head)];
}

static uint32_t callee_distance(const interla_graph *g, const interla_edge *e)
{
    if (e->call.kind == INTERLA_NONE) return 0;
    const interla_kind *k = &g->kinds.data[e->call.kind];
    return k->distance.size && k->distance.data[k->entry] != INTERLA_NONE ? k->distance.data[k->entry] : 1;
}

uint32_t interla_edge_distance(const interla_graph *g, uint32_t kind, const interla_edge *e)
{
    uint32_t rest = g->kinds.data[kind].distance.data[e->target];
    return rest == INTERLA_NONE || !interla_edge_is_in(g, kind, e) ? INTERLA_NONE : 1 + callee_distance(g, e) + rest;
}

/* Breadth-first from the exit backwards; calls count as one step here, so that one pass suffices. */
void interla_graph_measure(interla_graph *g, uint32_t kind, const bool *is_open)
{
    interla_kind *k = &g->kinds.data[kind];
    u32_vec_resize(&k->distance, g->locations.size);
    for (size_t l = 0; l < g->locations.size; l++) k->distance.data[l] = INTERLA_NONE;
    u32_vec queue;
    u32_vec_init(&queue);
    k->distance.data[k->exit] = 0;
    u32_vec_push(&queue, k->exit);
    for (size_t next = 0; next < queue.size; next++) {
        uint32_t at = queue.data[next];
        const u32_vec *in = &g->locations.data[at].in;
        for (size_t i = 0; i < in->size; i++) {
            const interla_edge *e = &g->edges.data[in->data[i]];
            if (k->distance.data[e->source] != INTERLA_NONE || !interla_edge_is_in(g, kind, e)) continue;
            if (at == INTERLA_GOAL && is_open && !is_open[in->data[i]]) continue;
            k->distance.data[e->source] = k->distance.data[at] + 1;
            u32_vec_push(&queue, e->source);
        }
    }
    u32_vec_release(&queue);
}
