/* The laws of src/solve/worker.h: messages are whole, whatever the child does. */

#include "solve/worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include <cmocka.h>

static void wait_until_readable(const worker *w)
{
    struct timeval most = {.tv_sec = 20};
    fd_set fds;
    FD_ZERO(&fds);
    FD_SET(w->pipe, &fds);
    assert_true(select(w->pipe + 1, &fds, NULL, NULL, &most) > 0);
}

enum { HEADER = 1 + sizeof(uint64_t) };
typedef struct pieces {
    int go_on[2]; /* the child waits here after the first piece */
    size_t first, length; /* bytes of the first piece; of the message, without header */
    bool dies;
} pieces;

static void write_some(int out, const char *bytes, size_t n)
{
    if (write(out, bytes, n) != (ssize_t)n) _exit(1);
}

static void say_in_pieces(void *context, int out)
{
    const pieces *p = context;
    char *message = calloc(HEADER + p->length, 1), go;
    uint64_t size = p->length;
    message[0] = 'R';
    memcpy(message + 1, &size, sizeof size);
    memset(message + HEADER, 'x', p->length);
    write_some(out, message, p->first);
    if (p->dies || read(p->go_on[0], &go, 1) != 1) _exit(3);
    write_some(out, message + p->first, HEADER + p->length - p->first);
    free(message);
}

/* Wherever a message is cut, its first part is no message, and the whole is one. */
static void test_parts_are_no_message(void **state)
{
    (void)state;
    for (size_t first = 1; first < HEADER + 5; first++) {
        pieces p = {.first = first, .length = 5};
        assert_int_equal(pipe(p.go_on), 0);
        worker w;
        assert_true(worker_start(&w, say_in_pieces, &p));
        wait_until_readable(&w);
        assert_true(worker_receive(&w));
        assert_false(worker_has_message(&w));
        text message;
        text_init(&message);
        char kind = 0;
        assert_false(worker_take(&w, &kind, &message));
        assert_int_equal(write(p.go_on[1], "", 1), 1);
        while (worker_receive(&w)) wait_until_readable(&w);
        assert_true(worker_has_message(&w));
        assert_true(worker_take(&w, &kind, &message));
        assert_int_equal(kind, 'R');
        assert_string_equal(message.data, "xxxxx");
        assert_false(worker_is_cut_short(&w));
        text_release(&message);
        worker_release(&w);
        close(p.go_on[0]);
        close(p.go_on[1]);
    }
}

static void test_death_in_a_message_is_noticed(void **state)
{
    (void)state;
    pieces p = {.first = HEADER + 2, .length = 5, .dies = true};
    worker w;
    assert_true(worker_start(&w, say_in_pieces, &p));
    while (worker_receive(&w)) wait_until_readable(&w);
    assert_false(worker_has_message(&w));
    assert_true(worker_is_cut_short(&w));
    text why;
    text_init(&why);
    worker_describe_end(&w, &why);
    assert_string_equal(why.data, "stopped in the middle of a message and ended without an answer (exit status 3)");
    text_release(&why);
    worker_release(&w);
}

/* What was never started is nothing to release: least of all the standard input. */
static void test_nothing_started_nothing_closed(void **state)
{
    (void)state;
    worker w;
    worker_init(&w);
    worker_release(&w);
    assert_int_equal(close(dup(STDIN_FILENO)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_are_no_message),
        cmocka_unit_test(test_death_in_a_message_is_noticed),
        cmocka_unit_test(test_nothing_started_nothing_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
