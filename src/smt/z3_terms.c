#include "smt/z3_bridge.h"
#include "term/datatype.h"

#include <pthread.h>
#include <stdio.h>

/* More remembered expressions than this are worth forgetting. */
#define TRIM_SIZE ((size_t)1 << 20)
/* What Z3's recursive functions take per level of an expression, about twice what was measured. */
#define STACK_PER_LEVEL 512

static void ignore_error(Z3_context z3, Z3_error_code code)
{
    (void)z3;
    (void)code;
}

Z3_context z3_terms_new_context(void)
{
    Z3_config config = Z3_mk_config();
    Z3_set_param_value(config, "auto_config", "true");
    Z3_context z3 = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(z3, ignore_error);
    return z3;
}

static size_t own_stack_size(void)
{
    pthread_attr_t attributes;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstacksize(&attributes, &size);
        pthread_attr_destroy(&attributes);
    }
    return size;
}

z3_terms *z3_terms_new(term_store *ts, Z3_context z3)
{
    z3_terms *b = alloc_zeroed(1, sizeof *b);
    b->max_depth = own_stack_size() / STACK_PER_LEVEL;
    b->ts = ts;
    b->z3 = z3;
    return b;
}

static void map_forget(z3_terms *b, made_map *m)
{
    for (size_t i = 0; i < m->capacity; i++)
        if (m->used[i]) Z3_dec_ref(b->z3, m->values[i].ast);
    made_map_release(m);
}

static void vec_forget(z3_terms *b, ast_vec *v)
{
    for (size_t i = 0; i < v->size; i++) Z3_dec_ref(b->z3, v->data[i]);
    ast_vec_release(v);
}

static void forget_expressions(z3_terms *b)
{
    map_forget(b, &b->to_z3);
    vec_forget(b, &b->kept);
    u32_map_release(&b->from_z3);
}

void z3_terms_free(z3_terms *b)
{
    if (!b) return;
    forget_expressions(b);
    map_forget(b, &b->sorts);
    vec_forget(b, &b->kept_sorts);
    u32_map_release(&b->sorts_from);
    ast_vec_release(&b->asts);
    term_vec_release(&b->args);
    free(b);
}

void z3_terms_trim(z3_terms *b)
{
    if (b->to_z3.size + b->kept.size > TRIM_SIZE) forget_expressions(b);
}

/* ---- sorts ---- */

static Z3_sort known_sort(const z3_terms *b, sort s)
{
    z3_made *known = made_map_find(&b->sorts, s.id);
    return known ? (Z3_sort)known->ast : NULL;
}

static Z3_sort make_sort(z3_terms *b, sort s)
{
    switch (sort_kind_of(b->ts, s)) {
    case SORT_BOOL: return Z3_mk_bool_sort(b->z3);
    case SORT_INT: return Z3_mk_int_sort(b->z3);
    case SORT_REAL: return Z3_mk_real_sort(b->z3);
    case SORT_BV: return Z3_mk_bv_sort(b->z3, sort_bv_width(b->ts, s));
    case SORT_UNINTERPRETED: return Z3_mk_uninterpreted_sort(b->z3, Z3_mk_string_symbol(b->z3, sort_name(b->ts, s)));
    case SORT_ARRAY:
    case SORT_DATATYPE: break;
    }
    return Z3_mk_array_sort(b->z3, known_sort(b, sort_array_index(b->ts, s)), known_sort(b, sort_array_element(b->ts, s)));
}

/* Sorts of fields that are not of the datatype's own block. */
static void push_field_sorts(const z3_terms *b, sort datatype, sort_vec *stack)
{
    sort_vec block;
    sort_vec_init(&block);
    datatype_block(b->ts, datatype, &block);
    for (size_t d = 0; d < block.size; d++) {
        for (size_t k = 0; k < datatype_size(b->ts, block.data[d]); k++) {
            constructor c = datatype_constructor(b->ts, block.data[d], k);
            for (size_t i = 0; i < constructor_arity(b->ts, c); i++) {
                sort s = constructor_field(b->ts, c, i).sort;
                bool is_own = false;
                for (size_t o = 0; o < block.size && !is_own; o++) is_own = sort_is_equal(block.data[o], s);
                if (!is_own && !known_sort(b, s)) sort_vec_push(stack, s);
            }
        }
    }
    sort_vec_release(&block);
}

