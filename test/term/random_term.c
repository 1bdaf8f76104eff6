#include "random_term.h"

#include "term/datatype.h"
#include "term/eval.h"

#include <stdio.h>

uint64_t rng_next(rng *r)
{
    r->state += 0x9e3779b97f4a7c15ULL;
    uint64_t x = r->state;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

uint32_t rng_below(rng *r, uint32_t n) { return (uint32_t)((rng_next(r) >> 32) * n >> 32); }

bool rng_one_in(rng *r, uint32_t n) { return rng_below(r, n) == 0; }

/* ---- the source ---- */

void random_datatypes(term_store *ts, sort out[4])
{
    if (datatype_find(ts, "color", &out[0]) && datatype_find(ts, "list", &out[1]) && datatype_find(ts, "painted", &out[2]) &&
        datatype_find(ts, "shape", &out[3]))
        return;
    out[0] = datatype_new(ts, "color");
    datatype_add(ts, out[0], "red", NULL, 0);
    datatype_add(ts, out[0], "a!77777", NULL, 0);
    datatype_add(ts, out[0], "light blue", NULL, 0);
    const char *wrong = datatype_complete(ts, out[0], 1);
    assert(!wrong);
    out[1] = datatype_new(ts, "list");
    out[2] = datatype_new(ts, "painted");
    datatype_add(ts, out[1], "nil", NULL, 0);
    datatype_add(ts, out[1], "cons", (field[]){{"head", sort_int(ts)}, {"tail", out[1]}}, 2);
    datatype_add(ts, out[1], "flag", (field[]){{"is_up", sort_bool(ts)}, {"below", out[2]}}, 2);
    datatype_add(ts, out[2], "painted", (field[]){{"paint", out[0]}, {"what", out[1]}, {"x!77777", sort_int(ts)}}, 3);
    wrong = datatype_complete(ts, out[1], 2);
    assert(!wrong);
    out[3] = datatype_new(ts, "shape");
    datatype_add(ts, out[3], "dot", NULL, 0);
    datatype_add(ts, out[3], "circle", (field[]){{"radius", sort_int(ts)}, {"is_full", sort_bool(ts)}}, 2);
    datatype_add(ts, out[3], "line", (field[]){{"length", sort_int(ts)}, {"stroke", out[0]}}, 2);
    wrong = datatype_complete(ts, out[3], 1);
    assert(!wrong);
    (void)wrong;
}

static void add_datatypes(random_source *r)
{
    sort made[4];
    random_datatypes(r->ts, made);
    for (size_t i = 0; i < 4; i++) sort_vec_push(&r->sorts, made[i]);
    if (!(r->theories & RANDOM_ARRAY)) return;
    sort_vec_push(&r->sorts, sort_array(r->ts, made[0], sort_bool(r->ts)));
    sort_vec_push(&r->sorts, sort_array(r->ts, sort_int(r->ts), made[2]));
    sort_vec_push(&r->sorts, sort_array(r->ts, made[1], made[0]));
}

static void add_sorts(random_source *r)
{
    term_store *ts = r->ts;
    sort b = sort_bool(ts), i = sort_int(ts);
    bool has_arrays = r->theories & RANDOM_ARRAY;
    sort_vec_push(&r->sorts, b);
    sort bool_set = has_arrays ? sort_array(ts, b, b) : b;
    if (has_arrays) sort_vec_push(&r->sorts, bool_set);
    if (r->theories & RANDOM_INT) {
        sort_vec_push(&r->sorts, i);
        if (has_arrays) {
            sort_vec_push(&r->sorts, sort_array(ts, i, i));
            sort_vec_push(&r->sorts, sort_array(ts, i, sort_array(ts, i, i)));
            sort_vec_push(&r->sorts, sort_array(ts, bool_set, i));
        }
    }
    if (r->theories & RANDOM_REAL) sort_vec_push(&r->sorts, sort_real(ts));
    if (r->theories & RANDOM_DATATYPE) add_datatypes(r);
    if (r->theories & RANDOM_BV) {
        static const uint32_t widths[] = {1, 3, 8, 32, 70};
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) sort_vec_push(&r->sorts, sort_bv(ts, widths[k]));
        if (has_arrays) {
            sort_vec_push(&r->sorts, sort_array(ts, sort_bv(ts, 3), b));
            sort_vec_push(&r->sorts, sort_array(ts, sort_bv(ts, 1), sort_bv(ts, 8)));
            sort_vec_push(&r->sorts, sort_array(ts, sort_bv(ts, 32), sort_bv(ts, 70)));
        }
    }
}

