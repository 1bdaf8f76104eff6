#include "front/smtlib/builtin.h"

#include "term/float.h"
#include "term/print.h"

enum { MAX_DISTINCT = 2000 };

static const struct {
    const char *name;
    size_t min, max;
} TABLE[BUILTINS] = {
#define BUILTIN(id, name, min, max) {name, min, max},
#include "front/smtlib/builtin.def"
#undef BUILTIN
};

/* An application being checked. */
typedef struct call {
    parser *p;
    term_store *ts;
    const char *name;
    term *args;
    size_t n;
    uint32_t line, column;
} call;

void builtin_intern(parser *p)
{
    for (uint32_t i = 0; i < BUILTINS; i++) {
        uint32_t name = parser_intern(p, TABLE[i].name, strlen(TABLE[i].name));
        assert(name == i);
        (void)name;
    }
}

bool builtin_is_reserved(uint32_t name) { return name < BUILTIN_IMPLIES_WORD; }
const char *builtin_name(builtin b) { return TABLE[b].name; }

bool builtin_sort_error(parser *p, uint32_t line, uint32_t column, const char *what, const char *expected, term t)
{
    text found;
    text_init(&found);
    print_sort(&found, p->ts, term_sort(p->ts, t));
    parser_fail(p, line, column, "%s: expected %s, found %s", what, expected, found.data);
    text_release(&found);
    return false;
}

static bool bad_argument(const call *c, size_t i, const char *expected)
{
    text what;
    text_init(&what);
    text_printf(&what, "argument %zu of '%s'", i + 1, c->name);
    builtin_sort_error(c->p, c->line, c->column, what.data, expected, c->args[i]);
    text_release(&what);
    return false;
}

static bool bad_argument_sort(const call *c, size_t i, sort expected)
{
    text name;
    text_init(&name);
    print_sort(&name, c->ts, expected);
    bad_argument(c, i, name.data);
    text_release(&name);
    return false;
}

static sort_kind kind_of(const call *c, size_t i) { return sort_kind_of(c->ts, term_sort(c->ts, c->args[i])); }

static bool all_bool(const call *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (kind_of(c, i) != SORT_BOOL) return bad_argument(c, i, "Bool");
    return true;
}

static bool all_int(const call *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (kind_of(c, i) != SORT_INT) return bad_argument(c, i, "Int");
    return true;
}

static void widen(const call *c, size_t first)
{
    for (size_t i = first; i < c->n; i++)
        if (kind_of(c, i) == SORT_INT) c->args[i] = term_mk_to_real(c->ts, c->args[i]);
}

/* Int or Real everywhere, and Real everywhere if it is anywhere. */
static bool all_arith(const call *c)
{
    bool real = false;
    for (size_t i = 0; i < c->n; i++) {
        if (!sort_kind_is_arith(kind_of(c, i))) return bad_argument(c, i, "Int or Real");
        real = real || kind_of(c, i) == SORT_REAL;
    }
    if (real) widen(c, 0);
    return true;
}

/* Arguments from `first` on have one sort, after widening. */
static bool all_same(const call *c, size_t first)
{
    bool real = false, arith = true;
    for (size_t i = first; i < c->n; i++) {
        real = real || kind_of(c, i) == SORT_REAL;
        arith = arith && sort_kind_is_arith(kind_of(c, i));
    }
    if (real && arith) widen(c, first);
    for (size_t i = first + 1; i < c->n; i++) {
        sort s = term_sort(c->ts, c->args[first]);
        if (!sort_is_equal(s, term_sort(c->ts, c->args[i]))) return bad_argument_sort(c, i, s);
    }
    return true;
}

static bool all_bv(const call *c, bool same_width)
{
    for (size_t i = 0; i < c->n; i++)
        if (kind_of(c, i) != SORT_BV) return bad_argument(c, i, "a bit-vector");
    return !same_width || all_same(c, 0);
}

typedef term binary_fn(term_store *ts, term a, term b);

static term fold_left(const call *c, binary_fn *f)
{
    term t = c->args[0];
    for (size_t i = 1; i < c->n; i++) t = f(c->ts, t, c->args[i]);
    return t;
}

