#include "term/int_to_bv.h"

#include "base/map.h"
#include "term/bounds.h"
#include "term/dag.h"

/* What is larger, in gates (roughly), or wider, is not made. */
static const double MAX_SIZE = 8e6;
enum { MAX_WIDTH = 4096 };

/* A conjunct that says symbol = value. */
typedef struct definition {
    term symbol, value, conjunct;
    bool is_open; /* the value is being made */
    bool is_dropped; /* it depends on the symbol: the conjunct is an atom like others */
} definition;
VEC_DECLARE(definition_vec, definition);

struct int_to_bv {
    term_store *ts;
    bounds *bounds;
    term_vec conjuncts;
    definition_vec definitions;
    u32_map defined; /* symbol -> index of its definition */
    u32_map made; /* term -> its translation */
    u32_map risk; /* term -> the condition, translated, under which it depends on a division by zero; absent: never */
    term_vec facts; /* about the int_to_bv */
    term_vec no_risk;
    term_vec args; /* scratch */
    term formula;
    bool failed;
};

/* ---- words ---- */

static bool is_int(const int_to_bv *w, term t) { return sort_kind_of(w->ts, term_sort(w->ts, t)) == SORT_INT; }

static uint32_t width_of(const int_to_bv *w, term bits) { return sort_bv_width(w->ts, term_sort(w->ts, bits)); }

static term made(const int_to_bv *w, term t) { return (term){*u32_map_find(&w->made, t.id)}; }

/* The number, which need not fit: modulo 2^width. */
static term constant(const int_to_bv *w, const rat *n, uint32_t width) { return term_mk_bv(w->ts, n, width); }

static term small_constant(const int_to_bv *w, int64_t n, uint32_t width)
{
    rat r;
    rat_init(&r);
    rat_set_int(&r, n);
    return constant(w, &r, width);
}

/* The same number in another width, if it fits there, otherwise modulo 2^width. `natural`: its sign bit is known to be 0. */
static term resize(const int_to_bv *w, term word, bool natural, uint32_t width)
{
    uint32_t now = width_of(w, word);
    if (width <= now) return term_mk_bv_extract(w->ts, width - 1, 0, word);
    return term_mk_bv_extend(w->ts, natural ? TERM_BV_ZERO_EXT : TERM_BV_SIGN_EXT, width - now, word);
}

static term word_at(const int_to_bv *w, term t, uint32_t width)
{
    return resize(w, made(w, t), interval_is_natural(bounds_of(w->bounds, t)), width);
}

static term times(const int_to_bv *w, const rat *c, term word)
{
    if (rat_is_one(c)) return word;
    if (rat_sign(c) < 0) {
        rat n;
        rat_init(&n);
        rat_neg(&n, c);
        term t = term_mk_bv_unary(w->ts, TERM_BV_NEG, times(w, &n, word));
        rat_release(&n);
        return t;
    }
    return term_mk_bv_binary(w->ts, TERM_BV_MUL, constant(w, c, width_of(w, word)), word);
}

static term plus(const int_to_bv *w, term a, term b) { return term_mk_bv_binary(w->ts, TERM_BV_ADD, a, b); }

/* The interval's bounds as a formula about the word, which has `width` enough for both. */
static void assert_within(int_to_bv *w, term word, const interval *i)
{
    uint32_t width = width_of(w, word);
    term_vec_push(&w->facts, term_mk_bv_binary(w->ts, TERM_BV_SLE, constant(w, &i->low, width), word));
    term_vec_push(&w->facts, term_mk_bv_binary(w->ts, TERM_BV_SLE, word, constant(w, &i->high, width)));
}

/* ---- symbols ---- */

static bool has_all_values(const interval *i, uint32_t width, bool natural)
{
    interval all;
    interval_init(&all);
    interval_set_bits(&all, width - 1);
    if (!natural) {
        rat one;
        rat_init(&one);
        rat_set_int(&one, -1);
        rat_sub(&all.low, &one, &all.high);
    }
    bool same = interval_is_within(&all, i);
    interval_release(&all);
    return same;
}

static term make_variable(int_to_bv *w, term symbol)
{
    const interval *i = bounds_of(w->bounds, symbol);
    uint32_t width = interval_signed_width(i);
    if (interval_is_number(i)) return constant(w, &i->low, width);
    bool natural = interval_is_natural(i);
    term v = term_mk_fresh(w->ts, "word", sort_bv(w->ts, natural ? width - 1 : width));
    term word = resize(w, v, true, width);
    if (!has_all_values(i, width, natural)) assert_within(w, word, i);
    return word;
}

