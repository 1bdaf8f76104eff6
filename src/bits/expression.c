#include "bits/expression.h"

#include "base/u32_list.h"
#include "bits/floats.h"
#include "term/float.h"

#include <stdlib.h>

void expressions_release(expressions *e)
{
    plan_map_release(&e->plans);
    u32_vec_release(&e->order);
    value_vec_release(&e->values);
    u32_vec_release(&e->seen);
    u32_map_release(&e->tamed);
    u32_map_release(&e->widths);
    bounded_read_vec_release(&e->bounded);
    value_vec_release(&e->constants);
    summand_word_vec_release(&e->summands);
}

static value fail(expressions *e, const char *why)
{
    if (!e->failure) e->failure = why;
    return NO_VALUE;
}

/* ---- in which order ---- */

/* A term is made after its arguments, so that the order of ids will do. */
static plan plan_of(expressions *e, term t)
{
    bool added;
    plan *known = plan_map_put(&e->plans, t.id, &added);
    if (!added) return *known;
    size_t terms = term_store_size(e->ts);
    while (e->seen.size < terms) u32_vec_push(&e->seen, 0);
    while (e->values.size < terms) value_vec_push(&e->values, NO_VALUE);
    e->mark++;
    uint32_t first = (uint32_t)e->order.size;
    u32_vec_push(&e->order, t.id);
    e->seen.data[t.id] = e->mark;
    for (size_t next = first; next < e->order.size; next++) {
        term s = {e->order.data[next]};
        if (term_kind_of(e->ts, s) == TERM_FORALL || term_kind_of(e->ts, s) == TERM_EXISTS) continue;
        for (size_t i = 0; i < term_arity(e->ts, s); i++) {
            term a = term_arg(e->ts, s, i);
            if (e->seen.data[a.id] == e->mark) continue;
            e->seen.data[a.id] = e->mark;
            u32_vec_push(&e->order, a.id);
        }
    }
    *known = (plan){first, (uint32_t)e->order.size - first};
    qsort(e->order.data + first, known->count, sizeof *e->order.data, u32_compare);
    return *known;
}

/* ---- the operations ---- */

static value arg(const expressions *e, term t, size_t i) { return e->values.data[term_arg(e->ts, t, i).id]; }
static word arg_word(const expressions *e, term t, size_t i) { return value_word(arg(e, t, i)); }

static value fold_bool(expressions *e, term t, bool is_and)
{
    lit all = is_and ? LIT_TRUE : LIT_FALSE;
    for (size_t i = 0; i < term_arity(e->ts, t); i++) {
        lit x = value_lit(arg(e, t, i));
        all = is_and ? circuit_and(&e->m->c, all, x) : circuit_or(&e->m->c, all, x);
    }
    return value_of_lit(all);
}

static value fold_words(expressions *e, term t, word (*operation)(word_store *, word, word))
{
    word all = arg_word(e, t, 0);
    for (size_t i = 1; i < term_arity(e->ts, t); i++) all = operation(&e->m->words, all, arg_word(e, t, i));
    return value_of_word(all);
}

static summand_word summand_of(const expressions *e, term t)
{
    int64_t factor;
    bool is_scaled = term_kind_of(e->ts, t) == TERM_SCALE && rat_to_int64(term_number(e->ts, term_arg(e->ts, t, 0)), &factor);
    term base = is_scaled ? term_arg(e->ts, t, 1) : t;
    return (summand_word){value_word(e->values.data[base.id]), is_scaled ? factor : 1};
}

static value add(expressions *e, term t)
{
    e->summands.size = 0;
    for (size_t i = 0; i < term_arity(e->ts, t); i++) summand_word_vec_push(&e->summands, summand_of(e, term_arg(e->ts, t, i)));
    word sum = sum_of_shared_bits(&e->m->words, e->summands.data, e->summands.size);
    return word_is_none(sum) ? fold_words(e, t, word_add) : value_of_word(sum);
}