void random_source_init(random_source *r, term_store *ts, uint64_t seed, unsigned theories)
{
    *r = (random_source){.ts = ts, .rng = {seed}, .theories = theories};
    arena_init(&r->memory);
    add_sorts(r);
    /* Some names need quotes, some look like names that printers invent. */
    static const char *const names[] = {"v%zu", "x!%zu", "a!%zu", "p q %zu"};
    for (size_t i = 0; i < r->sorts.size; i++) {
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            char name[40];
            snprintf(name, sizeof name, names[k], i);
            term_vec_push(&r->symbols, term_mk_sym(ts, name, r->sorts.data[i]));
        }
    }
}

void random_source_release(random_source *r)
{
    sort_vec_release(&r->sorts);
    term_vec_release(&r->symbols);
    random_pair_vec_release(&r->recent);
    arena_release(&r->memory);
}

sort random_sort(random_source *r) { return r->sorts.data[rng_below(&r->rng, (uint32_t)r->sorts.size)]; }

/* ---- values ---- */

static int64_t random_number(rng *g)
{
    switch (rng_below(g, 24)) {
    case 0: return INT64_MAX;
    case 1: return (int64_t)(rng_next(g) >> 20);
    case 2: return -(int64_t)(rng_next(g) >> 3);
    case 3: return (int64_t)rng_below(g, 1000) - 500;
    default: return (int64_t)rng_below(g, 9) - 4;
    }
}

static term random_bv(random_source *r, uint32_t width)
{
    rat value, chunk;
    rat_init(&value);
    rat_init(&chunk);
    rat_set_int(&value, random_number(&r->rng));
    for (uint32_t done = 0; rng_one_in(&r->rng, 2) && done < width; done += 31) {
        rat_set_pow2(&chunk, 31);
        rat_mul(&value, &value, &chunk);
        rat_set_int(&chunk, rng_below(&r->rng, 1u << 31));
        rat_add(&value, &value, &chunk);
    }
    term t = term_mk_bv(r->ts, &value, width);
    rat_release(&value);
    rat_release(&chunk);
    return t;
}

term random_value(random_source *r, sort s)
{
    term_store *ts = r->ts;
    switch (sort_kind_of(ts, s)) {
    case SORT_BOOL: return term_mk_bool(ts, rng_one_in(&r->rng, 2));
    case SORT_INT: return term_mk_int(ts, random_number(&r->rng));
    case SORT_REAL: {
        int64_t num = random_number(&r->rng);
        return term_mk_real(ts, num, rng_one_in(&r->rng, 2) ? 1 : 1 + rng_below(&r->rng, 6));
    }
    case SORT_BV: return random_bv(r, sort_bv_width(ts, s));
    case SORT_ARRAY: {
        term a = term_mk_const_array(ts, s, random_value(r, sort_array_element(ts, s)));
        for (uint32_t n = rng_below(&r->rng, 5); n > 0; n--) {
            term index = random_value(r, sort_array_index(ts, s));
            a = eval_array_store(ts, a, index, random_value(r, sort_array_element(ts, s)));
        }
        return a;
    }
    case SORT_DATATYPE: {
        constructor c = datatype_constructor(ts, s, rng_below(&r->rng, (uint32_t)datatype_size(ts, s)));
        term fields[4];
        for (size_t i = 0; i < constructor_arity(ts, c); i++) fields[i] = random_value(r, constructor_field(ts, c, i).sort);
        return term_mk_construct(ts, c, fields);
    }
    case SORT_UNINTERPRETED: break;
    }
    assert(!"a sort with values");
    return TERM_NONE;
}

