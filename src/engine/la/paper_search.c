/* Figure 1: SEARCH and RSTEP, with back-jumping, relevance and eager propagation (section 4). */

#include "engine/la/paper.h"

#include <stdlib.h>

/* Frames of a goal; more are not looked at. */
#define MAX_FRAMES 5000

/* How resolving a subgoal with a clause ended. */
typedef enum step_result {
    STEP_REFUTED, /* *bound is a bound on the subgoal's facts by this clause that refutes the goal */
    STEP_LEFT, /* the goal is refuted without the step: it was no part of the conflict, or the subgoal's annotation has become stronger */
    STEP_SAT,
    STEP_STOPPED,
} step_result;

static paper_result search(paper *s, mark_vec *uses);

static void say(const paper *s, const char *rule, uint32_t which, term formula)
{
    if (s->see) s->see(s->user, rule, s->subgoals.data[which].pred, s->subgoals.data[which].level, formula);
}

/* The annotation of the subgoal, which is the last frame's, may have become strong enough by that of its earlier instances. */
static bool is_refuted_by_propagation(paper *s, mark_vec *uses)
{
    frame last = s->frames.data[s->frames.size - 1];
    subgoal g = s->subgoals.data[last.subgoal];
    if (!s->options.eager || pred_is_false(g.pred) || !learn_propagated(s, g.pred, g.level)) return false;
    say(s, "propagate", last.subgoal, paper_instance(s, g.pred, g.level)->formula);
    uint32_t rule = last.clause;
    goal_undo(s);
    term_vec core;
    term_vec_init(&core);
    bool refuted = goal_check(s, &core, uses) == SMT_UNSAT;
    term_vec_release(&core);
    if (!refuted) goal_resolve(s, last.subgoal, rule);
    return refuted;
}

static bool depends_on(const mark_vec *uses, uint32_t f) { return f < uses->size && uses->data[f]; }

/* Line 4 of RSTEP: the resolvent is unsatisfiable in the annotation. */
static step_result refute(paper *s, uint32_t which, const term_vec *core, term *bound)
{
    stats_count(s->stats, la_conflicts);
    *bound = learn_interpolant(s, core);
    if (!term_is_none(*bound)) say(s, "interpolate", which, *bound);
    goal_undo(s);
    return term_is_none(*bound) ? STEP_STOPPED : STEP_REFUTED;
}

/* The resolvent is satisfiable: a decision, and the search for it. STEP_REFUTED: it is refuted. */
static step_result try_decision(paper *s, uint32_t f, mark_vec *uses)
{
    s->frames.data[f].formula = goal_decide(s);
    say(s, "decide", s->frames.data[f].subgoal, s->frames.data[f].formula);
    paper_result r = search(s, uses);
    if (r == PAPER_SAT) return STEP_SAT;
    if (r == PAPER_STOPPED) return STEP_STOPPED;
    assert(s->frames.size == f + 1);
    s->frames.data[f].formula = s->frames.data[f].constraint;
    if (s->options.backjump && !depends_on(uses, f)) {
        stats_count(s->stats, la_backjumps);
        say(s, "back-jump", s->frames.data[f].subgoal, term_true(s->ts));
        goal_undo(s);
        return STEP_LEFT;
    }
    return is_refuted_by_propagation(s, uses) ? STEP_LEFT : STEP_REFUTED;
}

static step_result rstep(paper *s, uint32_t which, uint32_t index, term *bound, mark_vec *uses)
{
    *bound = term_false(s->ts);
    if (!s->subgoals.data[which].level && horn_clause(s->h, index)->n_body) return STEP_REFUTED;
    if (s->frames.size >= MAX_FRAMES) s->why = "a goal is too large";
    if (s->frames.size >= MAX_FRAMES) return STEP_STOPPED;
    stats_count(s->stats, la_resolutions);
    uint32_t f = goal_resolve(s, which, index);
    say(s, "resolve", which, s->frames.data[f].constraint);
    while (!paper_is_over(s)) {
        term_vec core;
        term_vec_init(&core);
        smt_result r = goal_check(s, &core, uses);
        step_result made = r == SMT_UNSAT ? refute(s, which, &core, bound) : r == SMT_SAT ? try_decision(s, f, uses) : STEP_STOPPED;
        term_vec_release(&core);
        if (r != SMT_SAT || made != STEP_REFUTED) return made;
    }
    return STEP_STOPPED;
}

