#include "smt/z3_bridge.h"

#include <string.h>

/* A power is multiplied out up to this exponent. */
#define MAX_POWER 64

static term from_numeral(z3_terms *b, Z3_ast e)
{
    sort s = z3_terms_sort_from(b, Z3_get_sort(b->z3, e));
    if (sort_is_none(s)) return TERM_NONE;
    rat value;
    rat_init(&value);
    int64_t small;
    bool ok = true;
    if (Z3_get_numeral_int64(b->z3, e, &small)) {
        rat_set_int(&value, small);
    } else {
        const char *digits = Z3_get_numeral_string(b->z3, e);
        ok = rat_set_string(&value, digits, strlen(digits), 10);
    }
    term made = TERM_NONE;
    if (ok && sort_kind_of(b->ts, s) == SORT_BV) made = term_mk_bv(b->ts, &value, sort_bv_width(b->ts, s));
    else if (ok && sort_kind_is_arith(sort_kind_of(b->ts, s))) made = term_mk_num(b->ts, &value, s);
    rat_release(&value);
    return made;
}

static term from_core(term_store *ts, Z3_decl_kind kind, const term *a, size_t n)
{
    term made;
    switch (kind) {
    case Z3_OP_TRUE: return term_true(ts);
    case Z3_OP_FALSE: return term_false(ts);
    case Z3_OP_NOT: return term_mk_not(ts, a[0]);
    case Z3_OP_AND: return term_mk_and(ts, a, n);
    case Z3_OP_OR: return term_mk_or(ts, a, n);
    case Z3_OP_ITE: return term_mk_ite(ts, a[0], a[1], a[2]);
    case Z3_OP_DISTINCT: return term_mk_distinct(ts, a, n);
    case Z3_OP_EQ:
    case Z3_OP_IFF: return n == 2 ? term_mk_eq(ts, a[0], a[1]) : TERM_NONE;
    case Z3_OP_IMPLIES: return n == 2 ? term_mk_implies(ts, a[0], a[1]) : TERM_NONE;
    case Z3_OP_XOR:
        made = a[0];
        for (size_t i = 1; i < n; i++) made = term_mk_xor(ts, made, a[i]);
        return made;
    default: return TERM_NONE;
    }
}

static term from_power(term_store *ts, term base, term exponent, sort result)
{
    int64_t k = 0;
    if (term_kind_of(ts, exponent) != TERM_NUM || !rat_to_int64(term_number(ts, exponent), &k)) return TERM_NONE;
    if (k < 1 || k > MAX_POWER) return TERM_NONE;
    term factors[MAX_POWER];
    for (int64_t i = 0; i < k; i++) factors[i] = base;
    term product = term_mk_mul(ts, factors, (size_t)k);
    /* Z3's power of integers may be of sort Real. */
    return sort_is_equal(term_sort(ts, product), result) ? product : term_mk_to_real(ts, product);
}

/* Z3's remainder has the sign of the divisor. */
static term from_rem(term_store *ts, term a, term b)
{
    term mod = term_mk_mod(ts, a, b);
    return term_mk_ite(ts, term_mk_ge(ts, b, term_mk_int(ts, 0)), mod, term_mk_neg(ts, mod));
}

static term from_sub(term_store *ts, const term *a, size_t n)
{
    term made = n == 1 ? term_mk_neg(ts, a[0]) : a[0];
    for (size_t i = 1; i < n; i++) made = term_mk_sub(ts, made, a[i]);
    return made;
}

