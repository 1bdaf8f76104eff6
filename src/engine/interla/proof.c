/* From annotation and path to models and derivations. */

#include "engine/interla/session.h"

#include "logic/project.h"

static const double ELIMINATE_SECONDS = 0.5;

/* ---- models ---- */

/* Drops formulas that another one covers: strengthening has made labels comparable that were not. */
static void drop_covered(const term_store *ts, term_vec *all)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->size; i++) {
        bool covered = false;
        for (size_t k = 0; k < all->size && !covered; k++)
            covered = (k < kept || k > i) && interla_formula_covers(ts, all->data[k], all->data[i]);
        if (!covered) all->data[kept++] = all->data[i];
    }
    all->size = kept;
}

/* The labels without bounds, as a formula. */
static term unbounded_label(interla *s, uint32_t kind, uint32_t location)
{
    if (s->graph.kinds.data[kind].distance.data[location] == INTERLA_NONE) return term_true(s->ts);
    const u32_vec *labels = interla_labels_at(&s->labels, interla_at_location(kind, location));
    term_vec all;
    term_vec_init(&all);
    for (size_t i = 0; i < labels->size; i++) {
        const interla_label *l = interla_label_get(&s->labels, labels->data[i]);
        if (!l->bounds && !l->is_dropped) term_vec_push(&all, l->formula);
    }
    drop_covered(s->ts, &all);
    term t = term_mk_or(s->ts, all.data, all.size);
    term_vec_release(&all);
    return t;
}

/* The label of a kind's entry, in terms of a location inside. */
static term entry_label(interla *s, uint32_t kind, uint32_t location)
{
    const interla_kind *k = &s->graph.kinds.data[kind];
    const term_vec *params = &s->graph.locations.data[location].params, *entry = &s->graph.locations.data[k->entry].params;
    term_vec args;
    term_vec_init(&args);
    for (size_t j = 0; j < entry->size; j++) {
        uint32_t at = k->position.data[location * entry->size + j];
        term_vec_push(&args, at & INTERLA_CONSTANT ? (term){at & ~INTERLA_CONSTANT} : params->data[at]);
    }
    term t = dag_substitute(s->ts, unbounded_label(s, kind, k->entry), entry->data, args.data, entry->size);
    term_vec_release(&args);
    return t;
}

/* What a summary says inside its procedure: no result that it excludes can be returned from here. */
static term keeps_summary(interla *s, uint32_t kind, uint32_t location)
{
    const interla_kind *k = &s->graph.kinds.data[kind];
    const term_vec *params = &s->graph.locations.data[location].params;
    term excluded = entry_label(s, kind, location), here = unbounded_label(s, kind, location);
    term bad = term_mk_and2(s->ts, excluded, term_mk_not(s->ts, here));
    term exact = project_exists(s->scratch, s->ts, k->results.data, k->results.size, bad, ELIMINATE_SECONDS);
    term kept = term_is_none(exact) ? term_mk_forall(s->ts, k->results.data, k->results.size, term_mk_not(s->ts, bad)) : term_mk_not(s->ts, exact);
    if (location != k->exit) return kept;
    return term_mk_and2(s->ts, kept, term_mk_not(s->ts, dag_substitute(s->ts, excluded, k->results.data, params->data, params->size)));
}

void interla_read_model(interla *s, const term_vec *main, model *out)
{
    model_init(out, s->h);
    for (uint32_t p = 0; p < horn_pred_count(s->h); p++) {
        uint32_t l = interla_location_of((pred){p});
        term_vec parts;
        term_vec_init(&parts);
        term_vec_push(&parts, main ? main->data[l] : unbounded_label(s, INTERLA_MAIN, l));
        for (uint32_t k = 1; k < s->graph.kinds.size; k++) {
            const interla_kind *kind = &s->graph.kinds.data[k];
            if (l == kind->entry || (kind->entry != INTERLA_INIT && !kind->member.data[l])) continue;
            term_vec_push(&parts, keeps_summary(s, k, l));
        }
        model_set(out, (pred){p}, term_mk_and(s->ts, parts.data, parts.size));
        term_vec_release(&parts);
    }
}