static value divide(expressions *e, term t, bool want_rest)
{
    word_store *s = &e->m->words;
    word a = arg_word(e, t, 0), b = arg_word(e, t, 1), quotient, rest;
    if (word_is_none(a) || word_is_none(b)) return NO_VALUE;
    e->stuck = circuit_or(&e->m->c, e->stuck, word_equals(s, b, word_int(s, 0)));
    word_divide(s, a, b, &quotient, &rest);
    return value_of_word(want_rest ? rest : quotient);
}

static value equal(expressions *e, term t)
{
    value a = arg(e, t, 0), b = arg(e, t, 1);
    if (a.kind == VALUE_BOOL) return value_of_lit(lit_not(circuit_xor(&e->m->c, value_lit(a), value_lit(b))));
    if (a.kind == VALUE_WORD) return value_of_lit(word_equals(&e->m->words, value_word(a), value_word(b)));
    return fail(e, "arrays are compared");
}

/* What the wild word is if it is the value of that read. */
static word tame(expressions *e, word wild, const bounded_read *r)
{
    word_store *s = &e->m->words;
    word tamed = word_tamed(s, wild);
    tamed = r->is_natural ? word_low_bits(s, tamed, r->width - 1) : word_cut(s, tamed, r->width);
    *u32_map_put(&e->tamed, wild.id, NULL) = tamed.id;
    return tamed;
}

static value read_array(expressions *e, term t)
{
    word index = arg_word(e, t, 1);
    if (!word_is_none(index) && word_is_wild(&e->m->words, index)) return fail(e, "an address comes from memory that nothing bounds");
    value v = memory_read(e->m, arg(e, t, 0), index);
    if (v.kind != VALUE_WORD || !word_is_wild(&e->m->words, value_word(v))) return v;
    const uint32_t *tamed = u32_map_find(&e->tamed, v.id);
    if (tamed) return (value){VALUE_WORD, *tamed};
    for (size_t i = 0; i < e->bounded.size; i++)
        if (term_is_equal(e->bounded.data[i].read, t)) return e->is_assuming ? v : value_of_word(tame(e, value_word(v), &e->bounded.data[i]));
    return fail(e, "a number is read from memory that nothing bounds");
}

/* ---- bit-vectors: natural numbers, below 2^width ---- */

static value bitwise(expressions *e, term t)
{
    uint32_t width = sort_bv_width(e->ts, term_sort(e->ts, t));
    term_kind k = term_kind_of(e->ts, t);
    word a = arg_word(e, t, 0), b = k == TERM_BV_NOT ? a : arg_word(e, t, 1);
    if (word_is_none(a) || word_is_none(b) || width >= WORD_MAX_WIDTH) return NO_VALUE;
    lit bits[WORD_MAX_WIDTH];
    circuit *c = &e->m->c;
    for (uint32_t i = 0; i < width; i++) {
        lit x = word_bit(&e->m->words, a, i), y = word_bit(&e->m->words, b, i);
        bits[i] = k == TERM_BV_AND ? circuit_and(c, x, y) : k == TERM_BV_OR ? circuit_or(c, x, y) : k == TERM_BV_XOR ? circuit_xor(c, x, y) : lit_not(x);
    }
    bits[width] = LIT_FALSE;
    return value_of_word(word_of_bits(&e->m->words, bits, width + 1));
}

/* By a number of bits that may be anything: stage after stage. */
static value shift(expressions *e, term t)
{
    uint32_t width = sort_bv_width(e->ts, term_sort(e->ts, t));
    word_store *s = &e->m->words;
    word a = arg_word(e, t, 0), by = arg_word(e, t, 1);
    if (word_is_none(a) || word_is_none(by) || width >= WORD_MAX_WIDTH) return NO_VALUE;
    term_kind k = term_kind_of(e->ts, t);
    lit bits[WORD_MAX_WIDTH], fill = k == TERM_BV_ASHR ? word_bit(s, a, width - 1) : LIT_FALSE;
    for (uint32_t i = 0; i < width; i++) bits[i] = word_bit(s, a, i);
    for (uint32_t stage = 0; stage + 1 < word_width(s, by); stage++) {
        lit next[WORD_MAX_WIDTH], on = word_bit(s, by, stage);
        uint64_t n = stage < 32 ? (uint64_t)1 << stage : UINT64_MAX / 2;
        for (uint64_t i = 0; i < width; i++) {
            lit moved = k == TERM_BV_SHL ? (i >= n ? bits[i - n] : LIT_FALSE) : i + n < width ? bits[i + n] : fill;
            next[i] = circuit_ite(&e->m->c, on, moved, bits[i]);
        }
        memcpy(bits, next, width * sizeof *bits);
    }
    bits[width] = LIT_FALSE;
    return value_of_word(word_of_bits(s, bits, width + 1));
}

