// expect: safe
// A small stack of cleanup functions, run in reverse order at exit.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define MAXCLEAN 4

typedef void (*cleanup_fn)(void);

static cleanup_fn stack[MAXCLEAN];
static int depth;
static int done;

static void release_one(void)
{
    done++;
}

static int push_cleanup(cleanup_fn fn)
{
    if (depth >= MAXCLEAN)
        return -1;
    stack[depth++] = fn;
    return 0;
}

static void run_cleanups(void)
{
    int i, expected = depth;

    for (i = depth - 1; i >= 0; i--)
        stack[i]();
    depth = 0;
    assert(done == expected);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (atexit(run_cleanups) != 0)
        return 1;
    while (n > 0) {
        if (push_cleanup(release_one) != 0)
            exit(2);
        n--;
    }
    return 0;
}