static term from_arith(term_store *ts, Z3_decl_kind kind, sort result, const term *a, size_t n)
{
    switch (kind) {
    case Z3_OP_ADD: return term_mk_add(ts, a, n);
    case Z3_OP_MUL: return term_mk_mul(ts, a, n);
    case Z3_OP_SUB: return from_sub(ts, a, n);
    case Z3_OP_UMINUS: return term_mk_neg(ts, a[0]);
    case Z3_OP_LE: return term_mk_le(ts, a[0], a[1]);
    case Z3_OP_LT: return term_mk_lt(ts, a[0], a[1]);
    case Z3_OP_GE: return term_mk_ge(ts, a[0], a[1]);
    case Z3_OP_GT: return term_mk_gt(ts, a[0], a[1]);
    case Z3_OP_DIV: return n == 2 ? term_mk_rdiv(ts, a[0], a[1]) : TERM_NONE;
    case Z3_OP_IDIV: return n == 2 ? term_mk_idiv(ts, a[0], a[1]) : TERM_NONE;
    case Z3_OP_MOD: return term_mk_mod(ts, a[0], a[1]);
    case Z3_OP_REM: return from_rem(ts, a[0], a[1]);
    case Z3_OP_TO_REAL: return term_mk_to_real(ts, a[0]);
    case Z3_OP_TO_INT: return term_mk_to_int(ts, a[0]);
    case Z3_OP_IS_INT: return term_mk_is_int(ts, a[0]);
    case Z3_OP_POWER: return from_power(ts, a[0], a[1], result);
    default: return TERM_NONE;
    }
}

static term from_array(term_store *ts, Z3_decl_kind kind, sort result, const term *a, size_t n)
{
    switch (kind) {
    case Z3_OP_SELECT: return n == 2 ? term_mk_select(ts, a[0], a[1]) : TERM_NONE;
    case Z3_OP_STORE: return n == 3 ? term_mk_store(ts, a[0], a[1], a[2]) : TERM_NONE;
    case Z3_OP_CONST_ARRAY: return term_mk_const_array(ts, result, a[0]);
    default: return TERM_NONE;
    }
}

/* Operators that Z3's own rewriting uses and that its interface has no number for. */
static term from_internal(z3_terms *b, Z3_func_decl f, const term *a, size_t n)
{
    char buffer[32];
    const char *name = z3_bridge_name(b, Z3_get_decl_name(b->z3, f), buffer);
    term_store *ts = b->ts;
    if (n != 1) return TERM_NONE;
    sort_kind kind = sort_kind_of(ts, term_sort(ts, a[0]));
    if (!sort_kind_is_arith(kind)) return TERM_NONE;
    if (strcmp(name, "abs") == 0) return term_mk_abs(ts, a[0]);
    if (strcmp(name, "/0") == 0 && kind == SORT_REAL) return term_mk_rdiv(ts, a[0], term_mk_real(ts, 0, 1));
    if (kind != SORT_INT) return TERM_NONE;
    term zero = term_mk_int(ts, 0);
    if (strcmp(name, "div0") == 0) return term_mk_idiv(ts, a[0], zero);
    if (strcmp(name, "mod0") == 0) return term_mk_mod(ts, a[0], zero);
    if (strcmp(name, "rem0") == 0) return from_rem(ts, a[0], zero);
    return TERM_NONE;
}

static uint32_t width_of(const term_store *ts, term t) { return sort_bv_width(ts, term_sort(ts, t)); }

static term bv_constant(term_store *ts, int64_t value, uint32_t width)
{
    rat r;
    rat_init(&r);
    rat_set_int(&r, value);
    term made = term_mk_bv(ts, &r, width);
    rat_release(&r);
    return made;
}

/* One bit of a condition. */
static term bv_bit(term_store *ts, term condition)
{
    return term_mk_ite(ts, condition, bv_constant(ts, 1, 1), bv_constant(ts, 0, 1));
}

static term bv_fold(term_store *ts, term_kind kind, const term *a, size_t n)
{
    term made = a[0];
    for (size_t i = 1; i < n; i++) made = term_mk_bv_binary(ts, kind, made, a[i]);
    return made;
}

static term bv_not_fold(term_store *ts, term_kind kind, const term *a, size_t n)
{
    return term_mk_bv_unary(ts, TERM_BV_NOT, bv_fold(ts, kind, a, n));
}

static term bv_by_zero(term_store *ts, term_kind kind, term a)
{
    return term_mk_bv_binary(ts, kind, a, bv_constant(ts, 0, width_of(ts, a)));
}

