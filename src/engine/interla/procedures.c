/* Recovering entries of procedures from clauses; graph.h says what an entry is. */

#include "engine/interla/graph.h"

#include "term/dag.h"

/* For each predicate that Q's derivations come through: which argument of it is Q's i-th, unchanged, or which constant. */
typedef struct trace {
    const interla_graph *g;
    pred q, entry;
    size_t arity; /* of q */
    u32_vec seen; /* by predicate */
    u32_vec position; /* predicate * arity + i: an argument, INTERLA_CONSTANT | t.id, or INTERLA_NONE: not kept */
    u32_vec work;
} trace;

/* The argument of the atom that is the term `t`, or `t` itself if it is a constant. */
static uint32_t argument_of(const horn *h, atom a, term t)
{
    for (size_t j = 0; j < horn_pred_arity(h, a.pred); j++)
        if (term_is_equal(a.args[j], t)) return (uint32_t)j;
    return term_is_value(horn_terms(h), t) ? INTERLA_CONSTANT | t.id : INTERLA_NONE;
}

/* What the i-th argument of Q, which is at `position` of the clause's head, is in its source. */
static uint32_t position_before(const horn *h, const clause *c, atom source, uint32_t position)
{
    if (position == INTERLA_NONE) return INTERLA_NONE;
    return argument_of(h, source, position & INTERLA_CONSTANT ? (term){position & ~INTERLA_CONSTANT} : c->head.args[position]);
}

/* Goes back over one clause. */
static void trace_clause(trace *t, size_t index)
{
    const clause *c = horn_clause(t->g->h, index);
    atom source = interla_body(t->g, index, 0);
    pred from = source.pred;
    const uint32_t *after = &t->position.data[c->head.pred.id * t->arity];
    uint32_t *before = &t->position.data[from.id * t->arity];
    bool changed = !t->seen.data[from.id];
    for (size_t i = 0; i < t->arity; i++) {
        uint32_t at = position_before(t->g->h, c, source, after[i]);
        if (!t->seen.data[from.id]) {
            before[i] = at;
        } else if (before[i] != at && before[i] != INTERLA_NONE) {
            before[i] = INTERLA_NONE;
            changed = true;
        }
    }
    t->seen.data[from.id] = 1;
    if (changed) u32_vec_push(&t->work, from.id);
}

/* Does every derivation of Q come through the entry? */
static bool trace_back(trace *t)
{
    t->seen.data[t->q.id] = 1;
    for (uint32_t i = 0; i < t->arity; i++) t->position.data[t->q.id * t->arity + i] = i;
    u32_vec_push(&t->work, t->q.id);
    while (t->work.size) {
        pred p = {u32_vec_pop(&t->work)};
        if (pred_is_equal(p, t->entry)) continue;
        const u32_vec *clauses = horn_clauses_of(t->g->h, p);
        for (size_t i = 0; i < clauses->size; i++) {
            if (!horn_clause(t->g->h, clauses->data[i])->n_body) return false;
            trace_clause(t, clauses->data[i]);
        }
    }
    return t->seen.data[t->entry.id];
}

/* Fills the kind: all of the entry's arguments must be kept up to the exit, and everywhere between. */
static bool take_positions(const trace *t, interla_kind *k)
{
    const interla_graph *g = t->g;
    size_t arity = horn_pred_arity(g->h, t->entry);
    k->entry = interla_location_of(t->entry);
    k->exit = interla_location_of(t->q);
    u32_vec_clear(&k->member);
    u32_vec_clear(&k->position);
    u32_vec_resize(&k->member, g->locations.size);
    u32_vec_resize(&k->position, g->locations.size * arity);
    for (size_t j = 0; j < arity; j++) {
        size_t i = 0;
        while (i < t->arity && t->position.data[t->entry.id * t->arity + i] != j) i++;
        if (i == t->arity) return false;
        for (uint32_t p = 0; p < t->seen.size; p++)
            k->position.data[interla_location_of((pred){p}) * arity + j] = t->position.data[p * t->arity + i];
    }
    for (uint32_t p = 0; p < t->seen.size; p++) k->member.data[interla_location_of((pred){p})] = t->seen.data[p];
    return true;
}

static bool find_positions(const interla_graph *g, pred q, pred entry, interla_kind *k)
{
    trace t = {.g = g, .q = q, .entry = entry, .arity = horn_pred_arity(g->h, q)};
    u32_vec_resize(&t.seen, horn_pred_count(g->h));
    u32_vec_resize(&t.position, horn_pred_count(g->h) * t.arity + 1);
    bool found = trace_back(&t) && take_positions(&t, k);
    u32_vec_release(&t.seen);
    u32_vec_release(&t.position);
    u32_vec_release(&t.work);
    return found;
}

/* ---- a sibling clause that makes the entry's fact ---- */

static bool is_open_var(const substitution *s, const clause *e, term t)
{
    bool is_var = false;
    for (size_t i = 0; i < e->n_vars; i++) is_var |= term_is_equal(e->vars[i], t);
    return is_var && term_is_none(substitution_get(s, t));
}

