#include "term/eval.h"

#include "base/map.h"
#include "term/array_value.h"
#include "term/bv_value.h"
#include "term/datatype.h"
#include "term/float.h"

/* What a term evaluates to. Numbers and bit-vectors stay rationals, so that intermediate results make no terms. An array
 * stays the TERM_STORE or TERM_CONST_ARRAY it comes from, whose arguments have outcomes of their own; its canonical value is
 * made only when it is compared, stored or returned. */
typedef struct outcome {
    rat number; /* Int, Real, bit-vectors */
    term value; /* Bool, uninterpreted sorts, datatypes; arrays: TERM_NONE until made */
    term array;
    bool undefined, div0;
} outcome;

VEC_DECLARE(outcome_vec, outcome);

struct evaluator {
    term_store *ts;
    u32_map assignment; /* symbol -> value */
    u32_map memo; /* term -> its index in outcomes */
    outcome_vec outcomes;
    term_vec stack;
    array_entry_vec entries;
};

evaluator *evaluator_new(term_store *ts)
{
    evaluator *e = alloc_zeroed(1, sizeof *e);
    e->ts = ts;
    return e;
}

static void forget(evaluator *e)
{
    for (size_t i = 0; i < e->outcomes.size; i++) rat_release(&e->outcomes.data[i].number);
    outcome_vec_clear(&e->outcomes);
    /* Clearing costs a map's capacity: one huge term must not slow down all the small ones that follow it. */
    if (e->memo.capacity > 1024 && e->memo.size < e->memo.capacity / 16) u32_map_release(&e->memo);
    else u32_map_clear(&e->memo);
}

void evaluator_free(evaluator *e)
{
    if (!e) return;
    forget(e);
    u32_map_release(&e->assignment);
    u32_map_release(&e->memo);
    outcome_vec_release(&e->outcomes);
    term_vec_release(&e->stack);
    array_entry_vec_release(&e->entries);
    free(e);
}

void evaluator_set(evaluator *e, term symbol, term value)
{
    assert(term_kind_of(e->ts, symbol) == TERM_SYM && eval_is_value(e->ts, value));
    assert(sort_is_equal(term_sort(e->ts, symbol), term_sort(e->ts, value)));
    forget(e);
    *u32_map_put(&e->assignment, symbol.id, NULL) = value.id;
}

void evaluator_clear(evaluator *e)
{
    forget(e);
    u32_map_clear(&e->assignment);
}

static outcome *outcome_of(const evaluator *e, term t)
{
    const uint32_t *slot = u32_map_find(&e->memo, t.id);
    return slot ? &e->outcomes.data[*slot] : NULL;
}

static outcome *argument(const evaluator *e, term t, size_t i)
{
    outcome *o = outcome_of(e, term_arg(e->ts, t, i));
    assert(o);
    return o;
}

static bool truth(const evaluator *e, const outcome *o) { return term_is_equal(o->value, term_true(e->ts)); }

static sort_kind kind_of_sort(const evaluator *e, term t) { return sort_kind_of(e->ts, term_sort(e->ts, t)); }

static term symbol_value(evaluator *e, term symbol)
{
    const uint32_t *value = u32_map_find(&e->assignment, symbol.id);
    if (value) return (term){*value};
    return kind_of_sort(e, symbol) == SORT_UNINTERPRETED ? symbol : eval_default(e->ts, term_sort(e->ts, symbol));
}

static term value_term(evaluator *e, term t);

/* Elements and indices that are arrays were made when the store around them was evaluated, so this does not nest. */
static term make_array(evaluator *e, outcome *o)
{
    array_entry_vec_clear(&e->entries);
    sort s = term_sort(e->ts, o->array);
    const outcome *at = o;
    while (term_is_none(at->value) && term_kind_of(e->ts, at->array) == TERM_STORE) {
        term store = at->array;
        term index = value_term(e, term_arg(e->ts, store, 1));
        term element = value_term(e, term_arg(e->ts, store, 2));
        array_entries_add(&e->entries, index, element);
        at = argument(e, store, 0);
    }
    term otherwise = term_is_none(at->value) ? value_term(e, term_arg(e->ts, at->array, 0))
                                             : array_entries_of(e->ts, &e->entries, at->value);
    return array_value_make(e->ts, s, otherwise, &e->entries);
}

