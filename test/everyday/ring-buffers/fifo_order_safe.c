// expect: safe
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

#define SIZE 3
#define STEPS 10

static unsigned char buf[SIZE];
static int in, out, len;

static int put(unsigned char v)
{
    if (len == SIZE)
        return 0;
    buf[in] = v;
    in = (in + 1) % SIZE;
    len++;
    return 1;
}

static int get(unsigned char *v)
{
    if (len == 0)
        return 0;
    *v = buf[out];
    out = (out + 1) % SIZE;
    len--;
    return 1;
}

/* The values must come out in the order in which they went in. */
int main(void)
{
    unsigned char next_in = 0;
    unsigned char next_out = 0;
    int i;

    for (i = 0; i < STEPS; i++) {
        if (__VERIFIER_nondet_bool()) {
            if (put(next_in))
                next_in++;
        } else {
            unsigned char v;

            if (get(&v)) {
                assert(v == next_out);
                next_out++;
            }
        }
    }
    return 0;
}
