/* The laws of src/solve/supervisor.h, worker.h and message.h, with children that crash, hang, say garbage or stop in the middle of a message. */

#include "solve/supervisor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static const double LONG = 30; /* seconds after which a test has failed */

/* What a job was heard to say, and how it ended. */
typedef struct listener {
    size_t n_heard, bytes;
    number_vec numbers;
    message_kind last;
    bool has_ended, ended_well;
    char how[256];
} listener;

static void hear(void *user, job *j, const message *m)
{
    listener *l = user;
    (void)j;
    assert_false(l->has_ended);
    l->n_heard++;
    l->bytes += m->body.size;
    l->last = m->kind;
    number_vec_append(&l->numbers, m->numbers.data, m->numbers.size);
}

static void end(void *user, job *j, const char *how)
{
    listener *l = user;
    assert_false(l->has_ended);
    l->has_ended = true;
    l->ended_well = job_ended_well(j);
    snprintf(l->how, sizeof l->how, "%s", how);
}

static job *add(supervisor *s, listener *l, job_class class, worker_body *body, void *context)
{
    job_spec spec = {.class = class, .body = body, .context = context, .slice = 0.1, .share = 1, .heard = hear, .ended = end, .user = l};
    return supervisor_add(s, &spec);
}

static void run_until_idle(supervisor *s)
{
    double start = limits_now();
    while (!supervisor_is_idle(s)) {
        supervisor_step(s, 0.1);
        assert_true(limits_now() - start < LONG);
    }
}

/* Runs one job to its end. */
static listener run_alone(worker_body *body, void *context)
{
    listener l = {0};
    supervisor *s = supervisor_new(1, 0);
    add(s, &l, JOB_IN_TURN, body, context);
    run_until_idle(s);
    assert_true(l.has_ended);
    supervisor_free(s);
    number_vec_release(&l.numbers);
    return l;
}

/* ---- ends ---- */

static void say_nothing(void *context, int channel)
{
    (void)context;
    (void)channel;
}

static void kill_itself(void *context, int channel)
{
    (void)context;
    (void)channel;
    kill(getpid(), SIGKILL);
}

static void hang(void *context, int channel)
{
    (void)context;
    (void)channel;
    for (;;) pause();
}

static void close_and_hang(void *context, int channel)
{
    close(channel);
    hang(context, channel);
}

static void test_ends_are_named(void **state)
{
    (void)state;
    assert_true(run_alone(say_nothing, NULL).ended_well);
    assert_false(run_alone(kill_itself, NULL).ended_well);
    assert_string_equal(run_alone(say_nothing, NULL).how, "ended without an answer (exit status 0)");
    assert_non_null(strstr(run_alone(kill_itself, NULL).how, "was ended by signal 9"));
    run_alone(close_and_hang, NULL); /* nobody waits for what will never come */
}

static void test_deadlines_hold(void **state)
{
    (void)state;
    listener l = {0};
    supervisor *s = supervisor_new(1, 0);
    job_spec spec = {.class = JOB_BESIDE, .body = hang, .deadline = limits_now() + 0.2, .heard = hear, .ended = end, .user = &l};
    supervisor_add(s, &spec);
    run_until_idle(s);
    assert_string_equal(l.how, "was ended as it was out of time");
    supervisor_free(s);
}

/* ---- messages ---- */

static void write_some(int channel, const char *bytes, size_t n)
{
    if (write(channel, bytes, n) != (ssize_t)n) _exit(1);
}

/* The bytes of a message. */
static void print_sample(text *out)
{
    int ends[2];
    char bytes[256];
    assert_int_equal(pipe(ends), 0);
    message_send(ends[1], MESSAGE_PROGRESS, (int64_t[]){7}, 1, "hello", 5);
    ssize_t n = read(ends[0], bytes, sizeof bytes);
    assert_true(n > 5);
    text_add(out, bytes, (size_t)n);
    close(ends[0]);
    close(ends[1]);
}

typedef struct pieces {
    text bytes;
    size_t first; /* how many at first */
    int go_on[2]; /* the child waits here after that; -1: it ends */
} pieces;

static void say_in_pieces(void *context, int channel)
{
    const pieces *p = context;
    char go;
    write_some(channel, p->bytes.data, p->first);
    if (p->go_on[0] < 0) _exit(3);
    if (read(p->go_on[0], &go, 1) != 1) _exit(1);
    write_some(channel, p->bytes.data + p->first, p->bytes.size - p->first);
}

/* Wherever a message is cut: its first part is not heard, and the whole is. */
static void test_messages_are_whole(void **state)
{
    (void)state;
    pieces p;
    text_init(&p.bytes);
    print_sample(&p.bytes);
    for (p.first = 1; p.first < p.bytes.size; p.first++) {
        listener l = {0};
        supervisor *s = supervisor_new(1, 0);
        assert_int_equal(pipe(p.go_on), 0);
        add(s, &l, JOB_BESIDE, say_in_pieces, &p);
        supervisor_step(s, 0);
        supervisor_step(s, 0.01);
        assert_int_equal(l.n_heard, 0);
        assert_int_equal(write(p.go_on[1], "", 1), 1);
        run_until_idle(s);
        assert_int_equal(l.n_heard, 1);
        assert_int_equal(l.last, MESSAGE_PROGRESS);
        assert_int_equal(l.numbers.data[0], 7);
        assert_int_equal(l.bytes, 5);
        supervisor_free(s);
        number_vec_release(&l.numbers);
        close(p.go_on[0]);
        close(p.go_on[1]);
    }
    text_release(&p.bytes);
}

