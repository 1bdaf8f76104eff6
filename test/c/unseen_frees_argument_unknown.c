// expect: unknown
// What was given away and freed since cannot be changed: a replay must not write to the block that came in its place.
#include <assert.h>
#include <stdlib.h>

void take(int *value);
void work(void);

int main(void)
{
    int *given = malloc(sizeof *given);
    *given = 1;
    take(given);
    free(given);
    int *kept = malloc(sizeof *kept);
    *kept = 1;
    work();
    assert(*kept == 1);
    take(kept);
    free(kept);
    return 0;
}