static term make_defined(int_to_bv *w, term symbol, term value)
{
    const interval *i = bounds_of(w->bounds, symbol), *of_value = bounds_of(w->bounds, value);
    if (!interval_is_within(of_value, i)) {
        interval both;
        interval_init(&both);
        interval_join(&both, of_value, i);
        assert_within(w, word_at(w, value, interval_signed_width(&both)), i);
        interval_release(&both);
    }
    return word_at(w, value, interval_signed_width(i));
}

static definition *definition_of(const int_to_bv *w, term symbol)
{
    const uint32_t *index = u32_map_find(&w->defined, symbol.id);
    definition *d = index ? &w->definitions.data[*index] : NULL;
    return d && !d->is_dropped ? d : NULL;
}

static term make_symbol(int_to_bv *w, term t)
{
    definition *d = definition_of(w, t);
    if (d && u32_map_find(&w->risk, d->value.id)) {
        d->is_dropped = true;
        d = NULL;
    }
    return d ? make_defined(w, t, d->value) : make_variable(w, t);
}

/* ---- arithmetic ---- */

typedef struct side {
    int_to_bv *w;
    int sign; /* the coefficients that count, and what they are multiplied with */
    uint32_t width;
    term sum; /* TERM_NONE: none yet */
    interval interval;
} side;

static void add_to_side(void *context, const rat *c, term t)
{
    side *s = context;
    if ((rat_sign(c) < 0) != (s->sign < 0)) return;
    rat n;
    rat_init(&n);
    rat_abs(&n, c);
    if (s->width) {
        term word = term_is_none(t) ? constant(s->w, &n, s->width) : times(s->w, &n, word_at(s->w, t, s->width));
        s->sum = term_is_none(s->sum) ? word : plus(s->w, s->sum, word);
    } else {
        interval part;
        interval_init(&part);
        if (term_is_none(t)) interval_set_number(&part, &n);
        else interval_scale(&part, &n, bounds_of(s->w->bounds, t));
        interval_add(&s->interval, &s->interval, &part);
        interval_release(&part);
    }
    rat_release(&n);
}

static void side_init(side *s, int_to_bv *w, int sign)
{
    *s = (side){.w = w, .sign = sign, .sum = TERM_NONE};
    interval_init(&s->interval);
    rat zero;
    rat_init(&zero);
    interval_set_number(&s->interval, &zero);
}

/* A relation of a sum with a number: what is positive on one side, what is negative on the other, so that x - y = 0 compares x with y. */
static term make_relation(int_to_bv *w, term t)
{
    term form = term_arg(w->ts, t, 0);
    const rat *limit = term_number(w->ts, term_arg(w->ts, t, 1));
    side left, right;
    side_init(&left, w, 1);
    side_init(&right, w, -1);
    rat negated;
    rat_init(&negated);
    rat_neg(&negated, limit);
    for (int round = 0; round < 2; round++) {
        term_linear_each(w->ts, form, add_to_side, &left);
        term_linear_each(w->ts, form, add_to_side, &right);
        if (rat_sign(limit)) add_to_side(rat_sign(limit) > 0 ? &right : &left, &negated, TERM_NONE);
        uint32_t first = interval_signed_width(&left.interval), second = interval_signed_width(&right.interval);
        left.width = right.width = first > second ? first : second;
    }
    rat_release(&negated);
    if (term_is_none(left.sum)) left.sum = small_constant(w, 0, left.width);
    if (term_is_none(right.sum)) right.sum = small_constant(w, 0, right.width);
    interval_release(&left.interval);
    interval_release(&right.interval);
    if (term_kind_of(w->ts, t) == TERM_EQ) return term_mk_eq(w->ts, left.sum, right.sum);
    return term_mk_bv_binary(w->ts, TERM_BV_SLE, left.sum, right.sum);
}

/* Where the interval decides, there is nothing to compute. */
static term make_atom(int_to_bv *w, term t)
{
    const interval *i = bounds_of(w->bounds, term_arg(w->ts, t, 0));
    const rat *limit = term_number(w->ts, term_arg(w->ts, t, 1));
    bool is_equation = term_kind_of(w->ts, t) == TERM_EQ;
    if (rat_cmp(&i->low, limit) > 0) return term_false(w->ts);
    if (is_equation && rat_cmp(&i->high, limit) < 0) return term_false(w->ts);
    if (!is_equation && rat_cmp(&i->high, limit) <= 0) return term_true(w->ts);
    return make_relation(w, t);
}

