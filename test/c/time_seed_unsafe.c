// expect: unsafe line 13
/* The time only seeds the generator: any that a clock shows will do. */
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void)
{
    int floor = 0, target = 0;
    srand((unsigned)time(NULL));
    for (int t = 0; t < 1000; t++) {
        if (rand() % 4 == 0 && floor == target) target = rand() % 6;
        floor += (target > floor) - (target < floor);
        assert(floor < 5);
    }
    return 0;
}