/* The value of an evaluated term. */
static term value_term(evaluator *e, term t)
{
    outcome *o = outcome_of(e, t);
    assert(o && !o->undefined);
    sort s = term_sort(e->ts, t);
    switch (sort_kind_of(e->ts, s)) {
    case SORT_INT:
    case SORT_REAL: return term_mk_num(e->ts, &o->number, s);
    case SORT_BV: return term_mk_bv(e->ts, &o->number, sort_bv_width(e->ts, s));
    case SORT_ARRAY:
        if (term_is_none(o->value)) o->value = make_array(e, o);
        return o->value;
    case SORT_BOOL:
    case SORT_UNINTERPRETED:
    case SORT_DATATYPE: break;
    }
    return o->value;
}

static bool has_equal_values(evaluator *e, term a, term b)
{
    switch (kind_of_sort(e, a)) {
    case SORT_INT:
    case SORT_REAL:
    case SORT_BV: return rat_is_equal(&outcome_of(e, a)->number, &outcome_of(e, b)->number);
    case SORT_BOOL:
    case SORT_ARRAY:
    case SORT_UNINTERPRETED:
    case SORT_DATATYPE: break;
    }
    return term_is_equal(value_term(e, a), value_term(e, b));
}

static void copy_outcome(outcome *r, const outcome *a)
{
    rat_set(&r->number, &a->number);
    r->value = a->value;
    r->array = a->array;
    r->undefined |= a->undefined;
    r->div0 |= a->div0;
}

/* `value` is a value; that of an array has been evaluated. */
static void take_value(evaluator *e, outcome *r, term value)
{
    switch (kind_of_sort(e, value)) {
    case SORT_INT:
    case SORT_REAL:
    case SORT_BV: rat_set(&r->number, term_number(e->ts, value)); break;
    case SORT_ARRAY: copy_outcome(r, outcome_of(e, value)); break;
    case SORT_BOOL:
    case SORT_UNINTERPRETED:
    case SORT_DATATYPE: r->value = value; break;
    }
}

static void eval_construct(evaluator *e, outcome *r, term t)
{
    term_vec args;
    term_vec_init(&args);
    for (size_t i = 0; i < term_arity(e->ts, t); i++) term_vec_push(&args, value_term(e, term_arg(e->ts, t, i)));
    r->value = term_mk_construct(e->ts, term_constructor(e->ts, t), args.data);
    term_vec_release(&args);
}

/* The field's value; any value of its sort if another constructor made the argument. */
static term field_value(const evaluator *e, term t, bool *is_open)
{
    const outcome *of = argument(e, t, 0);
    *is_open = !constructor_is_equal(term_constructor(e->ts, of->value), term_constructor(e->ts, t));
    return *is_open ? eval_default(e->ts, term_sort(e->ts, t)) : term_arg(e->ts, of->value, term_index(e->ts, t, 1));
}

static void eval_field(evaluator *e, outcome *r, term t)
{
    bool is_open;
    take_value(e, r, field_value(e, t, &is_open));
    r->div0 |= is_open;
}

static void eval_is(evaluator *e, outcome *r, term t)
{
    constructor made_by = term_constructor(e->ts, argument(e, t, 0)->value);
    r->value = term_mk_bool(e->ts, constructor_is_equal(made_by, term_constructor(e->ts, t)));
}

/* An argument that decides alone makes the others' undefinedness and divisions by zero irrelevant. */
static void eval_junction(evaluator *e, outcome *r, term t)
{
    bool decider = term_kind_of(e->ts, t) == TERM_OR, decided = false, clean = false;
    for (size_t i = 0; i < term_arity(e->ts, t); i++) {
        const outcome *a = argument(e, t, i);
        r->undefined |= a->undefined;
        r->div0 |= a->div0;
        if (a->undefined || truth(e, a) != decider) continue;
        decided = true;
        clean |= !a->div0;
    }
    r->value = term_mk_bool(e->ts, decided == decider);
    if (decided) r->undefined = false;
    if (clean) r->div0 = false;
}

static void eval_ite(evaluator *e, outcome *r, term t)
{
    const outcome *c = argument(e, t, 0);
    r->undefined = c->undefined;
    r->div0 = c->div0;
    if (!c->undefined) copy_outcome(r, argument(e, t, truth(e, c) ? 1 : 2));
}