static term make_sum(int_to_bv *w, term t, uint32_t width)
{
    term sum = word_at(w, term_arg(w->ts, t, 0), width);
    for (size_t i = 1; i < term_arity(w->ts, t); i++) sum = plus(w, sum, word_at(w, term_arg(w->ts, t, i), width));
    return sum;
}

static term make_product(int_to_bv *w, term t, uint32_t width)
{
    term product = word_at(w, term_arg(w->ts, t, 0), width);
    for (size_t i = 1; i < term_arity(w->ts, t); i++)
        product = term_mk_bv_binary(w->ts, TERM_BV_MUL, product, word_at(w, term_arg(w->ts, t, i), width));
    return product;
}

/* ---- division ---- */

/* The exponent, or -1 if n, positive, is no power of two. */
static int64_t logarithm(const rat *n)
{
    interval i;
    interval_init(&i);
    interval_set_number(&i, n);
    uint32_t bits = interval_signed_width(&i) - 1;
    rat power;
    rat_init(&power);
    rat_set_pow2(&power, bits - 1);
    bool is_power = rat_is_equal(&power, n);
    rat_release(&power);
    interval_release(&i);
    return is_power ? (int64_t)bits - 1 : -1;
}

static term divide_by_power(const int_to_bv *w, term a, uint32_t exponent, uint32_t width)
{
    term word = made(w, a);
    uint32_t top = width_of(w, word) - 1;
    return resize(w, term_mk_bv_extract(w->ts, top, exponent < top ? exponent : top, word), false, width);
}

static term remainder_by_power(const int_to_bv *w, term a, uint32_t exponent, uint32_t width)
{
    if (exponent == 0) return small_constant(w, 0, width);
    return resize(w, word_at(w, a, exponent), true, width);
}

/* By n > 0. A multiple of n is added to make the dividend a natural number. */
static term divide_by_number(const int_to_bv *w, term a, const rat *n, bool quotient, uint32_t width)
{
    const interval *i = bounds_of(w->bounds, a);
    interval range;
    rat shift, multiple;
    interval_init(&range);
    rat_init(&shift);
    rat_init(&multiple);
    if (rat_sign(&i->low) < 0) {
        rat_div_euclid(&shift, &i->low, n);
        rat_neg(&shift, &shift);
    }
    rat_mul(&multiple, &shift, n);
    interval_set_number(&range, &multiple);
    interval_add(&range, &range, i);
    if (rat_cmp(n, &range.high) > 0) rat_set(&range.high, n);
    uint32_t wide = interval_signed_width(&range);
    term dividend = plus(w, word_at(w, a, wide), constant(w, &multiple, wide));
    term found = term_mk_bv_binary(w->ts, quotient ? TERM_BV_UDIV : TERM_BV_UREM, dividend, constant(w, n, wide));
    found = resize(w, found, true, width);
    if (quotient) {
        rat_neg(&shift, &shift);
        found = plus(w, found, constant(w, &shift, width));
    }
    interval_release(&range);
    rat_release(&shift);
    rat_release(&multiple);
    return found;
}

/* Truncated division, as bit-vectors have it, made Euclidean. */
static term divide_by_term(const int_to_bv *w, term a, term d, bool quotient, uint32_t width)
{
    uint32_t wide = width_of(w, made(w, a)), other = width_of(w, made(w, d));
    wide = (other > wide ? other : wide) + 1;
    term_store *ts = w->ts;
    term x = word_at(w, a, wide), y = word_at(w, d, wide);
    bool is_natural = interval_is_natural(bounds_of(w->bounds, a));
    if (is_natural && interval_is_natural(bounds_of(w->bounds, d)))
        return resize(w, term_mk_bv_binary(ts, quotient ? TERM_BV_UDIV : TERM_BV_UREM, x, y), true, width);
    term found = term_mk_bv_binary(ts, quotient ? TERM_BV_SDIV : TERM_BV_SREM, x, y);
    if (!is_natural) {
        term zero = small_constant(w, 0, wide), one = small_constant(w, 1, wide), step = quotient ? one : y;
        term up = plus(w, found, step), down = plus(w, found, term_mk_bv_unary(ts, TERM_BV_NEG, step));
        term is_wrong = term_mk_bv_binary(ts, TERM_BV_SLT, term_mk_bv_binary(ts, TERM_BV_SREM, x, y), zero);
        term is_positive = term_mk_bv_binary(ts, TERM_BV_SLT, zero, y);
        term right = quotient ? term_mk_ite(ts, is_positive, down, up) : term_mk_ite(ts, is_positive, up, down);
        found = term_mk_ite(ts, is_wrong, right, found);
    }
    return resize(w, found, false, width);
}