/* Pushes the sorts that s is made of and that are not made yet. */
static bool push_missing_sorts(const z3_terms *b, sort s, sort_vec *stack)
{
    size_t before = stack->size;
    if (known_sort(b, s)) return false;
    if (sort_kind_of(b->ts, s) == SORT_DATATYPE) push_field_sorts(b, s, stack);
    if (sort_kind_of(b->ts, s) == SORT_ARRAY) {
        sort parts[] = {sort_array_index(b->ts, s), sort_array_element(b->ts, s)};
        for (size_t i = 0; i < 2; i++)
            if (!known_sort(b, parts[i])) sort_vec_push(stack, parts[i]);
    }
    return stack->size > before;
}

Z3_sort z3_terms_sort(z3_terms *b, sort s)
{
    Z3_sort known = known_sort(b, s);
    if (known) return known;
    sort_vec stack;
    sort_vec_init(&stack);
    sort_vec_push(&stack, s);
    while (stack.size) {
        sort top = sort_vec_last(&stack);
        if (push_missing_sorts(b, top, &stack)) continue;
        sort_vec_pop(&stack);
        if (known_sort(b, top)) continue;
        if (sort_kind_of(b->ts, top) == SORT_DATATYPE) {
            z3_datatypes_make(b, top);
            continue;
        }
        Z3_ast made = (Z3_ast)make_sort(b, top);
        Z3_inc_ref(b->z3, made);
        made_map_put(&b->sorts, top.id, NULL)->ast = made;
    }
    sort_vec_release(&stack);
    return known_sort(b, s);
}

static bool find_sort_from(const z3_terms *b, Z3_sort s, sort *out)
{
    uint32_t *known = u32_map_find(&b->sorts_from, Z3_get_ast_id(b->z3, (Z3_ast)s));
    if (known) out->id = *known;
    return known != NULL;
}

const char *z3_bridge_name(z3_terms *b, Z3_symbol symbol, char buffer[32])
{
    if (Z3_get_symbol_kind(b->z3, symbol) != Z3_INT_SYMBOL) return Z3_get_symbol_string(b->z3, symbol);
    snprintf(buffer, 32, "k!%d", Z3_get_symbol_int(b->z3, symbol));
    return buffer;
}

static sort make_array_sort_from(z3_terms *b, Z3_sort s, sort index, sort element)
{
    if (sort_is_none(index) || sort_is_none(element)) return SORT_NONE;
    sort made = sort_array(b->ts, index, element);
    /* Z3 also has arrays of several indices, and shows the first of them only. */
    return z3_terms_sort(b, made) == s ? made : SORT_NONE;
}

static sort make_plain_sort_from(z3_terms *b, Z3_sort s)
{
    char buffer[32];
    switch (Z3_get_sort_kind(b->z3, s)) {
    case Z3_BOOL_SORT: return sort_bool(b->ts);
    case Z3_INT_SORT: return sort_int(b->ts);
    case Z3_REAL_SORT: return sort_real(b->ts);
    case Z3_BV_SORT: return sort_bv(b->ts, Z3_get_bv_sort_size(b->z3, s));
    case Z3_DATATYPE_SORT: return z3_datatypes_sort_from(b, s);
    case Z3_UNINTERPRETED_SORT: return sort_uninterpreted(b->ts, z3_bridge_name(b, Z3_get_sort_name(b->z3, s), buffer));
    default: return SORT_NONE;
    }
}

static void keep_sort_from(z3_terms *b, Z3_sort from, sort to)
{
    Z3_inc_ref(b->z3, (Z3_ast)from);
    ast_vec_push(&b->kept_sorts, (Z3_ast)from);
    *u32_map_put(&b->sorts_from, Z3_get_ast_id(b->z3, (Z3_ast)from), NULL) = to.id;
}