static term bv_rotate_left(term_store *ts, uint32_t by, term a)
{
    uint32_t w = width_of(ts, a), k = by % w;
    if (k == 0) return a;
    term high = term_mk_bv_extract(ts, w - 1 - k, 0, a), low = term_mk_bv_extract(ts, w - 1, w - k, a);
    return term_mk_bv_binary(ts, TERM_BV_CONCAT, high, low);
}

static term bv_rotate_by_term(term_store *ts, term_kind there, term_kind back, term a, term by)
{
    uint32_t w = width_of(ts, a);
    term width = bv_constant(ts, w, w), k = term_mk_bv_binary(ts, TERM_BV_UREM, by, width);
    term rest = term_mk_bv_binary(ts, TERM_BV_ADD, width, term_mk_bv_unary(ts, TERM_BV_NEG, k));
    return term_mk_bv_binary(ts, TERM_BV_OR, term_mk_bv_binary(ts, there, a, k), term_mk_bv_binary(ts, back, a, rest));
}

static term bv_repeat(term_store *ts, uint32_t times, term a)
{
    term made = a;
    for (uint32_t i = 1; i < times; i++) made = term_mk_bv_binary(ts, TERM_BV_CONCAT, made, a);
    return made;
}

static term from_bv_fold(term_store *ts, Z3_decl_kind kind, const term *a, size_t n)
{
    switch (kind) {
    case Z3_OP_BADD: return bv_fold(ts, TERM_BV_ADD, a, n);
    case Z3_OP_BMUL: return bv_fold(ts, TERM_BV_MUL, a, n);
    case Z3_OP_BAND: return bv_fold(ts, TERM_BV_AND, a, n);
    case Z3_OP_BOR: return bv_fold(ts, TERM_BV_OR, a, n);
    case Z3_OP_BXOR: return bv_fold(ts, TERM_BV_XOR, a, n);
    case Z3_OP_CONCAT: return bv_fold(ts, TERM_BV_CONCAT, a, n);
    case Z3_OP_BNAND: return bv_not_fold(ts, TERM_BV_AND, a, n);
    case Z3_OP_BNOR: return bv_not_fold(ts, TERM_BV_OR, a, n);
    case Z3_OP_BXNOR: return bv_not_fold(ts, TERM_BV_XOR, a, n);
    default: return TERM_NONE;
    }
}

/* The division operators with names of their own inside Z3: those for a divisor that is zero (one argument) and those for one
 * that is not. */
static term from_bv_division(term_store *ts, Z3_decl_kind kind, const term *a)
{
    switch (kind) {
    case Z3_OP_BSDIV0: return bv_by_zero(ts, TERM_BV_SDIV, a[0]);
    case Z3_OP_BUDIV0: return bv_by_zero(ts, TERM_BV_UDIV, a[0]);
    case Z3_OP_BSREM0: return bv_by_zero(ts, TERM_BV_SREM, a[0]);
    case Z3_OP_BUREM0: return bv_by_zero(ts, TERM_BV_UREM, a[0]);
    case Z3_OP_BSMOD0: return bv_by_zero(ts, TERM_BV_SMOD, a[0]);
    case Z3_OP_BSDIV:
    case Z3_OP_BSDIV_I: return term_mk_bv_binary(ts, TERM_BV_SDIV, a[0], a[1]);
    case Z3_OP_BUDIV:
    case Z3_OP_BUDIV_I: return term_mk_bv_binary(ts, TERM_BV_UDIV, a[0], a[1]);
    case Z3_OP_BSREM:
    case Z3_OP_BSREM_I: return term_mk_bv_binary(ts, TERM_BV_SREM, a[0], a[1]);
    case Z3_OP_BUREM:
    case Z3_OP_BUREM_I: return term_mk_bv_binary(ts, TERM_BV_UREM, a[0], a[1]);
    case Z3_OP_BSMOD:
    case Z3_OP_BSMOD_I: return term_mk_bv_binary(ts, TERM_BV_SMOD, a[0], a[1]);
    default: return TERM_NONE;
    }
}