/* The number that the bits are in two's complement. */
static word as_signed(expressions *e, term t, word a)
{
    uint32_t width = sort_bv_width(e->ts, term_sort(e->ts, t));
    if (word_is_none(a) || width > WORD_MAX_WIDTH) return WORD_NONE;
    lit bits[WORD_MAX_WIDTH];
    for (uint32_t i = 0; i < width; i++) bits[i] = word_bit(&e->m->words, a, i);
    return word_of_bits(&e->m->words, bits, width);
}

static value compare_bits(expressions *e, term t)
{
    term_kind k = term_kind_of(e->ts, t);
    word a = arg_word(e, t, 0), b = arg_word(e, t, 1);
    if (k == TERM_BV_SLT || k == TERM_BV_SLE) {
        a = as_signed(e, term_arg(e->ts, t, 0), a);
        b = as_signed(e, term_arg(e->ts, t, 1), b);
    }
    if (word_is_none(a) || word_is_none(b)) return NO_VALUE;
    bool is_strict = k == TERM_BV_ULT || k == TERM_BV_SLT;
    return value_of_lit(is_strict ? word_is_less(&e->m->words, a, b) : lit_not(word_is_less(&e->m->words, b, a)));
}

static value concatenate(expressions *e, term t)
{
    word_store *s = &e->m->words;
    lit bits[WORD_MAX_WIDTH];
    uint32_t at = 0;
    for (size_t i = term_arity(e->ts, t); i--;) {
        word a = arg_word(e, t, i);
        uint32_t width = sort_bv_width(e->ts, term_sort(e->ts, term_arg(e->ts, t, i)));
        if (word_is_none(a) || at + width >= WORD_MAX_WIDTH) return NO_VALUE;
        for (uint32_t b = 0; b < width; b++) bits[at++] = word_bit(s, a, b);
    }
    bits[at] = LIT_FALSE;
    return value_of_word(word_of_bits(s, bits, at + 1));
}

static value extract(expressions *e, term t)
{
    word a = arg_word(e, t, 0);
    uint32_t high = term_index(e->ts, t, 0), low = term_index(e->ts, t, 1);
    if (word_is_none(a) || high - low + 2 > WORD_MAX_WIDTH) return NO_VALUE;
    lit bits[WORD_MAX_WIDTH];
    for (uint32_t i = low; i <= high; i++) bits[i - low] = word_bit(&e->m->words, a, i);
    bits[high - low + 1] = LIT_FALSE;
    return value_of_word(word_of_bits(&e->m->words, bits, high - low + 2));
}

static value modulo_width(expressions *e, term t, word a)
{
    return value_of_word(word_low_bits(&e->m->words, a, sort_bv_width(e->ts, term_sort(e->ts, t))));
}

static value bv_operation(expressions *e, term t)
{
    word_store *s = &e->m->words;
    switch (term_kind_of(e->ts, t)) {
    case TERM_BV_NOT:
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR: return bitwise(e, t);
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR: return shift(e, t);
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: return compare_bits(e, t);
    case TERM_BV_CONCAT: return concatenate(e, t);
    case TERM_BV_EXTRACT: return extract(e, t);
    case TERM_BV_NEG: return modulo_width(e, t, word_negate(s, arg_word(e, t, 0)));
    case TERM_BV_ADD: return modulo_width(e, t, value_word(fold_words(e, t, word_add)));
    case TERM_BV_MUL: return modulo_width(e, t, value_word(fold_words(e, t, word_multiply)));
    case TERM_BV_ZERO_EXT:
    case TERM_BV_TO_NAT: return arg(e, t, 0);
    case TERM_BV_SIGN_EXT: return modulo_width(e, t, as_signed(e, term_arg(e->ts, t, 0), arg_word(e, t, 0)));
    case TERM_INT_TO_BV: return modulo_width(e, t, arg_word(e, t, 0));
    default: return fail(e, "an operation on bit-vectors is not known");
    }
}