/* ---- building both forms ---- */

static term build_bv(term_store *ts, const naive *t, const term *a)
{
    switch (t->op) {
    case NAIVE_CONCAT: return term_mk_bv_binary(ts, TERM_BV_CONCAT, a[0], a[1]);
    case NAIVE_EXTRACT: return term_mk_bv_extract(ts, t->high, t->low, a[0]);
    case NAIVE_ZERO_EXT: return term_mk_bv_extend(ts, TERM_BV_ZERO_EXT, t->low, a[0]);
    case NAIVE_SIGN_EXT: return term_mk_bv_extend(ts, TERM_BV_SIGN_EXT, t->low, a[0]);
    case NAIVE_BV_NOT: return term_mk_bv_unary(ts, TERM_BV_NOT, a[0]);
    case NAIVE_BV_NEG: return term_mk_bv_unary(ts, TERM_BV_NEG, a[0]);
    case NAIVE_TO_NAT: return term_mk_bv_to_nat(ts, a[0]);
    case NAIVE_TO_BV: return term_mk_int_to_bv(ts, sort_bv_width(ts, t->s), a[0]);
    default: break;
    }
    static const term_kind kinds[] = {
        [NAIVE_BV_AND] = TERM_BV_AND, [NAIVE_BV_OR] = TERM_BV_OR, [NAIVE_BV_XOR] = TERM_BV_XOR, [NAIVE_BV_ADD] = TERM_BV_ADD,
        [NAIVE_BV_MUL] = TERM_BV_MUL, [NAIVE_UDIV] = TERM_BV_UDIV, [NAIVE_UREM] = TERM_BV_UREM, [NAIVE_SDIV] = TERM_BV_SDIV,
        [NAIVE_SREM] = TERM_BV_SREM, [NAIVE_SMOD] = TERM_BV_SMOD, [NAIVE_SHL] = TERM_BV_SHL, [NAIVE_LSHR] = TERM_BV_LSHR,
        [NAIVE_ASHR] = TERM_BV_ASHR, [NAIVE_ULT] = TERM_BV_ULT, [NAIVE_ULE] = TERM_BV_ULE, [NAIVE_SLT] = TERM_BV_SLT,
        [NAIVE_SLE] = TERM_BV_SLE,
    };
    return term_mk_bv_binary(ts, kinds[t->op], a[0], a[1]);
}

static term build_arith(term_store *ts, const naive *t, const term *a)
{
    switch (t->op) {
    case NAIVE_ADD: return term_mk_add(ts, a, t->n);
    case NAIVE_SUB: return term_mk_sub(ts, a[0], a[1]);
    case NAIVE_NEG: return term_mk_neg(ts, a[0]);
    case NAIVE_MUL: return term_mk_mul(ts, a, t->n);
    case NAIVE_RDIV: return term_mk_rdiv(ts, a[0], a[1]);
    case NAIVE_IDIV: return term_mk_idiv(ts, a[0], a[1]);
    case NAIVE_MOD: return term_mk_mod(ts, a[0], a[1]);
    case NAIVE_ABS: return term_mk_abs(ts, a[0]);
    case NAIVE_LE: return term_mk_le(ts, a[0], a[1]);
    case NAIVE_LT: return term_mk_lt(ts, a[0], a[1]);
    case NAIVE_GE: return term_mk_ge(ts, a[0], a[1]);
    case NAIVE_GT: return term_mk_gt(ts, a[0], a[1]);
    case NAIVE_TO_REAL: return term_mk_to_real(ts, a[0]);
    case NAIVE_TO_INT: return term_mk_to_int(ts, a[0]);
    default: assert(t->op == NAIVE_IS_INT); return term_mk_is_int(ts, a[0]);
    }
}

