#include "naive.h"

#include "term/datatype.h"
#include "term/eval.h"

#include <stdlib.h>

/* ---- bit-vectors, lowest bit first ---- */

enum { MAX_WIDTH = 512 };

typedef struct bits {
    uint32_t width;
    bool bit[MAX_WIDTH];
} bits;

static bits bits_zero(uint32_t width)
{
    assert(width <= MAX_WIDTH);
    bits r = {.width = width};
    return r;
}

static bits bits_of(const rat *a, uint32_t width)
{
    bits r = bits_zero(width);
    for (uint32_t i = 0; i < width; i++) r.bit[i] = rat_bit_test(a, i);
    return r;
}

static bits bits_add(bits a, bits b, bool carry)
{
    bits r = bits_zero(a.width);
    for (uint32_t i = 0; i < a.width; i++) {
        r.bit[i] = (a.bit[i] + b.bit[i] + carry) & 1;
        carry = a.bit[i] + b.bit[i] + carry >= 2;
    }
    return r;
}

static bits bits_not(bits a)
{
    for (uint32_t i = 0; i < a.width; i++) a.bit[i] = !a.bit[i];
    return a;
}

static bits bits_neg(bits a) { return bits_add(bits_not(a), bits_zero(a.width), true); }

static bool bits_is_zero(bits a)
{
    for (uint32_t i = 0; i < a.width; i++) {
        if (a.bit[i]) return false;
    }
    return true;
}

static bool bits_msb(bits a) { return a.bit[a.width - 1]; }

static bool bits_less(bits a, bits b)
{
    for (uint32_t i = a.width; i-- > 0;) {
        if (a.bit[i] != b.bit[i]) return b.bit[i];
    }
    return false;
}

static bool bits_less_signed(bits a, bits b) { return bits_msb(a) != bits_msb(b) ? bits_msb(a) : bits_less(a, b); }

static bits bits_shift(bits a, uint32_t by, bool left, bool fill)
{
    bits r = bits_zero(a.width);
    for (uint32_t i = 0; i < a.width; i++) {
        if (left) r.bit[i] = i >= by ? a.bit[i - by] : fill;
        else r.bit[i] = i + by < a.width ? a.bit[i + by] : fill;
    }
    return r;
}

/* b as a number, at most the width: shifting further changes nothing. */
static uint32_t bits_amount(bits b)
{
    uint32_t n = 0;
    for (uint32_t i = b.width; i-- > 0;) n = n * 2 + b.bit[i] > b.width ? b.width : n * 2 + b.bit[i];
    return n;
}

static bits bits_mul(bits a, bits b)
{
    bits r = bits_zero(a.width);
    for (uint32_t i = 0; i < a.width; i++) {
        if (b.bit[i]) r = bits_add(r, bits_shift(a, i, true, false), false);
    }
    return r;
}

/* Long division with one more bit, so that the partial remainder fits. */
static void bits_divide(bits a, bits b, bits *quotient, bits *rest)
{
    *quotient = bits_zero(a.width);
    bits r = bits_zero(a.width + 1), d = bits_zero(a.width + 1);
    memcpy(d.bit, b.bit, a.width * sizeof(bool));
    for (uint32_t i = a.width; i-- > 0;) {
        r = bits_shift(r, 1, true, a.bit[i]);
        if (bits_less(r, d)) continue;
        r = bits_add(r, bits_neg(d), false);
        quotient->bit[i] = true;
    }
    r.width = rest->width = a.width;
    *rest = r;
}

static bits bits_udiv(bits a, bits b)
{
    if (bits_is_zero(b)) return bits_not(b);
    bits q, r;
    bits_divide(a, b, &q, &r);
    return q;
}

static bits bits_urem(bits a, bits b)
{
    if (bits_is_zero(b)) return a;
    bits q, r;
    bits_divide(a, b, &q, &r);
    return r;
}

static bits bits_abs(bits a) { return bits_msb(a) ? bits_neg(a) : a; }

/* The definitions of the SMT-LIB logic QF_BV, by the signs of the arguments. */
static bits bits_sdiv(bits a, bits b)
{
    bits q = bits_udiv(bits_abs(a), bits_abs(b));
    return bits_msb(a) != bits_msb(b) ? bits_neg(q) : q;
}