/* a op b and b op c and ... */
static term chain(const call *c, binary_fn *f)
{
    for (size_t i = 0; i + 1 < c->n; i++) c->args[i] = f(c->ts, c->args[i], c->args[i + 1]);
    return term_mk_and(c->ts, c->args, c->n - 1);
}

static term implies(const call *c)
{
    for (size_t i = 0; i + 1 < c->n; i++) c->args[i] = term_mk_not(c->ts, c->args[i]);
    return term_mk_or(c->ts, c->args, c->n);
}

static bool apply_core(const call *c, builtin b, term *out)
{
    switch (b) {
    case BUILTIN_EQ:
        if (!all_same(c, 0)) return false;
        *out = chain(c, term_mk_eq);
        return true;
    case BUILTIN_DISTINCT:
        if (!all_same(c, 0)) return false;
        if (c->n > MAX_DISTINCT)
            return parser_fail(c->p, c->line, c->column, "'distinct' has %zu arguments, at most %d are supported", c->n, MAX_DISTINCT);
        *out = term_mk_distinct(c->ts, c->args, c->n);
        return true;
    case BUILTIN_ITE:
        if (kind_of(c, 0) != SORT_BOOL) return bad_argument(c, 0, "Bool");
        if (!all_same(c, 1)) return false;
        *out = term_mk_ite(c->ts, c->args[0], c->args[1], c->args[2]);
        return true;
    default: break;
    }
    if (!all_bool(c)) return false;
    switch (b) {
    case BUILTIN_NOT: *out = term_mk_not(c->ts, c->args[0]); return true;
    case BUILTIN_AND: *out = term_mk_and(c->ts, c->args, c->n); return true;
    case BUILTIN_OR: *out = term_mk_or(c->ts, c->args, c->n); return true;
    case BUILTIN_XOR: *out = fold_left(c, term_mk_xor); return true;
    case BUILTIN_IFF: *out = term_mk_eq(c->ts, c->args[0], c->args[1]); return true;
    default:
        assert(b == BUILTIN_IMPLIES || b == BUILTIN_IMPLIES_WORD);
        *out = implies(c);
        return true;
    }
}

static bool apply_int(const call *c, builtin b, term *out)
{
    if (!all_int(c)) return false;
    if (b == BUILTIN_IDIV) *out = fold_left(c, term_mk_idiv);
    else *out = term_mk_mod(c->ts, c->args[0], c->args[1]);
    return true;
}

static term minus(const call *c)
{
    if (c->n == 1) return term_mk_neg(c->ts, c->args[0]);
    for (size_t i = 1; i < c->n; i++) c->args[i] = term_mk_neg(c->ts, c->args[i]);
    return term_mk_add(c->ts, c->args, c->n);
}

static bool apply_arith(const call *c, builtin b, term *out)
{
    if (b == BUILTIN_IDIV || b == BUILTIN_MOD) return apply_int(c, b, out);
    if (!all_arith(c)) return false;
    if (b == BUILTIN_RDIV || b == BUILTIN_TO_INT || b == BUILTIN_IS_INT) widen(c, 0);
    switch (b) {
    case BUILTIN_ADD: *out = term_mk_add(c->ts, c->args, c->n); return true;
    case BUILTIN_NEG:
    case BUILTIN_SUB: *out = minus(c); return true;
    case BUILTIN_MUL: *out = term_mk_mul(c->ts, c->args, c->n); return true;
    case BUILTIN_RDIV: *out = fold_left(c, term_mk_rdiv); return true;
    case BUILTIN_ABS: *out = term_mk_abs(c->ts, c->args[0]); return true;
    case BUILTIN_LE: *out = chain(c, term_mk_le); return true;
    case BUILTIN_LT: *out = chain(c, term_mk_lt); return true;
    case BUILTIN_GE: *out = chain(c, term_mk_ge); return true;
    case BUILTIN_GT: *out = chain(c, term_mk_gt); return true;
    case BUILTIN_TO_REAL:
        widen(c, 0);
        *out = c->args[0];
        return true;
    case BUILTIN_TO_INT: *out = term_mk_to_int(c->ts, c->args[0]); return true;
    default:
        assert(b == BUILTIN_IS_INT);
        *out = term_mk_is_int(c->ts, c->args[0]);
        return true;
    }
}

