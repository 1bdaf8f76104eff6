/* How much memory processes use: what they share counts once. */

#include "base/memory_use.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MEGABYTE = 1 << 20, BLOCK = 64 * MEGABYTE };

/* A child that only waits: it shares everything with this process. */
static pid_t start_twin(void)
{
    pid_t child = fork();
    if (child == 0)
        for (;;) pause();
    assert_true(child > 0);
    return child;
}

static void end_twin(pid_t child)
{
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static char *map_block(void)
{
    char *block = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(block != MAP_FAILED);
    memset(block, 1, BLOCK);
    return block;
}

static void test_memory_in_use_is_seen(void **state)
{
    (void)state;
    size_t before = memory_resident(getpid());
    char *block = map_block();
    assert_true(memory_resident(getpid()) >= before + BLOCK / 2);
    assert_true(memory_share(getpid()) <= memory_resident(getpid()) + MEGABYTE);
    munmap(block, BLOCK);
}

static void test_shared_pages_count_once(void **state)
{
    (void)state;
    char *block = map_block();
    pid_t all[] = {getpid(), start_twin()};
    size_t resident = memory_resident(all[0]) + memory_resident(all[1]), share = memory_share(all[0]) + memory_share(all[1]);
    assert_true(resident >= share + BLOCK / 2);
    assert_false(memory_exceeds(all, 2, share + BLOCK / 4));
    assert_true(memory_exceeds(all, 2, share - BLOCK / 2));
    end_twin(all[1]);
    munmap(block, BLOCK);
}

static void test_who_is_not_there_uses_nothing(void **state)
{
    (void)state;
    pid_t gone = start_twin();
    end_twin(gone);
    assert_int_equal(memory_resident(gone), 0);
    assert_int_equal(memory_share(gone), 0);
    assert_false(memory_exceeds(&gone, 1, 0));
    assert_false(memory_exceeds(NULL, 0, 0));
    pid_t self = getpid();
    assert_true(memory_exceeds(&self, 1, 0));
    assert_false(memory_exceeds(&self, 1, SIZE_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_in_use_is_seen),
        cmocka_unit_test(test_shared_pages_count_once),
        cmocka_unit_test(test_who_is_not_there_uses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
