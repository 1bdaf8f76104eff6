/* What linear arithmetic knows of floating point: it is ordered, and rounding is monotone. */

#include "term/float.h"

#include "term/numeral.h"

#include <assert.h>

static term num(term_store *ts, int64_t n) { return term_mk_int(ts, n); }

term float_infinity(term_store *ts, uint32_t width) { return num(ts, ieee_infinity(width)); }

term float_order(term_store *ts, uint32_t width, term pattern)
{
    term negated = term_mk_sub(ts, term_mk_neg(ts, term_mk_pow2(ts, width - 1)), pattern);
    return term_mk_ite(ts, term_mk_ge(ts, pattern, num(ts, 0)), pattern, negated);
}

static term is_beyond(term_store *ts, term order, term limit)
{
    return term_mk_or2(ts, term_mk_gt(ts, order, limit), term_mk_lt(ts, order, term_mk_neg(ts, limit)));
}

term float_is_nan(term_store *ts, uint32_t width, term pattern)
{
    return is_beyond(ts, float_order(ts, width, pattern), float_infinity(ts, width));
}

/* An operation with what its lemmas are made of. */
typedef struct subject {
    term_store *ts;
    term t;
    ieee_operation op;
    uint32_t width, from; /* of the result's format, of the arguments' (0: an integer) */
    size_t n;
    term a[3], r; /* orders of the arguments and of the result, or the integers */
    term is_usual; /* arguments are patterns, and numbers; so is the result */
    term is_pattern;
} subject;

static term within(term_store *ts, term x, uint32_t bits)
{
    term limit = term_mk_pow2(ts, bits - 1);
    return term_mk_and2(ts, term_mk_ge(ts, x, term_mk_neg(ts, limit)), term_mk_lt(ts, x, limit));
}

static subject subject_of(term_store *ts, term t)
{
    subject s = {.ts = ts, .t = t, .op = term_float_operation(ts, t), .width = term_float_width(ts, t), .n = term_arity(ts, t)};
    s.from = ieee_argument_width(s.op, s.width);
    s.is_pattern = term_true(ts);
    term is_number = term_true(ts);
    for (size_t i = 0; i < s.n; i++) {
        term x = term_arg(ts, t, i);
        s.is_pattern = term_mk_and2(ts, s.is_pattern, within(ts, x, s.from ? s.from : IEEE_INT_BITS));
        s.a[i] = s.from ? float_order(ts, s.from, x) : x;
        if (s.from) is_number = term_mk_and2(ts, is_number, term_mk_not(ts, is_beyond(ts, s.a[i], float_infinity(ts, s.from))));
    }
    bool gives_int = s.op == IEEE_TO_INT;
    s.r = gives_int ? t : float_order(ts, s.width, t);
    term result_is_number = gives_int ? term_mk_lt(ts, t, term_mk_pow2(ts, 64)) : term_mk_not(ts, is_beyond(ts, s.r, float_infinity(ts, s.width)));
    s.is_usual = term_mk_and2(ts, term_mk_and2(ts, s.is_pattern, is_number), result_is_number);
    return s;
}

static void add(const subject *s, term condition, term then, term_vec *out)
{
    term_vec_push(out, term_mk_implies(s->ts, term_mk_and2(s->ts, s->is_usual, condition), then));
}

/* Whatever the arguments are. */
static void add_range(const subject *s, term_vec *out)
{
    term_store *ts = s->ts;
    if (s->op == IEEE_TO_INT) {
        term limit = term_mk_pow2(ts, 64);
        term_vec_push(out, term_mk_and2(ts, term_mk_le(ts, s->t, limit), term_mk_gt(ts, s->t, term_mk_neg(ts, limit))));
        return;
    }
    term is_nan = term_mk_eq(ts, s->t, num(ts, ieee_nan(s->width)));
    term is_number = term_mk_and2(ts, within(ts, s->t, s->width), term_mk_not(ts, float_is_nan(ts, s->width, s->t)));
    term_vec_push(out, term_mk_or2(ts, is_nan, is_number));
}

/* Of numbers within a finite range, some operations are numbers. */
static void add_numbers(const subject *s, term_vec *out)
{
    term_store *ts = s->ts;
    if (s->op == IEEE_TO_INT || s->op == IEEE_DIV || s->op == IEEE_SQRT) return;
    term all = s->is_pattern;
    for (size_t i = 0; i < s->n && s->from; i++) {
        term infinity = float_infinity(ts, s->from), limit = s->n == 1 ? infinity : term_mk_sub(ts, infinity, num(ts, 1));
        all = term_mk_and2(ts, all, term_mk_not(ts, is_beyond(ts, s->a[i], limit)));
    }
    if (s->op == IEEE_FMA) return;
    term_vec_push(out, term_mk_implies(ts, all, term_mk_not(ts, float_is_nan(ts, s->width, s->t))));
    if (!s->from) return;
    for (size_t i = 0; i < s->n; i++) {
        term is_nan = float_is_nan(ts, s->from, term_arg(ts, s->t, i));
        term_vec_push(out, term_mk_implies(ts, term_mk_and2(ts, s->is_pattern, is_nan), float_is_nan(ts, s->width, s->t)));
    }
}