static bool apply_array(const call *c, builtin b, term *out)
{
    if (kind_of(c, 0) != SORT_ARRAY) return bad_argument(c, 0, "an array");
    sort s = term_sort(c->ts, c->args[0]), index = sort_array_index(c->ts, s), element = sort_array_element(c->ts, s);
    if (!parser_coerce(c->p, &c->args[1], index)) return bad_argument_sort(c, 1, index);
    if (b == BUILTIN_SELECT) {
        *out = term_mk_select(c->ts, c->args[0], c->args[1]);
        return true;
    }
    if (!parser_coerce(c->p, &c->args[2], element)) return bad_argument_sort(c, 2, element);
    *out = term_mk_store(c->ts, c->args[0], c->args[1], c->args[2]);
    return true;
}

static bool check_width(const call *c, uint64_t width)
{
    if (width <= PARSER_MAX_WIDTH) return true;
    return parser_fail(c->p, c->line, c->column, "the result of '%s' has more than %d bits", c->name, PARSER_MAX_WIDTH);
}

static bool apply_concat(const call *c, term *out)
{
    uint64_t width = 0;
    if (!all_bv(c, false)) return false;
    for (size_t i = 0; i < c->n; i++) width += sort_bv_width(c->ts, term_sort(c->ts, c->args[i]));
    if (!check_width(c, width)) return false;
    *out = c->args[0];
    for (size_t i = 1; i < c->n; i++) *out = term_mk_bv_binary(c->ts, TERM_BV_CONCAT, *out, c->args[i]);
    return true;
}

/* How an operation of SMT-LIB is made of one of ours. */
typedef enum bv_shape { BV_PLAIN, BV_SWAPPED, BV_NEGATED } bv_shape;

static term_kind bv_kind(builtin b, bv_shape *shape)
{
    *shape = BV_PLAIN;
    switch (b) {
    case BUILTIN_BVNAND: *shape = BV_NEGATED; return TERM_BV_AND;
    case BUILTIN_BVNOR: *shape = BV_NEGATED; return TERM_BV_OR;
    case BUILTIN_BVXNOR: *shape = BV_NEGATED; return TERM_BV_XOR;
    case BUILTIN_BVUGT: *shape = BV_SWAPPED; return TERM_BV_ULT;
    case BUILTIN_BVUGE: *shape = BV_SWAPPED; return TERM_BV_ULE;
    case BUILTIN_BVSGT: *shape = BV_SWAPPED; return TERM_BV_SLT;
    case BUILTIN_BVSGE: *shape = BV_SWAPPED; return TERM_BV_SLE;
    case BUILTIN_BVAND: return TERM_BV_AND;
    case BUILTIN_BVOR: return TERM_BV_OR;
    case BUILTIN_BVXOR: return TERM_BV_XOR;
    case BUILTIN_BVADD: return TERM_BV_ADD;
    case BUILTIN_BVMUL: return TERM_BV_MUL;
    case BUILTIN_BVUDIV: return TERM_BV_UDIV;
    case BUILTIN_BVUREM: return TERM_BV_UREM;
    case BUILTIN_BVSDIV: return TERM_BV_SDIV;
    case BUILTIN_BVSREM: return TERM_BV_SREM;
    case BUILTIN_BVSMOD: return TERM_BV_SMOD;
    case BUILTIN_BVSHL: return TERM_BV_SHL;
    case BUILTIN_BVLSHR: return TERM_BV_LSHR;
    case BUILTIN_BVASHR: return TERM_BV_ASHR;
    case BUILTIN_BVULT: return TERM_BV_ULT;
    case BUILTIN_BVULE: return TERM_BV_ULE;
    case BUILTIN_BVSLT: return TERM_BV_SLT;
    default: assert(b == BUILTIN_BVSLE); return TERM_BV_SLE;
    }
}