static bits bits_srem(bits a, bits b)
{
    bits r = bits_urem(bits_abs(a), bits_abs(b));
    return bits_msb(a) ? bits_neg(r) : r;
}

static bits bits_smod(bits a, bits b)
{
    bits u = bits_urem(bits_abs(a), bits_abs(b));
    if (bits_is_zero(u) || (!bits_msb(a) && !bits_msb(b))) return u;
    if (bits_msb(a) && !bits_msb(b)) return bits_add(bits_neg(u), b, false);
    return bits_msb(a) ? bits_neg(u) : bits_add(u, b, false);
}

static bits bits_concat(bits high, bits low)
{
    bits r = bits_zero(high.width + low.width);
    memcpy(r.bit, low.bit, low.width * sizeof(bool));
    memcpy(r.bit + low.width, high.bit, high.width * sizeof(bool));
    return r;
}

static bits bits_bitwise(naive_op op, bits a, bits b)
{
    for (uint32_t i = 0; i < a.width; i++) {
        bool x = a.bit[i], y = b.bit[i];
        a.bit[i] = op == NAIVE_BV_AND ? x && y : op == NAIVE_BV_OR ? x || y : x != y;
    }
    return a;
}

static bits bits_binary(naive_op op, bits a, bits b)
{
    switch (op) {
    case NAIVE_CONCAT: return bits_concat(a, b);
    case NAIVE_BV_ADD: return bits_add(a, b, false);
    case NAIVE_BV_MUL: return bits_mul(a, b);
    case NAIVE_UDIV: return bits_udiv(a, b);
    case NAIVE_UREM: return bits_urem(a, b);
    case NAIVE_SDIV: return bits_sdiv(a, b);
    case NAIVE_SREM: return bits_srem(a, b);
    case NAIVE_SMOD: return bits_smod(a, b);
    case NAIVE_SHL: return bits_shift(a, bits_amount(b), true, false);
    case NAIVE_LSHR: return bits_shift(a, bits_amount(b), false, false);
    case NAIVE_ASHR: return bits_shift(a, bits_amount(b), false, bits_msb(a));
    default: return bits_bitwise(op, a, b);
    }
}

/* ---- values ---- */

void naive_eval_init(naive_eval *e, const term_store *ts, const term *symbols, const term *values, size_t n)
{
    *e = (naive_eval){.ts = ts, .symbols = symbols, .values = values, .n = n};
    arena_init(&e->memory);
}

void naive_eval_release(naive_eval *e)
{
    for (size_t i = 0; i < e->made.size; i++) rat_release(&e->made.data[i]->number);
    naive_value_vec_release(&e->made);
    arena_release(&e->memory);
}

static naive_value *make(naive_eval *e)
{
    naive_value *v = arena_alloc(&e->memory, sizeof *v);
    memset(v, 0, sizeof *v);
    rat_init(&v->number);
    naive_value_vec_push(&e->made, v);
    return v;
}

static const naive_value *make_int(naive_eval *e, int64_t n)
{
    naive_value *v = make(e);
    rat_set_int(&v->number, n);
    return v;
}

static const naive_value *make_bits(naive_eval *e, const bits *b)
{
    naive_value *v = make(e);
    rat two, bit;
    rat_init(&two);
    rat_init(&bit);
    rat_set_int(&two, 2);
    for (uint32_t i = b->width; i-- > 0;) {
        rat_set_int(&bit, b->bit[i]);
        rat_mul(&v->number, &v->number, &two);
        rat_add(&v->number, &v->number, &bit);
    }
    rat_release(&two);
    rat_release(&bit);
    return v;
}

static const naive_value *make_store(naive_eval *e, const naive_value *array, const naive_value *index, const naive_value *element)
{
    naive_write *w = arena_alloc(&e->memory, sizeof *w);
    *w = (naive_write){index, element, array->writes};
    naive_value *v = make(e);
    v->otherwise = array->otherwise;
    v->writes = w;
    return v;
}

