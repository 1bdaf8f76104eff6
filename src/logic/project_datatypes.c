/* Datatypes that are not recursive: an equation with a constructor's term says which constructor made the other side and what its fields are; a symbol that has to go and of which
 * fields are taken is the term of the constructor that made it in the model, with new symbols for its fields. */

#include "logic/project_parts.h"

#include "term/dag.h"
#include "term/datatype.h"

/* Symbols that are taken apart; what is left becomes its value. */
enum { MAX_UNFOLDED = 32 };

typedef struct datatypes {
    term_store *ts;
    evaluator *values;
    term_vec *vars, *literals;
    bool failed;
} datatypes;

/* Of recursive ones, taking apart has no end, and what is learnt from it is about one depth only: values do better. */
static bool is_plain(const datatypes *d, term t)
{
    sort s = term_sort(d->ts, t);
    return sort_kind_of(d->ts, s) == SORT_DATATYPE && !datatype_is_recursive(d->ts, s);
}

static bool is_made(const datatypes *d, term t) { return term_kind_of(d->ts, t) == TERM_CONSTRUCT; }

static bool holds(datatypes *d, term t)
{
    bool is_open = false;
    term value = evaluator_eval(d->values, t, &is_open);
    if (term_is_none(value) || is_open) d->failed = true;
    return term_is_equal(value, term_true(d->ts));
}

static void add(datatypes *d, term t)
{
    if (term_is_equal(t, term_false(d->ts))) d->failed = true;
    if (!term_is_value(d->ts, t)) term_vec_push(d->literals, t);
}

static void add_as_is(datatypes *d, term t) { add(d, holds(d, t) ? t : term_mk_not(d->ts, t)); }

/* Literals that say so; it holds in the model. */
static void add_equal(datatypes *d, term a, term b)
{
    if (!term_is_bool(d->ts, a)) {
        add(d, term_mk_eq(d->ts, a, b));
        return;
    }
    add_as_is(d, a);
    add_as_is(d, b);
}

static void add_different(datatypes *d, term a, term b)
{
    if (term_is_bool(d->ts, a)) {
        add_as_is(d, a);
        add_as_is(d, b);
    } else if (term_is_arith(d->ts, a)) {
        term less = term_mk_lt(d->ts, a, b);
        add(d, holds(d, less) ? less : term_mk_gt(d->ts, a, b));
    } else {
        add(d, term_mk_not(d->ts, term_mk_eq(d->ts, a, b)));
    }
}

static bool has_var(const datatypes *d, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(d->ts, &t, 1, &symbols);
    bool found = false;
    for (size_t i = 0; i < symbols.size && !found; i++) found = term_vec_has(d->vars, symbols.data[i]);
    term_vec_release(&symbols);
    return found;
}

/* x = made, or not, where x is no constructor's term. */
static void split(datatypes *d, term x, term made, bool equal)
{
    constructor c = term_constructor(d->ts, made);
    term is = term_mk_is(d->ts, c, x);
    if (!equal && !holds(d, is)) {
        add(d, term_mk_not(d->ts, is));
        return;
    }
    add(d, is);
    for (size_t i = 0; i < constructor_arity(d->ts, c) && !d->failed; i++) {
        term part = term_mk_field(d->ts, c, i, x), arg = term_arg(d->ts, made, i);
        if (equal) add_equal(d, part, arg);
        else if (!holds(d, term_mk_eq(d->ts, part, arg))) {
            add_different(d, part, arg);
            return;
        }
    }
}

/* The side of an equation of datatypes that a constructor made, with a symbol in it that has to go, if the other side is something else. */
static bool find_split(const datatypes *d, term literal, term *x, term *made)
{
    term atom = term_kind_of(d->ts, literal) == TERM_NOT ? term_arg(d->ts, literal, 0) : literal;
    if (term_kind_of(d->ts, atom) != TERM_EQ || !is_plain(d, term_arg(d->ts, atom, 0))) return false;
    for (size_t i = 0; i < 2; i++) {
        *made = term_arg(d->ts, atom, i);
        *x = term_arg(d->ts, atom, 1 - i);
        if (is_made(d, *made) && term_arity(d->ts, *made) && !is_made(d, *x) && !term_vec_has(d->vars, *x) && has_var(d, *made)) return true;
    }
    return false;
}

