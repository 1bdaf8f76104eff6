// expect: safe
#include <assert.h>
#include <stdio.h>

#define FLOORS 5                /* 0 .. 4 */

static int floor_now;
static int target;
static int door_open = 1;

static void step(void)
{
    if (floor_now == target) {
        door_open = 1;
        return;
    }
    if (door_open) {
        door_open = 0;
        return;
    }
    floor_now += floor_now < target ? 1 : -1;
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        int wanted = c - '0';

        if (wanted >= 0 && wanted < FLOORS)
            target = wanted;
        do {
            int was_open = door_open;
            int was_at = floor_now;

            step();
            assert(!(was_open && floor_now != was_at));
            assert(floor_now >= 0 && floor_now < FLOORS);
        } while (!(door_open && floor_now == target));
        printf("at floor %d\n", floor_now);
    }
    return 0;
}
