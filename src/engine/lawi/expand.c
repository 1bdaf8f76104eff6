#include "engine/body_choices.h"
#include "engine/lawi/rules.h"

/* Cases of one application of a clause that get vertices of their own. */
#define MAX_CASES 24
#define MAX_VALUE_CASES 64

/* The expanded vertices of atom j's predicate that are open, and are not `without`. */
static void list_open(unwinding *u, body_choices *k, size_t j, uint32_t without)
{
    const u32_vec *expanded = &u->places[horn_clause(u->h, k->clause)->body[j].pred.id].expanded;
    u32_vec_clear(&k->lists[j]);
    for (size_t i = 0; i < expanded->size; i++)
        if (expanded->data[i] != without && !unwinding_is_closed(u, expanded->data[i])) u32_vec_push(&k->lists[j], expanded->data[i]);
}

/* Adds the vertices of all choices that have none yet. */
static void add_choices(unwinding *u, body_choices *k)
{
    if (!body_choices_first(k)) return;
    do {
        if (!unwinding_has(u, k->clause, k->vertices.data)) unwinding_add(u, k->clause, term_true(u->ts), k->vertices.data);
        if (limits_is_over(&u->context->limits)) {
            u->incomplete = true;
            return;
        }
    } while (body_choices_next(k));
}

void lawi_expand(unwinding *u, uint32_t v)
{
    vertex *x = unwinding_vertex(u, v);
    assert(!x->expanded && !pred_is_false(x->pred));
    pred p = x->pred;
    x->expanded = true;
    u32_vec_push(&u->places[p.id].expanded, v);
    const u32_vec *uses = horn_uses_of(u->h, p);
    for (size_t i = 0; i < uses->size; i++) {
        body_choices k;
        body_choices_init(&k, u->h, uses->data[i]);
        for (size_t at = 0; at < k.n; at++) {
            if (!pred_is_equal(horn_clause(u->h, k.clause)->body[at].pred, p)) continue;
            /* v may be chosen for a later atom as well, and was for earlier ones before. */
            for (size_t j = 0; j < k.n; j++) list_open(u, &k, j, j < at ? v : NO_VERTEX);
            u32_vec_clear(&k.lists[at]);
            u32_vec_push(&k.lists[at], v);
            add_choices(u, &k);
        }
        body_choices_release(&k);
    }
}

bool lawi_complete(unwinding *u)
{
    size_t before = u->vertices.size;
    for (uint32_t i = 0; i < horn_clause_count(u->h); i++) {
        if (horn_clause(u->h, i)->n_body < 2) continue;
        body_choices k;
        body_choices_init(&k, u->h, i);
        for (size_t j = 0; j < k.n; j++) list_open(u, &k, j, NO_VERTEX);
        add_choices(u, &k);
        body_choices_release(&k);
    }
    return u->vertices.size > before;
}

/* The split arguments have the values (or none of those that are known) under which the edge was found feasible. `args`: of the clause's head, or NULL for the parameters. */
static term values_here(unwinding *u, uint32_t v, const term *args)
{
    const vertex *x = unwinding_vertex(u, v);
    term_vec point;
    term_vec_init(&point);
    edges_point(u->edges, x->clause, &point);
    term made = value_cases_of_point(&u->values, x->pred, &point, args);
    term_vec_release(&point);
    return made;
}

/* What v is to be restricted to; true: nothing. */
static term find_case(unwinding *u, uint32_t v)
{
    const vertex *x = unwinding_vertex(u, v);
    term one = term_true(u->ts);
    if (x->is_case) return one;
    if (u->splitting && x->cases < MAX_CASES) one = edges_case(u->edges, x->clause, x->guard);
    if (term_is_none(one)) one = term_true(u->ts);
    if (!pred_is_false(x->pred) && x->cases < MAX_VALUE_CASES && u->values.is_split[x->pred.id]) {
        term values = values_here(u, v, horn_clause(u->h, x->clause)->head.args);
        unwinding_strengthen(u, v, values_here(u, v, NULL));
        one = term_mk_and2(u->ts, one, values);
    }
    return one;
}

/* The values under which the edge was found feasible make one case; the rest of the cases is another vertex. */
uint32_t lawi_split(unwinding *u, uint32_t v)
{
    term one = find_case(u, v);
    const vertex *x = unwinding_vertex(u, v);
    if (term_is_equal(one, term_true(u->ts))) return NO_VERTEX;
    term rest = term_mk_and2(u->ts, x->guard, term_mk_not(u->ts, one));
    u32_vec parents;
    u32_vec_init(&parents);
    u32_vec_append(&parents, unwinding_parents(u, v), unwinding_parent_count(u, v));
    uint32_t made = unwinding_add(u, x->clause, rest, parents.data);
    unwinding_vertex(u, v)->guard = one;
    unwinding_vertex(u, v)->is_case = true;
    unwinding_vertex(u, made)->cases = (uint16_t)(unwinding_vertex(u, v)->cases + 1);
    u32_vec_release(&parents);
    return made;
}

void lawi_expand_facts(unwinding *u)
{
    for (uint32_t i = 0; i < horn_clause_count(u->h); i++)
        if (!horn_clause(u->h, i)->n_body) unwinding_add(u, i, term_true(u->ts), NULL);
}
