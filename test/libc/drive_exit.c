#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* How programs end, in children that do. A handler says its name. */

extern void model_latch_c_exit(int status), model_latch_c_quick_exit(int status);

static int said[2];

static void say(char c)
{
    if (write(said[1], &c, 1) != 1) _exit(99);
}
static void first(void) { say('1'); }
static void second(void) { say('2'); }
static void informed(int status, void *argument) { say((char)(*(char *)argument + status)); }

static void (*const HANDLERS[])(void) = {first, second};

static void see_end(pid_t child)
{
    char text[64];
    ssize_t n;
    int status = 0;
    close(said[1]);
    while ((n = read(said[0], text, sizeof text)) > 0) see_bytes(text, (size_t)n);
    close(said[0]);
    waitpid(child, &status, 0);
    see(status);
}

/* In the child: the handlers of the program that tests have no part in it. */
static pid_t begin(void)
{
    if (pipe(said) != 0) fail("no pipe");
    pid_t child = fork();
    if (child == 0) when_model_exits = _exit;
    return child;
}

EXACT(atexit)
{
    int n = any_between(0, 5), status = any_between(0, 3), choices = (int)any_bits();
    pid_t child = begin();
    for (int i = 0; i < n && child == 0; i++) f(HANDLERS[choices >> i & 1]);
    if (child == 0 && is_model_run()) model_latch_c_exit(status);
    if (child == 0) exit(status);
    see_end(child);
}

EXACT(on_exit)
{
    static char letters[] = "abcde";
    int n = any_between(0, 5), status = any_between(0, 3);
    pid_t child = begin();
    for (int i = 0; i < n && child == 0; i++) f(informed, &letters[i]);
    if (child == 0 && is_model_run()) model_latch_c_exit(status);
    if (child == 0) exit(status);
    see_end(child);
}

EXACT(at_quick_exit)
{
    int n = any_between(0, 5), status = any_between(0, 3), choices = (int)any_bits();
    pid_t child = begin();
    for (int i = 0; i < n && child == 0; i++) f(HANDLERS[choices >> i & 1]);
    if (child == 0 && is_model_run()) model_latch_c_quick_exit(status);
    if (child == 0) quick_exit(status);
    see_end(child);
}
