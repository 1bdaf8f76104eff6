#include "slam/inside.h"

#include "logic/project.h"

#include <stdlib.h>
#include <string.h>

static const double QUESTION_SECONDS = 3, PROJECT_SECONDS = 2, DROP_SECONDS = 1;
enum { MOST_MODELS = 3000, MOST_STATEMENTS = 20000 }; /* preconditions of a block are found by recursion */

void slam_result_init(slam_result *r)
{
    *r = (slam_result){.answer = SLAM_UNKNOWN};
    text_init(&r->about);
}

void slam_result_release(slam_result *r)
{
    text_release(&r->about);
    term_vec_release(&r->inputs);
}

/* ---- what holds at cut points ---- */

/* bwp: nothing if no cut point may be passed any more. */
static term bwp_at(void *user, const while_stmt *cut, hoare_view v, uint32_t level)
{
    slam *s = user;
    return level ? slam_wp_turn(&s->exact, cut, v, level) : term_false(s->ts);
}

static term wp_E_at(void *user, const while_stmt *cut, hoare_view v, uint32_t level)
{
    const slam *s = user;
    (void)level;
    return s->terms[v][cut->id];
}

static bool is_called(const slam *s, const while_proc *p)
{
    for (size_t i = 0; i < s->program->n_stmts; i++)
        if (s->frame.stmts[i] && s->frame.stmts[i]->kind == WHILE_CALL && s->frame.stmts[i]->callee == p) return true;
    return false;
}

bool slam_has_cut(const slam *s, size_t id, hoare_view v)
{
    if (!s->frame.stmts[id] || !s->frame.is_cut[id]) return false;
    const while_proc *p = s->frame.procs[id];
    return p == while_main(s->program) ? v == HOARE_FAILS : is_called(s, p);
}

/* ---- wp_E ---- */

void slam_forget_sets(slam *s)
{
    slam_cover_reset(s->cover);
    term_vec_clear(&s->history);
    for (int v = 0; v < HOARE_VIEWS; v++)
        for (size_t i = 0; i < s->program->n_stmts; i++) {
            s->sets[v][i] = SLAM_SET_EMPTY;
            s->terms[v][i] = term_false(s->ts);
        }
    slam_wp_forget(&s->abstract);
}

/* ec_E of what leads through the cut point, joined to what was there. True if that is more. */
static bool cover_cut(slam *s, const while_stmt *cut, hoare_view v, slam_set *more)
{
    const while_proc *p = s->frame.procs[cut->id];
    term through = slam_wp_through(&s->abstract, cut, v, 0);
    term_vec predicates;
    term_vec_init(&predicates);
    slam_predicates_at(s, cut, v, &predicates);
    slam_set old = s->sets[v][cut->id];
    slam_set found = SLAM_SET_EMPTY;
    if (!term_is_equal(through, term_false(s->ts)))
        found = slam_ec(s->cover, predicates.data, predicates.size, term_mk_and2(s->ts, through, hoare_background(&s->outline, p)), old);
    term_vec_release(&predicates);
    *more = slam_set_or(s->cover, old, found);
    return !slam_set_within(s->cover, found, old);
}

bool slam_step(slam *s, hoare_view of)
{
    size_t n = s->program->n_stmts;
    slam_set *next = alloc_zeroed(HOARE_VIEWS * n + 1, sizeof *next);
    bool any = false;
    for (int v = 0; v < HOARE_VIEWS; v++)
        for (size_t i = 0; i < n; i++) {
            next[(size_t)v * n + i] = s->sets[v][i];
            bool matters = of == HOARE_VIEWS || v == (int)of;
            if (matters && slam_has_cut(s, i, (hoare_view)v) && !limits_is_over(&s->options->limits))
                any = cover_cut(s, s->frame.stmts[i], (hoare_view)v, &next[(size_t)v * n + i]) || any;
        }
    for (int v = 0; v < HOARE_VIEWS; v++)
        for (size_t i = 0; i < n; i++) {
            if (s->sets[v][i] == next[(size_t)v * n + i]) continue;
            s->sets[v][i] = next[(size_t)v * n + i];
            s->terms[v][i] = slam_set_term(s->cover, s->sets[v][i], false);
        }
    free(next);
    slam_wp_forget(&s->abstract);
    return any;
}

