// expect: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define LOW 18
#define HIGH 22

static int heating;
static int cooling;

static void control(int temp)
{
    if (temp < LOW) {
        heating = 1;
        cooling = 0;
    } else if (temp > HIGH) {
        cooling = 1;
        heating = 0;
    } else {
        /* in between: stop when the middle has been reached */
        if (heating && temp > (LOW + HIGH) / 2)
            heating = 0;
        if (cooling && temp < (LOW + HIGH) / 2)
            cooling = 0;
    }
}

int main(void)
{
    while (__VERIFIER_nondet_bool()) {
        int temp = __VERIFIER_nondet_int();

        if (temp < -40 || temp > 60)
            continue;           /* broken sensor */
        control(temp);
        assert(!(heating && cooling));
    }
    return 0;
}
