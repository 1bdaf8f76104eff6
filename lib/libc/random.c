/* Random numbers: those of rand and random are inputs, those of the others are any. */

#include "contract.h"

#include <stdlib.h>

LATCH_INLINE int input_rand(void)
{
    int number = latch_input_rand();
    latch_assume(0 <= number && number <= RAND_MAX);
    return number;
}

LATCH_LIBRARY int rand(void) { return input_rand(); }
LATCH_LIBRARY long random(void) { return input_rand(); }
LATCH_LIBRARY void srand(unsigned seed) { latch_seed(seed); }
LATCH_LIBRARY void srandom(unsigned seed) { latch_seed(seed); }

LATCH_LIBRARY int rand_r(unsigned *seed)
{
    *seed = latch_any_unsigned();
    return any_in(0, RAND_MAX);
}

/* ---- 48 bits ---- */

/* The new state of the functions that are given one. */
LATCH_INLINE void any_state(unsigned short state[3])
{
    for (int i = 0; i < 3; i++) state[i] = (unsigned short)any_in(0, 65535);
}

LATCH_LIBRARY double drand48(void) { return latch_any_double(); }
LATCH_LIBRARY long lrand48(void) { return any_in(0, 2147483647); }
LATCH_LIBRARY long mrand48(void) { return latch_any_int(); }
LATCH_LIBRARY void srand48(long seed) { (void)seed; }

LATCH_LIBRARY double erand48(unsigned short state[3])
{
    any_state(state);
    return latch_any_double();
}

LATCH_LIBRARY long nrand48(unsigned short state[3])
{
    any_state(state);
    return any_in(0, 2147483647);
}

LATCH_LIBRARY long jrand48(unsigned short state[3])
{
    any_state(state);
    return latch_any_int();
}

LATCH_LIBRARY unsigned short *seed48(unsigned short state[3])
{
    static unsigned short before[3];
    (void)(state[0] + state[1] + state[2]);
    any_state(before);
    return before;
}

LATCH_LIBRARY void lcong48(unsigned short parameters[7]) { (void)(parameters[0] + parameters[6]); }

/* ---- that nobody can guess ---- */

LATCH_LIBRARY unsigned arc4random(void) { return latch_any_unsigned(); }

LATCH_LIBRARY unsigned arc4random_uniform(unsigned bound)
{
    unsigned number = latch_any_unsigned();
    latch_assume(number < bound || number == 0);
    return number;
}

LATCH_LIBRARY void arc4random_buf(void *to, size_t n) { put_any_bytes(to, n); }