static void tell_step(slam *s, uint32_t k)
{
    slam_tell(s, "  wp_E, k = %u\n", k);
    for (int v = 0; v < HOARE_VIEWS; v++)
        for (size_t i = 0; i < s->program->n_stmts; i++) {
            if (!slam_has_cut(s, i, (hoare_view)v)) continue;
            slam_tell(s, "    ");
            slam_tell_place(s, s->frame.stmts[i], (hoare_view)v);
            slam_tell_term(s, ": ", slam_set_term(s->cover, s->sets[v][i], true));
        }
}

/* Both for main, with its own property: bounded by k, and with covers at cut points as far as wp_E has come, which is the bound. */
static term bwp(slam *s, uint32_t k) { return slam_wp_main(&s->exact, k); }
static term bwp_E(slam *s) { return slam_wp_main(&s->abstract, 0); }

/* wp_E, and the smallest k at which main may fail in it. */
static slam_phase wp_E(slam *s, uint32_t *k)
{
    slam_forget_sets(s);
    for (*k = 0;; ++*k) {
        if (limits_is_over(&s->options->limits)) s->failure = "out of time";
        if (s->options->max_bound && *k > s->options->max_bound) s->failure = "the bound is reached";
        if (s->failure) return SLAM_IS_OVER;
        if (s->options->progress) s->options->progress(s->options->user, "covering", (int64_t)*k);
        if (*k && s->options->explains && !s->is_silent) tell_step(s, *k);
        for (int v = 0; v < HOARE_VIEWS; v++) term_vec_append(&s->history, s->terms[v], s->program->n_stmts);
        term main = bwp_E(s);
        smt_result r = smt_check(s->solver, &main, 1);
        if (r == SMT_SAT) return SLAM_MAY_FAIL;
        if (r == SMT_UNKNOWN && !limits_is_over(&s->options->limits)) s->failure = "the solver does not decide whether main may fail";
        if (r == SMT_UNKNOWN) continue;
        if (!slam_step(s, HOARE_VIEWS)) return limits_is_over(&s->options->limits) ? (s->failure = "out of time", SLAM_IS_OVER) : SLAM_IS_SAFE;
    }
}

static slam_phase search_with(slam *s, uint32_t *k) { return s->options->forward ? slam_forward(s, k) : wp_E(s, k); }

/* ---- few predicates ---- */

/* Does wp_E prove the program without the i-th one? Then it is left out. */
static void try_without(slam *s, term_vec *of, size_t i)
{
    term left_out = of->data[i];
    uint32_t k;
    memmove(of->data + i, of->data + i + 1, (of->size - i - 1) * sizeof *of->data);
    of->size--;
    s->is_silent = true;
    if (search_with(s, &k) != SLAM_IS_SAFE) {
        term_vec_push(of, left_out);
        memmove(of->data + i + 1, of->data + i, (of->size - i - 1) * sizeof *of->data);
        of->data[i] = left_out;
    }
    s->is_silent = false;
    s->failure = NULL;
}

/* A proof is for readers: predicates that it does not need are dropped, for a while; the newest may do without the oldest. */
static void drop_predicates(slam *s)
{
    double until = limits_now() + DROP_SECONDS;
    for (size_t p = 0; p <= s->program->n_procs; p++) {
        term_vec *of = p ? &s->local[p - 1] : &s->common;
        for (size_t i = 0; i < of->size && limits_now() < until && !limits_is_over(&s->options->limits);) {
            size_t before = of->size;
            try_without(s, of, i);
            i += of->size == before;
        }
    }
    uint32_t k;
    s->is_silent = true;
    if (search_with(s, &k) != SLAM_IS_SAFE && !s->failure) s->failure = "a proof was not found again";
    s->is_silent = false;
}

/* ---- the outline ---- */

