#ifndef ENGINE_LA_PAPER_H
#define ENGINE_LA_PAPER_H

/* Lazy annotation as the paper has it (McMillan, "Lazy Annotation Revisited", CAV 2014, figure 1 and section 4), beside the default search of la.h.
 *
 * The recursive problem is unwound by height: the instance (P, k) stands for the facts of P with a derivation of height at most k; a clause derives (P, k) from
 * instances at k - 1 of its body atoms, and (P, 0) only if it has none. The *annotation* of an instance is a set of formulas over P's parameters that hold for
 * all its facts; the annotation is a model of the unwound clauses, but need not be a chain: that of (P, k) may be stronger or weaker than that of (P, k + 1).
 *
 * A *goal* keeps the whole path: a tree of *frames*, each a clause that derives a subgoal of an older frame, under a decision; leaves are open subgoals.
 * Nothing is eliminated from it. Resolving a subgoal P(x) splits the goal into the prefix (the clause's body) and the suffix (all else), which share just x;
 * what is learned is a disjunction of interpolants between them, one for each clause. */

#include "engine/edges.h"
#include "engine/la/la.h"
#include "itp/itp.h"

enum { NO_FRAME = UINT32_MAX };

VEC_DECLARE(mark_vec, bool);

/* An instance: its annotation. */
typedef struct instance {
    term_vec formulas; /* over the parameters */
    term formula; /* their conjunction */
} instance;

typedef struct subgoal {
    pred pred;
    uint32_t level;
    uint32_t frame; /* whose body it is of; NO_FRAME: the query */
    uint32_t by; /* the frame that derives it; NO_FRAME: open */
    size_t args; /* offset in paper.terms: distinct symbols, as many as the predicate has arguments */
    term known; /* the annotation that `here` was made of */
    term here; /* the annotation, of these symbols */
} subgoal;
VEC_DECLARE(subgoal_vec, subgoal);

typedef struct frame {
    uint32_t clause, subgoal; /* which it derives */
    term constraint; /* of the clause: symbols of this frame, and those of the subgoal */
    term formula; /* what the goal has of it: the constraint, or a decision that implies it */
    size_t vars; /* offset in paper.terms: what each variable of the clause is */
    uint32_t first; /* its own subgoals, one for each body atom */
} frame;
VEC_DECLARE(frame_vec, frame);

typedef struct paper {
    const horn *h;
    term_store *ts;
    const engine_context *context;
    limits limits;
    stats *stats;
    la_options options;
    smt *solver; /* without assertions */
    edges *edges; /* single clauses */
    itp *prover;
    instance **annotation; /* by level, then by predicate */
    uint32_t bound; /* levels 0..bound are there */
    /* The goal. */
    frame_vec frames;
    subgoal_vec subgoals;
    term_vec terms;
    u64_map symbols; /* number of the frame, and symbol -> symbol there */
    double *scores; /* of each clause: relevance */
    edge_labels *labels; /* for questions about a clause: one for each body atom */
    u64_map asked; /* formula and instance -> how much was known below when it was last found not to hold there */
    /* Convergence. */
    term_vec *candidates; /* by predicate: all formulas of its annotations */
    u64_map seen; /* predicate and formula, of these */
    size_t n_candidates, tried; /* in all; when Houdini was last tried */
    double started, converging; /* seconds */
    const char *why; /* the search has stopped */
    void (*see)(void *user, const char *rule, pred p, uint32_t level, term formula); /* NULL: nobody watches. For tests */
    void *user;
} paper;

/* With the switches given. *out, its statistics, is borrowed. */
void paper_init(paper *s, const horn *h, const engine_context *context, const la_options *options, result *out);
void paper_release(paper *s);
void paper_run(paper *s, result *out);

static inline bool paper_is_over(paper *s)
{
    if (!limits_is_over(&s->limits)) return false;
    s->why = "out of time";
    return true;
}

/* ---- the annotation (paper.c) ---- */
static inline instance *paper_instance(const paper *s, pred p, uint32_t level) { return &s->annotation[level][p.id]; }
/* Adds the conjuncts of what holds of the instance; returns whether any of them is new. */
bool paper_strengthen(paper *s, pred p, uint32_t level, term formula);
/* s->labels become the annotations of the body of a clause whose head is at the level. False: at this level it has no instance. */
bool paper_labels(paper *s, uint32_t clause, uint32_t level);

/* ---- the goal (paper_goal.c) ---- */
/* The goal `false` at a level. */
void goal_begin(paper *s, uint32_t level);
/* Resolves a subgoal with a clause. goal_undo takes the last frame away again. */
uint32_t goal_resolve(paper *s, uint32_t subgoal, uint32_t clause);
void goal_undo(paper *s);
/* The annotation of an open subgoal, over its symbols. */
term goal_annotation(paper *s, uint32_t subgoal);
/* Is the goal satisfiable in the annotation? SMT_UNSAT: appends the conjuncts of a core, and marks the frames that they are of (*uses gets as many elements as there
 * are frames). */
smt_result goal_check(paper *s, term_vec *core, mark_vec *uses);
/* After SMT_SAT: a decision for the last frame, from the model. */
term goal_decide(paper *s);
/* Prefix and suffix of the last frame: those members of the core. */
void goal_split(paper *s, const term_vec *core, term_vec *prefix, term_vec *suffix);
/* A formula over the symbols of a subgoal as one over its predicate's parameters. */
term goal_label(paper *s, uint32_t subgoal, term formula);
/* The goal has no open subgoals, and is satisfiable. False if the solver has no exact values. */
bool goal_derivation(paper *s, derivation *out);

/* ---- figure 1 (paper_search.c) ---- */
typedef enum paper_result { PAPER_SAT, PAPER_UNSAT, PAPER_STOPPED } paper_result;
/* The query at the level: PAPER_SAT, with the goal as it is then, or PAPER_UNSAT. */
paper_result paper_search(paper *s, uint32_t level);

/* ---- learning (paper_learn.c) ---- */
/* An interpolant between prefix and suffix of the last frame, over the parameters of its subgoal's predicate; TERM_NONE if none was found. */
term learn_interpolant(paper *s, const term_vec *core);
/* Disjuncts of a bound on (p, level) that no clause needs are dropped, one after the other. */
term learn_generalised(paper *s, pred p, uint32_t level, term bound);
/* Eager propagation: formulas of earlier instances that hold of (p, level), too. Returns whether any is new there. */
bool learn_propagated(paper *s, pred p, uint32_t level);

/* ---- convergence (paper_converge.c) ---- */
/* The bounded proof gives a model, by covering, Houdini, or predicate abstraction: *out has it. */
bool paper_converge(paper *s, model *out);

#endif