static term at_least(const subject *s, term x) { return term_mk_ge(s->ts, x, num(s->ts, 0)); }
static term at_most(const subject *s, term x) { return term_mk_le(s->ts, x, num(s->ts, 0)); }

/* a + b is on the side of a that b is on. */
static void add_sum(const subject *s, term_vec *out)
{
    for (size_t i = 0; i < 2; i++) {
        add(s, at_least(s, s->a[i]), term_mk_ge(s->ts, s->r, s->a[1 - i]), out);
        add(s, at_most(s, s->a[i]), term_mk_le(s->ts, s->r, s->a[1 - i]), out);
    }
}

static void add_signs(const subject *s, term_vec *out)
{
    term_store *ts = s->ts;
    if (s->n == 1) {
        add(s, at_least(s, s->a[0]), at_least(s, s->r), out);
        add(s, at_most(s, s->a[0]), at_most(s, s->r), out);
        return;
    }
    for (int i = 0; i < 4; i++) {
        term a = i & 1 ? at_least(s, s->a[0]) : at_most(s, s->a[0]), b = i & 2 ? at_least(s, s->a[1]) : at_most(s, s->a[1]);
        if (s->op == IEEE_DIV) b = term_mk_and2(ts, b, term_mk_not(ts, term_mk_eq(ts, s->a[1], num(ts, 0)))); /* -0 */
        add(s, term_mk_and2(ts, a, b), i == 0 || i == 3 ? at_least(s, s->r) : at_most(s, s->r), out);
    }
}

void float_lemmas(term_store *ts, term t, term_vec *out)
{
    subject s = subject_of(ts, t);
    add_range(&s, out);
    add_numbers(&s, out);
    if (s.op == IEEE_ADD) add_sum(&s, out);
    else if (s.op != IEEE_FMA) add_signs(&s, out);
}

/* ---- at values ---- */

static term size_of(term_store *ts, term order) { return term_mk_abs(ts, order); }

/* What the arguments are on one side of, so is the result. */
static void add_monotone(const subject *s, const subject *p, term_vec *out)
{
    term_store *ts = s->ts;
    bool by_size = s->op == IEEE_MUL || s->op == IEEE_DIV;
    term r = by_size ? size_of(ts, s->r) : s->r, value = by_size ? size_of(ts, p->r) : p->r, below = term_true(ts), above = below;
    for (size_t i = 0; i < s->n; i++) {
        term x = by_size ? size_of(ts, s->a[i]) : s->a[i], at = by_size ? size_of(ts, p->a[i]) : p->a[i];
        bool falls = s->op == IEEE_DIV && i == 1;
        below = term_mk_and2(ts, below, falls ? term_mk_ge(ts, x, at) : term_mk_le(ts, x, at));
        above = term_mk_and2(ts, above, falls ? term_mk_le(ts, x, at) : term_mk_ge(ts, x, at));
    }
    add(s, below, term_mk_le(ts, r, value), out);
    add(s, above, term_mk_ge(ts, r, value), out);
}

void float_lemmas_at(term_store *ts, term t, const term *at, term_vec *out)
{
    subject s = subject_of(ts, t), p = {.n = s.n};
    term point = term_mk_float(ts, s.op, s.width, at), is_here = term_true(ts);
    assert(term_kind_of(ts, point) == TERM_NUM);
    for (size_t i = 0; i < s.n; i++) {
        is_here = term_mk_and2(ts, is_here, term_mk_eq(ts, term_arg(ts, t, i), at[i]));
        p.a[i] = s.from ? float_order(ts, s.from, at[i]) : at[i];
    }
    term_vec_push(out, term_mk_implies(ts, is_here, term_mk_eq(ts, t, point)));
    p.r = s.op == IEEE_TO_INT ? point : float_order(ts, s.width, point);
    term usual = term_true(ts);
    for (size_t i = 0; i < s.n; i++) usual = term_mk_and2(ts, usual, s.from ? term_mk_and2(ts, within(ts, at[i], s.from), term_mk_not(ts, float_is_nan(ts, s.from, at[i]))) : within(ts, at[i], IEEE_INT_BITS));
    term result = s.op == IEEE_TO_INT ? term_mk_lt(ts, point, term_mk_pow2(ts, 64)) : term_mk_not(ts, float_is_nan(ts, s.width, point));
    bool is_usual = term_is_equal(term_mk_and2(ts, usual, result), term_true(ts));
    if (is_usual && s.op != IEEE_FMA) add_monotone(&s, &p, out);
}
