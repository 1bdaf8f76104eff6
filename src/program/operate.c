#include "program/operate.h"

#include "term/bv_value.h"
#include "term/float.h"

bool operate_is_known(const term_store *ts, term t)
{
    if (value_class_of(ts, term_sort(ts, t)) == VALUE_TERM) return false;
    switch (term_kind_of(ts, t)) {
    case TERM_SYM:
    case TERM_APP:
    case TERM_BOUND:
    case TERM_FORALL:
    case TERM_EXISTS: return false;
    case TERM_EQ: return value_class_of(ts, term_sort(ts, term_arg(ts, t, 0))) == VALUE_NUMBER;
    case TERM_SELECT: return value_class_of(ts, term_sort(ts, term_arg(ts, t, 0))) == VALUE_ARRAY;
    default: return true;
    }
}

static inline const value *arg(const machine *m, const operation *o, size_t i)
{
    assert(i < o->count);
    return machine_at(m, m->operands.data[o->first + i]);
}

static inline bool truth(const machine *m, const operation *o, size_t i) { return arg(m, o, i)->small != 0; }

static inline bool is_small(const value *v) { return v->owns == OWNS_NOTHING; }

/* ---- arithmetic: machine words if they suffice, rationals if not ---- */

static value slow_nary(const machine *m, const operation *o)
{
    rat sum, a;
    rat_init(&sum);
    rat_init(&a);
    rat_set_int(&sum, o->kind == TERM_ADD ? 0 : 1);
    for (size_t i = 0; i < o->count; i++) {
        value_get_rat(&a, arg(m, o, i));
        if (o->kind == TERM_ADD) rat_add(&sum, &sum, &a);
        else rat_mul(&sum, &sum, &a);
    }
    value r = value_of_rat(&sum);
    rat_release(&sum);
    rat_release(&a);
    return r;
}

static value run_add(const machine *m, const operation *o)
{
    wide sum = 0;
    for (size_t i = 0; i < o->count; i++) {
        const value *a = arg(m, o, i);
        if (!is_small(a) || __builtin_add_overflow(sum, a->small, &sum)) return slow_nary(m, o);
    }
    return value_of_wide(sum);
}

static inline bool is_word(wide n) { return n == (int64_t)n; }

static value run_mul(const machine *m, const operation *o)
{
    wide product = 1;
    for (size_t i = 0; i < o->count; i++) {
        const value *a = arg(m, o, i);
        if (!is_small(a)) return slow_nary(m, o);
        if (is_word(product) && is_word(a->small)) product = (wide)(int64_t)product * (int64_t)a->small;
        else if (__builtin_mul_overflow(product, a->small, &product)) return slow_nary(m, o);
    }
    return value_of_wide(product);
}

static int compare(const value *a, const value *b)
{
    if (is_small(a) && is_small(b)) return a->small < b->small ? -1 : a->small > b->small;
    rat x, y;
    rat_init(&x);
    rat_init(&y);
    value_get_rat(&x, a);
    value_get_rat(&y, b);
    int order = rat_cmp(&x, &y);
    rat_release(&x);
    rat_release(&y);
    return order;
}

static value slow_division(term_kind k, const value *a, const value *b)
{
    rat x, y;
    rat_init(&x);
    rat_init(&y);
    value_get_rat(&x, a);
    value_get_rat(&y, b);
    if (k == TERM_RDIV) rat_div(&x, &x, &y);
    else if (k == TERM_IDIV) rat_div_euclid(&x, &x, &y);
    else rat_mod_euclid(&x, &x, &y);
    value r = value_of_rat(&x);
    rat_release(&x);
    rat_release(&y);
    return r;
}

static wide divide_euclid(wide a, wide b)
{
    assert(b);
    wide q = is_word(a) && is_word(b) && a != INT64_MIN ? (wide)((int64_t)a / (int64_t)b) : a / b;
    if (a - q * b < 0) q += b > 0 ? -1 : 1;
    return q;
}

static wide modulo_euclid(wide a, wide b)
{
    assert(b);
    if (b > 0 && !(b & (b - 1))) return a & (b - 1);
    wide rest = is_word(a) && is_word(b) && a != INT64_MIN ? (wide)((int64_t)a % (int64_t)b) : a % b;
    return rest < 0 ? rest + (b < 0 ? -b : b) : rest;
}