/* One bit that tells whether the arguments are equal. */
static term bv_compare(const call *c)
{
    rat bit;
    rat_init(&bit);
    term zero = term_mk_bv(c->ts, &bit, 1);
    rat_set_int(&bit, 1);
    term one = term_mk_bv(c->ts, &bit, 1);
    rat_release(&bit);
    return term_mk_ite(c->ts, term_mk_eq(c->ts, c->args[0], c->args[1]), one, zero);
}

/* ---- overflow ---- */

static uint32_t width_of(const call *c) { return sort_bv_width(c->ts, term_sort(c->ts, c->args[0])); }

/* -2^(width - 1) */
static term least_signed(const call *c)
{
    rat value;
    rat_init(&value);
    rat_set_pow2(&value, width_of(c) - 1);
    term t = term_mk_bv(c->ts, &value, width_of(c));
    rat_release(&value);
    return t;
}

static term minus_one(const call *c)
{
    rat value;
    rat_init(&value);
    rat_set_int(&value, -1);
    term t = term_mk_bv(c->ts, &value, width_of(c));
    rat_release(&value);
    return t;
}

static term operate(const call *c, builtin b, term x, term y)
{
    if (b == BUILTIN_BVUMULO || b == BUILTIN_BVSMULO) return term_mk_bv_binary(c->ts, TERM_BV_MUL, x, y);
    bool subtracts = b == BUILTIN_BVUSUBO || b == BUILTIN_BVSSUBO;
    return term_mk_bv_binary(c->ts, TERM_BV_ADD, x, subtracts ? term_mk_bv_unary(c->ts, TERM_BV_NEG, y) : y);
}

/* The result with so many bits more is another than the result, extended. */
static bool overflows(const call *c, builtin b, bool is_signed, uint32_t more, term *out)
{
    term_kind extend = is_signed ? TERM_BV_SIGN_EXT : TERM_BV_ZERO_EXT;
    if (!check_width(c, (uint64_t)width_of(c) + more)) return false;
    term wide = operate(c, b, term_mk_bv_extend(c->ts, extend, more, c->args[0]), term_mk_bv_extend(c->ts, extend, more, c->args[1]));
    term narrow = operate(c, b, c->args[0], c->args[1]);
    *out = term_mk_not(c->ts, term_mk_eq(c->ts, wide, term_mk_bv_extend(c->ts, extend, more, narrow)));
    return true;
}

static bool apply_overflow(const call *c, builtin b, term *out)
{
    switch (b) {
    case BUILTIN_BVNEGO: *out = term_mk_eq(c->ts, c->args[0], least_signed(c)); return true;
    case BUILTIN_BVUADDO: return overflows(c, b, false, 1, out);
    case BUILTIN_BVSADDO:
    case BUILTIN_BVSSUBO: return overflows(c, b, true, 1, out);
    case BUILTIN_BVUSUBO: *out = term_mk_bv_binary(c->ts, TERM_BV_ULT, c->args[0], c->args[1]); return true;
    case BUILTIN_BVUMULO: return overflows(c, b, false, width_of(c), out);
    case BUILTIN_BVSMULO: return overflows(c, b, true, width_of(c), out);
    default:
        assert(b == BUILTIN_BVSDIVO);
        *out = term_mk_and2(c->ts, term_mk_eq(c->ts, c->args[0], least_signed(c)), term_mk_eq(c->ts, c->args[1], minus_one(c)));
        return true;
    }
}

static term signed_value(const call *c)
{
    rat size;
    rat_init(&size);
    rat_set_pow2(&size, width_of(c));
    rat_neg(&size, &size);
    term natural = term_mk_bv_to_nat(c->ts, c->args[0]), less = term_mk_add2(c->ts, natural, term_mk_num(c->ts, &size, sort_int(c->ts)));
    rat_release(&size);
    return term_mk_ite(c->ts, term_mk_bv_binary(c->ts, TERM_BV_ULT, c->args[0], least_signed(c)), natural, less);
}