static term from_bv_plain(term_store *ts, Z3_decl_kind kind, sort result, const term *a)
{
    switch (kind) {
    case Z3_OP_BIT1: return bv_constant(ts, 1, 1);
    case Z3_OP_BIT0: return bv_constant(ts, 0, 1);
    case Z3_OP_BNEG: return term_mk_bv_unary(ts, TERM_BV_NEG, a[0]);
    case Z3_OP_BNOT: return term_mk_bv_unary(ts, TERM_BV_NOT, a[0]);
    case Z3_OP_ULEQ: return term_mk_bv_binary(ts, TERM_BV_ULE, a[0], a[1]);
    case Z3_OP_SLEQ: return term_mk_bv_binary(ts, TERM_BV_SLE, a[0], a[1]);
    case Z3_OP_UGEQ: return term_mk_bv_binary(ts, TERM_BV_ULE, a[1], a[0]);
    case Z3_OP_SGEQ: return term_mk_bv_binary(ts, TERM_BV_SLE, a[1], a[0]);
    case Z3_OP_ULT: return term_mk_bv_binary(ts, TERM_BV_ULT, a[0], a[1]);
    case Z3_OP_SLT: return term_mk_bv_binary(ts, TERM_BV_SLT, a[0], a[1]);
    case Z3_OP_UGT: return term_mk_bv_binary(ts, TERM_BV_ULT, a[1], a[0]);
    case Z3_OP_SGT: return term_mk_bv_binary(ts, TERM_BV_SLT, a[1], a[0]);
    case Z3_OP_BSHL: return term_mk_bv_binary(ts, TERM_BV_SHL, a[0], a[1]);
    case Z3_OP_BLSHR: return term_mk_bv_binary(ts, TERM_BV_LSHR, a[0], a[1]);
    case Z3_OP_BASHR: return term_mk_bv_binary(ts, TERM_BV_ASHR, a[0], a[1]);
    case Z3_OP_BSUB: return term_mk_bv_binary(ts, TERM_BV_ADD, a[0], term_mk_bv_unary(ts, TERM_BV_NEG, a[1]));
    case Z3_OP_BCOMP: return bv_bit(ts, term_mk_eq(ts, a[0], a[1]));
    case Z3_OP_BREDOR: return bv_bit(ts, term_mk_not(ts, term_mk_eq(ts, a[0], bv_constant(ts, 0, width_of(ts, a[0])))));
    case Z3_OP_BREDAND: return bv_bit(ts, term_mk_eq(ts, a[0], bv_constant(ts, -1, width_of(ts, a[0]))));
    case Z3_OP_EXT_ROTATE_LEFT: return bv_rotate_by_term(ts, TERM_BV_SHL, TERM_BV_LSHR, a[0], a[1]);
    case Z3_OP_EXT_ROTATE_RIGHT: return bv_rotate_by_term(ts, TERM_BV_LSHR, TERM_BV_SHL, a[0], a[1]);
    case Z3_OP_BV2INT: return term_mk_bv_to_nat(ts, a[0]);
    case Z3_OP_INT2BV: return term_mk_int_to_bv(ts, sort_bv_width(ts, result), a[0]);
    default: return TERM_NONE;
    }
}

static term from_bv_indexed(z3_terms *b, Z3_func_decl f, Z3_decl_kind kind, term a)
{
    uint32_t index[2] = {0, 0}, w = width_of(b->ts, a);
    for (unsigned i = 0; i < 2 && i < Z3_get_decl_num_parameters(b->z3, f); i++)
        index[i] = (uint32_t)Z3_get_decl_int_parameter(b->z3, f, i);
    switch (kind) {
    case Z3_OP_EXTRACT: return term_mk_bv_extract(b->ts, index[0], index[1], a);
    case Z3_OP_ZERO_EXT: return index[0] ? term_mk_bv_extend(b->ts, TERM_BV_ZERO_EXT, index[0], a) : a;
    case Z3_OP_SIGN_EXT: return index[0] ? term_mk_bv_extend(b->ts, TERM_BV_SIGN_EXT, index[0], a) : a;
    case Z3_OP_REPEAT: return bv_repeat(b->ts, index[0], a);
    case Z3_OP_ROTATE_LEFT: return bv_rotate_left(b->ts, index[0], a);
    case Z3_OP_ROTATE_RIGHT: return bv_rotate_left(b->ts, w - index[0] % w, a);
    default: return term_mk_eq(b->ts, term_mk_bv_extract(b->ts, index[0], index[0], a), bv_constant(b->ts, 1, 1));
    }
}

