/* Arguments that take few values, all of them constants of the clauses: the state of a protocol, say. A label about such an
 * argument that excludes one value after the other does not converge, as every path has another one to exclude. Once labels speak
 * of it, vertices are made for single values of it. */

#include "engine/lawi/rules.h"

#include "term/dag.h"

#include <stdlib.h>

/* With fewer values a literal says which one it is anyway; with more it is a counter, perhaps. */
#define MIN_VALUES 3
#define MAX_VALUES 48

typedef struct analysis {
    unwinding *u;
    u32_map constants; /* numbers that occur in clauses */
    term_vec *known; /* by predicate: for each argument with few values that it has one of them; false if nothing was found yet */
    edge_labels *labels;
    u32_vec work; /* clauses */
} analysis;

static void find_constants(analysis *a)
{
    const horn *h = a->u->h;
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        term_vec_clear(&parts);
        dag_subterms(a->u->ts, &c->constraint, 1, &parts);
        for (size_t j = 0; j < c->n_body; j++) dag_subterms(a->u->ts, c->body[j].args, horn_pred_arity(h, c->body[j].pred), &parts);
        if (!pred_is_false(c->head.pred)) dag_subterms(a->u->ts, c->head.args, horn_pred_arity(h, c->head.pred), &parts);
        for (size_t k = 0; k < parts.size; k++)
            if (term_kind_of(a->u->ts, parts.data[k]) == TERM_NUM) u32_map_put(&a->constants, parts.data[k].id, NULL);
    }
    term_vec_release(&parts);
}

static term is_one_of(const unwinding *u, pred p, size_t i)
{
    const term_vec *values = &u->places[p.id].arguments[i].values;
    term_vec cases;
    term_vec_init(&cases);
    for (size_t k = 0; k < values->size; k++) term_vec_push(&cases, term_mk_eq(u->ts, horn_param(u->h, p, i), values->data[k]));
    term t = term_mk_or(u->ts, cases.data, cases.size);
    term_vec_release(&cases);
    return t;
}

static void note_values(analysis *a, pred p)
{
    const unwinding *u = a->u;
    term_vec_clear(&a->known[p.id]);
    for (size_t i = 0; i < horn_pred_arity(u->h, p); i++)
        if (!u->places[p.id].arguments[i].any_value) term_vec_push(&a->known[p.id], is_one_of(u, p, i));
}

/* A fact of p was found with these values. */
static void add_values(analysis *a, pred p, const term_vec *found)
{
    for (size_t i = 0; i < found->size; i++) {
        argument *x = &a->u->places[p.id].arguments[i];
        if (x->any_value || term_vec_has(&x->values, found->data[i])) continue;
        x->any_value = term_is_none(found->data[i]) || !u32_map_find(&a->constants, found->data[i].id) || x->values.size == MAX_VALUES;
        if (!x->any_value) term_vec_push(&x->values, found->data[i]);
    }
    note_values(a, p);
}

/* Are there values at the head that are not known yet? */
static bool look_at(analysis *a, uint32_t index)
{
    unwinding *u = a->u;
    const clause *c = horn_clause(u->h, index);
    const term_vec *known = &a->known[c->head.pred.id];
    for (size_t j = 0; j < c->n_body; j++) a->labels[j] = (edge_labels){.first = &a->known[c->body[j].pred.id]};
    term all = term_mk_and(u->ts, known->data, known->size);
    if (term_is_equal(all, term_true(u->ts))) return false;
    smt_result r = edges_entail(u->edges, index, term_true(u->ts), a->labels, all);
    if (r == SMT_UNSAT) return false;
    term_vec found;
    term_vec_init(&found);
    if (r == SMT_SAT) edges_point(u->edges, index, &found);
    else
        for (size_t i = 0; i < horn_pred_arity(u->h, c->head.pred); i++) term_vec_push(&found, TERM_NONE);
    add_values(a, c->head.pred, &found);
    term_vec_release(&found);
    return true;
}

static bool find_values(analysis *a, double seconds)
{
    const horn *h = a->u->h;
    limits within = limits_within(&a->u->context->limits, seconds);
    for (uint32_t i = (uint32_t)horn_clause_count(h); i-- > 0;)
        if (!pred_is_false(horn_clause(h, i)->head.pred)) u32_vec_push(&a->work, i);
    while (a->work.size && !limits_is_over(&within)) {
        uint32_t index = u32_vec_last(&a->work);
        bool news = look_at(a, index);
        if (!news) {
            u32_vec_pop(&a->work);
            continue;
        }
        const u32_vec *uses = horn_uses_of(h, horn_clause(h, index)->head.pred);
        for (size_t k = 0; k < uses->size; k++)
            if (!pred_is_false(horn_clause(h, uses->data[k])->head.pred)) u32_vec_push(&a->work, uses->data[k]);
    }
    return !a->work.size;
}

static void begin(analysis *a)
{
    unwinding *u = a->u;
    find_constants(a);
    for (uint32_t p = 0; p < horn_pred_count(u->h); p++) {
        for (size_t i = 0; i < horn_pred_arity(u->h, (pred){p}); i++)
            u->places[p].arguments[i].any_value = !sort_kind_is_arith(sort_kind_of(u->ts, horn_pred_sort(u->h, (pred){p}, i)));
        note_values(a, (pred){p});
    }
}

void lawi_find_values(unwinding *u, double seconds)
{
    size_t n = horn_pred_count(u->h);
    analysis a = {.u = u};
    a.known = alloc_zeroed(n + 1, sizeof *a.known);
    a.labels = alloc_zeroed(u->widest_body + 1, sizeof *a.labels);
    begin(&a);
    bool done = find_values(&a, seconds);
    for (uint32_t p = 0; p < n; p++) {
        for (size_t i = 0; i < horn_pred_arity(u->h, (pred){p}); i++) {
            argument *x = &u->places[p].arguments[i];
            x->is_state = done && !x->any_value && x->values.size >= MIN_VALUES;
        }
        term_vec_release(&a.known[p]);
    }
    u32_map_release(&a.constants);
    u32_vec_release(&a.work);
    free(a.known);
    free(a.labels);
}