static term divide_by_constant(const int_to_bv *w, term a, const rat *by, bool quotient, uint32_t width)
{
    rat n;
    rat_init(&n);
    rat_abs(&n, by);
    int64_t exponent = logarithm(&n);
    term found = exponent < 0 ? divide_by_number(w, a, &n, quotient, width)
                 : quotient   ? divide_by_power(w, a, (uint32_t)exponent, width)
                              : remainder_by_power(w, a, (uint32_t)exponent, width);
    rat_release(&n);
    return quotient && rat_sign(by) < 0 ? term_mk_bv_unary(w->ts, TERM_BV_NEG, found) : found;
}

static term make_division(const int_to_bv *w, term t, uint32_t width)
{
    term a = term_arg(w->ts, t, 0), d = term_arg(w->ts, t, 1);
    bool quotient = term_kind_of(w->ts, t) == TERM_IDIV;
    if (term_kind_of(w->ts, d) == TERM_NUM) return divide_by_constant(w, a, term_number(w->ts, d), quotient, width);
    return divide_by_term(w, a, d, quotient, width);
}

/* ---- any term ---- */

static term compute_int(int_to_bv *w, term t)
{
    const interval *i = bounds_of(w->bounds, t);
    uint32_t width = interval_signed_width(i);
    term_store *ts = w->ts;
    switch (term_kind_of(ts, t)) {
    case TERM_SYM: return make_symbol(w, t);
    case TERM_NUM: return constant(w, term_number(ts, t), width);
    case TERM_ADD: return make_sum(w, t, width);
    case TERM_SCALE: return times(w, term_number(ts, term_arg(ts, t, 0)), word_at(w, term_arg(ts, t, 1), width));
    case TERM_MUL: return make_product(w, t, width);
    case TERM_IDIV:
    case TERM_MOD: return make_division(w, t, width);
    case TERM_ITE:
        return term_mk_ite(ts, made(w, term_arg(ts, t, 0)), word_at(w, term_arg(ts, t, 1), width), word_at(w, term_arg(ts, t, 2), width));
    case TERM_BV_TO_NAT: return resize(w, made(w, term_arg(ts, t, 0)), true, width);
    default: return TERM_NONE;
    }
}

/* What is never negative has a sign bit that says so. */
static term make_int(int_to_bv *w, term t)
{
    term word = compute_int(w, t);
    uint32_t width = term_is_none(word) ? 0 : width_of(w, word);
    if (width < 2 || !interval_is_natural(bounds_of(w->bounds, t))) return word;
    return term_mk_bv_extend(w->ts, TERM_BV_ZERO_EXT, 1, term_mk_bv_extract(w->ts, width - 2, 0, word));
}

static term rebuild(int_to_bv *w, term t)
{
    term_vec_clear(&w->args);
    for (size_t i = 0; i < term_arity(w->ts, t); i++) term_vec_push(&w->args, made(w, term_arg(w->ts, t, i)));
    return term_rebuild(w->ts, t, w->args.data);
}

/* TERM_NONE if it has no place here. */
static term make(int_to_bv *w, term t)
{
    term_kind k = term_kind_of(w->ts, t);
    sort_kind s = sort_kind_of(w->ts, term_sort(w->ts, t));
    if (s == SORT_INT) {
        const interval *i = bounds_of(w->bounds, t);
        return interval_is_bounded(i) && interval_signed_width(i) <= MAX_WIDTH ? make_int(w, t) : TERM_NONE;
    }
    bool is_known = (s == SORT_BOOL || s == SORT_BV) && k != TERM_APP && k != TERM_SELECT && k != TERM_BOUND && k != TERM_FORALL && k != TERM_EXISTS;
    if (!is_known) return TERM_NONE;
    if (k == TERM_SYM) return t;
    if (k == TERM_INT_TO_BV) return word_at(w, term_arg(w->ts, t, 0), sort_bv_width(w->ts, term_sort(w->ts, t)));
    bool is_about_int = term_arity(w->ts, t) && is_int(w, term_arg(w->ts, t, 0));
    return is_about_int ? make_atom(w, t) : rebuild(w, t);
}

/* ---- division by zero ---- */