/* ---- search ---- */

static double best_score(const paper *s, pred p)
{
    const u32_vec *rules = horn_clauses_of(s->h, p);
    double best = 0;
    for (size_t i = 0; i < rules->size; i++)
        if (!i || s->scores[rules->data[i]] > best) best = s->scores[rules->data[i]];
    return best;
}

/* An open subgoal, of those with the most relevant clause the youngest; NO_FRAME if there is none. */
static uint32_t choose_subgoal(const paper *s)
{
    uint32_t chosen = NO_FRAME;
    double best = 0;
    for (uint32_t g = (uint32_t)s->subgoals.size; g-- > 0;) {
        if (s->subgoals.data[g].by != NO_FRAME) continue;
        double score = s->options.relevance ? best_score(s, s->subgoals.data[g].pred) : 0;
        if (chosen == NO_FRAME || score > best) {
            chosen = g;
            best = score;
        }
    }
    return chosen;
}

/* The clauses of p, the most relevant ones first. */
static void list_rules(const paper *s, pred p, u32_vec *out)
{
    const u32_vec *all = horn_clauses_of(s->h, p);
    for (size_t i = 0; i < all->size; i++) {
        u32_vec_push(out, all->data[i]);
        for (size_t k = i; s->options.relevance && k > 0 && s->scores[out->data[k]] > s->scores[out->data[k - 1]]; k--) {
            uint32_t other = out->data[k];
            out->data[k] = out->data[k - 1];
            out->data[k - 1] = other;
        }
    }
}

static void add_uses(mark_vec *to, const mark_vec *from)
{
    for (size_t f = 0; f < to->size && f < from->size; f++) to->data[f] = to->data[f] || from->data[f];
}

/* Lines 3 to 7: *bound is the disjunction of the bounds by all clauses. */
static step_result try_rules(paper *s, uint32_t which, term *bound, mark_vec *uses)
{
    u32_vec rules;
    mark_vec of_step;
    u32_vec_init(&rules);
    mark_vec_init(&of_step);
    list_rules(s, s->subgoals.data[which].pred, &rules);
    step_result r = STEP_REFUTED;
    *bound = term_false(s->ts);
    for (size_t i = 0; i < rules.size && r == STEP_REFUTED; i++) {
        term by_rule;
        mark_vec_clear(&of_step);
        r = rstep(s, which, rules.data[i], &by_rule, &of_step);
        if (r == STEP_REFUTED) *bound = term_mk_or2(s->ts, *bound, by_rule);
        if (r == STEP_LEFT) {
            s->scores[rules.data[i]] -= 1;
            memset(uses->data, 0, uses->size * sizeof *uses->data);
        }
        add_uses(uses, &of_step);
    }
    u32_vec_release(&rules);
    mark_vec_release(&of_step);
    return r;
}

/* Line 8. */
static void strengthen(paper *s, uint32_t which, term bound)
{
    subgoal g = s->subgoals.data[which];
    if (pred_is_false(g.pred)) return;
    if (s->options.generalise) bound = learn_generalised(s, g.pred, g.level, bound);
    say(s, "learn", which, bound);
    paper_strengthen(s, g.pred, g.level, bound);
    stats_count(s->stats, la_lemmas);
}

/* The goal is satisfiable in the annotation. PAPER_UNSAT: it is not any more, because of the frames in *uses. */
static paper_result search(paper *s, mark_vec *uses)
{
    size_t n = s->frames.size;
    uint32_t which = choose_subgoal(s);
    if (which == NO_FRAME) return PAPER_SAT;
    mark_vec_clear(uses);
    mark_vec_resize(uses, n);
    term bound;
    step_result r = try_rules(s, which, &bound, uses);
    if (r == STEP_SAT) return PAPER_SAT;
    if (r == STEP_STOPPED) return PAPER_STOPPED;
    assert(s->frames.size == n);
    if (r == STEP_REFUTED) {
        strengthen(s, which, bound);
        if (s->subgoals.data[which].frame != NO_FRAME) uses->data[s->subgoals.data[which].frame] = true;
    }
    return PAPER_UNSAT;
}

paper_result paper_search(paper *s, uint32_t level)
{
    mark_vec uses;
    mark_vec_init(&uses);
    goal_begin(s, level);
    paper_result r = search(s, &uses);
    mark_vec_release(&uses);
    return r;
}