/* ---- derivations ---- */

typedef struct reader {
    interla *s;
    derivation *out;
    u32_vec first, premises; /* by node: the facts that stand for it are premises[first[i]] .. premises[first[i + 1] - 1] */
} reader;

static bool path_holds(interla *s)
{
    for (size_t i = 0; i < s->path.all.size; i++)
        if (!term_is_equal(evaluator_eval(s->witness, s->path.all.data[i], NULL), term_true(s->ts))) return false;
    return true;
}

/* Makes s->inst translate from the edge that led to a node, as it was taken. */
static void enter_step(interla *s, const interla_node *n)
{
    const interla_edge *e = interla_edge_at(s, n->edge);
    interla_enter_state(s, &s->nodes.data[n->parent]);
    for (size_t i = 0; i < e->locals.size; i++) substitution_set(s->inst, e->locals.data[i], s->terms.data[n->locals + i]);
    if (e->call.kind == INTERLA_NONE) return;
    const term_vec *returned = &s->graph.kinds.data[e->call.kind].returned;
    for (size_t i = 0; i < returned->size; i++) /* the results' symbols follow the locals */
        substitution_set(s->inst, returned->data[i], s->terms.data[n->locals + e->locals.size + i]);
}

static bool add_step(reader *r, uint32_t clause_index, const term_vec *vars, const u32_vec *from, uint32_t *added)
{
    interla *s = r->s;
    u32_vec premises;
    u32_vec_init(&premises);
    u32_vec_resize(&premises, horn_clause(s->h, clause_index)->n_body);
    assert(premises.size <= from->size);
    for (size_t k = 0; k < premises.size; k++) premises.data[interla_body_index(&s->graph, clause_index, k)] = from->data[k];
    term_vec values;
    term_vec_init(&values);
    bool ok = true;
    for (size_t i = 0; i < vars->size && ok; i++) {
        term value = evaluator_eval(s->witness, substitution_apply(s->inst, vars->data[i]), NULL);
        ok = !term_is_none(value);
        if (ok) term_vec_push(&values, value);
    }
    if (ok) *added = derivation_add(r->out, s->h, clause_index, premises.data, values.data);
    term_vec_release(&values);
    u32_vec_release(&premises);
    return ok;
}

/* The facts for node i, from those of the nodes before. */
static bool read_node(reader *r, uint32_t i)
{
    interla *s = r->s;
    const interla_node *n = &s->nodes.data[i];
    u32_vec_push(&r->first, (uint32_t)r->premises.size);
    if (n->edge == INTERLA_NONE) return true;
    const interla_edge *e = interla_edge_at(s, n->edge);
    bool is_call = n->step == INTERLA_BY_CALL, ok = true;
    if (is_call && e->call.entry_clause == INTERLA_NONE) return true;
    u32_vec from; /* in the order of execution */
    u32_vec_init(&from);
    for (uint32_t k = r->first.data[n->parent]; k < r->first.data[n->parent + 1]; k++) u32_vec_push(&from, r->premises.data[k]);
    if (n->step == INTERLA_BY_RETURN) u32_vec_push(&from, r->premises.data[r->first.data[i - 1]]);
    if (!is_call && !e->is_last) {
        u32_vec_append(&r->premises, from.data, from.size);
    } else {
        uint32_t added = 0;
        enter_step(s, n);
        ok = add_step(r, is_call ? e->call.entry_clause : e->clause, is_call ? &e->call.entry_vars : &e->vars, &from, &added);
        u32_vec_push(&r->premises, added);
    }
    u32_vec_release(&from);
    return ok;
}

bool interla_read_derivation(interla *s, derivation *out)
{
    if (!path_holds(s) && interla_feasible(s, s->path.all.data, s->path.all.size) != SMT_SAT) return false;
    reader r = {.s = s, .out = out};
    bool ok = true;
    for (uint32_t i = 0; i < s->nodes.size && ok; i++) ok = read_node(&r, i);
    u32_vec_release(&r.first);
    u32_vec_release(&r.premises);
    if (ok) derivation_trim(out, s->h);
    return ok;
}