/* ---- one term ---- */

static value variable(expressions *e, term t, const value *variables)
{
    uint32_t number = liveness_number(e->live, t);
    if (number == LIVENESS_NONE) return fail(e, "a symbol is no variable");
    if (number < e->constants.size && e->constants.data[number].kind != VALUE_NONE) return e->constants.data[number];
    e->is_missing = !variables || variables[number].kind == VALUE_NONE;
    if (e->is_missing) return NO_VALUE;
    return variables[number];
}

static value integer_operation(expressions *e, term t)
{
    word_store *s = &e->m->words;
    switch (term_kind_of(e->ts, t)) {
    case TERM_LE: return value_of_lit(lit_not(word_is_less(s, arg_word(e, t, 1), arg_word(e, t, 0))));
    case TERM_ADD: return add(e, t);
    case TERM_SCALE:
    case TERM_MUL: return fold_words(e, t, word_multiply);
    case TERM_IDIV: return divide(e, t, false);
    case TERM_MOD: return divide(e, t, true);
    default: return fail(e, "an expression is about no integers");
    }
}

static value operation(expressions *e, term t, const value *variables)
{
    if (term_is_equal(t, e->replaced)) return e->replacement;
    term_kind k = term_kind_of(e->ts, t);
    switch (k) {
    case TERM_TRUE: return value_of_lit(LIT_TRUE);
    case TERM_FALSE: return value_of_lit(LIT_FALSE);
    case TERM_NUM:
        if (sort_kind_of(e->ts, term_sort(e->ts, t)) != SORT_INT) return fail(e, "an expression is about no integers");
        return value_of_word(word_number(&e->m->words, term_number(e->ts, t)));
    case TERM_BVNUM: return value_of_word(word_number(&e->m->words, term_number(e->ts, t)));
    case TERM_SYM: return variable(e, t, variables);
    case TERM_NOT: return value_of_lit(lit_not(value_lit(arg(e, t, 0))));
    case TERM_AND: return fold_bool(e, t, true);
    case TERM_OR: return fold_bool(e, t, false);
    case TERM_ITE: return memory_ite(e->m, value_lit(arg(e, t, 0)), arg(e, t, 1), arg(e, t, 2));
    case TERM_EQ: return equal(e, t);
    case TERM_SELECT: return read_array(e, t);
    case TERM_STORE: return memory_store(e->m, arg(e, t, 0), arg_word(e, t, 1), arg(e, t, 2));
    case TERM_CONST_ARRAY: return memory_constant_array(e->m, arg(e, t, 0));
    case TERM_FORALL:
    case TERM_EXISTS: return fail(e, "an expression has a quantifier");
    case TERM_FLOAT: {
        word args[3];
        for (size_t i = 0; i < term_arity(e->ts, t) && i < 3; i++) args[i] = arg_word(e, t, i);
        return value_of_word(floats_apply(&e->m->words, term_float_operation(e->ts, t), term_float_width(e->ts, t), args));
    }
    default: return k >= TERM_BV_CONCAT && k <= TERM_INT_TO_BV ? bv_operation(e, t) : integer_operation(e, t);
    }
}

value expressions_value(expressions *e, term t, const value *variables)
{
    plan x = plan_of(e, t);
    e->is_missing = false;
    for (uint32_t i = 0; i < x.count; i++) {
        term s = {e->order.data[x.first + i]};
        value v = operation(e, s, variables);
        if (v.kind == VALUE_NONE) return e->is_missing ? NO_VALUE : fail(e, "a number has too many bits");
        e->values.data[s.id] = v;
    }
    return e->values.data[t.id];
}

lit expressions_condition(expressions *e, term t, const value *variables)
{
    value v = expressions_value(e, t, variables);
    if (v.kind != VALUE_BOOL) fail(e, "a variable has no value");
    return v.kind == VALUE_BOOL ? value_lit(v) : LIT_FALSE;
}

