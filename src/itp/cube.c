#include "itp/cube.h"

#include "itp/axioms.h"
#include "itp/farkas.h"
#include "itp/language.h"
#include "itp/project.h"
#include "itp/preference.h"

#include <stdlib.h>

static void question_init(question *q, itp *i, scope *s, const term_vec *a, const term_vec *b)
{
    *q = (question){.prover = i, .scope = s};
    term_vec_init(&q->a);
    term_vec_init(&q->b);
    term_vec_append(&q->a, a->data, a->size);
    term_vec_append(&q->b, b->data, b->size);
}

static void question_release(question *q)
{
    term_vec_release(&q->a);
    term_vec_release(&q->b);
}

static void add_all(term_vec *to, const term_vec *from)
{
    for (size_t k = 0; k < from->size; k++)
        if (!term_vec_has(to, from->data[k])) term_vec_push(to, from->data[k]);
}

bool cube_core(itp *i, scope *s, const term_vec *a, const term_vec *b, term_vec *core_a, term_vec *core_b)
{
    question q;
    question_init(&q, i, s, a, b);
    bool found = pair_shrink(&q);
    if (found) {
        add_all(core_a, &q.a);
        add_all(core_b, &q.b);
    }
    question_release(&q);
    return found;
}

static term_vec *with_axioms(term_store *ts, const term_vec *cubes, size_t n)
{
    term_vec *more = alloc_zeroed(n, sizeof *more);
    for (size_t k = 0; k < n; k++) {
        term_vec_append(&more[k], cubes[k].data, cubes[k].size);
        axioms_of(ts, cubes[k].data, cubes[k].size, &more[k]);
    }
    return more;
}

static void free_cubes(term_vec *cubes, size_t n)
{
    for (size_t k = 0; k < n; k++) term_vec_release(&cubes[k]);
    free(cubes);
}

static term half_space(term_store *ts, scope *s, const term_vec *below, size_t n_below, const term_vec *above, size_t n_above)
{
    term_vec *a = with_axioms(ts, below, n_below), *b = with_axioms(ts, above, n_above);
    term found = farkas_separate(ts, s, a, n_below, b, n_above);
    free_cubes(a, n_below);
    free_cubes(b, n_above);
    return found;
}

static term separate_core(question *q)
{
    itp *i = q->prover;
    if (!q->a.size) return term_true(i->ts);
    if (!q->b.size) return term_false(i->ts);
    if (i->options.language >= 0) return language_separate(i, q->scope, &q->a, 1, &q->b, 1);
    term found = half_space(i->ts, q->scope, &q->a, 1, &q->b, 1);
    found = preference_choose(i->ts, found, pair_shared_core(q));
    if (term_is_none(found)) found = project_cubes(q);
    return found;
}

term cube_separate(itp *i, scope *s, const term_vec *a, const term_vec *b)
{
    question q;
    question_init(&q, i, s, a, b);
    term found = pair_shrink(&q) ? separate_core(&q) : TERM_NONE;
    question_release(&q);
    return found;
}

term cube_separate_part(itp *i, scope *s, const term_vec *a, const term_vec *b, term where)
{
    if (i->options.language >= 0) return TERM_NONE;
    question q;
    question_init(&q, i, s, a, b);
    term found = project_instance(&q, where);
    question_release(&q);
    return found;
}

static bool all_have(const term_vec *cubes, size_t n, term literal)
{
    for (size_t c = 0; c < n; c++)
        if (!term_vec_has(&cubes[c], literal)) return false;
    return true;
}

/* A literal that all below have and whose negation all above have. */
static term common_literal(term_store *ts, const term_vec *below, size_t n_below, const term_vec *above, size_t n_above)
{
    for (size_t k = 0; k < below[0].size; k++) {
        term literal = below[0].data[k];
        if (all_have(below, n_below, literal) && all_have(above, n_above, term_mk_not(ts, literal))) return literal;
    }
    return TERM_NONE;
}

term cube_separate_many(itp *i, scope *s, const term_vec *below, size_t n_below, const term_vec *above, size_t n_above)
{
    assert(n_below && n_above);
    if (i->options.language >= 0) return language_separate(i, s, below, n_below, above, n_above);
    term literal = common_literal(i->ts, below, n_below, above, n_above);
    return term_is_none(literal) ? half_space(i->ts, s, below, n_below, above, n_above) : literal;
}