static term build(term_store *ts, const naive *t, const term *a)
{
    switch (t->op) {
    case NAIVE_VALUE:
    case NAIVE_SYMBOL: return t->leaf;
    case NAIVE_NOT: return term_mk_not(ts, a[0]);
    case NAIVE_AND: return term_mk_and(ts, a, t->n);
    case NAIVE_OR: return term_mk_or(ts, a, t->n);
    case NAIVE_IMPLIES: return term_mk_implies(ts, a[0], a[1]);
    case NAIVE_XOR: return term_mk_xor(ts, a[0], a[1]);
    case NAIVE_ITE: return term_mk_ite(ts, a[0], a[1], a[2]);
    case NAIVE_EQ: return term_mk_eq(ts, a[0], a[1]);
    case NAIVE_DISTINCT: return term_mk_distinct(ts, a, t->n);
    case NAIVE_SELECT: return term_mk_select(ts, a[0], a[1]);
    case NAIVE_STORE: return term_mk_store(ts, a[0], a[1], a[2]);
    case NAIVE_CONST_ARRAY: return term_mk_const_array(ts, t->s, a[0]);
    case NAIVE_CONSTRUCT: return term_mk_construct(ts, (constructor){t->high}, a);
    case NAIVE_FIELD: return term_mk_field(ts, (constructor){t->high}, t->low, a[0]);
    case NAIVE_IS: return term_mk_is(ts, (constructor){t->high}, a[0]);
    case NAIVE_FORALL: return term_mk_forall(ts, &t->leaf, 1, a[0]);
    case NAIVE_EXISTS: return term_mk_exists(ts, &t->leaf, 1, a[0]);
    default: return t->op >= NAIVE_CONCAT ? build_bv(ts, t, a) : build_arith(ts, t, a);
    }
}

static random_pair make(random_source *r, naive shape, const random_pair *args, uint32_t n)
{
    term terms[4];
    shape.n = n;
    shape.size = 1;
    for (uint32_t i = 0; i < n; i++) {
        terms[i] = args[i].t;
        shape.args[i] = args[i].tree;
        shape.size += args[i].tree->size;
    }
    naive *tree = arena_alloc(&r->memory, sizeof *tree);
    *tree = shape;
    random_pair made = {build(r->ts, tree, terms), tree};
    random_pair_vec_push(&r->recent, made);
    return made;
}

static random_pair draw(random_source *r, sort s, unsigned depth);

/* An operator on arguments of the given sorts. */
static random_pair make_from(random_source *r, naive shape, unsigned depth, const sort *sorts, uint32_t n)
{
    random_pair args[4];
    for (uint32_t i = 0; i < n; i++) args[i] = draw(r, sorts[i], depth - 1);
    return make(r, shape, args, n);
}

static random_pair make_of_one_sort(random_source *r, naive_op op, sort result, sort s, uint32_t n, unsigned depth)
{
    return make_from(r, (naive){.op = op, .s = result}, depth, (sort[]){s, s, s, s}, n);
}

static random_pair make_value(random_source *r, sort s)
{
    if (sort_kind_of(r->ts, s) == SORT_ARRAY) {
        random_pair element = make_value(r, sort_array_element(r->ts, s));
        return make(r, (naive){.op = NAIVE_CONST_ARRAY, .s = s}, &element, 1);
    }
    return make(r, (naive){.op = NAIVE_VALUE, .s = s, .leaf = random_value(r, s)}, NULL, 0);
}

static term symbol_of(random_source *r, sort s)
{
    term found = TERM_NONE;
    uint32_t seen = 0;
    for (size_t i = 0; i < r->symbols.size; i++) {
        if (sort_is_equal(term_sort(r->ts, r->symbols.data[i]), s) && rng_one_in(&r->rng, ++seen)) found = r->symbols.data[i];
    }
    return found;
}

static random_pair draw_leaf(random_source *r, sort s)
{
    term symbol = symbol_of(r, s);
    if (term_is_none(symbol) || rng_one_in(&r->rng, 3)) return make_value(r, s);
    return make(r, (naive){.op = NAIVE_SYMBOL, .s = s, .leaf = symbol}, NULL, 0);
}

/* ---- operators by result sort ---- */

static bool has(const random_source *r, unsigned theories) { return (r->theories & theories) == theories; }

