/* The invariants of unwinding.h, for debug builds: linear in the unwinding, but for the entailments of covers, which are remembered. */

#include "engine/lawi/unwinding.h"

#include "base/u32_list.h"

/* A vertex is its clause applied to older vertices of the body's predicates, and one deeper than the deepest. */
static const char *check_application(const unwinding *u, uint32_t v)
{
    const vertex *x = unwinding_vertex(u, v);
    const clause *c = horn_clause(u->h, x->clause);
    uint32_t depth = 0;
    if (!pred_is_equal(c->head.pred, x->pred)) return "a vertex of another predicate than its clause's";
    for (size_t j = 0; j < c->n_body; j++) {
        uint32_t parent = unwinding_parents(u, v)[j];
        if (parent >= v) return "a parent is younger";
        if (!pred_is_equal(unwinding_vertex(u, parent)->pred, c->body[j].pred)) return "a parent of another predicate than the body atom's";
        if (unwinding_vertex(u, parent)->depth >= depth) depth = unwinding_vertex(u, parent)->depth + 1;
    }
    return depth == x->depth ? NULL : "a wrong depth";
}

static const char *check_label(const unwinding *u, uint32_t v)
{
    const vertex *x = unwinding_vertex(u, v);
    if (!term_is_equal(x->formula, term_mk_and(u->ts, x->label.data, x->label.size))) return "the formula is not the label's conjunction";
    if (x->point.size && (pred_is_false(x->pred) || x->point.size != horn_pred_arity(u->h, x->pred))) return "a point of the wrong size";
    return NULL;
}

static const char *check_cover(unwinding *u, uint32_t v)
{
    const vertex *x = unwinding_vertex(u, v);
    if (x->covered_by == NO_VERTEX) return NULL;
    const vertex *w = unwinding_vertex(u, x->covered_by);
    if (x->covered_by >= v || !pred_is_equal(w->pred, x->pred)) return "covered by the wrong vertex";
    if (!u32_vec_has(&w->covers, v) || !u32_vec_has(&u->coverers, x->covered_by)) return "covered, but nobody knows";
    if (unwinding_is_closed(u, x->covered_by)) return "covered by a closed vertex";
    if (!unwinding_entails(u, v, w->formula) && !limits_is_over(&u->context->limits)) return "covered by a stronger vertex";
    return NULL;
}

/* A place has all vertices of its predicate, in their order. */
static const char *check_place(const unwinding *u, pred p, size_t *listed)
{
    const place *at = &u->places[p.id];
    for (size_t i = 0; i < at->vertices.size; i++) {
        if (!pred_is_equal(unwinding_vertex(u, at->vertices.data[i])->pred, p)) return "a place has a vertex of another";
        if (i && at->vertices.data[i - 1] >= at->vertices.data[i]) return "vertices of a place are not in order";
    }
    for (size_t i = 0; i < at->expanded.size; i++)
        if (!unwinding_vertex(u, at->expanded.data[i])->expanded) return "listed as expanded, but it is not";
    *listed += at->vertices.size;
    return NULL;
}

const char *lawi_check(unwinding *u)
{
    const char *wrong = NULL;
    size_t errors = 0, listed = 0;
    for (uint32_t v = 0; v < u->vertices.size && !wrong; v++) {
        wrong = check_application(u, v);
        if (!wrong) wrong = check_label(u, v);
        if (!wrong) wrong = check_cover(u, v);
        errors += pred_is_false(unwinding_vertex(u, v)->pred);
    }
    for (uint32_t p = 0; p < horn_pred_count(u->h) && !wrong; p++) wrong = check_place(u, (pred){p}, &listed);
    return wrong ? wrong : errors + listed == u->vertices.size ? NULL : "a vertex is in no place";
}
