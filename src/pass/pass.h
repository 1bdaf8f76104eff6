#ifndef PASS_PASS_H
#define PASS_PASS_H

/* Transformations of Horn problems. A pass gives a new problem that is safe iff the old one is, and a back-translator that turns
 * a model of the new problem into a model of the old one and a derivation of the new one into a derivation of the old one.
 * The passes and their order are declared once, in passes.def. */

#include "base/limits.h"
#include "base/stats.h"
#include "horn/horn.h"
#include "horn/result.h"

typedef struct back back; /* a back-translator: a table of functions and the pass's own data */
struct back {
    /* Both fill an initialised empty object. They may fail (a limit, an unevaluable term): false, and nothing is claimed. */
    bool (*model)(const back *b, const model *in, model *out, const limits *limit);
    bool (*derivation)(const back *b, const derivation *in, derivation *out, const limits *limit);
    void (*free)(back *b);
    const horn *before; /* borrowed */
    const horn *after; /* borrowed; the pipeline owns it */
};

/* Returns the new problem and its back-translator in *out, or NULL if the pass has nothing to do. */
typedef horn *pass_fn(const horn *h, const limits *limit, back **out);

typedef struct pass {
    const char *name, *help;
    pass_fn *run;
    bool repeated;
} pass;
extern const pass PASSES[];
extern const size_t PASS_COUNT;

/* A variant is a pass that makes some problems easier and others harder: engines run on what it gives as well as, not instead of, the
 * problem without it. */
extern const pass VARIANTS[];
extern const size_t VARIANT_COUNT;
const pass *pass_find_variant(const char *name); /* NULL: there is none */

/* An abstraction is a pass whose new problem may be unsafe although the old one is safe. Models come back, derivations do not: what an
 * engine finds on it is a proof or nothing. */
extern const pass ABSTRACTIONS[];
extern const size_t ABSTRACTION_COUNT;

/* All passes in the order of passes.def, the repeated ones until nothing changes (a few rounds at most). */
typedef struct pipeline pipeline;
typedef void pipeline_seen_fn(void *context, const char *pass, const horn *after);
/* `skip` names passes to leave out (n of them). `seen` (may be NULL) is called after each pass that did something. */
pipeline *pipeline_run(const horn *h, const char *const *skip, size_t n, const limits *limit, pipeline_seen_fn *seen, void *context);
/* Applies a variant or an abstraction to what there is so far and runs the passes on that. False if it has nothing to do: nothing
 * changes then. */
bool pipeline_vary(pipeline *p, const pass *how, const char *const *skip, size_t n, const limits *limit, pipeline_seen_fn *seen, void *context);
void pipeline_free(pipeline *p);
const horn *pipeline_result(const pipeline *p); /* h itself if no pass did anything */
/* Translates a result about pipeline_result into one about the original problem, in place. If that fails the result becomes
 * unknown, with the reason. */
void pipeline_back(const pipeline *p, result *r, const limits *limit);

#endif
