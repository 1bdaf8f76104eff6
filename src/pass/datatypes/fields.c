/* Fields of terms that may have been made by one of several constructors become variables of the clause: where f is a field of C,
 *     ... f(t) ...    is    ... v ...  &  (t is C  =>  t = C(.., v, ..)).
 * Constructors are what solvers and engines know best, and Spacer takes no other fields. If another constructor made t, v has any value, and not always the
 * same one as f(t) has: a model of the new problem is one of the old whatever f is there; a derivation may depend on that value, which the validator
 * sees. */

#include "base/alloc.h"
#include "pass/arrays/abstract.h"
#include "pass/clause_builder.h"
#include "pass/passes.h"
#include "term/datatype.h"

#include <stdlib.h>

typedef struct naming {
    term_store *ts;
    u64_map parts; /* constructor and term -> the constructor's term of new variables */
    term_vec made; /* term, constructor's term, in turns */
} naming;

static bool is_named(const term_store *ts, term t)
{
    if (term_kind_of(ts, t) != TERM_FIELD || term_has_bound(ts, t)) return false;
    return datatype_size(ts, constructor_sort(ts, term_constructor(ts, t))) > 1;
}

static term new_parts(naming *n, constructor c)
{
    term_vec fields;
    term_vec_init(&fields);
    for (size_t i = 0; i < constructor_arity(n->ts, c); i++) {
        field f = constructor_field(n->ts, c, i);
        term_vec_push(&fields, term_mk_fresh(n->ts, f.name, f.sort));
    }
    term parts = term_mk_construct(n->ts, c, fields.data);
    term_vec_release(&fields);
    return parts;
}

static term name_field(void *context, term t, const term *args)
{
    naming *n = context;
    if (!is_named(n->ts, t)) return TERM_NONE;
    constructor c = term_constructor(n->ts, t);
    bool added;
    uint32_t *known = u64_map_put(&n->parts, (uint64_t)c.id << 32 | args[0].id, &added);
    if (added) {
        *known = new_parts(n, c).id;
        term_vec_push(&n->made, args[0]);
        term_vec_push(&n->made, (term){*known});
    }
    return term_arg(n->ts, (term){*known}, term_index(n->ts, t, 1));
}

/* The new variables are the fields wherever the constructor made the term. */
static term definitions(naming *n, term constraint)
{
    term_vec parts;
    term_vec_init(&parts);
    dag_conjuncts(n->ts, constraint, &parts);
    size_t given = parts.size;
    for (size_t i = 0; i < n->made.size; i += 2) {
        term t = n->made.data[i], whole = n->made.data[i + 1];
        term is = term_mk_is(n->ts, term_constructor(n->ts, whole), t), same = term_mk_eq(n->ts, t, whole);
        size_t at = 0;
        while (at < given && !term_is_equal(parts.data[at], is)) at++;
        if (at < given) parts.data[at] = same;
        else term_vec_push(&parts, term_mk_implies(n->ts, is, same));
    }
    term all = term_mk_and(n->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return all;
}

static atom name_in_atom(naming *n, const horn *h, atom a, arena *mem)
{
    atom copy = clause_builder_atom(mem, h, a);
    term *args = (term *)copy.args;
    for (size_t i = 0; !pred_is_false(a.pred) && i < horn_pred_arity(h, a.pred); i++) args[i] = dag_map(n->ts, args[i], name_field, n);
    return copy;
}

static void add_clause(const horn *h, const clause *c, horn *out)
{
    naming n = {.ts = horn_terms(h)};
    arena mem;
    arena_init(&mem);
    atom *body = arena_alloc(&mem, c->n_body * sizeof(atom));
    for (size_t i = 0; i < c->n_body; i++) body[i] = name_in_atom(&n, h, c->body[i], &mem);
    atom head = name_in_atom(&n, h, c->head, &mem);
    term constraint = definitions(&n, dag_map(n.ts, c->constraint, name_field, &n));
    horn_add_clause_like(out, body, c->n_body, constraint, head, c);
    u64_map_release(&n.parts);
    term_vec_release(&n.made);
    arena_release(&mem);
}

static bool has_fields(const horn *h)
{
    term_vec roots, all;
    term_vec_init(&roots);
    term_vec_init(&all);
    for (size_t i = 0; i < horn_clause_count(h); i++) abstract_roots(h, horn_clause(h, i), &roots);
    dag_subterms(horn_terms(h), roots.data, roots.size, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) found = is_named(horn_terms(h), all.data[i]);
    term_vec_release(&roots);
    term_vec_release(&all);
    return found;
}

horn *pass_fields(const horn *h, const limits *limit, back **out)
{
    (void)limit;
    if (!datatype_count(horn_terms(h)) || !has_fields(h)) return NULL;
    horn *after = horn_new(horn_terms(h));
    if (horn_file(h)) horn_set_file(after, horn_file(h));
    horn_copy_preds(after, h);
    for (size_t i = 0; i < horn_clause_count(h); i++) add_clause(h, horn_clause(h, i), after);
    *out = abstract_back_new(h, after);
    return after;
}
