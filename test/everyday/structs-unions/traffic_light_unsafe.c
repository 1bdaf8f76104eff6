// expect: unsafe line 46
// fails with: nondet 1, 1, 2
// Two traffic lights at a crossing are never green together.
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum light { RED, YELLOW, GREEN };

struct crossing {
    enum light north, east;
};

static void press_north(struct crossing *c)
{
    if (c->north == RED && c->east == RED)
        c->north = GREEN;
    else if (c->north == GREEN)
        c->north = YELLOW;
    else if (c->north == YELLOW)
        c->north = RED;
}

static void press_east(struct crossing *c)
{
    if (c->east == RED && c->north != GREEN)
        c->east = GREEN;
    else if (c->east == GREEN)
        c->east = YELLOW;
    else if (c->east == YELLOW)
        c->east = RED;
}

int main(void)
{
    struct crossing c = { RED, RED };
    int i;

    for (i = 0; i < 5; i++) {
        switch (__VERIFIER_nondet_uchar()) {
        case 1: press_north(&c); break;
        case 2: press_east(&c); break;
        default: break;
        }
        assert(c.north == RED || c.east == RED);
    }
    printf("%d %d\n", c.north, c.east);
    return 0;
}