sort z3_terms_sort_from(z3_terms *b, Z3_sort s)
{
    sort result = SORT_NONE;
    if (!s || find_sort_from(b, s, &result)) return result;
    ast_vec stack;
    ast_vec_init(&stack);
    /* What a call of Z3 returns lives until the next call only, unless it is referenced. */
    Z3_inc_ref(b->z3, (Z3_ast)s);
    ast_vec_push(&stack, (Z3_ast)s);
    while (stack.size) {
        Z3_sort top = (Z3_sort)ast_vec_last(&stack), index = NULL, element = NULL;
        sort made = SORT_NONE, of_index = SORT_NONE, of_element = SORT_NONE;
        if (find_sort_from(b, top, &made)) {
            ast_vec_pop(&stack);
            continue;
        }
        if (Z3_get_sort_kind(b->z3, top) == Z3_ARRAY_SORT) {
            size_t before = stack.size;
            index = Z3_get_array_sort_domain(b->z3, top);
            element = Z3_get_array_sort_range(b->z3, top);
            if (!find_sort_from(b, index, &of_index)) ast_vec_push(&stack, (Z3_ast)index);
            if (!find_sort_from(b, element, &of_element)) ast_vec_push(&stack, (Z3_ast)element);
            if (stack.size > before) continue;
            made = make_array_sort_from(b, top, of_index, of_element);
        } else {
            made = make_plain_sort_from(b, top);
        }
        keep_sort_from(b, top, made);
        ast_vec_pop(&stack);
    }
    ast_vec_release(&stack);
    find_sort_from(b, s, &result);
    Z3_dec_ref(b->z3, (Z3_ast)s);
    return result;
}

/* ---- terms to Z3 ---- */

typedef Z3_ast z3_unary(Z3_context z3, Z3_ast a);
typedef Z3_ast z3_binary(Z3_context z3, Z3_ast a, Z3_ast b);
typedef Z3_ast z3_nary(Z3_context z3, unsigned n, Z3_ast const args[]);

static z3_unary *const UNARY[TERM_KINDS] = {
    [TERM_NOT] = Z3_mk_not,         [TERM_TO_REAL] = Z3_mk_int2real, [TERM_TO_INT] = Z3_mk_real2int,
    [TERM_BV_NOT] = Z3_mk_bvnot,    [TERM_BV_NEG] = Z3_mk_bvneg,
};

static z3_binary *const BINARY[TERM_KINDS] = {
    [TERM_EQ] = Z3_mk_eq,           [TERM_LE] = Z3_mk_le,            [TERM_LT] = Z3_mk_lt,
    [TERM_RDIV] = Z3_mk_div,        [TERM_IDIV] = Z3_mk_div,         [TERM_MOD] = Z3_mk_mod,
    [TERM_SELECT] = Z3_mk_select,   [TERM_BV_CONCAT] = Z3_mk_concat, [TERM_BV_AND] = Z3_mk_bvand,
    [TERM_BV_OR] = Z3_mk_bvor,      [TERM_BV_XOR] = Z3_mk_bvxor,     [TERM_BV_ADD] = Z3_mk_bvadd,
    [TERM_BV_MUL] = Z3_mk_bvmul,    [TERM_BV_UDIV] = Z3_mk_bvudiv,   [TERM_BV_UREM] = Z3_mk_bvurem,
    [TERM_BV_SDIV] = Z3_mk_bvsdiv,  [TERM_BV_SREM] = Z3_mk_bvsrem,   [TERM_BV_SMOD] = Z3_mk_bvsmod,
    [TERM_BV_SHL] = Z3_mk_bvshl,    [TERM_BV_LSHR] = Z3_mk_bvlshr,   [TERM_BV_ASHR] = Z3_mk_bvashr,
    [TERM_BV_ULT] = Z3_mk_bvult,    [TERM_BV_ULE] = Z3_mk_bvule,     [TERM_BV_SLT] = Z3_mk_bvslt,
    [TERM_BV_SLE] = Z3_mk_bvsle,
};

