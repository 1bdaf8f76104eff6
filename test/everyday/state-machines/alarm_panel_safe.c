// expect: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state { OFF, ARMED, RINGING };
enum event { QUIT, ARM, DISARM, MOTION };

static enum state state = OFF;
static int siren;

static void handle(int event)
{
    switch (event) {
    case ARM:
        if (state == OFF)
            state = ARMED;
        break;
    case DISARM:
        state = OFF;
        siren = 0;
        break;
    case MOTION:
        if (state == ARMED) {
            state = RINGING;
            siren = 1;
        }
        break;
    default:
        break;
    }
}

int main(void)
{
    for (;;) {
        int event = __VERIFIER_nondet_int();

        if (event == QUIT)
            break;
        handle(event);
        assert(siren == (state == RINGING));
    }
    return 0;
}
