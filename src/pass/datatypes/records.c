/* Records, datatypes of one constructor that are not recursive, become their fields: an argument of a predicate becomes several, a variable x of a clause
 * the term C(x1, ..., xn). Equations between records become equations between fields, choices between records records of choices; the normal forms of
 * terms then resolve fields of constructors' terms. Records inside of arrays and of other datatypes stay; of these, fields are taken.
 *
 * What a model says about a field, the old one says about the field of the argument. */

#include "base/alloc.h"
#include "pass/clause_builder.h"
#include "pass/passes.h"
#include "term/datatype.h"
#include "term/eval.h"

#include <stdlib.h>

/* Records of more fields, those of their fields counted, are left alone; and so are deep ones. */
enum { MAX_FIELDS = 32, MAX_DEPTH = 8 };

typedef struct records {
    term_store *ts;
    u32_map wholes; /* variable -> the record of symbols that it becomes */
} records;

typedef struct records_back {
    back base;
    records records;
} records_back;

/* ---- which sorts ---- */

static constructor only_constructor(const term_store *ts, sort s) { return datatype_constructor(ts, s, 0); }

/* Takes the fields of s off the budget; false if it is too small. */
static bool spend_fields(const term_store *ts, sort s, int depth, int *budget)
{
    bool is_plain = sort_kind_of(ts, s) != SORT_DATATYPE || datatype_size(ts, s) != 1 || datatype_is_recursive(ts, s);
    if (is_plain || depth > MAX_DEPTH) return --*budget >= 0;
    constructor c = only_constructor(ts, s);
    bool ok = true;
    for (size_t i = 0; i < constructor_arity(ts, c) && ok; i++) ok = spend_fields(ts, constructor_field(ts, c, i).sort, depth + 1, budget);
    return ok;
}

static bool is_record(const term_store *ts, sort s)
{
    int budget = MAX_FIELDS;
    return sort_kind_of(ts, s) == SORT_DATATYPE && datatype_size(ts, s) == 1 && !datatype_is_recursive(ts, s) && spend_fields(ts, s, 0, &budget);
}

static bool has_records(const horn *h)
{
    const term_store *ts = horn_terms(h);
    for (uint32_t p = 0; p < horn_pred_count(h); p++)
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++)
            if (is_record(ts, horn_pred_sort(h, (pred){p}, i))) return true;
    for (size_t k = 0; k < horn_clause_count(h); k++)
        for (size_t i = 0; i < horn_clause(h, k)->n_vars; i++)
            if (is_record(ts, term_sort(ts, horn_clause(h, k)->vars[i]))) return true;
    return false;
}

/* ---- terms ---- */

/* A record whose fields are, as far as they are no records, what `leaf` makes. */
typedef term leaf_fn(records *r, const void *context, sort s);
static term build(records *r, sort s, leaf_fn *leaf, const void *context)
{
    if (!is_record(r->ts, s)) return leaf(r, context, s);
    constructor c = only_constructor(r->ts, s);
    term fields[MAX_FIELDS + 1];
    size_t n = constructor_arity(r->ts, c);
    assert(n <= MAX_FIELDS);
    for (size_t i = 0; i < n; i++) fields[i] = build(r, constructor_field(r->ts, c, i).sort, leaf, context);
    return term_mk_construct(r->ts, c, fields);
}

static term fresh_leaf(records *r, const void *context, sort s) { return term_mk_fresh(r->ts, context, s); }

static term whole_of(records *r, term variable)
{
    if (!is_record(r->ts, term_sort(r->ts, variable))) return variable;
    bool added;
    uint32_t *known = u32_map_put(&r->wholes, variable.id, &added);
    if (!added) return (term){*known};
    term whole = build(r, term_sort(r->ts, variable), fresh_leaf, term_name(r->ts, variable));
    *u32_map_find(&r->wholes, variable.id) = whole.id;
    return whole;
}

static term choose(term_store *ts, term condition, term a, term b)
{
    sort s = term_sort(ts, a);
    if (!is_record(ts, s)) return term_mk_ite(ts, condition, a, b);
    constructor c = only_constructor(ts, s);
    term fields[MAX_FIELDS + 1];
    for (size_t i = 0; i < constructor_arity(ts, c); i++) fields[i] = choose(ts, condition, term_mk_field(ts, c, i, a), term_mk_field(ts, c, i, b));
    return term_mk_construct(ts, c, fields);
}

static term equate(term_store *ts, term a, term b)
{
    sort s = term_sort(ts, a);
    if (!is_record(ts, s)) return term_mk_eq(ts, a, b);
    constructor c = only_constructor(ts, s);
    term all = term_true(ts);
    for (size_t i = 0; i < constructor_arity(ts, c); i++) all = term_mk_and2(ts, all, equate(ts, term_mk_field(ts, c, i, a), term_mk_field(ts, c, i, b)));
    return all;
}

static term split_term(void *context, term t, const term *args)
{
    records *r = context;
    switch (term_kind_of(r->ts, t)) {
    case TERM_SYM: return whole_of(r, t);
    case TERM_ITE: return is_record(r->ts, term_sort(r->ts, t)) ? choose(r->ts, args[0], args[1], args[2]) : TERM_NONE;
    case TERM_EQ: return is_record(r->ts, term_sort(r->ts, args[0])) ? equate(r->ts, args[0], args[1]) : TERM_NONE;
    default: return TERM_NONE;
    }
}