static term from_bv(z3_terms *b, Z3_func_decl f, Z3_decl_kind kind, sort result, const term *a, size_t n)
{
    switch (kind) {
    case Z3_OP_EXTRACT:
    case Z3_OP_ZERO_EXT:
    case Z3_OP_SIGN_EXT:
    case Z3_OP_REPEAT:
    case Z3_OP_ROTATE_LEFT:
    case Z3_OP_ROTATE_RIGHT:
    case Z3_OP_BIT2BOOL: return from_bv_indexed(b, f, kind, a[0]);
    default: break;
    }
    term made = n > 0 ? from_bv_fold(b->ts, kind, a, n) : TERM_NONE;
    if (term_is_none(made)) made = from_bv_division(b->ts, kind, a);
    return term_is_none(made) ? from_bv_plain(b->ts, kind, result, a) : made;
}

static term from_uninterpreted(z3_terms *b, Z3_func_decl f, sort result, const term *a, size_t n)
{
    char buffer[32];
    const char *name = z3_bridge_name(b, Z3_get_decl_name(b->z3, f), buffer);
    return n == 0 ? term_mk_sym(b->ts, name, result) : term_mk_app(b->ts, name, result, a, n);
}

/* The arguments are in b->args. */
static term from_application(z3_terms *b, Z3_ast e)
{
    Z3_func_decl f = Z3_get_app_decl(b->z3, Z3_to_app(b->z3, e));
    Z3_decl_kind kind = Z3_get_decl_kind(b->z3, f);
    sort result = z3_terms_sort_from(b, Z3_get_sort(b->z3, e));
    const term *a = b->args.data;
    size_t n = b->args.size;
    if (sort_is_none(result)) return TERM_NONE;
    if (kind == Z3_OP_UNINTERPRETED) return from_uninterpreted(b, f, result, a, n);
    if (kind == Z3_OP_INTERNAL) return from_internal(b, f, a, n);
    if (kind >= Z3_OP_TRUE && kind <= Z3_OP_OEQ) return from_core(b->ts, kind, a, n);
    if (kind >= Z3_OP_ANUM && kind <= Z3_OP_POWER) return from_arith(b->ts, kind, result, a, n);
    if (kind >= Z3_OP_STORE && kind <= Z3_OP_SET_CARD) return from_array(b->ts, kind, result, a, n);
    if (kind >= Z3_OP_BNUM && kind <= Z3_OP_BSMOD_I) return from_bv(b, f, kind, result, a, n);
    if (kind >= Z3_OP_DT_CONSTRUCTOR && kind <= Z3_OP_DT_UPDATE_FIELD) return z3_datatypes_from_z3(b, f, kind, result);
    return TERM_NONE;
}

/* The body is in b->args. */
static term from_quantifier(z3_terms *b, Z3_ast e)
{
    if (Z3_is_lambda(b->z3, e)) return TERM_NONE;
    unsigned n = Z3_get_quantifier_num_bound(b->z3, e);
    term_kind kind = Z3_is_quantifier_forall(b->z3, e) ? TERM_FORALL : TERM_EXISTS;
    sort_vec sorts;
    sort_vec_init(&sorts);
    bool ok = true;
    for (unsigned i = 0; i < n; i++) {
        sort s = z3_terms_sort_from(b, Z3_get_quantifier_bound_sort(b->z3, e, i));
        ok = ok && !sort_is_none(s);
        sort_vec_push(&sorts, s);
    }
    term made = ok ? term_mk_quantifier(b->ts, kind, sorts.data, n, b->args.data[0]) : TERM_NONE;
    sort_vec_release(&sorts);
    return made;
}

