// expect: safe
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

enum light { RED, GREEN, YELLOW };

static enum light cars = GREEN;
static enum light walkers = RED;
static int timer;

/* One tick; a pedestrian may have pressed the button. */
static void tick(int button)
{
    switch (cars) {
    case GREEN:
        if (button) {
            cars = YELLOW;
            timer = 2;
        }
        break;
    case YELLOW:
        if (--timer == 0) {
            cars = RED;
            walkers = GREEN;
            timer = 3;
        }
        break;
    case RED:
        if (--timer == 0) {
            walkers = RED;
            cars = GREEN;
        }
        break;
    }
}

int main(void)
{
    while (__VERIFIER_nondet_bool()) {
        tick(__VERIFIER_nondet_bool());
        assert(cars == RED || walkers == RED);
        assert(timer >= 0 && timer <= 3);
    }
    return 0;
}