static void split_all(datatypes *d)
{
    for (size_t i = 0; i < d->literals->size && !d->failed;) {
        term literal = d->literals->data[i], x, made;
        if (!find_split(d, literal, &x, &made)) {
            i++;
            continue;
        }
        d->literals->data[i] = term_vec_last(d->literals);
        d->literals->size--;
        split(d, x, made, term_kind_of(d->ts, literal) != TERM_NOT);
    }
}

/* A symbol that has to go and is taken apart somewhere. TERM_NONE: there is none. */
static term find_taken_apart(const datatypes *d)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(d->ts, d->literals->data, d->literals->size, &all);
    term found = TERM_NONE;
    for (size_t i = 0; i < all.size && term_is_none(found); i++) {
        term_kind k = term_kind_of(d->ts, all.data[i]);
        if (k != TERM_FIELD && k != TERM_IS) continue;
        term of = term_arg(d->ts, all.data[i], 0);
        if (term_kind_of(d->ts, of) == TERM_SYM && is_plain(d, of) && term_vec_has(d->vars, of)) found = of;
    }
    term_vec_release(&all);
    return found;
}

static term new_symbol(datatypes *d, field f, term value)
{
    term symbol = term_mk_fresh(d->ts, f.name, f.sort);
    evaluator_set(d->values, symbol, value);
    term_vec_push(d->vars, symbol);
    return symbol;
}

static void take(datatypes *d, term t);

/* Of a conjunction that holds all parts, otherwise one that decides it. */
static void take_parts(datatypes *d, term junction, bool is_not)
{
    term_vec parts;
    term_vec_init(&parts);
    term_vec_append(&parts, term_args(d->ts, junction), term_arity(d->ts, junction));
    bool all = (term_kind_of(d->ts, junction) == TERM_AND) != is_not, any = all;
    for (size_t i = 0; i < parts.size && !d->failed && (all || !any); i++) {
        bool is_one = all || holds(d, parts.data[i]) != is_not;
        if (is_one && !d->failed) take(d, is_not ? term_mk_not(d->ts, parts.data[i]) : parts.data[i]);
        any = any || is_one;
    }
    d->failed = d->failed || !any;
    term_vec_release(&parts);
}

/* Adds literals that imply t, which holds in the model and is what became of a literal by constructors. */
static void take(datatypes *d, term t)
{
    bool is_not = term_kind_of(d->ts, t) == TERM_NOT;
    term atom = is_not ? term_arg(d->ts, t, 0) : t;
    term_kind k = term_kind_of(d->ts, atom);
    if (k == TERM_AND || k == TERM_OR) {
        take_parts(d, atom, is_not);
    } else if (k == TERM_EQ && (is_not || term_is_bool(d->ts, term_arg(d->ts, atom, 0)))) {
        term a = term_arg(d->ts, atom, 0), b = term_arg(d->ts, atom, 1);
        if (is_not) add_different(d, a, b);
        else add_equal(d, a, b);
    } else {
        add(d, t);
    }
}

static void unfold(datatypes *d, term v)
{
    term value = evaluator_eval(d->values, v, NULL);
    if (term_is_none(value)) {
        d->failed = true;
        return;
    }
    constructor c = term_constructor(d->ts, value);
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < constructor_arity(d->ts, c); i++) {
        term symbol = new_symbol(d, constructor_field(d->ts, c, i), term_arg(d->ts, value, i));
        term_vec_push(&parts, symbol);
    }
    term by = term_mk_construct(d->ts, c, parts.data);
    term_vec old;
    term_vec_init(&old);
    term_vec_append(&old, d->literals->data, d->literals->size);
    term_vec_clear(d->literals);
    for (size_t i = 0; i < old.size; i++) {
        term t = dag_substitute(d->ts, old.data[i], &v, &by, 1);
        if (term_is_equal(t, old.data[i])) term_vec_push(d->literals, t);
        else take(d, t);
    }
    term_vec_release(&old);
    term_vec_release(&parts);
}

bool project_datatypes(term_store *ts, evaluator *values, term_vec *vars, term_vec *literals)
{
    if (!datatype_count(ts)) return true;
    datatypes d = {.ts = ts, .values = values, .vars = vars, .literals = literals};
    split_all(&d);
    for (int i = 0; i < MAX_UNFOLDED && !d.failed; i++) {
        term v = find_taken_apart(&d);
        if (term_is_none(v)) break;
        unfold(&d, v);
        split_all(&d);
    }
    return !d.failed;
}
