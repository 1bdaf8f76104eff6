#include "encode/conditions.h"

#include "base/map.h"

/* Conjunctions as lists of conjuncts, ascending by id, one after the other. */
typedef struct cases {
    term_store *ts;
    term_vec list;
    size_vec first; /* case i is list[first[i] .. first[i + 1]) */
} cases;

static void push_conjuncts(const term_store *ts, term t, term_vec *out)
{
    if (term_kind_of(ts, t) == TERM_AND) term_vec_append(out, term_args(ts, t), term_arity(ts, t));
    else if (!term_is_equal(t, term_true(ts))) term_vec_push(out, t);
}

static void split(cases *c, const term *edges, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_vec_push(&c->first, c->list.size);
        push_conjuncts(c->ts, edges[i], &c->list);
    }
    size_vec_push(&c->first, c->list.size);
}

/* Keeps in `common` what is in case i, too. */
static void intersect(const cases *c, size_t i, term_vec *common)
{
    assert(i + 1 < c->first.size && c->first.data[i + 1] <= c->list.size);
    size_t kept = 0, at = c->first.data[i], end = c->first.data[i + 1];
    for (size_t k = 0; k < common->size; k++) {
        while (at < end && c->list.data[at].id < common->data[k].id) at++;
        if (at < end && term_is_equal(c->list.data[at], common->data[k])) common->data[kept++] = common->data[k];
    }
    common->size = kept;
}

/* Appends what is in case i and not in `common`. A case that is one conjunction after that is opened. */
static void subtract(const cases *c, size_t i, const term_vec *common, term_vec *out)
{
    size_t at = 0, start = out->size;
    for (size_t k = c->first.data[i]; k < c->first.data[i + 1]; k++) {
        while (at < common->size && common->data[at].id < c->list.data[k].id) at++;
        if (at == common->size || !term_is_equal(common->data[at], c->list.data[k])) term_vec_push(out, c->list.data[k]);
        assert(k == c->first.data[i] || c->list.data[k - 1].id < c->list.data[k].id); /* conjuncts ascend, so that one walk is enough */
    }
    if (out->size != start + 1 || term_kind_of(c->ts, out->data[start]) != TERM_AND) return;
    term only = term_vec_pop(out);
    push_conjuncts(c->ts, only, out);
}

static void factor(cases *c, size_t n, term_vec *common)
{
    assert(n > 1 && c->first.size == n + 1);
    cases rest = {.ts = c->ts};
    term_vec_append(common, c->list.data, c->first.data[1]);
    for (size_t i = 1; i < n; i++) intersect(c, i, common);
    for (size_t i = 0; i < n; i++) {
        size_vec_push(&rest.first, rest.list.size);
        subtract(c, i, common, &rest.list);
    }
    size_vec_push(&rest.first, rest.list.size);
    term_vec_release(&c->list);
    size_vec_release(&c->first);
    *c = rest;
}

static size_t case_size(const cases *c, size_t i) { return c->first.data[i + 1] - c->first.data[i]; }

/* a or (!a & b) is a or b: the case without the negations of cases that are single literals. */
static term weaken(const cases *c, size_t i, const u32_map *singles, term_vec *scratch)
{
    term_vec_clear(scratch);
    bool is_single = case_size(c, i) == 1;
    for (size_t k = c->first.data[i]; k < c->first.data[i + 1]; k++)
        if (is_single || !u32_map_find(singles, term_mk_not(c->ts, c->list.data[k]).id)) term_vec_push(scratch, c->list.data[k]);
    return term_mk_and(c->ts, scratch->data, scratch->size);
}

static term join_cases(const cases *c, size_t n)
{
    u32_map singles;
    term_vec scratch, weak;
    u32_map_init(&singles);
    term_vec_init(&scratch);
    term_vec_init(&weak);
    for (size_t i = 0; i < n; i++)
        if (case_size(c, i) == 1) u32_map_put(&singles, c->list.data[c->first.data[i]].id, NULL);
    for (size_t i = 0; i < n; i++) term_vec_push(&weak, weaken(c, i, &singles, &scratch));
    term joined = term_mk_or(c->ts, weak.data, weak.size);
    u32_map_release(&singles);
    term_vec_release(&scratch);
    term_vec_release(&weak);
    return joined;
}

term conditions_join(term_store *ts, const term *edges, size_t n, term *rests)
{
    assert(n > 0);
    if (n == 1) {
        rests[0] = term_true(ts);
        return edges[0];
    }
    cases c = {.ts = ts};
    term_vec common;
    term_vec_init(&common);
    split(&c, edges, n);
    factor(&c, n, &common);
    for (size_t i = 0; i < n; i++) rests[i] = term_mk_and(ts, c.list.data + c.first.data[i], case_size(&c, i));
    term joined = term_mk_and2(ts, term_mk_and(ts, common.data, common.size), join_cases(&c, n));
    term_vec_release(&common);
    term_vec_release(&c.list);
    size_vec_release(&c.first);
    return joined;
}