static term risk_of(const int_to_bv *w, term t)
{
    const uint32_t *risk = u32_map_find(&w->risk, t.id);
    return risk ? (term){*risk} : term_false(w->ts);
}

static term find_risk(int_to_bv *w, term t)
{
    term_store *ts = w->ts;
    term_kind k = term_kind_of(ts, t);
    if (k == TERM_ITE)
        return term_mk_ite(ts, made(w, term_arg(ts, t, 0)), risk_of(w, term_arg(ts, t, 1)), risk_of(w, term_arg(ts, t, 2)));
    term risk = term_false(ts);
    for (size_t i = 0; i < term_arity(ts, t); i++) risk = term_mk_or2(ts, risk, risk_of(w, term_arg(ts, t, i)));
    if ((k == TERM_IDIV || k == TERM_MOD) && !bounds_is_nonzero(w->bounds, term_arg(ts, t, 1))) {
        term by = made(w, term_arg(ts, t, 1));
        risk = term_mk_or2(ts, risk, term_mk_eq(ts, by, small_constant(w, 0, width_of(w, by))));
    }
    return risk;
}

/* Connectives have arguments without a risk: that of an atom ends here. */
static term free_if_risky(int_to_bv *w, term t, term translated)
{
    term risk = find_risk(w, t);
    if (term_is_equal(risk, term_false(w->ts))) return translated;
    if (term_is_bool(w->ts, t)) {
        term_vec_push(&w->no_risk, term_mk_not(w->ts, risk));
        return term_mk_ite(w->ts, risk, term_mk_fresh(w->ts, "any", sort_bool(w->ts)), translated);
    }
    *u32_map_put(&w->risk, t.id, NULL) = risk.id;
    return translated;
}

/* ---- the walk ---- */

static void push_if_missing(const int_to_bv *w, term t, term_vec *stack)
{
    if (!u32_map_find(&w->made, t.id)) term_vec_push(stack, t);
}

static void push_missing(int_to_bv *w, term t, term_vec *stack)
{
    for (size_t i = 0; i < term_arity(w->ts, t); i++) push_if_missing(w, term_arg(w->ts, t, i), stack);
    definition *d = term_kind_of(w->ts, t) == TERM_SYM ? definition_of(w, t) : NULL;
    if (!d) return;
    /* Met again before its value was made, it depends on itself. */
    if (d->is_open && !u32_map_find(&w->made, d->value.id)) d->is_dropped = true;
    else push_if_missing(w, d->value, stack);
    d->is_open = true;
}

static term translate(int_to_bv *w, term root)
{
    term_vec stack;
    term_vec_init(&stack);
    term_vec_push(&stack, root);
    while (stack.size && !w->failed) {
        term top = term_vec_last(&stack);
        size_t before = stack.size;
        if (!u32_map_find(&w->made, top.id)) push_missing(w, top, &stack);
        if (stack.size > before) continue;
        term_vec_pop(&stack);
        if (u32_map_find(&w->made, top.id)) continue;
        term translated = make(w, top);
        w->failed = term_is_none(translated);
        if (!w->failed) translated = free_if_risky(w, top, translated);
        *u32_map_put(&w->made, top.id, NULL) = translated.id;
    }
    term_vec_release(&stack);
    return w->failed ? TERM_NONE : made(w, root);
}

/* ---- the formula ---- */

static void split(int_to_bv *w, term formula)
{
    term_vec stack;
    term_vec_init(&stack);
    term_vec_push(&stack, formula);
    while (stack.size) {
        term top = term_vec_pop(&stack);
        bool is_and = term_kind_of(w->ts, top) == TERM_AND;
        for (size_t i = 0; is_and && i < term_arity(w->ts, top); i++) term_vec_push(&stack, term_arg(w->ts, top, i));
        if (!is_and) term_vec_push(&w->conjuncts, top);
    }
    term_vec_release(&stack);
}

typedef struct choice {
    const int_to_bv *w;
    term symbol; /* the last one without a definition that has coefficient 1 or -1 */
    bool negative;
} choice;

static void choose(void *context, const rat *c, term t)
{
    choice *x = context;
    if (term_is_none(t) || term_kind_of(x->w->ts, t) != TERM_SYM || u32_map_find(&x->w->defined, t.id)) return;
    if (!rat_is_one(c) && !rat_is_minus_one(c)) return;
    x->symbol = t;
    x->negative = rat_sign(c) < 0;
}