const naive_value *naive_eval_value(naive_eval *e, term value)
{
    switch (term_kind_of(e->ts, value)) {
    case TERM_TRUE: return make_int(e, 1);
    case TERM_FALSE: return make_int(e, 0);
    case TERM_NUM:
    case TERM_BVNUM: {
        naive_value *v = make(e);
        rat_set(&v->number, term_number(e->ts, value));
        return v;
    }
    case TERM_CONST_ARRAY: {
        naive_value *v = make(e);
        v->otherwise = naive_eval_value(e, term_arg(e->ts, value, 0));
        return v;
    }
    case TERM_CONSTRUCT: {
        naive_value *v = make(e);
        rat_set_int(&v->number, term_constructor(e->ts, value).id);
        for (size_t i = 0; i < term_arity(e->ts, value); i++) v->fields[i] = naive_eval_value(e, term_arg(e->ts, value, i));
        return v;
    }
    default: {
        assert(term_kind_of(e->ts, value) == TERM_STORE);
        const naive_value *array = naive_eval_value(e, term_arg(e->ts, value, 0));
        return make_store(e, array, naive_eval_value(e, term_arg(e->ts, value, 1)), naive_eval_value(e, term_arg(e->ts, value, 2)));
    }
    }
}

static const naive_value *lookup(naive_eval *e, sort array, const naive_value *a, const naive_value *index)
{
    for (const naive_write *w = a->writes; w; w = w->next) {
        if (naive_eval_is_equal(e, sort_array_index(e->ts, array), w->index, index)) return w->element;
    }
    return a->otherwise;
}

/* The number of values of a sort if there are at most some thousands, otherwise 0. */
static uint32_t count_values(const term_store *ts, sort s)
{
    if (sort_kind_of(ts, s) == SORT_BOOL) return 2;
    if (sort_kind_of(ts, s) == SORT_BV) return sort_bv_width(ts, s) <= 10 ? 1u << sort_bv_width(ts, s) : 0;
    if (sort_kind_of(ts, s) == SORT_DATATYPE) { /* an enumeration, or too many */
        for (size_t i = 0; i < datatype_size(ts, s); i++)
            if (constructor_arity(ts, datatype_constructor(ts, s, i))) return 0;
        return (uint32_t)datatype_size(ts, s);
    }
    if (sort_kind_of(ts, s) != SORT_ARRAY) return 0;
    uint32_t indices = count_values(ts, sort_array_index(ts, s)), elements = count_values(ts, sort_array_element(ts, s)), n = 1;
    for (uint32_t i = 0; i < indices && n <= 4096; i++) n *= elements;
    return indices == 0 || n > 4096 ? 0 : n;
}

static bool is_earlier(naive_eval *e, sort index, const naive_write *from, const naive_write *w)
{
    for (; from != w; from = from->next) {
        if (naive_eval_is_equal(e, index, from->index, w->index)) return true;
    }
    return false;
}

static bool has_equal_fields(naive_eval *e, sort s, const naive_value *a, const naive_value *b)
{
    if (!rat_is_equal(&a->number, &b->number)) return false;
    for (size_t k = 0; k < datatype_size(e->ts, s); k++) {
        constructor c = datatype_constructor(e->ts, s, k);
        rat id;
        rat_init(&id);
        rat_set_int(&id, c.id);
        bool is_made_by = rat_is_equal(&id, &a->number);
        rat_release(&id);
        for (size_t i = 0; is_made_by && i < constructor_arity(e->ts, c); i++)
            if (!naive_eval_is_equal(e, constructor_field(e->ts, c, i).sort, a->fields[i], b->fields[i])) return false;
    }
    return true;
}

bool naive_eval_is_equal(naive_eval *e, sort s, const naive_value *a, const naive_value *b)
{
    if (sort_kind_of(e->ts, s) == SORT_DATATYPE) return has_equal_fields(e, s, a, b);
    if (sort_kind_of(e->ts, s) != SORT_ARRAY) return rat_is_equal(&a->number, &b->number);
    sort index = sort_array_index(e->ts, s), element = sort_array_element(e->ts, s);
    naive_value both = {.otherwise = a->otherwise, .writes = b->writes};
    for (const naive_write *w = a->writes; w; w = w->next) {
        naive_write *copy = arena_alloc(&e->memory, sizeof *copy);
        *copy = (naive_write){w->index, w->element, both.writes};
        both.writes = copy;
    }
    uint32_t distinct = 0, n = count_values(e->ts, index);
    for (const naive_write *w = both.writes; w; w = w->next) {
        if (is_earlier(e, index, both.writes, w)) continue;
        distinct++;
        if (!naive_eval_is_equal(e, element, lookup(e, s, a, w->index), lookup(e, s, b, w->index))) return false;
    }
    return (n > 0 && distinct == n) || naive_eval_is_equal(e, element, a->otherwise, b->otherwise);
}