static sort random_sort_of_kind(random_source *r, sort_kind kind)
{
    sort found = SORT_NONE;
    uint32_t seen = 0;
    for (size_t i = 0; i < r->sorts.size; i++) {
        if (sort_kind_of(r->ts, r->sorts.data[i]) == kind && rng_one_in(&r->rng, ++seen)) found = r->sorts.data[i];
    }
    return found;
}

static random_pair draw_quantifier(random_source *r, unsigned depth)
{
    naive_op op = rng_one_in(&r->rng, 2) ? NAIVE_FORALL : NAIVE_EXISTS;
    term symbol = r->symbols.data[rng_below(&r->rng, (uint32_t)r->symbols.size)];
    return make_from(r, (naive){.op = op, .s = sort_bool(r->ts), .leaf = symbol}, depth, (sort[]){sort_bool(r->ts)}, 1);
}

static random_pair draw_atom(random_source *r, unsigned depth)
{
    sort b = sort_bool(r->ts), s = random_sort(r);
    uint32_t which = rng_below(&r->rng, 4);
    switch (sort_kind_of(r->ts, s)) {
    case SORT_REAL:
        if (has(r, RANDOM_MIXED) && rng_one_in(&r->rng, 5)) return make_of_one_sort(r, NAIVE_IS_INT, b, s, 1, depth);
        /* fall through */
    case SORT_INT: return make_of_one_sort(r, (naive_op)(NAIVE_LE + which), b, s, 2, depth);
    case SORT_BV: return make_of_one_sort(r, (naive_op)(NAIVE_ULT + which), b, s, 2, depth);
    case SORT_DATATYPE:
        if (which & 1) {
            constructor c = datatype_constructor(r->ts, s, rng_below(&r->rng, (uint32_t)datatype_size(r->ts, s)));
            return make_from(r, (naive){.op = NAIVE_IS, .s = b, .high = c.id}, depth, &s, 1);
        }
        break;
    case SORT_BOOL:
    case SORT_ARRAY:
    case SORT_UNINTERPRETED: break;
    }
    return make_of_one_sort(r, NAIVE_EQ, b, s, 2, depth);
}

static random_pair draw_bool(random_source *r, unsigned depth)
{
    sort b = sort_bool(r->ts);
    if (has(r, RANDOM_QUANTIFIER) && rng_one_in(&r->rng, 6)) return draw_quantifier(r, depth);
    switch (rng_below(&r->rng, 12)) {
    case 0: return make_of_one_sort(r, NAIVE_NOT, b, b, 1, depth);
    case 1: return make_of_one_sort(r, NAIVE_AND, b, b, 1 + rng_below(&r->rng, 4), depth);
    case 2: return make_of_one_sort(r, NAIVE_OR, b, b, 1 + rng_below(&r->rng, 4), depth);
    case 3: return make_of_one_sort(r, NAIVE_IMPLIES, b, b, 2, depth);
    case 4: return make_of_one_sort(r, NAIVE_XOR, b, b, 2, depth);
    case 5: return make_of_one_sort(r, NAIVE_DISTINCT, b, random_sort(r), 2 + rng_below(&r->rng, 2), depth);
    case 6:
    case 7: return make_of_one_sort(r, NAIVE_EQ, b, random_sort(r), 2, depth);
    default: return draw_atom(r, depth);
    }
}

static random_pair draw_division(random_source *r, naive_op op, sort s, unsigned depth)
{
    random_pair args[2] = {draw(r, s, depth - 1)};
    args[1] = rng_one_in(&r->rng, 2) ? make_value(r, s) : draw(r, s, depth - 1);
    return make(r, (naive){.op = op, .s = s}, args, 2);
}

