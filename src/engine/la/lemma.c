#include "engine/la/la.h"

term cube_formula(term_store *ts, const cube *c)
{
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < c->size; i++) term_vec_push(&parts, c->data[i].formula);
    term t = term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

static bool literal_implies(const literal *a, const literal *b)
{
    if (term_is_equal(a->formula, b->formula)) return true;
    return b->param != NO_PARAM && a->param == b->param && cell_set_is_subset(&a->cells, &b->cells);
}

bool cube_implies(const cube *stronger, const cube *weaker)
{
    if (weaker->size > stronger->size) return false;
    for (size_t i = 0; i < weaker->size; i++) {
        bool found = false;
        for (size_t j = 0; j < stronger->size && !found; j++) found = literal_implies(&stronger->data[j], &weaker->data[i]);
        if (!found) return false;
    }
    return true;
}

uint32_t lemma_blocking(const la *a, pred p, uint32_t level, const cube *c)
{
    const u32_vec *numbers = &a->places[p.id].lemmas;
    for (size_t i = 0; i < numbers->size; i++) {
        const lemma *l = &a->lemmas.data[numbers->data[i]];
        if (!l->dead && l->level >= level && cube_implies(c, &l->cube)) return numbers->data[i];
    }
    return UINT32_MAX;
}

/* What the lemma says, at its level, others need not say again. */
static void retire_weaker(la *a, uint32_t number)
{
    const lemma *l = &a->lemmas.data[number];
    u32_vec *numbers = &a->places[l->pred.id].lemmas;
    size_t kept = 0;
    for (size_t i = 0; i < numbers->size; i++) {
        lemma *other = &a->lemmas.data[numbers->data[i]];
        if (numbers->data[i] != number && other->level <= l->level && cube_implies(&other->cube, &l->cube)) other->dead = true;
        if (!other->dead) numbers->data[kept++] = numbers->data[i];
    }
    assert(kept <= numbers->size);
    numbers->size = kept;
}

uint32_t lemma_add(la *a, pred p, uint32_t level, cube *c)
{
    assert(p.id < horn_pred_count(a->h) && !pred_is_false(p));
    uint32_t known = lemma_blocking(a, p, level, c);
    if (known != UINT32_MAX) {
        cube_release(c);
        return known;
    }
    uint32_t number = (uint32_t)a->lemmas.size;
    lemma_vec_push(&a->lemmas, (lemma){p, level, *c, term_mk_not(a->ts, cube_formula(a->ts, c)), false});
    cube_init(c);
    assert(!a->places[p.id].lemmas.size || u32_vec_last(&a->places[p.id].lemmas) < number);
    u32_vec_push(&a->places[p.id].lemmas, number);
    u32_vec_push(&a->places[p.id].news, number);
    retire_weaker(a, number);
    assert(!a->lemmas.data[number].dead);
    return number;
}

void lemma_raise(la *a, uint32_t number, uint32_t level)
{
    lemma *l = &a->lemmas.data[number];
    assert(level > l->level && !l->dead);
    l->level = level;
    u32_vec_push(&a->places[l->pred.id].news, number);
    retire_weaker(a, number);
}

term annotation(const la *a, pred p, uint32_t level)
{
    term_vec parts;
    term_vec_init(&parts);
    const u32_vec *numbers = &a->places[p.id].lemmas;
    for (size_t i = 0; i < numbers->size; i++) {
        const lemma *l = &a->lemmas.data[numbers->data[i]];
        if (!l->dead && l->level >= level) term_vec_push(&parts, l->formula);
    }
    term t = term_mk_and(a->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}