static void eval_select(evaluator *e, outcome *r, term t)
{
    term index = term_arg(e->ts, t, 1), array = argument(e, t, 0)->array;
    while (term_kind_of(e->ts, array) == TERM_STORE) {
        if (has_equal_values(e, term_arg(e->ts, array, 1), index)) {
            copy_outcome(r, argument(e, array, 2));
            return;
        }
        array = argument(e, array, 0)->array;
    }
    assert(term_kind_of(e->ts, array) == TERM_CONST_ARRAY);
    copy_outcome(r, argument(e, array, 0));
}

static void eval_write(evaluator *e, outcome *r, term t)
{
    r->array = t;
    for (size_t i = term_arity(e->ts, t) == 3 ? 1 : 0; i < term_arity(e->ts, t); i++) {
        if (kind_of_sort(e, term_arg(e->ts, t, i)) == SORT_ARRAY) value_term(e, term_arg(e->ts, t, i));
    }
}

static void eval_nary(evaluator *e, outcome *r, term t)
{
    bool is_sum = term_kind_of(e->ts, t) == TERM_ADD;
    rat_set_int(&r->number, is_sum ? 0 : 1);
    for (size_t i = 0; i < term_arity(e->ts, t); i++) {
        const rat *a = &argument(e, t, i)->number;
        if (is_sum) rat_add(&r->number, &r->number, a);
        else rat_mul(&r->number, &r->number, a);
    }
}

static void eval_division(evaluator *e, outcome *r, term t)
{
    const rat *a = &argument(e, t, 0)->number, *b = &argument(e, t, 1)->number;
    term_kind k = term_kind_of(e->ts, t);
    if (rat_sign(b) == 0) r->div0 = true;
    else if (k == TERM_RDIV) rat_div(&r->number, a, b);
    else if (k == TERM_IDIV) rat_div_euclid(&r->number, a, b);
    else rat_mod_euclid(&r->number, a, b);
}

static void eval_float(evaluator *e, outcome *r, term t)
{
    const rat *args[3];
    assert(term_arity(e->ts, t) <= 3);
    for (size_t i = 0; i < term_arity(e->ts, t); i++) args[i] = &argument(e, t, i)->number;
    float_value(&r->number, term_float_operation(e->ts, t), term_float_width(e->ts, t), args);
}

static void eval_bv(evaluator *e, outcome *r, term t)
{
    term_store *ts = e->ts;
    term_kind k = term_kind_of(ts, t);
    const rat *a = &argument(e, t, 0)->number;
    uint32_t width = sort_bv_width(ts, term_sort(ts, term_arg(ts, t, 0)));
    switch (k) {
    case TERM_BV_EXTRACT: bv_value_extract(&r->number, a, term_index(ts, t, 0), term_index(ts, t, 1)); break;
    case TERM_BV_ZERO_EXT:
    case TERM_BV_TO_NAT: rat_set(&r->number, a); break;
    case TERM_BV_SIGN_EXT:
        bv_value_to_signed(&r->number, a, width);
        bv_value_wrap(&r->number, width + term_index(ts, t, 0));
        break;
    case TERM_BV_NOT:
    case TERM_BV_NEG: bv_value_unary(&r->number, k, a, width); break;
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: r->value = term_mk_bool(ts, bv_value_compare(k, a, &argument(e, t, 1)->number, width)); break;
    case TERM_BV_CONCAT: width = sort_bv_width(ts, term_sort(ts, term_arg(ts, t, 1))); /* fall through */
    default: bv_value_binary(&r->number, k, a, &argument(e, t, 1)->number, width);
    }
}