static void test_death_in_a_message_is_named(void **state)
{
    (void)state;
    pieces p = {.go_on = {-1, -1}};
    text_init(&p.bytes);
    print_sample(&p.bytes);
    p.first = p.bytes.size - 2;
    listener l = run_alone(say_in_pieces, &p);
    assert_int_equal(l.n_heard, 0);
    assert_string_equal(l.how, "stopped in the middle of a message and ended without an answer (exit status 3)");
    text_release(&p.bytes);
}

static void say_garbage(void *context, int channel)
{
    const size_t *n_first = context;
    for (size_t i = 0; i < *n_first; i++) message_send(channel, MESSAGE_BEGINS, NULL, 0, "", 0);
    static const char GARBAGE[] = "this is not what anybody could understand, and it goes on and on";
    write_some(channel, GARBAGE, sizeof GARBAGE);
    hang(NULL, channel);
}

static void test_garbage_ends_its_source(void **state)
{
    (void)state;
    for (size_t n = 0; n < 3; n++) {
        listener l = run_alone(say_garbage, &n);
        assert_int_equal(l.n_heard, n);
        assert_non_null(strstr(l.how, "said what is no message"));
    }
}

/* A kind that does not exist, and one with numbers that it does not have. */
static void test_headers_are_checked(void **state)
{
    (void)state;
    text bytes;
    text_init(&bytes);
    print_sample(&bytes);
    assert_int_equal(message_look(&bytes), INBOX_HAS_MESSAGE);
    for (size_t at = 0; at < 2 * sizeof(uint32_t) + sizeof(uint64_t); at++) {
        bytes.data[at] ^= 0x40;
        assert_int_equal(message_look(&bytes), INBOX_IS_GARBAGE);
        bytes.data[at] ^= 0x40;
    }
    text_release(&bytes);
}

enum { MANY = 20 << 20 };
static void say_much(void *context, int channel)
{
    (void)context;
    text much;
    text_init(&much);
    char *line = calloc(MANY, 1);
    memset(line, 'x', MANY);
    text_add(&much, line, MANY);
    message_send_text(channel, MESSAGE_MODEL, &much);
    message_send(channel, MESSAGE_BEGINS, NULL, 0, "", 0);
}

static void test_megabytes_come_through(void **state)
{
    (void)state;
    listener l = run_alone(say_much, NULL);
    assert_int_equal(l.n_heard, 2);
    assert_int_equal(l.bytes, MANY);
    assert_int_equal(l.last, MESSAGE_BEGINS);
}

/* ---- families ---- */

typedef struct common {
    int made; /* in the preparing process */
    volatile sig_atomic_t *n_made; /* shared */
} common;

static void make(void *context, int channel)
{
    common *c = context;
    (void)channel;
    c->made = 42;
    ++*c->n_made;
}

static void say_made(void *context, int channel)
{
    const common *c = context;
    message_send(channel, MESSAGE_BACKTRACKS, (int64_t[]){c->made}, 1, "", 0);
}

/* What is prepared is prepared once, and every job has it; one that dies costs itself only. */
static void test_a_family_prepares_once(void **state)
{
    (void)state;
    for (size_t processors = 1; processors < 5; processors++) {
        common c = {.n_made = shared_new(sizeof *c.n_made)};
        enum { JOBS = 5 };
        listener l[JOBS] = {0};
        supervisor *s = supervisor_new(processors, 0);
        family *f = supervisor_add_family(s, make, &c);
        for (size_t i = 0; i < JOBS; i++) {
            job_spec spec = {.class = JOB_IN_TURN, .family = f, .body = i == 2 ? kill_itself : say_made, .context = &c, .slice = 0.1, .share = 1,
                             .heard = hear, .ended = end, .user = &l[i]};
            supervisor_add(s, &spec);
        }
        run_until_idle(s);
        for (size_t i = 0; i < JOBS; i++) {
            assert_true(l[i].has_ended);
            assert_int_equal(l[i].n_heard, i == 2 ? 0 : 1);
            if (i != 2) assert_int_equal(l[i].numbers.data[0], 42);
            assert_non_null(strstr(l[i].how, i == 2 ? "was ended by signal 9" : "exit status 0"));
            number_vec_release(&l[i].numbers);
        }
        assert_int_equal(*c.n_made, 1);
        supervisor_free(s);
        shared_free((void *)(uintptr_t)c.n_made, sizeof *c.n_made);
    }
}