static bool apply_bv(const call *c, builtin b, term *out)
{
    if (b == BUILTIN_CONCAT) return apply_concat(c, out);
    if (!all_bv(c, true)) return false;
    if (b >= BUILTIN_BVNEGO && b <= BUILTIN_BVSDIVO) return apply_overflow(c, b, out);
    if (b == BUILTIN_SBV_TO_INT) {
        *out = signed_value(c);
        return true;
    }
    if (b == BUILTIN_BVNOT || b == BUILTIN_BVNEG) {
        *out = term_mk_bv_unary(c->ts, b == BUILTIN_BVNOT ? TERM_BV_NOT : TERM_BV_NEG, c->args[0]);
    } else if (b == BUILTIN_BV2NAT || b == BUILTIN_UBV_TO_INT) {
        *out = term_mk_bv_to_nat(c->ts, c->args[0]);
    } else if (b == BUILTIN_BVCOMP) {
        *out = bv_compare(c);
    } else if (b == BUILTIN_BVSUB) {
        *out = term_mk_bv_binary(c->ts, TERM_BV_ADD, c->args[0], term_mk_bv_unary(c->ts, TERM_BV_NEG, c->args[1]));
    } else {
        bv_shape shape;
        term_kind kind = bv_kind(b, &shape);
        if (shape == BV_SWAPPED) *out = term_mk_bv_binary(c->ts, kind, c->args[1], c->args[0]);
        else {
            *out = c->args[0];
            for (size_t i = 1; i < c->n; i++) *out = term_mk_bv_binary(c->ts, kind, *out, c->args[i]);
            if (shape == BV_NEGATED) *out = term_mk_bv_unary(c->ts, TERM_BV_NOT, *out);
        }
    }
    return true;
}

static bool apply_float(const call *c, builtin b, term *out)
{
    for (size_t i = 0; i < c->n; i++)
        if (sort_kind_of(c->ts, term_sort(c->ts, c->args[i])) != SORT_INT) return bad_argument(c, i, "Int");
    uint32_t index = b - BUILTIN_FLOAT_ADD32;
    ieee_operation op = (ieee_operation)(index / 2);
    assert(op < IEEE_OPERATION_COUNT && c->n == ieee_arity(op));
    *out = term_mk_float(c->ts, op, index % 2 ? 64 : 32, c->args);
    return true;
}

bool builtin_apply(parser *p, builtin b, term *args, size_t n, uint32_t line, uint32_t column, term *out)
{
    call c = {p, p->ts, TABLE[b].name, args, n, line, column};
    if (b == BUILTIN_TRUE || b == BUILTIN_FALSE) return parser_fail(p, line, column, "'%s' takes no arguments", c.name);
    if (n < TABLE[b].min) return parser_fail(p, line, column, "'%s' takes %zu or more arguments, found %zu", c.name, TABLE[b].min, n);
    if (TABLE[b].max && n > TABLE[b].max)
        return parser_fail(p, line, column, "'%s' takes at most %zu arguments, found %zu", c.name, TABLE[b].max, n);
    if (b <= BUILTIN_ITE || b == BUILTIN_IMPLIES_WORD || b == BUILTIN_IFF) return apply_core(&c, b, out);
    if (b <= BUILTIN_IS_INT || b == BUILTIN_NEG) return apply_arith(&c, b, out);
    if (b >= BUILTIN_FLOAT_ADD32) return apply_float(&c, b, out);
    if (b <= BUILTIN_STORE) return apply_array(&c, b, out);
    return apply_bv(&c, b, out);
}

static const struct {
    const char *name;
    indexed_id id;
    int indices;
} INDEXED[] = {
    {"extract", INDEXED_EXTRACT, 2},
    {"zero_extend", INDEXED_ZERO_EXTEND, 1},
    {"sign_extend", INDEXED_SIGN_EXTEND, 1},
    {"repeat", INDEXED_REPEAT, 1},
    {"rotate_left", INDEXED_ROTATE_LEFT, 1},
    {"rotate_right", INDEXED_ROTATE_RIGHT, 1},
    {"int2bv", INDEXED_INT_TO_BV, 1},
    {"int_to_bv", INDEXED_INT_TO_BV, 1},
    {"divisible", INDEXED_DIVISIBLE, 1},
};

bool builtin_read_indexed(parser *p, indexed *out)
{
    for (size_t i = 0; i < sizeof INDEXED / sizeof *INDEXED; i++) {
        if (!parser_is_word(p, INDEXED[i].name)) continue;
        if (!parser_advance(p)) return false;
        *out = (indexed){.id = INDEXED[i].id};
        for (int k = 0; k < INDEXED[i].indices; k++)
            if (!parser_index(p, &out->index[k])) return false;
        return true;
    }
    return parser_expected(p, "an indexed function such as 'extract'");
}

