// expect: unsafe line 41
// fails with: rand 0, 3, 0, 3
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define SLOTS 5

static unsigned produced, consumed;
static unsigned level;          /* filled slots */

static void produce(unsigned n)
{
    if (n > SLOTS)
        n = SLOTS - level;
    level += n;
    produced += n;
}

static void consume(unsigned n)
{
    if (n > level)
        n = level;
    level -= n;
    consumed += n;
}

int main(void)
{
    int tick;

    for (tick = 0; tick < 12; tick++) {
        unsigned kind = (unsigned)rand() % 2;
        unsigned n = (unsigned)rand() % 4;

        if (kind == 0)
            produce(n);
        else
            consume(n);
        assert(produced - consumed == level);
        assert(level <= SLOTS);
        printf("%2d: level %u\n", tick, level);
    }
    return 0;
}