/* ---- trees ---- */

static const naive_value *eval_symbol(naive_eval *e, term symbol)
{
    for (size_t i = 0; i < e->n; i++) {
        if (term_is_equal(e->symbols[i], symbol)) return naive_eval_value(e, e->values[i]);
    }
    assert(!"a symbol without a value");
    return NULL;
}

static const naive_value *eval_bv(naive_eval *e, const naive *t, const naive_value *const *a)
{
    uint32_t width = sort_bv_width(e->ts, t->args[0]->s);
    bits x = bits_of(&a[0]->number, width), r = x;
    bits y = t->n > 1 ? bits_of(&a[1]->number, sort_bv_width(e->ts, t->args[1]->s)) : x;
    switch (t->op) {
    case NAIVE_EXTRACT:
        r = bits_shift(x, t->low, false, false);
        r.width = t->high - t->low + 1;
        break;
    case NAIVE_ZERO_EXT: r = bits_concat(bits_zero(t->low), x); break;
    case NAIVE_SIGN_EXT: r = bits_concat(bits_msb(x) ? bits_not(bits_zero(t->low)) : bits_zero(t->low), x); break;
    case NAIVE_BV_NOT: r = bits_not(x); break;
    case NAIVE_BV_NEG: r = bits_neg(x); break;
    case NAIVE_ULT: return make_int(e, bits_less(x, y));
    case NAIVE_ULE: return make_int(e, !bits_less(y, x));
    case NAIVE_SLT: return make_int(e, bits_less_signed(x, y));
    case NAIVE_SLE: return make_int(e, !bits_less_signed(y, x));
    case NAIVE_TO_NAT: break;
    default: r = bits_binary(t->op, x, y);
    }
    return make_bits(e, &r);
}

/* The definition of SMT-LIB's Ints: a = b * q + m with 0 <= m < |b|. */
static void divide(rat *q, rat *m, const rat *a, const rat *b)
{
    rat_div(q, a, b);
    if (rat_sign(b) > 0) rat_floor(q, q);
    else rat_ceil(q, q);
    rat_mul(m, b, q);
    rat_sub(m, a, m);
}

static const naive_value *eval_division(naive_eval *e, naive_op op, const rat *a, const rat *b)
{
    if (rat_sign(b) == 0) {
        e->div0 = true;
        return make_int(e, 0);
    }
    naive_value *q = make(e), *m = make(e);
    if (op == NAIVE_RDIV) rat_div(&q->number, a, b);
    else divide(&q->number, &m->number, a, b);
    return op == NAIVE_MOD ? m : q;
}

static const naive_value *eval_arith(naive_eval *e, const naive *t, const naive_value *const *a)
{
    const rat *x = &a[0]->number, *y = &a[t->n - 1]->number;
    naive_value *r = make(e);
    rat_set(&r->number, x);
    switch (t->op) {
    case NAIVE_ADD:
        for (uint32_t i = 1; i < t->n; i++) rat_add(&r->number, &r->number, &a[i]->number);
        break;
    case NAIVE_MUL:
        for (uint32_t i = 1; i < t->n; i++) rat_mul(&r->number, &r->number, &a[i]->number);
        break;
    case NAIVE_SUB: rat_sub(&r->number, x, y); break;
    case NAIVE_NEG: rat_neg(&r->number, x); break;
    case NAIVE_ABS: rat_abs(&r->number, x); break;
    case NAIVE_RDIV:
    case NAIVE_IDIV:
    case NAIVE_MOD: return eval_division(e, t->op, x, y);
    case NAIVE_LE: return make_int(e, rat_cmp(x, y) <= 0);
    case NAIVE_LT: return make_int(e, rat_cmp(x, y) < 0);
    case NAIVE_GE: return make_int(e, rat_cmp(x, y) >= 0);
    case NAIVE_GT: return make_int(e, rat_cmp(x, y) > 0);
    case NAIVE_TO_REAL: break;
    case NAIVE_TO_INT: rat_floor(&r->number, x); break;
    case NAIVE_IS_INT: return make_int(e, rat_is_integer(x));
    default: assert(!"an arithmetic operator");
    }
    return r;
}