#define WIDE_MIN (((wide)1 << 126) * -2)

static value run_division(const machine *m, const operation *o, bool *div0)
{
    const value *a = arg(m, o, 0), *b = arg(m, o, 1);
    if (is_small(b) && !b->small) {
        *div0 = true;
        return value_of_wide(0);
    }
    if (!is_small(a) || !is_small(b) || o->kind == TERM_RDIV || a->small == WIDE_MIN || b->small == WIDE_MIN)
        return slow_division(o->kind, a, b);
    return value_of_wide(o->kind == TERM_IDIV ? divide_euclid(a->small, b->small) : modulo_euclid(a->small, b->small));
}

static value run_floor(const value *a)
{
    if (is_small(a)) return *a;
    rat r;
    rat_init(&r);
    value_get_rat(&r, a);
    rat_floor(&r, &r);
    value v = value_of_rat(&r);
    rat_release(&r);
    return v;
}

/* ---- floating point ---- */

static value slow_float(const machine *m, const operation *o)
{
    rat args[3], r;
    const rat *given[3];
    rat_init(&r);
    assert(o->count <= 3);
    for (size_t i = 0; i < o->count; i++) {
        rat_init(&args[i]);
        value_get_rat(&args[i], arg(m, o, i));
        given[i] = &args[i];
    }
    float_value(&r, (ieee_operation)o->high, o->width, given);
    value v = value_of_rat(&r);
    for (size_t i = 0; i < o->count; i++) rat_release(&args[i]);
    rat_release(&r);
    return v;
}

static value run_float(const machine *m, const operation *o)
{
    wide args[3];
    assert(o->count <= 3);
    for (size_t i = 0; i < o->count; i++) {
        const value *a = arg(m, o, i);
        if (!is_small(a) || !is_word(a->small)) return slow_float(m, o);
        args[i] = a->small;
    }
    return value_of_wide(ieee_compute((ieee_operation)o->high, o->width, args));
}

/* ---- bit-vectors: up to 64 bits as machine words, others and rare operations by rationals ---- */

static uint64_t low_mask(uint32_t width) { return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1; }

static int64_t sign_extend(uint64_t a, uint32_t width)
{
    assert(width > 0 && width <= 64 && (a & ~low_mask(width)) == 0);
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((a ^ sign) - sign);
}

static uint64_t shift_right_signed(uint64_t a, uint64_t by, uint32_t width)
{
    int64_t n = sign_extend(a, width);
    return (uint64_t)(n >> (by < 63 ? by : 63)) & low_mask(width);
}

/* False if the operation is none of these. */
static bool fast_bv(term_kind k, uint64_t a, uint64_t b, uint32_t width, uint64_t *r)
{
    assert(k == TERM_BV_CONCAT || (a & ~low_mask(width)) == 0); /* values are kept without sign */
    uint64_t mask = low_mask(width);
    switch (k) {
    case TERM_BV_NOT: *r = ~a & mask; return true;
    case TERM_BV_NEG: *r = (0 - a) & mask; return true;
    case TERM_BV_AND: *r = a & b; return true;
    case TERM_BV_OR: *r = a | b; return true;
    case TERM_BV_XOR: *r = a ^ b; return true;
    case TERM_BV_ADD: *r = (a + b) & mask; return true;
    case TERM_BV_MUL: *r = (a * b) & mask; return true;
    case TERM_BV_UDIV: *r = b ? a / b : mask; return true;
    case TERM_BV_UREM: *r = b ? a % b : a; return true;
    case TERM_BV_SHL: *r = b < width ? a << b & mask : 0; return true;
    case TERM_BV_LSHR: *r = b < width ? a >> b : 0; return true;
    case TERM_BV_ASHR: *r = shift_right_signed(a, b, width); return true;
    case TERM_BV_ULT: *r = a < b; return true;
    case TERM_BV_ULE: *r = a <= b; return true;
    case TERM_BV_SLT: *r = sign_extend(a, width) < sign_extend(b, width); return true;
    case TERM_BV_SLE: *r = sign_extend(a, width) <= sign_extend(b, width); return true;
    default: return false;
    }
}

