// expect: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { REVERSE = -1, NEUTRAL = 0, TOP = 5 };
enum { NOTHING, UP, DOWN, CLUTCH };

static int gear = NEUTRAL;
static int speed;               /* km/h */

static void shift(int command)
{
    if (command == UP) {
        if (gear < TOP)
            gear++;
    } else if (command == DOWN) {
        /* no reverse gear while the car is moving */
        if (gear > NEUTRAL || (gear == NEUTRAL && speed == 0))
            gear--;
    } else if (command == CLUTCH) {
        gear = NEUTRAL;
        speed = 0;
    }
    if (gear > NEUTRAL && speed < 30 * gear)
        speed += 10;
}

int main(void)
{
    int command;

    while ((command = __VERIFIER_nondet_int()) != NOTHING) {
        shift(command);
        assert(gear >= REVERSE && gear <= TOP);
        assert(speed >= 0 && speed < 200);
    }
    return 0;
}
