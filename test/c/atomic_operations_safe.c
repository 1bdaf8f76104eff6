// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdatomic.h>

atomic_int counter;
atomic_flag lock = ATOMIC_FLAG_INIT;
static int plain = 7;

int main(void)
{
    int expected = 5;
    atomic_store(&counter, 3);
    assert(atomic_fetch_add(&counter, 2) == 3 && counter == 5);
    assert(atomic_compare_exchange_strong(&counter, &expected, 9) && counter == 9);
    assert(!atomic_compare_exchange_strong(&counter, &expected, 1) && expected == 9);
    assert(atomic_exchange(&counter, 4) == 9 && !atomic_flag_test_and_set(&lock) && atomic_flag_test_and_set(&lock));
    atomic_thread_fence(memory_order_seq_cst);
    __sync_fetch_and_or(&plain, 8);
    assert(__sync_val_compare_and_swap(&plain, 15, 1) == 15 && __atomic_load_n(&plain, __ATOMIC_SEQ_CST) == 1);
    assert(__atomic_nand_fetch(&plain, 1, __ATOMIC_RELAXED) == -2 && __sync_lock_test_and_set(&plain, 6) == -2);
    __sync_lock_release(&plain);
    assert(plain == 0);
    return 0;
}
