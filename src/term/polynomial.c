#include "term/polynomial.h"

enum { MAX_SUMMANDS = 60 };

typedef struct expansion {
    term_store *ts;
    bool is_too_large;
} expansion;

static void push_summands(const term_store *ts, term t, term_vec *out)
{
    if (term_kind_of(ts, t) == TERM_ADD) term_vec_append(out, term_args(ts, t), term_arity(ts, t));
    else term_vec_push(out, t);
}

/* Of two summands: numbers come out of it. */
static term multiply_summands(term_store *ts, term a, term b)
{
    rat c;
    rat_init(&c);
    rat_set_int(&c, 1);
    term factors[] = {a, b};
    for (size_t i = 0; i < 2; i++) {
        if (term_kind_of(ts, factors[i]) != TERM_SCALE) continue;
        rat_mul(&c, &c, term_number(ts, term_arg(ts, factors[i], 0)));
        factors[i] = term_arg(ts, factors[i], 1);
    }
    term product = term_mk_scale(ts, &c, term_mk_mul2(ts, factors[0], factors[1]));
    rat_release(&c);
    return product;
}

/* Of two expanded terms. */
static term multiply(expansion *e, term a, term b)
{
    term_vec left, right, products;
    term_vec_init(&left);
    term_vec_init(&right);
    term_vec_init(&products);
    push_summands(e->ts, a, &left);
    push_summands(e->ts, b, &right);
    e->is_too_large |= left.size * right.size > MAX_SUMMANDS;
    for (size_t i = 0; i < left.size && !e->is_too_large; i++)
        for (size_t k = 0; k < right.size; k++) term_vec_push(&products, multiply_summands(e->ts, left.data[i], right.data[k]));
    term result = e->is_too_large ? a : term_mk_add(e->ts, products.data, products.size);
    term_vec_release(&left);
    term_vec_release(&right);
    term_vec_release(&products);
    return result;
}

static term expand_step(void *context, term t, const term *args)
{
    expansion *e = context;
    term_kind kind = term_kind_of(e->ts, t);
    if (kind == TERM_SCALE) return multiply(e, args[0], args[1]);
    if (kind != TERM_MUL) return TERM_NONE;
    size_t n = term_arity(e->ts, t);
    term product = args[0];
    for (size_t i = 1; i < n && !e->is_too_large; i++) product = multiply(e, product, args[i]);
    return product;
}

/* What is no sum or product stays as it is, whatever is in it. */
static term expand_enter(void *context, term t)
{
    const expansion *e = context;
    term_kind kind = term_kind_of(e->ts, t);
    return kind == TERM_ADD || kind == TERM_SCALE || kind == TERM_MUL ? TERM_NONE : t;
}

term polynomial_expand(term_store *ts, term t)
{
    expansion e = {.ts = ts};
    u32_map memo;
    u32_map_init(&memo);
    term expanded = dag_map_with(ts, t, &(dag_rules){.enter = expand_enter, .step = expand_step, .context = &e}, &memo);
    u32_map_release(&memo);
    return e.is_too_large ? TERM_NONE : expanded;
}

term polynomial_difference(term_store *ts, term t, substitution *step)
{
    return polynomial_expand(ts, term_mk_sub(ts, substitution_apply(step, t), t));
}

static const rat *coefficient_of(const term_store *ts, term summand)
{
    term_kind kind = term_kind_of(ts, summand);
    return kind == TERM_NUM ? term_number(ts, summand) : kind == TERM_SCALE ? term_number(ts, term_arg(ts, summand, 0)) : NULL;
}

bool polynomial_ratio(term_store *ts, term a, term b, int64_t *out)
{
    if (polynomial_is_number(ts, a, 0) || polynomial_is_number(ts, b, 0)) return false;
    term_vec of_a, of_b;
    term_vec_init(&of_a);
    term_vec_init(&of_b);
    push_summands(ts, a, &of_a);
    push_summands(ts, b, &of_b);
    rat ratio;
    rat_init(&ratio);
    rat_set_int(&ratio, 1);
    const rat *top = coefficient_of(ts, of_b.data[0]), *bottom = coefficient_of(ts, of_a.data[0]);
    if (top) rat_set(&ratio, top);
    if (bottom) rat_div(&ratio, &ratio, bottom);
    bool is_multiple = of_a.size == of_b.size && rat_to_int64(&ratio, out);
    is_multiple = is_multiple && term_is_equal(polynomial_expand(ts, term_mk_scale(ts, &ratio, a)), b);
    rat_release(&ratio);
    term_vec_release(&of_a);
    term_vec_release(&of_b);
    return is_multiple;
}

bool polynomial_is_number(const term_store *ts, term t, int64_t number)
{
    int64_t n;
    return term_kind_of(ts, t) == TERM_NUM && rat_to_int64(term_number(ts, t), &n) && n == number;
}