static void test_death_while_preparing_is_named(void **state)
{
    (void)state;
    listener l[2] = {0};
    supervisor *s = supervisor_new(1, 0);
    family *f = supervisor_add_family(s, kill_itself, NULL);
    for (size_t i = 0; i < 2; i++) {
        job_spec spec = {.class = JOB_IN_TURN, .family = f, .body = say_nothing, .slice = 0.1, .share = 1, .heard = hear, .ended = end, .user = &l[i]};
        supervisor_add(s, &spec);
    }
    run_until_idle(s);
    for (size_t i = 0; i < 2; i++) assert_non_null(strstr(l[i].how, "was ended by signal 9"));
    supervisor_free(s);
}

/* ---- turns, memory, the end ---- */

typedef struct worked {
    volatile double *seconds; /* of processor time, shared */
    const volatile sig_atomic_t *stop;
} worked;

static void work(void *context, int channel)
{
    const worked *w = context;
    (void)channel;
    double start = limits_work();
    while (!*w->stop) *w->seconds = limits_work() - start;
}

/* One processor, a job with three times the share of another: it has more of the time, and the other has some. */
static void test_shares(void **state)
{
    (void)state;
    volatile double *seconds = shared_new(2 * sizeof *seconds);
    volatile sig_atomic_t *stop = shared_new(sizeof *stop);
    listener l[2] = {0};
    worked w[2];
    supervisor *s = supervisor_new(1, 0);
    for (size_t i = 0; i < 2; i++) {
        w[i] = (worked){&seconds[i], stop};
        job_spec spec = {.class = JOB_IN_TURN, .body = work, .context = &w[i], .slice = 0.05, .share = i ? 0.1 : 0.3, .stop = stop,
                         .heard = hear, .ended = end, .user = &l[i]};
        supervisor_add(s, &spec);
    }
    double start = limits_now();
    while (limits_now() - start < 1.6) supervisor_step(s, 0.02);
    supervisor_stop_group(s, stop, NULL, NULL);
    assert_true(seconds[1] > 0);
    assert_true(seconds[0] > seconds[1]);
    assert_true(l[0].has_ended && l[1].has_ended); /* they came to an end when they were asked to */
    assert_true(supervisor_is_idle(s));
    supervisor_free(s);
    shared_free((void *)(uintptr_t)seconds, 2 * sizeof *seconds);
    shared_free((void *)(uintptr_t)stop, sizeof *stop);
}

static void use(size_t bytes)
{
    volatile char *much = malloc(bytes);
    for (size_t i = 0; i < bytes; i += 1 << 10) much[i] = 1;
}

static void take_memory(void *context, int channel)
{
    const size_t *bytes = context;
    use(*bytes);
    pid_t parent = getpid(), child = fork(); /* what its children have counts, too */
    if (!child) {
        worker_settle(parent);
        use(*bytes);
        for (;;) pause();
    }
    hang(NULL, channel);
}

/* No job alone is over the limit, all together are: the largest goes, the others stay. */
static void test_memory_is_that_of_all(void **state)
{
    (void)state;
    enum { JOBS = 3 };
    listener l[JOBS] = {0};
    size_t bytes[JOBS] = {(size_t)20 << 20, (size_t)150 << 20, (size_t)20 << 20}; /* the largest is so at any time */
    supervisor *s = supervisor_new(1, (size_t)400 << 20);
    for (size_t i = 0; i < JOBS; i++) add(s, &l[i], JOB_BESIDE, take_memory, &bytes[i]);
    double start = limits_now();
    while (!supervisor_was_short_of_memory(s) && limits_now() - start < LONG) supervisor_step(s, 0.05);
    assert_true(supervisor_was_short_of_memory(s));
    assert_true(l[1].has_ended && !l[0].has_ended && !l[2].has_ended);
    assert_string_equal(l[1].how, "ran out of memory (limit 400 MB)");
    supervisor_free(s);
}

/* Nobody hears of what was dropped; what was never started is nothing to release, least of all the standard input. */
static void test_dropped_jobs_are_silent(void **state)
{
    (void)state;
    listener l = {0};
    supervisor *s = supervisor_new(1, 0);
    job *begun = add(s, &l, JOB_BESIDE, hang, NULL);
    supervisor_step(s, 0);
    job_drop(begun);
    job_drop(add(s, &l, JOB_BESIDE, hang, NULL));
    assert_true(supervisor_is_idle(s));
    supervisor_step(s, 0);
    supervisor_free(s);
    assert_false(l.has_ended || l.n_heard);
    int standard_input = dup(STDIN_FILENO);
    assert_true(standard_input >= 0);
    close(standard_input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_are_named),
        cmocka_unit_test(test_deadlines_hold),
        cmocka_unit_test(test_messages_are_whole),
        cmocka_unit_test(test_death_in_a_message_is_named),
        cmocka_unit_test(test_garbage_ends_its_source),
        cmocka_unit_test(test_headers_are_checked),
        cmocka_unit_test(test_megabytes_come_through),
        cmocka_unit_test(test_a_family_prepares_once),
        cmocka_unit_test(test_death_while_preparing_is_named),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_memory_is_that_of_all),
        cmocka_unit_test(test_dropped_jobs_are_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
