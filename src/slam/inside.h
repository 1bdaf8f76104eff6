#ifndef SLAM_INSIDE_H
#define SLAM_INSIDE_H

/* What the files of slam share. */

#include "base/text.h"
#include "itp/itp.h"
#include "slam/cover.h"
#include "slam/slam.h"
#include "slam/wp.h"

typedef struct slam {
    term_store *ts;
    const while_program *program;
    const slam_options *options;
    hoare_outline outline; /* names, and at the end what may happen */
    slam_frame frame;
    slam_cover *cover;
    smt *solver; /* without assertions between questions */
    itp *prover;
    slam_wp exact, abstract; /* bwp; wp_E, and bwp_E */
    slam_wp onward; /* forwards: segments */
    term_vec common; /* predicates of global scope */
    term_vec *local; /* predicates by procedure: E_p is common and these */
    slam_set *sets[HOARE_VIEWS]; /* at cut points, by id: what wp_E has so far; */
    term *terms[HOARE_VIEWS]; /* the same as a formula */
    term_vec history; /* terms, by step, view and id: of wp_E; forwards, of what is reached */
    uint32_t rounds;
    bool is_silent; /* nothing of what wp_E does is told */
    text story; /* not yet told */
    const char *failure; /* why it cannot go on */
} slam;

/* Is the cut point one that matters in this view? */
bool slam_has_cut(const slam *s, size_t id, hoare_view v);

/* Of a search with the predicates there are. */
typedef enum slam_phase { SLAM_IS_SAFE, SLAM_MAY_FAIL, SLAM_IS_OVER } slam_phase;

/* ---- wp_E (slam.c) ---- */
void slam_forget_sets(slam *s);
/* One step at all cut points, in this view; HOARE_VIEWS: in all. False: it is a fixed point. */
bool slam_step(slam *s, hoare_view of);

/* ---- forwards (forward.c) ---- */
/* From where main begins, with covers of posts. SLAM_MAY_FAIL: bwp of this k has the failures that it found, if they are some. SLAM_IS_SAFE: the sets of s are closed
 * under wp_E, as after wp_E itself. */
slam_phase slam_forward(slam *s, uint32_t *k);
typedef struct slam_segment {
    const while_stmt *from; /* a cut point; NULL: where main begins */
    const while_stmt *to;
} slam_segment;
/* The states of so many steps at a cut point; main (NULL) begins at step 0, in all states. */
term slam_states_at(const slam *s, const while_stmt *cut, uint32_t step);
/* The ways of a segment, from the state X to X'; from these states to a failure without another cut point. Decisions have the level 0. */
term slam_segment_ways(slam *s, slam_wp *w, const slam_segment *g);
term slam_failure_from(slam *s, slam_wp *w, const while_stmt *cut, uint32_t step);

/* ---- refinement (interp.c) ---- */
/* bwp of k is empty: new predicates. False if there are none; s->failure says why. */
bool slam_interp(slam *s, uint32_t k);
/* E for a cut point: predicates that speak of what there is at it. */
void slam_predicates_at(const slam *s, const while_stmt *cut, hoare_view v, term_vec *out);

/* ---- one abstract run (trace.c) ---- */
/* Adds the decisions of a run of bwp_E, or forwards of what has been explored, that passes at most k cut points. False: none was found. */
bool slam_choose_trace(slam *s, uint32_t k, u64_map *decided);
/* What wp_E had at the cut point after so many steps. */
static inline term slam_at_step(const slam *s, const while_stmt *cut, hoare_view v, uint32_t step)
{
    return s->history.data[((size_t)step * HOARE_VIEWS + v) * s->program->n_stmts + cut->id];
}

/* ---- a run (witness.c) ---- */
/* bwp of k has a model. False if the run could not be followed. */
bool slam_find_run(slam *s, uint32_t k, term_vec *inputs);

/* ---- for people (story.c) ---- */
void slam_print(text *out, const term_store *ts, term t, size_t width); /* in the syntax of the language */
void slam_tell(slam *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void slam_tell_term(slam *s, const char *before, term t);
void slam_tell_place(slam *s, const while_stmt *cut, hoare_view v);
void slam_tell_end(slam *s); /* hands over what has been told */
void slam_print_outline(slam *s, text *out);

#endif