static void find_definition(int_to_bv *w, term conjunct)
{
    if (term_kind_of(w->ts, conjunct) != TERM_EQ || !is_int(w, term_arg(w->ts, conjunct, 0))) return;
    term form = term_arg(w->ts, conjunct, 0), limit = term_arg(w->ts, conjunct, 1);
    choice x = {.w = w, .symbol = TERM_NONE};
    term_linear_each(w->ts, form, choose, &x);
    if (term_is_none(x.symbol)) return;
    /* form = limit: symbol = limit - (form - symbol), or symbol = (form + symbol) - limit */
    term value = x.negative ? term_mk_sub(w->ts, term_mk_add2(w->ts, form, x.symbol), limit)
                            : term_mk_sub(w->ts, limit, term_mk_sub(w->ts, form, x.symbol));
    *u32_map_put(&w->defined, x.symbol.id, NULL) = (uint32_t)w->definitions.size;
    definition_vec_push(&w->definitions, (definition){.symbol = x.symbol, .value = value, .conjunct = conjunct});
}

static void find_bounds(int_to_bv *w, term formula)
{
    term_vec values;
    term_vec_init(&values);
    for (size_t i = 0; i < w->definitions.size; i++) term_vec_push(&values, w->definitions.data[i].value);
    w->bounds = bounds_new(w->ts, formula, values.data, values.size);
    term_vec_release(&values);
}

static double size_of(const int_to_bv *w, term formula)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(w->ts, &formula, 1, &all);
    double size = 0;
    for (size_t i = 0; i < all.size; i++) {
        term_kind k = term_kind_of(w->ts, all.data[i]);
        bool is_word = sort_kind_of(w->ts, term_sort(w->ts, all.data[i])) == SORT_BV;
        double width = is_word ? width_of(w, all.data[i]) : 1;
        size += k >= TERM_BV_MUL && k <= TERM_BV_SMOD ? width * width : width;
    }
    term_vec_release(&all);
    return size;
}

/* A definition's conjunct is true by what the symbol stands for, unless the definition was dropped on the way: those come last. */
static term make_formula(int_to_bv *w, term formula)
{
    u32_map by_definition;
    u32_map_init(&by_definition);
    for (size_t i = 0; i < w->definitions.size; i++) *u32_map_put(&by_definition, w->definitions.data[i].conjunct.id, NULL) = (uint32_t)i;
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(w->ts, &formula, 1, &symbols);
    for (size_t i = 0; i < symbols.size && !w->failed; i++) translate(w, symbols.data[i]);
    for (size_t i = 0; i < w->conjuncts.size && !w->failed; i++) {
        const uint32_t *index = u32_map_find(&by_definition, w->conjuncts.data[i].id);
        if (index && !w->definitions.data[*index].is_dropped) continue;
        term t = translate(w, w->conjuncts.data[i]);
        term_vec_push(&w->facts, t);
    }
    term_vec_release(&symbols);
    u32_map_release(&by_definition);
    return w->failed ? TERM_NONE : term_mk_and(w->ts, w->facts.data, w->facts.size);
}

int_to_bv *int_to_bv_new(term_store *ts, term formula)
{
    int_to_bv *w = alloc_zeroed(1, sizeof *w);
    w->ts = ts;
    w->formula = TERM_NONE;
    split(w, formula);
    for (size_t i = 0; i < w->conjuncts.size; i++) find_definition(w, w->conjuncts.data[i]);
    find_bounds(w, formula);
    if (bounds_is_contradictory(w->bounds)) {
        w->formula = term_false(ts);
        return w;
    }
    term made_formula = make_formula(w, formula);
    if (!term_is_none(made_formula) && size_of(w, made_formula) <= MAX_SIZE) w->formula = made_formula;
    return w;
}

void int_to_bv_free(int_to_bv *w)
{
    if (!w) return;
    bounds_free(w->bounds);
    term_vec_release(&w->conjuncts);
    definition_vec_release(&w->definitions);
    u32_map_release(&w->defined);
    u32_map_release(&w->made);
    u32_map_release(&w->risk);
    term_vec_release(&w->facts);
    term_vec_release(&w->no_risk);
    term_vec_release(&w->args);
    free(w);
}

term int_to_bv_formula(const int_to_bv *w) { return w->formula; }

term int_to_bv_no_risk(const int_to_bv *w) { return term_mk_and(w->ts, w->no_risk.data, w->no_risk.size); }

term int_to_bv_of(const int_to_bv *w, term symbol) { return made(w, symbol); }