/* ---- assumptions that bound what is read ---- */

typedef struct range {
    rat low, high;
    bool has_low, has_high;
} range;

/* If t says that the read is at most, or at least, a number. */
static void take_bound(const expressions *e, term t, term read, range *r)
{
    if (term_kind_of(e->ts, t) != TERM_LE) return;
    term left = term_arg(e->ts, t, 0);
    const rat *number = term_number(e->ts, term_arg(e->ts, t, 1));
    if (term_is_equal(left, read)) {
        rat_set(&r->high, number);
        r->has_high = true;
    } else if (term_kind_of(e->ts, left) == TERM_SCALE && term_is_equal(term_arg(e->ts, left, 1), read)
               && rat_is_minus_one(term_number(e->ts, term_arg(e->ts, left, 0)))) {
        rat_neg(&r->low, number);
        r->has_low = true;
    }
}

/* The least number of bits, the sign included, for the range; 0 if it is none. */
static uint32_t range_width(expressions *e, const range *r)
{
    if (!r->has_low || !r->has_high) return 0;
    word low = word_number(&e->m->words, &r->low), high = word_number(&e->m->words, &r->high);
    if (word_is_none(low) || word_is_none(high)) return 0;
    uint32_t a = word_width(&e->m->words, low), b = word_width(&e->m->words, high);
    return a > b ? a : b;
}

static void bounds_in(const expressions *e, term t, term read, range *r)
{
    bool is_and = term_kind_of(e->ts, t) == TERM_AND;
    if (!is_and) take_bound(e, t, read, r);
    for (size_t i = 0; is_and && i < term_arity(e->ts, t); i++) take_bound(e, term_arg(e->ts, t, i), read, r);
}

static void range_init(range *r)
{
    rat_init(&r->low);
    rat_init(&r->high);
    r->has_low = r->has_high = false;
}

static void range_release(range *r)
{
    rat_release(&r->low);
    rat_release(&r->high);
}

/* Finds the reads that the assumption bounds; wild words are long enough for them. */
static void find_bounded(expressions *e, term t)
{
    plan x = plan_of(e, t);
    for (uint32_t i = 0; i < x.count; i++) {
        term s = {e->order.data[x.first + i]};
        if (term_kind_of(e->ts, s) != TERM_SELECT) continue;
        range r;
        range_init(&r);
        bounds_in(e, t, s, &r);
        uint32_t width = range_width(e, &r);
        if (width && width <= MEMORY_ELEMENT_WIDTH) bounded_read_vec_push(&e->bounded, (bounded_read){s, width, rat_sign(&r.low) >= 0});
        range_release(&r);
    }
}

/* What was read has a range from now on, also when a variable is assigned and the same term means another read. */
static void tame_bounded(expressions *e, size_t first)
{
    for (size_t i = first; i < e->bounded.size && !e->failure; i++) {
        value v = e->values.data[e->bounded.data[i].read.id];
        bool is_wild = v.kind == VALUE_WORD && word_is_wild(&e->m->words, value_word(v));
        if (is_wild && !u32_map_find(&e->tamed, v.id)) tame(e, value_word(v), &e->bounded.data[i]);
    }
}

lit expressions_assumption(expressions *e, term t, const value *variables)
{
    size_t first = e->bounded.size;
    find_bounded(e, t);
    e->is_assuming = true;
    lit holds = expressions_condition(e, t, variables);
    e->is_assuming = false;
    tame_bounded(e, first);
    return holds;
}

void expressions_forget(expressions *e)
{
    u32_map_clear(&e->tamed);
    bounded_read_vec_clear(&e->bounded);
}

/* ---- what a condition leaves of a value ---- */

