#include "engine/body_choices.h"

#include <stdlib.h>

void body_choices_init(body_choices *k, const horn *h, uint32_t index)
{
    assert(index < horn_clause_count(h));
    *k = (body_choices){.clause = index, .n = horn_clause(h, index)->n_body};
    k->lists = alloc_zeroed(k->n + 1, sizeof *k->lists);
    u32_vec_resize(&k->index, k->n);
    u32_vec_resize(&k->vertices, k->n);
}

void body_choices_release(body_choices *k)
{
    for (size_t j = 0; j < k->n; j++) u32_vec_release(&k->lists[j]);
    free(k->lists);
    u32_vec_release(&k->index);
    u32_vec_release(&k->vertices);
}

static void choose(body_choices *k, size_t j, uint32_t i)
{
    assert(j < k->n && i < k->lists[j].size);
    k->index.data[j] = i;
    k->vertices.data[j] = k->lists[j].data[i];
}

bool body_choices_first(body_choices *k)
{
    for (size_t j = 0; j < k->n; j++)
        if (!k->lists[j].size) return false;
    for (size_t j = 0; j < k->n; j++) choose(k, j, 0);
    return true;
}

bool body_choices_next(body_choices *k)
{
    assert(k->index.size == k->n && k->vertices.size == k->n);
    for (size_t j = 0; j < k->n; j++) {
        bool more = k->index.data[j] + 1 < k->lists[j].size;
        choose(k, j, more ? k->index.data[j] + 1 : 0);
        if (more) return true;
    }
    return false;
}