static random_pair draw_arith(random_source *r, sort s, unsigned depth)
{
    bool is_int = sort_kind_of(r->ts, s) == SORT_INT;
    if (has(r, RANDOM_MIXED) && rng_one_in(&r->rng, 6)) {
        if (is_int && has(r, RANDOM_BV) && rng_one_in(&r->rng, 2)) {
            return make_of_one_sort(r, NAIVE_TO_NAT, s, random_sort_of_kind(r, SORT_BV), 1, depth);
        }
        if (is_int && has(r, RANDOM_REAL)) return make_of_one_sort(r, NAIVE_TO_INT, s, sort_real(r->ts), 1, depth);
        if (!is_int && has(r, RANDOM_INT)) return make_of_one_sort(r, NAIVE_TO_REAL, s, sort_int(r->ts), 1, depth);
    }
    if (has(r, RANDOM_NONLINEAR) && rng_one_in(&r->rng, 4)) {
        if (rng_one_in(&r->rng, 3)) return make_of_one_sort(r, NAIVE_MUL, s, s, 1 + rng_below(&r->rng, 3), depth);
        return draw_division(r, !is_int ? NAIVE_RDIV : rng_one_in(&r->rng, 2) ? NAIVE_IDIV : NAIVE_MOD, s, depth);
    }
    switch (rng_below(&r->rng, 6)) {
    case 0: return make_of_one_sort(r, NAIVE_SUB, s, s, 2, depth);
    case 1: return make_of_one_sort(r, NAIVE_NEG, s, s, 1, depth);
    case 2: return make_of_one_sort(r, NAIVE_ABS, s, s, 1, depth);
    case 3: {
        random_pair args[2] = {make_value(r, s)};
        args[1] = draw(r, s, depth - 1);
        return make(r, (naive){.op = NAIVE_MUL, .s = s}, args, 2);
    }
    default: return make_of_one_sort(r, NAIVE_ADD, s, s, 1 + rng_below(&r->rng, 4), depth);
    }
}

static random_pair draw_bv(random_source *r, sort s, unsigned depth)
{
    uint32_t width = sort_bv_width(r->ts, s);
    uint32_t part = width > 1 ? 1 + rng_below(&r->rng, width - 1) : 0; /* 0: the vector is too small to have parts */
    if (has(r, RANDOM_MIXED | RANDOM_INT) && rng_one_in(&r->rng, 6)) return make_of_one_sort(r, NAIVE_TO_BV, s, sort_int(r->ts), 1, depth);
    switch (rng_below(&r->rng, 8)) {
    case 0: {
        uint32_t low = rng_below(&r->rng, 4), above = rng_below(&r->rng, 4);
        naive shape = {.op = NAIVE_EXTRACT, .s = s, .high = low + width - 1, .low = low};
        return make_from(r, shape, depth, (sort[]){sort_bv(r->ts, width + low + above)}, 1);
    }
    case 1:
        if (!part) break;
        return make_from(r, (naive){.op = NAIVE_CONCAT, .s = s}, depth, (sort[]){sort_bv(r->ts, part), sort_bv(r->ts, width - part)}, 2);
    case 2:
        if (!part) break;
        return make_from(r, (naive){.op = rng_one_in(&r->rng, 2) ? NAIVE_ZERO_EXT : NAIVE_SIGN_EXT, .s = s, .low = part}, depth,
            (sort[]){sort_bv(r->ts, width - part)}, 1);
    case 3: return make_of_one_sort(r, rng_one_in(&r->rng, 2) ? NAIVE_BV_NOT : NAIVE_BV_NEG, s, s, 1, depth);
    default: break;
    }
    return make_of_one_sort(r, (naive_op)(NAIVE_BV_AND + rng_below(&r->rng, NAIVE_ASHR - NAIVE_BV_AND + 1)), s, s, 2, depth);
}

static random_pair draw_array(random_source *r, sort s, unsigned depth)
{
    sort index = sort_array_index(r->ts, s), element = sort_array_element(r->ts, s);
    if (rng_one_in(&r->rng, 6)) return make_from(r, (naive){.op = NAIVE_CONST_ARRAY, .s = s}, depth, (sort[]){element}, 1);
    return make_from(r, (naive){.op = NAIVE_STORE, .s = s}, depth, (sort[]){s, index, element}, 3);
}

