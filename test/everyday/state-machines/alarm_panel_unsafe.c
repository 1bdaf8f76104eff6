// expect: unsafe line 42
// fails with: nondet 1, 3, 2
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