static z3_nary *const NARY[TERM_KINDS] = {
    [TERM_AND] = Z3_mk_and, [TERM_OR] = Z3_mk_or, [TERM_ADD] = Z3_mk_add, [TERM_MUL] = Z3_mk_mul, [TERM_SCALE] = Z3_mk_mul,
};

/* The left-associative reading, as bit-vector sums and the like may have more than two arguments. */
static Z3_ast make_binary(z3_terms *b, z3_binary *f)
{
    assert(b->asts.size >= 2);
    Z3_ast made = f(b->z3, b->asts.data[0], b->asts.data[1]);
    for (size_t i = 2; made && i < b->asts.size; i++) {
        Z3_ast left = made;
        Z3_inc_ref(b->z3, left);
        made = f(b->z3, left, b->asts.data[i]);
        Z3_dec_ref(b->z3, left);
    }
    return made;
}

static Z3_ast make_number(z3_terms *b, term t)
{
    Z3_sort s = z3_terms_sort(b, term_sort(b->ts, t));
    const rat *value = term_number(b->ts, t);
    int64_t small;
    if (rat_to_int64(value, &small)) return Z3_mk_int64(b->z3, small, s);
    text digits;
    text_init(&digits);
    rat_print(&digits, value);
    Z3_ast made = Z3_mk_numeral(b->z3, digits.data, s);
    text_release(&digits);
    return made;
}

static Z3_ast make_application(z3_terms *b, term t)
{
    size_t n = b->asts.size;
    Z3_sort *domain = alloc_resize(NULL, n, sizeof *domain);
    for (size_t i = 0; i < n; i++) domain[i] = z3_terms_sort(b, term_sort(b->ts, term_arg(b->ts, t, i)));
    Z3_sort range = z3_terms_sort(b, term_sort(b->ts, t));
    Z3_symbol name = Z3_mk_string_symbol(b->z3, term_name(b->ts, t));
    Z3_func_decl f = Z3_mk_func_decl(b->z3, name, (unsigned)n, domain, range);
    free(domain);
    return f ? Z3_mk_app(b->z3, f, (unsigned)n, b->asts.data) : NULL;
}

static Z3_ast make_quantifier(z3_terms *b, term t)
{
    size_t n = term_binder_count(b->ts, t);
    Z3_sort *sorts = alloc_resize(NULL, n, sizeof *sorts);
    Z3_symbol *names = alloc_resize(NULL, n, sizeof *names);
    for (size_t i = 0; i < n; i++) {
        sorts[i] = z3_terms_sort(b, term_binder_sort(b->ts, t, i));
        names[i] = Z3_mk_int_symbol(b->z3, (int)i);
    }
    bool is_forall = term_kind_of(b->ts, t) == TERM_FORALL;
    /* Weight 1 is what Z3's own reader of SMT-LIB gives a quantifier. */
    Z3_ast made = Z3_mk_quantifier(b->z3, is_forall, 1, 0, NULL, (unsigned)n, sorts, names, b->asts.data[0]);
    free(sorts);
    free(names);
    return made;
}