static bool match_terms(substitution *s, const clause *e, const term *from, const term *to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (is_open_var(s, e, from[i]))
            substitution_set(s, from[i], to[i]);
        else if (!term_is_equal(substitution_apply(s, from[i]), to[i]))
            return false;
    }
    return true;
}

/* Is clause e, for some instance, a sibling of c whose head is the entry with the arguments of the at-th body atom of c? */
static bool match_entry(const interla_graph *g, const interla_kind *k, size_t e_index, size_t c_index, size_t at, smt *solver, substitution *s)
{
    const clause *e = horn_clause(g->h, e_index), *c = horn_clause(g->h, c_index);
    substitution_clear(s);
    if (!e->n_body || e->n_body > at) return false;
    for (size_t b = 0; b < e->n_body; b++) {
        atom from = interla_body(g, e_index, b), to = interla_body(g, c_index, b);
        if (!pred_is_equal(from.pred, to.pred) || !match_terms(s, e, from.args, to.args, horn_pred_arity(g->h, from.pred))) return false;
    }
    size_t arity = horn_pred_arity(g->h, e->head.pred);
    atom called = interla_body(g, c_index, at);
    for (size_t j = 0; j < arity; j++)
        if (!match_terms(s, e, &e->head.args[j], &called.args[k->position.data[k->exit * arity + j]], 1)) return false;
    for (size_t i = 0; i < e->n_vars; i++)
        if (is_open_var(s, e, e->vars[i])) return false;
    return smt_entails(solver, c->constraint, substitution_apply(s, e->constraint)) == SMT_UNSAT;
}

bool interla_find_entry_clause(const interla_graph *g, const interla_kind *k, size_t clause_index, size_t at, smt *solver, interla_call *out)
{
    pred entry = {k->entry - INTERLA_FIRST_PRED};
    const u32_vec *candidates = horn_clauses_of(g->h, entry);
    substitution *s = substitution_new(g->ts);
    bool found = false;
    for (size_t i = 0; i < candidates->size && !found; i++) {
        if (!match_entry(g, k, candidates->data[i], clause_index, at, solver, s)) continue;
        const clause *e = horn_clause(g->h, candidates->data[i]);
        found = true;
        out->entry_clause = candidates->data[i];
        for (size_t v = 0; v < e->n_vars; v++) term_vec_push(&out->entry_vars, substitution_get(s, e->vars[v]));
    }
    substitution_free(s);
    return found;
}

/* Do all calls of q have an entry clause for k? */
static bool serves_all_calls(const interla_graph *g, pred q, const interla_kind *k, smt *solver)
{
    const u32_vec *uses = horn_uses_of(g->h, q);
    for (size_t i = 0; i < uses->size; i++) {
        for (size_t at = 1; at < horn_clause(g->h, uses->data[i])->n_body; at++) {
            interla_call call = {0};
            bool found = !pred_is_equal(interla_body(g, uses->data[i], at).pred, q) || interla_find_entry_clause(g, k, uses->data[i], at, solver, &call);
            term_vec_release(&call.entry_vars);
            if (!found) return false;
        }
    }
    return true;
}

/* The entry must be the head of a sibling of any call. */
static bool find_entry(const interla_graph *g, pred q, smt *solver, interla_kind *k)
{
    const u32_vec *uses = horn_uses_of(g->h, q);
    uint32_t call = INTERLA_NONE;
    for (size_t i = 0; i < uses->size && call == INTERLA_NONE; i++)
        for (size_t at = 1; at < horn_clause(g->h, uses->data[i])->n_body; at++)
            if (pred_is_equal(interla_body(g, uses->data[i], at).pred, q)) call = uses->data[i];
    assert(call != INTERLA_NONE);
    const u32_vec *siblings = horn_uses_of(g->h, interla_body(g, call, 0).pred);
    for (size_t i = 0; i < siblings->size; i++) {
        const clause *e = horn_clause(g->h, siblings->data[i]);
        if (pred_is_false(e->head.pred) || pred_is_equal(e->head.pred, q)) continue;
        if (find_positions(g, q, e->head.pred, k) && serves_all_calls(g, q, k, solver)) return true;
    }
    return false;
}

void interla_find_procedure(interla_graph *g, pred q, smt *solver)
{
    interla_kind k = {0};
    if (!find_entry(g, q, solver, &k)) {
        k.entry = INTERLA_INIT;
        k.exit = interla_location_of(q);
        u32_vec_clear(&k.member);
        u32_vec_clear(&k.position);
    }
    for (size_t i = 0; i < horn_pred_arity(g->h, q); i++) {
        term_vec_push(&k.results, term_mk_fresh(g->ts, "result", horn_pred_sort(g->h, q, i)));
        term_vec_push(&k.returned, term_mk_fresh(g->ts, "returned", horn_pred_sort(g->h, q, i)));
    }
    g->kind_of.data[q.id] = (uint32_t)g->kinds.size;
    interla_kind_vec_push(&g->kinds, k);
}
