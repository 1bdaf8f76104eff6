/* How a program ends. The front end calls latch_c_exit for exit only where something is to be done before the end; otherwise its built-in
 * form is enough. */

#include "latch.h"

#include <stdlib.h>

/* More is not followed: no program that we know registers so many. */
enum { MOST_HANDLERS = 32 };

void latch_run_destructors(void); /* made by the front end */

typedef struct handler {
    int is_informed; /* by on_exit */
    void (*plain)(void);
    void (*informed)(int status, void *argument);
    void *argument;
} handler;

/* So that every pointer to a handler points to some function that is known. */
static void plain_nothing(void) {}
static void informed_nothing(int status, void *argument)
{
    (void)status;
    (void)argument;
}

static handler at_exit[MOST_HANDLERS] = {{0, plain_nothing, informed_nothing, NULL}};
static int at_exit_count;
static void (*at_quick[MOST_HANDLERS])(void) = {plain_nothing};
static int at_quick_count;

LATCH_LIBRARY int atexit(void (*f)(void))
{
    if (at_exit_count == MOST_HANDLERS) latch_limit("a call of atexit after 32 others");
    at_exit[at_exit_count].is_informed = 0;
    at_exit[at_exit_count++].plain = f;
    return 0;
}

LATCH_LIBRARY int on_exit(void (*f)(int, void *), void *argument)
{
    if (at_exit_count == MOST_HANDLERS) latch_limit("a call of on_exit after 32 others");
    at_exit[at_exit_count].is_informed = 1;
    at_exit[at_exit_count].informed = f;
    at_exit[at_exit_count++].argument = argument;
    return 0;
}

LATCH_LIBRARY int at_quick_exit(void (*f)(void))
{
    if (at_quick_count == MOST_HANDLERS) latch_limit("a call of at_quick_exit after 32 others");
    at_quick[at_quick_count++] = f;
    return 0;
}

static int destructors_have_begun;

static void run_handlers(int status)
{
    while (at_exit_count > 0) {
        handler *h = &at_exit[--at_exit_count];
        if (h->is_informed) h->informed(status, h->argument);
        else h->plain();
    }
}

/* A function of its own: handlers and destructors may call exit again, from where it goes on with the handlers that are left. Destructors begin once:
 * they are the oldest handler of all, and one that calls exit ends the others. What they register runs after them. */
void latch_c_exit(int status)
{
    run_handlers(status);
    if (!destructors_have_begun) {
        destructors_have_begun = 1;
        latch_run_destructors();
        run_handlers(status);
    }
    latch_exit(status);
}

void latch_c_quick_exit(int status)
{
    while (at_quick_count > 0) at_quick[--at_quick_count]();
    latch_exit(status);
}
