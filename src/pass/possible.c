#include "pass/possible.h"

#include "term/dag.h"

enum {
    MAX_TERM = 2000, /* larger terms are not looked at */
    MAX_RANGE = 10 /* values between the bounds of a symbol */
};

typedef struct span {
    size_t first, count; /* in the pool; nothing is known if the count is 0 */
} span;
VEC_DECLARE(span_vec, span);

typedef struct possible {
    term_store *ts;
    term constraint;
    const possible_map *known;
    size_t max;
    term_vec pool;
    span_vec spans; /* by number of the subterm */
    u32_map number; /* subterm -> its number */
} possible;

bool possible_add(term_vec *values, term value)
{
    for (size_t i = 0; i < values->size; i++)
        if (term_is_equal(values->data[i], value)) return false;
    term_vec_push(values, value);
    return true;
}

/* A conjunct x <= c, or -x <= c. */
static void use_bound(const term_store *ts, term conjunct, term symbol, int64_t *low, int64_t *high)
{
    if (term_kind_of(ts, conjunct) != TERM_LE) return;
    term left = term_arg(ts, conjunct, 0);
    int64_t bound, factor = 1;
    if (!rat_to_int64(term_number(ts, term_arg(ts, conjunct, 1)), &bound)) return;
    if (term_kind_of(ts, left) == TERM_SCALE) {
        if (!rat_to_int64(term_number(ts, term_arg(ts, left, 0)), &factor)) return;
        left = term_arg(ts, left, 1);
    }
    if (!term_is_equal(left, symbol)) return;
    if (factor == 1 && bound < *high) *high = bound;
    if (factor == -1 && bound != INT64_MIN && -bound > *low) *low = -bound;
}

static void possible_of_symbol(const possible *p, term symbol, term_vec *out)
{
    const term_vec **known = possible_map_find(p->known, symbol.id);
    if (known) {
        term_vec_append(out, (*known)->data, (*known)->size);
        return;
    }
    if (sort_kind_of(p->ts, term_sort(p->ts, symbol)) != SORT_INT) return;
    enum { FAR = INT32_MAX };
    int64_t low = -(int64_t)FAR, high = FAR;
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    dag_conjuncts(p->ts, p->constraint, &conjuncts);
    for (size_t i = 0; i < conjuncts.size; i++) use_bound(p->ts, conjuncts.data[i], symbol, &low, &high);
    term_vec_release(&conjuncts);
    if (low > -(int64_t)FAR && high < FAR && high - low < MAX_RANGE)
        for (int64_t v = low; v <= high; v++) term_vec_push(out, term_mk_int(p->ts, v));
}

static span span_of(const possible *p, term t) { return p->spans.data[*u32_map_find(&p->number, t.id)]; }

static void possible_of_ite(const possible *p, term t, term_vec *out)
{
    span then = span_of(p, term_arg(p->ts, t, 1)), otherwise = span_of(p, term_arg(p->ts, t, 2));
    if (!then.count || !otherwise.count) return;
    term_vec_append(out, p->pool.data + then.first, then.count);
    for (size_t i = 0; i < otherwise.count; i++) possible_add(out, p->pool.data[otherwise.first + i]);
}

/* The operation on each combination of its arguments' values. */
static void possible_of_operation(const possible *p, term t, term_vec *out)
{
    size_t n = term_arity(p->ts, t), combinations = 1;
    term_vec args;
    term_vec_init(&args);
    for (size_t i = 0; i < n && combinations; i++) {
        combinations *= span_of(p, term_arg(p->ts, t, i)).count;
        if (combinations > p->max * 4) combinations = 0;
    }
    for (size_t at = 0; at < combinations; at++) {
        size_t rest = at;
        term_vec_clear(&args);
        for (size_t i = 0; i < n; i++) {
            span s = span_of(p, term_arg(p->ts, t, i));
            term_vec_push(&args, p->pool.data[s.first + rest % s.count]);
            rest /= s.count;
        }
        term value = term_rebuild(p->ts, t, args.data);
        if (!term_is_value(p->ts, value)) {
            term_vec_clear(out);
            break;
        }
        possible_add(out, value);
    }
    term_vec_release(&args);
}

static void possible_of(const possible *p, term t, term_vec *out)
{
    if (term_is_value(p->ts, t)) {
        term_vec_push(out, t);
    } else if (term_kind_of(p->ts, t) == TERM_SYM && possible_map_find(p->known, t.id)) {
        possible_of_symbol(p, t, out);
    } else if (term_is_bool(p->ts, t)) {
        term_vec_push(out, term_false(p->ts));
        term_vec_push(out, term_true(p->ts));
    } else if (term_kind_of(p->ts, t) == TERM_SYM) {
        possible_of_symbol(p, t, out);
    } else if (term_kind_of(p->ts, t) == TERM_ITE) {
        possible_of_ite(p, t, out);
    } else if (term_arity(p->ts, t)) {
        possible_of_operation(p, t, out);
    }
}

static void note(possible *p, term t, const term_vec *values)
{
    span s = {p->pool.size, values->size <= p->max ? values->size : 0};
    term_vec_append(&p->pool, values->data, s.count);
    *u32_map_put(&p->number, t.id, NULL) = (uint32_t)p->spans.size;
    span_vec_push(&p->spans, s);
}

bool possible_values(term_store *ts, term t, term constraint, const possible_map *known, size_t max, term_vec *out)
{
    assert(!out->size);
    if (term_is_value(ts, t)) {
        term_vec_push(out, t);
        return max > 0;
    }
    possible p = {.ts = ts, .constraint = constraint, .known = known, .max = max};
    term_vec all, values;
    term_vec_init(&all);
    term_vec_init(&values);
    dag_subterms(ts, &t, 1, &all);
    for (size_t i = 0; i < all.size && all.size <= MAX_TERM; i++) {
        term_vec_clear(&values);
        possible_of(&p, all.data[i], &values);
        note(&p, all.data[i], &values);
    }
    span s = all.size <= MAX_TERM ? span_of(&p, t) : (span){0, 0};
    term_vec_append(out, p.pool.data + s.first, s.count);
    term_vec_release(&all);
    term_vec_release(&values);
    term_vec_release(&p.pool);
    span_vec_release(&p.spans);
    u32_map_release(&p.number);
    return s.count > 0;
}