/* Appends t, or what its fields are if it is a record. */
static void add_leaves(term_store *ts, term t, term_vec *out)
{
    sort s = term_sort(ts, t);
    if (!is_record(ts, s)) {
        term_vec_push(out, t);
        return;
    }
    constructor c = only_constructor(ts, s);
    for (size_t i = 0; i < constructor_arity(ts, c); i++) add_leaves(ts, term_mk_field(ts, c, i, t), out);
}

/* ---- the problem ---- */

static void add_pred(const horn *h, pred p, horn *out)
{
    term_store *ts = horn_terms(h);
    term_vec leaves;
    sort_vec sorts;
    term_vec_init(&leaves);
    sort_vec_init(&sorts);
    for (size_t i = 0; i < horn_pred_arity(h, p); i++) add_leaves(ts, horn_param(h, p, i), &leaves);
    for (size_t i = 0; i < leaves.size; i++) sort_vec_push(&sorts, term_sort(ts, leaves.data[i]));
    pred copy = horn_add_pred(out, horn_pred_name(h, p), sorts.data, sorts.size);
    size_t k = 0;
    for (size_t i = 0; i < horn_pred_arity(h, p); i++) {
        size_t before = leaves.size;
        const char *name = horn_arg_name(h, p, i);
        add_leaves(ts, horn_param(h, p, i), &leaves);
        bool is_same = leaves.size == before + 1 && term_is_equal(term_vec_last(&leaves), horn_param(h, p, i));
        if (name && is_same) horn_set_arg_name(out, copy, k, name);
        k += leaves.size - before;
        leaves.size = before;
    }
    term_vec_release(&leaves);
    sort_vec_release(&sorts);
}

static atom split_atom(records *r, const horn *h, atom a, arena *mem)
{
    if (pred_is_false(a.pred)) return a;
    term_vec leaves;
    term_vec_init(&leaves);
    for (size_t i = 0; i < horn_pred_arity(h, a.pred); i++) add_leaves(r->ts, dag_map(r->ts, a.args[i], split_term, r), &leaves);
    term *args = arena_alloc(mem, leaves.size * sizeof(term));
    if (leaves.size) memcpy(args, leaves.data, leaves.size * sizeof(term));
    term_vec_release(&leaves);
    return (atom){a.pred, args};
}

static void add_clause(records *r, const horn *h, const clause *c, horn *out)
{
    arena mem;
    arena_init(&mem);
    atom *body = arena_alloc(&mem, c->n_body * sizeof(atom));
    for (size_t i = 0; i < c->n_body; i++) body[i] = split_atom(r, h, c->body[i], &mem);
    horn_add_clause_like(out, body, c->n_body, dag_map(r->ts, c->constraint, split_term, r), split_atom(r, h, c->head, &mem), c);
    arena_release(&mem);
}

/* ---- back ---- */

static bool model_back(const back *b, const model *in, model *out, const limits *limit)
{
    (void)limit;
    term_store *ts = horn_terms(b->before);
    term_vec from, to;
    term_vec_init(&from);
    term_vec_init(&to);
    for (uint32_t id = 0; id < horn_pred_count(b->before); id++) {
        pred p = {id};
        from.size = to.size = 0;
        for (size_t i = 0; i < horn_pred_arity(b->after, p); i++) term_vec_push(&from, horn_param(b->after, p, i));
        for (size_t i = 0; i < horn_pred_arity(b->before, p); i++) add_leaves(ts, horn_param(b->before, p, i), &to);
        assert(from.size == to.size);
        model_set(out, p, dag_substitute(ts, model_get(in, p), from.data, to.data, from.size));
    }
    term_vec_release(&from);
    term_vec_release(&to);
    return true;
}

static bool derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit)
{
    const records_back *b = (const records_back *)base;
    evaluator *e = evaluator_new(b->records.ts);
    term_vec values;
    term_vec_init(&values);
    size_t i = 0;
    for (; i < in->steps.size && !limits_is_over(limit); i++) {
        const step *s = &in->steps.data[i];
        const clause *old = horn_clause(base->before, s->clause), *new = horn_clause(base->after, s->clause);
        evaluator_clear(e);
        term_vec_clear(&values);
        for (size_t k = 0; k < new->n_vars; k++) evaluator_set(e, new->vars[k], in->values.data[s->value + k]);
        for (size_t k = 0; k < old->n_vars; k++) {
            const uint32_t *whole = u32_map_find(&b->records.wholes, old->vars[k].id);
            term_vec_push(&values, evaluator_eval(e, whole ? (term){*whole} : old->vars[k], NULL));
        }
        derivation_add(out, base->before, s->clause, in->premises.data + s->premise, values.data);
    }
    term_vec_release(&values);
    evaluator_free(e);
    return i == in->steps.size;
}

static void records_back_free(back *base)
{
    records_back *b = (records_back *)base;
    u32_map_release(&b->records.wholes);
    free(b);
}

horn *pass_records(const horn *h, const limits *limit, back **out)
{
    (void)limit;
    if (!datatype_count(horn_terms(h)) || !has_records(h)) return NULL;
    records_back *b = alloc_zeroed(1, sizeof *b);
    b->records.ts = horn_terms(h);
    horn *after = horn_new(horn_terms(h));
    if (horn_file(h)) horn_set_file(after, horn_file(h));
    for (uint32_t p = 0; p < horn_pred_count(h); p++) add_pred(h, (pred){p}, after);
    for (size_t i = 0; i < horn_clause_count(h); i++) add_clause(&b->records, h, horn_clause(h, i), after);
    b->base = (back){model_back, derivation_back, records_back_free, h, after};
    *out = &b->base;
    return after;
}