/* A summary over the procedure's entry and its ghosts, without anything else. TERM_NONE if that was not found. */
static term summary_of(slam *s, const while_proc *p, hoare_view v)
{
    const hoare_scope *scope = &s->outline.scopes[p->index];
    term t = slam_wp_before(&s->abstract, p->body, v, 0), zero = term_mk_int(s->ts, 0);
    if (!term_is_none(scope->result)) t = dag_substitute(s->ts, t, &scope->result, &zero, 1);
    if (p == while_main(s->program)) return t; /* it is false: there is no main that may fail */
    term_vec symbols, others;
    term_vec_init(&symbols);
    term_vec_init(&others);
    dag_symbols(s->ts, &t, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) {
        bool is_interface = false;
        for (size_t g = 0; g < s->program->n_globals; g++) is_interface |= term_is_equal(s->outline.globals[g], symbols.data[i]);
        for (size_t a = 0; a < p->n_formals; a++) is_interface |= term_is_equal(scope->values[a], symbols.data[i]);
        is_interface |= term_vec_has(&scope->ghosts, symbols.data[i]) || sort_kind_of(s->ts, term_sort(s->ts, symbols.data[i])) == SORT_BOOL;
        if (!is_interface) term_vec_push(&others, symbols.data[i]);
    }
    if (others.size) t = project_exists(s->solver, s->ts, others.data, others.size, t, PROJECT_SECONDS);
    term_vec_release(&symbols);
    term_vec_release(&others);
    return t;
}

/* NULL, or the procedure whose summary has no formula. */
static const while_proc *fill_outline(slam *s)
{
    for (int v = 0; v < HOARE_VIEWS; v++)
        for (size_t i = 0; i < s->program->n_stmts; i++) s->outline.may[v][i] = slam_set_term(s->cover, s->sets[v][i], true);
    for (size_t i = 0; i < s->program->n_procs; i++)
        for (int v = 0; v < HOARE_VIEWS; v++) {
            const while_proc *p = s->program->procs[i];
            bool matters = p == while_main(s->program) ? v == HOARE_FAILS : is_called(s, p);
            term t = matters ? summary_of(s, p, (hoare_view)v) : term_true(s->ts);
            if (p == while_main(s->program) && matters) t = term_false(s->ts);
            if (term_is_none(t)) return p;
            s->outline.may_begin[v][i] = t;
        }
    return NULL;
}

/* ---- rounds ---- */

static void tell_predicates(slam *s)
{
    slam_tell(s, "  E, for all scopes: %s", s->common.size ? "" : "{ }\n");
    for (size_t i = 0; i < s->common.size; i++) slam_tell_term(s, i ? "                     " : "", s->common.data[i]);
    for (size_t p = 0; p < s->program->n_procs; p++) {
        if (!s->local[p].size) continue;
        slam_tell(s, "  E_%s:\n", s->program->procs[p]->name);
        for (size_t i = 0; i < s->local[p].size; i++) slam_tell_term(s, "    ", s->local[p].data[i]);
    }
}

static term may_before(void *context, const while_stmt *at, hoare_view v)
{
    slam *s = context;
    return slam_wp_before(&s->abstract, at, v, 0);
}

/* True if there is an answer, or none will be. */
static bool settle_proof(slam *s, bool has_time, slam_result *out)
{
    if (has_time) drop_predicates(s);
    if (s->failure) return true;
    if (s->options->explains) {
        slam_tell(s, "%s These predicates are enough:\n", s->options->forward ? "No state that is reached fails." : "wp_E is empty: no state in which main begins is in it.");
        tell_predicates(s);
    }
    const while_proc *p = fill_outline(s);
    if (p && !s->frame.is_cut[p->body->id]) {
        slam_tell(s, "The summary of %s has no short formula without its locals: it becomes a cut point.\n", p->name);
        s->frame.is_cut[p->body->id] = true;
        slam_wp_forget(&s->exact);
        return false;
    }
    const char *wrong = p ? "a summary has no formula" : hoare_check(&s->outline, &s->options->limits);
    slam_proof proof = {.outline = &s->outline, .solver = s->solver, .before = may_before, .context = s};
    if (!wrong && s->options->confirm) wrong = s->options->confirm(s->options->user, &proof);
    if (wrong) {
        text_adds(&out->about, "the proof outline is refused: ");
        s->failure = wrong;
        return true;
    }
    out->answer = SLAM_SAFE;
    slam_print_outline(s, &out->about);
    return true;
}

static void tell_bwp(slam *s, uint32_t k, smt_result r)
{
    bool is_forward = s->options->forward;
    const char *what = r == SMT_UNSAT ? "empty" : r == SMT_UNKNOWN ? "not decided" : is_forward ? "not empty: this is a run" : "not empty either: this is a run";
    if (is_forward) slam_tell(s, "A state that is reached fails. bwp with k = %u is %s.\n", k, what);
    else slam_tell(s, "bwp_E with k = %u is not empty; bwp is %s.\n", k, what);
}