/* Those of a few numbers for which the condition may be true. */
static word narrow_numbers(expressions *e, term condition, term t, word a, const value *variables)
{
    enum { MOST = 12 }; /* more of them make a larger circuit than what is won */
    word_store *s = &e->m->words;
    int64_t numbers[WORD_MAX_SET];
    size_t n = word_numbers(s, a, numbers), kept = 0;
    if (n > MOST) return a;
    e->replaced = t;
    lit stuck = e->stuck;
    for (size_t i = 0; n > 1 && i < n; i++) {
        e->replacement = value_of_word(word_int(s, numbers[i]));
        if (!lit_is_equal(expressions_condition(e, condition, variables), LIT_FALSE)) numbers[kept++] = numbers[i];
    }
    e->replaced = TERM_NONE;
    e->stuck = stuck;
    if (!kept || kept == n) return a;
    word narrowed = word_int(s, numbers[0]);
    for (size_t i = 1; i < kept; i++) {
        word number = word_int(s, numbers[i]);
        narrowed = word_ite(s, word_equals(s, a, number), number, narrowed);
    }
    return narrowed;
}

/* Without the bits that the condition's bounds exclude. */
static word narrow_bits(expressions *e, term condition, term t, word a)
{
    word_store *s = &e->m->words;
    range r;
    range_init(&r);
    bounds_in(e, condition, t, &r);
    word narrowed = a;
    if (r.has_low && rat_sign(&r.low) >= 0 && !lit_is_constant(word_sign(s, narrowed))) narrowed = word_low_bits(s, narrowed, word_width(s, narrowed) - 1);
    if (r.has_high && rat_sign(&r.high) >= 0 && lit_is_equal(word_sign(s, narrowed), LIT_FALSE)) {
        word high = word_number(s, &r.high);
        if (!word_is_none(high) && word_width(s, high) < word_width(s, narrowed)) narrowed = word_low_bits(s, narrowed, word_width(s, high) - 1);
    }
    range_release(&r);
    return narrowed;
}

/* A variable, or an element of a variable. */
static bool is_place(const expressions *e, term t)
{
    bool is_element = term_kind_of(e->ts, t) == TERM_SELECT && term_kind_of(e->ts, term_arg(e->ts, t, 0)) == TERM_SYM;
    return is_element || term_kind_of(e->ts, t) == TERM_SYM;
}

static void set_place(expressions *e, term t, word narrowed, value *variables)
{
    if (term_kind_of(e->ts, t) == TERM_SYM) {
        variables[liveness_number(e->live, t)] = value_of_word(narrowed);
        return;
    }
    value *array = &variables[liveness_number(e->live, term_arg(e->ts, t, 0))];
    value index = expressions_value(e, term_arg(e->ts, t, 1), variables);
    if (array->kind == VALUE_ARRAY && index.kind == VALUE_WORD) *array = memory_store(e->m, *array, value_word(index), value_of_word(narrowed));
}

bool expressions_narrow(expressions *e, term condition, value *variables)
{
    enum { LARGE = 16 };
    plan x = plan_of(e, condition);
    bool any = false;
    for (uint32_t i = 0; x.count <= LARGE && i < x.count && !e->failure; i++) {
        term t = {e->order.data[x.first + i]};
        if (!is_place(e, t)) continue;
        value v = expressions_value(e, t, variables);
        if (v.kind != VALUE_WORD || word_is_wild(&e->m->words, value_word(v)) || word_is_constant(&e->m->words, value_word(v))) continue;
        word narrowed = narrow_numbers(e, condition, t, value_word(v), variables);
        if (word_is_equal(narrowed, value_word(v))) narrowed = narrow_bits(e, condition, t, narrowed);
        if (word_is_none(narrowed) || word_is_equal(narrowed, value_word(v))) continue;
        set_place(e, t, narrowed, variables);
        any = true;
    }
    return any;
}

/* ---- inputs ---- */

static value input_integer(expressions *e, term low, term high, uint32_t origin, lit *is_within)
{
    if (term_is_none(low) || term_is_none(high)) return fail(e, "an integer may be any");
    word_store *s = &e->m->words;
    word from = word_number(s, term_number(e->ts, low)), to = word_number(s, term_number(e->ts, high));
    if (word_is_none(from) || word_is_none(to)) return NO_VALUE;
    uint32_t width = word_width(s, from) > word_width(s, to) ? word_width(s, from) : word_width(s, to);
    bool is_natural = rat_sign(term_number(e->ts, low)) >= 0;
    value v = memory_input_word(e->m, is_natural ? width - 1 : width, is_natural, origin);
    *is_within = circuit_and(&e->m->c, lit_not(word_is_less(s, value_word(v), from)), lit_not(word_is_less(s, to, value_word(v))));
    return v;
}