static term rotate(const call *c, uint32_t left)
{
    uint32_t width = sort_bv_width(c->ts, term_sort(c->ts, c->args[0]));
    left %= width;
    if (!left) return c->args[0];
    term low = term_mk_bv_extract(c->ts, width - left - 1, 0, c->args[0]);
    term high = term_mk_bv_extract(c->ts, width - 1, width - left, c->args[0]);
    return term_mk_bv_binary(c->ts, TERM_BV_CONCAT, low, high);
}

static bool apply_divisible(const call *c, uint32_t by, term *out)
{
    if (kind_of(c, 0) != SORT_INT) return bad_argument(c, 0, "Int");
    if (!by) return parser_fail(c->p, c->line, c->column, "'divisible' by 0");
    *out = term_mk_eq(c->ts, term_mk_mod(c->ts, c->args[0], term_mk_int(c->ts, by)), term_mk_int(c->ts, 0));
    return true;
}

static bool apply_int_to_bv(const call *c, uint32_t width, term *out)
{
    if (kind_of(c, 0) != SORT_INT) return bad_argument(c, 0, "Int");
    if (!width) return parser_fail(c->p, c->line, c->column, "a bit-vector of no bits");
    if (!check_width(c, width)) return false;
    *out = term_mk_int_to_bv(c->ts, width, c->args[0]);
    return true;
}

static bool apply_bv_indexed(const call *c, indexed f, uint32_t width, term *out)
{
    term a = c->args[0];
    switch (f.id) {
    case INDEXED_EXTRACT:
        if (f.index[0] >= width || f.index[1] > f.index[0])
            return parser_fail(c->p, c->line, c->column, "'extract' of bits %u to %u from %u bits", f.index[0], f.index[1], width);
        *out = term_mk_bv_extract(c->ts, f.index[0], f.index[1], a);
        return true;
    case INDEXED_ZERO_EXTEND:
    case INDEXED_SIGN_EXTEND:
        if (!check_width(c, (uint64_t)width + f.index[0])) return false;
        *out = a;
        if (f.index[0]) *out = term_mk_bv_extend(c->ts, f.id == INDEXED_ZERO_EXTEND ? TERM_BV_ZERO_EXT : TERM_BV_SIGN_EXT, f.index[0], a);
        return true;
    case INDEXED_REPEAT:
        if (!f.index[0]) return parser_fail(c->p, c->line, c->column, "'repeat' of 0 times");
        if (!check_width(c, (uint64_t)width * f.index[0])) return false;
        *out = a;
        for (uint32_t i = 1; i < f.index[0]; i++) *out = term_mk_bv_binary(c->ts, TERM_BV_CONCAT, *out, a);
        return true;
    case INDEXED_ROTATE_LEFT: *out = rotate(c, f.index[0]); return true;
    default:
        assert(f.id == INDEXED_ROTATE_RIGHT);
        *out = rotate(c, width - f.index[0] % width);
        return true;
    }
}

bool builtin_apply_indexed(parser *p, indexed f, term *args, size_t n, uint32_t line, uint32_t column, term *out)
{
    const char *name = NULL;
    for (size_t i = sizeof INDEXED / sizeof *INDEXED; i-- > 0;)
        if (INDEXED[i].id == f.id) name = INDEXED[i].name;
    call c = {p, p->ts, name, args, n, line, column};
    if (n != 1) return parser_fail(p, line, column, "'%s' takes 1 argument, found %zu", name, n);
    if (f.id == INDEXED_DIVISIBLE) return apply_divisible(&c, f.index[0], out);
    if (f.id == INDEXED_INT_TO_BV) return apply_int_to_bv(&c, f.index[0], out);
    if (kind_of(&c, 0) != SORT_BV) return bad_argument(&c, 0, "a bit-vector");
    return apply_bv_indexed(&c, f, sort_bv_width(c.ts, term_sort(c.ts, args[0])), out);
}
