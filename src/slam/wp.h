#ifndef SLAM_WP_H
#define SLAM_WP_H

/* Preconditions of `while` programs by substitution, as in figures 2 and 3 of the paper (docs/slam.md): wp, and with cut points bwp, wp_E and bwp_E.
 *
 * What the paper writes as wp(S, Q) is read here as: the states from which a run of S ends in Q. It is computed for all statements of a program at once:
 * `before` a statement is wp of it and of all that follows, for the procedure's end. There are two ends, and so two views of each procedure (hoare.h):
 * HOARE_ENDS, with Q = what it leaves are the ghosts (this is the summary of section 6), and HOARE_FAILS, with Q = nothing but failing assertions, and what the
 * final predicate calls bad.
 *
 * Cut points are the loops, and the bodies of recursive procedures; with `statements` every statement. At a cut point the transformer takes what its owner
 * gives for it: at level h, a formula for the runs that pass at most h cut points one inside of or after the other. So the level is the bound k of bwp.
 *
 * Formulas have no quantifiers. Symbols of no scope stand for: there are values (temporaries of calls, locals of callees, what havoc leaves). They occur nowhere
 * under an odd number of negations, and each instance of a summary has its own. */

#include "base/map.h"
#include "front/while/translate.h"
#include "hoare/hoare.h"
#include "term/dag.h"

VEC_DECLARE(stmt_vec, const while_stmt *);

/* What does not change: the program, its cut points, its symbols. */
typedef struct slam_frame {
    term_store *ts;
    const while_program *program;
    const hoare_outline *names;
    const while_stmt **stmts, **parents; /* by id */
    const while_proc **procs; /* by id of the statement */
    bool *is_cut; /* by id of the statement */
    bool *is_recursive; /* by procedure */
    term_vec *symbols, *primes; /* by procedure: its whole state with ghosts, and X' for each */
    u32_map is_prime;
} slam_frame;
void slam_frame_init(slam_frame *f, const hoare_outline *names, bool cuts_statements);
void slam_frame_release(slam_frame *f);
/* The symbols of f's scope: without ghosts, the first so many. */
size_t slam_frame_count(const slam_frame *f, const while_proc *p, hoare_view v);

typedef term slam_cut_fn(void *user, const while_stmt *cut, hoare_view v, uint32_t level);

typedef struct slam_wp {
    const slam_frame *frame;
    slam_cut_fn *cut; /* what holds at a cut point */
    void *user;
    term post; /* at the end of main, instead of the program's property; TERM_NONE: that */
    /* Of slam_wp_to: runs are followed from the beginning to this cut point at this level only, where `arrives` holds. */
    const while_stmt *target;
    hoare_view target_view;
    uint32_t target_level;
    term arrives;
    /* Decisions of `if` and `while`, by slam_wp_decision: those that are known to be made (DECIDED_...) leave the other way out; with `asks` each has a Boolean
     * symbol of its own, which is true if it is yes. */
    const u64_map *decided;
    bool asks;
    u64_map memo, named;
    while_terms terms;
    const while_proc *at;
} slam_wp;
void slam_wp_init(slam_wp *w, const slam_frame *f, slam_cut_fn *cut, void *user);
void slam_wp_release(slam_wp *w);
void slam_wp_forget(slam_wp *w); /* what cut points are has changed */

enum { DECIDED_YES = 1, DECIDED_NO };
static inline uint64_t slam_wp_decision(const slam_frame *f, const while_stmt *s, hoare_view v, uint32_t level)
{
    return ((uint64_t)level * HOARE_VIEWS + v) * f->program->n_stmts + s->id;
}
term slam_wp_choice(const slam_frame *f, const while_stmt *s, hoare_view v, uint32_t level); /* the symbol */

/* Before the statement: at a cut point what the owner says. */
term slam_wp_before(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level);
term slam_wp_after(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level);
/* Before the statement, through it, whether it is a cut point or not. */
term slam_wp_through(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level);
/* What bwp takes at a cut point at level > 0: through it at the level below, with symbols of its own for the state there. */
term slam_wp_turn(slam_wp *w, const while_stmt *cut, hoare_view v, uint32_t level);
/* Before the first statement of main. */
term slam_wp_main(slam_wp *w, uint32_t level);
/* Sets the target: this cut point at this level, in the state X'. */
void slam_wp_aim(slam_wp *w, const while_stmt *cut, hoare_view v, uint32_t level);
/* The states in which main begins and gets to the target; in which a run at a cut point does, whether that is the target or not. */
term slam_wp_to_target(slam_wp *w, uint32_t level);
term slam_wp_from_to(slam_wp *w, const while_stmt *cut, hoare_view v, uint32_t level);

/* The parts of a call: the callee ends, and then `after` it all the rest; or it fails in the callee. `left` gets the symbols for what the callee leaves. */
term slam_wp_call_ends(slam_wp *w, const while_stmt *call, hoare_view v, uint32_t level, term_vec *left);
term slam_wp_call_fails(slam_wp *w, const while_stmt *call, uint32_t level);

term slam_wp_eval(slam_wp *w, const while_proc *p, const while_expr *e);
term slam_var_symbol(const slam_frame *f, const while_proc *p, const while_var *v);
/* May the arguments i and j of a call refer to the same cell? */
term slam_same_args(const slam_frame *f, const while_stmt *call, size_t i, size_t j);
/* Symbols that are of no scope get new names. */
term slam_rename_apart(const slam_frame *f, const while_proc *p, hoare_view v, term t);

#endif