static bool is_made_by(const naive_value *v, uint32_t constructor_id)
{
    int64_t id = -1;
    return rat_to_int64(&v->number, &id) && id == constructor_id;
}

static const naive_value *eval_datatype(naive_eval *e, const naive *t, const naive_value *const *a)
{
    if (t->op == NAIVE_IS) return make_int(e, is_made_by(a[0], t->high));
    if (t->op == NAIVE_FIELD) {
        bool there = is_made_by(a[0], t->high);
        e->div0 |= !there;
        return there ? a[0]->fields[t->low] : naive_eval_value(e, eval_default((term_store *)(uintptr_t)e->ts, t->s));
    }
    naive_value *v = make(e);
    rat_set_int(&v->number, t->high);
    for (uint32_t i = 0; i < t->n; i++) v->fields[i] = a[i];
    return v;
}

/* a modulo 2^width, bit by bit: divides by two, rounding down. */
static const naive_value *eval_to_bv(naive_eval *e, const rat *a, uint32_t width)
{
    bits b = bits_zero(width);
    rat rest, half, two;
    rat_init(&rest);
    rat_init(&half);
    rat_init(&two);
    rat_set(&rest, a);
    rat_set_int(&two, 2);
    for (uint32_t i = 0; i < width; i++) {
        rat_div(&half, &rest, &two);
        b.bit[i] = !rat_is_integer(&half);
        rat_floor(&rest, &half);
    }
    rat_release(&rest);
    rat_release(&half);
    rat_release(&two);
    return make_bits(e, &b);
}

static bool truth(const naive_value *v) { return rat_sign(&v->number) != 0; }

static const naive_value *eval_distinct(naive_eval *e, const naive *t, const naive_value *const *a)
{
    for (uint32_t i = 0; i < t->n; i++) {
        for (uint32_t j = i + 1; j < t->n; j++) {
            if (naive_eval_is_equal(e, t->args[0]->s, a[i], a[j])) return make_int(e, 0);
        }
    }
    return make_int(e, 1);
}

const naive_value *naive_eval_tree(naive_eval *e, const naive *t)
{
    const naive_value *a[4] = {0};
    if (t->op == NAIVE_FORALL || t->op == NAIVE_EXISTS) e->undefined = true;
    for (uint32_t i = 0; i < t->n; i++) a[i] = naive_eval_tree(e, t->args[i]);
    bool any = false, all = true;
    for (uint32_t i = 0; i < t->n; i++) {
        any |= truth(a[i]);
        all &= truth(a[i]);
    }
    switch (t->op) {
    case NAIVE_VALUE: return naive_eval_value(e, t->leaf);
    case NAIVE_SYMBOL: return eval_symbol(e, t->leaf);
    case NAIVE_FORALL:
    case NAIVE_EXISTS: return a[0];
    case NAIVE_NOT: return make_int(e, !any);
    case NAIVE_AND: return make_int(e, all);
    case NAIVE_OR: return make_int(e, any);
    case NAIVE_IMPLIES: return make_int(e, !truth(a[0]) || truth(a[1]));
    case NAIVE_XOR: return make_int(e, truth(a[0]) != truth(a[1]));
    case NAIVE_ITE: return truth(a[0]) ? a[1] : a[2];
    case NAIVE_EQ: return make_int(e, naive_eval_is_equal(e, t->args[0]->s, a[0], a[1]));
    case NAIVE_DISTINCT: return eval_distinct(e, t, a);
    case NAIVE_SELECT: return lookup(e, t->args[0]->s, a[0], a[1]);
    case NAIVE_STORE: return make_store(e, a[0], a[1], a[2]);
    case NAIVE_CONST_ARRAY: {
        naive_value *v = make(e);
        v->otherwise = a[0];
        return v;
    }
    case NAIVE_CONSTRUCT:
    case NAIVE_FIELD:
    case NAIVE_IS: return eval_datatype(e, t, a);
    case NAIVE_TO_BV: return eval_to_bv(e, &a[0]->number, sort_bv_width(e->ts, t->s));
    default: return t->op >= NAIVE_CONCAT ? eval_bv(e, t, a) : eval_arith(e, t, a);
    }
}
