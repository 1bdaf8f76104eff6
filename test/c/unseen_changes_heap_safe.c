// expect: safe
// Only its own copy leaves the program.
#include <assert.h>
#include <stdlib.h>

struct range {
    short low, high;
};

int probe(struct range *r);

int main(void)
{
    struct range *kept = malloc(sizeof *kept), given;
    kept->low = 0;
    kept->high = 5;
    given = *kept;
    probe(&given);
    assert(kept->low <= kept->high);
    free(kept);
    return 0;
}