static bool settle_failure(slam *s, uint32_t k, slam_result *out)
{
    term main = bwp(s, k);
    smt_result r = smt_check(s->solver, &main, 1);
    if (s->options->explains) tell_bwp(s, k, r);
    if (r == SMT_UNKNOWN) s->failure = "the solver does not decide bwp";
    if (r == SMT_SAT && slam_find_run(s, k, &out->inputs)) out->answer = SLAM_UNSAFE;
    else if (r == SMT_SAT && !s->failure) s->failure = "a run could not be followed";
    return r != SMT_UNSAT || !slam_interp(s, k);
}

static void search(slam *s, slam_result *out)
{
    for (bool is_done = false; !is_done && !s->failure; s->rounds++) {
        if (s->options->explains) {
            slam_tell(s, "Round %u\n", s->rounds + 1);
            tell_predicates(s);
        }
        uint32_t k;
        double began = limits_now();
        slam_phase found = search_with(s, &k);
        out->bound = k;
        bool is_quick = limits_now() - began < DROP_SECONDS / 2 && limits_left(&s->options->limits) > 3 * DROP_SECONDS;
        if (found == SLAM_IS_SAFE) is_done = settle_proof(s, is_quick, out);
        else if (found == SLAM_MAY_FAIL) is_done = settle_failure(s, k, out);
        slam_tell_end(s);
    }
}

static bool slam_init(slam *s, term_store *ts, const while_program *p, const slam_options *options)
{
    *s = (slam){.ts = ts, .program = p, .options = options};
    hoare_outline_init(&s->outline, ts, p);
    s->outline.known = options->known;
    slam_frame_init(&s->frame, &s->outline, options->statements);
    s->solver = smt_new(ts, &options->limits, NULL);
    smt_set_query_limit(s->solver, QUESTION_SECONDS);
    s->prover = itp_new(ts, &options->limits, NULL, NULL);
    s->cover = slam_cover_new(ts, s->solver, &(slam_cover_options){.cartesian = options->cartesian, .most = MOST_MODELS});
    slam_wp_init(&s->exact, &s->frame, bwp_at, s);
    slam_wp_init(&s->abstract, &s->frame, wp_E_at, s);
    slam_wp_init(&s->onward, &s->frame, wp_E_at, s);
    s->local = alloc_zeroed(p->n_procs + 1, sizeof *s->local);
    for (int v = 0; v < HOARE_VIEWS; v++) {
        s->sets[v] = alloc_zeroed(p->n_stmts + 1, sizeof *s->sets[v]);
        s->terms[v] = alloc_zeroed(p->n_stmts + 1, sizeof *s->terms[v]);
    }
    text_init(&s->story);
    return s->cover;
}

static void slam_release(slam *s)
{
    for (size_t i = 0; i < s->program->n_procs; i++) term_vec_release(&s->local[i]);
    for (int v = 0; v < HOARE_VIEWS; v++) {
        free(s->sets[v]);
        free(s->terms[v]);
    }
    free(s->local);
    term_vec_release(&s->common);
    term_vec_release(&s->history);
    text_release(&s->story);
    slam_wp_release(&s->exact);
    slam_wp_release(&s->abstract);
    slam_wp_release(&s->onward);
    slam_cover_free(s->cover);
    itp_free(s->prover);
    smt_free(s->solver);
    slam_frame_release(&s->frame);
    hoare_outline_release(&s->outline);
}

void slam_run(term_store *ts, const while_program *p, const slam_options *options, slam_result *out)
{
    if (p->n_stmts > MOST_STATEMENTS) {
        text_adds(&out->about, "the program has too many statements for slam");
        return;
    }
    slam s;
    if (slam_init(&s, ts, p, options)) search(&s, out);
    else s.failure = "BuDDy has no memory";
    out->rounds = s.rounds;
    out->predicates = s.common.size;
    for (size_t i = 0; i < p->n_procs; i++) out->predicates += s.local[i].size;
    out->questions = s.cover ? slam_cover_questions(s.cover) : 0;
    if (out->answer == SLAM_UNKNOWN) text_adds(&out->about, s.failure ? s.failure : "no answer");
    slam_release(&s);
}
