#include "term/abstraction.h"

#include "base/map.h"
#include "term/dag.h"
#include "term/lemmas.h"

typedef struct operation {
    term t, symbol;
    term_vec lemmas; /* with operations */
} operation;
VEC_DECLARE(operation_vec, operation);

struct abstraction {
    term_store *ts;
    abstraction_scope scope;
    u32_map replaced; /* term -> the same with symbols for operations */
    u32_map operation_of; /* term -> its index in operations */
    operation_vec operations;
};

abstraction *abstraction_new(term_store *ts, abstraction_scope scope)
{
    abstraction *a = alloc_zeroed(1, sizeof *a);
    a->ts = ts;
    a->scope = scope;
    return a;
}

void abstraction_free(abstraction *a)
{
    if (!a) return;
    for (size_t i = 0; i < a->operations.size; i++) term_vec_release(&a->operations.data[i].lemmas);
    operation_vec_release(&a->operations);
    u32_map_release(&a->replaced);
    u32_map_release(&a->operation_of);
    free(a);
}

static bool is_operation(const abstraction *a, term t)
{
    switch (a->scope) {
    case ABSTRACT_DIVISIONS: return lemmas_is_division_by_number(a->ts, t);
    case ABSTRACT_BITS: return term_kind_of(a->ts, t) == TERM_INT_TO_BV && !term_has_bound(a->ts, t);
    default: return lemmas_is_about(a->ts, t);
    }
}

/* Pointers into `operations` are valid until the next call. */
static operation *operation_of(abstraction *a, term t)
{
    bool is_new;
    uint32_t *index = u32_map_put(&a->operation_of, t.id, &is_new);
    if (!is_new) return &a->operations.data[*index];
    *index = (uint32_t)a->operations.size;
    operation o = {.t = t, .symbol = term_mk_fresh(a->ts, "op", term_sort(a->ts, t))};
    if (a->scope == ABSTRACT_BITS) term_vec_push(&o.lemmas, lemmas_define_bits(a->ts, t));
    else lemmas_add(a->ts, t, &o.lemmas);
    operation_vec_push(&a->operations, o);
    return &a->operations.data[a->operations.size - 1];
}

static term replace_operation(void *context, term t, const term *args)
{
    abstraction *a = context;
    (void)args;
    return is_operation(a, t) ? operation_of(a, t)->symbol : TERM_NONE;
}

term abstraction_apply(abstraction *a, term t)
{
    return dag_map_with(a->ts, t, &(dag_rules){.step = replace_operation, .context = a}, &a->replaced);
}

/* The operations in the roots and in the lemmas about them, as indices. */
static void find_operations(abstraction *a, const term *roots, size_t n, u32_vec *out)
{
    u32_map seen;
    term_vec work, all;
    u32_map_init(&seen);
    term_vec_init(&work);
    term_vec_init(&all);
    term_vec_append(&work, roots, n);
    while (work.size) {
        term root = term_vec_pop(&work);
        term_vec_clear(&all);
        dag_subterms(a->ts, &root, 1, &all);
        for (size_t i = 0; i < all.size; i++) {
            bool is_new;
            u32_map_put(&seen, all.data[i].id, &is_new);
            if (!is_new || !is_operation(a, all.data[i])) continue;
            const operation *o = operation_of(a, all.data[i]);
            u32_vec_push(out, (uint32_t)(o - a->operations.data));
            term_vec_append(&work, o->lemmas.data, o->lemmas.size);
        }
    }
    term_vec_release(&all);
    term_vec_release(&work);
    u32_map_release(&seen);
}

term abstraction_facts(abstraction *a, const term *roots, size_t n)
{
    u32_vec found;
    term_vec parts;
    u32_vec_init(&found);
    term_vec_init(&parts);
    find_operations(a, roots, n, &found);
    for (size_t i = 0; i < found.size; i++) {
        const term_vec *lemmas = &a->operations.data[found.data[i]].lemmas;
        term_vec_append(&parts, lemmas->data, lemmas->size);
    }
    term all = term_mk_and(a->ts, parts.data, parts.size);
    term_vec_release(&parts);
    u32_vec_release(&found);
    return all;
}

term abstraction_lemmas(abstraction *a, const term *roots, size_t n) { return abstraction_apply(a, abstraction_facts(a, roots, n)); }

/* Do the term and its abstraction have the same value? */
static bool agrees(abstraction *a, term t, evaluator *e)
{
    term exact = evaluator_eval(e, t, NULL), abstract = evaluator_eval(e, abstraction_apply(a, t), NULL);
    return !term_is_none(exact) && term_is_equal(exact, abstract);
}

static bool inputs_agree(abstraction *a, term t, evaluator *e)
{
    term_vec inputs;
    term_vec_init(&inputs);
    lemmas_inputs(a->ts, t, &inputs);
    bool all = true;
    for (size_t i = 0; i < inputs.size && all; i++) all = agrees(a, inputs.data[i], e);
    term_vec_release(&inputs);
    return all;
}

static bool knows(const operation *o, term lemma)
{
    for (size_t i = 0; i < o->lemmas.size; i++)
        if (term_is_equal(o->lemmas.data[i], lemma)) return true;
    return false;
}

static size_t learn_about(abstraction *a, uint32_t index, evaluator *e)
{
    term t = a->operations.data[index].t;
    if (lemmas_is_definition(a->ts, t) || agrees(a, t, e) || !inputs_agree(a, t, e)) return 0;
    term_vec lemmas;
    term_vec_init(&lemmas);
    lemmas_add_at(a->ts, t, e, evaluator_eval(e, a->operations.data[index].symbol, NULL), &lemmas);
    size_t learnt = 0;
    for (size_t i = 0; i < lemmas.size; i++) {
        operation *o = &a->operations.data[index];
        if (term_is_equal(lemmas.data[i], term_true(a->ts)) || knows(o, lemmas.data[i])) continue;
        term_vec_push(&o->lemmas, lemmas.data[i]);
        learnt++;
    }
    term_vec_release(&lemmas);
    return learnt;
}

size_t abstraction_learn(abstraction *a, const term *roots, size_t n, evaluator *e)
{
    u32_vec found;
    u32_vec_init(&found);
    find_operations(a, roots, n, &found);
    size_t learnt = 0;
    for (size_t i = 0; i < found.size; i++) learnt += learn_about(a, found.data[i], e);
    u32_vec_release(&found);
    return learnt;
}
