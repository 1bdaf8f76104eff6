#include "slam/inside.h"

#include "logic/project.h"

#include <stdlib.h>

/* Figure 4, for all cut points and levels. For a cut point c and level h:
 *   A  the runs from c on, over X': through c, and at the cut points after that the interpolants of level h - 1 in the place of all that follows
 *   B  the runs from the beginning of main that come to c in the state X', with h cut points left
 * The interpolants of a level are made from those of the level below, so that together they are inductive: with their atoms bwp_E of this k is empty. */

typedef struct refinement {
    slam *s;
    uint32_t k, level; /* the level worked at */
    term *parts[HOARE_VIEWS]; /* A by level and id, over X: of the level worked at */
    term *itps[HOARE_VIEWS]; /* by level * n_stmts + id; TERM_NONE: not there yet */
    slam_wp from, to; /* for A, for B */
    size_t added, pairs;
} refinement;

static const double PROJECT_SECONDS = 1;
enum { MOST_HINTS = 6 };

static size_t position(const refinement *r, uint32_t level, size_t id) { return (size_t)level * r->s->program->n_stmts + id; }

static term cut_from(void *user, const while_stmt *cut, hoare_view v, uint32_t level)
{
    const refinement *r = user;
    return level ? r->itps[v][position(r, level, cut->id)] : term_false(r->s->ts);
}

/* Beside the way to the target: exact above the level, then its interpolants, as far as they are there. */
static term cut_to(void *user, const while_stmt *cut, hoare_view v, uint32_t level)
{
    refinement *r = user;
    if (level > r->level) return slam_wp_turn(&r->to, cut, v, level);
    term t = r->itps[v][position(r, r->level, cut->id)];
    return !level ? term_false(r->s->ts) : term_is_none(t) ? r->parts[v][cut->id] : t;
}

/* ---- predicates ---- */

static bool is_connective(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    if (k == TERM_EQ || k == TERM_ITE) return term_sort(ts, term_arg(ts, t, k == TERM_ITE)).id == sort_bool(ts).id;
    return k == TERM_AND || k == TERM_OR || k == TERM_NOT;
}

/* Are all its symbols among these? */
static bool is_over(const slam *s, term t, const term *symbols, size_t n)
{
    term_vec all;
    term_vec_init(&all);
    dag_symbols(s->ts, &t, 1, &all);
    bool ok = true;
    for (size_t i = 0; i < all.size; i++) {
        bool found = false;
        for (size_t j = 0; j < n; j++) found |= term_is_equal(all.data[i], symbols[j]);
        ok &= found;
    }
    term_vec_release(&all);
    return ok;
}

static bool add_predicate(refinement *r, const while_proc *p, hoare_view v, term t)
{
    slam *s = r->s;
    term_kind k = term_kind_of(s->ts, t);
    if (k == TERM_TRUE || k == TERM_FALSE || !is_over(s, t, s->frame.symbols[p->index].data, slam_frame_count(&s->frame, p, v))) return false;
    term opposite = term_mk_not(s->ts, t);
    term_vec *to = is_over(s, t, s->outline.globals, s->program->n_globals) ? &s->common : &s->local[p->index];
    if (term_vec_has(to, t) || term_vec_has(to, opposite)) return false;
    term_vec_push(to, t);
    r->added++;
    if (s->options->explains) slam_tell_term(s, "    new: ", t);
    return true;
}

static void add_atoms(refinement *r, const while_proc *p, hoare_view v, term formula)
{
    term_store *ts = r->s->ts;
    term_vec work;
    u32_map seen = {0};
    term_vec_init(&work);
    term_vec_push(&work, formula);
    while (work.size) {
        term t = term_vec_pop(&work);
        bool added = true;
        u32_map_put(&seen, t.id, &added);
        if (!added) continue;
        if (!is_connective(ts, t)) add_predicate(r, p, v, t);
        else
            for (size_t i = 0; i < term_arity(ts, t); i++) term_vec_push(&work, term_arg(ts, t, i));
    }
    u32_map_release(&seen);
    term_vec_release(&work);
}

/* Of what a body may do to its caller, its locals and its result say nothing. */
static bool fits(const slam *s, const while_stmt *cut, hoare_view v, term t)
{
    const while_proc *p = s->frame.procs[cut->id];
    const hoare_scope *scope = &s->outline.scopes[p->index];
    bool is_body = cut == p->body;
    if (is_body && !term_is_none(scope->result) && dag_has_symbol(s->ts, t, scope->result)) return false;
    for (size_t i = p->n_formals; is_body && i < p->n_vars; i++)
        if (dag_has_symbol(s->ts, t, scope->values[i])) return false;
    for (size_t i = 0; v != HOARE_ENDS && i < scope->ghosts.size; i++)
        if (dag_has_symbol(s->ts, t, scope->ghosts.data[i])) return false;
    return true;
}

