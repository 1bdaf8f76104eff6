/* One side against the other. */

#include "itp/cover.h"
#include "itp/define.h"
#include "itp/language.h"
#include "itp/project.h"
#include "itp/prover.h"
#include "itp/preference.h"
#include "logic/houdini.h"

#include "term/dag.h"

/* Seconds for one check while a core is minimised. */
#define CORE_SECONDS 0.2
/* Cores larger than this are taken as they come. */
#define MAX_CORE 60
/* More hints than this are not looked at. */
#define MAX_HINTS 60

static void keep_members(term_vec *list, const term_vec *core)
{
    u32_map in_core;
    u32_map_init(&in_core);
    for (size_t k = 0; k < core->size; k++) u32_map_put(&in_core, core->data[k].id, NULL);
    size_t left = 0;
    for (size_t k = 0; k < list->size; k++)
        if (u32_map_find(&in_core, list->data[k].id)) list->data[left++] = list->data[k];
    list->size = left;
    u32_map_release(&in_core);
}

void pair_minimise(question *q)
{
    smt *s = q->prover->solver;
    term_vec core;
    term_vec_init(&core);
    smt_core(s, &core);
    if (core.size > 1 && core.size <= MAX_CORE) {
        term_vec_clear(&core);
        smt_minimise_core(s, &core, CORE_SECONDS);
    }
    keep_members(&q->a, &core);
    keep_members(&q->b, &core);
    term_vec_release(&core);
}

static smt_result check_both(question *q)
{
    size_t n = q->a.size;
    term_vec_append(&q->a, q->b.data, q->b.size);
    smt_result r = smt_check(q->prover->solver, q->a.data, q->a.size);
    q->a.size = n;
    return r;
}

bool pair_shrink(question *q)
{
    if (check_both(q) != SMT_UNSAT) return false;
    pair_minimise(q);
    return true;
}

static bool all_shared(question *q, const term_vec *list)
{
    for (size_t k = 0; k < list->size; k++)
        if (!scope_has(q->scope, list->data[k])) return false;
    return true;
}

term pair_shared_core(question *q)
{
    term_store *ts = q->prover->ts;
    term from_a = TERM_NONE, from_b = TERM_NONE;
    if (all_shared(q, &q->a)) from_a = term_mk_and(ts, q->a.data, q->a.size);
    if (all_shared(q, &q->b)) from_b = term_mk_not(ts, term_mk_and(ts, q->b.data, q->b.size));
    return preference_choose(ts, from_a, from_b);
}

static bool contradicts(itp *i, term_vec *list, term t)
{
    term_vec_push(list, t);
    bool yes = smt_check(i->solver, list->data, list->size) == SMT_UNSAT;
    list->size--;
    return yes;
}

bool pair_is_interpolant(question *q, term t)
{
    itp *i = q->prover;
    return contradicts(i, &q->b, t) && contradicts(i, &q->a, term_mk_not(i->ts, t));
}

static smt_result follows(void *context, uint32_t edge, term all)
{
    question *q = context;
    (void)edge;
    term_vec_push(&q->a, term_mk_not(q->prover->ts, all));
    smt_result r = smt_check(q->prover->solver, q->a.data, q->a.size);
    q->a.size--;
    return r;
}

static term value(void *context, uint32_t edge, term atom)
{
    (void)edge;
    return smt_value(((question *)context)->prover->solver, atom);
}

/* Drops from `atoms` those that do not follow from a. False if none is left. */
static bool keep_entailed(question *q, term_vec *atoms)
{
    houdini_filter(q->prover->ts, &(houdini_question){follows, value, q}, 0, atoms);
    return atoms->size > 0;
}

/* The hints that follow from a, if they suffice against b, and of these only what is needed. */
term pair_from_hints(question *q, const itp_hints *hints, scope *where)
{
    itp *i = q->prover;
    question h = {.prover = i, .scope = q->scope};
    term_vec_init(&h.a);
    term_vec_init(&h.b);
    for (size_t k = 0; k < hints->n && k < MAX_HINTS; k++)
        if (scope_has(where, hints->atoms[k]) && language_has(&i->options, i->ts, hints->atoms[k])) term_vec_push(&h.a, hints->atoms[k]);
    term_vec_append(&h.b, q->b.data, q->b.size);
    bool suffices = h.a.size && check_both(&h) == SMT_UNSAT && keep_entailed(q, &h.a) && pair_shrink(&h);
    term found = suffices ? preference_tidy(i->ts, term_mk_and(i->ts, h.a.data, h.a.size)) : TERM_NONE;
    term_vec_release(&h.a);
    term_vec_release(&h.b);
    return found;
}

/* Spacer as an oracle. */
static term from_separation(question *q)
{
    itp *i = q->prover;
    term below = term_mk_and(i->ts, q->a.data, q->a.size), above = term_mk_and(i->ts, q->b.data, q->b.size);
    term_vec shared;
    term_vec_init(&shared);
    scope_shared_symbols(q->scope, (term[]){below, above}, 2, &shared);
    smt_separation between = {&below, &above, shared.data, 1, 1, shared.size};
    term found = smt_separate(i->ts, &between, &i->request, limits_left(&i->request));
    term_vec_release(&shared);
    return found;
}

static term in_language(const itp *i, term t) { return !term_is_none(t) && language_has(&i->options, i->ts, t) ? t : TERM_NONE; }

/* The ladder: what is simple first. */
static term climb(question *q)
{
    itp *i = q->prover;
    term found = in_language(i, pair_shared_core(q));
    if (term_is_none(found) || preference_count_atoms(i->ts, found) > 1) found = preference_choose(i->ts, in_language(i, cover_interpolate(q)), found);
    if (term_is_none(found)) found = in_language(i, from_separation(q));
    if (term_is_none(found) && i->options.quantifiers) found = in_language(i, project_quantified(q));
    return found;
}

term pair_interpolate(question *q)
{
    itp *i = q->prover;
    if (!pair_shrink(q)) {
        prover_give_up(i, smt_why_unknown(i->solver));
        return TERM_NONE;
    }
    if (!q->a.size) return term_true(i->ts);
    if (!q->b.size) return term_false(i->ts);
    define_locals(i->ts, q->scope, &q->a);
    define_locals(i->ts, q->scope, &q->b);
    term found = climb(q);
    if (term_is_none(found)) prover_give_up(i, i->options.language < 0 ? "no interpolant was found" : "no interpolant in the language was found");
    return term_is_none(found) ? found : preference_tidy(i->ts, found);
}