static term from_variable(z3_terms *b, Z3_ast e)
{
    sort s = z3_terms_sort_from(b, Z3_get_sort(b->z3, e));
    return sort_is_none(s) ? TERM_NONE : term_mk_bound(b->ts, Z3_get_index_value(b->z3, e), s);
}

static unsigned child_count(z3_terms *b, Z3_ast e)
{
    switch (Z3_get_ast_kind(b->z3, e)) {
    case Z3_APP_AST: return Z3_get_app_num_args(b->z3, Z3_to_app(b->z3, e));
    case Z3_QUANTIFIER_AST: return 1;
    default: return 0;
    }
}

static Z3_ast child(z3_terms *b, Z3_ast e, unsigned i)
{
    if (Z3_get_ast_kind(b->z3, e) == Z3_QUANTIFIER_AST) return Z3_get_quantifier_body(b->z3, e);
    return Z3_get_app_arg(b->z3, Z3_to_app(b->z3, e), i);
}

static uint32_t *find_from(const z3_terms *b, Z3_ast e) { return u32_map_find(&b->from_z3, Z3_get_ast_id(b->z3, e)); }

static bool push_missing_children(z3_terms *b, Z3_ast e, ast_vec *stack)
{
    size_t before = stack->size;
    unsigned n = child_count(b, e);
    for (unsigned i = 0; i < n; i++) {
        Z3_ast a = child(b, e, i);
        if (!find_from(b, a)) ast_vec_push(stack, a);
    }
    return stack->size > before;
}

static term from_children(z3_terms *b, Z3_ast e)
{
    unsigned n = child_count(b, e);
    term_vec_clear(&b->args);
    for (unsigned i = 0; i < n; i++) {
        term a = {*find_from(b, child(b, e, i))};
        if (term_is_none(a)) return TERM_NONE;
        term_vec_push(&b->args, a);
    }
    switch (Z3_get_ast_kind(b->z3, e)) {
    case Z3_NUMERAL_AST: return from_numeral(b, e);
    case Z3_APP_AST: return from_application(b, e);
    case Z3_VAR_AST: return from_variable(b, e);
    case Z3_QUANTIFIER_AST: return from_quantifier(b, e);
    default: return TERM_NONE;
    }
}

static void keep_from(z3_terms *b, Z3_ast e, term t)
{
    Z3_inc_ref(b->z3, e);
    ast_vec_push(&b->kept, e);
    *u32_map_put(&b->from_z3, Z3_get_ast_id(b->z3, e), NULL) = t.id;
}

term z3_terms_from_z3(z3_terms *b, Z3_ast e)
{
    if (!e) return TERM_NONE;
    uint32_t *known = find_from(b, e);
    if (known) return (term){*known};
    ast_vec stack;
    ast_vec_init(&stack);
    /* What is on the stack belongs to e, so one reference holds it all. */
    Z3_inc_ref(b->z3, e);
    ast_vec_push(&stack, e);
    while (stack.size) {
        Z3_ast top = ast_vec_last(&stack);
        if (!find_from(b, top)) {
            if (push_missing_children(b, top, &stack)) continue;
            keep_from(b, top, from_children(b, top));
        }
        ast_vec_pop(&stack);
    }
    ast_vec_release(&stack);
    term result = {*find_from(b, e)};
    Z3_dec_ref(b->z3, e);
    return result;
}

term z3_terms_from_z3_open(z3_terms *b, Z3_ast e, const term *by, size_t n)
{
    if (!e || n == 0) return z3_terms_from_z3(b, e);
    Z3_inc_ref(b->z3, e);
    Z3_ast *to = alloc_resize(NULL, n, sizeof *to);
    bool ok = true;
    for (size_t i = 0; i < n; i++) ok = (to[i] = z3_terms_to_z3(b, by[i])) != NULL && ok;
    Z3_ast closed = ok ? Z3_substitute_vars(b->z3, e, (unsigned)n, to) : NULL;
    free(to);
    term result = z3_terms_from_z3(b, closed);
    Z3_dec_ref(b->z3, e);
    return result;
}