static void eval_strict(evaluator *e, outcome *r, term t)
{
    term_store *ts = e->ts;
    switch (term_kind_of(ts, t)) {
    case TERM_NOT: r->value = term_mk_bool(ts, !truth(e, argument(e, t, 0))); break;
    case TERM_EQ: r->value = term_mk_bool(ts, has_equal_values(e, term_arg(ts, t, 0), term_arg(ts, t, 1))); break;
    case TERM_LE: r->value = term_mk_bool(ts, rat_cmp(&argument(e, t, 0)->number, &argument(e, t, 1)->number) <= 0); break;
    case TERM_LT: r->value = term_mk_bool(ts, rat_cmp(&argument(e, t, 0)->number, &argument(e, t, 1)->number) < 0); break;
    case TERM_ADD:
    case TERM_SCALE:
    case TERM_MUL: eval_nary(e, r, t); break;
    case TERM_RDIV:
    case TERM_IDIV:
    case TERM_MOD: eval_division(e, r, t); break;
    case TERM_TO_REAL: rat_set(&r->number, &argument(e, t, 0)->number); break;
    case TERM_TO_INT: rat_floor(&r->number, &argument(e, t, 0)->number); break;
    case TERM_FLOAT: eval_float(e, r, t); break;
    case TERM_SELECT: eval_select(e, r, t); break;
    case TERM_STORE:
    case TERM_CONST_ARRAY: eval_write(e, r, t); break;
    case TERM_CONSTRUCT: eval_construct(e, r, t); break;
    case TERM_FIELD: eval_field(e, r, t); break;
    case TERM_IS: eval_is(e, r, t); break;
    case TERM_INT_TO_BV:
        rat_set(&r->number, &argument(e, t, 0)->number);
        bv_value_wrap(&r->number, sort_bv_width(ts, term_sort(ts, t)));
        break;
    default: eval_bv(e, r, t);
    }
}

static void eval_node(evaluator *e, outcome *r, term t)
{
    switch (term_kind_of(e->ts, t)) {
    case TERM_TRUE:
    case TERM_FALSE: r->value = t; break;
    case TERM_NUM:
    case TERM_BVNUM: rat_set(&r->number, term_number(e->ts, t)); break;
    case TERM_SYM: take_value(e, r, symbol_value(e, t)); break;
    case TERM_APP:
    case TERM_BOUND:
    case TERM_FORALL:
    case TERM_EXISTS: r->undefined = true; break;
    case TERM_AND:
    case TERM_OR: eval_junction(e, r, t); break;
    case TERM_ITE: eval_ite(e, r, t); break;
    default:
        for (size_t i = 0; i < term_arity(e->ts, t); i++) {
            r->undefined |= argument(e, t, i)->undefined;
            r->div0 |= argument(e, t, i)->div0;
        }
        if (!r->undefined) eval_strict(e, r, t);
    }
}

static bool push_if_needed(evaluator *e, term t)
{
    if (outcome_of(e, t)) return false;
    term_vec_push(&e->stack, t);
    return true;
}

/* Pushes what must be evaluated before `t`; false if nothing. Only the chosen branch of an `ite` is. */
static bool push_needed(evaluator *e, term t)
{
    switch (term_kind_of(e->ts, t)) {
    case TERM_APP:
    case TERM_BOUND:
    case TERM_FORALL:
    case TERM_EXISTS: return false;
    case TERM_SYM: {
        term value = kind_of_sort(e, t) == SORT_ARRAY ? symbol_value(e, t) : TERM_NONE;
        return !term_is_none(value) && push_if_needed(e, value);
    }
    case TERM_FIELD: {
        if (push_if_needed(e, term_arg(e->ts, t, 0))) return true;
        bool is_open;
        return !argument(e, t, 0)->undefined && kind_of_sort(e, t) == SORT_ARRAY && push_if_needed(e, field_value(e, t, &is_open));
    }
    case TERM_ITE: {
        if (push_if_needed(e, term_arg(e->ts, t, 0))) return true;
        const outcome *c = argument(e, t, 0);
        return !c->undefined && push_if_needed(e, term_arg(e->ts, t, truth(e, c) ? 1 : 2));
    }
    default: {
        bool any = false;
        for (size_t i = 0; i < term_arity(e->ts, t); i++) any |= push_if_needed(e, term_arg(e->ts, t, i));
        return any;
    }
    }
}

term evaluator_eval(evaluator *e, term t, bool *div0)
{
    term_vec_clear(&e->stack);
    term_vec_push(&e->stack, t);
    while (e->stack.size > 0) {
        term top = term_vec_last(&e->stack);
        if (!outcome_of(e, top) && push_needed(e, top)) continue;
        term_vec_pop(&e->stack);
        if (outcome_of(e, top)) continue;
        outcome r = {.value = TERM_NONE, .array = TERM_NONE};
        rat_init(&r.number);
        eval_node(e, &r, top);
        *u32_map_put(&e->memo, top.id, NULL) = (uint32_t)e->outcomes.size;
        outcome_vec_push(&e->outcomes, r);
    }
    const outcome *o = outcome_of(e, t);
    if (div0 && o->div0) *div0 = true;
    return o->undefined ? TERM_NONE : value_term(e, t);
}
