/* Locks in a program with one thread. */

#include "environment.h"

#include <errno.h>
#include <pthread.h>

/* Locks that tell of mistakes, or may be taken twice, return what they find. */
LATCH_INLINE int lock_result(const pthread_mutex_t *lock)
{
    if (lock->__data.__kind == 0) return 0;
    int result = latch_any_int();
    latch_assume(result >= 0);
    return result;
}

LATCH_LIBRARY int pthread_mutex_lock(pthread_mutex_t *lock) { return lock_result(lock); }
LATCH_LIBRARY int pthread_mutex_unlock(pthread_mutex_t *lock) { return lock_result(lock); }

LATCH_LIBRARY int pthread_mutex_trylock(pthread_mutex_t *lock)
{
    int result = lock_result(lock);
    return latch_any_bool() ? EBUSY : result;
}

LATCH_LIBRARY int pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *attributes)
{
    lock->__data.__kind = attributes ? latch_any_int() : 0;
    return attributes && latch_any_bool() ? ENOTSUP : 0;
}

LATCH_LIBRARY int pthread_mutex_destroy(pthread_mutex_t *lock)
{
    (void)lock_result(lock);
    return latch_any_bool() ? EBUSY : 0;
}

LATCH_LIBRARY int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    if (*control == PTHREAD_ONCE_INIT) {
        *control = 2;
        routine();
    }
    return 0;
}
