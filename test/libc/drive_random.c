#include "driver.h"

#include <stdlib.h>

CONTRACT(rand) { see(choose(f())); }
CONTRACT(random) { see(choose(f())); }
CONTRACT(srand) { f((unsigned)any_int()); }
CONTRACT(srandom) { f((unsigned)any_int()); }

CONTRACT(rand_r)
{
    unsigned *seed = room(sizeof *seed);
    int number = f(seed);
    choose(*seed);
    see(choose(number));
}

CONTRACT(drand48) { see_double(choose_double(f())); }
CONTRACT(lrand48) { see(choose(f())); }
CONTRACT(mrand48) { see(choose(f())); }
CONTRACT(srand48) { f(any_long()); }

static void choose_state(const unsigned short *state)
{
    for (int i = 0; i < 3; i++) choose(state[i]);
}

CONTRACT(erand48)
{
    unsigned short *state = room(3 * sizeof *state);
    double number = f(state);
    choose_state(state);
    see_double(choose_double(number));
}

#define STATE_DRIVER(name)                                \
    CONTRACT(name)                                        \
    {                                                     \
        unsigned short *state = room(3 * sizeof *state);  \
        long number = f(state);                           \
        choose_state(state);                              \
        see(choose(number));                              \
    }

STATE_DRIVER(nrand48)
STATE_DRIVER(jrand48)

CONTRACT(seed48)
{
    const unsigned short *before = f(room(3 * sizeof *before));
    choose_state(before);
    see_bytes(before, 3 * sizeof *before);
}

CONTRACT(lcong48) { f(room(7 * sizeof(unsigned short))); }

/* glibc has these since 2.36. */
static unsigned reference_arc4random(void) { return (unsigned)any_bits(); }
static unsigned reference_arc4random_uniform(unsigned bound) { return bound ? (unsigned)(any_bits() % bound) : 0; }

static void reference_arc4random_buf(void *to, size_t n)
{
    for (size_t i = 0; i < n; i++) ((unsigned char *)to)[i] = (unsigned char)any_bits();
}

CONTRACT_AS(arc4random, reference_arc4random) { see(choose(f())); }
CONTRACT_AS(arc4random_uniform, reference_arc4random_uniform) { see(choose(f(any_between(0, 3) ? (unsigned)any_int() : 0))); }

CONTRACT_AS(arc4random_buf, reference_arc4random_buf)
{
    size_t n = any_size();
    char *to = room(n);
    f(to, n);
    choose_bytes(to, n);
}
