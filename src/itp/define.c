#include "itp/define.h"

#include "term/dag.h"

typedef struct definition {
    term symbol, value;
} definition;

typedef struct search {
    const term_store *ts;
    scope *scope;
    term found; /* a local symbol of coefficient 1 or -1 (Real: any) */
    rat coefficient;
    bool is_real;
} search;

static bool is_local_symbol(const term_store *ts, scope *s, term t) { return term_kind_of(ts, t) == TERM_SYM && !scope_has(s, t); }

static void look(void *context, const rat *c, term t)
{
    search *s = context;
    if (!term_is_none(s->found) || term_is_none(t) || !is_local_symbol(s->ts, s->scope, t)) return;
    if (!s->is_real && !rat_is_one(c) && !rat_is_minus_one(c)) return;
    s->found = t;
    rat_set(&s->coefficient, c);
}

/* left = right, solved for a local symbol x of left:  c*x + rest = right,  x = x - (left - right) / c. */
static bool solve_sum(term_store *ts, scope *s, term left, term right, definition *d)
{
    search look_for = {.ts = ts, .scope = s, .found = TERM_NONE, .is_real = sort_kind_of(ts, term_sort(ts, left)) == SORT_REAL};
    rat_init(&look_for.coefficient);
    term_linear_each(ts, left, look, &look_for);
    bool found = !term_is_none(look_for.found);
    if (found) {
        rat_inv(&look_for.coefficient, &look_for.coefficient);
        term step = term_mk_scale(ts, &look_for.coefficient, term_mk_sub(ts, left, right));
        assert(rat_sign(&look_for.coefficient));
        *d = (definition){look_for.found, term_mk_sub(ts, look_for.found, step)};
        found = !dag_has_symbol(ts, d->value, d->symbol);
    }
    rat_release(&look_for.coefficient);
    return found;
}

static bool solve_sides(term_store *ts, scope *s, term a, term b, definition *d)
{
    *d = (definition){a, b};
    return is_local_symbol(ts, s, a) && !dag_has_symbol(ts, b, a);
}

/* Does the literal define a local symbol? */
static bool is_definition(term_store *ts, scope *s, term literal, definition *d)
{
    switch (term_kind_of(ts, literal)) {
    case TERM_SYM:
        *d = (definition){literal, term_true(ts)};
        return !scope_has(s, literal);
    case TERM_NOT:
        *d = (definition){term_arg(ts, literal, 0), term_false(ts)};
        return is_local_symbol(ts, s, d->symbol);
    case TERM_EQ: {
        term a = term_arg(ts, literal, 0), b = term_arg(ts, literal, 1);
        if (term_is_arith(ts, a)) return solve_sum(ts, s, a, b, d);
        return solve_sides(ts, s, a, b, d) || solve_sides(ts, s, b, a, d);
    }
    default: return false;
    }
}

/* Takes literal k out and puts its definition into the others. */
static void apply(term_store *ts, term_vec *list, size_t k, const definition *d)
{
    assert(k < list->size && !dag_has_symbol(ts, d->value, d->symbol)); /* so the symbol is gone afterwards */
    assert(sort_is_equal(term_sort(ts, d->symbol), term_sort(ts, d->value)));
    term_vec made;
    term_vec_init(&made);
    for (size_t j = 0; j < list->size; j++)
        if (j != k) dag_conjuncts(ts, dag_substitute(ts, list->data[j], &d->symbol, &d->value, 1), &made);
    term_vec_release(list);
    *list = made;
}

void define_locals(term_store *ts, scope *s, term_vec *list)
{
    definition d;
    for (size_t k = 0; k < list->size;) {
        if (term_has_quantifier(ts, list->data[k]) || !is_definition(ts, s, list->data[k], &d)) {
            k++;
        } else {
            apply(ts, list, k, &d);
            k = 0;
        }
    }
}
