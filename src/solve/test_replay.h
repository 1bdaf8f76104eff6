#ifndef SOLVE_TEST_REPLAY_H
#define SOLVE_TEST_REPLAY_H

/* Tests that are there already: what does the compiled program do with them? */

#include "solve/program_test.h"

typedef struct replayed {
    bool is_run; /* false: `what` says why not */
    bool fails; /* it ends with a failed assertion */
    bool is_measured;
    bool *covered; /* by goal, if it is measured */
    text what; /* for people: how it ended */
} replayed;
void replayed_release(replayed *r);

typedef struct test_player test_player;
/* The source is borrowed. NULL, and *why filled, if the program cannot be compiled. */
test_player *test_player_new(const program *p, const program_source *source, const limits *limit, text *why);
void test_player_free(test_player *t);

/* A test in the exchange format (testgen/exchange.h), or a C file of a suite. A test that is linked with the user's sources is not measured. */
void test_player_run(test_player *t, const char *path, const limits *limit, replayed *out);

#endif
