/* Cone of influence. A predicate is *reached* if some clause with a constraint other than `false` and only reached predicates in
 * its body concludes it; it is *needed* if a query, or a clause of a needed predicate, has it in its body. Clauses between
 * reached predicates that conclude something needed stay; everything else goes. */

#include "base/alloc.h"
#include "pass/passes.h"
#include "term/dag.h"

#include <stdlib.h>

typedef struct slicer {
    const horn *h;
    bool *alive; /* by clause: it can fire as far as reachability knows */
    bool *reached, *needed; /* by predicate */
    u32_vec work;
} slicer;

typedef struct slice_back {
    back base;
    bool *reached; /* by predicate of the old problem */
    u32_vec pred_of; /* new predicate -> old */
    u32_vec clause_of; /* new clause -> old */
} slice_back;

static void conclude(slicer *s, uint32_t index)
{
    const clause *c = horn_clause(s->h, index);
    s->alive[index] = true;
    if (pred_is_false(c->head.pred) || s->reached[c->head.pred.id]) return;
    s->reached[c->head.pred.id] = true;
    u32_vec_push(&s->work, c->head.pred.id);
}

static size_t distinct_body_preds(const clause *c)
{
    size_t distinct = 0;
    for (size_t i = 0; i < c->n_body; i++) {
        bool seen = false;
        for (size_t j = 0; j < i && !seen; j++) seen = pred_is_equal(c->body[j].pred, c->body[i].pred);
        distinct += !seen;
    }
    return distinct;
}

static void forward(slicer *s)
{
    term_store *ts = horn_terms(s->h);
    size_t n = horn_clause_count(s->h);
    size_t *missing = alloc_zeroed(n + 1, sizeof *missing);
    for (size_t i = 0; i < n; i++) {
        const clause *c = horn_clause(s->h, i);
        missing[i] = distinct_body_preds(c);
        if (term_is_equal(c->constraint, term_false(ts))) missing[i] = SIZE_MAX;
        if (!missing[i]) conclude(s, (uint32_t)i);
    }
    while (s->work.size) {
        const u32_vec *uses = horn_uses_of(s->h, (pred){u32_vec_pop(&s->work)});
        for (size_t i = 0; i < uses->size; i++) {
            if (missing[uses->data[i]] != SIZE_MAX && --missing[uses->data[i]] == 0) conclude(s, uses->data[i]);
        }
    }
    free(missing);
}

static void need_body(slicer *s, uint32_t index)
{
    if (!s->alive[index]) return;
    const clause *c = horn_clause(s->h, index);
    for (size_t i = 0; i < c->n_body; i++) {
        uint32_t p = c->body[i].pred.id;
        if (s->needed[p]) continue;
        s->needed[p] = true;
        u32_vec_push(&s->work, p);
    }
}

static void backward(slicer *s)
{
    const u32_vec *queries = horn_clauses_of(s->h, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++) need_body(s, queries->data[i]);
    while (s->work.size) {
        const u32_vec *defs = horn_clauses_of(s->h, (pred){u32_vec_pop(&s->work)});
        for (size_t i = 0; i < defs->size; i++) need_body(s, defs->data[i]);
    }
}

static bool clause_stays(const slicer *s, size_t index)
{
    pred head = horn_clause(s->h, index)->head.pred;
    return s->alive[index] && (pred_is_false(head) || s->needed[head.id]);
}

static void copy_clause(horn *to, const clause *c, const uint32_t *new_pred)
{
    atom *body = alloc_zeroed(c->n_body + 1, sizeof *body);
    for (size_t i = 0; i < c->n_body; i++) body[i] = (atom){{new_pred[c->body[i].pred.id]}, c->body[i].args};
    atom head = c->head;
    if (!pred_is_false(head.pred)) head.pred.id = new_pred[head.pred.id];
    horn_add_clause_like(to, body, c->n_body, c->constraint, head, c);
    free(body);
}

static horn *build(const slicer *s, slice_back *b)
{
    const horn *h = s->h;
    horn *out = horn_new(horn_terms(h));
    if (horn_file(h)) horn_set_file(out, horn_file(h));
    uint32_t *new_pred = alloc_zeroed(horn_pred_count(h) + 1, sizeof *new_pred);
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        if (!s->reached[p] || !s->needed[p]) continue;
        new_pred[p] = (uint32_t)b->pred_of.size;
        u32_vec_push(&b->pred_of, p);
        horn_copy_pred(out, h, (pred){p});
    }
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        if (!clause_stays(s, i)) continue;
        u32_vec_push(&b->clause_of, (uint32_t)i);
        copy_clause(out, horn_clause(h, i), new_pred);
    }
    free(new_pred);
    return out;
}

/* A removed clause has a false constraint, an unreached predicate (false) in its body, or an unneeded one (true) as its head:
 * it holds whatever the others are. */
static bool model_back(const back *base, const model *in, model *out, const limits *limit)
{
    (void)limit;
    const slice_back *b = (const slice_back *)base;
    const horn *h = base->before;
    for (uint32_t p = 0; p < horn_pred_count(h); p++) model_set(out, (pred){p}, term_mk_bool(horn_terms(h), b->reached[p]));
    for (uint32_t p = 0; p < b->pred_of.size; p++) model_set(out, (pred){b->pred_of.data[p]}, model_get(in, (pred){p}));
    return true;
}

static bool derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit)
{
    (void)limit;
    const slice_back *b = (const slice_back *)base;
    for (size_t i = 0; i < in->steps.size; i++) {
        const step *s = &in->steps.data[i];
        derivation_add(out, base->before, b->clause_of.data[s->clause], in->premises.data + s->premise, in->values.data + s->value);
    }
    return true;
}

static void slice_back_free(back *base)
{
    slice_back *b = (slice_back *)base;
    free(b->reached);
    u32_vec_release(&b->pred_of);
    u32_vec_release(&b->clause_of);
    free(b);
}

static bool removes_something(const slicer *s)
{
    for (size_t p = 0; p < horn_pred_count(s->h); p++) {
        if (!s->reached[p] || !s->needed[p]) return true;
    }
    for (size_t i = 0; i < horn_clause_count(s->h); i++) {
        if (!clause_stays(s, i)) return true;
    }
    return false;
}

horn *pass_slice(const horn *h, const limits *limit, back **out)
{
    (void)limit;
    slicer s = {.h = h};
    s.alive = alloc_zeroed(horn_clause_count(h) + 1, sizeof(bool));
    s.reached = alloc_zeroed(horn_pred_count(h) + 1, sizeof(bool));
    s.needed = alloc_zeroed(horn_pred_count(h) + 1, sizeof(bool));
    forward(&s);
    backward(&s);
    horn *after = NULL;
    if (removes_something(&s)) {
        slice_back *b = alloc_zeroed(1, sizeof *b);
        after = build(&s, b);
        b->base = (back){model_back, derivation_back, slice_back_free, h, after};
        b->reached = s.reached;
        s.reached = NULL;
        *out = &b->base;
    }
    free(s.alive);
    free(s.reached);
    free(s.needed);
    u32_vec_release(&s.work);
    return after;
}
