#include "engine/la/learn.h"

/* Interpolation for relations between numbers. The literals of a refuted cube say what the goal happens to need; an interpolant says
 * what the clauses make true. It pays where at least two literals are about sums, and may use a share of the time. */

#define PAIR_SECONDS 1.0
#define TIME_SHARE 0.3
enum { MAX_HINTS = 40 };

/* One clause of p: what it makes of the annotation below the level, as a formula over p's parameters and its own variables. */
static term prefix(la *a, pred p, uint32_t level, uint32_t index)
{
    edge *e = a->edges[index];
    const clause *c = edge_clause(e);
    if (c->n_body && !level) return term_false(a->ts);
    term_vec parts;
    term_vec_init(&parts);
    dag_conjuncts(a->ts, c->constraint, &parts);
    for (size_t i = 0; i < c->n_body; i++)
        dag_conjuncts(a->ts, edge_at(e, i, annotation(a, c->body[i].pred, level - 1)), &parts);
    for (size_t i = 0; i < horn_pred_arity(a->h, p); i++)
        term_vec_push(&parts, term_mk_eq(a->ts, horn_param(a->h, p, i), c->head.args[i]));
    term t = term_mk_and(a->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

static term all_prefixes(la *a, pred p, uint32_t level)
{
    term_vec parts;
    term_vec_init(&parts);
    const u32_vec *clauses = horn_clauses_of(a->h, p);
    for (size_t i = 0; i < clauses->size; i++) term_vec_push(&parts, prefix(a, p, level, clauses->data[i]));
    term t = term_mk_or(a->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

/* The atoms that lemmas of p are made of, the newest first. */
static void collect_hints(const la *a, pred p, term_vec *out)
{
    const u32_vec *numbers = &a->places[p.id].lemmas;
    for (size_t i = numbers->size; i-- > 0 && out->size < MAX_HINTS;) {
        const cube *c = &a->lemmas.data[numbers->data[i]].cube;
        for (size_t k = 0; k < c->size; k++)
            if (literal_is_bound(a, &c->data[k])) term_vec_push(out, term_mk_not(a->ts, c->data[k].formula));
    }
}

static term ask(la *a, pred p, term below, term above)
{
    itp_options o = ITP_OPTIONS_DEFAULT;
    o.seconds = PAIR_SECONDS;
    if (!a->prover) a->prover = itp_new(a->ts, &a->limits, a->stats, &o);
    term_vec hints;
    term_vec_init(&hints);
    collect_hints(a, p, &hints);
    itp_hints h = {hints.data, hints.size};
    term found = TERM_NONE;
    if (itp_pair(a->prover, below, above, &h, &found) != ITP_FOUND) found = TERM_NONE;
    term_vec_release(&hints);
    return found;
}

bool interpolate_pays(const la *a, const cube *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->size; i++) n += literal_is_bound(a, &c->data[i]);
    double spent = stats_get(a->stats, la_interpolation_seconds);
    return n >= 2 && spent <= TIME_SHARE * (limits_now() - a->started) + PAIR_SECONDS;
}

/* The literals of a cube without those about sums. */
static void copy_rest(const la *a, const cube *from, cube *to)
{
    for (size_t i = 0; i < from->size; i++)
        if (!literal_is_bound(a, &from->data[i])) cube_push(to, from->data[i]);
}

/* Adds the literals of a conjunct's negation. False if it is not a cube of fewer literals than `most`. */
static bool add_negation(la *a, term conjunct, size_t most, cube *out)
{
    term_vec literals;
    term_vec_init(&literals);
    dag_conjuncts(a->ts, term_mk_not(a->ts, conjunct), &literals);
    bool ok = literals.size < most;
    for (size_t i = 0; i < literals.size && ok; i++) cube_push(out, (literal){.formula = literals.data[i], .param = NO_PARAM});
    term_vec_release(&literals);
    return ok;
}

bool interpolate(learner *l)
{
    la *a = l->la;
    const cube *c = &l->cube;
    double start = limits_now();
    term_vec above, below, conjuncts;
    term_vec_init(&above);
    term_vec_init(&below);
    term_vec_init(&conjuncts);
    term_vec_push(&below, all_prefixes(a, l->pred, l->level));
    for (size_t i = 0; i < c->size; i++) term_vec_push(literal_is_bound(a, &c->data[i]) ? &above : &below, c->data[i].formula);
    term found = ask(a, l->pred, term_mk_and(a->ts, below.data, below.size), term_mk_and(a->ts, above.data, above.size));
    bool better = false;
    if (!term_is_none(found)) dag_conjuncts(a->ts, found, &conjuncts);
    if (conjuncts.size == 1) {
        cube_clear(&l->trial);
        copy_rest(a, c, &l->trial);
        better = add_negation(a, found, above.size, &l->trial) && learner_try(l, l->level, false, NULL) == SMT_UNSAT;
        if (better) stats_count(a->stats, la_interpolants);
    }
    term_vec_release(&above);
    term_vec_release(&below);
    term_vec_release(&conjuncts);
    stats_add(a->stats, la_interpolation_seconds, limits_now() - start);
    return better;
}