value expressions_input(expressions *e, term variable, term low, term high, uint32_t origin, lit *is_within)
{
    sort s = term_sort(e->ts, variable);
    *is_within = LIT_TRUE;
    switch (sort_kind_of(e->ts, s)) {
    case SORT_BOOL: return memory_input_bool(e->m, origin);
    case SORT_INT: return input_integer(e, low, high, origin, is_within);
    case SORT_ARRAY: {
        sort_kind element = sort_kind_of(e->ts, sort_array_element(e->ts, s));
        const uint32_t *width = e->arrays_mix ? NULL : u32_map_find(&e->widths, variable.id);
        if (element != SORT_INT && element != SORT_BOOL) return fail(e, "an array is of something else than integers");
        return memory_input_array(e->m, element == SORT_BOOL, width ? *width : MEMORY_ELEMENT_WIDTH, origin);
    }
    default: return fail(e, "a variable is of a sort that is not known");
    }
}

/* ---- how many bits elements need ---- */

static bool is_array(const expressions *e, term t) { return sort_kind_of(e->ts, term_sort(e->ts, t)) == SORT_ARRAY; }

/* A read is of use only after an assumption of its range: if all those about one array say so, its elements have no more bits. */
static void note_widths(expressions *e, const stmt *s)
{
    plan x = plan_of(e, s->value);
    for (uint32_t i = 0; i < x.count; i++) {
        term t = {e->order.data[x.first + i]};
        if (term_kind_of(e->ts, t) != TERM_SELECT || term_kind_of(e->ts, term_arg(e->ts, t, 0)) != TERM_SYM) continue;
        range r;
        range_init(&r);
        bounds_in(e, s->value, t, &r);
        uint32_t width = range_width(e, &r), *known = u32_map_put(&e->widths, term_arg(e->ts, t, 0).id, NULL);
        if (width > *known) *known = width > MEMORY_ELEMENT_WIDTH ? MEMORY_ELEMENT_WIDTH : width;
        range_release(&r);
    }
}

static void note_mixing(expressions *e, const stmt *s)
{
    for (size_t i = 0; s->kind == STMT_CALL && i < s->n_args + s->n_results; i++)
        e->arrays_mix |= is_array(e, i < s->n_args ? s->args[i] : s->results[i - s->n_args]);
    if (s->kind != STMT_ASSIGN || !is_array(e, s->target)) return;
    plan x = plan_of(e, s->value);
    for (uint32_t i = 0; i < x.count; i++) {
        term t = {e->order.data[x.first + i]};
        e->arrays_mix |= term_kind_of(e->ts, t) == TERM_SYM && is_array(e, t) && !term_is_equal(t, s->target);
    }
}

static void find_widths(expressions *e)
{
    for (uint32_t f = 0; f < program_proc_count(e->p); f++)
        for (uint32_t b = 0; b < program_block_count(e->p, (proc){f}); b++)
            for (size_t i = 0; i < program_stmt_count(e->p, (proc){f}, (block){b}); i++) {
                const stmt *s = program_stmt(e->p, (proc){f}, (block){b}, i);
                if (s->kind == STMT_ASSUME) note_widths(e, s);
                note_mixing(e, s);
            }
}

void expressions_init(expressions *e, memory *m, const program *p, const liveness *live)
{
    memset(e, 0, sizeof *e);
    e->m = m;
    e->p = p;
    e->ts = program_terms(p);
    e->live = live;
    e->replaced = TERM_NONE;
    find_widths(e);
    for (size_t i = 0; i < live->globals; i++) value_vec_push(&e->constants, NO_VALUE);
    for (size_t i = 0; i < live->globals; i++) {
        term constant = live->constant.data[i];
        if (!term_is_none(constant)) e->constants.data[i] = expressions_value(e, constant, NULL);
    }
}