static value slow_bv(const machine *m, const operation *o)
{
    rat a, b;
    rat_init(&a);
    rat_init(&b);
    value_get_rat(&a, arg(m, o, 0));
    if (o->count > 1) value_get_rat(&b, arg(m, o, 1));
    uint32_t width = o->width;
    switch (o->kind) {
    case TERM_BV_EXTRACT: bv_value_extract(&a, &a, o->high, o->low); break;
    case TERM_BV_SIGN_EXT:
        bv_value_to_signed(&a, &a, width);
        bv_value_wrap(&a, width + o->high);
        break;
    case TERM_INT_TO_BV: bv_value_wrap(&a, width); break;
    case TERM_BV_NOT:
    case TERM_BV_NEG: bv_value_unary(&a, o->kind, &a, width); break;
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: rat_set_int(&a, bv_value_compare(o->kind, &a, &b, width)); break;
    default: bv_value_binary(&a, o->kind, &a, &b, width);
    }
    value r = value_of_rat(&a);
    rat_release(&a);
    rat_release(&b);
    return r;
}

static value run_bv(const machine *m, const operation *o)
{
    const value *a = arg(m, o, 0);
    uint64_t b = o->count > 1 ? (uint64_t)arg(m, o, 1)->small : 0, r;
    if (o->kind == TERM_BV_TO_NAT || o->kind == TERM_BV_ZERO_EXT) return value_clone(a);
    if (o->width > 64 || !is_small(a)) return slow_bv(m, o);
    if (o->kind == TERM_INT_TO_BV) return value_of_wide((uint64_t)a->small & low_mask(o->width));
    if (o->kind == TERM_BV_EXTRACT) return value_of_wide((uint64_t)a->small >> o->low & low_mask(o->high - o->low + 1));
    return fast_bv(o->kind, (uint64_t)a->small, b, o->width, &r) ? value_of_wide(r) : slow_bv(m, o);
}

/* ---- arrays, booleans ---- */

/* An operand's value for the result: taken away from where it is if nothing needs it any more. */
static value use(machine *m, const operation *o, uint32_t i)
{
    value *v = machine_at(m, m->operands.data[o->first + i]);
    if (!(o->taken >> i & 1)) return value_clone(v);
    value moved = *v;
    v->owns = OWNS_NOTHING;
    return moved;
}

static value run_store(machine *m, const operation *o)
{
    assert(o->count == 3);
    value array = use(m, o, 0);
    value_store(&array, arg(m, o, 1), arg(m, o, 2));
    return array;
}

static value run_junction(const machine *m, const operation *o)
{
    bool decider = o->kind == TERM_OR;
    for (size_t i = 0; i < o->count; i++)
        if (truth(m, o, i) == decider) return value_of_wide(decider);
    return value_of_wide(!decider);
}

value operate_run(machine *m, const operation *o, bool *div0)
{
    switch (o->kind) {
    case TERM_NOT: return value_of_wide(!truth(m, o, 0));
    case TERM_AND:
    case TERM_OR: return run_junction(m, o);
    case TERM_ITE: return use(m, o, truth(m, o, 0) ? 1 : 2);
    case TERM_EQ: return value_of_wide(value_is_equal(arg(m, o, 0), arg(m, o, 1)));
    case TERM_LE: return value_of_wide(compare(arg(m, o, 0), arg(m, o, 1)) <= 0);
    case TERM_LT: return value_of_wide(compare(arg(m, o, 0), arg(m, o, 1)) < 0);
    case TERM_ADD: return run_add(m, o);
    case TERM_SCALE:
    case TERM_MUL: return run_mul(m, o);
    case TERM_RDIV:
    case TERM_IDIV:
    case TERM_MOD: return run_division(m, o, div0);
    case TERM_TO_REAL: return value_clone(arg(m, o, 0));
    case TERM_TO_INT: return run_floor(arg(m, o, 0));
    case TERM_FLOAT: return run_float(m, o);
    case TERM_SELECT: return value_clone(value_select(arg(m, o, 0), arg(m, o, 1)));
    case TERM_STORE: return run_store(m, o);
    case TERM_CONST_ARRAY: return value_const_array(arg(m, o, 0));
    default: return run_bv(m, o);
    }
}