/* A read from some array of the source with elements of the sort; no tree if there is none. */
static random_pair draw_select(random_source *r, sort s, unsigned depth)
{
    sort array = SORT_NONE;
    uint32_t seen = 0;
    for (size_t i = 0; i < r->sorts.size; i++) {
        sort a = r->sorts.data[i];
        if (sort_kind_of(r->ts, a) != SORT_ARRAY || !sort_is_equal(sort_array_element(r->ts, a), s)) continue;
        if (rng_one_in(&r->rng, ++seen)) array = a;
    }
    if (sort_is_none(array)) return (random_pair){TERM_NONE, NULL};
    return make_from(r, (naive){.op = NAIVE_SELECT, .s = s}, depth, (sort[]){array, sort_array_index(r->ts, array)}, 2);
}

static random_pair draw_construct(random_source *r, sort s, unsigned depth)
{
    constructor c = datatype_constructor(r->ts, s, rng_below(&r->rng, (uint32_t)datatype_size(r->ts, s)));
    sort sorts[4];
    uint32_t n = (uint32_t)constructor_arity(r->ts, c);
    for (uint32_t i = 0; i < n; i++) sorts[i] = constructor_field(r->ts, c, i).sort;
    return make_from(r, (naive){.op = NAIVE_CONSTRUCT, .s = s, .high = c.id}, depth, sorts, n);
}

/* A field of the sort; no tree if there is none. */
static random_pair draw_field(random_source *r, sort s, unsigned depth)
{
    naive shape = {.op = NAIVE_FIELD, .s = s};
    sort of = SORT_NONE;
    uint32_t seen = 0;
    for (size_t k = 0; k < r->sorts.size; k++) {
        sort d = r->sorts.data[k];
        for (size_t j = 0; sort_kind_of(r->ts, d) == SORT_DATATYPE && j < datatype_size(r->ts, d); j++) {
            constructor c = datatype_constructor(r->ts, d, j);
            for (uint32_t i = 0; i < constructor_arity(r->ts, c); i++) {
                if (!sort_is_equal(constructor_field(r->ts, c, i).sort, s) || !rng_one_in(&r->rng, ++seen)) continue;
                shape.high = c.id;
                shape.low = i;
                of = d;
            }
        }
    }
    if (sort_is_none(of)) return (random_pair){TERM_NONE, NULL};
    return make_from(r, shape, depth, &of, 1);
}

/* A small term drawn before: most rules of the constructors are about the same term twice. */
static random_pair draw_again(random_source *r, sort s)
{
    for (int tries = 0; tries < 8 && r->recent.size > 0; tries++) {
        random_pair old = r->recent.data[rng_below(&r->rng, (uint32_t)r->recent.size)];
        if (sort_is_equal(old.tree->s, s) && old.tree->size <= 12) return old;
    }
    return (random_pair){TERM_NONE, NULL};
}

static random_pair draw(random_source *r, sort s, unsigned depth)
{
    if (rng_one_in(&r->rng, 5)) {
        random_pair old = draw_again(r, s);
        if (old.tree) return old;
    }
    if (depth == 0 || rng_one_in(&r->rng, 8)) return draw_leaf(r, s);
    if (rng_one_in(&r->rng, 7)) return make_from(r, (naive){.op = NAIVE_ITE, .s = s}, depth, (sort[]){sort_bool(r->ts), s, s}, 3);
    if (has(r, RANDOM_ARRAY) && rng_one_in(&r->rng, 6)) {
        random_pair select = draw_select(r, s, depth);
        if (select.tree) return select;
    }
    if (has(r, RANDOM_DATATYPE) && rng_one_in(&r->rng, 6)) {
        random_pair part = draw_field(r, s, depth);
        if (part.tree) return part;
    }
    switch (sort_kind_of(r->ts, s)) {
    case SORT_DATATYPE: return draw_construct(r, s, depth);
    case SORT_BOOL: return draw_bool(r, depth);
    case SORT_INT:
    case SORT_REAL: return draw_arith(r, s, depth);
    case SORT_BV: return draw_bv(r, s, depth);
    case SORT_ARRAY: return draw_array(r, s, depth);
    case SORT_UNINTERPRETED: break;
    }
    return draw_leaf(r, s);
}

random_pair random_term(random_source *r, sort s, unsigned depth)
{
    random_pair_vec_clear(&r->recent);
    return draw(r, s, depth);
}
