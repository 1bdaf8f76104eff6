// expect: safe
// Volume of a player in a bit-field of three bits.
#include <assert.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);

#define MAX_VOLUME 7

struct player {
    unsigned volume : 3;
    unsigned muted : 1;
};

static void louder(struct player *p)
{
    if (p->volume < MAX_VOLUME)
        p->volume++;
    p->muted = 0;
}

int main(void)
{
    struct player p = { 0, 0 };
    unsigned i, n = __VERIFIER_nondet_uint();

    if (n > 10)
        n = 10;
    for (i = 0; i < n; i++) {
        unsigned before = p.volume;

        louder(&p);
        assert(!p.muted);
        assert(p.volume >= before);
    }
    printf("%u\n", p.volume);
    return 0;
}
