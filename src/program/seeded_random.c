#include "program/seeded_random.h"

#include <string.h>

bool seeded_random_is_asked(const stmt *asked_by)
{
    return asked_by && asked_by->kind == STMT_INPUT && !strcmp(asked_by->name, "latch_input_rand");
}

static void set_seed(seeded_random *s, unsigned seed)
{
    memset(&s->generator, 0, sizeof s->generator);
    initstate_r(seed, s->state, sizeof s->state, &s->generator);
}

void seeded_random_begin(seeded_random *s)
{
    s->n_notes = 0;
    set_seed(s, 1);
}

/* Only the seeds that were set before this many inputs were used. */
static int32_t next_at(seeded_random *s, const run_result *r, size_t at)
{
    for (; s->n_notes < r->notes.size && r->notes.data[s->n_notes].at <= at; s->n_notes++)
        if (!strcmp(r->notes.data[s->n_notes].by->name, PROGRAM_SEED)) set_seed(s, (unsigned)r->notes.data[s->n_notes].value);
    int32_t number = 0;
    random_r(&s->generator, &number);
    return number;
}

int32_t seeded_random_next(seeded_random *s, const run_result *so_far) { return next_at(s, so_far, so_far->used.size); }

bool seeded_random_agrees(const program *p, const run_result *r)
{
    seeded_random s;
    seeded_random_begin(&s);
    for (size_t i = 0; i < r->used.size; i++) {
        if (!seeded_random_is_asked(r->used.data[i].asked_by)) continue;
        if (!term_is_equal(r->used.data[i].value, term_mk_int(program_terms(p), next_at(&s, r, i)))) return false;
    }
    return true;
}