/* What the tables do not cover; the arguments are in b->asts. */
static Z3_ast make_other(z3_terms *b, term t)
{
    Z3_ast *a = b->asts.data;
    switch (term_kind_of(b->ts, t)) {
    case TERM_TRUE: return Z3_mk_true(b->z3);
    case TERM_FALSE: return Z3_mk_false(b->z3);
    case TERM_NUM:
    case TERM_BVNUM: return make_number(b, t);
    case TERM_SYM:
        return Z3_mk_const(b->z3, Z3_mk_string_symbol(b->z3, term_name(b->ts, t)), z3_terms_sort(b, term_sort(b->ts, t)));
    case TERM_APP: return make_application(b, t);
    case TERM_CONSTRUCT:
    case TERM_FIELD:
    case TERM_IS: return z3_datatypes_to_z3(b, t);
    case TERM_FLOAT: return z3_floats_to_z3(b, t);
    case TERM_ITE: return Z3_mk_ite(b->z3, a[0], a[1], a[2]);
    case TERM_STORE: return Z3_mk_store(b->z3, a[0], a[1], a[2]);
    case TERM_CONST_ARRAY:
        return Z3_mk_const_array(b->z3, z3_terms_sort(b, sort_array_index(b->ts, term_sort(b->ts, t))), a[0]);
    case TERM_BV_EXTRACT: return Z3_mk_extract(b->z3, term_index(b->ts, t, 0), term_index(b->ts, t, 1), a[0]);
    case TERM_BV_ZERO_EXT: return Z3_mk_zero_ext(b->z3, term_index(b->ts, t, 0), a[0]);
    case TERM_BV_SIGN_EXT: return Z3_mk_sign_ext(b->z3, term_index(b->ts, t, 0), a[0]);
    case TERM_BV_TO_NAT: return Z3_mk_bv2int(b->z3, a[0], false);
    case TERM_INT_TO_BV: return Z3_mk_int2bv(b->z3, sort_bv_width(b->ts, term_sort(b->ts, t)), a[0]);
    case TERM_BOUND: return Z3_mk_bound(b->z3, term_index(b->ts, t, 0), z3_terms_sort(b, term_sort(b->ts, t)));
    case TERM_FORALL:
    case TERM_EXISTS: return make_quantifier(b, t);
    default: return NULL;
    }
}

/* The arguments are made already. */
static z3_made make_expression(z3_terms *b, term t)
{
    term_kind kind = term_kind_of(b->ts, t);
    size_t n = term_arity(b->ts, t);
    uint32_t depth = 0;
    ast_vec_clear(&b->asts);
    for (size_t i = 0; i < n; i++) {
        const z3_made *a = made_map_find(&b->to_z3, term_arg(b->ts, t, i).id);
        ast_vec_push(&b->asts, a->ast);
        if (a->depth >= depth) depth = a->depth + 1;
    }
    if (UNARY[kind]) return (z3_made){UNARY[kind](b->z3, b->asts.data[0]), depth};
    if (BINARY[kind]) return (z3_made){make_binary(b, BINARY[kind]), depth};
    if (NARY[kind]) return (z3_made){NARY[kind](b->z3, (unsigned)n, b->asts.data), depth};
    return (z3_made){make_other(b, t), depth};
}

/* Pushes the arguments of t that have no expression yet. */
static bool push_missing(const z3_terms *b, term t, term_vec *stack)
{
    size_t before = stack->size, n = term_arity(b->ts, t);
    for (size_t i = 0; i < n; i++) {
        term a = term_arg(b->ts, t, i);
        if (!made_map_find(&b->to_z3, a.id)) term_vec_push(stack, a);
    }
    return stack->size > before;
}

Z3_ast z3_terms_to_z3(z3_terms *b, term t)
{
    z3_made *known = made_map_find(&b->to_z3, t.id);
    if (known) return known->ast;
    term_vec stack;
    term_vec_init(&stack);
    term_vec_push(&stack, t);
    while (stack.size) {
        term top = term_vec_last(&stack);
        if (!made_map_find(&b->to_z3, top.id)) {
            if (push_missing(b, top, &stack)) continue;
            z3_made made = make_expression(b, top);
            if (!made.ast) break;
            Z3_inc_ref(b->z3, made.ast);
            *made_map_put(&b->to_z3, top.id, NULL) = made;
        }
        term_vec_pop(&stack);
    }
    term_vec_release(&stack);
    known = made_map_find(&b->to_z3, t.id);
    return known ? known->ast : NULL;
}

bool z3_terms_is_too_deep(z3_terms *b, term t)
{
    if (!z3_terms_to_z3(b, t)) return false;
    return made_map_find(&b->to_z3, t.id)->depth > b->max_depth;
}