void slam_predicates_at(const slam *s, const while_stmt *cut, hoare_view v, term_vec *out)
{
    const term_vec *local = &s->local[s->frame.procs[cut->id]->index];
    term_vec_append(out, s->common.data, s->common.size);
    for (size_t i = 0; i < local->size; i++)
        if (fits(s, cut, v, local->data[i])) term_vec_push(out, local->data[i]);
}

/* ---- pairs ---- */

static void primed_hints(refinement *r, const while_stmt *cut, hoare_view v, term_vec *out)
{
    slam *s = r->s;
    const while_proc *p = s->frame.procs[cut->id];
    term_vec known;
    term_vec_init(&known);
    slam_predicates_at(s, cut, v, &known);
    for (size_t i = known.size > MOST_HINTS ? known.size - MOST_HINTS : 0; i < known.size; i++)
        term_vec_push(out, dag_substitute(s->ts, known.data[i], s->frame.symbols[p->index].data, s->frame.primes[p->index].data, s->frame.symbols[p->index].size));
    term_vec_release(&known);
}

/* An interpolant of A and B over X; TERM_NONE if none was found. */
static term interpolant(refinement *r, const while_stmt *cut, hoare_view v, term a, term b)
{
    slam *s = r->s;
    const while_proc *p = s->frame.procs[cut->id];
    const term_vec *x = &s->frame.symbols[p->index], *prime = &s->frame.primes[p->index];
    term below = dag_substitute(s->ts, slam_rename_apart(&s->frame, p, v, a), x->data, prime->data, x->size), found;
    term_vec hints;
    term_vec_init(&hints);
    primed_hints(r, cut, v, &hints);
    itp_result got = itp_pair(s->prover, below, b, &(itp_hints){.atoms = hints.data, .n = hints.size}, &found);
    term_vec_release(&hints);
    if (s->options->explains) {
        slam_tell(s, "  (A, B) ");
        slam_tell_place(s, cut, v);
        slam_tell(s, ", level %u\n", r->level);
        slam_tell_term(s, "    A: ", below);
        slam_tell_term(s, "    B: ", b);
    }
    r->pairs++;
    if (got != ITP_FOUND) return TERM_NONE;
    term t = dag_substitute(s->ts, found, prime->data, x->data, x->size);
    if (s->options->explains) slam_tell_term(s, "    interpolant: ", t);
    return t;
}

/* exists the temporaries. A */
static term without_temporaries(refinement *r, const while_stmt *cut, hoare_view v, term a)
{
    slam *s = r->s;
    const while_proc *p = s->frame.procs[cut->id];
    term_vec symbols, others;
    term_vec_init(&symbols);
    term_vec_init(&others);
    dag_symbols(s->ts, &a, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++)
        if (!is_over(s, symbols.data[i], s->frame.symbols[p->index].data, slam_frame_count(&s->frame, p, v))) term_vec_push(&others, symbols.data[i]);
    term t = others.size ? project_exists(s->solver, s->ts, others.data, others.size, a, PROJECT_SECONDS) : a;
    term_vec_release(&symbols);
    term_vec_release(&others);
    return t;
}

static void refine_cut(refinement *r, const while_stmt *cut, hoare_view v)
{
    slam *s = r->s;
    const while_proc *p = s->frame.procs[cut->id];
    term a = r->parts[v][cut->id], *out = &r->itps[v][position(r, r->level, cut->id)];
    if (term_is_equal(a, term_false(s->ts))) {
        *out = a;
        return;
    }
    slam_wp_aim(&r->to, cut, v, r->level);
    term b = slam_wp_to_target(&r->to, r->k), t = TERM_NONE;
    if (term_is_equal(b, term_false(s->ts))) {
        *out = term_true(s->ts);
        return;
    }
    if (!s->options->atoms) t = interpolant(r, cut, v, a, b);
    bool is_found = !term_is_none(t);
    if (!is_found) t = without_temporaries(r, cut, v, a);
    if (!is_found && s->options->explains && !term_is_none(t)) slam_tell_term(s, "    atoms of ", t);
    *out = term_is_none(t) ? a : t;
    add_atoms(r, p, v, *out);
}

/* Two instances of a summary in one run have been separated from the rest one after the other; both at once may need a second one. */
static void refine_again(refinement *r)
{
    slam *s = r->s;
    for (int v = 0; v < HOARE_VIEWS; v++)
        for (size_t i = 0; i < s->program->n_stmts; i++) {
            term a = r->parts[v][i], *out = &r->itps[v][position(r, r->level, i)];
            if (!slam_has_cut(s, i, (hoare_view)v) || term_is_equal(a, term_false(s->ts)) || s->options->atoms) continue;
            slam_wp_aim(&r->to, s->frame.stmts[i], (hoare_view)v, r->level);
            term b = slam_wp_to_target(&r->to, r->k);
            if (term_is_equal(b, term_false(s->ts)) || smt_check(s->solver, (term[]){b}, 1) == SMT_UNSAT) continue;
            term t = interpolant(r, s->frame.stmts[i], (hoare_view)v, a, b);
            if (term_is_none(t)) continue;
            *out = term_mk_and2(s->ts, *out, t);
            add_atoms(r, s->frame.procs[i], (hoare_view)v, t);
        }
}

/* With the interpolants of this level main cannot fail. */
static bool is_excluded(refinement *r)
{
    slam_wp_forget(&r->to);
    term main = slam_wp_main(&r->to, r->k);
    return smt_check(r->s->solver, &main, 1) == SMT_UNSAT;
}

static void refine_level(refinement *r)
{
    slam *s = r->s;
    for (int v = 0; v < HOARE_VIEWS; v++)
        for (size_t i = 0; i < s->program->n_stmts; i++)
            r->parts[v][i] = slam_has_cut(s, i, (hoare_view)v) ? slam_wp_through(&r->from, s->frame.stmts[i], (hoare_view)v, r->level - 1) : term_false(s->ts);
    for (int v = 0; v < HOARE_VIEWS; v++)
        for (size_t i = 0; i < s->program->n_stmts; i++) {
            if (slam_has_cut(s, i, (hoare_view)v) && !limits_is_over(&s->options->limits)) refine_cut(r, s->frame.stmts[i], (hoare_view)v);
            else r->itps[v][position(r, r->level, i)] = r->parts[v][i];
        }
    if (!s->options->atoms && !is_excluded(r)) refine_again(r);
}

/* Interpolants have brought nothing new: the atoms of all A, which cannot but help if they have no temporaries. */
static void refine_by_atoms(refinement *r)
{
    slam *s = r->s;
    for (r->level = 1; r->level <= r->k && !r->added; r->level++)
        for (int v = 0; v < HOARE_VIEWS; v++)
            for (size_t i = 0; i < s->program->n_stmts; i++) {
                if (!slam_has_cut(s, i, (hoare_view)v)) continue;
                term a = slam_wp_through(&r->from, s->frame.stmts[i], (hoare_view)v, r->level - 1), t = without_temporaries(r, s->frame.stmts[i], (hoare_view)v, a);
                add_atoms(r, s->frame.procs[i], (hoare_view)v, term_is_none(t) ? a : t);
            }
}

/* Of the runs that `decided` leaves; NULL: of all. The number of new predicates. */
static size_t interp(slam *s, uint32_t k, const u64_map *decided)
{
    size_t n = ((size_t)k + 1) * s->program->n_stmts + 1;
    refinement r = {.s = s, .k = k};
    for (int v = 0; v < HOARE_VIEWS; v++) {
        r.parts[v] = alloc_zeroed(s->program->n_stmts + 1, sizeof *r.parts[v]);
        r.itps[v] = alloc_zeroed(n, sizeof *r.itps[v]);
        for (size_t i = 0; i < n; i++) r.itps[v][i] = TERM_NONE;
    }
    slam_wp_init(&r.from, &s->frame, cut_from, &r);
    slam_wp_init(&r.to, &s->frame, cut_to, &r);
    r.from.decided = r.to.decided = decided;
    for (r.level = 1; r.level <= k && !limits_is_over(&s->options->limits); r.level++) {
        if (s->options->progress) s->options->progress(s->options->user, "interpolating", (int64_t)r.level);
        refine_level(&r);
    }
    if (!r.added && !decided && !limits_is_over(&s->options->limits)) refine_by_atoms(&r);
    for (int v = 0; v < HOARE_VIEWS; v++) {
        free(r.parts[v]);
        free(r.itps[v]);
    }
    slam_wp_release(&r.from);
    slam_wp_release(&r.to);
    return r.added;
}

bool slam_interp(slam *s, uint32_t k)
{
    size_t added = 0;
    if (s->options->one_trace) {
        u64_map decided = {0};
        if (slam_choose_trace(s, k, &decided)) added = interp(s, k, &decided);
        u64_map_release(&decided);
    }
    if (!added) added = interp(s, k, NULL);
    if (!added) s->failure = limits_is_over(&s->options->limits) ? "out of time" : "a spurious counterexample gives no new predicate";
    return added > 0;
}
